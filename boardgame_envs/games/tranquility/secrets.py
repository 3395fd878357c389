"""What a player of Tranquility cannot see: hands, piles, lost cards. For critics of learners only.

Players are counted clockwise from the one who looks (0).
"""

from __future__ import annotations

import numpy as np

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.layout import Flag, Layout, Number, OneOf
from boardgame_envs.core.seats import seat_after
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.state import Mode

OTHERS = cards.MAX_PLAYERS - 1
# cards of a pile that are shown with their player: a turn or two
SHOWN = 5
# cards that are no islands, in hands and in piles
IN_HANDS = cards.MONSTER - cards.START + 1
IN_PILES = cards.COMPASS - cards.START + 1

LAYOUT = Layout(
    (
        Flag("hands", "islands in the hand of each other player", (OTHERS, cards.ISLANDS)),
        Number("other_cards", "start, finish, monster in the hand of each other player", (OTHERS, IN_HANDS), highest=cards.MAX_HAND),
        Flag("next", "islands among the next five cards of each pile", (cards.MAX_PLAYERS, cards.ISLANDS)),
        Number("next_others", "other cards among them: start, finish, monster, yellow, purple, orange, compass", (cards.MAX_PLAYERS, IN_PILES), highest=SHOWN),
        Number("start_depth", "in each pile: cards down to the Start, it included; 0: it is not there", (cards.MAX_PLAYERS,), highest=cards.MAX_PILE),
        Flag("lost", "islands that others have discarded, that were discarded unseen, or removed", (cards.ISLANDS,)),
        OneOf("explorer_top", "the top card of the explorer deck", labels=cards.NAMES),
        Flag("deck", "islands among the next five cards of the deck of a duel", (cards.ISLANDS,)),
    )
)  # fmt: skip

AT = LAYOUT.offsets()
HIGHEST = LAYOUT.highest()


@rule
def write_secrets(state: Record, seat: int, secrets: Buffer) -> None:
    """Write hands, the cards that come next, and those that do not come any more [19]."""
    for steps in range(state.num_players):
        owner = seat_after(state, seat, steps)
        if steps > 0:
            write_hand(state, owner, steps - 1, secrets)
            write_lost_discards(state, owner, secrets)
        write_pile(state, owner, steps, secrets)
        for place in range(cards.BLIND_CARDS):
            write_lost(int(state.blind[owner, place]), secrets)
    for place in range(cards.MOST_REMOVED):
        write_lost(int(state.removed[place]), secrets)
    if state.mode == Mode.PYRAMID and state.explorer_size > 0:
        top = int(state.explorer[state.explorer_size - 1])
        secrets[AT.explorer_top + top - cards.START] = 1.0
    if state.mode == Mode.DUEL:
        for depth in range(min(int(state.deck_size), SHOWN)):
            secrets[AT.deck + int(state.deck[state.deck_size - 1 - depth]) - 1] = 1.0


@rule
def write_hand(state: Record, owner: int, place: int, secrets: Buffer) -> None:
    """Write the hand of another player [19]."""
    for slot in range(state.hand_sizes[owner]):
        card = int(state.hands[owner, slot])
        if cards.is_island(card):
            secrets[AT.hands + place * cards.ISLANDS + card - 1] = 1.0
        else:
            kind = AT.other_cards + place * IN_HANDS + card - cards.START
            secrets[kind] += np.float32(1 / HIGHEST.other_cards)


@rule
def write_pile(state: Record, owner: int, place: int, secrets: Buffer) -> None:
    """Write what a player will draw next, and how far down the Start is [5, 6]."""
    size = int(state.pile_sizes[owner])
    for depth in range(size):
        card = int(state.piles[owner, size - 1 - depth])
        if card == cards.START:
            secrets[AT.start_depth + place] = (depth + 1) / HIGHEST.start_depth
        if depth < SHOWN:
            if cards.is_island(card):
                secrets[AT.next + place * cards.ISLANDS + card - 1] = 1.0
            else:
                kind = AT.next_others + place * IN_PILES + card - cards.START
                secrets[kind] += np.float32(1 / HIGHEST.next_others)


@rule
def write_lost_discards(state: Record, owner: int, secrets: Buffer) -> None:
    """Write the islands on the discard pile of another player [10, 19]."""
    for number in range(1, cards.ISLANDS + 1):
        if state.discards[owner, number] > 0:
            secrets[AT.lost + number - 1] = 1.0


@rule
def write_lost(card: int, secrets: Buffer) -> None:
    """Write an island that nobody has seen leave the game [27, V1]."""
    if cards.is_island(card):
        secrets[AT.lost + card - 1] = 1.0

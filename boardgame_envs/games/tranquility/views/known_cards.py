"""What a player knows of the cards: their own, and those that they have not seen [19]."""

from __future__ import annotations

import numpy as np

from boardgame_envs.core.compiled import Buffer, Record, inlined_rule
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.information.seen_cards import Seen
from boardgame_envs.games.tranquility.modes import duel
from boardgame_envs.games.tranquility.state import MAX_CELLS, NUM_ROWS, Mode
from boardgame_envs.games.tranquility.views.layout import AT, HIGHEST, KINDS_IN_HAND, LAYOUT

HAND_KINDS = len(KINDS_IN_HAND)
OTHER_KINDS = LAYOUT.part("unseen_others").size

MY_HAND_SHOWN = LAYOUT.shown("my_hand")
ROW_SHOWN = LAYOUT.shown("row")


@inlined_rule
def write_own_cards(state: Record, seat: int, observation: Buffer) -> None:
    """Write the player's own hand and discards [19]."""
    for slot in range(state.hand_sizes[seat]):
        card = int(state.hands[seat, slot])
        observation[AT.my_hand + slot] = MY_HAND_SHOWN[card]
        observation[AT.my_kinds + slot * HAND_KINDS + max(card - cards.ISLANDS, 0)] = 1.0
    discards = state.discards[seat]
    for number in range(cards.ISLANDS):
        observation[AT.my_discards + number] = discards[number + 1]
    for kind in range(2):
        observation[AT.my_other_discards + kind] = (
            discards[cards.START + kind] / HIGHEST.my_other_discards
        )


@inlined_rule
def write_unseen_islands(state: Record, seat: int, observation: Buffer) -> None:
    """Write which islands the player has not seen [19]."""
    # by their numbers; cards without one cross out what is written later: the kind of the last
    # card of a full hand, and the other cards
    unseen, discards = observation[AT.unseen - 1 :], state.discards[seat]
    gone = state.gone
    for number in range(1, cards.ISLANDS + 1):
        # as bytes, of which many are dealt with at once
        unseen[number] = np.float32(np.int8(1 - discards[number] - gone[number]))
    for cell in range(MAX_CELLS):
        unseen[state.grid[cell]] = 0.0
    for slot in range(state.hand_sizes[seat]):
        unseen[state.hands[seat, slot]] = 0.0


@inlined_rule
def write_unseen_others(state: Record, seat: int, observation: Buffer) -> None:
    """Write how many other cards of each kind the player has not seen [19]."""
    unseen, discards = observation[AT.unseen_others :], state.discards[seat]
    for kind in range(OTHER_KINDS):
        card = cards.START + kind
        count = hidden_in_game(state, card) - int(discards[card]) - int(state.gone[card])
        unseen[kind] = float(count)
    for slot in range(state.hand_sizes[seat] - 1, -1, -1):
        if state.hands[seat, slot] <= cards.ISLANDS:
            break
        unseen[int(state.hands[seat, slot]) - cards.START] -= 1.0
    for kind in range(OTHER_KINDS):
        unseen[kind] /= np.float32(HIGHEST.unseen_others)


@inlined_rule
def hidden_in_game(state: Record, kind: int) -> int:
    """Return how many cards of a kind are in piles, hands or discards, or have gone [5, 25, 38]."""
    if kind == cards.START:
        return 0 if state.mode in (Mode.HIGH_ARCH, Mode.DUEL) else int(state.num_players)
    if state.mode == Mode.DUEL or state.mode == Mode.PYRAMID:
        return int(state.gone[kind])
    if kind == cards.FINISH:
        return cards.FINISHES
    if kind == cards.MONSTER:
        return int(state.monsters) if state.has_monsters else 0
    if kind == cards.COMPASS:
        return cards.COMPASSES if state.mode == Mode.DAY_AND_NIGHT else int(state.gone[kind])
    return storms_hidden(state, kind) if state.has_storms else 0


@inlined_rule
def storms_hidden(state: Record, colour: int) -> int:
    """Return how many storms of a colour there are but for those in play [25]."""
    count = cards.STORMS_OF_A_COLOUR - int(state.revealed == colour)
    if colour == cards.PURPLE:
        for row in range(NUM_ROWS):
            count -= int(state.purples[row])
        return count
    for seat in range(state.num_players):
        count -= int(state.yellows[seat] if colour == cards.YELLOW else state.oranges[seat])
    return count


@inlined_rule
def write_duel(state: Record, seat: int, observation: Buffer) -> None:
    """Write the row, what is known of the opponent's cards, and how the duel stands [41, 46]."""
    other = 1 - seat
    for cell in range(state.num_cells):
        if state.grid[cell] != cards.NO_CARD:
            observation[AT.mine + cell] = state.owner[cell] == seat
    for place in range(state.row_size):
        observation[AT.row + place] = ROW_SHOWN[state.row[place]]
        observation[AT.unseen + int(state.row[place]) - 1] = 0.0
    observation[AT.last_taken] = ROW_SHOWN[state.last_taken]
    observation[AT.deck_size] = state.deck_size / HIGHEST.deck_size
    for number in range(1, cards.ISLANDS + 1):
        seen = state.sight[other, number]
        observation[AT.their_cards + number - 1] = seen / HIGHEST.their_cards
        if seen != Seen.UNKNOWN:
            observation[AT.unseen + number - 1] = 0.0
    lead = duel.points_of(state, seat) - duel.points_of(state, other)
    observation[AT.lead] = (lead + duel.MOST_LEAD) / HIGHEST.lead

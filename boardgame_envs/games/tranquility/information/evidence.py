"""What all have seen of each player's hand: where a Start may be, and how many monsters it holds.

``ways[player, where, monsters]`` says in how many ways the cards that a player has drawn can be
such that the player's own Start is in one of three places, and a number of monsters in the hand,
beside one way for every place of a card in a pile. Cards come into it as they are drawn; whatever
all see of the hand after that rules some ways out, or makes them count for less:

- Who acts otherwise than by a Start, while none lies, holds none [12].
- An island that is played is one of the other cards: the fewer of them there are in a hand, the
  less likely it is among them.
- A set of cards that is discarded face down is any that may be, each as likely [11]. While it is
  being named [R1] its cards still count as cards of the hand.
- Who is asked what to discard has more of that than is due, and who is not asked has no more [R2].
- Who offers or pledges cards has them [14].
- A monster that is played was there [23]; in a full field it is public who holds one [24].

All of this is public, so that it is the same for every seat.
"""

from __future__ import annotations

from boardgame_envs.core.compiled import Record, rule
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.actions import KIND
from boardgame_envs.games.tranquility.state import IN_DISCARDS, IN_HAND, IN_PILE, Mode, Stage
from boardgame_envs.games.tranquility.turn import hands

PLACES_OF_A_START = (IN_PILE, IN_HAND, IN_DISCARDS)


@rule
def begin(state: Record) -> None:
    """Nobody has drawn a card [6]; what is seen in a duel is noted elsewhere [R7]."""
    if state.mode != Mode.DUEL:
        for player in range(state.num_players):
            state.ways[player, IN_PILE, 0] = 1.0


@rule
def most_monsters(state: Record) -> int:
    """Return how many monsters could be in one hand [23]."""
    return int(state.monsters) if state.has_monsters else 0


@rule
def has_starts(state: Record) -> bool:
    """Tell whether Starts are in the piles [6, 33]."""
    return bool(state.mode != Mode.HIGH_ARCH and state.stage > Stage.STARTS_IN)


@rule
def cards_named(state: Record, player: int) -> int:
    """Return how many cards a player has discarded of a set that is not complete [R1]."""
    return int(state.named) if state.seat == player else 0


@rule
def cards_held(state: Record, player: int) -> int:
    """Return how many cards are in a hand, with those of a set that is not complete."""
    return int(state.hand_sizes[player]) + cards_named(state, player)


@rule
def places_known(state: Record) -> int:
    """Return in how many of its places a Start may be: in discards only once one lies [11]."""
    return len(PLACES_OF_A_START) if state.is_start_played else IN_DISCARDS


@rule
def discardable(state: Record, player: int, where: int, monsters: int) -> int:
    """Return how many cards of such a hand may be discarded [11]."""
    is_kept = where == IN_HAND and not state.is_start_played
    return cards_held(state, player) - monsters - int(is_kept)


# --- what is seen ---


@rule
def see_draw(state: Record, player: int) -> None:
    """A card is drawn: a monster, the player's Start, or another one [6, 8, 23]."""
    ways, most = state.ways[player], most_monsters(state)
    if has_starts(state):
        in_pile, in_hand = ways[IN_PILE], ways[IN_HAND]
        for monsters in range(most, 0, -1):
            in_hand[monsters] += in_pile[monsters] + in_hand[monsters - 1]
        in_hand[0] += in_pile[0]
    for where in (IN_PILE, IN_DISCARDS):
        for monsters in range(most, 0, -1):
            ways[where, monsters] += ways[where, monsters - 1]


@rule
def see_action(state: Record, player: int, kind: int) -> None:
    """A player acts, without a Start if none is played [12]; the hand is as it was before."""
    ways = state.ways[player]
    if not state.is_start_played:
        for monsters in range(most_monsters(state) + 1):
            if kind == KIND.start:
                ways[IN_PILE, monsters] = ways[IN_HAND, monsters]
            ways[IN_HAND, monsters] = 0.0
    if kind == KIND.play:
        see_island_played(state, player)
    elif kind == KIND.monster:
        see_monster_played(state, player)


@rule
def see_island_played(state: Record, player: int) -> None:
    """An island leaves the hand: it was one of the cards beside monsters and the Start [9]."""
    size = int(state.hand_sizes[player])
    part = 1.0 / size
    for where in range(places_known(state)):
        others = size - int(where == IN_HAND)
        for monsters in range(most_monsters(state) + 1):
            state.ways[player, where, monsters] *= max(others - monsters, 0) * part


@rule
def see_monster_played(state: Record, player: int) -> None:
    """A monster leaves the hand: there was one at least [23]."""
    most = most_monsters(state)
    for where in PLACES_OF_A_START:
        for monsters in range(most):
            state.ways[player, where, monsters] = state.ways[player, where, monsters + 1]
        state.ways[player, where, most] = 0.0


@rule
def see_discards(state: Record, player: int, count: int) -> None:
    """A set of cards was discarded face down: any that may be, each as likely [10, 11]."""
    if not state.is_start_played or count == 0:
        # neither a monster nor a Start was among them
        return
    size, ways = int(state.hand_sizes[player]) + count, state.ways[player]
    for monsters in range(min(most_monsters(state), size - 1) + 1):
        if ways[IN_HAND, monsters] > 0.0:
            share = min(count / (size - monsters), 1.0)
            ways[IN_DISCARDS, monsters] += ways[IN_HAND, monsters] * share
            ways[IN_HAND, monsters] *= 1.0 - share


@rule
def see_discardable(state: Record, player: int, fewest: int, most: int) -> None:
    """All learn between which bounds the number of cards is that may be discarded [14, R2]."""
    for where in range(places_known(state)):
        all_of_hand = discardable(state, player, where, 0)
        for monsters in range(min(all_of_hand - most, most_monsters(state) + 1)):
            state.ways[player, where, monsters] = 0.0
        for monsters in range(max(all_of_hand - fewest + 1, 0), most_monsters(state) + 1):
            state.ways[player, where, monsters] = 0.0


@rule
def see_holders(state: Record) -> None:
    """All learn who holds a monster [24]."""
    for player in range(state.num_players):
        is_held = hands.holds(state, player, cards.MONSTER)
        for where in PLACES_OF_A_START:
            for monsters in range(most_monsters(state) + 1):
                if is_held != (monsters > 0):
                    state.ways[player, where, monsters] = 0.0

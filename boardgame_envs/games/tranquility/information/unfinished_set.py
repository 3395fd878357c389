"""A set of cards that is being discarded, of which only some are named yet [R1].

Any set is as likely, and is named in the hand's order: what lies face down by now is the lowest
part of it. So the cards named are dealt as cards of the hand, and then named again.
"""

from __future__ import annotations

from boardgame_envs.core.chance import random_below
from boardgame_envs.core.compiled import Record, rule
from boardgame_envs.games.tranquility.information import evidence
from boardgame_envs.games.tranquility.turn import discards, hands


@rule
def count_named(state: Record, seat: int, player: int) -> int:
    """Return how many cards of an unfinished set a player has named, as far as that is hidden."""
    return 0 if player == seat else evidence.cards_named(state, player)


@rule
def name_again(state: Record, player: int) -> None:
    """Choose a set out of the hand, with as many cards as are due, and discard its first cards.

    The hand still has the cards that have been named, but for its size.
    """
    to_name, due, slot = int(state.named), int(state.named) + int(state.owed), 0
    state.hand_sizes[player] += to_name
    left = discards.count_discardable(state, player)
    while to_name > 0 and left > 0:
        card = int(state.hands[player, slot])
        if discards.is_discardable(state, card):
            if random_below(state, left) < due:
                hands.remove_slot(state, player, slot)
                state.discards[player, card] += 1
                # of equal cards the first one is named
                state.first_slot = hands.find_first_from(state, player, card)
                to_name, due, slot = to_name - 1, due - 1, slot - 1
            left -= 1
        slot += 1

"""What the opponent in a duel knows of a player's cards [19, 44].

``sight[player, number]`` says what has been seen of a card. A card that was in the hand and may
have been discarded since is not among the cards discarded before it came: ``seen_after`` counts
these, as far as they are hidden.
"""

from __future__ import annotations

from enum import IntEnum

from boardgame_envs.core.compiled import Record, rule
from boardgame_envs.games.tranquility import cards


class Seen(IntEnum):
    """What the opponent knows of a card."""

    UNKNOWN = 0  # nothing
    IN_HAND = 1  # it is in the hand
    PERHAPS = 2  # it was there, and may have been discarded since
    DISCARDED = 3  # it was discarded


@rule
def see(state: Record, seat: int, number: int, seen: Seen) -> None:
    """Something is known of a card, and nothing of when it was discarded [19]."""
    state.sight[seat, number] = seen
    state.seen_after[seat, number] = 0


@rule
def see_in_hand(state: Record, seat: int, number: int) -> None:
    """A card comes into a hand, or is shown there, for the opponent to see [19, 43, 44]."""
    see(state, seat, number, Seen.IN_HAND)
    state.has_passed[seat] = False


@rule
def count_hidden_discards(state: Record, seat: int) -> int:
    """Count the discards of a player that the opponent has not seen [19]."""
    count = int(state.discard_sizes[seat])
    for number in range(1, cards.ISLANDS + 1):
        count -= int(state.sight[seat, number] == Seen.DISCARDED)
    return count


@rule
def lose_sight(state: Record, seat: int) -> None:
    """A card was discarded face down: any that was known in the hand may be the one [19, R7]."""
    before = count_hidden_discards(state, seat) - 1
    for number in range(1, cards.ISLANDS + 1):
        if state.sight[seat, number] == Seen.IN_HAND:
            state.sight[seat, number] = Seen.PERHAPS
            state.seen_after[seat, number] = before


@rule
def see_whole_hand(state: Record, seat: int) -> None:
    """A hand is shown: what may have been in it and is not was discarded [44, R7]."""
    for number in range(1, cards.ISLANDS + 1):
        if state.sight[seat, number] == Seen.PERHAPS:
            see(state, seat, number, Seen.DISCARDED)
    for slot in range(state.hand_sizes[seat]):
        see_in_hand(state, seat, int(state.hands[seat, slot]))


@rule
def see_discarded(state: Record, seat: int, number: int) -> None:
    """A card that was shown is discarded [44]."""
    see(state, seat, number, Seen.DISCARDED)


@rule
def see_played(state: Record, seat: int, number: int) -> None:
    """A card that is placed is in no hand any more [9]."""
    see(state, seat, number, Seen.UNKNOWN)


@rule
def see_pass(state: Record, seat: int) -> None:
    """A player with one card passes: it cannot be placed, now or later [45]."""
    state.has_passed[seat] = True

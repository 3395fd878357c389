"""How rounds and matches end: tears, the next starter, the winners, returns [3, 17, 19-21]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.game import Stakes
from boardgame_envs.core.seats import NOBODY, seat_after
from boardgame_envs.games.noah.cards import DECK_TEARS, SPARE_BOATS
from boardgame_envs.games.noah.hands import tears_in_hand

# --- a round ends ---


@rule
def is_round_over(state: Record) -> bool:
    """A hand is empty, or there was no boat to replace the one that left [17]."""
    for seat in range(state.num_players):
        if state.hand_sizes[seat] == 0:
            return True
    return bool(state.departures > SPARE_BOATS)


@rule
def add_tears(state: Record) -> None:
    """Each player adds the tears on the cards in hand [19]."""
    for seat in range(state.num_players):
        state.tears[seat] += tears_in_hand(state, seat)


@rule
def next_starter(state: Record) -> int:
    """Return who has most tears, the first one clockwise from the last starter [3, R1]."""
    starter = int(state.starter)
    for steps in range(1, state.num_players):
        seat = seat_after(state, int(state.starter), steps)
        if state.tears[seat] > state.tears[starter]:
            starter = seat
    return starter


# --- a match ends ---


@rule
def is_match_over(state: Record) -> bool:
    """The match has a number of rounds [20, V2], or goes on to a number of tears [V1]."""
    if state.play_to == 0:
        return bool(state.rounds_played >= state.rounds)
    for seat in range(state.num_players):
        if state.tears[seat] >= state.play_to:
            return True
    return False


@rule
def is_truncated(state: Record) -> bool:
    """A round with too many turns was cut short [R6]."""
    return bool(state.is_cut_short)


@rule
def fewest_tears(state: Record) -> int:
    """Return the fewest tears that anybody has [20]."""
    fewest = int(state.tears[0])
    for seat in range(1, state.num_players):
        fewest = min(fewest, int(state.tears[seat]))
    return fewest


# --- returns ---


@rule
def write_returns(state: Record, returns: Buffer) -> None:
    """Write the tears fewer than the others' [V3], or who has won the match [21]."""
    if state.reward_points:
        write_points(state, returns)
    elif state.seat == NOBODY and not state.is_cut_short:
        write_outcome_returns(state, returns)
    else:
        returns[:] = 0.0


@rule
def write_points(state: Record, returns: Buffer) -> None:
    """The mean of all players' tears less one's own [V3]."""
    total = 0.0
    for seat in range(state.num_players):
        total += float(state.tears[seat])
    for seat in range(state.num_players):
        returns[seat] = total / float(state.num_players) - float(state.tears[seat])


@rule
def write_outcome_returns(state: Record, returns: Buffer) -> None:
    """The winners share +1 and the others -1; 0 if all are equal [20, 21, R3]."""
    fewest, winners = fewest_tears(state), 0
    for seat in range(state.num_players):
        winners += int(state.tears[seat] == fewest)
    losers = int(state.num_players) - winners
    for seat in range(state.num_players):
        if losers == 0:
            returns[seat] = 0.0
        elif state.tears[seat] == fewest:
            returns[seat] = 1.0 / winners
        else:
            returns[seat] = -1.0 / losers


def longest(num_players: int, options: Mapping[str, Any]) -> int | None:
    """A turn is loading, two decisions for a lion, and moving Noah; then there are gifts [4-16].

    A round may bring nobody a tear, so nothing bounds a match to a number of tears [V1].
    """
    if options["play_to"] is not None:
        return None
    gifts = sum(range(1, SPARE_BOATS + 2))
    return int(options["rounds"]) * (4 * int(options["max_turns"]) + gifts)


def stakes(num_players: int, options: Mapping[str, Any]) -> Stakes:
    """All returns come to nothing: the match [21], or tears less than the others' [V3]."""
    if options["reward"] == "outcome":
        return Stakes("zero", -1.0, 1.0)
    # nobody gets more in a round than there are in the deck [19]
    played_to = options["play_to"]
    most = DECK_TEARS * options["rounds"] if played_to is None else played_to + DECK_TEARS
    return Stakes("zero", -float(most), float(most))

"""What the players earn [46, 47]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.game import Stakes
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.modes import duel
from boardgame_envs.games.tranquility.state import MAX_CELLS, Mode, Outcome, Reward


@rule
def is_truncated(state: Record) -> bool:
    """No game is cut short: every turn uses up cards [17]."""
    return False


@rule
def write_returns(state: Record, returns: Buffer) -> None:
    """All win or lose together [47]; the duel has a winner [46]."""
    if state.mode == Mode.DUEL:
        write_duel_returns(state, returns)
        return
    value = 0.0
    if state.reward == Reward.PROGRESS:
        value += float(state.num_filled) / float(state.num_cells)
    if state.outcome == Outcome.WON:
        value += 1.0
    elif state.outcome == Outcome.LOST:
        value -= 1.0
    for seat in range(state.num_players):
        returns[seat] = value


@rule
def write_duel_returns(state: Record, returns: Buffer) -> None:
    """At the end who is ahead wins, or points are counted [46, V4]."""
    for seat in range(state.num_players):
        returns[seat] = 0.0
        if state.outcome != Outcome.RUNNING:
            lead = duel.lead_of(state, seat)
            if state.reward == Reward.POINTS:
                returns[seat] = duel.points_of(state, seat) - duel.points_of(state, 1 - seat)
            else:
                returns[seat] = int(lead > 0) - int(lead < 0)


def longest(num_players: int, options: Mapping[str, Any]) -> int:
    """Every action of a turn takes a card or more out of a hand, for good [8-10, 23, 32, 39].

    Beside these there are, in each turn, the reef, or new cards that are asked for and refused
    [21, 44]; further the Start with what is said and discarded unseen, and storms and compasses.
    """
    in_hands = cards.ISLANDS + cards.STARTS + cards.FINISHES + cards.MOST_MONSTERS
    said = num_players * (int(options["talk_rounds"]) + 1)
    unseen, finish, explored = num_players, 1, cards.MOST_MONSTERS + cards.REEFS
    storms = 2 * cards.STORMS + cards.COMPASSES
    return 3 * in_hands + said + unseen + finish + explored + storms


def stakes(num_players: int, options: Mapping[str, Any]) -> Stakes:
    """A team earns alike [47]; in a duel what one earns the other loses [46, V4]."""
    if options["mode"] != "duel":
        most = 2.0 if options["reward"] == "progress" else 1.0
        return Stakes("common", -1.0, most)
    if options["reward"] == "outcome":
        return Stakes("zero", -1.0, 1.0)
    # every cell filled in one run, and all other cards discarded by the opponent
    most = float((duel.CARD_POINTS + 1) * MAX_CELLS + cards.ISLANDS)
    return Stakes("zero", -most, most)

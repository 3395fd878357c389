"""What a network thinks of each decision of a game: odds of the actions, and the value."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from boardgame_envs.agents.network_agent import NetworkAgent
from boardgame_envs.core.table import Moment, Table
from boardgame_envs.replays.stills import table_before

MOST_ODDS = 6  # that are shown of a decision
LEAST_ODDS = 0.005  # what is less likely is not shown, unless it was chosen


class Advice(NamedTuple):
    """What a network thinks of one decision."""

    odds: list[tuple[str, float]]  # the likeliest actions, and the one that was chosen
    expects: float  # what the seat will have earned at the end


def advice_of(table: Table, decisions: list[Moment], agent: NetworkAgent) -> list[Advice]:
    """Return what a network thinks of each decision, from what the seat saw then."""
    if not decisions:
        return []
    tables = [table_before(table, moment) for moment in decisions]
    observation = np.stack([one.observation for one in tables])
    mask = np.stack([one.mask for one in tables])
    odds, value = agent.probabilities(observation, mask), agent.value(observation, mask)
    return [
        Advice(named_odds(table, moment, row), one.returns[moment.seat] + float(value[number]))
        for number, (one, moment, row) in enumerate(zip(tables, decisions, odds, strict=True))
    ]


def named_odds(table: Table, moment: Moment, odds: Any) -> list[tuple[str, float]]:
    """Return the likeliest actions by name, and the one that was chosen."""
    likeliest = [int(action) for action in np.argsort(-odds, kind="stable")[:MOST_ODDS]]
    shown = [action for action in likeliest if odds[action] >= LEAST_ODDS]
    if moment.action not in shown:
        shown.append(moment.action)
    name = table.game.actions.name
    return [(name(moment.state, action), round(float(odds[action]), 3)) for action in shown]

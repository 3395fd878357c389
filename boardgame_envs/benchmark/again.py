"""Figures of a file, played again in part: the first deals of each must come out the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from boardgame_envs.agents.agent import Agent
from boardgame_envs.benchmark.catalogue import find_opponents
from boardgame_envs.benchmark.measuring import measure
from boardgame_envs.benchmark.suite import Suite


class Played(NamedTuple):
    """A figure whose first deals were played again: what the file says, and what came out."""

    setting: str
    players: int
    opponent: str
    said: float
    found: float


def play_again(agent: Agent, suite: Suite, content: Mapping[str, Any]) -> Iterator[Played]:
    """Play the first deals of every figure again."""
    for figure in content["figures"]:
        setting, players, sample = figure["setting"], int(figure["players"]), figure["sample"]
        opponents = find_opponents(suite.game, [figure["opponent"]["name"]])
        (again,) = measure(
            *(agent, suite, opponents, [setting], [players], int(sample["deals"])), mixed=False
        )
        yield Played(setting, players, opponents[0].name, float(sample["mean"]), again.sample)

"""What the evaluations of a learner share.

The yardsticks are *anchors*, agents that never change, and the learner's own past.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from boardgame_envs.agents import make_agent
from boardgame_envs.agents.agent import ManyTablesAgent
from boardgame_envs.core.game import Game
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from boardgame_envs.learning.run.config import RunConfig

TEAM = "team"
EVALUATION_SEED = 1
# an exported agent was the best of many on the deals of the evaluations, so it gets new ones
RATING_SEED = 2
# those on which the least exploited checkpoint is chosen
EXPLOITER_SEED = 3

# means with the half-widths of their 95 % intervals, by what they are of
Figures = dict[str, tuple[float, float]]


class FrozenLearner(ManyTablesAgent, Protocol):
    """A learner as it is at one moment, as an agent."""

    def get_weights(self) -> Any:
        """Return what another run can make the same agent from."""


# makes a learner from its weights
Revive = Callable[[Any], FrozenLearner]


class LearnerEvaluation(Protocol):
    """Measures a learner while it trains."""

    has_new_best: bool
    latest: Figures

    def measure(self, learner: FrozenLearner, may_be_best: bool = True) -> dict[str, Figures]:
        """Return figures by kind (``win_rate`` among them), and note whether it is the best."""

    def forget_best(self) -> None:
        """Look for the best learner anew."""

    def rate(self, agent_file: Path) -> dict[str, Any]:
        """Return the ratings of an exported agent."""

    def get_state(self) -> Any:
        """Return what a resumed run needs."""

    def set_state(self, state: Any, latest: Figures, revive: Revive) -> None:
        """Go on from what ``get_state`` returned."""


def named_tables(config: RunConfig) -> list[tuple[Table, str]]:
    """Return a table for each setting that games of a run may have, and its name."""
    game, tables = load_game(config.game), {}
    for setting, name in zip(config.settings, config.setting_names, strict=True):
        table = Table(game, **setting)
        tables[table.template.tobytes()] = table, name
    return list(tables.values())


def make_anchors(config: RunConfig, game: Game) -> dict[str, Any]:
    """Return the agents that never change, by name."""
    return {name: make_agent(name, game) for name in config.evaluation.anchors}


def figures_in_words(results: dict[str, Figures]) -> dict[str, str]:
    """Return the win rates of an evaluation, and the team's score, as a line tells them."""
    rates, scores = results["win_rate"], results.get("score", {})
    told = {name: f"{rate:.3f}±{width:.3f}" for name, (rate, width) in rates.items()}
    if TEAM in scores:
        told["score"] = "{:.1f}±{:.1f}".format(*scores[TEAM])
    return told

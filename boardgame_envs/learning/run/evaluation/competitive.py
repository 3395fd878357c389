"""Each for itself: the learner against anchors and against its best predecessor."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents import make_agent
from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.duplicate import play_lineups
from boardgame_envs.evaluation.estimates import Estimate, estimate_share
from boardgame_envs.games import load_game
from boardgame_envs.learning.run.config import RunConfig
from boardgame_envs.learning.run.evaluation.learner_evaluation import (
    EVALUATION_SEED,
    Figures,
    FrozenLearner,
    Revive,
    make_anchors,
    named_tables,
)
from boardgame_envs.learning.run.variants import name_settings
from boardgame_envs.matches.lineups import alone_lineups, deal_seeds

PREVIOUS_BEST = "previous best"


class CompetitiveEvaluation:
    """Win rates against agents that never change, and against the best learner so far.

    They are measured with the options of the run, or at each of its settings: then the deals are
    divided among these, and the best learner is the one with the best mean.
    """

    def __init__(self, config: RunConfig) -> None:
        self.config = config
        named = choose_tables(config)
        self.tables = [table for table, _ in named]
        self.settings = name_settings(self.tables, [name for _, name in named])
        self.anchors = make_anchors(config, self.tables[0].game)
        self.best: FrozenLearner | None = None
        self.has_new_best = False
        self.latest: Figures = {}

    @property
    def table(self) -> Table:
        """The table that is measured, or the first of them."""
        return self.tables[0]

    def measure(self, learner: FrozenLearner, may_be_best: bool = True) -> dict[str, Figures]:
        """Return win rates by duplicate play against the anchors and the best predecessor."""
        others: dict[str, Any] = dict(self.anchors)
        if self.best is not None:
            others[PREVIOUS_BEST] = self.best
        samples = {name: self.shares_of(learner, other) for name, other in others.items()}
        results = {name: in_figures(np.concatenate(shares)) for name, shares in samples.items()}
        is_better = self.best is None or self.is_above_par(samples[PREVIOUS_BEST])
        self.has_new_best = may_be_best and is_better
        if self.has_new_best:
            self.best = learner
        self.latest = results
        figures = {"win_rate": results}
        if len(self.tables) > 1:
            figures["win_rate_by_setting"] = {
                f"{setting} against {name}": in_figures(shares)
                for name, by_setting in samples.items()
                for setting, shares in zip(self.settings, by_setting, strict=True)
            }
        return figures

    def forget_best(self) -> None:
        """Look for the best learner anew."""
        self.best = None

    def is_above_par(self, samples: list[NDArray[np.float64]]) -> bool:
        """Tell whether shares in the win are above an equal one, in the mean over the settings."""
        pairs = zip(samples, self.tables, strict=True)
        return float(np.mean([shares.mean() * table.num_players for shares, table in pairs])) > 1.0

    def win_rate(self, agent: Any, other: Any) -> Estimate:
        """Return the win share of an agent as the only one among others, over the same deals."""
        return estimate_share(np.concatenate(self.shares_of(agent, other)))

    def shares_of(self, agent: Any, other: Any) -> list[NDArray[np.float64]]:
        """Return an agent's share in the win of each deal, as the only one among others."""
        count = len(self.tables)
        deals = self.config.evaluation.deals
        if count > 1:
            deals = max(2, deals // count) * count
        samples = []
        for number, table in enumerate(self.tables):
            lineups = alone_lineups(0, 1, table.num_players)
            seeds = deal_seeds(EVALUATION_SEED, deals)[number::count]
            results = play_lineups(table, [agent, other], lineups, seeds)
            samples.append(results.per_deal(results.shares(), 0, lineups))
        return samples

    def rate(self, agent_file: Path) -> dict[str, Any]:
        """Return the win rates of an exported agent against the anchors."""
        agent, ratings = make_agent(str(agent_file), self.table.game), {}
        for name, other in self.anchors.items():
            result = self.win_rate(agent, other)
            ratings[Path(name).name] = {"win_rate": result.mean, "half_width": result.half_width}
        return ratings

    def get_state(self) -> Any:
        """Return what a resumed run needs."""
        return None if self.best is None else self.best.get_weights()

    def set_state(self, state: Any, latest: Figures, revive: Revive) -> None:
        """Go on from what ``get_state`` returned."""
        self.latest = latest
        if state is not None:
            self.best = revive(state)


def choose_tables(config: RunConfig) -> list[tuple[Table, str]]:
    """Return a table for each setting that is measured, and its name."""
    if config.evaluation.every_setting:
        return named_tables(config)
    table = Table(load_game(config.game), **config.options)
    # the options alone may be a cooperative setting, which no game of this run has
    return named_tables(config)[:1] if table.is_cooperative else [(table, "")]


def in_figures(shares: NDArray[np.float64]) -> tuple[float, float]:
    """Return the mean of shares in wins, and the half-width of its interval."""
    result = estimate_share(shares)
    return result.mean, result.half_width

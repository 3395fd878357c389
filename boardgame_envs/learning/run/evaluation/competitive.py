"""Each for itself: the learner against anchors and against its best predecessor."""

from __future__ import annotations

from pathlib import Path
from typing import Any

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
    distinct_tables,
    make_anchors,
)
from boardgame_envs.matches.lineups import alone_lineups, deal_seeds

PREVIOUS_BEST = "previous best"


class CompetitiveEvaluation:
    """Win rates against agents that never change, and against the best learner so far."""

    def __init__(self, config: RunConfig) -> None:
        self.config = config
        self.table = Table(load_game(config.game), **config.options)
        if self.table.is_cooperative:
            # the options alone are a setting that no game of this run has
            self.table = distinct_tables(config)[0]
        self.anchors = make_anchors(config, self.table.game)
        self.best: FrozenLearner | None = None
        self.has_new_best = False
        self.latest: Figures = {}

    def measure(self, learner: FrozenLearner, may_be_best: bool = True) -> dict[str, Figures]:
        """Return win rates by duplicate play against the anchors and the best predecessor."""
        others: dict[str, Any] = dict(self.anchors)
        if self.best is not None:
            others[PREVIOUS_BEST] = self.best
        results = {}
        for name, other in others.items():
            result = self.win_rate(learner, other)
            results[name] = (result.mean, result.half_width)
        as_good = 1.0 / self.table.num_players
        is_better = self.best is None or results[PREVIOUS_BEST][0] > as_good
        self.has_new_best = may_be_best and is_better
        if self.has_new_best:
            self.best = learner
        self.latest = results
        return {"win_rate": results}

    def forget_best(self) -> None:
        """Look for the best learner anew."""
        self.best = None

    def win_rate(self, agent: Any, other: Any) -> Estimate:
        """Return the win share of an agent as the only one among others, over the same deals."""
        lineups = alone_lineups(0, 1, self.table.num_players)
        deals = deal_seeds(EVALUATION_SEED, self.config.evaluation.deals)
        results = play_lineups(self.table, [agent, other], lineups, deals)
        return estimate_share(results.per_deal(results.shares(), 0, lineups))

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

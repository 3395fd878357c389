"""Fixed points that a learner is measured against: in self-play, rewards say nothing."""

from __future__ import annotations

from typing import Any

from boardgame_envs.agents import make_agent
from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.duplicate import (
    Estimate,
    alone_lineups,
    deal_seeds,
    estimate,
    play_lineups,
)
from boardgame_envs.games import load_game
from training.config import TrainingConfig
from training.opponents import PastSelf

PREVIOUS_BEST = "previous best"
EVALUATION_SEED = 1


class Anchors:
    """Agents that never change, and the best policy so far."""

    def __init__(self, config: TrainingConfig) -> None:
        self.config = config
        self.table = Table(load_game(config.game), **config.options)
        self.fixed = {name: make_agent(name, self.table.game) for name in config.evaluation.anchors}
        self.best: PastSelf | None = None
        self.has_new_best = False
        self.latest: dict[str, tuple[float, float]] = {}

    def measure(self, policy: Any) -> dict[str, tuple[float, float]]:
        """Return win rates with the half-widths of their 95 % intervals, by duplicate play."""
        learner = PastSelf(policy)
        others: dict[str, Any] = dict(self.fixed)
        if self.best is not None:
            others[PREVIOUS_BEST] = self.best
        results = {}
        for name, other in others.items():
            result = self.win_rate(learner, other)
            results[name] = (result.mean, result.half_width)
        as_good = 1.0 / self.table.num_players
        self.has_new_best = self.best is None or results[PREVIOUS_BEST][0] > as_good
        if self.has_new_best:
            self.best = learner
        self.latest = results
        return results

    def win_rate(self, agent: Any, other: Any) -> Estimate:
        """Return the win share of an agent as the only one among others, over the same deals."""
        lineups = alone_lineups(0, 1, self.table.num_players)
        deals = deal_seeds(EVALUATION_SEED, self.config.evaluation.deals)
        results = play_lineups(self.table, [agent, other], lineups, deals)
        return estimate(results.per_deal(results.shares(), 0, lineups))

    def get_state(self) -> Any:
        """Return what a resumed run needs."""
        return None if self.best is None else self.best.policy.state_dict()

    def set_state(self, state: Any, latest: dict[str, tuple[float, float]], policy: Any) -> None:
        """Go on from what ``get_state`` returned."""
        self.latest = latest
        if state is not None:
            self.best = PastSelf(policy)
            self.best.policy.load_state_dict(state)

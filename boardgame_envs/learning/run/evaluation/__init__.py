"""How a learner is measured while it trains: in self-play, rewards say nothing."""

from __future__ import annotations

from boardgame_envs.learning.run.config import RunConfig
from boardgame_envs.learning.run.evaluation.competitive import CompetitiveEvaluation
from boardgame_envs.learning.run.evaluation.learner_evaluation import (
    LearnerEvaluation,
    named_tables,
)
from boardgame_envs.learning.run.evaluation.teams import TeamEvaluation


def make_evaluation(config: RunConfig) -> LearnerEvaluation:
    """Return how the learner of a run is measured: as a team, if any of its games has teams."""
    teams = [(table, name) for table, name in named_tables(config) if table.is_cooperative]
    if not teams:
        return CompetitiveEvaluation(config)
    return TeamEvaluation(config, [table for table, _ in teams], [name for _, name in teams])

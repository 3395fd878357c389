"""All together: teams of the learner, of anchors, and of one learner among anchors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from boardgame_envs.agents import make_agent
from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.cross_play import team_lineups
from boardgame_envs.evaluation.duplicate import TeamSamples, play_lineups
from boardgame_envs.evaluation.tournament import unique_labels
from boardgame_envs.learning.run.config import RunConfig
from boardgame_envs.learning.run.evaluation.learner_evaluation import (
    EVALUATION_SEED,
    RATING_SEED,
    TEAM,
    Figures,
    FrozenLearner,
    Revive,
    make_anchors,
)
from boardgame_envs.learning.run.variants import name_settings
from boardgame_envs.matches.lineups import deal_seeds

# settings that get all deals of an evaluation each when an exported agent is rated; more share them
MOST_RATED = 5


class TeamEvaluation:
    """Win rates and scores of whole teams, and of the learner as the only one in a team.

    The deals of an evaluation are divided among the settings that the games of the run have.
    """

    def __init__(self, config: RunConfig, tables: list[Table], names: list[str]) -> None:
        self.config, self.tables = config, tables
        self.settings = name_settings(tables, names)
        self.anchors = make_anchors(config, tables[0].game)
        self.best: tuple[float, float] | None = None
        self.has_new_best = False
        self.latest: Figures = {}

    def measure(self, learner: FrozenLearner, may_be_best: bool = True) -> dict[str, Figures]:
        """Return win rates and scores of the teams, over all settings and for each."""
        deals = max(2, self.config.evaluation.deals // len(self.tables))
        by_setting = self.play(learner, deals, EVALUATION_SEED)
        overall = pool(by_setting)
        own = overall[TEAM]
        reached = (own.win_rate.mean, own.score.mean)
        self.has_new_best = may_be_best and (self.best is None or reached > self.best)
        if self.has_new_best:
            self.best = reached
        figures = in_figures(overall)
        if len(self.tables) > 1:
            teams = [samples[TEAM] for samples in by_setting]
            named = in_figures(dict(zip(self.settings, teams, strict=True)))
            figures |= {f"{kind}_by_setting": values for kind, values in named.items()}
        self.latest = figures["win_rate"]
        return figures

    def forget_best(self) -> None:
        """Look for the best learner anew."""
        self.best = None

    def play(self, learner: Any, deals: int, seed: int) -> list[dict[str, TeamSamples]]:
        """Return how the teams did at each table, by name."""
        agents = [learner, *self.anchors.values()]
        results = []
        for number, table in enumerate(self.tables):
            teams = self.name_teams(table.num_players)
            lineups = [lineup for several in teams.values() for lineup in several]
            seeds = deal_seeds(seed, deals * len(self.tables))[number :: len(self.tables)]
            played = play_lineups(table, agents, lineups, seeds)
            results.append({name: played.of_teams(several) for name, several in teams.items()})
        return results

    def name_teams(self, num_players: int) -> dict[str, list[tuple[int, ...]]]:
        """Return the lineups of each team; the learner is agent 0, the anchors follow."""
        teams = {TEAM: team_lineups(0, 0, num_players)}
        names = unique_labels([Path(name).name for name in self.anchors])
        for number, name in enumerate(names, start=1):
            teams[f"{name} team"] = team_lineups(number, number, num_players)
            if num_players > 1:
                teams[f"one among {name}"] = team_lineups(0, number, num_players)
        return teams

    def rate(self, agent_file: Path) -> dict[str, Any]:
        """Return the win rates and scores of an exported agent, on deals of their own."""
        agent = make_agent(str(agent_file), self.tables[0].game)
        most = self.config.evaluation.deals
        deals = max(2, min(most, most * MOST_RATED // len(self.tables)))
        by_setting = self.play(agent, deals, RATING_SEED)
        ratings = {name: in_ratings(team) for name, team in pool(by_setting).items()}
        if len(self.tables) > 1:
            for setting, samples in zip(self.settings, by_setting, strict=True):
                ratings[f"{TEAM}, {setting}"] = in_ratings(samples[TEAM])
        return ratings

    def get_state(self) -> Any:
        """Return what a resumed run needs."""
        return self.best

    def set_state(self, state: Any, latest: Figures, revive: Revive) -> None:
        """Go on from what ``get_state`` returned."""
        self.best, self.latest = state, latest


def pool(by_setting: list[dict[str, TeamSamples]]) -> dict[str, TeamSamples]:
    """Return the samples of each team from all settings that have it.

    Settings have the same number of deals, so each counts the same.
    """
    names = dict.fromkeys(name for samples in by_setting for name in samples)
    pooled = {}
    for name in names:
        parts = [samples[name] for samples in by_setting if name in samples]
        pooled[name] = TeamSamples(
            np.concatenate([part.wins for part in parts]),
            np.concatenate([part.scores for part in parts]),
            # with as many games as every deal has, no interval is too narrow
            min(part.games_a_deal for part in parts),
        )
    return pooled


def in_figures(teams: dict[str, TeamSamples]) -> dict[str, Figures]:
    """Return the win rates and scores of teams."""
    rates = {name: team.win_rate for name, team in teams.items()}
    scores = {name: team.score for name, team in teams.items()}
    return {
        "win_rate": {name: (rate.mean, rate.half_width) for name, rate in rates.items()},
        "score": {name: (score.mean, score.half_width) for name, score in scores.items()},
    }


def in_ratings(team: TeamSamples) -> dict[str, float]:
    """Return the figures of a team as an exported agent's card has them."""
    rate, score = team.win_rate, team.score
    return {
        "win_rate": rate.mean,
        "half_width": rate.half_width,
        "score": score.mean,
        "score_half_width": score.half_width,
    }

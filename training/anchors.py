"""Fixed points that a learner is measured against: in self-play, rewards say nothing.

Where all win or lose together, the learner's own team is measured, beside those of the anchors,
and the learner as the only one among anchors.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

import numpy as np

from boardgame_envs.agents import make_agent
from boardgame_envs.core.game import Game
from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.cross_play import team_lineups
from boardgame_envs.evaluation.duplicate import TeamSamples, play_lineups
from boardgame_envs.evaluation.estimates import Estimate, estimate
from boardgame_envs.evaluation.tournament import unique_labels
from boardgame_envs.games import load_game
from boardgame_envs.matches.lineups import alone_lineups, deal_seeds
from training.config import TrainingConfig
from training.opponents import PastSelf

PREVIOUS_BEST = "previous best"
TEAM = "team"
EVALUATION_SEED = 1
# an exported agent was the best of many on the deals of the evaluations, so it gets new ones
RATING_SEED = 2

# means with the half-widths of their 95 % intervals, by what they are of
Figures = dict[str, tuple[float, float]]


class Watchers(Protocol):
    """Measures a learner while it trains."""

    has_new_best: bool
    latest: Figures

    def measure(self, policy: Any) -> dict[str, Figures]:
        """Return figures by kind (``win_rate`` among them), and note whether it is the best."""

    def rate(self, agent_file: Path) -> dict[str, Any]:
        """Return the ratings of an exported agent."""

    def get_state(self) -> Any:
        """Return what a resumed run needs."""

    def set_state(self, state: Any, latest: Figures, policy: Any) -> None:
        """Go on from what ``get_state`` returned."""


def make_anchors(config: TrainingConfig) -> Watchers:
    """Return who measures the learner of a run: teams, if any of its games has them."""
    teams = [table for table in distinct_tables(config) if table.is_cooperative]
    return TeamAnchors(config, teams) if teams else Anchors(config)


def distinct_tables(config: TrainingConfig) -> list[Table]:
    """Return a table for each setting that games of a run may have."""
    game, tables = load_game(config.game), {}
    for variant in config.variants or [{}]:
        table = Table(game, **{**config.options, **variant})
        tables[table.template.tobytes()] = table
    return list(tables.values())


def figures_in_words(results: dict[str, Figures]) -> dict[str, str]:
    """Return the win rates of an evaluation, and the team's score, as a line tells them."""
    rates, scores = results["win_rate"], results.get("score", {})
    told = {name: f"{rate:.3f}±{width:.3f}" for name, (rate, width) in rates.items()}
    if TEAM in scores:
        told["score"] = "{:.1f}±{:.1f}".format(*scores[TEAM])
    return told


def fixed_agents(config: TrainingConfig, game: Game) -> dict[str, Any]:
    """Return the agents that never change, by name."""
    return {name: make_agent(name, game) for name in config.evaluation.anchors}


# --- each for itself ---


class Anchors:
    """Agents that never change, and the best policy so far."""

    def __init__(self, config: TrainingConfig) -> None:
        self.config = config
        self.table = Table(load_game(config.game), **config.options)
        if self.table.is_cooperative:
            # the options alone are a setting that no game of this run has
            self.table = distinct_tables(config)[0]
        self.fixed = fixed_agents(config, self.table.game)
        self.best: PastSelf | None = None
        self.has_new_best = False
        self.latest: Figures = {}

    def measure(self, policy: Any) -> dict[str, Figures]:
        """Return win rates by duplicate play against the anchors and the best predecessor."""
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
        return {"win_rate": results}

    def win_rate(self, agent: Any, other: Any) -> Estimate:
        """Return the win share of an agent as the only one among others, over the same deals."""
        lineups = alone_lineups(0, 1, self.table.num_players)
        deals = deal_seeds(EVALUATION_SEED, self.config.evaluation.deals)
        results = play_lineups(self.table, [agent, other], lineups, deals)
        return estimate(results.per_deal(results.shares(), 0, lineups))

    def rate(self, agent_file: Path) -> dict[str, Any]:
        """Return the win rates of an exported agent against the anchors."""
        agent, ratings = make_agent(str(agent_file), self.table.game), {}
        for name, other in self.fixed.items():
            result = self.win_rate(agent, other)
            ratings[Path(name).name] = {"win_rate": result.mean, "half_width": result.half_width}
        return ratings

    def get_state(self) -> Any:
        """Return what a resumed run needs."""
        return None if self.best is None else self.best.policy.state_dict()

    def set_state(self, state: Any, latest: Figures, policy: Any) -> None:
        """Go on from what ``get_state`` returned."""
        self.latest = latest
        if state is not None:
            self.best = PastSelf(policy)
            self.best.policy.load_state_dict(state)


# --- all together ---


class TeamAnchors:
    """Teams of the learner, of agents that never change, and of one learner among these.

    The deals of an evaluation are divided among the settings that the games of the run have.
    """

    def __init__(self, config: TrainingConfig, tables: list[Table]) -> None:
        self.config, self.tables = config, tables
        self.settings = name_settings(tables)
        self.fixed = fixed_agents(config, tables[0].game)
        self.best: tuple[float, float] | None = None
        self.has_new_best = False
        self.latest: Figures = {}

    def measure(self, policy: Any) -> dict[str, Figures]:
        """Return win rates and scores of the teams, over all settings and for each."""
        deals = max(2, self.config.evaluation.deals // len(self.tables))
        by_setting = self.play(PastSelf(policy), deals, EVALUATION_SEED)
        overall = pool(by_setting)
        own = overall[TEAM]
        reached = (own.win_rate.mean, own.score.mean)
        self.has_new_best = self.best is None or reached > self.best
        if self.has_new_best:
            self.best = reached
        figures = in_figures(overall)
        if len(self.tables) > 1:
            teams = [samples[TEAM] for samples in by_setting]
            named = in_figures(dict(zip(self.settings, teams, strict=True)))
            figures |= {f"{kind}_by_setting": values for kind, values in named.items()}
        self.latest = figures["win_rate"]
        return figures

    def play(self, learner: Any, deals: int, seed: int) -> list[dict[str, TeamSamples]]:
        """Return how the teams did at each table, by name."""
        agents = [learner, *self.fixed.values()]
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
        names = unique_labels([Path(name).name for name in self.fixed])
        for number, name in enumerate(names, start=1):
            teams[f"{name} team"] = team_lineups(number, number, num_players)
            if num_players > 1:
                teams[f"one among {name}"] = team_lineups(0, number, num_players)
        return teams

    def rate(self, agent_file: Path) -> dict[str, Any]:
        """Return the win rates and scores of an exported agent, on deals of their own."""
        agent = make_agent(str(agent_file), self.tables[0].game)
        by_setting = self.play(agent, max(2, self.config.evaluation.deals), RATING_SEED)
        ratings = {name: in_ratings(team) for name, team in pool(by_setting).items()}
        if len(self.tables) > 1:
            for setting, samples in zip(self.settings, by_setting, strict=True):
                ratings[f"{TEAM}, {setting}"] = in_ratings(samples[TEAM])
        return ratings

    def get_state(self) -> Any:
        """Return what a resumed run needs."""
        return self.best

    def set_state(self, state: Any, latest: Figures, policy: Any) -> None:
        """Go on from what ``get_state`` returned."""
        self.best, self.latest = state, latest


def name_settings(tables: list[Table]) -> list[str]:
    """Return what tells tables apart: the number of players, and options that differ."""
    differing = [
        option.name
        for option in tables[0].game.options
        if any(table.options[option.name] != tables[0].options[option.name] for table in tables)
    ]
    names = []
    for table in tables:
        players = f"{table.num_players} player{'s' if table.num_players > 1 else ''}"
        chosen = (f"{name} {table.options[name]}" for name in differing)
        names.append(", ".join([players, *chosen]))
    return names


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

"""The row of an agent in a table of agents: strength, cross-play, best responses, time a move.

One row for each setting and number of players; a table in Markdown, to be submitted and compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from boardgame_envs.agents.agent import Agent, choose_at
from boardgame_envs.agents.best_response import BestResponse
from boardgame_envs.benchmark.measuring import ONE_AMONG_THEM, SHARE, TEAM, Figure
from boardgame_envs.benchmark.suite import Entry, Suite
from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.duplicate import Watch, unwatched
from boardgame_envs.evaluation.estimates import Estimate
from boardgame_envs.evaluation.exploiters import Exploited, measure_exploiter
from boardgame_envs.evaluation.report import rate_in_words
from boardgame_envs.matches.one_table import begin_game

# games in which moves are timed: the first ones of the suite
TIMED_GAMES = 2
SEARCHED, LEARNED = "searched best response", "learned best response"

# makes an agent that was trained for nothing but to beat the one that is measured
MakeResponse = Callable[[Table], Agent]


@dataclass(frozen=True)
class Row:
    """What is known of an agent in one setting, with a number of players."""

    setting: str
    players: int
    figures: tuple[Figure, ...]  # against each opponent
    milliseconds: float  # a move, at one table
    searched: Exploited | None = None
    learned: Exploited | None = None

    @property
    def strengths(self) -> dict[str, Estimate]:
        """How often the agent, or its team, wins against each opponent, or beside it."""
        kinds = (SHARE, TEAM)
        return {
            figure.opponent.name: figure.estimates[kind]
            for figure in self.figures
            for kind in kinds
            if kind in figure.estimates
        }

    @property
    def cross_play(self) -> dict[str, Estimate]:
        """How often teams win in which the agent has one seat among others."""
        return {
            figure.opponent.name: figure.estimates[ONE_AMONG_THEM]
            for figure in self.figures
            if ONE_AMONG_THEM in figure.estimates
        }

    def as_json(self) -> dict[str, Any]:
        """Return all that the figures do not say."""
        return {
            "setting": self.setting,
            "players": self.players,
            "milliseconds": round(self.milliseconds, 3),
            "searched": None if self.searched is None else self.searched.as_json(),
            "learned": None if self.learned is None else self.learned.as_json(),
        }


def make_rows(
    agent: Agent,
    suite: Suite,
    figures: Sequence[Figure],
    response_deals: int = 0,
    learned: MakeResponse | None = None,
    watch: Watch = unwatched,
) -> Iterator[Row]:
    """Go through the rows of an agent whose figures are known, measuring what they lack.

    With ``response_deals`` a searched best response plays that many deals in every seat, and so
    does what ``learned`` makes, if it is there.
    """
    for entry in suite.entries():
        found = tuple(
            figure
            for figure in figures
            if (figure.setting, figure.players) == (entry.setting, entry.table.num_players)
        )
        if not found:
            continue
        responses: dict[str, Exploited] = {}
        if entry.table.num_players > 1 and response_deals:
            for name, response in responses_to(agent, entry, learned):
                arguments = name, entry.table, agent, response, response_deals, suite.seed
                responses[name] = measure_exploiter(*arguments, watch=watch)
        yield Row(
            entry.setting,
            entry.table.num_players,
            found,
            time_moves(agent, entry, suite),
            responses.get(SEARCHED),
            responses.get(LEARNED),
        )


def responses_to(
    agent: Agent, entry: Entry, learned: MakeResponse | None
) -> Iterator[tuple[str, Agent]]:
    """Go through those who play for nothing but to beat the agent."""
    yield SEARCHED, BestResponse(agent, entry.table.game)
    if learned is not None:
        yield LEARNED, learned(entry.table)


def time_moves(agent: Agent, entry: Entry, suite: Suite) -> float:
    """Return how many milliseconds the agent takes for a move, at one table and in all seats."""
    table, moves, seconds = entry.table, 0, 0.0
    for seed in suite.seeds(TIMED_GAMES).tolist():
        table.reset(seed)
        begin_game({0: agent}, seed)
        while table.seat >= 0:
            begun = time.perf_counter()
            action = choose_at(table, agent)
            seconds += time.perf_counter() - begun
            moves += 1
            table.step(action)
    return 1000 * seconds / max(moves, 1)


def as_markdown(name: str, rows: Sequence[Row]) -> list[str]:
    """Return rows as a table in Markdown."""
    opponents = list(dict.fromkeys(opponent for row in rows for opponent in row.strengths))
    has_teams = any(row.cross_play for row in rows)
    header = ["agent", "setting", "players", *(f"wins, {one}" for one in opponents)]
    header += [f"one among {one}" for one in opponents] if has_teams else []
    header += [SEARCHED, LEARNED, "ms a move"]
    lines = [header, ["---"] * len(header)]
    for row in rows:
        cells = [name, row.setting, str(row.players)]
        cells += [told(row.strengths.get(one)) for one in opponents]
        cells += [told(row.cross_play.get(one)) for one in opponents] if has_teams else []
        for response in (row.searched, row.learned):
            cells.append(told(None if response is None else response.wins))
        lines.append([*cells, f"{row.milliseconds:.2f}"])
    return [f"| {' | '.join(cells)} |" for cells in lines]


def told(value: Estimate | None) -> str:
    """Return an estimate in percent, or that there is none."""
    return "–" if value is None else rate_in_words(value)

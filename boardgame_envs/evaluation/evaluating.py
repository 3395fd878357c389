"""Let agents play each other on equal terms: one function, and a result that shows itself."""

from __future__ import annotations

import html
import importlib
import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardgame_envs.agents.outside.anyone import as_agent, label_of
from boardgame_envs.agents.shipped_agents import resolve_agent
from boardgame_envs.core.game import Game
from boardgame_envs.core.numbers import check_seed
from boardgame_envs.core.problems import OptionError, shortened
from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.cross_play import play_cross_play
from boardgame_envs.evaluation.duplicate import Watch, unwatched
from boardgame_envs.evaluation.plots import check_plot
from boardgame_envs.evaluation.ratings import rate
from boardgame_envs.evaluation.report import Report
from boardgame_envs.evaluation.team_report import report_teams
from boardgame_envs.evaluation.tournament import check_entries, play_tournament, unique_labels
from boardgame_envs.evaluation.tournament_report import report_tournament
from boardgame_envs.games import load_game
from boardgame_envs.matches.referee import RAISE, FairPlay, OnError
from boardgame_envs.matches.series import DEFAULT_BATCH

DEFAULT_DEALS = 500


def evaluate(
    game: str | Game,
    agents: Iterable[Any] | Mapping[str, Any],
    *,
    deals: int = DEFAULT_DEALS,
    players: int | None = None,
    seed: int = 0,
    on_error: OnError = RAISE,
    time_limit: float | None = None,
    batch: int = DEFAULT_BATCH,
    watch: Watch = unwatched,
    **options: Any,
) -> Evaluation:
    """Let every two agents play the same deals in every seating, and rate them.

    ``agents`` are names, agents, functions or models, whatever ``as_agent`` takes; a dict gives
    them labels. Where all win or lose together teams are compared, else there is a tournament.
    ``players`` and ``options`` are the table's. ``on_error`` says what becomes of an agent that
    errs, is illegal, too slow (``time_limit`` in seconds for each decision) or dies: "raise",
    "forfeit" the game, or "random" for any legal action; faults are counted in the result.
    The seed fixes deals and agents; ``batch`` is how many games are in progress at once.
    """
    table = Table(load_game(game) if isinstance(game, str) else game, players, **options)
    labels, named = labelled(agents, table)
    what, fewest = ("an evaluation of teams", 1) if table.is_cooperative else ("a tournament", 2)
    check_entries(what, fewest, named, labels, deals)
    referee = FairPlay(labels, on_error, time_limit)
    seated = [as_agent(agent, table.game) for agent in named]
    played = table, seated, labels, deals, check_seed(seed), batch, watch, referee
    if table.is_cooperative:
        report = report_teams(table.game.title, play_cross_play(*played))
    else:
        tournament = play_tournament(*played)
        report = report_tournament(table.game.title, tournament, rate(tournament, seed))
    entries = zip(named, labels, strict=True)
    names = [agent if isinstance(agent, str) else label for agent, label in entries]
    return Evaluation(table, names, labels, deals, seed, report, referee)


def labelled(agents: Any, table: Table) -> tuple[list[str], list[Any]]:
    """Return the labels of agents and who they are at a table, or raise OptionError."""
    if isinstance(agents, Mapping):
        return [str(label) for label in agents], [known_at(table, one) for one in agents.values()]
    if isinstance(agents, str) or not isinstance(agents, Iterable):
        raise OptionError(f"agents must be a list of agents, or a dict, not {shortened(agents)}")
    listed = [known_at(table, agent) for agent in agents]
    return unique_labels([label_of(agent) for agent in listed]), listed


def known_at(table: Table, agent: Any) -> Any:
    """Return an agent as it is; for ``best``, the name of the strongest one at a table."""
    if not isinstance(agent, str):
        return agent
    return resolve_agent(agent, table.game, table.options, table.num_players)


@dataclass(frozen=True, eq=False, repr=False)
class Evaluation:
    """What an evaluation has found: it prints as its tables, also in notebooks.

    ``figures`` has every number by name, ``faults`` what agents did wrong.
    """

    table: Table
    names: list[str]
    labels: list[str]
    deals: int
    seed: int
    report: Report
    referee: FairPlay

    def __str__(self) -> str:
        """Return the tables in words, and what agents did wrong."""
        wrong = self.referee.in_words()
        lines = [*self.report.lines, *(["", "Faults:", *wrong] if wrong else [])]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Return the tables for a notebook."""
        wrong = "\n".join(self.referee.in_words())
        return self.report.html + (f"<pre>Faults:\n{html.escape(wrong)}</pre>" if wrong else "")

    @property
    def faults(self) -> dict[str, Any]:
        """How often each agent was asked, and what it did wrong."""
        return self.referee.as_figures()

    @property
    def figures(self) -> dict[str, Any]:
        """All figures by name, with what was evaluated and how."""
        table, named = self.table, zip(self.labels, self.names, strict=True)
        return {
            # the package is above this room, and there whenever this is
            "boardgame_envs": sys.modules["boardgame_envs"].__version__,
            "game": table.game.name,
            "version": f"v{table.game.version}",
            "players": table.num_players,
            "options": table.options,
            "agents": [{"label": label, "name": name} for label, name in named],
            "deals": self.deals,
            "seed": self.seed,
            "confidence": 0.95,
            **self.report.figures,
            "fair_play": self.faults,
        }

    def to_json(self, path: str | Path | None = None) -> str:
        """Return all figures as JSON, and write them to a file if there is one."""
        text = json.dumps(self.figures, indent=2) + "\n"
        if path is not None:
            Path(path).write_text(text)
        return text

    def to_pandas(self) -> Any:
        """Return a DataFrame with a row for each pair, or for each team; it needs pandas."""
        try:
            # by its name: types of pandas are nobody's business here
            pandas = importlib.import_module("pandas")
        except ImportError:
            raise ValueError("a DataFrame needs pandas: pip install pandas") from None
        return pandas.DataFrame(self.rows())

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each pair of agents, or for each team, as plain numbers."""
        figures = self.report.figures
        if "pairs" in figures:
            return [flat(pair) for pair in figures["pairs"]]
        own = [
            {"agent": team["agent"], "among": team["agent"], **team} for team in figures["teams"]
        ]
        return [flat(team) for team in own + figures["cross_play"]]

    def plot(self, path: str | Path | None = None) -> Any:
        """Draw the figures; return matplotlib's figure, and write it to a file if there is one."""
        if path is not None:
            check_plot(path)
        figure = self.report.draw()
        if path is not None:
            figure.savefig(path, dpi=120)
        return figure


def flat(figures: Mapping[str, Any]) -> dict[str, Any]:
    """Return figures in one row: the mean of an estimate has its name, its ends have more."""
    row: dict[str, Any] = {}
    for name, value in figures.items():
        if isinstance(value, Mapping):
            row[name] = value["mean"]
            row |= {f"{name}_{end}": value[end] for end in ("low", "high")}
        else:
            row[name] = value
    return row

"""Evaluations as pictures: agents with their intervals, and the cross table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from boardgame_envs.evaluation.cross_play import CrossPlay
from boardgame_envs.evaluation.ratings import Rating
from boardgame_envs.evaluation.report import rate_in_words
from boardgame_envs.evaluation.tournament import Tournament

FORMATS = (".png", ".svg", ".pdf")


def check_plot(path: str | Path) -> None:
    """Refuse a file that no plot can be written to, before anything is played for it."""
    if Path(path).suffix.lower() not in FORMATS:
        raise ValueError(f"a plot is a file that ends in {', '.join(FORMATS)}, not {str(path)!r}")
    load_figure()


def load_figure() -> Any:
    """Return matplotlib's class of figures, or raise ValueError if there is no matplotlib."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ValueError("a plot needs matplotlib: pip install 'boardgame_envs[plots]'") from None
    return Figure


def new_figure(title: str, num_agents: int, panels: int) -> tuple[Any, list[Any]]:
    """Return a figure of several panels side by side, large enough for all agents."""
    size = 2 + 0.6 * num_agents
    # a figure without pyplot draws with Agg and needs no screen
    figure = load_figure()(figsize=(panels * (size + 2), size + 1.5), layout="constrained")
    figure.suptitle(title)
    return figure, list(figure.subplots(1, panels, squeeze=False)[0])


# --- tournaments ---


def plot_tournament(title: str, tournament: Tournament, ratings: Sequence[Rating]) -> Any:
    """Return the picture of a tournament."""
    figure, (left, right) = new_figure(title, len(ratings), 2)
    order = sorted(range(len(ratings)), key=lambda agent: -ratings[agent].rating)
    points = [(ratings[agent].rating, ratings[agent].low, ratings[agent].high) for agent in order]
    labels = [tournament.labels[agent] for agent in order]
    draw_points(left, labels, points, "rating (Elo scale), 95 % interval")
    draw_tournament(right, tournament, order)
    return figure


def draw_tournament(axes: Any, tournament: Tournament, order: Sequence[int]) -> None:
    """Draw the win rate of each row's agent against each column's."""
    cells = {}
    for pair, matchup in tournament.matchups.items():
        rate = matchup.win_rate
        cells[pair] = (rate.mean, rate_in_words(rate, between="\n"))
    # yellow is as good
    draw_cross_table(axes, tournament.labels, order, cells, highest=2 * tournament.equal_share)
    axes.set_title("win rate in % of the row against the column")


# --- teams ---


def plot_teams(title: str, cross_play: CrossPlay) -> Any:
    """Return the picture of teams: win rates, scores and, if any, mixed teams."""
    panels = 3 if cross_play.is_mixed else 2
    figure, axes = new_figure(title, len(cross_play.labels), panels)
    order = cross_play.best_first()
    labels = [cross_play.labels[agent] for agent in order]
    rates = [cross_play.own_team(agent).win_rate for agent in order]
    scores = [cross_play.own_team(agent).score for agent in order]
    in_percent = [(100 * rate.mean, 100 * rate.low, 100 * rate.high) for rate in rates]
    draw_points(axes[0], labels, in_percent, "win rate in % in all seats, 95 % interval")
    points = [(score.mean, score.low, score.high) for score in scores]
    draw_points(axes[1], labels, points, "points on the table, 95 % interval")
    if cross_play.is_mixed:
        draw_teams(axes[2], cross_play, order)
    return figure


def draw_teams(axes: Any, cross_play: CrossPlay, order: Sequence[int]) -> None:
    """Draw the win rate of teams in which the row has one seat among the column's."""
    cells = {}
    for pair, team in cross_play.teams.items():
        rate = team.win_rate
        cells[pair] = (rate.mean, rate_in_words(rate, between="\n"))
    draw_cross_table(axes, cross_play.labels, order, cells, highest=1.0)
    axes.set_title("win rate in % with one seat\nfor the row among the column")


# --- what both consist of ---


def draw_points(
    axes: Any, labels: Sequence[str], points: Sequence[tuple[float, float, float]], title: str
) -> None:
    """Draw a value with the ends of its interval for each label, the first on top."""
    values, low, high = np.array(points).T
    # a percentile may lie on the other side of the value by a rounding error
    widths = np.maximum([values - low, high - values], 0)
    axes.errorbar(values, range(len(labels)), xerr=widths, fmt="o", capsize=4)
    axes.set_yticks(range(len(labels)), labels)
    axes.invert_yaxis()
    axes.margins(y=0.2)
    axes.grid(axis="x", alpha=0.3)
    axes.set_xlabel(title)


def draw_cross_table(
    axes: Any,
    labels: Sequence[str],
    order: Sequence[int],
    cells: Mapping[tuple[int, int], tuple[float, str]],
    highest: float,
) -> None:
    """Draw a value with a text for each pair of agents, from red at 0 to green at the highest."""
    values = np.full((len(order), len(order)), np.nan)
    for (row, agent), (column, other) in product(enumerate(order), repeat=2):
        if (agent, other) in cells:
            values[row, column], text = cells[agent, other]
            axes.text(column, row, text, ha="center", va="center", fontsize=9)
    # pale, for the text on it
    axes.imshow(values, cmap="RdYlGn", vmin=0, vmax=highest, alpha=0.6)
    in_order = [labels[agent] for agent in order]
    axes.set_xticks(range(len(order)), in_order, rotation=30, ha="right")
    axes.set_yticks(range(len(order)), in_order)

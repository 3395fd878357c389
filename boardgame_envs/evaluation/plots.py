"""A tournament as a picture: ratings with their intervals, and the cross table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from boardgame_envs.evaluation.ratings import Rating
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


def save_plot(
    path: str | Path, title: str, tournament: Tournament, ratings: Sequence[Rating]
) -> None:
    """Write the picture of a tournament to a file."""
    size = 2 + 0.6 * len(ratings)
    # a figure without pyplot draws with Agg and needs no screen
    figure = load_figure()(figsize=(2 * size + 4, size + 1.5), layout="constrained")
    left, right = figure.subplots(1, 2)
    figure.suptitle(title)
    order = sorted(range(len(ratings)), key=lambda agent: -ratings[agent].rating)
    draw_ratings(left, [ratings[agent] for agent in order])
    draw_cross_table(right, tournament, order)
    figure.savefig(path, dpi=120)


def draw_ratings(axes: Any, ratings: Sequence[Rating]) -> None:
    """Draw each rating as a point with its interval, the best on top."""
    values = np.array([rating.rating for rating in ratings])
    below = values - [rating.low for rating in ratings]
    above = [rating.high for rating in ratings] - values
    # a percentile may lie on the other side of the rating by a rounding error
    widths = np.maximum([below, above], 0)
    axes.errorbar(values, range(len(ratings)), xerr=widths, fmt="o", capsize=4)
    axes.set_yticks(range(len(ratings)), [rating.label for rating in ratings])
    axes.invert_yaxis()
    axes.margins(y=0.2)
    axes.grid(axis="x", alpha=0.3)
    axes.set_xlabel("rating (Elo scale), 95 % interval")


def draw_cross_table(axes: Any, tournament: Tournament, order: Sequence[int]) -> None:
    """Draw the win rate of each row's agent against each column's."""
    labels = [tournament.labels[agent] for agent in order]
    rates = np.full((len(order), len(order)), np.nan)
    for row, agent in enumerate(order):
        for column, against in enumerate(order):
            if agent != against:
                win_rate = tournament.matchups[agent, against].win_rate
                rates[row, column] = win_rate.mean
                text = f"{100 * win_rate.mean:.1f}\n± {100 * win_rate.half_width:.1f}"
                axes.text(column, row, text, ha="center", va="center", fontsize=9)
    # pale, for the text on it; yellow is as good
    highest = 2 * tournament.equal_share
    axes.imshow(rates, cmap="RdYlGn", vmin=0, vmax=highest, alpha=0.6)
    axes.set_xticks(range(len(labels)), labels, rotation=30, ha="right")
    axes.set_yticks(range(len(labels)), labels)
    axes.set_title("win rate in % of the row against the column")

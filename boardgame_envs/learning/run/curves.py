"""A picture of how a run went."""

from __future__ import annotations

import io
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

from boardgame_envs.learning.run.metrics import read_metrics
from boardgame_envs.learning.run.whole_files import write_whole

# what is drawn of each run, if its metrics have it: title, what the axis counts, key; a group of
# metrics ends in a slash
PANELS = (
    ("Strength against each opponent", "win rate (%)", "win_rate/"),
    ("Strength of the team by setting", "win rate (%)", "win_rate_by_setting/"),
    ("Points against each opponent", "points a game", "score/"),
    ("Points of the team by setting", "points a game", "score_by_setting/"),
    ("Chance in the policy", "entropy (nats)", "train/entropy_loss"),
    ("Length of games", "decisions a game", "games/length"),
    ("How well returns are foreseen", "explained variance (1: fully)", "train/explained_variance"),
)

COLUMNS = 2
# in one panel; of more, those that differ in the number of players alone are drawn as one
MOST_CURVES = 12
FEW = 20  # points, which are marked: one alone is no line
PLAYERS = re.compile(r",? ?\d+ players?")


def draw_curves(folder: Path) -> Path:
    """Draw the learning curves of a run into its folder."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot
    from matplotlib.ticker import EngFormatter

    metrics = read_metrics(folder)
    panels = [panel for panel in PANELS if names_of(metrics, panel[2])]
    rows = max(1, -(-len(panels) // COLUMNS))
    size = (5.5 * COLUMNS, 3.5 * rows)
    figure, axes = pyplot.subplots(rows, COLUMNS, figsize=size, layout="constrained", squeeze=False)
    for axis in axes.flat[len(panels) :]:
        axis.axis("off")
    for axis, (title, unit, key) in zip(axes.flat, panels, strict=False):
        draw_panel(axis, metrics, key)
        axis.set(title=title, xlabel="decisions played", ylabel=unit)
        axis.set_xlim(left=0)
        axis.xaxis.set_major_formatter(EngFormatter(sep=""))
        axis.grid(alpha=0.3)
    figure.suptitle(f"{folder.name}: bands are 95 % intervals", fontsize="medium")
    picture = io.BytesIO()
    figure.savefig(picture, dpi=110)
    pyplot.close(figure)
    path = folder / "curves.png"
    write_whole(path, picture.getvalue())
    return path


def names_of(metrics: list[dict[str, Any]], key: str) -> list[str]:
    """Return the metrics with a name, or of a group."""
    return sorted({name for line in metrics for name in line if name.startswith(key)})


def draw_panel(axis: Any, metrics: list[dict[str, Any]], key: str) -> None:
    """Draw one metric, or all of a group (with intervals) if the key ends in a slash."""
    for step in stage_borders(metrics):
        axis.axvline(step, color="grey", linestyle=":", linewidth=0.8)
    names = names_of(metrics, key)
    if len(names) > MOST_CURVES:
        draw_means(axis, metrics, key, names)
    else:
        for name in names:
            draw_curve(axis, metrics, key, name)
    if key.startswith("win_rate"):
        axis.set_ylim(0, 1.02)
        axis.yaxis.set_major_formatter(lambda share, _: f"{100 * share:.0f}")
    if key.endswith("/"):
        # below the panel, where it hides no curve
        axis.legend(
            loc="upper center",
            bbox_to_anchor=(0.5, -0.18),
            ncols=2,
            fontsize="small",
            frameon=False,
            title="against" if key in ("win_rate/", "score/") else None,
        )


def draw_curve(axis: Any, metrics: list[dict[str, Any]], key: str, name: str) -> None:
    """Draw one metric, with its interval if it is one of a group."""
    points = [(line["step"], line[name], line) for line in metrics if name in line]
    steps, values = [point[0] for point in points], [abs(point[1]) for point in points]
    label = name.removeprefix(key) or None
    (curve,) = axis.plot(steps, values, label=label, marker="." if len(steps) < FEW else None)
    if key.endswith("/"):
        width_key = f"{key[:-1]}_interval/{label}"
        widths = [point[2].get(width_key, 0.0) for point in points]
        low = [value - width for value, width in zip(values, widths, strict=True)]
        high = [value + width for value, width in zip(values, widths, strict=True)]
        axis.fill_between(steps, low, high, alpha=0.2, color=curve.get_color())


def draw_means(axis: Any, metrics: list[dict[str, Any]], key: str, names: list[str]) -> None:
    """Draw the means of metrics that differ in the number of players alone."""
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(PLAYERS.sub("", name.removeprefix(key)), []).append(name)
    for label, group in groups.items():
        lines = [line for line in metrics if all(name in line for name in group)]
        means = [sum(line[name] for name in group) / len(group) for line in lines]
        axis.plot([line["step"] for line in lines], means, label=label)


def stage_borders(metrics: list[dict[str, Any]]) -> list[int]:
    """Return after how many decisions stages have ended."""
    staged = [line for line in metrics if "stage" in line]
    return [one["step"] for one, other in pairwise(staged) if one["stage"] != other["stage"]]

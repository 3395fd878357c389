"""A picture of how a run went."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from boardgame_envs.learning.run.metrics import read_metrics
from boardgame_envs.learning.run.whole_files import write_whole

# what is drawn of each run, if its metrics have it; a group of metrics ends in a slash
PANELS = (
    ("win rate", "win_rate/"),
    ("win rate of the team by setting", "win_rate_by_setting/"),
    ("score", "score/"),
    ("score of the team by setting", "score_by_setting/"),
    ("entropy of the policy", "train/entropy_loss"),
    ("decisions in a game", "games/length"),
    ("explained variance of the value", "train/explained_variance"),
)

COLUMNS = 2


def draw_curves(folder: Path) -> Path:
    """Draw the learning curves of a run into its folder."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    metrics = read_metrics(folder)
    panels = [panel for panel in PANELS if names_of(metrics, panel[1])]
    rows = max(1, -(-len(panels) // COLUMNS))
    size = (5.5 * COLUMNS, 3.5 * rows)
    figure, axes = pyplot.subplots(rows, COLUMNS, figsize=size, layout="constrained", squeeze=False)
    for axis in axes.flat[len(panels) :]:
        axis.axis("off")
    for axis, (title, key) in zip(axes.flat, panels, strict=False):
        draw_panel(axis, metrics, key)
        axis.set(title=title, xlabel="decisions")
        axis.grid(alpha=0.3)
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
    for name in names_of(metrics, key):
        points = [(line["step"], line[name], line) for line in metrics if name in line]
        steps, values = [point[0] for point in points], [abs(point[1]) for point in points]
        label = name.removeprefix(key) or None
        (curve,) = axis.plot(steps, values, label=label)
        if key.endswith("/"):
            width_key = f"{key[:-1]}_interval/{label}"
            widths = [point[2].get(width_key, 0.0) for point in points]
            low = [value - width for value, width in zip(values, widths, strict=True)]
            high = [value + width for value, width in zip(values, widths, strict=True)]
            axis.fill_between(steps, low, high, alpha=0.2, color=curve.get_color())
    if key.startswith("win_rate"):
        axis.set_ylim(0, 1.02)
    if key.endswith("/"):
        axis.legend(loc="lower right")

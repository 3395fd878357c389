"""A picture of how a run went."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

PANELS = (
    ("win rate", "win_rate/"),
    ("entropy of the policy", "train/entropy_loss"),
    ("decisions in a game", "games/length"),
    ("explained variance of the value", "train/explained_variance"),
)


def read_metrics(folder: Path) -> list[dict[str, Any]]:
    """Return the metrics of a run, in order."""
    lines = (folder / "metrics.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def draw_curves(folder: Path) -> Path:
    """Draw the learning curves of a run into its folder."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    metrics = read_metrics(folder)
    figure, axes = pyplot.subplots(2, 2, figsize=(11, 7), layout="constrained")
    for axis, (title, key) in zip(axes.flat, PANELS, strict=True):
        draw_panel(axis, metrics, key)
        axis.set(title=title, xlabel="decisions")
        axis.grid(alpha=0.3)
    path = folder / "curves.png"
    figure.savefig(path, dpi=110)
    pyplot.close(figure)
    return path


def draw_panel(axis: Any, metrics: list[dict[str, Any]], key: str) -> None:
    """Draw one metric, or all of a group (with intervals) if the key ends in a slash."""
    names = sorted({name for line in metrics for name in line if name.startswith(key)})
    for name in names:
        points = [(line["step"], line[name], line) for line in metrics if name in line]
        steps, values = [point[0] for point in points], [abs(point[1]) for point in points]
        label = name.removeprefix(key) or None
        (curve,) = axis.plot(steps, values, label=label)
        width_key = name.replace("win_rate/", "win_rate_interval/")
        if width_key != name:
            widths = [point[2].get(width_key, 0.0) for point in points]
            low = [value - width for value, width in zip(values, widths, strict=True)]
            high = [value + width for value, width in zip(values, widths, strict=True)]
            axis.fill_between(steps, low, high, alpha=0.2, color=curve.get_color())
    if key.endswith("/"):
        axis.set_ylim(0, 1.02)
        axis.legend(loc="lower right")

"""The metrics of a run: one line of JSON each time."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from boardgame_envs.learning.run.whole_files import AppendedFile

METRICS = "metrics.jsonl"


class MetricsFile(AppendedFile):
    """Metrics as JSON Lines; a resumed run goes on at the line it had come to."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / METRICS)

    def write(self, values: Mapping[str, Any], step: int) -> None:
        """Write one line."""
        line = {"step": step, **{key: plain(value) for key, value in sorted(values.items())}}
        self.append((json.dumps(line) + "\n").encode())


def plain(value: Any) -> Any:
    """Return a metric as JSON knows it, rounded to what matters."""
    return round(float(value), 6) if isinstance(value, float) or hasattr(value, "item") else value


def read_metrics(folder: Path) -> list[dict[str, Any]]:
    """Return the metrics of a run, in order; what is no line of metrics is passed over."""
    try:
        lines = (folder / METRICS).read_text(encoding="utf-8", errors="replace").split("\n")
    except FileNotFoundError:
        return []
    read = [read_line(line) for line in lines]
    return [values for values in read if "step" in values]


def read_line(line: str) -> dict[str, Any]:
    """Return a line of metrics, or nothing if it is damaged."""
    try:
        values = json.loads(line)
    except ValueError:
        return {}
    return values if isinstance(values, dict) else {}

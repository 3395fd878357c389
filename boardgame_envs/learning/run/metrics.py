"""The metrics of a run: one line of JSON each time."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

METRICS = "metrics.jsonl"


class MetricsFile:
    """Metrics as JSON Lines; a resumed run goes on at the line it had come to."""

    def __init__(self, folder: Path) -> None:
        self._file = open(folder / METRICS, "a+", encoding="utf-8")  # noqa: SIM115
        self._file.seek(0, 2)

    def write(self, values: Mapping[str, Any], step: int) -> None:
        """Write one line."""
        line = {"step": step, **{key: plain(value) for key, value in sorted(values.items())}}
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()

    @property
    def position(self) -> int:
        """How far the file has been written."""
        return self._file.tell()

    def cut(self, position: int) -> None:
        """Forget what was written after a position."""
        self._file.truncate(position)
        self._file.seek(0, 2)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def plain(value: Any) -> Any:
    """Return a metric as JSON knows it, rounded to what matters."""
    return round(float(value), 6) if isinstance(value, float) or hasattr(value, "item") else value


def read_metrics(folder: Path) -> list[dict[str, Any]]:
    """Return the metrics of a run, in order."""
    lines = (folder / METRICS).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]

"""The metrics of a run: one line of JSON each time."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from boardgame_envs.learning.run.whole_files import writing

METRICS = "metrics.jsonl"


class MetricsFile:
    """Metrics as JSON Lines; a resumed run goes on at the line it had come to."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / METRICS
        with writing(self.path):
            self._file: Any = open(self.path, "ab", buffering=0)  # noqa: SIM115
            self.position: int = self._file.seek(0, 2)  # how far it has been written

    def write(self, values: Mapping[str, Any], step: int) -> None:
        """Write one line, or raise UnwritableError and leave the file as it was."""
        line = {"step": step, **{key: plain(value) for key, value in sorted(values.items())}}
        left = (json.dumps(line) + "\n").encode()
        end = self.position + len(left)
        with writing(self.path):
            try:
                while left:
                    left = left[self._file.write(left) :]
            except OSError:
                with suppress(OSError):
                    self._file.truncate(self.position)
                raise
        self.position = end

    def cut(self, position: int) -> None:
        """Forget what was written after a position."""
        with writing(self.path):
            self.position = min(position, self._file.seek(0, 2))
            self._file.truncate(self.position)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


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

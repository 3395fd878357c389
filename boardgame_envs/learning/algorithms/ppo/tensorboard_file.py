"""The metrics of a run for TensorBoard, without the thread of its own writer.

That thread dies of a full disk, and whoever waits for it then waits for ever.
"""

from __future__ import annotations

import io
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from stable_baselines3.common.logger import KVWriter
from tensorboard.compat.proto.event_pb2 import Event
from tensorboard.compat.proto.summary_pb2 import Summary
from tensorboard.summary.writer.record_writer import RecordWriter

from boardgame_envs.learning.run.whole_files import AppendedFile, writing

VERSION = "brain.Event:2"  # of the file format


class TensorBoardFile(KVWriter):
    """Metrics as TensorBoard reads them; every process that writes to a folder has a file there."""

    def __init__(self, folder: Path) -> None:
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
        name = f"events.out.tfevents.{time.time():.0f}.{os.uname().nodename}.{os.getpid()}"
        self._file = AppendedFile(folder / name)
        self._append(Event(wall_time=time.time(), file_version=VERSION))

    def write(
        self, key_values: dict[str, Any], key_excluded: Mapping[str, Any], step: int = 0
    ) -> None:
        """Write the numbers of one step."""
        numbers = [
            Summary.Value(tag=name, simple_value=float(value))
            for name, value in sorted(key_values.items())
            if isinstance(value, int | float | np.number)
            and "tensorboard" not in (key_excluded.get(name) or ())
        ]
        self._append(Event(wall_time=time.time(), step=step, summary=Summary(value=numbers)))

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _append(self, event: Any) -> None:
        record = io.BytesIO()
        RecordWriter(record).write(event.SerializeToString())
        self._file.append(record.getvalue())

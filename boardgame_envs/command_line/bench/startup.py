"""Start-up: how long a new process takes to its first step."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from boardgame_envs.command_line.bench.rows import SECONDS, NotMeasured, Ratio, Row, Setting
from boardgame_envs.core.tiers import COMPILED, PLAIN, VARIABLE

NAME = "startup"
ABOUT = "start-up of a new process, compilation included"
ROUNDS = 1

ONE_TABLE = """
import sys, json
from boardgame_envs import make_batch, make_table
game, options = json.loads(sys.argv[1])
table = make_table(game, **options)
table.reset(0)
if not table.over:
    table.step(table.legal_actions()[0])
"""
AND_A_BATCH = """
batch = make_batch(game, 64, **options)
batch.step(batch.mask.argmax(axis=1))
"""
NOTHING: dict[str, str] = {}
PLAIN_RULES = {VARIABLE: PLAIN}
COMPILED_RULES = {VARIABLE: COMPILED}

PLAIN_PYTHON = "start-up, plain: one table in plain Python"
FIRST_STEP = "start-up, empty cache: one table"
COLD = "start-up, cold: everything is compiled"
WARM = "start-up, warm: everything is in the cache"
RATIOS: tuple[Ratio, ...] = (Ratio("start-up, cold / warm", COLD, WARM),)


def rows(setting: Setting) -> list[Row]:
    """Return a row for each state of the cache; the last finds what the one before it has left."""
    use = FirstUse(setting)
    return [
        Row(PLAIN_PYTHON, SECONDS, lambda: use.seconds("plain", ONE_TABLE, PLAIN_RULES)),
        Row(FIRST_STEP, SECONDS, lambda: use.seconds("one", ONE_TABLE)),
        Row(COLD, SECONDS, lambda: use.seconds("all", ONE_TABLE + AND_A_BATCH, COMPILED_RULES)),
        Row(WARM, SECONDS, lambda: use.seconds("all", ONE_TABLE + AND_A_BATCH, COMPILED_RULES)),
    ]


class FirstUse:
    """Measures processes that use a game with caches of their own, empty at first."""

    def __init__(self, setting: Setting) -> None:
        self.arguments = json.dumps([setting.game.name, setting.options])
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)

    def seconds(self, cache: str, code: str, variables: Mapping[str, str] = NOTHING) -> float:
        """Return how long a new process takes to start, play and end."""
        cache_folder = str(Path(self.folder.name) / cache)
        begun = time.perf_counter()
        answer = subprocess.run(
            [sys.executable, "-c", code, self.arguments],
            env={**os.environ, **variables, "BOARDGAME_ENVS_CACHE": cache_folder},
            capture_output=True,
            text=True,
            check=False,
        )
        seconds = time.perf_counter() - begun
        if answer.returncode != 0:
            raise NotMeasured.by(answer.stderr)
        return seconds

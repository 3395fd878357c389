"""Batches: many tables that step together, and random play in compiled code."""

from __future__ import annotations

import time
from functools import cached_property
from typing import Any

import numpy as np

from boardgame_envs.command_line.bench.rows import STEPS, Ratio, Row, Setting, per_second
from boardgame_envs.core.batch import Batch
from boardgame_envs.core.compiled import available_threads

NAME = "batches"
ABOUT = "batches of tables"
ROUNDS = 5

TABLES = (1, 64, 1024, 8192)
MIDDLE = 1024


def name_steps(tables: int, threads: int) -> str:
    """Return the name of the row of a batch."""
    return f"batch, mask and observation: {tables} tables, {threads} thread(s)"


def name_seen(threads: int) -> str:
    """Return the name of the row of a batch without action features."""
    return f"batch, no action features: {MIDDLE} tables, {threads} thread(s)"


def name_rollouts(threads: int) -> str:
    """Return the name of the row of random play."""
    return f"random rollouts, no observation: {MIDDLE} tables, {threads} thread(s)"


RATIOS: tuple[Ratio, ...] = (
    Ratio(f"{MIDDLE} tables: 2 threads / 1 thread", name_steps(MIDDLE, 2), name_steps(MIDDLE, 1)),
    Ratio(f"1 thread: {MIDDLE} tables / 1 table", name_steps(MIDDLE, 1), name_steps(1, 1)),
    Ratio(
        f"{MIDDLE} tables, 1 thread: without action features / with them",
        name_seen(1),
        name_steps(MIDDLE, 1),
    ),
)


def rows(setting: Setting) -> list[Row]:
    """Return a row for each size of batch and number of threads."""
    threads_to_try = [threads for threads in (1, 2) if threads <= available_threads()]
    steps = [
        Row(name_steps(tables, threads), STEPS, BatchJob(setting, tables, threads).steps)
        for threads in threads_to_try
        for tables in TABLES
    ]
    seen = []
    if setting.game.layout.first_feature is not None:
        seen = [
            Row(name_seen(threads), STEPS, BatchJob(setting, MIDDLE, threads, False).steps)
            for threads in threads_to_try
        ]
    rollouts = [
        Row(name_rollouts(threads), STEPS, BatchJob(setting, MIDDLE, threads).rollouts)
        for threads in threads_to_try
    ]
    return [*steps, *seen, *rollouts]


class BatchJob:
    """Measures one size of batch."""

    def __init__(
        self, setting: Setting, tables: int, threads: int, action_features: bool = True
    ) -> None:
        self.setting, self.tables, self.threads = setting, tables, threads
        self.action_features, self.turn = action_features, 0

    @cached_property
    def batch(self) -> Batch:
        """The batch to measure."""
        game, options = self.setting.game, self.setting.options
        batch = Batch(
            game,
            self.tables,
            seed=1,
            threads=self.threads,
            action_features=self.action_features,
            **options,
        )
        batch.step(batch.mask.argmax(axis=1))
        return batch

    @cached_property
    def preferences(self) -> Any:
        """How much each table likes each action in each of several turns."""
        rng = np.random.default_rng(0)
        return rng.random((32, *self.batch.mask.shape), np.float32) + np.float32(0.5)

    def steps(self) -> float:
        """Return steps per second; choosing the random actions is not counted."""
        spent, steps = 0.0, 0
        while spent < self.setting.seconds:
            self.turn = (self.turn + 1) % len(self.preferences)
            actions = (self.batch.mask * self.preferences[self.turn]).argmax(axis=1)
            begun = time.perf_counter()
            self.batch.step(actions)
            spent += time.perf_counter() - begun
            steps += self.tables
        return steps / spent

    def rollouts(self) -> float:
        """Return steps per second of random play inside compiled code."""
        steps_each = 100

        def play() -> int:
            self.turn += 1
            self.batch.rollout(steps_each, seed=self.turn)
            return steps_each * self.tables

        return per_second(play, self.setting.seconds)

"""``boardgame-envs bench``: how fast a game runs on this machine."""

from __future__ import annotations

import argparse
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import SyncVectorEnv, VectorEnv
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from boardgame_envs.adapters.gymnasium_single import SeatEnv
from boardgame_envs.adapters.gymnasium_vector import SeatVectorEnv
from boardgame_envs.adapters.pettingzoo_aec import CheckedTableEnv, TableEnv
from boardgame_envs.agents.by_name import HEURISTIC, RANDOM, agent_names
from boardgame_envs.command_line.arguments import add_table, options_from, progress, table_from
from boardgame_envs.core.batch import Batch
from boardgame_envs.core.compiled import available_threads
from boardgame_envs.core.game import Game
from boardgame_envs.core.tiers import COMPILED, VARIABLE, running_rules
from boardgame_envs.games import load_game

NAME = "bench"
HELP = "measure how fast a game runs on this machine"
DESCRIPTION = (
    "Measure batch, rollout and AEC steps per second and the start-up time, all "
    "in one run. Compare figures of one run with each other, not with another machine's."
)

TABLES = (1, 64, 1024, 8192)
LEARNERS = 256
BATCHED = f"one seat learns: vector environment, {LEARNERS} tables, 1 thread"
IN_TURN = f"one seat learns: the same in SyncVectorEnv, {LEARNERS} tables"
# this many rounds of all measurements, and the best of each is reported: other work on the
# machine comes and goes, and only ever slows down
ROUNDS = 5

FIRST_USE = """
import sys, json
from boardgame_envs import make_batch, make_table
game, options = json.loads(sys.argv[1])
table = make_table(game, **options)
table.reset(0)
if not table.over:
    table.step(table.legal_actions()[0])
batch = make_batch(game, 64, **options)
batch.step(batch.mask.argmax(axis=1))
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_table(parser)
    parser.add_argument(
        "--seconds", type=float, default=0.5, metavar="S", help="per measurement; default 0.5"
    )
    parser.add_argument(
        "--no-startup", action="store_true", help="leave out the start-up time (a compilation)"
    )
    parser.add_argument("--json", metavar="FILE", help="write the figures to a file as well")


@running_rules(COMPILED)
def run(parsed: argparse.Namespace) -> int:
    """Measure, and print a table; what plain Python begins with is not the speed that counts."""
    table = table_from(parsed)
    game, options = load_game(parsed.game), options_from(load_game(parsed.game), parsed)
    chosen = {"num_players": table.num_players, **options}
    if not 0 < parsed.seconds < 3600:
        raise ValueError(f"--seconds must be above 0 and below 3600, not {parsed.seconds}")
    slice_ = parsed.seconds / ROUNDS
    jobs = [
        *batch_jobs(game, chosen, slice_),
        *seat_jobs(game, chosen, slice_),
        *aec_jobs(game, chosen, slice_),
    ]
    figures = dict.fromkeys((name for name, _ in jobs), 0.0)
    for name, measure in progress(jobs * ROUNDS, "measurements", len(jobs) * ROUNDS):
        figures[name] = max(figures[name], measure())
    if not parsed.no_startup:
        figures.update((name, measure()) for name, measure in startup_jobs(game, chosen))
    report(figures)
    if parsed.json:
        Path(parsed.json).write_text(json.dumps(figures, indent=2) + "\n")
    return 0


def report(figures: dict[str, float]) -> None:
    """Print the figures, and the ratios that can be compared between machines."""
    for name, figure in figures.items():
        print(f"{name:<58} {describe(name, figure)}")
    nothing, raw = figures["AEC raw: do-nothing environment"], figures["AEC raw: raw_env()"]
    checked, wrapped = figures["AEC checked: env()"], figures["AEC checked: raw_env() in wrappers"]
    nothing_wrapped = figures["AEC checked: do-nothing environment in wrappers"]
    batched, in_turn = (
        figures[BATCHED],
        figures[IN_TURN],
    )
    print(f"vector environment / the same in SyncVectorEnv: {batched / in_turn:.1f}")
    print(f"raw_env() / do-nothing environment: {raw / nothing:.2f}")
    print(f"env() / raw_env() in PettingZoo's three wrappers: {checked / wrapped:.1f}")
    print(f"env() / do-nothing environment in the wrappers: {checked / nothing_wrapped:.1f}")


def describe(name: str, figure: float) -> str:
    """Return a figure with its unit."""
    return f"{figure:12.2f} s" if name.startswith("start-up") else f"{figure:12,.0f} steps/s"


# --- batches ---


def batch_jobs(
    game: Game, options: dict[str, Any], seconds: float
) -> list[tuple[str, Callable[[], float]]]:
    """Return the measurements of batches."""
    jobs: list[tuple[str, Callable[[], float]]] = []
    threads_to_try = [threads for threads in (1, 2) if threads <= available_threads()]
    for threads in threads_to_try:
        for tables in TABLES:
            name = f"batch, mask and observation: {tables} tables, {threads} thread(s)"
            jobs.append((name, BatchJob(game, options, tables, threads, seconds).steps))
    for threads in threads_to_try:
        name = f"random rollouts, no observation: 1024 tables, {threads} thread(s)"
        jobs.append((name, BatchJob(game, options, 1024, threads, seconds).rollouts))
    return jobs


class BatchJob:
    """Measures one size of batch."""

    def __init__(
        self, game: Game, options: dict[str, Any], tables: int, threads: int, seconds: float
    ) -> None:
        self.game, self.options, self.threads = game, options, threads
        self.tables, self.seconds, self.turn = tables, seconds, 0

    @cached_property
    def batch(self) -> Batch:
        """The batch to measure."""
        batch = Batch(self.game, self.tables, seed=1, threads=self.threads, **self.options)
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
        while spent < self.seconds:
            self.turn = (self.turn + 1) % len(self.preferences)
            actions = (self.batch.mask * self.preferences[self.turn]).argmax(axis=1)
            begun = time.perf_counter()
            self.batch.step(actions)
            spent += time.perf_counter() - begun
            steps += self.tables
        return steps / spent

    def rollouts(self) -> float:
        """Return steps per second of random play inside compiled code."""
        steps_each, steps = 100, 0
        self.batch.rollout(1, seed=0)
        begun = time.perf_counter()
        while time.perf_counter() - begun < self.seconds:
            self.batch.rollout(steps_each, seed=steps)
            steps += steps_each * self.tables
        return steps / (time.perf_counter() - begun)


# --- one seat learns ---


def seat_jobs(
    game: Game, options: dict[str, Any], seconds: float
) -> list[tuple[str, Callable[[], float]]]:
    """Return the measurements of Gymnasium environments, batched and one after the other."""
    opponents = HEURISTIC if HEURISTIC in agent_names(game) else RANDOM
    arguments = {"opponents": opponents, "seat": "random", **options}

    def batched() -> SeatVectorEnv:
        return SeatVectorEnv(game, LEARNERS, **arguments)

    def in_turn() -> SyncVectorEnv:
        return SyncVectorEnv([lambda: SeatEnv(game, **arguments)] * LEARNERS)

    return [
        (BATCHED, SeatJob(batched, seconds).steps),
        (IN_TURN, SeatJob(in_turn, seconds).steps),
    ]


class SeatJob:
    """Measures a vector environment at which random learners play against agents."""

    def __init__(self, make: Callable[[], VectorEnv[Any, Any, Any]], seconds: float) -> None:
        self.make, self.seconds = make, seconds
        self.rng = np.random.default_rng(0)

    @cached_property
    def env(self) -> VectorEnv[Any, Any, Any]:
        """The environment to measure."""
        env = self.make()
        _, infos = env.reset(seed=1)
        self.mask = infos["action_mask"]
        return env

    def steps(self) -> float:
        """Return steps per second; choosing the random actions is not counted."""
        spent, steps = 0.0, 0
        env = self.env
        while spent < self.seconds:
            actions = (self.mask * self.rng.random(self.mask.shape)).argmax(axis=1)
            begun = time.perf_counter()
            _, _, _, _, infos = env.step(actions)
            spent += time.perf_counter() - begun
            self.mask = infos["action_mask"]
            steps += LEARNERS
        return steps / spent


# --- AEC ---


class DoNothingEnv(AECEnv[str, Any, Any]):
    """The least an AEC environment can do: agents in turn, and PettingZoo's bookkeeping."""

    def __init__(self, num_agents: int, num_actions: int, length: int, size: int) -> None:
        super().__init__()
        self.possible_agents = [f"player_{seat}" for seat in range(num_agents)]
        self.metadata = {"name": "do_nothing_v0", "render_modes": []}
        self._actions = spaces.Discrete(num_actions)
        self._length = length
        self._size, self._num_actions = size, num_actions

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of all actions."""
        return self._actions

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn = 0
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Any:
        """Return a new observation of nothing."""
        return {
            "observation": np.zeros(self._size, np.float32),
            "action_mask": np.ones(self._num_actions, np.int8),
        }

    def step(self, action: Any) -> None:
        """Pass the turn."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0
        self._clear_rewards()
        self._turn += 1
        self.agent_selection = self.agents[self._turn % len(self.agents)]
        if self._turn == self._length:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        self._accumulate_rewards()


def aec_jobs(
    game: Game, options: dict[str, Any], seconds: float
) -> list[tuple[str, Callable[[], float]]]:
    """Return the measurements of AEC environments; all make the same steps."""
    seed, actions = one_game(game, options)

    def nothing() -> Any:
        size = game.layout.size
        return DoNothingEnv(options["num_players"], game.num_actions, len(actions), size)

    def raw() -> Any:
        return TableEnv(game, **options)

    def job(make: Callable[[], Any]) -> Callable[[], float]:
        env = make()
        return lambda: aec_steps(env, seed, actions, seconds)

    return [
        ("AEC raw: do-nothing environment", job(nothing)),
        ("AEC raw: raw_env()", job(raw)),
        ("AEC checked: env()", job(lambda: CheckedTableEnv(game, **options))),
        ("AEC checked: raw_env() in wrappers", job(lambda: in_wrappers(raw()))),
        ("AEC checked: do-nothing environment in wrappers", job(lambda: in_wrappers(nothing()))),
    ]


def one_game(game: Game, options: dict[str, Any]) -> tuple[int, list[int]]:
    """Return the seed of the first game in which anybody decides, and random actions for it."""
    env, rng, actions = TableEnv(game, **options), np.random.default_rng(0), list[int]()
    seeds = itertools.count()
    env.reset(seed := next(seeds))
    while env.table.over:
        env.reset(seed := next(seeds))
    while not env.table.over:
        actions.append(int(rng.choice(env.table.legal_actions())))
        env.step(actions[-1])
    return seed, actions


def in_wrappers(env: AECEnv[Any, Any, Any]) -> AECEnv[Any, Any, Any]:
    """Return an environment in PettingZoo's usual wrappers."""
    illegal = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(illegal))


def aec_steps(env: AECEnv[Any, Any, Any], seed: int, actions: list[int], seconds: float) -> float:
    """Return how often ``last()`` and ``step()`` can be called per second, resets included."""
    begun, steps = time.perf_counter(), 0
    while time.perf_counter() - begun < seconds:
        env.reset(seed)
        for action in actions:
            env.last()
            env.step(action)
        steps += len(actions)
    return steps / (time.perf_counter() - begun)


# --- start-up ---


def startup_jobs(game: Game, options: dict[str, Any]) -> list[tuple[str, Callable[[], float]]]:
    """Return the measurements of a first use in a new process, one table and a batch."""
    folder = tempfile.TemporaryDirectory()

    def first_use() -> float:
        arguments = json.dumps([game.name, options])
        environment = {**os.environ, "BOARDGAME_ENVS_CACHE": folder.name, VARIABLE: COMPILED}
        begun = time.perf_counter()
        subprocess.run(
            [sys.executable, "-c", FIRST_USE, arguments],
            env=environment,
            check=True,
            stderr=subprocess.DEVNULL,
        )
        return time.perf_counter() - begun

    return [
        ("start-up, cold: everything is compiled", first_use),
        ("start-up, warm: everything is in the cache", first_use),
    ]

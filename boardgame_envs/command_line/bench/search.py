"""What a search does most: information states, possible worlds, copies and rollouts."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np

from boardgame_envs.agents.by_name import compiled_heuristics_of
from boardgame_envs.command_line.bench.rows import NotMeasured, Ratio, Row, Setting, per_second
from boardgame_envs.core.table import Table
from boardgame_envs.search import search_actions

NAME = "search"
ABOUT = "searching from one table, in the middle of a game"
ROUNDS = 5
RATIOS: tuple[Ratio, ...] = ()

WORLDS = 32  # that are asked for at once


def rows(setting: Setting) -> list[Row]:
    """Return a row for each thing that a search does."""
    table = middle_of_a_game(setting)
    seeds = itertools.count(1)
    policy = next((kind() for kind in compiled_heuristics_of(setting.game)), None)

    def information() -> int:
        table.information()
        return 1

    def worlds() -> int:
        return len(table.information().worlds(WORLDS, next(seeds)))

    def copies() -> int:
        table.clone()
        return 1

    def random_rollout() -> int:
        table.rollout(next(seeds))
        return 1

    def random_endings() -> int:
        found = search_actions(table.information(), worlds=WORLDS, seed=next(seeds))
        return int(found.visits.sum())

    def heuristic_endings() -> int:
        if policy is None:
            raise NotMeasured(f"{setting.game.name} has no compiled heuristic")
        information = table.information()
        found = search_actions(information, worlds=WORLDS, seed=next(seeds), policy=policy)
        return int(found.visits.sum())

    def row(name: str, unit: str, act: Callable[[], int]) -> Row:
        return Row(f"search: {name}", unit, lambda: per_second(act, setting.seconds))

    return [
        row("information states", "states/s", information),
        row(f"possible worlds, {WORLDS} at once", "worlds/s", worlds),
        row("copies of a table with its past", "copies/s", copies),
        row("random rollouts to the end of the game", "rollouts/s", random_rollout),
        row("all actions in all worlds, random endings", "endings/s", random_endings),
        row("all actions in all worlds, endings by heuristic", "endings/s", heuristic_endings),
    ]


def middle_of_a_game(setting: Setting) -> Table:
    """Return a table at which half of the decisions of a random game have been made."""
    table, rng = Table(setting.game, **setting.options), np.random.default_rng(0)
    for seed in itertools.count():
        table.reset(seed)
        if not table.over:
            break
    while not table.over:
        table.step(int(rng.choice(table.legal_actions())))
    for _ in range((table.num_decisions + 1) // 2):
        table.undo()
    return table

"""Laws of compilation: however the rules are run, they say the same."""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from boardgame_envs.core.compiled_game import TableLoops, loops_of
from boardgame_envs.core.game import Game
from boardgame_envs.core.tiers import COMPILED, PLAIN, running_rules
from boardgame_envs.testing.lawmaking import Case, Each, expect, law
from boardgame_envs.testing.random_games import random_play
from boardgame_envs.testing.settings import each_setting
from boardgame_envs.testing.signatures import signature

# every so many decisions all that can be asked of a table is asked
DECISIONS_BETWEEN_QUESTIONS = 7


@law(Each.GAME)
def rules_agree_in_plain_python(case: Case) -> None:
    """Random games are the same, byte for byte, when nothing is compiled.

    Plain Python checks every index and warns of every overflow: either is an error here.
    """
    num_games = 2 * len(each_setting(case.game))
    with running_rules(COMPILED):
        compiled = signature(case.game, num_games)
    with running_rules(PLAIN), warnings.catch_warnings():
        warnings.simplefilter("error")
        plain = signature(case.game, num_games)
    expect(plain == compiled, "the games are others in plain Python")


@law(Each.OPTION_SET)
def rules_agree_when_compiled_code_takes_over(case: Case) -> None:
    """States, masks, views, returns and worlds are the same in any mixture of plain and compiled.

    Compiled code takes over in the middle of a game, so one call may be plain and the next not.
    """
    with running_rules(COMPILED):
        compiled = list(all_there_is_to_see(case))
        for seed in range(2):
            with mixed_tiers(case.game, seed):
                mixed = list(all_there_is_to_see(case))
            step = next((n for n, seen in enumerate(compiled) if mixed[n : n + 1] != [seen]), -1)
            expect(mixed == compiled, f"decision {step} differs in a mixture (seed {seed})")


@contextmanager
def mixed_tiers(game: Game, seed: int) -> Iterator[None]:
    """Let each call of a loop for one table be plain or compiled, at random."""
    loops, rng = loops_of(game, TableLoops), np.random.default_rng(seed)
    compiled = {name: getattr(loops, name) for name in loops.loops}
    for name, loop in loops.loops.items():
        setattr(loops, name, either(loop.plain, compiled[name], rng))
    try:
        yield
    finally:
        for name, function in compiled.items():
            setattr(loops, name, function)


def either(
    one: Callable[..., Any], other: Callable[..., Any], rng: np.random.Generator
) -> Callable[..., Any]:
    """Return a function that is one of two in each call."""

    def run(*arguments: Any) -> Any:
        return (one if rng.random() < 0.5 else other)(*arguments)

    return run


def all_there_is_to_see(case: Case) -> Iterator[str]:
    """Yield a digest of what a table shows at each decision of a random game."""
    table = case.new_table()
    for number, action in enumerate(random_play(table, seed=5)):
        seen = hashlib.sha256(table.states.tobytes() + table.mask.tobytes())
        seen.update(table.observation.tobytes() + repr((action, table.returns)).encode())
        if number % DECISIONS_BETWEEN_QUESTIONS == 0:
            for seat in range(table.num_players):
                seen.update(table.observe(seat).tobytes())
                for world in table.information(seat).worlds(2, seed=number):
                    seen.update(world.states.tobytes())
            copy = table.clone()
            copy.step(action)
            copy.undo()
            seen.update(copy.states.tobytes() + copy.mask.tobytes())
        yield seen.hexdigest()
    yield hashlib.sha256(table.states.tobytes() + repr(table.returns).encode()).hexdigest()

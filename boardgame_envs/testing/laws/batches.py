"""Laws of batches: many tables at once are single tables, only faster."""

from __future__ import annotations

from typing import Any

import numpy as np

from boardgame_envs.core.batch import ARRAYS, Batch
from boardgame_envs.core.chance import next_seed
from boardgame_envs.core.compiled import available_threads
from boardgame_envs.core.table import Table
from boardgame_envs.core.tiers import PLAIN, running_rules
from boardgame_envs.testing.lawmaking import Case, Each, expect, law
from boardgame_envs.testing.random_games import LONGEST_GAME

# as many steps as this are compared, and more if no game has ended by then
STEPS = 150
# and in plain Python, which takes its time
PLAIN_STEPS = 30


def random_actions(batch: Batch, rng: np.random.Generator) -> Any:
    """Return a random legal action for each table."""
    return (batch.mask * rng.random(batch.mask.shape)).argmax(axis=1)


@law(Each.SETTING)
def a_batch_is_identical_to_single_tables(case: Case) -> None:
    """Step by step, a batch shows what tables with the same seeds and actions show."""
    batch, seeds = Batch(case.game, 5, **case.setting), range(50, 55)
    batch.reset_to(seeds)
    tables = [case.new_table() for _ in seeds]
    for i, seed in enumerate(seeds):
        begin_game_of(batch, i, case.watch(tables[i]), seed)
    rng, games_ended = np.random.default_rng(0), 0
    for step in range(LONGEST_GAME):
        if step >= STEPS and games_ended > 0:
            break
        actions = random_actions(batch, rng)
        before = [table.returns for table in tables]
        batch.step(actions)
        for i, table in enumerate(tables):
            case.watch(table).step(int(actions[i]))
            expect_same_reward(batch, i, table, before[i])
            if table.over:
                games_ended += 1
                expect_same_end(batch, i, table)
                expect_same_next_game(batch, i, table)
            expect_same_look(batch, i, table)
    expect(games_ended > 0, "no game has ended")


def begin_game_of(batch: Batch, i: int, table: Table, seed: int) -> None:
    """Begin the game that a batch was asked for; it may be over before anybody decides."""
    table.reset(seed)
    expect(batch.done[i] == table.over, f"done is {batch.done[i]}, not {table.over}")
    if table.over:
        expect_same_reward(batch, i, table, [0.0] * table.num_players)
        expect_same_end(batch, i, table)
        expect_same_next_game(batch, i, table)
    expect_same_look(batch, i, table)


def expect_same_next_game(batch: Batch, i: int, table: Table) -> None:
    """Begin the games that follow one that has ended, up to the first with a decision."""
    assert table.seed is not None
    skipped, paid = 0, np.zeros(table.num_players)
    table.reset(int(next_seed(np.uint64(table.seed))))
    while table.over:
        skipped += 1
        paid += table.returns
        table.reset(int(next_seed(np.uint64(table.seed))))
    expect(batch.seeds[i] == table.seed, f"the seed is {batch.seeds[i]}, not {table.seed}")
    there = batch.skipped_games[i], batch.skipped_returns[i]
    expect(there[0] == skipped, f"skipped_games is {there[0]}, not {skipped}")
    expect_same_numbers("skipped_returns", there[1], paid)


def expect_same_reward(batch: Batch, i: int, table: Table, before: list[float]) -> None:
    """Complain of a batch that pays other rewards than a table, or ends otherwise."""
    expect_same_numbers("reward", batch.reward[i], np.subtract(table.returns, before))
    expect(batch.done[i] == table.over, f"done is {batch.done[i]}, not {table.over}")


def expect_same_end(batch: Batch, i: int, table: Table) -> None:
    """Complain of a batch in which a finished game came out otherwise."""
    length = batch.final_length[i]
    expect_same_numbers("final_returns", batch.final_returns[i], table.returns)
    expect(length == table.num_decisions, f"final_length is {length}, not {table.num_decisions}")
    last = batch.finished[i : i + 1].tobytes()
    expect(last == table.states.tobytes(), "finished is another state")


def expect_same_look(batch: Batch, i: int, table: Table) -> None:
    """Complain of a batch that shows another decision than a table."""
    expect(batch.seat[i] == table.seat, f"seat is {batch.seat[i]}, not {table.seat}")
    expect(batch.length[i] == table.num_decisions, f"length is {batch.length[i]}")
    expect(np.array_equal(batch.mask[i], table.mask), "mask is another one")
    expect(np.array_equal(batch.observation[i], table.observation), "observation is another one")
    anew = table.observe(table.seat)
    expect(np.array_equal(anew, table.observation), "observation has what was seen before")
    expect_same_numbers("returns", batch.returns[i], table.returns)
    expect(batch.table(i) == table, "the table in the batch is another one")


def expect_same_numbers(name: str, there: Any, expected: Any) -> None:
    """Complain of numbers that are not the same up to rounding.

    To write them down takes longer than all else, so it is done for a complaint only.
    """
    there, expected = np.asarray(there), np.asarray(expected)
    same = there.shape == expected.shape
    if same and np.array_equal(there, expected):
        return
    if not same or not np.allclose(there, expected, rtol=1e-6, atol=1e-12):
        raise AssertionError(f"{name} is {there}, not {expected}")


@law(Each.SETTING)
def without_action_features_observations_end_where_these_begin(case: Case) -> None:
    """Shorter rows are what the whole ones begin with, for every seat and at every decision."""
    # plain Python checks every index, so nothing is written behind the end of a row
    with running_rules(PLAIN):
        expect_beginnings(case, 2, PLAIN_STEPS)
    expect_beginnings(case, 5, STEPS)


def expect_beginnings(case: Case, num_tables: int, num_steps: int) -> None:
    """Complain of a batch without action features that shows another game than one with them."""
    whole, seen = (
        Batch(case.game, num_tables, seed=5, action_features=given, **case.setting)
        for given in (True, False)
    )
    size, rng = case.game.layout.seen.size, np.random.default_rng(3)
    expect(seen.observation.shape == (num_tables, size), f"a row has not {size} numbers")
    for step in range(num_steps):
        shown, beginning = [seen.observation], [whole.observation]
        seat = np.full(num_tables, step) % whole.states["num_players"]
        shown.append(seen.observe(seat))
        beginning.append(whole.observe(seat))
        for rows, whole_rows in zip(shown, beginning, strict=True):
            expect(np.array_equal(rows, whole_rows[:, :size]), "a row is no beginning")
        actions = random_actions(whole, rng)
        whole.step(actions)
        seen.step(actions)
        expect(np.array_equal(seen.mask, whole.mask), "mask differs")


@law(Each.GAME)
def threads_change_nothing_but_the_speed(case: Case) -> None:
    """Steps and rollouts shared by two threads come out as those of one."""
    counts = 1, min(2, available_threads())
    alone, together = (Batch(case.game, 600, seed=4, threads=threads) for threads in counts)
    rng = np.random.default_rng(1)
    for _ in range(60):
        actions = random_actions(alone, rng)
        alone.step(actions)
        together.step(actions)
        expect_same_arrays(alone, together)
    for seed in range(2):
        games, returns = alone.rollout(50, seed)
        games_together, returns_together = together.rollout(50, seed)
        expect(games == games_together, "another number of games ends in a rollout")
        expect(returns.tolist() == returns_together.tolist(), "a rollout has other returns")


def expect_same_arrays(batch: Batch, other: Batch) -> None:
    """Complain of two batches that differ."""
    for name in ARRAYS:
        expect(np.array_equal(getattr(batch, name), getattr(other, name)), f"{name} differs")


@law(Each.GAME)
def the_seed_fixes_all_games_of_a_batch(case: Case) -> None:
    """Batches with one seed stay equal, and those with another seed begin otherwise."""
    first, second, other = (Batch(case.game, 7, seed=seed) for seed in (1, 1, 2))
    expect(first.states.tobytes() != other.states.tobytes(), "another seed gives the same games")
    rng = np.random.default_rng(2)
    for _ in range(100):
        actions = random_actions(first, rng)
        first.step(actions)
        second.step(actions)
    expect(first.states.tobytes() == second.states.tobytes(), "the games come to differ")
    first.reset(1)
    second.reset(1)
    expect(first.states.tobytes() == second.states.tobytes(), "a reset gives other games")

"""Numbers that users give: what is none, or too large, or endless, is refused in one sentence."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import pytest

from boardgame_envs import OptionError, make_batch, make_table
from boardgame_envs.agents import RandomAgent
from boardgame_envs.agents.network_agent import check_temperature
from boardgame_envs.core.game import Game
from boardgame_envs.core.numbers import check_count, check_finite, check_seeds, whole_number
from boardgame_envs.core.problems import shortened
from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.duplicate import play_lineups
from boardgame_envs.evaluation.tournament import play_tournament
from tests.playing import all_games

NESTED: list[Any] = []
for _ in range(100_000):
    NESTED = [NESTED]

NO_NUMBERS: list[Any] = [
    *(math.nan, math.inf, -math.inf, 1.5, 2.0, "1", "x", b"1", None, True, [], [1], {}, object()),
    *(np.float64(1.0), np.array([1, 2]), np.bool_(True), 1j, NESTED),
]
TOO_LARGE: list[Any] = [-1, -(10**400), 2**64, 10**400, 10**5000]

each_bad_number = pytest.mark.parametrize(
    "value", [*NO_NUMBERS, *TOO_LARGE], ids=lambda value: shortened(value)[:20]
)


def one_sentence(caught: pytest.ExceptionInfo[BaseException]) -> str:
    """Return what an error says, which is one short line."""
    text = str(caught.value)
    assert "\n" not in text
    assert 10 < len(text) < 300
    assert not re.search(r"object cannot|has no attribute|could not convert|ambiguous", text)
    return text


# --- one number ---


@pytest.mark.parametrize("value", [3, np.int8(3), np.uint64(3), np.array(3)], ids=repr)
def test_whole_numbers_of_all_kinds_are_taken(value: Any):
    assert whole_number(value) == 3
    assert type(check_count("n", value, 1, 5)) is int


@each_bad_number
def test_a_seed_is_a_whole_number(value: Any):
    table = make_table("elements")
    table.reset(1)
    before = table.clone()

    with pytest.raises(ValueError, match="a seed is a whole number from 0 to") as caught:
        table.reset(value)

    one_sentence(caught)
    assert table == before
    assert table.seed == 1


@each_bad_number
def test_an_action_is_a_whole_number(value: Any):
    table = make_table("elements")
    table.reset(1)
    before = table.clone()

    with pytest.raises(ValueError, match="action") as caught:
        table.step(value)

    one_sentence(caught)
    assert table == before


@each_bad_number
def test_an_action_has_a_name(value: Any):
    table = make_table("elements")
    table.reset(1)

    with pytest.raises(ValueError, match=r"P[12] may not"):
        table.play(value)


@each_bad_number
def test_a_seat_is_a_whole_number(value: Any):
    table = make_table("elements")
    table.reset(1)

    for ask in (table.observe, table.text, lambda seat: table.redealt(seat, 1)):
        with pytest.raises(ValueError, match="a seat is 0 to 1 here") as caught:
            ask(value)
        one_sentence(caught)


@each_bad_number
def test_counts_and_players_are_whole_numbers(value: Any):
    for name in ("num_tables", "threads", "num_players"):
        if name == "num_players" and value is None:
            continue
        arguments = {"num_tables": 2, name: value}
        with pytest.raises(OptionError) as caught:
            make_batch("elements", **arguments)
        one_sentence(caught)


def refusal_of(game: Game, options: dict[str, Any]) -> str | None:
    """Return why options are refused; if they are not, begin a game with them."""
    try:
        table = Table(game, **options)
    except OptionError as error:
        return str(error)
    table.reset(1)
    assert table.mask.any()
    return None


@each_bad_number
def test_every_option_of_every_game_refuses_what_is_not_allowed(value: Any):
    for game in all_games():
        for option in game.options:
            complaint = refusal_of(game, {option.name: value})
            assert complaint is None or len(complaint.split("\n")) == 1
            assert complaint is None or len(complaint) < 400


@pytest.mark.parametrize(
    "value", [math.nan, math.inf, -math.inf, "1", "x", None, True, [], 10**400]
)
def test_a_finite_number_is_one(value: Any):
    with pytest.raises(OptionError, match="illegal_reward must be a number that is not infinite"):
        check_finite("illegal_reward", value)
    assert check_finite("illegal_reward", np.float32(-2)) == -2.0


@pytest.mark.parametrize("value", [math.nan, math.inf, -1, "1", None, [1], 10**400, True])
def test_a_temperature_is_a_number(value: Any):
    with pytest.raises(ValueError, match="a temperature is 0 or a positive number") as caught:
        check_temperature(value)
    one_sentence(caught)


@pytest.mark.parametrize(
    "weights",
    [
        [math.nan] * 10,
        [math.inf] * 10,
        [1e308] * 10,
        [0.0] * 10,
        [-1.0] * 10,
        [1.0] * 9,
        ["x"] * 10,
        "x",
        5,
        [[1.0]] * 10,
        [None] * 10,
        [10**400] * 10,
    ],
    ids=lambda weights: shortened(weights)[:20],
)
def test_weights_are_positive_and_have_a_finite_sum(weights: Any):
    table, batch = make_table("elements"), make_batch("elements", 2)
    table.reset(1)

    for rollout in (lambda: table.rollout(1, weights), lambda: batch.rollout(5, 1, weights)):
        with pytest.raises(ValueError, match="weights must be 10 positive numbers") as caught:
            rollout()
        one_sentence(caught)


# --- a number for each table ---

NO_ACTIONS: list[Any] = [
    *([math.nan, 0.0], [0.0, 1.0], np.zeros(2), ["0", "1"], "01", [None, None], 5, None),
    *([2**63, 0], np.array([2**63, 0], np.uint64), [10**400, 0], [[0, 0]], [0], [0, 0, 0]),
    *([True, False], [[0], [0, 1]], np.zeros((2, 2), int), [0, "x"], {}, NESTED),
]


@pytest.mark.parametrize("actions", NO_ACTIONS, ids=lambda actions: shortened(actions)[:30])
def test_actions_of_a_batch_are_whole_numbers_and_nothing_is_lost(actions: Any):
    batch = make_batch("elements", 2, seed=1)
    before = batch.get_state()

    for ask in (batch.step, batch.observe):
        with pytest.raises(ValueError, match=r"whole numbers as|too large") as caught:
            ask(actions)
        one_sentence(caught)

    after = batch.get_state()
    assert all(np.array_equal(before[name], after[name]) for name in before)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.int64, np.uint64, list])
def test_actions_of_any_kind_of_whole_number_are_taken(kind: Any):
    batch = make_batch("elements", 2, seed=1)
    chosen = batch.mask.argmax(axis=1)

    batch.step(chosen.tolist() if kind is list else chosen.astype(kind))

    assert batch.length.tolist() == [1, 1]


@pytest.mark.parametrize(
    "seeds",
    [[1], [1, -1], [1, 1.5], [1, 2**64], ["1", "2"], [None, 1], 7, None, [[1], [2]]],
    ids=str,
)
def test_seeds_of_a_batch_are_checked_and_nothing_is_lost(seeds: Any):
    batch = make_batch("elements", 2, seed=1)
    before = batch.get_state()

    with pytest.raises(ValueError, match="seed") as caught:
        batch.reset_to(seeds)

    one_sentence(caught)
    after = batch.get_state()
    assert all(np.array_equal(before[name], after[name]) for name in before)


def test_the_largest_seeds_are_seeds_whatever_they_are_written_as():
    for seeds in ([1, 2**64 - 1], (1, 2**64 - 1), np.array([1, 2**64 - 1], np.uint64)):
        assert check_seeds(seeds, 2).tolist() == [1, 2**64 - 1]
    assert check_seeds(np.array([3, 4]), 2).tolist() == [3, 4]


@each_bad_number
def test_a_table_and_steps_of_a_batch_are_whole_numbers(value: Any):
    batch = make_batch("elements", 2)

    for ask in (batch.table, lambda n: batch.rollout(n, 1), lambda n: batch.rollout(1, n)):
        with pytest.raises(ValueError, match="a whole number from 0 to") as caught:
            ask(value)
        one_sentence(caught)


@pytest.mark.parametrize("variants", [5, [5], ["x"], [None], "x"], ids=str)
def test_variants_are_option_sets(variants: Any):
    with pytest.raises(OptionError, match="variants must be option sets") as caught:
        make_batch("elements", 2, variants=variants)
    one_sentence(caught)


# --- deals and worlds ---


@each_bad_number
def test_deals_games_in_progress_and_worlds_are_counted_in_whole_numbers(value: Any):
    table, agents = make_table("elements"), [RandomAgent(), RandomAgent()]
    table.reset(1)
    information = table.information()

    def play_batch(batch: Any) -> Any:
        return play_lineups(table, agents, [(0, 1)], [1, 2], batch=batch)

    def play(deals: Any) -> Any:
        return play_tournament(table, agents, ["a", "b"], deals)

    def world(seed: Any) -> Any:
        return information.worlds(1, seed)

    for ask in (play_batch, play, world, lambda number: information.worlds(number, 1)):
        with pytest.raises(ValueError, match=r"whole number from|2 deals") as caught:
            ask(value)
        one_sentence(caught)


# --- recorded deals ---


@pytest.mark.parametrize("outcomes", [5, "x", {}, [5], ["x"], [None], [[]]], ids=str)
def test_recorded_deals_are_a_list_of_events_and_a_wrong_one_changes_nothing(outcomes: Any):
    table = make_table("elements")
    table.reset(3)
    table.step(table.legal_actions()[0])
    before = table.clone()

    with pytest.raises(ValueError, match="event") as caught:
        table.reset(1, outcomes=outcomes)

    one_sentence(caught)
    assert table == before
    assert table.legal_actions() == before.legal_actions()
    assert (table.seat, table.seed, table.num_decisions) == (before.seat, 3, 1)


def test_a_game_that_could_not_begin_has_not_begun():
    table = make_table("elements")

    with pytest.raises(ValueError, match="a chance event must be an object"):
        table.reset(1, outcomes=[5])
    with pytest.raises(ValueError, match="no game has begun"):
        table.step(0)


def test_a_copy_of_a_table_at_which_nothing_has_begun_has_not_begun_either():
    table = make_table("elements")

    with pytest.raises(ValueError, match="no game has begun"):
        table.clone().text(0)

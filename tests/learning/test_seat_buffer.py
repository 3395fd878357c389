"""Advantages seat by seat: against values computed by hand, and against a slow reference."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium import spaces

from boardgame_envs.learning.algorithms.ppo.seat_buffer import SeatRolloutBuffer
from tests.learning.noted import observations_of


def buffer_of(
    seats: Any,
    values: Any,
    rewards: Any,
    done: Any,
    *,
    gamma: float = 1.0,
    gae_lambda: float = 1.0,
    is_learner: Any = True,
) -> SeatRolloutBuffer:
    """Return a buffer filled with decisions; the last seats and values are those at the cut."""
    seats, values = np.asarray(seats), np.asarray(values, np.float32)
    rewards, done = np.asarray(rewards, np.float32), np.asarray(done)
    steps, tables, num_seats = rewards.shape
    buffer = SeatRolloutBuffer(
        steps,
        spaces.Box(0, 1, (1,), np.float32),
        spaces.Discrete(2),
        "cpu",
        gamma=gamma,
        gae_lambda=gae_lambda,
        n_envs=tables,
        num_seats=num_seats,
    )
    learners = np.broadcast_to(is_learner, (steps, tables))
    for step in range(steps):
        buffer.note(
            np.zeros((tables, 1), np.float32),
            np.ones((tables, 2), np.bool_),
            np.flatnonzero(learners[step]),
        )
        buffer.add_decisions(
            seats[step],
            actions=np.zeros(tables, np.int64),
            values=values[step],
            log_probs=np.zeros(tables, np.float32),
        )
        buffer.add_outcomes(rewards[step], done[step])
    buffer.compute_seat_advantages(values[steps], seats[steps])
    return buffer


def column(*numbers: float) -> list[list[float]]:
    """Return numbers of one table, step by step."""
    return [[number] for number in numbers]


def test_two_players_the_last_reward_reaches_both_seats():
    """Seats 0, 1, 0 decide; then the game ends with +1 for seat 0 and -1 for seat 1."""
    buffer = buffer_of(
        seats=column(0, 1, 0, 1),
        values=column(0.5, 0.25, 0.75, 9.0),
        rewards=[[[0, 0]], [[0, 0]], [[1, -1]]],
        done=column(False, False, True),
    )

    # seat 0 first: what it earned later is +1, so 1 - 0.5; with lambda 1 the next value drops out
    assert buffer._arrays["advantages"][:, 0].tolist() == pytest.approx([0.5, -1.25, 0.25])
    assert buffer._arrays["returns"][:, 0].tolist() == pytest.approx([1.0, -1.0, 1.0])
    assert buffer._learned_from.all()


def test_two_players_with_a_short_look_ahead_use_their_own_next_value():
    buffer = buffer_of(
        seats=column(0, 1, 0, 1),
        values=column(0.5, 0.25, 0.75, 9.0),
        rewards=[[[0, 0]], [[0, 0]], [[1, -1]]],
        done=column(False, False, True),
        gae_lambda=0.0,
    )

    # seat 0 looks from 0.5 to its own 0.75, never to seat 1's 0.25
    assert buffer._arrays["advantages"][:, 0].tolist() == pytest.approx([0.25, -1.25, 0.25])


def test_what_is_earned_during_others_turns_belongs_to_the_last_own_decision():
    """Seat 0 decides once and earns 2 while seat 1 takes two turns; seat 1 pays for it."""
    buffer = buffer_of(
        seats=column(0, 1, 1, 0),
        values=column(0.0, 0.0, 0.0, 5.0),
        rewards=[[[0, 0]], [[2, -2]], [[1, -1]]],
        done=column(False, False, False),
    )

    # seat 0: 2 + 1 + the value 5 of its next decision, at the cut
    assert buffer._arrays["advantages"][0, 0] == pytest.approx(8.0)
    # seat 1 is not to act at the cut: its last decision is open, and only looked ahead from
    assert buffer._learned_from[:, 0].tolist() == [True, True, False]
    assert buffer._arrays["advantages"][1, 0] == pytest.approx(-2.0)


def test_three_players_each_have_a_trajectory_of_their_own():
    buffer = buffer_of(
        seats=column(0, 1, 2, 0, 1, 2),
        values=column(1.0, 2.0, 3.0, 4.0, 5.0, 6.0),
        rewards=[[[0, 0, 0]], [[0, 0, 0]], [[1, 0, 0]], [[0, 1, 0]], [[3, -1, -2]]],
        done=column(False, False, False, False, True),
        gamma=0.5,
    )

    # seat 0: 1 earned before its second decision, then 3 at the end
    second = 3.0 - 4.0
    assert buffer._arrays["advantages"][0, 0] == pytest.approx(1.0 + 0.5 * 4.0 - 1.0 + 0.5 * second)
    assert buffer._arrays["advantages"][3, 0] == pytest.approx(second)
    # seat 1: 1 earned during seat 0's turn, then -1
    assert buffer._arrays["advantages"][4, 0] == pytest.approx(-1.0 - 5.0)
    assert buffer._arrays["advantages"][1, 0] == pytest.approx(1 + 0.5 * 5.0 - 2.0 + 0.5 * -6.0)
    # seat 2: nothing but the end
    assert buffer._arrays["advantages"][2, 0] == pytest.approx(-2.0 - 3.0)


def test_a_shared_reward_is_earned_by_everyone_for_what_they_did_before():
    """A cooperative team of two fills a cell (+0.5 each) and then wins (+1 each)."""
    buffer = buffer_of(
        seats=column(0, 1, 0),
        values=column(0.0, 0.0, 0.0),
        rewards=[[[0.5, 0.5]], [[1, 1]]],
        done=column(False, True),
    )

    assert buffer._arrays["returns"][:, 0].tolist() == pytest.approx([1.5, 1.0])


def test_nothing_crosses_the_end_of_a_game():
    buffer = buffer_of(
        seats=column(0, 0, 0),
        values=column(0.0, 0.0, 7.0),
        rewards=[[[1, -1]], [[0, 0]]],
        done=column(True, False),
    )

    assert buffer._arrays["returns"][:, 0].tolist() == pytest.approx([1.0, 7.0])


def test_decisions_of_opponents_are_not_learned_from():
    buffer = buffer_of(
        seats=[[0, 0], [1, 1], [0, 0]],
        values=np.zeros((3, 2)),
        rewards=np.zeros((2, 2, 2)),
        done=[[False, False], [True, True]],
        is_learner=[[True, False], [False, True]],
    )

    assert buffer._learned_from.tolist() == [[True, False], [False, True]]
    [sample] = list(buffer.get(None))
    assert sample.actions.shape == (2,)


def reference(seats, values, rewards, done, gamma, gae_lambda):
    """Return the advantages of one table (None where open), seat by seat, the slow way."""
    steps, num_seats = rewards.shape
    advantages: list[float | None] = [None] * steps
    ends = [t + 1 for t in range(steps) if done[t]]
    if not ends or ends[-1] < steps:
        ends.append(steps)
    for start, end in zip([0, *ends[:-1]], ends, strict=True):
        for seat in range(num_seats):
            times = [t for t in range(start, end) if seats[t] == seat]
            later = 0.0
            for i in range(len(times) - 1, -1, -1):
                time, is_last = times[i], i + 1 == len(times)
                until = end if is_last else times[i + 1]
                if not is_last:
                    next_value = values[times[i + 1]]
                elif done[end - 1]:
                    next_value = 0.0
                elif seats[steps] == seat:
                    next_value = values[steps]
                else:
                    later = 0.0
                    continue
                earned = rewards[time:until, seat].sum()
                later = earned + gamma * next_value - values[time] + gamma * gae_lambda * later
                advantages[time] = later
    return advantages


@pytest.mark.parametrize("trial", range(40))
def test_advantages_equal_a_slow_reference(trial: int):
    rng = np.random.default_rng(trial)
    steps, tables, num_seats = (
        int(rng.integers(low, high)) for low, high in ((1, 25), (1, 5), (1, 6))
    )
    gamma, gae_lambda = rng.uniform(0.8, 1), rng.uniform(0, 1)
    seats = rng.integers(num_seats, size=(steps + 1, tables))
    values = rng.normal(size=(steps + 1, tables)).astype(np.float32)
    rewards = rng.normal(size=(steps, tables, num_seats)).astype(np.float32)
    done = rng.random((steps, tables)) < 0.2
    buffer = buffer_of(seats, values, rewards, done, gamma=gamma, gae_lambda=gae_lambda)
    for table in range(tables):
        expected = reference(
            *(seats[:, table], values[:, table], rewards[:, table], done[:, table]),
            *(gamma, gae_lambda),
        )
        for step, advantage in enumerate(expected):
            assert buffer._learned_from[step, table] == (advantage is not None)
            if advantage is not None:
                found = buffer._arrays["advantages"][step, table]
                assert found == pytest.approx(advantage, abs=1e-4)


def test_batches_are_equal_and_leave_out_a_ragged_rest():
    buffer = buffer_of(
        np.zeros((8, 3), int), np.zeros((8, 3)), np.zeros((7, 3, 1)), np.ones((7, 3), bool)
    )

    assert [len(sample.actions) for sample in buffer.get(5)] == [5, 5, 5, 5]
    assert [len(sample.actions) for sample in buffer.get(100)] == [21]


def test_every_decision_is_learned_from_once_with_what_was_seen():
    """Tables show their number, and take the first action if it is even."""
    buffer = buffer_of(
        np.zeros((8, 3), int), np.zeros((8, 3)), np.zeros((7, 3, 1)), np.ones((7, 3), bool)
    )
    buffer.reset()
    for step in range(7):
        seen = 1.0 + np.arange(3, dtype=np.float32)[:, None] + 3 * step
        buffer.note(seen, np.ones((3, 2), np.bool_), np.array([2, 0] if step % 2 else [0, 1, 2]))
        taken = seen[:, 0].astype(np.int64) % 2
        nothing = np.zeros(3, np.float32)
        buffer.add_decisions(
            np.zeros(3, np.int64), actions=taken, values=nothing, log_probs=nothing
        )
        buffer.add_outcomes(np.zeros((3, 1), np.float32), np.ones(3, np.bool_))
    buffer.compute_seat_advantages(np.zeros(3, np.float32), np.zeros(3, np.int64))

    numbers = []
    for sample in buffer.get(6):
        seen = observations_of(*sample.observations[:2])[:, 0]
        assert np.array_equal(seen % 2, sample.actions.numpy())
        numbers += seen.tolist()
    hidden = {1 + 1 + 3 * step for step in range(1, 7, 2)}
    assert sorted(numbers) == sorted(set(range(1, 22)) - hidden)

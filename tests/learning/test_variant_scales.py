"""Variants measured each by its own spread."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from boardgame_envs.learning.algorithms.ppo.variant_scales import (
    SMALLEST,
    scale_advantages,
    spreads,
    weigh_values,
)
from boardgame_envs.learning.network.sparse.threads import use_threads
from tests.learning.test_critic import model_for

# two lengths of a match, in points: more is at stake in the longer one
MIXED = {
    "options": {"reward": "points"},
    "variants": [{"rounds": 1}, {"rounds": 9}],
    "tables": 64,
    "steps_per_rollout": 48,
    "minibatch": 700,
}


def some_numbers() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(1)
    variants = rng.integers(3, size=3000)
    return (rng.normal(size=3000) * 4.0**variants + variants).astype(np.float32), variants


def test_advantages_have_the_same_spread_in_every_variant():
    numbers, variants = some_numbers()

    scaled = scale_advantages(numbers, variants)

    for variant in range(3):
        own = scaled[variants == variant]
        assert abs(own.mean()) < 1e-5
        assert own.std() == pytest.approx(1.0, abs=1e-3)


def test_the_order_within_a_variant_stays():
    numbers, variants = some_numbers()

    scaled = scale_advantages(numbers, variants)

    for variant in range(3):
        rows = variants == variant
        assert np.array_equal(np.argsort(numbers[rows]), np.argsort(scaled[rows]))


def test_errors_count_less_where_returns_are_spread_wider():
    numbers, variants = some_numbers()

    weights = weigh_values(numbers, variants)
    by_variant = [weights[variants == variant][0] for variant in range(3)]

    assert weights.mean() == pytest.approx(1.0, abs=1e-4)
    assert by_variant[1] / by_variant[2] == pytest.approx(16.0, rel=0.1)
    assert all((weights[variants == v] == by_variant[v]).all() for v in range(3))


def test_where_all_games_end_alike_nothing_is_divided_by_nothing():
    numbers = np.array([1.0, 1.0, -3.0, 3.0], np.float32)

    means, widths = spreads(numbers, np.array([0, 0, 2, 2]))

    assert means.tolist() == [1.0, 0.0, 0.0]
    assert widths[0] == widths[1] == pytest.approx(SMALLEST * numbers.std())
    assert np.isfinite(scale_advantages(np.zeros(4, np.float32), np.zeros(4, np.int64))).all()
    assert np.isfinite(weigh_values(np.zeros(4, np.float32), np.zeros(4, np.int64))).all()


def test_a_rollout_is_measured_by_the_variants_of_its_games(tmp_path):
    model, watch = model_for(tmp_path, **MIXED, by_variant=True, critic="privileged")
    model._setup_learn(3072, watch)
    watch.init_callback(model)
    seen = []
    step = model.env.batch.step
    model.env.batch.step = lambda *arguments: (
        seen.append(model.env.batch.states["rounds"].copy()),
        step(*arguments),
    )
    model.collect_rollouts(model.env, watch, model.rollout_buffer, model.n_steps)

    buffer = model.rollout_buffer
    kept, variants = buffer._learned_from, buffer._arrays["variants"]
    assert np.array_equal(np.array([1, 9])[variants], np.array(seen))
    for variant in range(2):
        own = buffer._arrays["advantages"][kept & (variants == variant)]
        assert own.std() == pytest.approx(1.0, abs=1e-3)
    sample = next(buffer.get(500))
    assert len(np.unique(sample.value_weights.numpy())) == 2
    # values are still compared with what games paid
    assert np.abs(buffer._arrays["returns"][kept]).max() > 2


def test_one_variant_alone_learns_as_before(tmp_path):
    learned = []
    for by_variant in (False, True):
        model, watch = model_for(tmp_path, by_variant=by_variant, opponents={"past": 0})
        model.learn(512, callback=watch)
        learned.append(model.policy.state_dict())
    use_threads(1)

    # advantages are normalised in minibatches anyway
    for name, tensor in learned[0].items():
        assert torch.allclose(tensor, learned[1][name], atol=0.02), name


def test_the_number_of_threads_does_not_change_what_is_learned(tmp_path):
    learned = []
    for threads in (1, 3):
        model, watch = model_for(tmp_path, **MIXED, by_variant=True, threads=threads)
        model.learn(6144, callback=watch)
        learned.append(model.policy.state_dict())
    use_threads(1)

    assert all(torch.equal(learned[0][name], learned[1][name]) for name in learned[0])

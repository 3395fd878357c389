"""Which variants are played how often: weights, and what there is still to learn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boardgame_envs.core.batch import Batch
from boardgame_envs.core.options import OptionError
from boardgame_envs.games import load_game
from boardgame_envs.learning.algorithms.ppo.config import PPOConfig
from boardgame_envs.learning.algorithms.ppo.curriculum import Curriculum, RunningRate
from boardgame_envs.learning.algorithms.ppo.trainer import make_model
from boardgame_envs.learning.run.config import ConfigError, make_config
from boardgame_envs.learning.run.variants import name_settings
from tests.learning.test_opponents import SMALL

LENGTHS = [{"target_points": points} for points in (1, 2, 6)]


def step_at_random(batch: Batch, rng: np.random.Generator) -> None:
    batch.step((batch.mask * (rng.random(batch.mask.shape) + 0.1)).argmax(axis=1))


# --- shares of a batch ---


def test_games_have_variants_as_often_as_the_shares_say():
    batch = Batch(load_game("elements"), 4000, variants=LENGTHS, shares=[1, 0, 3])

    counts = np.bincount(batch.variant, minlength=3)

    assert counts[1] == 0
    assert counts[2] / counts[0] == pytest.approx(3, rel=0.15)
    for i in range(20):
        assert batch.table(i).options == {
            **batch.tables[0].options,
            **LENGTHS[batch.variant[i]],
        }


def test_without_shares_the_variants_are_those_that_seeds_always_picked():
    batch = Batch(load_game("elements"), 50, seed=4, variants=LENGTHS)

    targets = [LENGTHS[variant]["target_points"] for variant in batch.variant]

    assert [batch.table(i).options["target_points"] for i in range(50)] == targets


def test_new_shares_count_for_games_that_begin_and_running_ones_stay_as_they_are():
    batch = Batch(load_game("elements"), 200, variants=LENGTHS, shares=[1, 0, 0])
    rng = np.random.default_rng(1)

    batch.set_shares([0, 1, 0])

    before = batch.variant
    assert (before == 0).all()
    ended = np.zeros(200, np.bool_)
    while not ended.all():
        step_at_random(batch, rng)
        assert (batch.finished_variant[batch.done & ~ended] == 0).all()
        ended |= batch.done
        assert (batch.variant == np.where(ended, 1, 0)).all()


def test_a_batch_with_shares_goes_on_from_its_state():
    def make() -> Batch:
        return Batch(load_game("elements"), 64, seed=2, variants=LENGTHS, shares=[1, 1, 1])

    batch, other = make(), make()
    rng = np.random.default_rng(1)
    for _ in range(20):
        step_at_random(batch, rng)
    batch.set_shares([1, 5, 0])
    for _ in range(20):
        step_at_random(batch, rng)
    other.set_state(batch.get_state())

    rngs = np.random.default_rng(2), np.random.default_rng(2)
    for _ in range(40):
        step_at_random(batch, rngs[0])
        step_at_random(other, rngs[1])
    left, right = batch.get_state(), other.get_state()
    assert left.keys() == right.keys() >= {"variant", "finished_variant", "slots"}
    assert all(left[name].tobytes() == right[name].tobytes() for name in left)


@pytest.mark.parametrize("shares", [[1, 2], [0, 0, 0], [1, -1, 1], [1, np.nan, 1], "abc"])
def test_wrong_shares_are_refused(shares: Any):
    with pytest.raises(OptionError, match="shares must be 3 numbers that are not negative"):
        Batch(load_game("elements"), 2, variants=LENGTHS, shares=shares)


def test_variants_that_there_are_not_are_refused_in_a_state():
    batch = Batch(load_game("elements"), 8, variants=LENGTHS, shares=[1, 1, 1])
    state = batch.get_state()
    state["slots"][3] = 3

    with pytest.raises(ValueError, match="slots must be below 3"):
        batch.set_state(state)


# --- running rates ---


def test_a_running_rate_is_the_mean_and_forgets():
    rate = RunningRate(2, memory=50.0)

    assert rate.rate.tolist() == [0.5, 0.5]
    for _ in range(1000):
        rate.note(np.array([0, 0, 1]), np.array([1.0, 0.0, 1.0]))
    assert rate.rate[0] == pytest.approx(0.5, abs=0.01)
    assert rate.rate[1] > 0.95
    for _ in range(300):
        rate.note(np.array([1]), np.array([0.0]))
    assert rate.rate[1] < 0.05


def curriculum(by: str, floor: float = 0.2, weights: tuple[float, ...] = (1, 1, 1)) -> Curriculum:
    batch = Batch(load_game("elements"), 2, variants=LENGTHS)
    return Curriculum(batch, weights, by, floor, memory=100.0)


def teach(chosen: Curriculum, rates: list[float], games: int = 1000) -> None:
    rng = np.random.default_rng(0)
    for _ in range(games):
        for rate in (chosen.fast, chosen.slow):
            results = (np.random.default_rng(rng.integers(2**32)).random(3) < rates).astype(float)
            rate.note(np.arange(3), results)


def test_what_is_neither_always_won_nor_always_lost_is_played_most():
    chosen = curriculum("uncertainty")
    assert chosen.shares() == pytest.approx([1 / 3] * 3)

    teach(chosen, [0.0, 0.5, 1.0])

    low, middle, high = chosen.shares()
    assert middle > 0.6
    # the floor is shared by all
    assert min(low, high) >= 0.2 / 3
    assert sum(chosen.shares()) == pytest.approx(1.0)


def test_where_the_win_rate_moves_is_played_most():
    chosen = curriculum("progress")
    teach(chosen, [0.0, 0.3, 1.0])
    teach(chosen, [0.0, 0.9, 1.0], games=60)

    assert chosen.shares().argmax() == 1
    assert chosen.shares()[1] > 0.5


def test_weights_count_beside_what_there_is_to_learn():
    chosen = curriculum("uncertainty", weights=(1, 1, 2))

    assert chosen.shares() == pytest.approx([0.25, 0.25, 0.5])


# --- in a run ---


def model_of(tmp_path: Any, **changes: Any) -> Any:
    values = {
        **SMALL,
        "game": "tranquility",
        "options": {"mode": "high_arch", "reward": "progress"},
        "variants": [{"num_players": [1, 2]}],
        "tables": 32,
        "steps_per_rollout": 64,
        "opponents": {"past": 0.0},
        "curriculum": {"by": "uncertainty", "memory": 10},
        **changes,
    }
    tmp_path.mkdir(exist_ok=True)
    return make_model(make_config(PPOConfig, values), tmp_path)[0]


def test_a_run_counts_the_wins_of_its_teams(tmp_path):
    model = model_of(tmp_path)
    assert model.curriculum.is_team == [True, True]

    model.learn(4 * 32 * 64)

    assert (model.curriculum.fast.games > 0).all()
    # an untrained network does not win
    assert (model.curriculum.fast.rate < 0.3).all()


def test_a_competitive_run_counts_games_against_agents_that_do_not_learn(tmp_path):
    changes = {"game": "elements", "options": {}, "variants": LENGTHS}
    alone = model_of(tmp_path / "alone", **changes)
    against = model_of(tmp_path / "against", **changes, opponents={"agents": {"random": 0.5}})
    for model in (alone, against):
        model.learn(32 * 64)

    assert alone.curriculum.fast.games.sum() == 0
    assert 0 < against.curriculum.fast.games.sum() < against.games_played
    assert (against.curriculum.fast.rate > 0.2).all()


# --- variants in a config ---


def config_of(**changes: Any) -> PPOConfig:
    return make_config(PPOConfig, {"game": "noah", "total_steps": 10, **changes})


def test_a_variant_may_have_a_name_a_weight_and_several_numbers_of_players():
    variants = [{"name": "short", "num_players": [2, 3], "rounds": 1, "weight": 2}, {"rounds": 3}]

    config = config_of(variants=variants, options={"reward": "points"})

    points = {"reward": "points"}
    assert config.settings == [
        {"num_players": 2, "rounds": 1, **points},
        {"num_players": 3, "rounds": 1, **points},
        {"rounds": 3, **points},
    ]
    assert config.weights == [2, 2, 1.0]
    tables = Batch(load_game("noah"), 1, variants=config.settings).tables
    names = name_settings(tables, config.setting_names)
    assert names == [
        "short, 2 players",
        "short, 3 players",
        f"{tables[2].num_players} players, rounds 3",
    ]


def test_without_weights_all_variants_are_alike():
    assert config_of(variants=[{"rounds": 1}, {"rounds": 3}]).weights is None


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"variants": [{"weight": 0}]}, "the weight of a variant must be a number above 0"),
        ({"variants": [{"weight": "much"}]}, "above 0 and at most 1,000,000, not 'much'"),
        ({"variants": [{"name": 3}]}, "the name of a variant must be a text, not 3"),
        ({"options": {"weight": 2}}, "weight belongs to a variant"),
        ({"variants": [{"num_players": []}]}, "variants must come to at least 1"),
        ({"curriculum": {"by": "luck"}}, "curriculum.by must be one of nothing, uncertainty"),
        ({"curriculum": {"floor": 0}}, "curriculum.floor must be above 0"),
    ],
    ids=str,
)
def test_wrong_variants_are_refused_in_one_sentence(changes: dict[str, Any], complaint: str):
    with pytest.raises(ConfigError) as refusal:
        config_of(**changes)
    assert complaint in str(refusal.value)
    assert "\n" not in str(refusal.value)

"""The start by imitation: who plays, what is learned, and when it ends."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from boardgame_envs.agents import make_agent
from boardgame_envs.core.batch import Batch
from boardgame_envs.games import load_game
from boardgame_envs.learning.algorithms.ppo.config import PPOConfig
from boardgame_envs.learning.algorithms.ppo.imitation import Imitation
from boardgame_envs.learning.algorithms.ppo.stage_change import make_batch, make_imitation
from boardgame_envs.learning.algorithms.ppo.stages import plan_stages
from boardgame_envs.learning.algorithms.ppo.trainer import make_model
from boardgame_envs.learning.run.config import ConfigError, make_config
from tests.learning.noted import masks_of, observations_of
from tests.learning.test_opponents import SMALL

ROLLOUT = 64 * 16


class FirstLegal:
    """A teacher whose choice is easy to recognise."""

    def choose_many(self, observation: Any, mask: Any, rng: np.random.Generator) -> Any:
        return mask.argmax(axis=1)


def test_the_teacher_plays_at_first_and_the_learner_in_the_end():
    taught, own = np.zeros(2000, np.int64), np.full(2000, 3)

    for begin in (0, 700):
        imitation = Imitation([], 100, begin)
        for steps_done, share in [(0, 1.0), (50, 0.5), (100, 0.0)]:
            done = imitation.mix(taught, own, begin + steps_done)
            assert set(np.unique(done)) <= {0, 3}
            assert (done == 0).mean() == pytest.approx(share, abs=0.05)
            assert imitation.is_on(begin + steps_done) == (steps_done < 100)


def test_a_teacher_may_search():
    batch = Batch(load_game("noah"), 3, num_players=3)
    batch.reset(1)
    teacher, rows = make_agent("search?worlds=4", batch.game), np.array([0, 2])

    taught = Imitation([teacher], 100).ask(batch, rows, 0)

    assert batch.mask[rows, taught].all()


def imitating(tmp_path: Any, rollouts: int) -> Any:
    """Return a model that imitates the heuristic for a number of rollouts."""
    config = make_config(
        PPOConfig,
        {
            **SMALL,
            "tables": 64,
            "steps_per_rollout": 16,
            "minibatch": 256,
            "learning_rate": 0.003,
            "hidden": [64],
            "opponents": {"past": 0.0},
            "imitation": {"steps": rollouts * ROLLOUT},
        },
    )
    return make_model(config, tmp_path)[0]


def share_of_teacher(model: Any) -> float:
    """Return how often the likeliest action is the teacher's, on tables of random play."""
    batch = Batch(load_game("elements"), 1024, seed=7)
    rng = np.random.default_rng(7)
    for _ in range(10):
        batch.step((batch.mask * rng.random(batch.mask.shape)).argmax(axis=1))
    many: Any = make_agent("heuristic", load_game("elements"))
    taught = many.choose_many(batch.observation, batch.mask, np.random.default_rng(0))
    with torch.inference_mode():
        logs, _ = model.policy.log_probabilities(torch.from_numpy(batch.observation), batch.mask)
    return float((logs.numpy().argmax(axis=1) == taught).mean())


def test_the_learner_comes_to_do_what_the_teacher_does(tmp_path):
    model = imitating(tmp_path, rollouts=60)
    before = share_of_teacher(model)

    model.learn(60 * ROLLOUT)

    assert share_of_teacher(model) > before + 0.25


def test_what_is_learned_is_the_teachers_choice_wherever_the_game_went(tmp_path):
    model = imitating(tmp_path, rollouts=2)

    model.learn(ROLLOUT)

    buffer, teacher = model.rollout_buffer, make_agent("rules", load_game("elements"))
    many: Any = teacher
    for step in range(16):
        noted = buffer.decisions, buffer._noted[step]
        shown, masks = observations_of(*noted), masks_of(*noted)
        taught = many.choose_many(shown, masks, np.random.default_rng(0))
        assert np.array_equal(buffer._arrays["actions"][step], taught)


def test_after_the_imitation_the_learner_goes_on_by_itself(tmp_path):
    model = imitating(tmp_path, rollouts=2)

    model.learn(2 * ROLLOUT)
    assert model.is_imitating
    model.learn(ROLLOUT, reset_num_timesteps=False)
    assert not model.is_imitating


def test_a_teacher_that_there_is_not_and_negative_steps_are_refused():
    with pytest.raises(ConfigError, match=r"imitation.steps must not be negative, not -1"):
        make_config(PPOConfig, {**SMALL, "imitation": {"steps": -1}})
    with pytest.raises(ConfigError, match="there is no agent 'rule'"):
        make_config(PPOConfig, {**SMALL, "imitation": {"agent": "rule", "steps": 5}})


# --- a teacher for each setting ---


class LastLegal:
    """A teacher that looks at one table at a time, and is as easy to recognise."""

    def begin_game(self, seed: int) -> None:
        self.seed = seed

    def choose(self, information: Any) -> int:
        return int(np.flatnonzero(information.mask)[-1])


def test_each_setting_may_have_a_teacher_of_its_own():
    first: Any = FirstLegal()
    lengths = [{"target_points": points} for points in (1, 2, 3)]
    batch = Batch(load_game("elements"), 60, seed=3, variants=lengths)
    imitation = Imitation([first, LastLegal()], 100, of_variant=np.array([0, 1, 0]))
    rows = np.arange(0, 60, 2)

    taught = imitation.ask(batch, rows, 0)

    for row, action in zip(rows, taught, strict=True):
        legal = np.flatnonzero(batch.mask[row])
        assert action == legal[-1 if batch.variant[row] == 1 else 0]


def test_teachers_are_found_by_the_options_of_a_setting():
    config = make_config(
        PPOConfig,
        {
            **SMALL,
            "game": "tranquility",
            "variants": [
                {"num_players": [1, 3]},
                {"num_players": 2, "removed_islands": "poseidon"},
                {"num_players": 3, "expansions": ["reefs"]},
            ],
            "imitation": {
                "agent": "heuristic",
                "steps": 100,
                "by_setting": [
                    {"agent": "random", "options": {"num_players": 3, "expansions": []}},
                    {"agent": "heuristic:first", "options": {"removed_islands": "poseidon"}},
                ],
            },
        },
    )
    (stage,) = plan_stages(config)

    imitation = make_imitation(stage, make_batch(stage))

    assert imitation is not None
    assert imitation.of_variant is not None
    names = ["heuristic", "random", "heuristic:first"]
    told = [names[number] for number in imitation.of_variant]
    assert told == ["heuristic", "random", "heuristic:first", "heuristic"]


def test_teachers_for_settings_that_no_game_has_are_refused():
    teacher = {"agent": "random", "options": {"target_points": 9}}
    with pytest.raises(ConfigError, match=r"no setting has the options .* of the teacher 'random'"):
        make_config(PPOConfig, {**SMALL, "imitation": {"steps": 5, "by_setting": [teacher]}})
    teacher = {"agent": "random", "options": {"target": 9}}
    with pytest.raises(ConfigError, match="there is no option 'target'"):
        make_config(PPOConfig, {**SMALL, "imitation": {"steps": 5, "by_setting": [teacher]}})

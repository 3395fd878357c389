"""How a stage begins: its tables, who sits there, whom it imitates, and its numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from stable_baselines3.common.utils import FloatSchedule

from boardgame_envs.agents import make_agent
from boardgame_envs.core.batch import Batch
from boardgame_envs.games import load_game
from boardgame_envs.learning.algorithms.ppo.config import PPOConfig
from boardgame_envs.learning.algorithms.ppo.curriculum import Curriculum
from boardgame_envs.learning.algorithms.ppo.imitation import Imitation
from boardgame_envs.learning.algorithms.ppo.magnet import make_magnet
from boardgame_envs.learning.algorithms.ppo.opponents import Opponents
from boardgame_envs.learning.algorithms.ppo.stages import Stage
from boardgame_envs.learning.run.variants import has_options


class LearningRate:
    """A learning rate that falls in a straight line over a whole stage."""

    def __init__(self, config: PPOConfig) -> None:
        self.begin, self.end = config.learning_rate, config.learning_rate_end

    def __call__(self, remaining: float) -> float:
        """Return the rate for the share that remains; the last rollout may go beyond."""
        return self.end + (self.begin - self.end) * max(remaining, 0.0)


def enter_stage(model: Any, stage: Stage) -> None:
    """Let a model that has learned in other stages go on in this one, at tables dealt anew."""
    config = stage.config
    batch = make_batch(stage)
    model.env.batch, model._last_obs = batch, batch.observation
    earlier, model.opponents = model.opponents, make_opponents(stage, batch)
    if earlier is not None and model.opponents is not None:
        model.opponents.take_over(earlier)
        model.opponents.deal_in(np.ones(batch.num_tables, np.bool_), batch.states["num_players"])
    model.imitation = make_imitation(stage, batch)
    model.curriculum = make_curriculum(config, batch)
    model.magnet = make_magnet(config.magnet)
    model.rollout_buffer.by_variant = config.by_variant
    model.remaining = stage.remaining
    model.reward_scale = config.reward_scale
    model.batch_size, model.n_epochs = config.minibatch, config.epochs
    model.learning_rate = LearningRate(config)
    model._setup_lr_schedule()
    model.clip_range = FloatSchedule(config.clip_range)
    model.ent_coef, model.vf_coef = config.entropy, config.value_weight
    model.max_grad_norm = config.max_grad_norm
    for learner in (model, model.rollout_buffer):
        learner.gamma, learner.gae_lambda = config.gamma, config.gae_lambda
    model.rollout_buffer.make_room_for(batch.num_players)
    if stage.resets_optimizer:
        model.policy.optimizer.state.clear()


def make_batch(stage: Stage) -> Batch:
    """Return the tables of a stage."""
    config = stage.config
    settings, shares = config.settings, config.weights
    if shares is None and is_wanted(config):
        shares = [1.0] * len(settings)
    game = load_game(config.game)
    return Batch(game, config.tables, seed=stage.seed, variants=settings, shares=shares)


def make_opponents(stage: Stage, batch: Batch) -> Opponents | None:
    """Return who sits at the tables beside the learner, or None for nobody."""
    others = stage.config.opponents
    if others.past + sum(others.agents.values()) == 0:
        return None
    fixed: Any = {
        name: (make_agent(name, batch.game), share) for name, share in others.agents.items()
    }
    return Opponents(
        batch.num_tables,
        batch.states["num_players"],
        batch.num_players,
        fixed,
        seed=stage.seed,
        past_share=others.past,
        past_kept=others.past_kept,
    )


def make_imitation(stage: Stage, batch: Batch) -> Imitation | None:
    """Return whom the learner imitates in a stage, or None for nobody."""
    imitation = stage.config.imitation
    if imitation.steps == 0:
        return None
    # a teacher may be needed for none of the variants, and its file is opened once
    names = list(dict.fromkeys(imitation.agents))
    teachers = [make_agent(name, batch.game) for name in names]
    of_variant = [
        next(
            (one.agent for one in imitation.by_setting if has_options(table, one.options)),
            imitation.agent,
        )
        for table in batch.tables
    ]
    numbers = np.array([names.index(name) for name in of_variant])
    return Imitation(
        teachers, imitation.steps, stage.begin, numbers if imitation.by_setting else None
    )


def is_wanted(config: PPOConfig) -> bool:
    """Tell whether variants are to be played as often as there is something to learn."""
    return config.curriculum.by != "nothing" and len(config.settings) > 1


def make_curriculum(config: PPOConfig, batch: Batch) -> Curriculum | None:
    """Return what decides how often each variant is played, or None where nothing does."""
    if not is_wanted(config):
        return None
    chosen = config.curriculum
    weights = config.weights or [1.0] * len(config.settings)
    return Curriculum(batch, weights, chosen.by, chosen.floor, chosen.memory)

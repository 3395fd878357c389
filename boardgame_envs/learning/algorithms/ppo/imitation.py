"""A start by imitation: at first the learner is shown what a teacher would do.

The tables are played by both, less and less by the teacher, so that the learner also sees where
its own mistakes lead; what it learns is always the teacher's choice there (the idea of DAgger).
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
from numpy.typing import NDArray
from torch.nn import functional

from boardgame_envs.agents.agent import ManyTablesAgent
from boardgame_envs.learning.algorithms.ppo.update import step


class Imitation:
    """A teacher, and for how many decisions it is imitated."""

    def __init__(self, teacher: ManyTablesAgent, steps: int) -> None:
        self.teacher, self.steps = teacher, steps

    def decide(
        self,
        observation: NDArray[np.float32],
        mask: NDArray[np.bool_],
        own: NDArray[np.int64],
        steps_done: int,
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return what the teacher would do, and what is done: its choice or the learner's own."""
        taught = self.teacher.choose_many(observation, mask, np.random.default_rng(steps_done))
        by_teacher = np.random.random(len(own)) < 1.0 - steps_done / self.steps
        return taught, np.where(by_teacher, taught, own)


def learn_from_teacher(model: Any) -> None:
    """Make the teacher's choices likelier, and the values those of the games as played."""
    policy = model.policy
    policy.set_training_mode(True)
    model._update_learning_rate(policy.optimizer)
    losses, agreements = [], []
    noted: dict[str, list[float]] = defaultdict(list)
    for _ in range(model.n_epochs):
        for sample in model.rollout_buffer.get(model.batch_size):
            values, log_probability, _ = policy.evaluate_actions(
                sample.observations, sample.actions.flatten(), sample.action_masks
            )
            value_loss = functional.mse_loss(sample.returns, values.flatten())
            loss = model.vf_coef * value_loss - log_probability.mean()
            step(model, loss, sample, noted)
            losses.append(-log_probability.mean().item())
            agreements.append(log_probability.exp().mean().item())
        model._n_updates += 1
    for name, numbers in noted.items():
        model.logger.record(f"imitation/{name}", float(np.mean(numbers)))
    model.logger.record("imitation/loss", float(np.mean(losses)))
    model.logger.record("imitation/agreement", float(np.mean(agreements)))

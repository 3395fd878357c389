"""A start by imitation: at first the learner is shown what a teacher would do.

The tables are played by both, less and less by the teacher, so that the learner also sees where
its own mistakes lead; what it learns is always the teacher's choice there (the idea of DAgger).
Every setting may have a teacher of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.agent import Agent
from boardgame_envs.core.batch import Batch
from boardgame_envs.learning.algorithms.ppo.asking import ask_agent
from boardgame_envs.learning.algorithms.ppo.update import error, step


class Imitation:
    """Teachers, and for how many decisions they are imitated.

    ``of_variant`` has the number of the teacher of each variant; None: the first for all.
    """

    def __init__(
        self,
        teachers: Sequence[Agent],
        steps: int,
        begin: int = 0,
        of_variant: NDArray[np.int64] | None = None,
    ) -> None:
        self.teachers, self.steps, self.begin = teachers, steps, begin
        self.of_variant = of_variant

    def is_on(self, steps_done: int) -> bool:
        """Tell whether the learner is still shown what a teacher would do."""
        return steps_done < self.begin + self.steps

    def ask(self, batch: Batch, rows: NDArray[np.int64], steps_done: int) -> NDArray[np.int64]:
        """Return what the teachers would do at some of the tables."""
        rng = np.random.default_rng(steps_done)
        if self.of_variant is None:
            return ask_agent(self.teachers[0], batch, rows, rng)
        teachers = self.of_variant[batch.variant[rows]]
        taught = np.zeros(len(rows), np.int64)
        for number in np.unique(teachers):
            asked = np.flatnonzero(teachers == number)
            taught[asked] = ask_agent(self.teachers[number], batch, rows[asked], rng)
        return taught

    def mix(
        self, taught: NDArray[np.int64], own: NDArray[np.int64], steps_done: int
    ) -> NDArray[np.int64]:
        """Return what is done: the teacher's choice, or the learner's own."""
        by_teacher = np.random.random(len(own)) < 1.0 - (steps_done - self.begin) / self.steps
        return np.where(by_teacher, taught, own)


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
            value_loss = error(sample, values.flatten())
            loss = model.vf_coef * value_loss - log_probability.mean()
            step(model, loss, sample, noted)
            losses.append(-log_probability.mean().item())
            agreements.append(log_probability.exp().mean().item())
        model._n_updates += 1
    for name, numbers in noted.items():
        model.logger.record(f"imitation/{name}", float(np.mean(numbers)))
    model.logger.record("imitation/loss", float(np.mean(losses)))
    model.logger.record("imitation/agreement", float(np.mean(agreements)))

"""What was seen, done and earned in a rollout, with a trajectory of its own for every seat."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from torch import Tensor

from boardgame_envs.learning.algorithms.ppo.variant_scales import scale_advantages, weigh_values
from boardgame_envs.learning.network.sparse.decisions import Decisions
from boardgame_envs.learning.network.sparse.learning import ChosenDecisions
from boardgame_envs.learning.network.sparse.noted_rows import NotedRows
from boardgame_envs.learning.network.sparse.reading import Reading

SAMPLE_PARTS = ("actions", "values", "log_probs", "advantages", "returns")


class Samples(NamedTuple):
    """A minibatch; the names are those of sb3-contrib."""

    observations: ChosenDecisions
    actions: Tensor
    old_values: Tensor
    old_log_prob: Tensor
    advantages: Tensor
    returns: Tensor
    action_masks: None = None  # the decisions know what was legal
    value_weights: Tensor | None = None  # what errors of values count; None: all the same


class SeatRolloutBuffer(MaskableRolloutBuffer):
    """Decisions of all seats in the order they were made, and advantages seat by seat.

    What a seat earns during the others' turns belongs to its last decision. At the end of a
    game all its seats are settled. At the end of the rollout only the seat to act has a value to
    bootstrap from; the last open decision of each other seat is masked out of the loss, and only
    its earlier decisions look ahead to it. Decisions of opponents are never learned from.
    """

    # whether advantages and errors of values are measured by their spread in each variant
    by_variant = False

    def __init__(self, *arguments: Any, num_seats: int, **named: Any) -> None:
        self.num_seats = num_seats
        self._arrays: dict[str, NDArray[Any]] = {}
        super().__init__(*arguments, **named)
        self.mask_dims = int(self.action_space.n)  # type: ignore[attr-defined]
        self.note_for(Reading([(0, int(np.prod(self.obs_shape)))], self.mask_dims, []))

    def note_for(self, reading: Reading, num_secrets: int | None = None) -> None:
        """Keep of observations what a network reads; without this, all of it.

        With a number of secrets there is room for what a critic is shown beside them.
        """
        # besides the rollout there is room for the observations that it ends with
        most = (self.buffer_size + 1) * self.n_envs
        self.decisions = Decisions(reading, most)
        self.secrets = None if num_secrets is None else NotedRows(num_secrets, most)

    def make_room_for(self, num_seats: int) -> None:
        """Keep what these many seats earn, from the next rollout on."""
        self.num_seats = num_seats
        if self._arrays:
            self._rewards = np.empty((self.buffer_size, self.n_envs, num_seats), np.float32)

    def reset(self) -> None:
        """Begin a new rollout in the same arrays: making them anew costs page faults."""
        if self._arrays:
            self.decisions.clear()
            if self.secrets is not None:
                self.secrets.clear()
        else:
            steps, tables = self.buffer_size, self.n_envs
            self._arrays = {
                "actions": np.empty((steps, tables), np.int64),
                "values": np.empty((steps, tables), np.float32),
                "log_probs": np.empty((steps, tables), np.float32),
                "variants": np.zeros((steps, tables), np.int64),
            }
            self._rewards = np.empty((steps, tables, self.num_seats), np.float32)
            self._done = np.empty((steps, tables), np.bool_)
            self._seats = np.empty((steps, tables), np.int64)
            self._learned_from = np.empty((steps, tables), np.bool_)
            # where a decision stands among those that were noted
            self._noted = np.empty((steps, tables), np.int64)
        self.pos, self.full, self.generator_ready = 0, False, False

    def note(
        self,
        observation: NDArray[np.float32],
        mask: NDArray[np.bool_],
        learners: NDArray[np.int64],
    ) -> int:
        """Note what the learner sees at some of the tables; return where that begins."""
        first = self.decisions.note(observation, mask, learners)
        self._noted[self.pos, learners] = np.arange(first, self.decisions.count)
        self._learned_from[self.pos] = False
        self._learned_from[self.pos, learners] = True
        return first

    def add_decisions(self, seats: NDArray[np.int64], **parts: NDArray[Any]) -> None:
        """Keep what every table decides, after what the learner sees has been noted."""
        for name, values in parts.items():
            self._arrays[name][self.pos] = values
        self._seats[self.pos] = seats

    def add_outcomes(self, rewards: NDArray[np.float32], done: NDArray[np.bool_]) -> None:
        """Keep what the decisions earned every seat, and which games they ended."""
        self._rewards[self.pos] = rewards
        self._done[self.pos] = done
        self.pos += 1
        self.full = self.pos == self.buffer_size

    def value(self, values: NDArray[np.float32]) -> None:
        """Take the values of all decisions that were noted, in the place of those there are."""
        own = np.flatnonzero(self._learned_from)
        self._arrays["values"].reshape(-1)[own] = values[self._noted.reshape(-1)[own]]

    def compute_seat_advantages(
        self, last_values: NDArray[np.float32], last_seats: NDArray[np.int64]
    ) -> None:
        """Walk back through the rollout once, keeping the future of every seat apart."""
        steps, tables, seats = self._rewards.shape
        rows, values = np.arange(tables), self._arrays["values"]
        future = SeatFutures(tables, seats)
        future.next_value[rows, last_seats] = last_values
        future.is_known[rows, last_seats] = True
        advantages = np.empty((steps, tables), np.float32)
        for step in range(steps - 1, -1, -1):
            mover = rows, self._seats[step]
            future.settle(self._done[step])
            future.earned += self._rewards[step]
            ahead = future.earned[mover] + self.gamma * future.next_value[mover]
            later = self.gamma * self.gae_lambda * future.next_advantage[mover]
            known = future.is_known[mover]
            advantages[step] = np.where(known, ahead - values[step] + later, 0.0)
            self._learned_from[step] &= known
            future.look_back(mover, values[step], advantages[step])
        self._arrays["advantages"] = advantages
        self._arrays["returns"] = advantages + values
        if self.by_variant:
            self._scale_by_variant()

    def _scale_by_variant(self) -> None:
        """Measure what is learned from by its spread in each variant."""
        kept, arrays = self._learned_from, self._arrays
        arrays["value_weights"] = np.ones(kept.shape, np.float32)
        if kept.any():
            variants = arrays["variants"][kept]
            arrays["value_weights"][kept] = weigh_values(arrays["returns"][kept], variants)
            arrays["advantages"][kept] = scale_advantages(arrays["advantages"][kept], variants)

    def get(  # type: ignore[override]  # as in sb3-contrib, whose samples have masks
        self, batch_size: int | None = None
    ) -> Generator[Samples, None, None]:
        """Go through the decisions to learn from in random order, in equal batches."""
        kept = np.flatnonzero(self._learned_from)
        flat = {name: array.reshape(-1) for name, array in self._arrays.items()}
        # read by MaskablePPO.train() for the explained variance
        self.values, self.returns = flat["values"][kept], flat["returns"][kept]
        count = len(kept)
        order = kept[np.random.permutation(count)]
        size = min(batch_size or count, count)
        # a ragged last batch would be normalised by the spread of a few advantages
        for first in range(0, count - size + 1, size):
            chosen = order[first : first + size]
            noted = self._noted.reshape(-1)[chosen]
            seen = ChosenDecisions(self.decisions, noted, self.secrets)
            parts = [torch.from_numpy(flat[name][chosen]) for name in SAMPLE_PARTS]
            actions, values, logs, advantages, returns = parts
            sample = Samples(seen, actions, values, logs, advantages, returns)
            if self.by_variant:
                weights = torch.from_numpy(flat["value_weights"][chosen])
                sample = sample._replace(value_weights=weights)
            yield sample


class SeatFutures:
    """For every table and seat, what follows the decision that is being looked at."""

    def __init__(self, tables: int, seats: int) -> None:
        self.next_value = np.zeros((tables, seats), np.float32)
        self.next_advantage = np.zeros((tables, seats), np.float32)
        self.earned = np.zeros((tables, seats), np.float32)
        self.is_known = np.zeros((tables, seats), np.bool_)

    def settle(self, done: NDArray[np.bool_]) -> None:
        """Where a game ends, nothing follows, and that is known to every seat."""
        for array in (self.next_value, self.next_advantage, self.earned):
            array[done] = 0.0
        self.is_known[done] = True

    def look_back(
        self, mover: Any, value: NDArray[np.float32], advantage: NDArray[np.float32]
    ) -> None:
        """Make this decision the one that follows the mover's earlier ones."""
        self.next_value[mover] = value
        self.next_advantage[mover] = advantage
        self.earned[mover] = 0.0
        self.is_known[mover] = True

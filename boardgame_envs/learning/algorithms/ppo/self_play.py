"""Self-play for turn-based games: MaskablePPO with one policy in all seats."""

from __future__ import annotations

from typing import Any

import numpy as np
from sb3_contrib import MaskablePPO

from boardgame_envs.core.batch import Batch
from boardgame_envs.learning.algorithms.ppo.imitation import Imitation, learn_from_teacher
from boardgame_envs.learning.algorithms.ppo.opponents import LEARNER, Opponents
from boardgame_envs.learning.algorithms.ppo.policy import TrunkPolicy
from boardgame_envs.learning.algorithms.ppo.seat_buffer import SeatRolloutBuffer
from boardgame_envs.learning.algorithms.ppo.vector_env import TableVecEnv
from boardgame_envs.learning.network.sparse.forward import SparseNetwork


class SelfPlayPPO(MaskablePPO):
    """MaskablePPO that plays all seats of many tables, and learns for each seat by itself.

    Only the collection of rollouts is its own, and a start by imitation; policy, optimiser
    loop, logger, callbacks and schedules are those of sb3-contrib.
    """

    policy: TrunkPolicy
    rollout_buffer: SeatRolloutBuffer

    def __init__(
        self,
        policy: Any,
        env: TableVecEnv,
        *,
        opponents: Opponents | None = None,
        imitation: Imitation | None = None,
        reward_scale: float = 1.0,
        **named: Any,
    ) -> None:
        self.opponents = opponents
        self.reward_scale = reward_scale
        self.imitation = imitation
        self.is_imitating = False
        self.games_played = 0
        seats = {"num_seats": env.batch.num_players} if env is not None else {}
        named = {
            "rollout_buffer_class": SeatRolloutBuffer,
            "rollout_buffer_kwargs": seats,
            **named,
        }
        super().__init__(policy, env, **named)

    def _setup_model(self) -> None:
        super()._setup_model()
        self.rollout_buffer.note_for(self.policy.reading)

    def _excluded_save_params(self) -> list[str]:
        return [*super()._excluded_save_params(), "opponents", "imitation"]

    def train(self) -> None:
        """Learn from the rollout: from the teacher's choices, or from what came of its own."""
        if self.is_imitating:
            learn_from_teacher(self)
        else:
            super().train()

    def dump_logs(self, iteration: int = 0) -> None:
        """Write a line of metrics; that of the last rollout waits for its update."""
        if self.num_timesteps < self._total_timesteps:
            super().dump_logs(iteration)

    def collect_rollouts(  # type: ignore[override]
        self,
        env: TableVecEnv,
        callback: Any,
        rollout_buffer: SeatRolloutBuffer,
        n_rollout_steps: int,
        use_masking: bool = True,
    ) -> bool:
        """Play ``n_rollout_steps`` steps at every table, whoever is to act."""
        batch, imitation = env.batch, self.imitation
        self.is_imitating = imitation is not None and self.num_timesteps < imitation.steps
        self.policy.set_training_mode(False)
        rollout_buffer.reset()
        callback.on_rollout_start()
        network = SparseNetwork(self.policy)
        lengths = []
        for _ in range(n_rollout_steps):
            actions = self._decide(network, batch, rollout_buffer)
            batch.step(actions)
            rollout_buffer.add_outcomes(batch.reward * self.reward_scale, batch.done)
            self.num_timesteps += batch.num_tables
            if batch.done.any():
                lengths.append(batch.final_length[batch.done])
                if self.opponents is not None:
                    self.opponents.deal_in(batch.done, batch.states["num_players"])
            callback.update_locals(locals())
            if not callback.on_step():
                return False
        last_values = self._look_ahead(network, batch, rollout_buffer)
        rollout_buffer.compute_seat_advantages(last_values, batch.seat)
        self._last_obs = batch.observation
        self._note_games(np.concatenate(lengths) if lengths else np.zeros(0))
        callback.on_rollout_end()
        return True

    def _look_ahead(self, network: SparseNetwork, batch: Batch, buffer: SeatRolloutBuffer) -> Any:
        """Return the values of the decisions at which a rollout ends."""
        tables = batch.num_tables
        first = buffer.decisions.note(batch.observation, batch.mask, np.arange(tables))
        return network.choose(buffer.decisions, first, np.zeros(tables))[1]

    def _decide(self, network: SparseNetwork, batch: Batch, buffer: SeatRolloutBuffer) -> Any:
        """Let everyone decide whose turn it is, and keep the decisions."""
        tables = batch.num_tables
        actions = np.zeros(tables, np.int64)
        values, logs = np.zeros(tables, np.float32), np.zeros(tables, np.float32)
        if self.opponents is None or not self.opponents.any:
            who = np.full(tables, LEARNER)
        else:
            who = self.opponents.assigned[np.arange(tables), batch.seat]
        own = np.flatnonzero(who == LEARNER)
        first = buffer.note(batch.observation, batch.mask, own)
        chosen = network.choose(buffer.decisions, first, np.random.random(len(own)))
        actions[own], values[own], logs[own] = chosen
        learned = actions  # but for imitation, what is done is what is learned from
        if self.is_imitating:
            learned = actions.copy()
            seen, mask = batch.observation[own], batch.mask[own]
            learned[own], actions[own] = self._ask_teacher(seen, mask, actions[own])
        self._ask_opponents(batch, who, actions)
        buffer.add_decisions(batch.seat, actions=learned, values=values, log_probs=logs)
        return actions

    def _ask_opponents(self, batch: Batch, who: Any, actions: Any) -> None:
        """Let the opponents decide where it is their turn."""
        for number in np.unique(who):
            if number != LEARNER:
                assert self.opponents is not None
                rows = np.flatnonzero(who == number)
                agent, rng = self.opponents.agent(int(number)), self.opponents.rng
                actions[rows] = agent.choose_many(batch.observation[rows], batch.mask[rows], rng)

    def _ask_teacher(self, seen: Any, mask: Any, own: Any) -> tuple[Any, Any]:
        assert self.imitation is not None
        return self.imitation.decide(seen, mask, own, self.num_timesteps)

    def _note_games(self, lengths: Any) -> None:
        self.games_played += len(lengths)
        if len(lengths):
            self.logger.record("games/length", float(lengths.mean()))
        self.logger.record("games/played", self.games_played)

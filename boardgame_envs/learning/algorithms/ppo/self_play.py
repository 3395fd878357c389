"""Self-play for turn-based games: MaskablePPO with one policy in all seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO

from boardgame_envs.core.batch import Batch
from boardgame_envs.core.secret_part import read_secrets
from boardgame_envs.learning.algorithms.ppo.asking import ask_agent
from boardgame_envs.learning.algorithms.ppo.averaging import AveragedWeights
from boardgame_envs.learning.algorithms.ppo.curriculum import Curriculum
from boardgame_envs.learning.algorithms.ppo.imitation import Imitation, learn_from_teacher
from boardgame_envs.learning.algorithms.ppo.magnet import Magnet
from boardgame_envs.learning.algorithms.ppo.opponents import LEARNER, Opponents
from boardgame_envs.learning.algorithms.ppo.policy import TrunkPolicy
from boardgame_envs.learning.algorithms.ppo.seat_buffer import SeatRolloutBuffer
from boardgame_envs.learning.algorithms.ppo.update import learn_from_play
from boardgame_envs.learning.algorithms.ppo.vector_env import TableVecEnv
from boardgame_envs.learning.network.critic import Critic
from boardgame_envs.learning.network.dense import network_at
from boardgame_envs.learning.network.sparse.criticism import judge_all
from boardgame_envs.learning.network.sparse.threads import Threads, run_pieces


class SelfPlayPPO(MaskablePPO):
    """MaskablePPO that plays all seats of many tables, and learns for each seat by itself.

    The collection of rollouts is its own, a start by imitation, and the update, which knows a
    critic; logger, callbacks and schedules are those of sb3-contrib.
    """

    policy: TrunkPolicy
    rollout_buffer: SeatRolloutBuffer
    magnet: Magnet | None = None  # what the learner is held near to
    average: AveragedWeights | None = None  # of its weights, where that is what is kept

    def __init__(
        self,
        policy: Any,
        env: TableVecEnv,
        *,
        opponents: Opponents | None = None,
        imitation: Imitation | None = None,
        curriculum: Curriculum | None = None,
        reward_scale: float = 1.0,
        **named: Any,
    ) -> None:
        self.opponents = opponents
        self.reward_scale = reward_scale
        self.imitation, self.curriculum = imitation, curriculum
        # what share of the schedules is still to come; None: that of the whole run
        self.remaining: Callable[[int], float] | None = None
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
        critic = self.policy.critic
        secrets = None if critic is None else critic.num_secrets
        self.rollout_buffer.note_for(self.policy.reading, secrets)

    def _excluded_save_params(self) -> list[str]:
        own = ("opponents", "imitation", "curriculum", "remaining", "magnet", "average")
        return [*super()._excluded_save_params(), *own]

    def _update_current_progress_remaining(self, num_timesteps: int, total_timesteps: int) -> None:
        super()._update_current_progress_remaining(num_timesteps, total_timesteps)
        if self.remaining is not None:
            self._current_progress_remaining = self.remaining(num_timesteps)

    def train(self) -> None:
        """Learn from the rollout: from the teacher's choices, or from what came of its own."""
        if self.is_imitating:
            learn_from_teacher(self)
        else:
            learn_from_play(self)
        if self.average is not None:
            self.average.follow(self.policy)

    def weights_to_keep(self) -> dict[str, Any]:
        """Return the weights that are measured and exported: the newest, or their average."""
        if self.average is not None and self.average.weights is not None:
            return self.average.weights
        newest: dict[str, Any] = self.policy.state_dict()
        return newest

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
        # here the run may be saved, and then a new stage may begin at other tables
        callback.on_rollout_start()
        batch, imitation = env.batch, self.imitation
        self.is_imitating = imitation is not None and imitation.is_on(self.num_timesteps)
        self.policy.set_training_mode(False)
        rollout_buffer.reset()
        network = network_at(self.policy)
        lengths, share = [], run_pieces if Threads.count > 1 else None
        for _ in range(n_rollout_steps):
            actions = self._decide(network, batch, rollout_buffer)
            batch.step(actions, share)
            rollout_buffer.add_outcomes(batch.reward * self.reward_scale, batch.done)
            self.num_timesteps += batch.num_tables
            if batch.done.any():
                lengths.append(batch.final_length[batch.done])
                if self.curriculum is not None:
                    self.curriculum.note_finished(batch, self.opponents)
                if self.opponents is not None:
                    self.opponents.deal_in(batch.done, batch.states["num_players"])
            callback.update_locals(locals())
            if not callback.on_step():
                return False
        last_values = self._look_ahead(network, batch, rollout_buffer)
        rollout_buffer.compute_seat_advantages(last_values, batch.seat)
        if self.curriculum is not None:
            batch.set_shares(self.curriculum.shares())
        self._last_obs = batch.observation
        self._note_games(np.concatenate(lengths) if lengths else np.zeros(0))
        callback.on_rollout_end()
        return True

    def _look_ahead(self, network: Any, batch: Batch, buffer: SeatRolloutBuffer) -> Any:
        """Return the values of the decisions at which a rollout ends.

        A critic judges all decisions of the rollout now, in one go.
        """
        tables = batch.num_tables
        first = buffer.decisions.note(batch.observation, batch.mask, np.arange(tables))
        critic = self.policy.critic
        if critic is None or buffer.secrets is None:
            return network.choose(buffer.decisions, first, np.zeros(tables))[1]
        buffer.secrets.note(hidden_at(batch, np.arange(tables), critic))
        values = judge_all(critic, buffer.decisions, buffer.secrets)
        buffer.value(values)
        return values[first:]

    def _decide(self, network: Any, batch: Batch, buffer: SeatRolloutBuffer) -> Any:
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
        if self.policy.critic is not None and buffer.secrets is not None:
            buffer.secrets.note(hidden_at(batch, own, self.policy.critic))
        chosen = network.choose(buffer.decisions, first, np.random.random(len(own)))
        actions[own], values[own], logs[own] = chosen
        learned = actions  # but for imitation, what is done is what is learned from
        if self.is_imitating:
            learned = actions.copy()
            learned[own], actions[own] = self._ask_teacher(batch, own, actions[own])
        self._ask_opponents(batch, who, actions)
        parts = {"variants": batch.variant} if buffer.by_variant else {}
        buffer.add_decisions(batch.seat, actions=learned, values=values, log_probs=logs, **parts)
        return actions

    def _ask_opponents(self, batch: Batch, who: Any, actions: Any) -> None:
        """Let the opponents decide where it is their turn."""
        for number in np.unique(who):
            if number != LEARNER:
                assert self.opponents is not None
                rows = np.flatnonzero(who == number)
                agent, rng = self.opponents.agent(int(number)), self.opponents.rng
                actions[rows] = ask_agent(agent, batch, rows, rng)

    def _ask_teacher(self, batch: Batch, rows: Any, own: Any) -> tuple[Any, Any]:
        assert self.imitation is not None
        taught = self.imitation.ask(batch, rows, self.num_timesteps)
        return taught, self.imitation.mix(taught, own, self.num_timesteps)

    def _note_games(self, lengths: Any) -> None:
        self.games_played += len(lengths)
        if len(lengths):
            self.logger.record("games/length", float(lengths.mean()))
        self.logger.record("games/played", self.games_played)


def hidden_at(batch: Batch, rows: NDArray[np.int64], critic: Critic) -> NDArray[np.float32]:
    """Return what a critic is shown of what the seats to act cannot see, at some of the tables."""
    if critic.num_secrets == 0:
        return np.zeros((len(rows), 0), np.float32)
    return read_secrets(batch.game, batch.states, batch.seat)[rows]

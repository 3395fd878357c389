"""Networks of users: any torch module, computed as it is.

Ours is computed without the zeros of observations, which only its own layers allow. Any other
network is shown whole observations, made again from what was noted of decisions; that is the same
learning, at the speed of torch.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from boardgame_envs.core.game import Game
from boardgame_envs.learning.network.masked_choice import masked_log_probabilities
from boardgame_envs.learning.network.sparse.decisions import Decisions
from boardgame_envs.learning.network.sparse.forward import SparseNetwork
from boardgame_envs.learning.network.sparse.reading import Reading


def whole_reading(game: Game) -> Reading:
    """Return that a network reads whole observations, and nothing of actions but their mask."""
    return Reading([(0, game.layout.size)], game.num_actions, [])


def rows_of(decisions: Decisions) -> tuple[Tensor, Tensor]:
    """Return the observations and masks of decisions that were noted whole, zeros and all."""
    count, reading = decisions.count, decisions.reading
    observation = np.zeros((count, reading.num_inputs), np.float32)
    seen = np.repeat(np.arange(count), np.diff(decisions.input_start[: count + 1]))
    observation[seen, decisions.inputs[: len(seen)]] = decisions.numbers[: len(seen)]
    mask = np.zeros((count, reading.num_actions), np.bool_)
    # without action features a legal action is one term: its own number
    legal = np.repeat(np.arange(count), np.diff(decisions.term_start[: count + 1]))
    mask[legal, decisions.terms[: len(legal)]] = True
    return torch.from_numpy(observation), torch.from_numpy(mask)


def network_at(module: Any) -> SparseNetwork | DenseNetwork:
    """Return the network of a policy as it is at this moment, to choose with."""
    return DenseNetwork(module) if isinstance(module, DenseModule) else SparseNetwork(module)


class DenseModule:
    """A policy whose ``network`` is any module that makes logits and values of observations."""

    network: nn.Module
    reading: Reading


class DenseNetwork:
    """The network of a user at one moment; it draws actions, and does not learn."""

    def __init__(self, module: DenseModule) -> None:
        self.reading, self.network = module.reading, module.network

    def choose(
        self, decisions: Decisions, first: int, chances: NDArray[np.float64]
    ) -> tuple[NDArray[np.int64], NDArray[np.float32], NDArray[np.float32]]:
        """Draw an action at each decision from ``first`` on, with a number in [0, 1) for each.

        Returns the actions, the values and the log-probabilities.
        """
        if first == decisions.count:
            nothing = np.zeros(0, np.float32)
            return np.zeros(0, np.int64), nothing, nothing
        observation, mask = rows_of(decisions.take(np.arange(first, decisions.count)))
        with torch.no_grad():
            logits, values = self.network(observation)
            logs = masked_log_probabilities(logits, mask)
        odds = (logs.double().exp() * mask).cumsum(-1)
        # a number below the sum of all falls to one action, which is legal
        drawn = torch.from_numpy(chances)[:, None] * odds[:, -1:]
        actions = torch.searchsorted(odds, drawn, right=True)
        chosen = logs.gather(-1, actions).squeeze(-1)
        return actions.squeeze(-1).numpy(), values.float().numpy(), chosen.float().numpy()

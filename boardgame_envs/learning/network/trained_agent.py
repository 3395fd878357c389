"""A trained network as an agent, before it is exported."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from boardgame_envs.agents.mixed_agent import MixedAgent
from boardgame_envs.learning.network.masked_choice import MaskedChoice


class TrainedAgent(MixedAgent):
    """Plays by the probabilities that the file of an agent would have."""

    def __init__(self, network: Any, temperature: float = 1.0) -> None:
        super().__init__()
        self._choice = MaskedChoice(network, temperature).eval()

    def probabilities(
        self, observation: NDArray[np.float32], mask: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        """Return how likely the agent is to take each action, a row for each table."""
        rows = torch.from_numpy(observation), torch.from_numpy(mask)
        with torch.inference_mode():
            odds = self._choice(*rows)[0].double().numpy()
        shares: NDArray[np.float64] = odds / odds.sum(axis=1, keepdims=True)
        return shares

"""The network for RLlib: the layers of ``TrunkNetwork`` as an RLModule with masks."""

from __future__ import annotations

from typing import Any

from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule
from torch import Tensor, nn

from boardgame_envs.learning.network.action_scores import ActionScores
from boardgame_envs.learning.network.masked_choice import MASKED
from boardgame_envs.learning.network.trunk import make_layers, take_ranges


class MaskedTrunk(TorchRLModule, ValueFunctionAPI):
    """Policy and value on shared layers; illegal actions have no chance.

    ``model_config`` holds ``hidden``, the widths of the shared layers, and perhaps ``ranges``, what
    they look at, and ``features``, the action features of the game.
    """

    def setup(self) -> None:
        """Make the layers."""
        hidden, features = self.model_config["hidden"], self.model_config.get("features")
        whole = self.observation_space["observation"].shape[0]
        self.ranges = self.model_config.get("ranges", [(0, whole)])
        self.layers = make_layers(sum(end - start for start, end in self.ranges), hidden)
        self.action_net = nn.Linear(hidden[-1], int(self.action_space.n))
        self.value_net = nn.Linear(hidden[-1], 1)
        self.action_scores = ActionScores(hidden[-1], features) if features else None

    def embed(self, batch: dict[str, Any]) -> Tensor:
        """Return what the shared layers make of observations."""
        observation = batch[Columns.OBS]["observation"].float()
        embeddings: Tensor = self.layers(take_ranges(observation, self.ranges))
        return embeddings

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Tensor]:
        """Return what actions are drawn from."""
        features = self.embed(batch)
        logits = self.action_net(features)
        if self.action_scores is not None:
            seen = batch[Columns.OBS]["observation"].float()
            logits = self.action_scores(features, seen, logits)
        logits = mask_logits(logits, batch[Columns.OBS]["action_mask"])
        return {Columns.ACTION_DIST_INPUTS: logits, Columns.EMBEDDINGS: features}

    def compute_values(self, batch: dict[str, Any], embeddings: Tensor | None = None) -> Tensor:
        """Return what is expected to be earned from here on."""
        if embeddings is None:
            embeddings = self.embed(batch)
        values: Tensor = self.value_net(embeddings).squeeze(-1)
        return values


def mask_logits(logits: Tensor, mask: Tensor) -> Tensor:
    """Take every chance from illegal actions; a row of a game that is over is left as it is."""
    legal = mask > 0
    return logits.masked_fill(~legal & legal.any(-1, keepdim=True), MASKED)

"""The network for RLlib: the same layers as ``training/policy.py``, as an RLModule with masks."""

from __future__ import annotations

from typing import Any

from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule
from torch import Tensor, nn

# far below any logit, yet finite: probabilities of masked actions are exactly 0
MASKED = -1e8


class MaskedTrunk(TorchRLModule, ValueFunctionAPI):
    """Policy and value on shared layers; illegal actions have no chance.

    ``model_config`` holds ``hidden``, the widths of the shared layers.
    """

    def setup(self) -> None:
        """Make the layers."""
        size, layers = self.observation_space["observation"].shape[0], []
        for width in self.model_config["hidden"]:
            layers += [nn.Linear(size, width), nn.ReLU()]
            size = width
        self.layers = nn.Sequential(*layers)
        self.action_net = nn.Linear(size, int(self.action_space.n))
        self.value_net = nn.Linear(size, 1)

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Tensor]:
        """Return what actions are drawn from."""
        features = self.layers(batch[Columns.OBS]["observation"].float())
        logits = mask_logits(self.action_net(features), batch[Columns.OBS]["action_mask"])
        return {Columns.ACTION_DIST_INPUTS: logits, Columns.EMBEDDINGS: features}

    def compute_values(self, batch: dict[str, Any], embeddings: Tensor | None = None) -> Tensor:
        """Return what is expected to be earned from here on."""
        if embeddings is None:
            embeddings = self.layers(batch[Columns.OBS]["observation"].float())
        values: Tensor = self.value_net(embeddings).squeeze(-1)
        return values


def mask_logits(logits: Tensor, mask: Tensor) -> Tensor:
    """Take every chance from illegal actions; a row of a game that is over is left as it is."""
    legal = mask > 0
    return logits.masked_fill(~legal & legal.any(-1, keepdim=True), MASKED)

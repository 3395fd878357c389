"""A network and callbacks as users write them, for configs to name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from stable_baselines3.common.callbacks import BaseCallback
from torch import Tensor, nn

from boardgame_envs import Game


class Residual(nn.Module):
    """A network that ours is not: a layer that is passed by."""

    def __init__(self, game: Game, width: int = 16) -> None:
        super().__init__()
        self.first = nn.Linear(game.layout.size, width)
        self.second = nn.Linear(width, width)
        self.logits = nn.Linear(width, game.num_actions)
        self.value = nn.Linear(width, 1)

    def forward(self, observation: Tensor) -> tuple[Tensor, Tensor]:
        hidden = torch.tanh(self.first(observation))
        hidden = hidden + torch.tanh(self.second(hidden))
        return self.logits(hidden), self.value(hidden).squeeze(-1)


class TwoDimensional(Residual):
    """Forgets that a value is one number."""

    def forward(self, observation: Tensor) -> tuple[Tensor, Tensor]:
        logits, value = super().forward(observation)
        return logits, value[:, None]


class Branching(Residual):
    """Looks at values in a way that no exporter can follow."""

    def forward(self, observation: Tensor) -> tuple[Tensor, Tensor]:
        logits, value = super().forward(observation)
        return (logits, value) if float(observation.sum()) < 1e9 else (-logits, value)


class StopsSoon(BaseCallback):
    """Writes down what it sees, and stops after two rollouts."""

    rollouts = 0

    def _on_rollout_end(self) -> None:
        self.rollouts += 1
        Path(self.logger.dir, "seen.txt").write_text(f"{self.rollouts} {self.num_timesteps}")

    def _on_step(self) -> bool:
        return self.rollouts < 2


class Demanding(BaseCallback):
    """Cannot be made without an argument."""

    def __init__(self, needed: Any) -> None:
        super().__init__()

    def _on_step(self) -> bool:
        return True

"""Export a trained policy as one ONNX file that needs neither torch nor this package to run.

The file takes observations and masks and gives action probabilities (masked inside) and values.
A JSON card inside it says what it was trained for, and on what.
"""

from __future__ import annotations

import logging
import os
import tempfile
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from torch import Tensor, nn

from boardgame_envs.agents import agent_card
from boardgame_envs.core.game import Game
from boardgame_envs.games import load_game
from training.anchors import make_anchors
from training.checkpoints import read_checkpoint
from training.config import TrainingConfig, make_config
from training.policy import MASKED, TrunkPolicy

OPSET = 18


class ExportedPolicy(nn.Module):
    """What is exported: probabilities and value from observation and mask."""

    def __init__(self, policy: Any, temperature: float = 1.0) -> None:
        super().__init__()
        self.policy = policy
        self.temperature = temperature

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return the probability of every action, and the value, of each row."""
        scores, values = self.policy.scores(observation)
        logits = (scores / self.temperature).masked_fill(~mask, MASKED)
        # an illegal action has exactly no chance, however the softmax is rounded
        probabilities = torch.softmax(logits, -1) * mask
        return probabilities, values


def load_policy(content: dict[str, Any]) -> tuple[TrainingConfig, TrunkPolicy]:
    """Return the config and the policy of a checkpoint."""
    config = make_config(content["config"])
    policy = blank_policy(config)
    policy.load_state_dict(content["model"])
    return config, policy.eval()


def blank_policy(config: TrainingConfig) -> TrunkPolicy:
    """Return a policy of the shape that a config says, untrained."""
    from training.ppo import network

    game = load_game(config.game)
    return TrunkPolicy(
        spaces.Box(0.0, 1.0, (game.layout.size,), np.float32),
        spaces.Discrete(game.num_actions),
        lambda remaining: 0.0,
        **network(config, game),
    )


def make_card(
    game: Game, config: TrainingConfig, content: dict[str, Any], temperature: float
) -> dict[str, Any]:
    """Return what an exported agent says about itself; its ratings are still to come."""
    settings = [{**config.options, **variant} for variant in config.variants or [{}]]
    training = {
        "algorithm": "self-play PPO",
        "decisions": content["steps"],
        "seed": config.seed,
        "hidden": config.hidden,
        "temperature": temperature,
        "opponents": {"past selves": config.opponents.past, **config.opponents.agents},
    }
    return agent_card.make_card(game, training=training, options=settings)


def export_checkpoint(checkpoint: Path, output: Path, temperature: float = 1.0) -> dict[str, Any]:
    """Write the agent of a checkpoint to an ONNX file; return its card.

    A temperature below 1 makes what is likely more likely: it takes back some of the chance
    that the entropy bonus of the training has put in.
    """
    content = read_checkpoint(checkpoint)
    config, policy = load_policy(content)
    game = load_game(config.game)
    card = make_card(game, config, content, temperature)
    model = make_onnx(ExportedPolicy(policy, temperature), game)
    with tempfile.TemporaryDirectory() as folder:
        unrated = Path(folder) / output.name
        write_onnx(model, card, unrated)
        card["ratings"] = make_anchors(config).rate(unrated)
    write_onnx(model, card, output)
    return card


def make_onnx(exported: ExportedPolicy, game: Game) -> Any:
    """Return a policy as an ONNX model."""
    import onnx

    examples = (torch.zeros(2, game.layout.size), torch.ones(2, game.num_actions, dtype=torch.bool))
    rows = torch.export.Dim("rows")
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        program = torch.onnx.export(
            exported.eval(),
            examples,
            input_names=["observation", "mask"],
            output_names=["probabilities", "value"],
            dynamic_shapes=({0: rows}, {0: rows}),
            opset_version=OPSET,
            dynamo=True,
            verbose=False,
        )
    assert program is not None
    onnx.checker.check_model(program.model_proto)
    return program.model_proto


def write_onnx(model: Any, card: dict[str, Any], output: Path) -> None:
    """Write a model with its card; the file appears only when it is complete."""
    import onnx

    onnx.helper.set_model_props(model, agent_card.write_card(card))
    partial = output.with_name(f".{output.name}.{os.getpid()}")
    try:
        partial.write_bytes(model.SerializeToString())
        partial.replace(output)
    finally:
        partial.unlink(missing_ok=True)

"""Makes an exported agent without training one: a linear layer, as ONNX."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from boardgame_envs.agents.agent_card import CARD, make_card, write_card
from boardgame_envs.core.game import Game

# of the ONNX format; old enough for every onnxruntime that is allowed
OPSET, IR_VERSION = 17, 8


@dataclass(frozen=True)
class Weights:
    """What the network multiplies an observation with."""

    actions: NDArray[np.float32]
    bias: NDArray[np.float32]
    value: NDArray[np.float32]


def random_weights(num_inputs: int, num_actions: int, seed: int = 0) -> Weights:
    """Return weights that make some actions far likelier than others."""
    rng = np.random.default_rng(seed)
    return Weights(
        rng.normal(size=(num_inputs, num_actions)).astype(np.float32),
        rng.normal(size=num_actions).astype(np.float32),
        rng.normal(size=num_inputs).astype(np.float32),
    )


def make_agent_file(
    path: Path,
    game: Game,
    weights: Weights | None = None,
    card: Any = None,
    renamed: dict[str, str] | None = None,
) -> Path:
    """Write an agent; ``card`` may be another card or a text, ``renamed`` inputs or outputs."""
    if weights is None:
        weights = random_weights(game.layout.size, game.num_actions)
    model = helper.make_model(
        make_graph(weights, renamed or {}), opset_imports=[helper.make_opsetid("", OPSET)]
    )
    model.ir_version = IR_VERSION
    if card is None:
        card = make_card(game, training={})
    helper.set_model_props(model, {CARD: card} if isinstance(card, str) else write_card(card))
    onnx.checker.check_model(model)
    onnx.save(model, str(path))
    return path


def make_graph(weights: Weights, renamed: dict[str, str]) -> onnx.GraphProto:
    """Return the network: one linear layer, a softmax over what is legal, and a value."""
    num_inputs, num_actions = weights.actions.shape
    name = {end: renamed.get(end, end) for end in ("observation", "mask", "probabilities", "value")}
    nodes = [
        helper.make_node("MatMul", [name["observation"], "actions"], ["product"]),
        helper.make_node("Add", ["product", "bias"], ["scores"]),
        helper.make_node("Where", [name["mask"], "scores", "lowest"], ["legal_scores"]),
        helper.make_node("Softmax", ["legal_scores"], [name["probabilities"]], axis=1),
        helper.make_node("MatMul", [name["observation"], "value_weights"], [name["value"]]),
    ]
    constants = {
        "actions": weights.actions,
        "bias": weights.bias,
        "value_weights": weights.value,
        "lowest": np.array(-1e9, np.float32),
    }
    floats = TensorProto.FLOAT
    return helper.make_graph(
        nodes,
        "agent",
        [
            helper.make_tensor_value_info(name["observation"], floats, ["batch", num_inputs]),
            helper.make_tensor_value_info(name["mask"], TensorProto.BOOL, ["batch", num_actions]),
        ],
        [
            helper.make_tensor_value_info(name["probabilities"], floats, ["batch", num_actions]),
            helper.make_tensor_value_info(name["value"], floats, ["batch"]),
        ],
        [numpy_helper.from_array(numbers, constant) for constant, numbers in constants.items()],
    )

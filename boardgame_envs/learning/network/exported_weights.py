"""The weights in an agent's file, to go on learning from: they are found by their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from boardgame_envs.agents.agent_card import AgentFileError, check_card, read_card
from boardgame_envs.agents.network_agent import read_agent_file
from boardgame_envs.core.game import Game
from boardgame_envs.learning.network.trunk import TrunkNetwork

SHARED_LAYERS = "layers."
# what the shared layers were called in older files
OLD_LAYERS = "trunk."


def read_exported(path: Path, game: Game, hidden: Sequence[int]) -> dict[str, Tensor]:
    """Return the weights of an exported network of this shape, or raise AgentFileError."""
    model = read_model(path)
    card = read_card({entry.key: entry.value for entry in model.metadata_props})
    check_card(card, game)
    if "adapted_from" in card:
        raise AgentFileError(
            "it was adapted from an older layout, and is not a network for this one"
        )
    arrays = arrays_of(model)
    found = widths_of(arrays)
    if found != list(hidden):
        raise AgentFileError(f"it has hidden layers {found}, not {list(hidden)}")
    weights = {}
    for name, own in TrunkNetwork(game, hidden).state_dict().items():
        array = find_array(arrays, name)
        if array is None or array.shape != tuple(own.shape):
            raise AgentFileError(f"it has no tensor {name} of the shape {list(own.shape)}")
        weights[name] = torch.from_numpy(array.astype(np.float32))
    return weights


def read_model(path: Path) -> Any:
    """Return the model in a file, or raise AgentFileError."""
    import onnx

    data = read_agent_file(path)
    try:
        return onnx.load_model_from_string(data)
    except Exception as error:
        # protobuf's errors have no class in common but this one
        raise AgentFileError(f"it is not an ONNX file ({type(error).__name__})") from None


def arrays_of(model: Any) -> dict[str, NDArray[Any]]:
    """Return the tensors that a file holds itself, by their names."""
    from onnx import TensorProto, numpy_helper

    return {
        tensor.name.replace(OLD_LAYERS, SHARED_LAYERS): numpy_helper.to_array(tensor)
        for tensor in model.graph.initializer
        if tensor.data_location != TensorProto.EXTERNAL
    }


def find_array(arrays: Mapping[str, NDArray[Any]], name: str) -> NDArray[Any] | None:
    """Return the tensor with a name, whatever part of the exported module it belongs to."""
    for key, array in arrays.items():
        if key == name or key.endswith(f".{name}"):
            return array
    return None


def widths_of(arrays: Mapping[str, NDArray[Any]]) -> list[int]:
    """Return how many units the shared layers have, in order; a ReLU is between any two."""
    widths: list[int] = []
    while (bias := find_array(arrays, f"{SHARED_LAYERS}{2 * len(widths)}.bias")) is not None:
        widths.append(int(bias.size))
    return widths

"""Export a trained network as one ONNX file that needs neither torch nor this package to run.

The file takes observations and masks and gives action probabilities (masked inside) and values.
A JSON card inside it says what it was trained for, and on what. Networks that other libraries
have trained become the same agents: see ``export_network``.
"""

from __future__ import annotations

import logging
import tempfile
import warnings
from pathlib import Path
from typing import Any

from boardgame_envs.agents import agent_card
from boardgame_envs.core.game import Game
from boardgame_envs.games import load_game
from boardgame_envs.learning.run.algorithm import TrainedNetwork
from boardgame_envs.learning.run.evaluation import make_evaluation
from boardgame_envs.learning.run.whole_files import write_whole

OPSET = 18


class ExportError(ValueError):
    """Raised when a network cannot be written as an agent."""


def export_trained(trained: TrainedNetwork, output: Path, temperature: float) -> dict[str, Any]:
    """Write the network of a run as an agent, and rate it; return its card.

    A temperature below 1 makes what is likely more likely: it takes back some of the chance
    that the entropy bonus of the training has put in.
    """
    config = trained.config
    game = load_game(config.game)
    training = {**trained.training, "temperature": temperature}
    card = agent_card.make_card(game, training=training, options=config.settings)
    model = make_onnx(trained.network, game, temperature)
    with tempfile.TemporaryDirectory() as folder:
        unrated = Path(folder) / output.name
        write_onnx(model, card, unrated)
        card["ratings"] = make_evaluation(config).rate(unrated)
    write_onnx(model, card, output)
    return card


def write_unrated(trained: TrainedNetwork, output: Path) -> None:
    """Write the network of a run as an agent that nobody has rated, at temperature 1."""
    game = load_game(trained.config.game)
    export_network(trained.network, game, output, trained.training)


def export_network(
    network: Any, game: Game, output: Path, training: dict[str, Any], temperature: float = 1.0
) -> dict[str, Any]:
    """Write a torch module as an agent for a game, unrated; return its card.

    From observations it makes the logits of all actions and a value for each row, such as
    ``ActorAndCritic`` does. ``training`` says how it was trained: the library, the algorithm, the
    number of decisions.
    """
    card = agent_card.make_card(game, training=training)
    write_onnx(make_onnx(network, game, temperature), card, output)
    return card


def make_onnx(network: Any, game: Game, temperature: float) -> Any:
    """Return a network as an ONNX model that masks its choices."""
    import onnx
    import torch

    from boardgame_envs.learning.network.masked_choice import MaskedChoice

    examples = (torch.zeros(2, game.layout.size), torch.ones(2, game.num_actions, dtype=torch.bool))
    rows = torch.export.Dim("rows")
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            program = torch.onnx.export(
                MaskedChoice(network, temperature).eval(),
                examples,
                input_names=["observation", "mask"],
                output_names=["probabilities", "value"],
                dynamic_shapes=({0: rows}, {0: rows}),
                opset_version=OPSET,
                dynamo=True,
                verbose=False,
            )
        except Exception as error:
            # torch's exporter raises whatever it meets in a network of the user's own
            raise ExportError(
                f"the network {type(network).__name__} cannot be written as ONNX, for torch.export "
                f"cannot follow its forward ({type(error).__name__}); it must work for any number "
                "of rows, without branches on values"
            ) from error
    assert program is not None
    model = program.model_proto
    forget_source(model)
    onnx.checker.check_model(model)
    return model


def forget_source(model: Any) -> None:
    """Take out where each node comes from: lines of code, with the folders of whoever exports."""
    graph = model.graph
    for part in (graph, *graph.node, *graph.input, *graph.output, *graph.value_info):
        part.ClearField("metadata_props")
        part.ClearField("doc_string")


def write_onnx(model: Any, card: dict[str, Any], output: Path) -> None:
    """Write a model with its card; the file appears only when it is complete."""
    import onnx

    onnx.helper.set_model_props(model, agent_card.write_card(card))
    write_whole(output, model.SerializeToString())

"""Make an agent for today's game of one that was exported for an older layout or action table.

``python training/adapt_agent.py old.onnx new.onnx`` puts the old network into a new one that shows
it the parts and actions it knows, by their names. What is new it does not see, and does not do
unless nothing else is legal: then all that is legal is equally likely. Nothing is trained.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, compose, helper, numpy_helper

from boardgame_envs.agents.agent_card import AgentFileError, identity_of, list_parts, read_card
from boardgame_envs.agents.network_agent import NetworkAgent, read_agent_file
from boardgame_envs.core.game import Game
from boardgame_envs.core.notation import shortened
from boardgame_envs.games import load_game
from boardgame_envs.learning.run.export import write_onnx

# name and size of each part of an observation, in order
Parts = Sequence[tuple[str, int]]

# what everything in the old network is called in the new one begins with this
OLD = "old/"
# with older operators the nodes below would have to be written otherwise
LOWEST_OPSET = 13

HOW_TO_LIST_PARTS = """\
Cards of older agents do not say which parts their observation has. A file for --parts is written by
the code that the agent was made for:

  python -c "import json; from boardgame_envs.games import load_game; print(json.dumps(
  [[part.name, part.size] for part in load_game('GAME').layout.parts]))" > parts.json

A part with the same name and size is taken to mean the same: where its coding has changed, the
agent has to be trained anew.
"""


# --- what the old agent knows ---


def read_model(path: Path) -> tuple[Any, dict[str, Any]]:
    """Return the network in an agent's file and its card, or raise AgentFileError."""
    try:
        model = onnx.load_model_from_string(read_agent_file(path))
    except AgentFileError:
        raise
    except Exception:
        # what protobuf raises has no class in common but this one
        raise AgentFileError("this is not an ONNX file") from None
    card = read_card({entry.key: entry.value for entry in model.metadata_props})
    for key in ("game", "layout", "actions"):
        if key not in card:
            raise AgentFileError(f"the card lacks {key!r}")
    return model, card


def known_parts(card: Mapping[str, Any], listed: Path | None) -> Parts:
    """Return the parts of the layout that an agent was made for, from its card or a file."""
    rows = card.get("parts")
    if listed is not None:
        try:
            rows = json.loads(listed.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise AgentFileError(f"{listed} cannot be read as JSON ({error})") from None
    if rows is None:
        raise AgentFileError("the card does not list the parts of its layout: use --parts FILE")
    try:
        return [(str(name), int(size)) for name, size in rows]
    except (TypeError, ValueError):
        raise AgentFileError(
            f"the parts must be a list of [name, size], not {short(rows)}"
        ) from None


def short(value: Any) -> str:
    """Return the beginning of something that may be long."""
    return shortened(json.dumps(value))


# --- where that is today ---


def places_of_parts(old: Parts, game: Game) -> NDArray[np.int64]:
    """Return where each number of the old observation is in today's, or raise AgentFileError."""
    today = {part.name: part for part in game.layout.parts}
    places: list[int] = []
    for name, size in old:
        if name not in today:
            raise AgentFileError(f"{game.name} no longer shows the part {name!r}")
        if today[name].size != size:
            raise AgentFileError(
                f"the part {name!r} had {size} numbers and has {today[name].size} now"
            )
        start = game.layout.start(name)
        places += range(start, start + size)
    return np.array(places, np.int64)


def places_of_actions(old: Sequence[str], game: Game) -> NDArray[np.int64]:
    """Return the number that each old action has today, or raise AgentFileError."""
    missing = [name for name in old if name not in game.actions.names]
    if missing:
        raise AgentFileError(f"{game.name} no longer has the action {missing[0]!r}")
    return np.array([game.actions.find(name) for name in old], np.int64)


def check_network(model: Any, observed: int, actions: int) -> None:
    """Refuse a network that does not fit what is said of it, or is of too old a kind."""
    ends = [*model.graph.input, *model.graph.output]
    names = ["observation", "mask", "probabilities", "value"]
    if sorted(end.name for end in ends) != sorted(names):
        raise AgentFileError(f"the network must have the ends {', '.join(names)} and no other")
    sizes = {e.name: [d.dim_value for d in e.type.tensor_type.shape.dim] for e in ends}
    for name, size in (("observation", observed), ("mask", actions)):
        # 0 is a size that is not told
        if len(sizes[name]) != 2 or sizes[name][1] not in (0, size):
            raise AgentFileError(
                f"the network takes {sizes[name][-1]} numbers of {name}, but {size} are listed"
            )
    opset = max(entry.version for entry in model.opset_import if not entry.domain)
    if opset < LOWEST_OPSET:
        raise AgentFileError(f"the network has the operators of ONNX {opset}, not {LOWEST_OPSET}")


# --- the new network ---


def wrap(model: Any, seen: NDArray[np.int64], known: NDArray[np.int64], game: Game) -> Any:
    """Return a network for today's game around the old one."""
    inner = compose.add_prefix(model, OLD)
    constants: dict[str, NDArray[Any]] = {
        "seen": seen,
        "known": known,
        "column_of": columns_of_actions(known, game.num_actions),
        "one_column": np.array([0, 0, 0, 1], np.int64),
        "along_actions": np.array([1], np.int64),
        "nothing": np.array(0.0, np.float32),
        "one": np.array(1.0, np.float32),
    }
    stored = [numpy_helper.from_array(numbers, name) for name, numbers in constants.items()]
    graph = helper.make_graph(
        [*nodes_before(), *inner.graph.node, *nodes_after()],
        "adapted agent",
        [
            end("observation", TensorProto.FLOAT, "rows", game.layout.size),
            end("mask", TensorProto.BOOL, "rows", game.num_actions),
        ],
        [
            end("probabilities", TensorProto.FLOAT, "rows", game.num_actions),
            end("value", TensorProto.FLOAT, "rows"),
        ],
        [*inner.graph.initializer, *stored],
    )
    adapted = helper.make_model(graph, opset_imports=model.opset_import, functions=inner.functions)
    adapted.ir_version = model.ir_version
    onnx.checker.check_model(adapted, full_check=True)
    return adapted


def end(name: str, kind: int, *shape: str | int) -> Any:
    """Return an input or output of a network."""
    return helper.make_tensor_value_info(name, kind, shape)


def columns_of_actions(known: NDArray[np.int64], num_actions: int) -> NDArray[np.int64]:
    """Return the column of old probabilities for each action of today; the last one is zero."""
    columns = np.full(num_actions, len(known), np.int64)
    columns[known] = np.arange(len(known))
    return columns


def nodes_before() -> list[Any]:
    """Return what shows the old network the observation and the mask that it knows.

    Where it knows nothing that is legal, it is asked about everything, and not listened to.
    """
    node = helper.make_node
    return [
        node("Gather", ["observation", "seen"], [f"{OLD}observation"], axis=1),
        node("Gather", ["mask", "known"], ["known_mask"], axis=1),
        node("Cast", ["known_mask"], ["known_numbers"], to=TensorProto.FLOAT),
        node("ReduceSum", ["known_numbers", "along_actions"], ["known_legal"], keepdims=1),
        node("Greater", ["known_legal", "nothing"], ["knows_any"]),
        node("Not", ["knows_any"], ["knows_none"]),
        node("Or", ["known_mask", "knows_none"], [f"{OLD}mask"]),
    ]


def nodes_after() -> list[Any]:
    """Return what spreads the old probabilities over today's actions."""
    node = helper.make_node
    return [
        node("Pad", [f"{OLD}probabilities", "one_column"], ["with_zero"], mode="constant"),
        node("Gather", ["with_zero", "column_of"], ["spread"], axis=1),
        node("Cast", ["mask"], ["numbers"], to=TensorProto.FLOAT),
        node("ReduceSum", ["numbers", "along_actions"], ["legal"], keepdims=1),
        node("Max", ["legal", "one"], ["legal_or_one"]),
        node("Div", ["numbers", "legal_or_one"], ["equally_likely"]),
        node("Where", ["knows_any", "spread", "equally_likely"], ["probabilities"]),
        node("Identity", [f"{OLD}value"], ["value"]),
    ]


# --- the command ---


def adapted_card(card: Mapping[str, Any], game: Game) -> dict[str, Any]:
    """Return the card of an adapted agent: today's game, and which layout it was made for."""
    training = dict(card.get("training") or {})
    training["adapted_from"] = [*training.get("adapted_from", []), card["layout"]]
    return {**card, **identity_of(game), "parts": list_parts(game), "training": training}


def adapt(old: Path, output: Path, listed: Path | None = None) -> dict[str, Any]:
    """Write an agent for today's game that decides as an old one does; return its card."""
    model, card = read_model(old)
    game = load_game(str(card["game"]))
    if (card["layout"], card["actions"]) == (game.layout.hash, game.actions.names):
        raise AgentFileError(f"this agent fits {game.name} as it is: there is nothing to adapt")
    parts = known_parts(card, listed)
    seen, known = places_of_parts(parts, game), places_of_actions(card["actions"], game)
    check_network(model, len(seen), len(known))
    wrapped, adapted = wrap(model, seen, known, game), adapted_card(card, game)
    with tempfile.TemporaryDirectory() as folder:
        # an agent that cannot be loaded, or cannot decide, is refused here
        trial = Path(folder) / output.name
        write_onnx(wrapped, adapted, trial)
        NetworkAgent(trial, game)
    write_onnx(wrapped, adapted, output)
    return adapted


def main(arguments: Sequence[str] | None = None) -> int:
    """Adapt an agent as the arguments say."""
    parser = argparse.ArgumentParser(
        description=__doc__,
        epilog=HOW_TO_LIST_PARTS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("agent", type=Path, metavar="OLD.onnx", help="the agent as it was exported")
    add("output", type=Path, metavar="NEW.onnx", help="where to write the adapted one")
    add("--parts", type=Path, metavar="FILE", help="its layout as JSON: a list of [name, size]")
    parsed = parser.parse_args(arguments)
    try:
        card = adapt(parsed.agent, parsed.output, parsed.parts)
    except ValueError as error:
        parser.error(f"{parsed.agent}: {error}")
    print(f"{parsed.output}: for {card['game']} with the layout {card['layout']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

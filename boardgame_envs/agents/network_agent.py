"""Agents that were trained and exported: one ONNX file each, with a card that says for what.

The network sees ``observation`` and ``mask`` and gives ``probabilities`` and ``value``, a row
for each table. Nothing but onnxruntime and NumPy is needed to run it.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.agent_card import AgentFileError, check_card, read_card
from boardgame_envs.agents.mixed_agent import MixedAgent
from boardgame_envs.core.game import Game
from boardgame_envs.core.numbers import finite_number
from boardgame_envs.core.problems import shortened

# what the sum of a row of probabilities may be off by
ROUNDING = 0.01
# bytes of an agent's file
LARGEST = 1_000_000_000
# the setting of onnxruntime that says in which folder weights outside of a file are
EXTERNAL_WEIGHTS = "session.model_external_initializers_file_folder_path"
# networks that are in use, by process and content: agents at many tables share one
IN_USE: WeakValueDictionary[tuple[int, bytes], Any] = WeakValueDictionary()


class NetworkAgent(MixedAgent):
    """Plays by the probabilities of an exported network.

    ``temperature`` above 1 evens the probabilities out, below 1 it sharpens them, and 0 leaves
    only the most likely action. ``card`` says what the agent was trained for.
    """

    def __init__(self, path: str | Path, game: Game, temperature: float = 1.0) -> None:
        super().__init__()
        self.path = Path(path)
        self.game = game
        self.temperature = check_temperature(temperature)
        with naming(self.path):
            self._session = open_session(read_agent_file(self.path))
            self.card = read_card(self._session.get_modelmeta().custom_metadata_map)
            check_card(self.card, game)
            check_ends(self._session, game)
            self._try_out()

    def as_exported_with(self, temperature: float) -> NetworkAgent:
        """Return the agent that an export with another temperature would have given.

        Its card says with which one it was exported.
        """
        training = self.card.get("training")
        known = training.get("temperature", 1.0) if isinstance(training, Mapping) else 1.0
        exported = finite_number(known)
        if not exported or exported < 0:
            raise AgentFileError(f"{self.path}: the card does not say at which temperature it is")
        return NetworkAgent(self.path, self.game, check_temperature(temperature) / exported)

    def probabilities(
        self, observation: NDArray[np.float32], mask: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        """Return how likely the agent is to take each action, a row for each table."""
        check_rows(observation, mask, self.game)
        odds = np.where(mask, self._run("probabilities", observation, mask), 0.0)
        with naming(self.path):
            check_odds(odds)
        return at_temperature(odds, self.temperature)

    def value(
        self, observation: NDArray[np.float32], mask: NDArray[np.bool_]
    ) -> NDArray[np.float32]:
        """Return what the agent expects to earn from here on, a number for each table."""
        check_rows(observation, mask, self.game)
        values = self._run("value", observation, mask)
        with naming(self.path):
            check_values(values)
        return values

    def _run(
        self, output: str, observation: NDArray[np.float32], mask: NDArray[np.bool_]
    ) -> NDArray[np.float32]:
        """Return one output of the network for some rows."""
        if len(mask) == 0:
            # networks stumble over no rows at all
            return np.zeros(self._shape(output, 0), np.float32)
        inputs = {
            "observation": np.ascontiguousarray(observation, np.float32),
            "mask": np.ascontiguousarray(mask, np.bool_),
        }
        numbers: NDArray[np.float32] = self._session.run([output], inputs)[0]
        return numbers

    def _shape(self, output: str, num_tables: int) -> tuple[int, ...]:
        """Return the shape of an output for a number of tables."""
        is_value = output == "value"
        return (num_tables,) if is_value else (num_tables, self.game.num_actions)

    def _try_out(self) -> None:
        """Refuse a network that cannot decide for two tables at once."""
        observation = np.zeros((2, self.game.layout.size), np.float32)
        mask = np.ones((2, self.game.num_actions), np.bool_)
        for output in ("probabilities", "value"):
            try:
                given = self._run(output, observation, mask)
            except Exception as error:
                # onnxruntime's errors have no class in common but this one
                raise AgentFileError(f"the network cannot be run ({first_line(error)})") from None
            wanted = self._shape(output, 2)
            if given.shape != wanted:
                raise AgentFileError(
                    f"the output {output!r} for 2 tables is {given.shape}, not {wanted}"
                )
            check = check_values if output == "value" else check_odds
            check(given)


def game_of_file(path: str | Path) -> str:
    """Return the name of the game that an exported agent plays, or raise AgentFileError."""
    with naming(Path(path)):
        session = open_session(read_agent_file(Path(path)))
        name = read_card(session.get_modelmeta().custom_metadata_map).get("game")
        if not isinstance(name, str):
            raise AgentFileError("the card does not say which game it plays")
    return name


# --- choosing ---


def check_temperature(temperature: float) -> float:
    """Return a temperature, or raise ValueError."""
    number = finite_number(temperature)
    if number is None or number < 0:
        raise ValueError(f"a temperature is 0 or a positive number, not {shortened(temperature)}")
    return number


def check_rows(observation: NDArray[Any], mask: NDArray[Any], game: Game) -> None:
    """Refuse rows that do not fit the game, or in which nothing is legal."""
    shapes = (len(mask), game.layout.size), (len(mask), game.num_actions)
    if (observation.shape, mask.shape) != shapes:
        raise ValueError(
            f"observation and mask must be of the shapes {shapes[0]} and {shapes[1]}, "
            f"not {observation.shape} and {mask.shape}"
        )
    stuck = np.flatnonzero(~mask.astype(np.bool_).any(axis=1))
    if stuck.size:
        raise ValueError(f"no action is legal in row {stuck[0]} of the mask: nobody is to act")


def check_odds(odds: NDArray[Any]) -> None:
    """Refuse probabilities that are none."""
    if not (odds >= 0).all() or not (abs(odds.sum(axis=1) - 1) < ROUNDING).all():
        raise AgentFileError("the probabilities of the legal actions do not come to 1")


def check_values(values: NDArray[Any]) -> None:
    """Refuse values that are no numbers."""
    if not np.isfinite(values).all():
        raise AgentFileError("the value of a table is not a number")


def at_temperature(odds: NDArray[np.float64], temperature: float) -> NDArray[np.float64]:
    """Even probabilities out or sharpen them, and make each row come to 1 exactly."""
    best = odds.argmax(axis=1, keepdims=True)
    if temperature == 0:
        sharpened = np.zeros_like(odds, np.float64)
        np.put_along_axis(sharpened, best, 1.0, axis=1)
        return sharpened
    # the best is made 1 first, so that no power of it can vanish
    relative = odds / np.take_along_axis(odds, best, axis=1)
    powers = relative ** (1.0 / temperature)
    adjusted: NDArray[np.float64] = powers / powers.sum(axis=1, keepdims=True)
    return adjusted


# --- reading the file ---


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Name the file in which something is wrong."""
    try:
        yield
    except AgentFileError as error:
        raise AgentFileError(f"{path}: {error}") from None
    except UnicodeDecodeError:
        raise AgentFileError(f"{path}: the names or the card in it are damaged") from None


def read_agent_file(path: Path) -> bytes:
    """Return what is in an agent's file, or raise AgentFileError."""
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode) and not path.is_dir():
            raise AgentFileError("it is not a regular file")
        if about.st_size > LARGEST:
            raise AgentFileError(
                f"it has {about.st_size:,} bytes, and no agent has more than {LARGEST:,}"
            )
        return path.read_bytes()
    except FileNotFoundError:
        raise AgentFileError("there is no such file") from None
    except OSError as error:
        raise AgentFileError(f"the file cannot be read ({error.strerror})") from None


def open_session(data: bytes) -> Any:
    """Return a network that runs on one core, or raise AgentFileError."""
    try:
        onnxruntime = importlib.import_module("onnxruntime")
    except ImportError:
        raise AgentFileError(
            "an exported agent needs onnxruntime: pip install 'boardgame_envs[play]'"
        ) from None
    key = os.getpid(), hashlib.sha256(data).digest()
    session = IN_USE.get(key)
    if session is None:
        session = IN_USE[key] = new_session(onnxruntime, data)
    return session


def new_session(onnxruntime: Any, data: bytes) -> Any:
    """Return a network that nobody has in use, or raise AgentFileError."""
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = settings.inter_op_num_threads = 1
    settings.log_severity_level = 4  # what is wrong is said in an error
    # weights in other files are looked for where there are none, not in the working directory
    settings.add_session_config_entry(EXTERNAL_WEIGHTS, os.devnull)
    providers = ["CPUExecutionProvider"]
    try:
        return onnxruntime.InferenceSession(data, settings, providers, enable_fallback=0)
    except Exception:
        # onnxruntime's errors have no class in common but this one
        raise AgentFileError(
            "this is not an ONNX file that can be run (all weights must be in it)"
        ) from None


def check_ends(session: Any, game: Game) -> None:
    """Refuse a network with other inputs or outputs than an agent for the game has."""
    inputs = {
        "observation": ("float", (None, game.layout.size)),
        "mask": ("bool", (None, game.num_actions)),
    }
    outputs = {"probabilities": ("float", (None, game.num_actions)), "value": ("float", (None,))}
    check_side("input", {end.name: end for end in session.get_inputs()}, inputs)
    check_side("output", {end.name: end for end in session.get_outputs()}, outputs)


def check_side(side: str, ends: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    """Refuse inputs (or outputs) that are not the expected ones."""
    if ends.keys() != expected.keys():
        raise AgentFileError(
            f"the network has the {side}s {', '.join(ends) or 'none'}, not {', '.join(expected)}"
        )
    for name, (kind, sizes) in expected.items():
        end = ends[name]
        given, wanted = described(end.type, end.shape), described(f"tensor({kind})", sizes)
        # a size without a number fits any; whether it holds is tried out afterwards
        fits = len(end.shape) == len(sizes) and all(
            not isinstance(size, int) or size == right
            for size, right in zip(end.shape, sizes, strict=True)
        )
        if end.type != f"tensor({kind})" or not fits:
            raise AgentFileError(f"the {side} {name!r} is {given}, not {wanted}")


def described(kind: str, sizes: Any) -> str:
    """Return the type and sizes of an input or output as text."""
    return f"{kind} ({', '.join(str(s) if isinstance(s, int) else 'any' for s in sizes)})"


def first_line(error: Exception) -> str:
    """Return the beginning of an error that may go on for a page."""
    return shortened(str(error).split("\n")[0], 120)

"""``FILE.onnx``: exported agents, and with ``FILE.onnx@0.5`` their temperature."""

from __future__ import annotations

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.ways.way import FILES, UnknownAgentError, Way
from boardgame_envs.core.game import Game
from boardgame_envs.core.problems import shortened

EXPORTED = ".onnx"
# agent.onnx@0.5 is a network as if it had been exported with that temperature
TEMPERATURE = "@"


def make(name: str, game: Game) -> Agent | None:
    """Return the agent in a file."""
    bare, temperature = split_temperature(name, bare_ends=(EXPORTED,))
    return open_file(bare, game, temperature) if bare.endswith(EXPORTED) else None


def open_file(file: str, game: Game, temperature: float | None) -> Agent:
    """Return an exported agent, as it was or as if exported with another temperature."""
    from boardgame_envs.agents.network_agent import NetworkAgent

    agent = NetworkAgent(file, game)
    return agent if temperature is None else agent.as_exported_with(temperature)


def split_temperature(name: str, bare_ends: tuple[str, ...]) -> tuple[str, float | None]:
    """Return a name without the temperature that it ends with, and that, if there is one."""
    bare, at, text = name.rpartition(TEMPERATURE)
    if not at or not bare.endswith(bare_ends):
        return name, None
    try:
        return bare, float(text)
    except ValueError:
        raise UnknownAgentError(
            f"a temperature is a number, such as {bare}{TEMPERATURE}0.5, not {shortened(text)}"
        ) from None


WAY = Way(make, lambda game: [f"a file that ends in {EXPORTED}"], FILES)

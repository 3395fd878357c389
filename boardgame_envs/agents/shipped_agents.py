"""The trained agents that come with the package: their names, and which is best for a table."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from boardgame_envs.agents.agent_card import AgentFileError, check_card, read_card
from boardgame_envs.agents.by_name import HEURISTIC, RANDOM, agent_names
from boardgame_envs.agents.onnx_metadata import read_metadata
from boardgame_envs.agents.ways.shipped import shipped_files
from boardgame_envs.agents.ways.strongest import BEST
from boardgame_envs.core.game import Game
from boardgame_envs.core.options import OptionError

NUM_PLAYERS = "num_players"
# what is earned changes what agents learn, not what may be done: it says nothing of a person's game
REWARD = "reward"
# where this is another one, what was learned is of no use
MODE = "mode"
ABOUT = {RANDOM: "does anything that is legal", HEURISTIC: "plays by rules of thumb"}
SEARCH_TIMES = (100, 1000)  # milliseconds for a decision that a menu offers


@dataclass(frozen=True)
class ShippedAgent:
    """A trained agent that comes with the package; ``card`` says for what it was trained."""

    name: str
    file: Path
    card: Mapping[str, Any]

    @property
    def game_name(self) -> str:
        """The name of the game that it plays."""
        return str(self.card.get("game"))

    @property
    def settings(self) -> list[dict[str, Any]]:
        """The settings that it was trained for: options, and the number of players if it says."""
        return [dict(setting) for setting in self.card.get("options", ())]

    def plays(self, game: Game) -> bool:
        """Tell whether it plays a game as it is now."""
        try:
            check_card(self.card, game)
        except AgentFileError:
            return False
        return True


class BestAgent(NamedTuple):
    """Who is strongest at a table, and a sentence that says why."""

    name: str
    reason: str


@cache
def all_shipped_agents() -> tuple[ShippedAgent, ...]:
    """Return the agents in the package whose cards can be read, by their names."""
    return tuple(read_shipped(name, file) for name, file in shipped_files().items())


def read_shipped(name: str, file: Path) -> ShippedAgent:
    """Return an agent of the package with its card."""
    return ShippedAgent(name, file, read_card(read_metadata(file.read_bytes())))


def shipped_agents(game: Game | None = None) -> list[ShippedAgent]:
    """Return the agents that come with the package: all, or those for a game as it is now."""
    return [agent for agent in all_shipped_agents() if game is None or agent.plays(game)]


# --- the right one for a table ---


def best_agent(game: Game, options: Mapping[str, Any], num_players: int) -> BestAgent:
    """Return the strongest agent for a table, and why it is taken.

    That is a trained one if it was trained for these options or others that are near; else the
    heuristic. Nobody is stronger than another because of a file's name: the cards decide.
    """
    fitting = sorted(fits_of(game, options, num_players), key=lambda fit: fit.rank)
    usual = HEURISTIC if HEURISTIC in agent_names(game) else RANDOM
    if not fitting:
        return BestAgent(usual, no_agent(game, options, num_players))
    best = fitting[0]
    if importlib.util.find_spec("onnxruntime") is None:
        needs = f"{best.agent.name} needs onnxruntime: pip install 'boardgame_envs[play]'"
        return BestAgent(usual, needs)
    return BestAgent(best.agent.name, best.reason)


def resolve_agent(name: str, game: Game, options: Mapping[str, Any], num_players: int) -> str:
    """Return an agent's name, that of the strongest one for ``best``."""
    return best_agent(game, options, num_players).name if name == BEST else name


def opponents_for(
    game: Game, options: Mapping[str, Any], num_players: int
) -> list[tuple[str, str]]:
    """Return the agents that a menu offers, the best first, each with a sentence."""
    name, reason = best_agent(game, options, num_players)
    offered = {name: reason}
    for fit in sorted(fits_of(game, options, num_players), key=lambda fit: fit.rank):
        offered.setdefault(fit.agent.name, fit.reason)
    for known in reversed(agent_names(game)):
        offered.setdefault(known, ABOUT[known])
        if known == HEURISTIC:
            for ms in SEARCH_TIMES:
                offered[f"search?ms={ms}"] = f"the heuristic, searching for {ms / 1000:g} s"
    return list(offered.items())


class Fit(NamedTuple):
    """How near the training of an agent comes to a table."""

    agent: ShippedAgent
    differences: dict[str, tuple[Any, Any]]  # by option: what is played, what was trained

    @property
    def rank(self) -> tuple[int, int, str]:
        """What agents are sorted by: differences first, agents of earlier days last."""
        return len(self.differences), self.agent.name.count("/"), self.agent.name

    @property
    def reason(self) -> str:
        """Why this agent is taken."""
        if not self.differences:
            return "trained for just these options"
        listed = ", ".join(
            f"{option}={trained} in the place of {played}"
            for option, (played, trained) in self.differences.items()
        )
        return f"its training comes nearest, with {listed}"


def fits_of(game: Game, options: Mapping[str, Any], num_players: int) -> Iterator[Fit]:
    """Go through the agents of a game whose training comes near to a table, with the nearest."""
    played = {**game.complete_options(options), NUM_PLAYERS: num_players}
    for agent in shipped_agents(game):
        nearest = [differences(game, played, setting) for setting in agent.settings]
        near = [found for found in nearest if found is not None and MODE not in found]
        if near and not is_weaker(game, agent, played):
            yield Fit(agent, min(near, key=distance))


def differences(
    game: Game, played: Mapping[str, Any], setting: Mapping[str, Any]
) -> dict[str, tuple[Any, Any]] | None:
    """Return where a table differs from a setting; None for a setting that the game has not."""
    chosen = dict(setting)
    num_players = chosen.pop(NUM_PLAYERS, played[NUM_PLAYERS])
    try:
        trained = {**game.complete_options(chosen), NUM_PLAYERS: num_players}
    except OptionError:
        return None
    return {
        option: (played[option], trained[option])
        for option in played
        if option != REWARD and played[option] != trained[option]
    }


def distance(found: Mapping[str, tuple[Any, Any]]) -> tuple[int, float]:
    """Return how far a table is from a setting: options that differ, then by how much."""
    return len(found), sum(gap(*pair) for pair in found.values())


def gap(played: Any, trained: Any) -> float:
    """Return how far two values of an option are from each other."""
    if type(played) is type(trained) is int:
        return abs(played - trained)
    if type(played) is type(trained) is list:
        return len(set(played) ^ set(trained))
    return 1


def is_weaker(game: Game, agent: ShippedAgent, played: Mapping[str, Any]) -> bool:
    """Tell whether an agent's card says that the heuristic is stronger in a setting."""
    lost = agent.card.get("weaker_than_heuristic", ())
    return any(differences(game, played, setting) == {} for setting in lost)


def no_agent(game: Game, options: Mapping[str, Any], num_players: int) -> str:
    """Say why no trained agent can be taken."""
    if not shipped_agents(game):
        return f"no trained agent for {game.title} comes with the package"
    changed = game.changed_options(game.complete_options(options))
    changed.pop(REWARD, None)
    listed = [f"{option}={value}" for option, value in changed.items()]
    players = f"{num_players} player{'s' * (num_players != 1)}"
    return f"no agent was trained to play better with {', '.join([*listed, players])}"

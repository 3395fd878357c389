"""``boardgame-envs agents``: the trained agents that come with the package."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from boardgame_envs.agents.agent_card import AgentFileError
from boardgame_envs.agents.shipped_agents import NUM_PLAYERS, ShippedAgent, shipped_agents
from boardgame_envs.core.options import suggest
from boardgame_envs.games import load_game

NAME = "agents"
HELP = "list the trained agents: what they were trained for, and how strong they are"
DESCRIPTION = (
    "List the trained agents that come with the package. Their names are taken wherever agents "
    "are: play --against elements, evaluate --agents elements heuristic. With a NAME, all that "
    "its card says."
)
# what the cards of earlier days call their opponents
OLD_NAMES = {"rules": "heuristic:first"}
# figures of a setting have its options in their name, after this
OF_A_SETTING = ", "
# how cards name the figures of teams
TEAM, ONE = " team", "one among "
WIDTH = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("name", metavar="NAME", nargs="?", help="an agent, to read its whole card")


def run(parsed: argparse.Namespace) -> int:
    """Print a few lines for each agent, or the card of one."""
    agents = {agent.name: agent for agent in shipped_agents()}
    if parsed.name is not None:
        if parsed.name not in agents:
            raise AgentFileError(
                f"no agent {parsed.name!r} comes with the package"
                f"{suggest(parsed.name, list(agents))}"
            )
        agents = {parsed.name: agents[parsed.name]}
    for agent in agents.values():
        print("\n".join(describe(agent, is_whole=parsed.name is not None)))
    if parsed.name is None:
        print(
            "Other agents: heuristic, random, search, FILE.onnx. In play, evaluate and record\n"
            "best is the strongest one for the options of the table: play says which, and why."
        )
    return 0


def describe(agent: ShippedAgent, is_whole: bool) -> Iterator[str]:
    """Go through what is told of an agent, line by line."""
    figures: Mapping[str, Any] = agent.card.get("ratings", {})
    overall = [name for name in figures if OF_A_SETTING not in name]
    training = agent.card.get("training", {})
    yield f"{agent.name}: {agent.game_name} v{agent.card.get('version')}, {how(training)}"
    yield from indented(f"trained for {in_short(agent)}")
    for name in overall:
        yield from indented(figure(name, figures[name]))
    if is_whole:
        for setting in agent.settings:
            yield from indented(f"trained for {in_words(setting)}")
        for name in figures:
            if name not in overall:
                yield from indented(figure(name, figures[name]))
    yield ""


def indented(text: str) -> list[str]:
    """Return a text as lines under a heading."""
    return textwrap.wrap(
        text, WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False
    )


def how(training: Mapping[str, Any]) -> str:
    """Return how an agent was trained."""
    algorithm = training.get("algorithm", "trained in a way that its card does not tell")
    decisions = training.get("decisions")
    return f"{algorithm}, {decisions / 1e6:.0f} million decisions" if decisions else str(algorithm)


def in_short(agent: ShippedAgent) -> str:
    """Return the settings of a training in a few words: each option with all its values."""
    usual = {option.name: option.default for option in load_game(agent.game_name).options}
    named = dict.fromkeys(option for setting in agent.settings for option in setting)
    listed = []
    for option in named:
        values = (setting.get(option, usual.get(option)) for setting in agent.settings)
        listed.append(f"{option} {'/'.join(dict.fromkeys(map(written, values)))}")
    count = f"{len(agent.settings)} setting{'s' * (len(agent.settings) != 1)}"
    return f"{count}: {'; '.join(listed)}" if listed else "the usual options"


def in_words(setting: Mapping[str, Any]) -> str:
    """Return one setting."""
    players = setting.get(NUM_PLAYERS)
    options = [f"{key}={written(value)}" for key, value in setting.items() if key != NUM_PLAYERS]
    seats = [] if players is None else [f"{players} player{'s' * (players != 1)}"]
    return ", ".join(seats + options)


def written(value: Any) -> str:
    """Return a value as the command line takes it."""
    return (",".join(map(str, value)) or "none") if isinstance(value, list) else str(value)


def figure(name: str, said: Mapping[str, Any]) -> str:
    """Return one figure of a card: who won how often, with its interval."""
    rate = f"{100 * said['win_rate']:.1f} ± {100 * said['half_width']:.1f} %"
    whom, comma, setting = name.partition(OF_A_SETTING)
    if whom == "team":
        told = f"a team of it wins {rate}"
    elif whom.endswith(TEAM):
        told = f"a team of {known_as(whom.removesuffix(TEAM))} wins {rate}"
    elif whom.startswith(ONE):
        told = f"wins {rate} as one among {known_as(whom.removeprefix(ONE))}"
    else:
        told = f"wins {rate} against {known_as(whom)}"
    return told + comma + setting


def known_as(name: str) -> str:
    """Return the name that an opponent of a card has today."""
    return OLD_NAMES.get(name, name)

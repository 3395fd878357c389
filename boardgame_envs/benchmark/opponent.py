"""Opponents that do not change."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import boardgame_envs.agents
from boardgame_envs.agents import Agent, make_agent
from boardgame_envs.agents.by_name import EXPORTED
from boardgame_envs.agents.outside.anyone import is_outside
from boardgame_envs.benchmark.fingerprint import fingerprint_of_file, fingerprint_of_play
from boardgame_envs.benchmark.suite import Suite
from boardgame_envs.games import load_game

# the fingerprint of whatever answers from outside
OUTSIDE = "outside"
SHIPPED = Path(boardgame_envs.agents.__file__).parent / "shipped"


class OpponentError(ValueError):
    """Raised when an opponent is not the one that it is said to be."""


@dataclass(frozen=True)
class Opponent:
    """An agent by the name that ``make_agent`` knows, and the fingerprint that it had.

    The name of an exported agent is that of its file among the shipped ones.
    """

    game_name: str
    name: str
    fingerprint: str

    @property
    def agent_name(self) -> str:
        """The name for ``make_agent``."""
        return str(SHIPPED / self.name) if self.name.endswith(EXPORTED) else self.name

    def make(self) -> Agent:
        """Return the agent."""
        return make_agent(self.agent_name, load_game(self.game_name))

    def check(self, suite: Suite) -> None:
        """Refuse an agent that has another fingerprint."""
        found = fingerprint_of(self.agent_name, suite)
        if found != self.fingerprint:
            raise OpponentError(
                f"the opponent {self.name} of {self.game_name} has the fingerprint {found}, and "
                f"was measured against as {self.fingerprint}: what it did then must be kept "
                "under its name, and what is new needs a name of its own"
            )


def fingerprint_of(name: str, suite: Suite) -> str:
    """Return the fingerprint of an agent by name: of its file, or of what it does."""
    if name.endswith(EXPORTED):
        return fingerprint_of_file(Path(name))
    agent = make_agent(name, suite.game)
    # what answers from outside may do something else the next time
    return OUTSIDE if is_outside(agent) else fingerprint_of_play(agent, suite)

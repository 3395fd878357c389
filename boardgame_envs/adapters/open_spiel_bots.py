"""OpenSpiel's bots as our agents, and our agents as its bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from boardgame_envs.adapters.open_spiel import TableState, load_spiel_game
from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.outside.anyone import as_agent
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.problems import OptionError


def from_open_spiel(bot: Any) -> BotAgent:
    """Return an agent that plays as a bot of OpenSpiel does.

    Most bots are made for one player: give a function that returns the bot of a player, and the
    agent can have any seat.
    """
    return BotAgent(bot)


def to_open_spiel(agent: Any, game: Any, player: int, seed: int = 0) -> AgentBot:
    """Return a bot of OpenSpiel that plays one of our games as an agent does, given as any is."""
    return AgentBot(agent, game, player, seed)


class BotAgent:
    """Plays as a bot of OpenSpiel does, on states that could be the real one for all it knows.

    Bots may look at whole states, so this one never gets the real state: each decision has a
    possible world, without a past. A bot that looks up what it did before finds nothing.
    """

    def __init__(self, bot: Any) -> None:
        is_bot = isinstance(bot, pyspiel.Bot)
        if not is_bot and not callable(bot):
            raise OptionError(f"this is neither a bot nor a function of a player: {bot!r}")
        self._bot_of: Callable[[int], Any] = (lambda player: bot) if is_bot else bot
        self._bots: dict[int, Any] = {}
        self.begin_game(0)

    def begin_game(self, seed: int) -> None:
        """Let the bots forget the game before, and draw other worlds."""
        self._rng = np.random.default_rng(seed)
        for bot in self._bots.values():
            bot.restart()

    def choose(self, information: InformationState) -> int:
        """Return what the bot does in a world that the seat holds possible."""
        seat = information.seat
        if seat not in self._bots:
            self._bots[seat] = self._bot_of(seat)
        action: int = self._bots[seat].step(self.state_of(information))
        return action

    def state_of(self, information: InformationState) -> TableState:
        """Return a possible world as a state of OpenSpiel."""
        game = load_spiel_game(
            information.game.name, information.num_players, **information.options
        )
        world = information.worlds(1, int(self._rng.integers(2**53)))[0]
        state: TableState = game.new_initial_state()
        state.put(world.record)
        return state


class AgentBot(pyspiel.Bot):
    """Plays a seat as an agent does, which is shown no more than that seat knows."""

    def __init__(self, agent: Any, game: Any, player: int, seed: int = 0) -> None:
        super().__init__()
        if not hasattr(game, "referee"):
            raise OptionError(f"our agents play our games, and {game} is none of them")
        self.agent: Agent = as_agent(agent, game.game)
        self.player, self.seed = player, seed
        self.restart()

    def player_id(self) -> int:
        """Return the player that the bot is."""
        return self.player

    def restart(self) -> None:
        """Let the agent begin a new game."""
        self.agent.begin_game(self.seed)

    def restart_at(self, state: Any) -> None:
        """Let the agent begin in the middle of a game."""
        self.restart()

    def provides_force_action(self) -> bool:
        """Tell whether the bot can be made to act: nothing has to be done for it."""
        return True

    def force_action(self, state: Any, action: int) -> None:
        """Do nothing: the agent looks at the table anew whenever it is asked."""

    def step(self, state: TableState) -> int:
        """Return what the agent does in a state."""
        return int(self.agent.choose(state.information(self.player)))

    def provides_policy(self) -> bool:
        """Tell whether it is known how likely the agent is to take each action."""
        return hasattr(self.agent, "probabilities")

    def get_policy(self, state: TableState) -> list[tuple[int, float]]:
        """Return the legal actions with their probabilities."""
        return self.step_with_policy(state)[0]

    def step_with_policy(self, state: TableState) -> tuple[list[tuple[int, float]], int]:
        """Return the legal actions with their probabilities, and one of them."""
        information, agent = state.information(self.player), self.agent
        if not hasattr(agent, "probabilities"):
            action = int(agent.choose(information))
            return [(action, 1.0)], action
        odds = agent.probabilities(information.observation[None], information.mask[None])[0]
        policy = [(int(action), float(odds[action])) for action in np.flatnonzero(information.mask)]
        return policy, int(agent.choose(information))

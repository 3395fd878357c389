"""A person against agents in a terminal: one game, told as that person learns of it."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import numpy as np

from boardgame_envs.agents import Agent, agent_names
from boardgame_envs.agents.by_name import HEURISTIC, RANDOM, shipped_file
from boardgame_envs.agents.network_agent import NetworkAgent
from boardgame_envs.core.game import Game
from boardgame_envs.core.records import record_result
from boardgame_envs.core.seats import CHANCE, seat_name
from boardgame_envs.core.table import Moment, Table
from boardgame_envs.matches.one_table import begin_game, play_on
from boardgame_envs.matches.rng import seed_of_agent

WIDTH = 80


class Teller:
    """Tells a person what happens at a table, as far as that seat learns of it.

    ``names`` says who sits in each seat; the person's own is not looked at.
    """

    def __init__(
        self, table: Table, seat: int, names: Sequence[str], tell: Callable[[str], None]
    ) -> None:
        self.table = table
        self.seat = seat
        self.names = names
        self._tell = tell
        self._num_told = 0

    def tell_opening(self) -> None:
        """Tell what is played, and who sits where."""
        table, self._num_told = self.table, 0
        changed = table.game.changed_options(table.options).items()
        heading = [table.game.title, *(f"{name}={value}" for name, value in changed)]
        self._tell(f"{', '.join(heading)}, seed {table.seed}.")
        others = (seat for seat in range(table.num_players) if seat != self.seat)
        sits = [f"{seat_name(seat)} is {self.names[seat]}" for seat in others]
        self._tell(f"You are {seat_name(self.seat)}; {', '.join(sits)}. Type help for help.\n")

    def tell_news(self) -> None:
        """Tell what has happened since the last news."""
        for moment in islice(self.table.history(), self._num_told, None):
            self._num_told += 1
            self._tell(self.in_words(moment))

    def tell_end(self) -> None:
        """Tell how the game came out."""
        self._tell(self.table.game.notation.tell_end(self.table.states[0], self.seat))
        result = record_result(self.table)
        scores = ", ".join(f"{self.who(seat)} {n}" for seat, n in enumerate(result["scores"]))
        self._tell(f"\nThe game is over: {result['outcome']}. Scores: {scores}.")

    def in_words(self, moment: Moment) -> str:
        """Return one event as the person learns of it."""
        game = self.table.game
        if moment.seat == CHANCE:
            return game.notation.tell_outcome(moment.state, self.seat)
        told = game.actions.tell(moment.state, moment.action, self.seat)
        return f"  {self.who(moment.seat)}: {told}"

    def who(self, seat: int) -> str:
        """Return the name of a seat with who sits there."""
        return f"{seat_name(seat)} ({'you' if seat == self.seat else self.names[seat]})"


def play_and_tell(table: Table, agents: Sequence[Agent], seed: int, teller: Teller) -> None:
    """Play one game to its end, ``agents[seat]`` in each seat, telling all that happens."""
    seated = dict(enumerate(agents))
    table.reset(seed)
    begin_game(seated, seed)
    teller.tell_opening()
    teller.tell_news()
    play_on(table, seated, after_each=teller.tell_news)
    teller.tell_end()


def draw_seat(num_players: int, seed: int) -> int:
    """Return the seat in which chance puts a person."""
    # the numbers below this one give the agents their seeds
    return seed_of_agent(seed, num_players) % num_players


def usual_opponent(game: Game) -> str:
    """Return who plays against a person that names nobody: the best agent there is."""
    shipped = shipped_file(game)
    if shipped is not None:
        return shipped
    return HEURISTIC if HEURISTIC in agent_names(game) else RANDOM


def odds_in_words(table: Table, agents: Sequence[Agent]) -> Iterator[str]:
    """Tell how likely each network was to take each action; only once the game is over."""
    if not table.over:
        raise ValueError("the game is not over: the odds would show the hidden cards")
    decisions = (moment for moment in table.history() if moment.seat != CHANCE)
    for number, (state, seat, action) in enumerate(decisions, 1):
        agent = agents[seat]
        if isinstance(agent, NetworkAgent):
            then = table.with_state(np.array([state], table.game.rules.STATE))
            odds = agent.probabilities(then.observation[None], then.mask[None])[0]
            by_odds = sorted(then.legal_actions(), key=lambda action: -odds[action])
            name = table.game.actions.name
            listed = ", ".join(f"{name(state, a)} {odds[a]:.1%}" for a in by_odds)
            yield f"{number:4} {seat_name(seat)}: {name(state, action)} ({listed})"


def fitted(text: str, width: int = WIDTH) -> str:
    """Return a text with every line broken so that it fits, the rest of it indented."""
    lines: list[str] = []
    for line in text.split("\n"):
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        lines += textwrap.wrap(
            *(line, width),
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        ) or [""]
    return "\n".join(lines)

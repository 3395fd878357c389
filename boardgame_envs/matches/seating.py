"""Who sits where when one seat learns: the learner's seat, and agents in all others.

Everything is drawn from the seed of a game, and only when it begins. So the same seed has the
same seating, whether one table is played or thousands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents import Agent, as_agent
from boardgame_envs.core.chance import draw_lots
from boardgame_envs.core.game import Game
from boardgame_envs.core.options import OptionError
from boardgame_envs.matches.one_table import begin_game

Opponents: TypeAlias = str | Agent | Sequence[str | Agent]
Seat: TypeAlias = int | str

RANDOM_SEAT = "random"


class Seating:
    """Seats the learner and its opponents, game by game.

    ``seat`` is the learner's, or "random" for another one in every game. ``opponents`` is one
    agent (or its name) for all other seats, or several, of which each other seat draws one.
    """

    def __init__(self, game: Game, num_players: int, seat: Seat, opponents: Opponents) -> None:
        self.game, self.num_players = game, num_players
        self.seat = check_seat(seat, num_players)
        # every opponent has a number of its own; a row is the agent in each seat
        self.agents: dict[int, list[Agent]] = {}
        self._next_number = 0
        self.choose_opponents(opponents)

    def choose_opponents(self, opponents: Opponents) -> None:
        """Let others sit in the other seats, from the next game on."""
        is_one = isinstance(opponents, str) or not isinstance(opponents, Sequence)
        chosen: Sequence[Any] = [opponents] if is_one else opponents  # type: ignore[assignment]
        if not chosen:
            raise OptionError("opponents must be an agent, a name, or a list of at least one")
        # an agent given by name has a copy of its own in every seat, for it may keep notes
        rows = [[self._agent(opponent) for _ in range(self.num_players)] for opponent in chosen]
        self._drawn_from = range(self._next_number, self._next_number + len(rows))
        self._next_number += len(rows)
        self.agents.update(zip(self._drawn_from, rows, strict=True))

    def forget_all_but(self, seated: Iterable[int]) -> None:
        """Drop the opponents that no new game draws and that sit at no table any more."""
        kept = {*seated, *self._drawn_from}
        self.agents = {number: row for number, row in self.agents.items() if number in kept}

    def _agent(self, opponent: Any) -> Agent:
        """Return an opponent given by name or as what ``as_agent`` takes, or raise OptionError."""
        return as_agent(opponent, self.game)

    def begin_game(self, seed: int, seat: Seat | None = None) -> tuple[int, dict[int, Agent]]:
        """Let all sit down for a game; return the learner's seat, and the agents in the others.

        A ``seat`` is the learner's in this game alone.
        """
        learner, drawn = self._draw(seed, self.seat if seat is None else seat)
        if len(self.agents) > len(self._drawn_from):
            self.forget_all_but(drawn)
        others = {
            other: self.agents[number][other]
            for other, number in enumerate(drawn)
            if other != learner
        }
        begin_game(others, seed)
        return learner, others

    def _draw(self, seed: int, seat: Seat) -> tuple[int, list[int]]:
        """Return the learner's seat in one game, and the number of the opponent in each seat."""
        if isinstance(seat, int) and len(self._drawn_from) == 1:
            # there is nothing to draw
            return seat, [self._drawn_from.start] * self.num_players
        seeds = np.array([seed], np.uint64)
        return int(self.draw_seats(seeds, seat)[0]), self.draw_opponents(seeds)[0].tolist()

    def draw_seats(self, seeds: NDArray[np.uint64], seat: Seat | None = None) -> NDArray[np.int64]:
        """Return the learner's seat in the game of each seed."""
        chosen = self.seat if seat is None else seat
        if chosen == RANDOM_SEAT:
            return draw_lots(seeds, 0, self.num_players)
        return np.full(seeds.size, chosen, np.int64)

    def draw_opponents(self, seeds: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return the number of the opponent in each seat in the game of each seed."""
        drawn = np.zeros((self.num_players, seeds.size), np.int64)
        if len(self._drawn_from) > 1:
            for seat in range(self.num_players):
                drawn[seat] = draw_lots(seeds, 1 + seat, len(self._drawn_from))
        return drawn.T + self._drawn_from.start


def check_seat(seat: Any, num_players: int) -> Seat:
    """Return a learner's seat, or raise OptionError."""
    is_number = isinstance(seat, int | np.integer) and not isinstance(seat, bool)
    if is_number and 0 <= seat < num_players:
        return int(seat)
    if seat == RANDOM_SEAT and isinstance(seat, str):
        return RANDOM_SEAT
    raise OptionError(
        f"seat must be {RANDOM_SEAT!r} or a number from 0 to {num_players - 1}, not {seat!r}"
    )

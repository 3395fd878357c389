"""Many tables, at each of which one seat learns and agents have the others."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.agent import choose_at_many, decides_for_many
from boardgame_envs.core.bundles import SeatArrays
from boardgame_envs.core.chance import next_seeds
from boardgame_envs.core.compiled_game import LearnerLoops, loops_of
from boardgame_envs.core.game import Game
from boardgame_envs.core.loops import MOST_GAMES_WITHOUT_A_DECISION
from boardgame_envs.core.options import OptionError
from boardgame_envs.core.seats import NOBODY
from boardgame_envs.core.table import Table
from boardgame_envs.matches.many_tables import Masks, Observations, Rows, decide_by_agent
from boardgame_envs.matches.seating import Opponents, Seat, Seating

# the arrays that users look at
SHOWN = ("states", "seeds", "learner", "mask", "observation", "reward", "over", "truncated")


class LearnerTables:
    """Tables that stop where the learner is to act, or where the game is over.

    The arrays are made once and filled in place: ``mask`` and ``observation`` show each
    learner's decision, ``reward`` what it earned by the last step, ``over`` and ``truncated``
    which games have ended. What another seat sees is shown to its agent, and to nobody else.

    ``skipped_games`` counts the games that ended before the learner was asked when a table was
    begun last, and ``skipped_return`` is what it earned in them.
    """

    states: NDArray[Any]
    seeds: NDArray[np.uint64]  # of the games that are being played
    learner: NDArray[np.int64]  # its seat
    mask: NDArray[np.bool_]
    observation: NDArray[np.float32]
    reward: NDArray[np.float32]
    over: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    skipped_games: NDArray[np.int64]
    skipped_return: NDArray[np.float32]

    def __init__(
        self,
        game: Game,
        num_tables: int,
        num_players: int | None,
        seat: Seat,
        opponents: Opponents,
        options: dict[str, Any],
        observed: int | None = None,
    ) -> None:
        """Set up tables; learners are shown the first numbers of an observation, if not all."""
        self.game, self.num_tables = game, num_tables
        self._table = Table(game, num_players, **options)
        self.num_players = self._table.num_players
        self.seating = Seating(game, self.num_players, seat, opponents)
        check_opponents(self.seating)
        self._loops = loops_of(game, LearnerLoops)
        self._rng = np.random.default_rng()
        self._arrays = SeatArrays.make(game, self._table.template, num_tables, observed)
        for name in SHOWN:
            setattr(self, name, getattr(self._arrays, name))
        self.skipped_games = np.zeros(num_tables, np.int64)
        self.skipped_return = np.zeros(num_tables, np.float32)
        self.opponents = np.zeros((num_tables, self.num_players), np.int64)  # by their numbers

    def choose_opponents(self, opponents: Opponents) -> None:
        """Let others sit in the other seats; games that are being played are finished first."""
        check_opponents(Seating(self.game, self.num_players, self.seating.seat, opponents))
        self.seating.choose_opponents(opponents)

    def begin(self, rows: NDArray[np.int64]) -> None:
        """Begin the game of its seed at some tables, and play on to the learner's turn.

        A game that ends before the learner is asked is counted, and replaced by the next one.
        """
        self.skipped_games[rows] = self.skipped_return[rows] = 0
        for _ in range(MOST_GAMES_WITHOUT_A_DECISION):
            self.learner[rows] = self.seating.draw_seats(self.seeds[rows])
            self.opponents[rows] = self.seating.draw_opponents(self.seeds[rows])
            if len(self.seating.agents) > 1:
                self.seating.forget_all_but(np.unique(self.opponents).tolist())
            self._arrays.earned[rows] = 0.0
            count = self._loops.begin_rows(self._arrays, rows)
            self._play_on(count)
            self.over[rows] = self.truncated[rows] = self.reward[rows] = 0
            rows = rows[self.states["seat"][rows] == NOBODY]
            if rows.size == 0:
                return
            self._skip(rows)
        raise ValueError(
            f"table {rows[0]}: the learner in seat {self.learner[rows[0]]} was not asked for a "
            f"decision in {MOST_GAMES_WITHOUT_A_DECISION} games in a row"
        )

    def forget_skipped_games(self) -> None:
        """Count skipped games from here on anew."""
        self.skipped_games.fill(0)
        self.skipped_return.fill(0)

    def _skip(self, rows: NDArray[np.int64]) -> None:
        """Count games in which the learner was not asked, and go on to the next seeds."""
        self._loops.settle_rows(self._arrays, rows)
        self.skipped_games[rows] += 1
        self.skipped_return[rows] += self.reward[rows]
        self.over[rows] = self.truncated[rows] = self.reward[rows] = 0
        self.advance_seeds(rows)

    def advance_seeds(self, rows: NDArray[np.int64]) -> None:
        """Go on to the seeds of the next games at some tables."""
        self.seeds[rows] = next_seeds(self.seeds[rows])

    def step(self, rows: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
        """Take the learners' legal actions at some tables, and let the others play on."""
        self._play_on(self._loops.step_rows(self._arrays, rows, actions))
        self._loops.settle_rows(self._arrays, rows)

    def _play_on(self, count: int) -> None:
        """Let other seats decide, as long as any of them is to act."""
        while count:
            rows = self._arrays.waiting[:count]
            count = self._loops.step_rows(self._arrays, rows, self._decide(rows))

    def _decide(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Ask whoever is to act at some tables; their views are at the front of the buffers."""
        seen, mask = (
            self._arrays.their_observation[: rows.size],
            self._arrays.their_mask[: rows.size],
        )
        if len(self.seating.agents) == 1:
            # there is nobody to tell apart, and looking who decides takes time
            return self._ask(next(iter(self.seating.agents)), rows, seen, mask)
        deciding = self.opponents[rows, self.states["seat"][rows]]

        def ask(number: int, places: Rows, seen: Observations, mask: Masks) -> NDArray[np.int64]:
            return self._ask(number, rows[places], seen, mask)

        return decide_by_agent(deciding, seen, mask, ask)

    def _ask(
        self, number: int, rows: Rows, observation: Observations, mask: Masks
    ) -> NDArray[np.int64]:
        """Return what an opponent does at its tables."""
        # one that keeps no notes of a game can sit in all seats at once
        agent = self.seating.agents[number][0]
        return choose_at_many(agent, self.table, rows, observation, mask, self._rng)

    def table(self, i: int) -> Table:
        """Return a copy of one of the games, as a table without a past."""
        return self._table.with_state(self.states[i : i + 1])

    @property
    def setting(self) -> str:
        """The game, the number of players and the options that are not as usual."""
        return self._table.setting

    def seed_agents(self, seed: int) -> None:
        """Fix the agents' own random numbers from here on."""
        self._rng = np.random.default_rng(seed)


def check_opponents(seating: Seating) -> None:
    """Refuse agents that cannot decide for many tables at once."""
    for seats in seating.agents.values():
        if not decides_for_many(seats[0]):
            raise OptionError(
                "opponents at many tables need choose_many(observation, mask, rng), which "
                f"{type(seats[0]).__name__} has not, or choose_together(informations, seeds); a "
                "single environment needs neither"
            )

"""The arrays that Python hands to compiled loops, in bundles with names.

A loop takes a bundle as one argument. Each is declared here once: what the arrays are, and how
they are made for a game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.states import blank_states, copy_states

if TYPE_CHECKING:
    from boardgame_envs.core.game import Game

# arrays that loops take one by one; what is said of them tells arrays of one type apart
States: TypeAlias = Annotated[NDArray[Any], "a state of each table"]
Mask: TypeAlias = Annotated[NDArray[np.bool_], "what one seat may do"]
Observation: TypeAlias = Annotated[NDArray[np.float32], "what one seat sees"]
Observations: TypeAlias = Annotated[NDArray[np.float32], "what a seat at each table sees"]
Numbers: TypeAlias = Annotated[NDArray[np.int64], "an action, seat or table in each row"]
Seeds: TypeAlias = Annotated[NDArray[np.uint64], "a seed in each row"]

# how many chance events one call keeps before Python is asked to make room
MAX_OUTCOMES = 4
# and how many decisions of seats that choose at random
MAX_DECISIONS = 16


class OneTable(NamedTuple):
    """A single table.

    The game is ``states[0]``; those after it keep it as it stood after each chance event. The
    report has the number of these, the seat to act, the returns, and room to work in.
    """

    states: NDArray[Any]
    mask: NDArray[np.bool_]
    observation: NDArray[np.float32]
    report: NDArray[np.float64]

    @classmethod
    def make(cls, game: Game, outcomes: int = MAX_OUTCOMES) -> OneTable:
        """Return a table with nothing on it, and room for a number of chance events."""
        return cls(
            states=blank_states(game.rules.STATE, 1 + outcomes),
            mask=np.zeros(game.num_actions, np.bool_),
            observation=np.zeros(game.layout.size, np.float32),
            report=np.zeros(2 + 2 * game.max_players, np.float64),
        )

    def with_room(self, outcomes: int) -> OneTable:
        """Return the same table with room for fewer chance events: no more are decided at once."""
        states = self.states[: 1 + outcomes]
        return OneTable(states, self.mask, self.observation, self.report)


class RandomTurns(NamedTuple):
    """Decisions of one call at a single table, at which all seats but one choose at random."""

    draws: NDArray[np.float64]  # by seat, decision and action: the lowest legal one is taken
    used: NDArray[np.int64]  # for how many of its decisions each seat has used them
    states: NDArray[Any]  # before each decision of this call
    actions: NDArray[np.int64]
    decided: NDArray[np.int64]  # decisions of this call before each chance event

    @classmethod
    def make(cls, game: Game, decisions: int = MAX_DECISIONS) -> RandomTurns:
        """Return room for a number of decisions, of each seat and of all in one call."""
        return cls(
            draws=np.zeros((game.max_players, decisions, game.num_actions)),
            used=np.full(game.max_players, decisions),
            states=blank_states(game.rules.STATE, decisions),
            actions=np.zeros(decisions, np.int64),
            decided=np.zeros(MAX_OUTCOMES, np.int64),
        )


class ManyTables(NamedTuple):
    """Tables that step together; a game that ends is replaced by the next one."""

    states: NDArray[Any]
    templates: NDArray[Any]  # a record for each option set, of which a seed picks one
    seeds: NDArray[np.uint64]  # of the games that are being played
    seat: NDArray[np.int64]
    mask: NDArray[np.bool_]
    observation: NDArray[np.float32]
    returns: NDArray[np.float32]
    reward: NDArray[np.float32]
    length: NDArray[np.int64]  # decisions since the game began
    done: NDArray[np.bool_]
    final_returns: NDArray[np.float32]  # of the game that ended last
    final_length: NDArray[np.int64]
    finished: NDArray[Any]  # its last state
    skipped_games: NDArray[np.int64]  # dealt after it, and over before anybody decided
    skipped_returns: NDArray[np.float32]  # what these paid together

    @classmethod
    def make(
        cls,
        game: Game,
        templates: NDArray[Any],
        tables: int,
        seats: int,
        observed: int | None = None,
    ) -> ManyTables:
        """Return tables with nothing on them; of an observation the first numbers, if not all."""
        observed = game.layout.size if observed is None else observed
        return cls(
            states=blank_states(game.rules.STATE, tables),
            templates=templates,
            seeds=np.zeros(tables, np.uint64),
            seat=np.zeros(tables, np.int64),
            mask=np.zeros((tables, game.num_actions), np.bool_),
            observation=np.zeros((tables, observed), np.float32),
            returns=np.zeros((tables, seats), np.float32),
            reward=np.zeros((tables, seats), np.float32),
            length=np.zeros(tables, np.int64),
            done=np.zeros(tables, np.bool_),
            final_returns=np.zeros((tables, seats), np.float32),
            final_length=np.zeros(tables, np.int64),
            finished=blank_states(game.rules.STATE, tables),
            skipped_games=np.zeros(tables, np.int64),
            skipped_returns=np.zeros((tables, seats), np.float32),
        )

    def part(self, tables: slice) -> ManyTables:
        """Return some of the tables, in the same memory."""
        arrays = {name: array[tables] for name, array in self._asdict().items()}
        return ManyTables(**{**arrays, "templates": self.templates})


class SeatArrays(NamedTuple):
    """Tables at each of which one seat learns; games are not replaced when they end.

    ``waiting`` lists the tables at which another seat is to act: its view is written to the
    front of ``their_mask`` and ``their_observation``, a row for each of them, in that order.
    """

    states: NDArray[Any]
    template: NDArray[Any]
    seeds: NDArray[np.uint64]
    learner: NDArray[np.int64]  # its seat
    mask: NDArray[np.bool_]  # the learner's, as the observation is
    observation: NDArray[np.float32]
    waiting: NDArray[np.int64]
    their_mask: NDArray[np.bool_]
    their_observation: NDArray[np.float32]
    returns: NDArray[np.float32]  # of one table at a time: room to work in
    earned: NDArray[np.float32]  # by the learner, when it last heard of it
    reward: NDArray[np.float32]
    over: NDArray[np.bool_]
    truncated: NDArray[np.bool_]

    @classmethod
    def make(
        cls, game: Game, template: NDArray[Any], tables: int, observed: int | None = None
    ) -> SeatArrays:
        """Return tables with nothing on them; all games are over.

        Learners are shown the first numbers of an observation, if not all; others see all.
        """
        mask = np.zeros((tables, game.num_actions), np.bool_)
        their_observation = np.zeros((tables, game.layout.size), np.float32)
        observed = game.layout.size if observed is None else observed
        return cls(
            states=blank_states(game.rules.STATE, tables),
            template=template,
            seeds=np.zeros(tables, np.uint64),
            learner=np.zeros(tables, np.int64),
            mask=mask,
            observation=np.zeros((tables, observed), np.float32),
            waiting=np.zeros(tables, np.int64),
            their_mask=np.zeros_like(mask),
            their_observation=their_observation,
            returns=np.zeros(game.max_players, np.float32),
            earned=np.zeros(tables, np.float32),
            reward=np.zeros(tables, np.float32),
            over=np.ones(tables, np.bool_),
            truncated=np.zeros(tables, np.bool_),
        )


class RandomGames(NamedTuple):
    """Tables at which all play at random, by weights."""

    states: NDArray[Any]
    templates: NDArray[Any]
    seeds: NDArray[np.uint64]
    rng: NDArray[np.uint64]  # of those who play
    mask: NDArray[np.bool_]
    weights: NDArray[np.float64]  # how likely each action is beside other legal ones; or empty
    games: NDArray[np.int64]  # that have ended
    returns: NDArray[np.float32]  # of the game that ends now
    total_returns: NDArray[np.float32]

    @classmethod
    def make(
        cls,
        game: Game,
        states: NDArray[Any],
        templates: NDArray[Any],
        seats: int,
        weights: NDArray[np.float64],
    ) -> RandomGames:
        """Return tables with copies of these states on them."""
        tables = len(states)
        return cls(
            states=copy_states(states),
            templates=templates,
            seeds=np.zeros(tables, np.uint64),
            rng=np.zeros(tables, np.uint64),
            mask=np.zeros((tables, game.num_actions), np.bool_),
            weights=weights,
            games=np.zeros(tables, np.int64),
            returns=np.zeros((tables, seats), np.float32),
            total_returns=np.zeros((tables, seats), np.float32),
        )

"""The whole tree of a small two-player zero-sum game, as arrays.

The tree is kept in its sequence form. A *sequence* is all that a seat has done so far: its
last decision with the action it took (perfect recall makes the rest known), or nothing yet.
How likely a seat plays a sequence depends on its own policy alone, so an ending needs no more
than its chance probability, the last sequence of each seat and the returns.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.game import Game
from boardgame_envs.core.notation import list_outcomes
from boardgame_envs.core.position import Position
from boardgame_envs.core.seats import CHANCE, NOBODY

NUM_SEATS = 2
SMALLEST_DIFFERENCE = 1e-6  # returns come in float32 steps


@dataclass(frozen=True, eq=False)
class GameTree:
    """A game's information sets (k of them) and endings (n of them).

    Action ``a`` at information set ``i`` is the sequence ``i * num_actions + a``. The last
    two numbers stand for having done nothing yet, see ``nothing_done``.
    """

    game: Game
    num_nodes: int  # decisions, chance events and endings
    has_perfect_recall: bool  # whether an observation alone tells information sets apart
    seat: NDArray[np.int64]  # (k,) who decides
    observation: NDArray[np.float32]  # (k, D) what that seat sees
    mask: NDArray[np.bool_]  # (k, A) what it may do
    before: NDArray[np.int64]  # (k,) the sequence that it had played by then
    depth: NDArray[np.int64]  # (k,) how many decisions of its own it had made by then
    chance: NDArray[np.float64]  # (n,) how likely chance goes to this ending
    played: NDArray[np.int64]  # (2, n) the sequence that each seat has played
    returns: NDArray[np.float64]  # (n,) what seat 0 earns; seat 1 earns the opposite

    @property
    def num_information_sets(self) -> int:
        """How many different decisions there are."""
        return len(self.seat)

    @property
    def num_sequences(self) -> int:
        """How many sequences are numbered, those of illegal actions too."""
        return self.mask.size + NUM_SEATS

    def nothing_done(self, seat: int) -> int:
        """Return the sequence of a seat that has not decided anything yet."""
        return self.num_sequences - 1 - seat

    @cached_property
    def rows_by_depth(self) -> list[list[NDArray[np.int64]]]:
        """Each seat's information sets, those with fewer own decisions before them first."""
        depths = range(int(self.depth.max(initial=-1)) + 1)
        return [
            [np.flatnonzero((self.seat == seat) & (self.depth == depth)) for depth in depths]
            for seat in range(NUM_SEATS)
        ]


def grow_tree(table: Position, max_nodes: int = 5_000_000) -> GameTree:
    """Return all that can happen in a game with this table's options.

    An information set is what a seat sees together with its own decisions so far and what
    it saw then: one who forgot them could not be a best response.
    """
    if table.num_players != NUM_SEATS:
        raise ValueError(f"a game tree needs {NUM_SEATS} players, not {table.num_players}")
    position = table.without_state()
    position.begin()
    growth = Growth(position, max_nodes)
    growth.visit(1.0, (-1, -2))
    return growth.harvest()


class Growth:
    """A tree that is being grown, depth first."""

    def __init__(self, position: Position, max_nodes: int) -> None:
        self.position, self.game = position, position.game
        self.max_nodes = max_nodes
        self.num_nodes = 0
        # information sets by what the seat had done and what it sees, numbered as they come
        self._numbers: dict[tuple[int, bytes], int] = {}
        self._decisions: list[tuple[int, int, int]] = []
        self._masks: list[bytes] = []
        self._endings: list[tuple[float, int, int, float]] = []

    def visit(self, chance: float, played: tuple[int, int]) -> None:
        """Grow all that can follow from the position; ``played`` has each seat's sequence."""
        self.num_nodes += 1
        if self.num_nodes > self.max_nodes:
            raise ValueError(
                f"this game has more than {self.max_nodes:,} nodes: choose a smaller setting"
            )
        if self.position.seat == NOBODY:
            self._end(chance, played)
        elif self.position.seat == CHANCE:
            self._let_chance_decide(chance, played)
        else:
            self._decide(chance, played)

    def _end(self, chance: float, played: tuple[int, int]) -> None:
        """Note how a game came out."""
        first, second = self.position.returns
        if abs(first + second) > SMALLEST_DIFFERENCE:
            raise ValueError(
                f"a game tree needs a zero-sum game, but here the returns {first:g} and "
                f"{second:g} are possible"
            )
        self._endings.append((chance, *played, first))

    def _let_chance_decide(self, chance: float, played: tuple[int, int]) -> None:
        """Grow every outcome of a chance event."""
        position, before = self.position, self.position.record
        for probability, event in list_outcomes(self.game, position.state_from(before)):
            position.put(before)
            position.apply_outcome(event)
            self.visit(chance * probability, played)

    def _decide(self, chance: float, played: tuple[int, int]) -> None:
        """Grow every legal action."""
        position, before, seat = self.position, self.position.record, self.position.seat
        first_sequence = self._information_set(seat, played[seat]) * self.game.num_actions
        for action in position.legal_actions():
            position.put(before)
            position.apply(action)
            sequence = first_sequence + action
            self.visit(chance, (sequence, played[1]) if seat == 0 else (played[0], sequence))

    def _information_set(self, seat: int, before: int) -> int:
        """Return the number of what the seat to act knows, a new one if it is new."""
        key = (before, self.position.observation.tobytes())
        number = self._numbers.setdefault(key, len(self._numbers))
        if number == len(self._decisions):
            depth = 0 if before < 0 else self._decisions[before // self.game.num_actions][2] + 1
            self._decisions.append((seat, before, depth))
            self._masks.append(self.position.mask.tobytes())
        return number

    def harvest(self) -> GameTree:
        """Return the grown tree as arrays."""
        count, game = len(self._decisions), self.game
        views = [view for _, view in self._numbers]
        seat, before, depth = np.array(self._decisions, np.int64).reshape(count, 3).T
        chance, first, second, returns = np.array(self._endings, np.float64).T
        # whoever had done nothing yet has the last two numbers
        num_sequences = count * game.num_actions + NUM_SEATS
        mask = np.frombuffer(b"".join(self._masks), np.bool_)
        observation = np.frombuffer(b"".join(views), np.float32)
        return GameTree(
            game=game,
            num_nodes=self.num_nodes,
            has_perfect_recall=len(set(zip(seat.tolist(), views, strict=True))) == count,
            seat=seat,
            observation=observation.reshape(count, game.layout.size),
            mask=mask.reshape(count, game.num_actions),
            before=before % num_sequences,
            depth=depth,
            chance=chance,
            played=np.array([first, second]).astype(np.int64) % num_sequences,
            returns=returns,
        )

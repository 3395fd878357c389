"""Possible worlds: tables that could be the real one, for all that a seat knows."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from boardgame_envs.core.compiled_game import WorldLoops, loops_of
from boardgame_envs.core.numbers import check_seat
from boardgame_envs.core.problems import shortened
from boardgame_envs.core.states import as_bytes, states_from

if TYPE_CHECKING:
    from boardgame_envs.core.information import InformationState


class Worlds(Sequence[Any]):
    """A list of tables, each of which is made when it is first asked for.

    ``states`` has what was dealt, a record for each world, whatever happens at the tables.
    """

    def __init__(self, information: InformationState, states: NDArray[Any]) -> None:
        self.information, self.states = information, states
        self._tables: dict[int, Any] = {}

    def __len__(self) -> int:
        """Return how many worlds there are."""
        return len(self.states)

    @overload
    def __getitem__(self, index: int) -> Any: ...

    @overload
    def __getitem__(self, index: slice) -> list[Any]: ...

    def __getitem__(self, index: int | slice) -> Any:
        """Return the table of a world, always the same one; or a list of some."""
        places = range(len(self))[index]
        if isinstance(places, range):
            return [self[place] for place in places]
        if places not in self._tables:
            self._tables[places] = self.information.table_of(self.states[places : places + 1])
        return self._tables[places]

    def __eq__(self, other: object) -> bool:
        """Tell whether the same games are on the tables, in the same order."""
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(map(operator.eq, self, other))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Return what these worlds are."""
        game, seat = self.information.game.name, self.information.seat
        return f"<{len(self)} worlds of seat {seat} in {game}>"

    def observe(self, seat: int) -> NDArray[np.float32]:
        """Return what a seat would see in each world, as it was dealt."""
        game = self.information.game
        observation = np.empty((len(self), game.layout.size), np.float32)
        checked = check_seat(seat, self.information.num_players)
        loops_of(game, WorldLoops).observe_worlds(self.states, checked, observation)
        return observation

    def chosen(self, worlds: ArrayLike) -> Worlds:
        """Return some of the worlds, as they were dealt, in this order and as often as named.

        So worlds can be drawn anew by how likely something else makes them.
        """
        places = np.asarray(worlds)
        if places.ndim != 1 or places.dtype.kind not in "iu" or not self._has_all(places):
            raise ValueError(
                f"worlds are chosen by numbers from 0 to {len(self) - 1}, not {shortened(worlds)}"
            )
        dtype = self.states.dtype
        rows = as_bytes(self.states).reshape(len(self), dtype.itemsize)
        return Worlds(self.information, states_from(rows[places].tobytes(), dtype))

    def _has_all(self, places: NDArray[Any]) -> bool:
        return not places.size or bool(places.min() >= 0 and places.max() < len(self))

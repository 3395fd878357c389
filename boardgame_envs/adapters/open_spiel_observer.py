"""What OpenSpiel's observers show of a table: all that a seat sees, or a part of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from boardgame_envs.core.seats import CHANCE

if TYPE_CHECKING:
    from boardgame_envs.adapters.open_spiel import TableState
    from boardgame_envs.adapters.open_spiel_referee import Referee


class TableObserver:
    """What one seat sees: numbers in the parts of the game's layout, and a text.

    The numbers are the same with and without perfect recall: an observation shows what a
    player may remember of the round. The text of an information state ends with a digest of
    all that the seat has seen and done, so that it tells any two pasts apart.

    An observer of public information alone has the parts that are common knowledge, as the first
    seat sees them; one of private information alone has the others.
    """

    def __init__(self, referee: Referee, kind: Any) -> None:
        kind = pyspiel.IIGObservationType(perfect_recall=False) if kind is None else kind
        check_kind(kind)
        self._referee = referee
        self._is_public = kind.public_info
        self._is_private = kind.private_info != pyspiel.PrivateInfoType.NONE
        self._remembers = kind.perfect_recall
        parts = referee.game.layout.parts
        self._names = [part.name for part in parts if self._shows(part.private)]
        shown = [np.full(part.size, self._shows(part.private)) for part in parts]
        self._shown: NDArray[np.bool_] = np.concatenate(shown)
        self.tensor = np.zeros(int(self._shown.sum()), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        start = 0
        for part in parts:
            if part.name in self._names:
                self.dict[part.name] = self.tensor[start : start + part.size]
                start += part.size

    def _shows(self, is_private: bool) -> bool:
        """Tell whether parts of this kind are shown."""
        return bool(self._is_private if is_private else self._is_public)

    def set_from(self, state: TableState, player: int) -> None:
        """Write what a seat sees, as numbers."""
        self.tensor[:] = self._referee.observe(state.node, self._seat(player))[self._shown]

    def string_from(self, state: TableState, player: int) -> str:
        """Return what a seat sees (or has seen) in words."""
        seat = self._seat(player)
        if not (self._is_public and self._is_private):
            return self._parts_in_words(state, seat)
        text = self._referee.text(state.node, seat)
        return f"{text}\nMemory {state.node.memories[seat].hex()}" if self._remembers else text

    def _seat(self, player: int) -> int:
        """Return whose eyes are looked through; nobody's are the first seat's."""
        return max(player, 0) if self._is_private else 0

    def _parts_in_words(self, state: TableState, seat: int) -> str:
        """Return the parts that are shown, a line for each; nothing, while chance decides."""
        if state.node.seat == CHANCE:
            return ""
        view = self._referee.game.layout.decode(self._referee.observe(state.node, seat))
        return "\n".join(f"{name}: {json.dumps(view[name])}" for name in self._names)


def check_kind(kind: Any) -> None:
    """Refuse kinds of observers that there are not."""
    kinds = pyspiel.PrivateInfoType
    if kind.private_info not in (kinds.NONE, kinds.SINGLE_PLAYER):
        raise ValueError("an observer of our games shows what one player sees, not what all do")
    sees_all = kind.public_info and kind.private_info == kinds.SINGLE_PLAYER
    if kind.perfect_recall and not sees_all:
        raise ValueError(
            "an observer with perfect recall shows all that a player sees: public and private "
            "information together"
        )

"""What an agent is given to decide on: all that its seat knows, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.compiled import Record
from boardgame_envs.core.compiled_game import TableLoops, WorldLoops, loops_of
from boardgame_envs.core.notebook import picture_html
from boardgame_envs.core.numbers import MOST_TABLES, check_count, check_seed
from boardgame_envs.core.seats import seat_name
from boardgame_envs.core.states import blank_states, copy_states, states_from
from boardgame_envs.core.worlds import Worlds

if TYPE_CHECKING:
    from boardgame_envs.core.game import Game
    from boardgame_envs.core.position import Position

# the seed by which an information state deals anew; dealing anew forgets all that was hidden, so
# any seed will do, and with the same one equal knowledge is equal bytes
IMAGINED = np.uint64(0)
# worlds are not dealt by the very words that games and endings of the same seed begin with
WORLDS = np.uint64(0x8EBC6AF09C88C6E3)


class InformationState:
    """What one seat knows.

    The table it keeps for ``worlds`` is not the real one: all that the seat cannot know has
    been dealt anew, at once, by a chance that depends on nothing at the real table.
    """

    def __init__(self, table: Position, seat: int, past: NDArray[Any] | None = None) -> None:
        self.game = table.game
        self.num_players = table.num_players
        self.options = table.options
        self.seat = seat
        self.observation = table.observe(seat)
        self.to_act = table.seat
        is_to_act = seat == table.seat
        self.mask = table.mask.copy() if is_to_act else np.zeros_like(table.mask)
        self.phase = table.phase
        self._template = table.template
        self._kind_of_table = type(table)
        self._states = copy_states(table.states)
        loops_of(self.game, TableLoops).redeal_table(self._states, seat, IMAGINED)
        # what the seat knew before each decision of the round, whosever it was, and no more
        self.past = forget_hidden(self.game, seat, past)

    @cached_property
    def legal_actions(self) -> dict[int, str]:
        """The legal actions and their names; empty for a seat that is not to act."""
        name, state = self.game.actions.name, self._states[0]
        return {int(action): name(state, int(action)) for action in np.flatnonzero(self.mask)}

    @cached_property
    def imagined(self) -> Record:
        """A table as this seat may imagine it: what it cannot know was dealt anew, and is wrong.

        Rules can count what the seat does know on it. It is a copy, to look at and to try on.
        """
        return copy_states(self._states)[0]

    @cached_property
    def view(self) -> dict[str, Any]:
        """The observation as readable values."""
        return self.game.layout.decode(self.observation)

    @cached_property
    def text(self) -> str:
        """The observation in words."""
        return self.game.observation.describe_view(self.view, self.seat)

    def worlds(self, number: int, seed: int) -> Worlds:
        """Return tables that could be the real one, for all that this seat knows."""
        number, seed = check_count("the number of worlds", number, 0, MOST_TABLES), check_seed(seed)
        states = blank_states(self.game.rules.STATE, number)
        loops = loops_of(self.game, WorldLoops)
        loops.expect(number)
        loops.deal_worlds(self._states, self.seat, np.uint64(seed) ^ WORLDS, states)
        return Worlds(self, states)

    def __repr__(self) -> str:
        """Return whose knowledge of which game this is, without a card."""
        stands = f"{seat_name(self.to_act)} to act" if self.to_act >= 0 else "nobody is to act"
        return (
            f"<InformationState of {seat_name(self.seat)} in "
            f"{self.game.name}_v{self.game.version}, {self.num_players} players: "
            f"{stands}, phase {self.phase!r}, "
            f"{int(self.mask.sum())} legal actions>"
        )

    def _repr_html_(self) -> str:
        """Return what the seat sees, for notebooks."""
        from boardgame_envs.core.sight import draw_sight, sight_of_information

        return picture_html(draw_sight(self.game, sight_of_information(self)))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle a world in writing: the seat sees and knows the same there."""
        settings = self.game, self.num_players, self.options
        entries, past = self._entries(self._states), None
        if self.past is not None:
            past = [self._entries(self.past[i : i + 1]) for i in range(len(self.past))]
        return restore_information, (self._kind_of_table, *settings, entries, self.seat, past)

    def _entries(self, states: NDArray[Any]) -> list[str]:
        """Return a state in writing; who reads it checks it."""
        return self.game.notation.POSITION.write(states[0], self._template)

    def table_of(self, world: NDArray[Any]) -> Any:
        """Return the table of a world: an array with its state."""
        return self._kind_of_table.standing(
            self.game, self.num_players, self.options, self._template, world
        )


def forget_hidden(game: Game, seat: int, past: NDArray[Any] | None) -> NDArray[Any] | None:
    """Return earlier states of a table with all dealt anew that a seat could not know then."""
    if past is None:
        return None
    known, loops = copy_states(past), loops_of(game, WorldLoops)
    loops.expect(len(known))
    loops.redeal_tables(known, seat, IMAGINED)
    return known


def restore_information(
    kind_of_table: type[Position],
    game: Game,
    num_players: int,
    options: Mapping[str, Any],
    entries: Sequence[str],
    seat: int,
    past: Sequence[Sequence[str]] | None = None,
) -> InformationState:
    """Return what a seat knows, as it was pickled, or raise ValueError."""
    table = kind_of_table(game, num_players, **options)
    now, before = table.with_entries(entries), None
    if past is not None:
        states = b"".join(table.with_entries(each).record for each in past)
        before = states_from(states, game.rules.STATE)
    return InformationState(now, now.check_seat(seat), before)

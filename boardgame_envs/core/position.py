"""A game as it stands: what may be done, what each seat sees, and what can follow.

A position has no past. ``Table`` adds that; searches, game trees and adapters that keep their
own past walk positions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.bundles import OneTable, RandomGames
from boardgame_envs.core.compiled import Record
from boardgame_envs.core.compiled_game import RandomLoops, TableLoops, loops_of
from boardgame_envs.core.game import Game
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.notebook import table_html
from boardgame_envs.core.numbers import check_seat, check_seed, check_weights
from boardgame_envs.core.options import check_keywords
from boardgame_envs.core.problems import (
    IllegalActionError,
    NotationError,
    NotBegunError,
    shortened,
)
from boardgame_envs.core.seats import CHANCE, NOBODY, seat_name
from boardgame_envs.core.states import as_bytes, copy_states, states_from
from boardgame_envs.core.written_position import write_position


class Position:
    """One game as it stands.

    ``mask`` says what the seat to act may do, ``observation`` what it sees. Both are
    overwritten by whatever happens next: copy what you keep. ``returns`` is what each seat has
    earned since the game began.
    """

    def __init__(self, game: Game, num_players: int | None = None, **options: Any) -> None:
        self.game = game
        check_keywords(game.options, options)
        self.options = game.complete_options(options)
        self.num_players = game.check_players(num_players, self.options)
        self.template = game.make_template(self.num_players, self.options)
        self._prepare()

    def _prepare(self) -> None:
        """Lay out the arrays of a table on which nothing has been dealt yet."""
        self._loops = loops_of(self.game, TableLoops)
        self._arrays = OneTable.make(self.game)
        self._still = self._arrays.with_room(0)
        self.states = self._still.states
        self.mask, self.observation = self._arrays.mask, self._arrays.observation
        self._raw = as_bytes(self.states)
        self.returns = [0.0] * self.num_players
        self.seat = NOBODY
        self.has_begun = False

    @classmethod
    def standing(
        cls,
        game: Game,
        num_players: int,
        options: dict[str, Any],
        template: NDArray[Any],
        states: NDArray[Any],
    ) -> Self:
        """Return a position with this state; all is taken as it is."""
        position = cls.__new__(cls)
        position.game, position.num_players = game, num_players
        position.options, position.template = options, template
        position._prepare()
        position._stand(states)
        return position

    def _stand(self, states: NDArray[Any]) -> None:
        """Put a state on an empty table, and look at it."""
        self.has_begun = True
        self._raw[:] = as_bytes(states)
        self._look()

    def with_state(self, states: NDArray[Any]) -> Self:
        """Return a position of the same game, players and options with another state."""
        return self.standing(self.game, self.num_players, self.options, self.template, states)

    def with_entries(self, entries: Sequence[str]) -> Self:
        """Return a position of the same game, players and options that is given in writing."""
        states = self.game.notation.POSITION.read(entries, self.template)
        return self.with_state(states).check_that_it_goes_on()

    def with_checked_state(self, states: NDArray[Any]) -> Self:
        """Return a position with a state that comes from outside, or raise ValueError."""
        self._check_state(states)
        return self.with_state(states).check_that_it_goes_on()

    def put_checked(self, record: bytes) -> None:
        """Put a state on the table that comes from outside, or raise ValueError."""
        if not isinstance(record, bytes) or len(record) != self.states.nbytes:
            raise ValueError(f"this is not one state of {self.game.name}")
        states = np.frombuffer(record, self.states.dtype)
        if not self._is_beginning(states):
            self._check_state(states)
        # a table's own ``put`` comes here, too
        Position.put(self, record)
        self.check_that_it_goes_on()

    def _is_beginning(self, states: NDArray[Any]) -> bool:
        """Tell whether a state is that of a game in which nothing has happened yet."""
        beginning = self.without_state()
        beginning.begin()
        beginning.states["rng"] = states["rng"]
        return beginning.record == states.tobytes()

    def _check_state(self, states: NDArray[Any]) -> list[str]:
        """Return a state in writing, or raise ValueError if it is none of this table."""
        if states.dtype != self.states.dtype or states.shape != self.states.shape:
            raise ValueError(f"this is not one state of {self.game.name}")
        return self.game.notation.POSITION.entries_of(states, self.template)

    def check_that_it_goes_on(self) -> Self:
        """Return the position, or raise NotationError if it cannot be played on from.

        Whoever is to act can do something, and what the seats see lies in the observation space.
        """
        if self.seat >= 0 and not self.mask.any():
            raise NotationError(f"{seat_name(self.seat)} is to act, and no action is legal")
        for seat in range(self.num_players):
            observation = self.observe(seat)
            if observation.min() < 0.0 or observation.max() > 1.0:
                raise NotationError(
                    f"{seat_name(seat)} sees more of something than there can be, or less than none"
                )
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        """Copy what lies on the table, and share what never changes."""
        position = self.without_state()
        if self.has_begun:
            position.put(self.record)
        return position

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle so that what is read is checked."""
        record = self.record if self.has_begun else None
        return restore_position, (self.game, self.num_players, self.options, record)

    def without_state(self) -> Position:
        """Return a position of the same game, players and options at which nothing has begun."""
        position = Position.__new__(Position)
        position.game, position.num_players = self.game, self.num_players
        position.options, position.template = self.options, self.template
        position._prepare()
        return position

    # --- walking: chance is an event of its own here ---

    def begin(self) -> None:
        """Begin a game, up to its first chance event or decision."""
        self._loops.start_table(self._arrays, self.template, np.uint64(0))
        self.has_begun = True
        self._look_without_chance()

    def put(self, record: bytes) -> None:
        """Put another state on the table, one that ``record`` was; ``put_checked`` takes any."""
        self.has_begun = True
        self._raw[:] = np.frombuffer(record, np.uint8)
        self._look_without_chance()

    def apply(self, action: int) -> None:
        """Carry out a legal action, up to the next chance event or decision."""
        if not 0 <= action < self.mask.size or not self.mask[action]:
            raise IllegalActionError(self.refusal(action))
        self._loops.apply_at_table(self.states, action)
        self._look_without_chance()

    def apply_outcome(self, event: Mapping[str, Any]) -> None:
        """Let chance decide as written, and go on to the next chance event or decision."""
        self._check_chance()
        self.game.notation.write_outcome(self.states[0], event)
        self._loops.carry_on_table(self.states)
        self._look_without_chance()

    def draw_outcome(self, seed: int) -> None:
        """Let chance decide once, at random, and go on to the next chance event or decision."""
        self._check_chance()
        self.states["rng"] = check_seed(seed)
        self._loops.look_table(self._arrays.with_room(1))
        self._read_report()

    def _check_chance(self) -> None:
        """Raise ValueError if chance has nothing to decide."""
        self.check_begun()
        if self.seat != CHANCE:
            raise ValueError("chance has nothing to decide now")

    def redeal(self, seat: int, seed: int) -> None:
        """Deal anew all that a seat cannot know."""
        self.check_begun()
        self._loops.redeal_table(self.states, self.check_seat(seat), np.uint64(check_seed(seed)))
        self._look_without_chance()

    @property
    def record(self) -> bytes:
        """The state as bytes, for ``put``."""
        return self.states.tobytes()

    def _look_without_chance(self) -> None:
        self._loops.look_table(self._still)
        self._read_report()

    def _look(self) -> None:
        """Let chance decide at random what is open, and look at the table."""
        self._loops.look_table(self._arrays)
        self._read_report()
        while self.seat < NOBODY:
            # there was no room to keep all chance events at once
            self._loops.look_table(self._arrays)
            self._read_report()

    def _read_report(self) -> int:
        """Note who is to act, and what was earned; return how often chance has decided."""
        report = self._arrays.report.tolist()
        self.seat = int(report[1])
        self.returns = report[2 : 2 + self.num_players]
        return int(report[0])

    # --- looking ---

    def check_begun(self) -> None:
        """Raise NotBegunError if nothing lies on the table yet."""
        if not self.has_begun:
            raise NotBegunError("no game has begun: call reset(seed)")

    @property
    def over(self) -> bool:
        """Whether the game has ended; nobody is to act before it has begun, either."""
        return self.seat == NOBODY

    @property
    def truncated(self) -> bool:
        """Whether a cap, not the rules, has ended the game."""
        return bool(self.has_begun and self.over and self.game.rules.is_truncated(self.states[0]))

    @property
    def is_cooperative(self) -> bool:
        """Whether all at the table win or lose together."""
        return self.game.stakes(self.num_players, self.options).sum == "common"

    @property
    def phase(self) -> str:
        """What the seat to act is deciding."""
        self.check_begun()
        return self.game.phases[int(self.states["phase"][0])]

    @property
    def position(self) -> str:
        """The whole table in writing, hidden cards too; ``at`` reads it."""
        self.check_begun()
        return write_position(self.game, self.num_players, self.options, self.states)

    def legal_actions(self) -> list[int]:
        """Return the legal actions, in the order of the action table."""
        self.check_begun()
        return [int(action) for action in np.flatnonzero(self.mask)]

    def legal_names(self) -> list[str]:
        """Return the legal actions in notation, sorted as text."""
        name = self.game.actions.name
        return sorted(name(self.states[0], action) for action in self.legal_actions())

    def refusal(self, action: int) -> str:
        """Return why an action is illegal now."""
        self.check_begun()
        if self.over:
            return "the game is over: no action is legal any more"
        if self.seat == CHANCE:
            return "chance is to decide: no action is legal now"
        if 0 <= action < self.mask.size:
            name = repr(self.game.actions.name(self.states[0], int(action)))
        else:
            name = f"do action {shortened(action)} (actions are 0 to {self.mask.size - 1})"
        legal = ", ".join(self.legal_names())
        return f"{seat_name(self.seat)} (seat {self.seat}) may not {name} now; legal are: {legal}"

    def observe(self, seat: int) -> NDArray[np.float32]:
        """Return what one seat sees, as numbers."""
        if not self.has_begun:
            self.check_begun()
        observation = np.empty(self.game.layout.size, np.float32)
        self._loops.observe_table(self.states, 0, self.check_seat(seat), observation)
        return observation

    def view(self, seat: int) -> dict[str, Any]:
        """Return what one seat sees, as readable values."""
        return self.game.layout.decode(self.observe(seat))

    def text(self, seat: int) -> str:
        """Return what one seat sees, in words."""
        return self.game.observation.describe_view(self.view(seat), seat)

    def last_told(self, observer: int | None) -> str:
        """Return what a seat (None: one who sees all) was told of the last action: "" here."""
        return ""

    def information(self, seat: int | None = None) -> InformationState:
        """Return all that a seat (the one to act) knows, for an agent to decide on."""
        return InformationState(self, self.check_observer(seat))

    def check_observer(self, seat: int | None) -> int:
        """Return the seat (the one to act if None) that is to look at the table, or raise."""
        self.check_begun()
        if seat is None and self.over:
            raise ValueError("the game is over: nobody is to act; name a seat")
        return self.seat if seat is None else self.check_seat(seat)

    def check_seat(self, seat: int) -> int:
        """Return a seat of this table, or raise ValueError."""
        return check_seat(seat, self.num_players)

    # --- what could be, and what could come ---

    def redealt(self, seat: int, seed: int) -> Self:
        """Return a table on which all that a seat cannot know has been dealt anew."""
        self.check_begun()
        states = copy_states(self.states)
        self._loops.redeal_table(states, self.check_seat(seat), np.uint64(check_seed(seed)))
        return self.with_state(states)

    def rollout(self, seed: int, weights: Sequence[float] | None = None) -> NDArray[np.float32]:
        """Return how the game comes out if all play at random from here; changes nothing.

        ``weights`` says how likely each action is beside the other legal ones.
        """
        self.check_begun()
        odds = check_weights(self.game.num_actions, weights)
        games = RandomGames.make(self.game, self.states, self.template, self.num_players, odds)
        games.rng[0] = check_seed(seed)
        loops_of(self.game, RandomLoops).finish_games(games)
        returns: NDArray[np.float32] = games.returns[0]
        return returns

    def state_from(self, record: bytes) -> Record:
        """Return a record of its own with the bytes of a state."""
        return states_from(record, self.game.rules.STATE)[0]

    def __repr__(self) -> str:
        """Return which game this is and how it stands, without a card."""
        return f"<{type(self).__name__} {self.setting}: {self.standing_in_words}>"

    def _repr_html_(self) -> str | None:
        """Return what the seat to act sees, for notebooks; all of it once the game is over."""
        return table_html(self, self.seat if self.seat >= 0 else None if self.over else 0)

    @property
    def setting(self) -> str:
        """The game, the number of players and the options that are not as usual."""
        changed = self.game.changed_options(self.options).items()
        options = [f"{name}={value!r}" for name, value in changed]
        players = "1 player" if self.num_players == 1 else f"{self.num_players} players"
        return ", ".join([f"{self.game.name}_v{self.game.version}", players, *options])

    @property
    def standing_in_words(self) -> str:
        """Whose turn it is, and to do what."""
        if not self.has_begun:
            return "no game has begun"
        if self.over:
            return f"the game is over, returns {' '.join(f'{x:g}' for x in self.returns)}"
        if self.seat == CHANCE:
            return "chance is to decide"
        return f"{seat_name(self.seat)} to act, phase {self.phase!r}"

    def __eq__(self, other: object) -> bool:
        """Tell whether both hold the same game with the same future."""
        if not isinstance(other, Position):
            return NotImplemented
        return self.game is other.game and self.states.tobytes() == other.states.tobytes()

    __hash__ = None  # type: ignore[assignment]


def restore_position(
    game: Game, num_players: int, options: Mapping[str, Any], record: bytes | None
) -> Position:
    """Return a position that was pickled, or raise ValueError."""
    position = Position(game, num_players, **options)
    if record is not None:
        position.put_checked(record)
    return position

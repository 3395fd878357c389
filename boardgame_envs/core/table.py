"""One game in progress: a position with its past, played by the rules of one ``Game``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.bundles import RandomTurns
from boardgame_envs.core.catalogue import load_game
from boardgame_envs.core.compiled import Record
from boardgame_envs.core.compiled_game import SeatLoops
from boardgame_envs.core.game import Game
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.loops import GO_ON, ILLEGAL, NEWS
from boardgame_envs.core.notation import find_action
from boardgame_envs.core.numbers import check_action, check_seed
from boardgame_envs.core.position import Position
from boardgame_envs.core.problems import IllegalActionError, NotationError, shortened
from boardgame_envs.core.saved_table import digest, pack, unpack
from boardgame_envs.core.seats import CHANCE, seat_name
from boardgame_envs.core.states import states_from
from boardgame_envs.core.written_position import read_position


class Moment(NamedTuple):
    """One event of a game: a decision, or a chance event (``seat`` is CHANCE).

    ``state`` is the table before the decision, or as chance has left it.
    """

    state: Record
    seat: int
    action: int


class Table(Position):
    """One game in progress.

    ``mask`` says what the seat to act may do, ``observation`` what it sees. Both are
    overwritten by the next step: copy what you keep. ``returns`` is what each seat has
    earned since the game began. ``has_news`` tells whether the last step brought more than
    the next decision: a chance event, earnings or the end.
    """

    def _prepare(self) -> None:
        """Lay out the arrays of a table on which nothing has been dealt yet, and no past."""
        super()._prepare()
        self._num_actions = self.game.num_actions
        # a copy of the state as bytes, as fast as there is one
        self._copy = self._raw.data.tobytes
        self.has_news = False
        self.seed: int | None = None
        self._script: Iterator[Mapping[str, Any]] | None = None
        # the past: the states before each decision, the decisions, and what chance decided,
        # with the number of decisions made by then
        self._before: list[bytes] = []
        self._actions: list[int] = []
        self._chances: list[tuple[int, bytes]] = []
        # how many of these, the first ones, were as a script has it
        self._scripted = 0
        # what the game began with, if that was no seed
        self._base: bytes | None = None

    def _stand(self, states: NDArray[Any]) -> None:
        """Put a state on an empty table, and look at it."""
        self._base = states.tobytes()
        super()._stand(states)

    @classmethod
    def at(cls, position: str) -> Self:
        """Return the table that a position in writing describes, or raise NotationError."""
        game, num_players, options, states = read_position(position, load_game)
        template = game.make_template(num_players, options)
        table = cls.standing(game, num_players, options, template, states)
        return table.check_that_it_goes_on()

    # --- playing ---

    def reset(self, seed: int, outcomes: Iterable[Mapping[str, Any]] | None = None) -> None:
        """Begin a new game; the seed fixes all chance in it.

        ``outcomes`` are recorded chance events (deals, draws), used in order, as long as
        they last, in the place of random ones. If one is impossible, the table stays as it was.
        """
        seed = check_seed(seed)
        if outcomes is None:
            self._begin(seed, None)
            return
        script, kept = read_script(outcomes), self.clone()
        try:
            self._begin(seed, script)
        except NotationError:
            self._become(kept)
            raise

    def _begin(self, seed: int, script: Iterator[Mapping[str, Any]] | None) -> None:
        """Begin the game of a seed, with chance as it is written in a script, if there is one."""
        self.has_begun, self.seed, self._script = True, seed, script
        self._before, self._actions, self._chances = [], [], []
        self._scripted, self._base = 0, None
        self._loops.start_table(self._arrays, self.template, np.uint64(seed))
        self._settle()

    def step(self, action: int) -> None:
        """Let the seat to act take an action, or raise IllegalActionError."""
        if type(action) is not int:
            action = check_action(action)
        if self._script is not None:
            self._step_by_script(action)
            return
        self._before.append(self._copy())
        self._actions.append(action)
        # what is far outside would not fit into a machine's number
        is_near = -1 <= action <= self._num_actions
        # asked for each time: compiled code may have taken the place of plain Python
        code = self._loops.step_table(self._arrays, action) if is_near else ILLEGAL
        if code >= 0:
            self.seat, self.has_news = code, False
        elif code == NEWS:
            self._read_report()
            if self.seat == CHANCE:
                # there was no room to keep all chance events at once
                self._look()
        else:
            self._before.pop()
            self._actions.pop()
            raise IllegalActionError(self.refusal(action))

    def step_among_random(
        self,
        loops: SeatLoops,
        turns: RandomTurns,
        before: NDArray[Any],
        seat: int,
        action: int | None,
    ) -> None:
        """Take an action, or none, and let all but one seat choose by what was drawn for them.

        ``before`` are the states of the turns, one by one. If the others are not done then, there
        was no room for more, or nothing drawn.
        """
        if action is None:
            made = loops.step_among_random(self._arrays, turns, seat, GO_ON)
        else:
            # what is far outside would not fit into a machine's number
            is_one = 0 <= action < self._num_actions
            made = ILLEGAL
            if is_one:
                made = loops.step_among_random(self._arrays, turns, seat, action)
            if made == ILLEGAL:
                raise IllegalActionError(self.refusal(action))
        first = len(self._actions)
        self._before += before[:made].tolist()
        self._actions += turns.actions[:made].tolist()
        self.has_news = True
        outcomes = super()._read_report()
        if outcomes:
            decided, kept = turns.decided.tolist(), self._arrays.states
            for n in range(outcomes):
                self._chances.append((first + decided[n], kept[n + 1 : n + 2].tobytes()))
        if self.seat == CHANCE:
            # there was no room to keep all chance events at once
            self._look()

    def play(self, name: str) -> None:
        """Let the seat to act take an action given in the game's notation."""
        self.check_begun()
        self.step(find_action(self.game, self.states[0], name, self.mask))

    def undo(self) -> None:
        """Take the last decision back, with everything that followed from it."""
        self.check_begun()
        if not self._before:
            raise ValueError("there is no decision to take back")
        self._raw[:] = np.frombuffer(self._before.pop(), np.uint8)
        self._actions.pop()
        while self._chances and self._chances[-1][0] > len(self._actions):
            self._chances.pop()
        self._scripted = min(self._scripted, len(self._chances))
        self._look()

    def _settle(self) -> None:
        """Let chance decide until a seat is to act, as scripted while that lasts; look."""
        while int(self.states["seat"][0]) == CHANCE and self._script is not None:
            event = next(self._script, None)
            if event is None:
                self._script = None
                break
            self.game.notation.write_outcome(self.states[0], event)
            self._chances.append((len(self._actions), self.states.tobytes()))
            self._scripted = len(self._chances)
            self._loops.carry_on_table(self.states)
        self._look()

    def _read_report(self) -> int:
        """Note what chance has decided, who is to act, and what was earned."""
        self.has_news = True
        outcomes = super()._read_report()
        if outcomes:
            decided, states = len(self._actions), self._arrays.states
            kept = (states[n : n + 1].tobytes() for n in range(1, outcomes + 1))
            self._chances += [(decided, state) for state in kept]
        return outcomes

    def _step_by_script(self, action: int) -> None:
        """Carry out an action when recorded chance events may follow it."""
        if not 0 <= action < self.mask.size or not self.mask[action]:
            raise IllegalActionError(self.refusal(action))
        self._before.append(self._copy())
        self._actions.append(action)
        self._loops.apply_at_table(self.states, action)
        try:
            self._settle()
        except NotationError:
            self.undo()
            raise

    # --- walking, as positions do: what was before is forgotten ---

    def put(self, record: bytes) -> None:
        """Put another state on the table, from wherever it comes, or raise ValueError."""
        self.put_checked(record)

    def draw_outcome(self, seed: int) -> None:
        """Let chance decide once, at random, and go on to the next chance event or decision."""
        super().draw_outcome(seed)
        self._forget_past()

    def _look_without_chance(self) -> None:
        super()._look_without_chance()
        self._forget_past()

    def _forget_past(self) -> None:
        """Let the game begin with what lies on the table now."""
        self.seed, self._script, self._base = None, None, self._copy()
        self._before, self._actions, self._chances = [], [], []
        self._scripted = 0

    # --- the past ---

    @property
    def num_decisions(self) -> int:
        """How many decisions have been made."""
        return len(self._actions)

    def last_told(self, observer: int | None) -> str:
        """Return what a seat (None: one who sees all) was told of the last action, if any."""
        if not self._actions:
            return ""
        state, action = self.state_from(self._before[-1]), self._actions[-1]
        actions = self.game.actions
        told = (
            actions.name(state, action)
            if observer is None
            else actions.tell(state, action, self.check_seat(observer))
        )
        return f"{seat_name(int(state['seat']))}: {told}"

    def history(self) -> Iterator[Moment]:
        """Go through the game's decisions and chance events in order."""
        chances = iter(self._chances)
        chance = next(chances, None)
        for number in range(len(self._actions) + 1):
            while chance is not None and chance[0] == number:
                yield Moment(self.state_from(chance[1]), CHANCE, -1)
                chance = next(chances, None)
            if number < len(self._actions):
                state = self.state_from(self._before[number])
                yield Moment(state, int(state["seat"]), self._actions[number])

    def information(self, seat: int | None = None, *, past: bool = False) -> InformationState:
        """Return all that a seat (the one to act) knows, for an agent to decide on.

        With ``past`` it also has what the seat knew before each decision of the round.
        """
        if not past:
            return super().information(seat)
        observer = self.check_observer(seat)
        return InformationState(self, observer, self._states_of_round())

    def _states_of_round(self) -> NDArray[Any]:
        """Return the state before each decision of the round; of the game if it has no rounds."""
        dtype, count = self.game.rules.STATE, getattr(self.game.rules, "count_rounds", None)
        first = 0
        if count is not None:
            first, now = len(self._before), count(self.states[0])
            while first > 0 and count(self.state_from(self._before[first - 1])) == now:
                first -= 1
        return states_from(b"".join(self._before[first:]), dtype)

    @property
    def standing_in_words(self) -> str:
        """Whose turn it is, to do what, and after how many decisions."""
        stands = super().standing_in_words
        return f"{stands}, {self.num_decisions} decisions made" if self.has_begun else stands

    # --- copying ---

    def clone(self) -> Table:
        """Return a table with the same game, past and future."""
        if not self.has_begun:
            return Table(self.game, self.num_players, **self.options)
        other = self.with_state(self.states)
        other.seed, other._base, other._scripted = self.seed, self._base, self._scripted
        other._before, other._actions = self._before[:], self._actions[:]
        other._chances = self._chances[:]
        return other

    def _become(self, other: Table) -> None:
        """Go on as another table of the same players and options would."""
        self._raw[:] = other._raw
        self.has_begun, self.seed, self._script = other.has_begun, other.seed, other._script
        self._base, self._scripted = other._base, other._scripted
        self._before, self._actions = other._before, other._actions
        self._chances = other._chances
        self.mask[:], self.observation[:] = other.mask, other.observation
        self.seat, self.returns, self.has_news = other.seat, other.returns, other.has_news

    def __copy__(self) -> Table:
        """Copy as ``clone`` does."""
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        """Copy as ``clone`` does."""
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as ``to_bytes`` does."""
        return Table.from_bytes, (self.game, self.to_bytes())

    def to_bytes(self) -> bytes:
        """Return the table, with its past, as bytes that ``from_bytes`` restores."""
        read_outcome = self.game.notation.read_outcome
        scripted = (state for _, state in self._chances[: self._scripted])
        return pack(
            {
                "game": self.game.name,
                "version": self.game.version,
                "players": self.num_players,
                "options": self.options,
                "seed": self.seed,
                "position": self._first_entries(),
                "outcomes": [read_outcome(self.state_from(state)) for state in scripted],
                "actions": self._actions,
                "state": digest(self._copy()),
            }
        )

    def _first_entries(self) -> list[str] | None:
        """Return what the game began with in writing; None if that was a seed."""
        if self._base is None:
            return None
        return self._check_state(np.frombuffer(self._base, self.states.dtype))

    @classmethod
    def from_bytes(cls, game: Game, data: bytes) -> Self:
        """Return the table that ``to_bytes`` saved, or raise ValueError.

        The game is played again from its beginning: no state comes from outside.
        """
        saved = unpack(data)
        if (saved["game"], saved["version"]) != (game.name, game.version):
            raise ValueError(
                f"this is a saved table of {shortened(saved['game'])} v{saved['version']}, "
                f"not of {game.name} v{game.version}"
            )
        options = game.complete_options(saved["options"])
        table = cls(game, saved["players"], **options)._played_again(saved)
        if table.to_bytes() != data:
            raise ValueError("this saved table does not come out as it was saved")
        return table

    def _played_again(self, saved: Mapping[str, Any]) -> Self:
        """Return this table, at which nothing has begun, with the game of a saved one."""
        table = self
        if saved["seed"] is not None:
            table._begin(check_seed(saved["seed"]), read_script(saved["outcomes"]))
        elif saved["position"] is not None:
            table = table.with_entries(saved["position"])
        for action in saved["actions"]:
            table.step(action)
        table._script = None
        return table


def read_script(outcomes: Any) -> Iterator[Mapping[str, Any]]:
    """Go through recorded chance events, or raise NotationError for what is none."""
    if isinstance(outcomes, str | bytes | Mapping) or not isinstance(outcomes, Iterable):
        raise NotationError(f"outcomes must be a list of events, not {shortened(outcomes)}")
    return map(check_event, outcomes)


def check_event(event: Any) -> Mapping[str, Any]:
    """Return a recorded chance event, or raise NotationError."""
    if not isinstance(event, Mapping):
        raise NotationError(f"a chance event must be an object, not {shortened(event)}")
    return event

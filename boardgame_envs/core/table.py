"""One game in progress, driven through the rules of one ``Game``."""

from __future__ import annotations

import json
import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.chance import MAX_SEED
from boardgame_envs.core.compiled import Record
from boardgame_envs.core.drivers import ILLEGAL, NEWS
from boardgame_envs.core.engine import MAX_OUTCOMES, engine_of
from boardgame_envs.core.game import Game, IllegalActionError, NotationError
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.notation import find_action
from boardgame_envs.core.seats import CHANCE, NOBODY, seat_name

# what ``to_bytes`` begins with; the number is that of the format
SAVED_TABLE = b"boardgame_envs table 1\n"


class Moment(NamedTuple):
    """One event of a game: a decision, or a chance event (``seat`` is CHANCE).

    ``state`` is the table before the decision, or as chance has left it.
    """

    state: Record
    seat: int
    action: int


class Table:
    """One game in progress.

    ``mask`` says what the seat to act may do, ``observation`` what it sees. Both are
    overwritten by the next step: copy what you keep. ``returns`` is what each seat has
    earned since the game began. ``has_news`` tells whether the last step brought more than
    the next decision: a chance event, earnings or the end.
    """

    def __init__(self, game: Game, num_players: int | None = None, **options: Any) -> None:
        self.game = game
        self.options = game.complete_options(options)
        self.num_players = game.check_players(num_players, self.options)
        self.template = game.make_template(self.num_players, self.options)
        self._prepare()

    def _prepare(self) -> None:
        """Lay out the buffers of a table on which nothing has been dealt yet."""
        game = self.game
        self._drivers = engine_of(game).table
        self._step = self._drivers.step_table
        # the table itself, and room for chance events (see drivers.look_table)
        self._all_states = np.zeros(1 + MAX_OUTCOMES, game.rules.STATE)
        self.states = self._all_states[:1]
        self._raw = self.states.view(np.uint8)
        self._report = np.zeros(2 + 2 * game.max_players, np.float64)
        self.returns = [0.0] * self.num_players
        self.has_news = False
        self.mask = np.zeros(game.num_actions, np.bool_)
        self.observation = np.zeros(game.layout.size, np.float32)
        self.seed: int | None = None
        self.seat = NOBODY
        self._script: Iterator[Mapping[str, Any]] | None = None
        # the past: the states before each decision, the decisions, and what chance decided,
        # with the number of decisions made by then
        self._before: list[bytes] = []
        self._actions: list[int] = []
        self._chances: list[tuple[int, bytes]] = []

    # --- playing ---

    def reset(self, seed: int, outcomes: Iterable[Mapping[str, Any]] | None = None) -> None:
        """Begin a new game; the seed fixes all chance in it.

        ``outcomes`` are recorded chance events (deals, draws), used in order, as long as
        they last, in the place of random ones.
        """
        self.seed = check_seed(seed)
        self._before, self._actions, self._chances = [], [], []
        self._drivers.start_table(self.states, self.template, np.uint64(seed))
        self._script = None if outcomes is None else iter(outcomes)
        self._settle()

    def step(self, action: int) -> None:
        """Let the seat to act take an action, or raise IllegalActionError."""
        if type(action) is not int:
            action = operator.index(action)
        self._before.append(self.states.tobytes())
        self._actions.append(action)
        if self._script is not None:
            code = self._step_by_script(action)
        elif -1 <= action <= self.mask.size:
            code = self._step(self._all_states, action, self.mask, self.observation, self._report)
        else:
            code = ILLEGAL
        if code >= 0:
            self.seat, self.has_news = code, False
        elif code == NEWS:
            self._read_report()
        else:
            self._before.pop()
            self._actions.pop()
            raise IllegalActionError(self.refusal(action))

    def play(self, name: str) -> None:
        """Let the seat to act take an action given in the game's notation."""
        self.step(find_action(self.game, self.states[0], name, self.mask))

    def undo(self) -> None:
        """Take the last decision back, with everything that followed from it."""
        if not self._before:
            raise ValueError("there is no decision to take back")
        self._raw[:] = np.frombuffer(self._before.pop(), np.uint8)
        self._actions.pop()
        while self._chances and self._chances[-1][0] > len(self._actions):
            self._chances.pop()
        self._look()

    def rollout(self, seed: int, weights: Sequence[float] | None = None) -> NDArray[np.float32]:
        """Return how the game comes out if all play at random from here; changes nothing.

        ``weights`` says how likely each action is beside the other legal ones.
        """
        odds = check_weights(self.game, weights)
        returns = np.zeros(self.game.max_players, np.float32)
        dice = np.array([check_seed(seed)], np.uint64)
        finish = engine_of(self.game).random_play.finish_table
        finish(self.states.copy(), self.mask.copy(), odds, dice, returns)
        return returns[: self.num_players]

    def _settle(self) -> int:
        """Let chance decide until a seat is to act, as scripted while that lasts; look."""
        while int(self.states["seat"][0]) == CHANCE and self._script is not None:
            event = next(self._script, None)
            if event is None:
                self._script = None
                break
            self.game.notation.write_outcome(self.states[0], event)
            self._chances.append((len(self._actions), self.states.tobytes()))
            self._drivers.carry_on_table(self.states)
        return self._look()

    def _look(self) -> int:
        """Let chance decide at random what is open, and look at the table."""
        self._drivers.look_table(self._all_states, self.mask, self.observation, self._report)
        self._read_report()
        return NEWS

    def _read_report(self) -> None:
        """Note what chance has decided, who is to act, and what was earned."""
        count, seat, *returns = self._report.tolist()
        self.has_news = True
        self.seat = int(seat)
        self.returns = returns[: self.num_players]
        if count:
            self._note_outcomes(int(count))
        if seat == CHANCE:
            # there was no room to keep all chance events at once
            self._look()

    def _note_outcomes(self, count: int) -> None:
        for outcome in range(1, count + 1):
            kept = self._all_states[outcome : outcome + 1].tobytes()
            self._chances.append((len(self._actions), kept))

    def _step_by_script(self, action: int) -> int:
        """Carry out an action when recorded chance events may follow it."""
        if not 0 <= action < self.mask.size or not self.mask[action]:
            return ILLEGAL
        self._drivers.apply_at_table(self.states, action)
        try:
            return self._settle()
        except NotationError:
            self.undo()
            raise

    def refusal(self, action: int) -> str:
        """Return why an action is illegal now."""
        if self.seed is None and self.seat == NOBODY:
            return "no game has begun: call reset(seed)"
        if self.seat == NOBODY:
            return "the game is over: no action is legal any more"
        if 0 <= action < self.mask.size:
            name = repr(self.game.notation.name_action(self.states[0], int(action)))
        else:
            name = f"do action {action} (actions are 0 to {self.mask.size - 1})"
        legal = ", ".join(self.legal_names())
        return f"{seat_name(self.seat)} (seat {self.seat}) may not {name} now; legal are: {legal}"

    # --- looking ---

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.seat == NOBODY

    @property
    def truncated(self) -> bool:
        """Whether a cap, not the rules, has ended the game."""
        return bool(self.over and self.game.rules.is_truncated(self.states[0]))

    @property
    def is_cooperative(self) -> bool:
        """Whether all at the table win or lose together."""
        return self.game.stakes(self.num_players, self.options).sum == "common"

    @property
    def phase(self) -> str:
        """What the seat to act is deciding."""
        return self.game.phases[int(self.states["phase"][0])]

    @property
    def num_decisions(self) -> int:
        """How many decisions have been made."""
        return len(self._actions)

    def legal_actions(self) -> list[int]:
        """Return the legal actions, in the order of the action table."""
        return [int(action) for action in np.flatnonzero(self.mask)]

    def legal_names(self) -> list[str]:
        """Return the legal actions in notation, sorted as text."""
        name = self.game.notation.name_action
        return sorted(name(self.states[0], action) for action in self.legal_actions())

    def observe(self, seat: int) -> NDArray[np.float32]:
        """Return what one seat sees, as numbers."""
        observation = np.empty(self.game.layout.size, np.float32)
        self._drivers.observe_table(self.states, 0, self.check_seat(seat), observation)
        return observation

    def view(self, seat: int) -> dict[str, Any]:
        """Return what one seat sees, as readable values."""
        return self.game.layout.decode(self.observe(seat))

    def text(self, seat: int) -> str:
        """Return what one seat sees, in words."""
        return self.game.observation.describe_view(self.view(seat), seat)

    def information(self, seat: int | None = None) -> InformationState:
        """Return all that a seat (the one to act) knows, for an agent to decide on."""
        if seat is None and self.over:
            raise ValueError("the game is over: nobody is to act; name a seat")
        return InformationState(self, self.seat if seat is None else self.check_seat(seat))

    def history(self) -> Iterator[Moment]:
        """Go through the game's decisions and chance events in order."""
        chances = iter(self._chances)
        chance = next(chances, None)
        for number in range(len(self._actions) + 1):
            while chance is not None and chance[0] == number:
                yield Moment(self._state_from(chance[1]), CHANCE, -1)
                chance = next(chances, None)
            if number < len(self._actions):
                state = self._state_from(self._before[number])
                yield Moment(state, int(state["seat"]), self._actions[number])

    def check_seat(self, seat: int) -> int:
        """Return a seat of this table, or raise ValueError."""
        if not 0 <= seat < self.num_players:
            raise ValueError(f"a seat is 0 to {self.num_players - 1} here, not {seat!r}")
        return seat

    def _state_from(self, data: bytes) -> Record:
        return np.frombuffer(bytearray(data), self.game.rules.STATE)[0]

    # --- copying ---

    def clone(self) -> Table:
        """Return a table with the same game, past and future."""
        other = self.with_state(self.states)
        other.seed = self.seed
        other._before, other._actions = self._before[:], self._actions[:]
        other._chances = self._chances[:]
        return other

    def with_state(self, states: NDArray[Any]) -> Table:
        """Return a table with the same options on which a game without a past stands."""
        return Table.standing(self.game, self.num_players, self.options, self.template, states)

    @classmethod
    def standing(
        cls,
        game: Game,
        num_players: int,
        options: dict[str, Any],
        template: NDArray[Any],
        states: NDArray[Any],
    ) -> Table:
        """Return a table on which a game without a past stands; all is taken as it is."""
        table = cls.__new__(cls)
        table.game, table.num_players = game, num_players
        table.options, table.template = options, template
        table._prepare()
        table.states[:] = states
        table._look()
        return table

    def redealt(self, seat: int, seed: int) -> Table:
        """Return a table on which all that a seat cannot know has been dealt anew."""
        other = self.with_state(self.states)
        self._drivers.redeal_table(other.states, self.check_seat(seat), np.uint64(check_seed(seed)))
        other._look()
        return other

    def __copy__(self) -> Table:
        """Copy as ``clone`` does."""
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        """Copy as ``clone`` does."""
        return self.clone()

    def __eq__(self, other: object) -> bool:
        """Tell whether both tables hold the same game with the same future."""
        if not isinstance(other, Table):
            return NotImplemented
        return self.game is other.game and self.states.tobytes() == other.states.tobytes()

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as ``to_bytes`` does."""
        return Table.from_bytes, (self.game, self.to_bytes())

    def to_bytes(self) -> bytes:
        """Return the table, with its past, as bytes that ``from_bytes`` restores."""
        heading = {
            "game": self.game.name,
            "version": self.game.version,
            "players": self.num_players,
            "options": self.options,
            "seed": self.seed,
            "actions": self._actions,
            "chances": [number for number, _ in self._chances],
            "state_size": self.states.itemsize,
        }
        states = [self.states.tobytes(), *self._before, *(state for _, state in self._chances)]
        return SAVED_TABLE + json.dumps(heading).encode() + b"\n" + b"".join(states)

    @classmethod
    def from_bytes(cls, game: Game, data: bytes) -> Table:
        """Return the table that ``to_bytes`` saved, or raise ValueError."""
        heading, body = split_saved_table(data)
        saved = (heading["game"], heading["version"], heading["state_size"])
        if saved != (game.name, game.version, game.rules.STATE.itemsize):
            raise ValueError(
                f"this is a saved table of {saved[0]} v{saved[1]} with {saved[2]} bytes a state, "
                f"not of {game.name} v{game.version} with {game.rules.STATE.itemsize}"
            )
        size, actions, chances = saved[2], heading["actions"], heading["chances"]
        states = [body[start : start + size] for start in range(0, len(body), size)]
        if len(body) != size * (1 + len(actions) + len(chances)):
            raise ValueError("this saved table is incomplete")
        table = cls(game, heading["players"], **heading["options"])
        table._raw[:] = np.frombuffer(states[0], np.uint8)
        table.seed, table._actions = heading["seed"], actions
        table._before = states[1 : 1 + len(actions)]
        table._chances = list(zip(chances, states[1 + len(actions) :], strict=True))
        table._look()
        return table


def split_saved_table(data: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the heading and the states of a saved table, or raise ValueError."""
    if not data.startswith(SAVED_TABLE):
        raise ValueError("this is not a saved table")
    text, _, body = data[len(SAVED_TABLE) :].partition(b"\n")
    try:
        heading: dict[str, Any] = json.loads(text)
    except ValueError:
        raise ValueError("this saved table is damaged") from None
    return heading, body


def check_seed(seed: int) -> int:
    """Return a seed, or raise ValueError."""
    if isinstance(seed, bool) or not hasattr(seed, "__index__") or not 0 <= seed <= MAX_SEED:
        raise ValueError(f"a seed is a whole number from 0 to {MAX_SEED}, not {seed!r}")
    return int(seed)


def check_weights(game: Game, weights: Sequence[float] | None) -> NDArray[np.float64]:
    """Return a weight for each action, all equal if None, or raise ValueError."""
    if weights is None:
        return np.ones(game.num_actions)
    checked = np.array(weights, np.float64)
    if checked.shape != (game.num_actions,) or not (checked > 0).all():
        raise ValueError(f"weights must be {game.num_actions} positive numbers")
    return checked

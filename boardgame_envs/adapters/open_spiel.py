"""Our games as OpenSpiel games: importing this module registers ``python_<game>`` for each.

Players and options are OpenSpiel parameters, see ``parameters_of``. A small setting has
explicit chance: one node lists every deal. In the others a chance node has a single outcome
and the deal is drawn when it is applied (``SAMPLED_STOCHASTIC``). Rewards are paid at the end.
"""

from __future__ import annotations

import hashlib
import json
import warnings
from collections.abc import Mapping
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
import pyspiel
from numpy.typing import NDArray

from boardgame_envs.adapters.open_spiel_observer import TableObserver
from boardgame_envs.core.compiled import Record
from boardgame_envs.core.game import Game, IllegalActionError
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.notation import list_outcomes
from boardgame_envs.core.options import (
    Choice,
    ListOf,
    NumberOrName,
    Option,
    OptionError,
    OrNone,
    SomeOf,
    Switch,
    WholeNumber,
)
from boardgame_envs.core.position import Position
from boardgame_envs.core.seats import CHANCE, NOBODY
from boardgame_envs.games import BrokenGameError, game_names, load_game

PREFIX = "python_"
# parameters that every game has, beside its options
PLAYERS, CHANCE_MODE, SEED = "players", "chance", "rng_seed"
CHANCE_MODES = ("auto", "explicit", "sampled")
NONE = -1  # a whole number that stands for None
SEPARATOR = ";"  # between the items of a list: a comma ends a parameter
# deals are listed one by one up to this many
MOST_OUTCOMES = 1_000
# the largest bound that OpenSpiel has a place for, where a game has none
NO_BOUND = 2**31 - 1
# bytes of a memory: of its digest, and of that of the latest view
MEMORY_SIZE, VIEW_SIZE = 16, 8
MOST_TEXTS = 100_000

UTILITIES = {
    "zero": pyspiel.GameType.Utility.ZERO_SUM,
    "common": pyspiel.GameType.Utility.IDENTICAL,
    "general": pyspiel.GameType.Utility.GENERAL_SUM,
}


# --- options as parameters ---

# values that OpenSpiel knows how to keep
KEEP_THEIR_TYPE = (WholeNumber, NumberOrName, Switch, Choice)


def parameters_of(game: Game, num_players: int | None = None, **options: Any) -> dict[str, Any]:
    """Return the OpenSpiel parameters for a number of players and options.

    Numbers, words and switches stand for themselves. A list is its items with semicolons
    between them, one behind a single item. Where a number may be None, -1 stands for None.
    """
    checked = game.complete_options(options)
    chosen = {o.name: written(o, checked[o.name]) for o in game.options if o.name in options}
    if num_players is not None:
        chosen[PLAYERS] = game.check_players(num_players, checked)
    return chosen


def load_spiel_game(name: str, num_players: int | None = None, **options: Any) -> Any:
    """Return one of our games, by its own name and with its own options, from OpenSpiel.

    ``chance`` and ``rng_seed`` may be given beside the options.
    """
    given = {key: options.pop(key) for key in (CHANCE_MODE, SEED) if key in options}
    parameters = parameters_of(load_game(name), num_players, **options)
    return pyspiel.load_game(PREFIX + name, {**parameters, **given})


def written(option: Option, value: Any) -> Any:
    """Return an option's value as an OpenSpiel parameter."""
    if isinstance(option.allowed, ListOf | SomeOf):
        text = SEPARATOR.join(map(str, value))
        # a number alone would be taken for a number
        return text if SEPARATOR in text else text + SEPARATOR
    if value is None:
        return NONE if is_number_or_none(option) else "none"
    keeps_its_type = isinstance(option.allowed, KEEP_THEIR_TYPE)
    return value if keeps_its_type or is_number_or_none(option) else str(value)


def read(option: Option, parameter: Any) -> Any:
    """Return the value that an OpenSpiel parameter stands for, unchecked."""
    if is_number_or_none(option):
        return None if parameter == NONE else parameter
    if isinstance(option.allowed, KEEP_THEIR_TYPE):
        return parameter
    text = str(parameter).removesuffix(SEPARATOR).replace(SEPARATOR, ",")
    return option.allowed.parse(text)


def is_number_or_none(option: Option) -> bool:
    """Tell whether an option is a whole number or None."""
    return isinstance(option.allowed, OrNone) and isinstance(option.allowed.other, WholeNumber)


# --- nodes of the game's tree ---


class Node(NamedTuple):
    """Where a game stands. It never changes, so that copies of a state may share it."""

    record: bytes
    seat: int  # a seat, CHANCE or NOBODY
    legal: tuple[int, ...]
    returns: tuple[float, ...]
    memories: tuple[bytes, ...]  # a digest for each seat of all that it has seen and done

    def __deepcopy__(self, memo: dict[int, Any]) -> Node:
        """Copy by sharing."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Save what cannot be worked out; it is checked when it is needed."""
        return SavedNode, (self.record, self.memories)


class SavedNode(NamedTuple):
    """A node that comes from outside, and that nobody has looked at yet."""

    record: bytes
    memories: tuple[bytes, ...]


class Referee:
    """Carries out, by the game's rules, what OpenSpiel asks for."""

    def __init__(self, position: Position, chance: str, seed: int) -> None:
        self.game, self.num_players = position.game, position.num_players
        self._rng = np.random.default_rng(None if seed < 0 else seed)
        # where whatever is asked about is laid out
        self._position = position
        self._texts: dict[bytes, str] = {}
        self._listed: tuple[bytes, list[tuple[float, dict[str, Any]]]] = (b"", [])
        position.begin()
        self.beginning = self._node(no_memories(self.num_players))
        self.is_explicit = self._lists_chance(chance)

    def _lists_chance(self, chance: str) -> bool:
        """Tell whether chance nodes list all that can happen."""
        if chance not in CHANCE_MODES:
            raise OptionError(f"chance must be one of {', '.join(CHANCE_MODES)}, not {chance!r}")
        is_listed = hasattr(self.game.notation, "list_outcomes")
        if chance == "explicit" and not is_listed:
            raise OptionError(
                f"{self.game.name} does not list what chance can decide: chance must be "
                "'auto' or 'sampled', not 'explicit'"
            )
        if chance == "auto" and is_listed and self.beginning.seat == CHANCE:
            outcomes = list_outcomes(self.game, self.state_of(self.beginning))
            return len(list(islice(outcomes, MOST_OUTCOMES + 1))) <= MOST_OUTCOMES
        return chance == "explicit"

    def most_outcomes(self) -> int:
        """Return how many outcomes a chance node has at most: in cards, the first deal's."""
        if not self.is_explicit:
            return 1
        first = self.outcomes(self.beginning) if self.beginning.seat == CHANCE else []
        return max(MOST_OUTCOMES, len(first))

    # --- what happens ---

    def decide(self, node: Node, action: int) -> Node:
        """Carry out an action up to the next chance event, or raise IllegalActionError."""
        position = self._laid_out(node)
        if action not in node.legal:
            raise IllegalActionError(position.refusal(action))
        position.apply(action)
        memories = list(node.memories)
        memories[node.seat] = with_action(memories[node.seat], action)
        return self._node(tuple(memories))

    def let_chance_decide(self, node: Node, outcome: int) -> Node:
        """Go on after a chance event: the one that is named, or a random one."""
        position = self._laid_out(node)
        if self.is_explicit:
            position.apply_outcome(self.outcomes(node)[outcome][1])
        else:
            position.draw_outcome(int(self._rng.integers(2**64, dtype=np.uint64)))
        return self._node(node.memories)

    def resample(self, node: Node, seat: int, seed: int) -> Node:
        """Deal anew all that a seat cannot know; nobody else remembers what was before."""
        self._laid_out(node).redeal(seat, seed)
        other = self._node(no_memories(self.num_players))
        memories = list(other.memories)
        memories[seat] = node.memories[seat]
        return other._replace(memories=tuple(memories))

    def restore(self, node: Any) -> Node:
        """Return a node that comes from outside, or raise ValueError."""
        if not isinstance(node, SavedNode):
            raise ValueError("this is no state of a game of boardgame_envs")
        size = MEMORY_SIZE + VIEW_SIZE
        memories = node.memories if isinstance(node.memories, tuple) else ()
        are_whole = all(isinstance(one, bytes) and len(one) == size for one in memories)
        if len(memories) != self.num_players or not are_whole:
            raise ValueError("this saved state does not say what each player remembers")
        self._position.put_checked(node.record)
        return self._remembered(memories)

    def _laid_out(self, node: Node) -> Position:
        """Return the position of a node."""
        self._position.put(node.record)
        return self._position

    def _node(self, memories: tuple[bytes, ...]) -> Node:
        """Return the position as a node; whoever sees it remembers it."""
        position = self._position
        if position.seat != CHANCE:
            seen = (position.observe(seat).tobytes() for seat in range(self.num_players))
            memories = tuple(map(with_view, memories, seen))
        return self._remembered(memories)

    def _remembered(self, memories: tuple[bytes, ...]) -> Node:
        """Return the position as a node in which the seats remember this."""
        position = self._position
        legal = tuple(position.legal_actions())
        return Node(position.record, position.seat, legal, tuple(position.returns), memories)

    # --- what can be known ---

    def state_of(self, node: Node) -> Record:
        """Return the state of a node, as a record of its own."""
        return self._position.state_from(node.record)

    def outcomes(self, node: Node) -> list[tuple[float, dict[str, Any]]]:
        """Return all that chance can decide, each with its probability."""
        # OpenSpiel asks for them several times in a row
        if self._listed[0] != node.record:
            outcomes = list(list_outcomes(self.game, self.state_of(node)))
            self._listed = node.record, outcomes
        return self._listed[1]

    def node_of(self, record: bytes) -> Node:
        """Return a position as a node without a past."""
        self._position.put(record)
        return self._node(no_memories(self.num_players))

    def information(self, node: Node, seat: int) -> InformationState:
        """Return what a seat knows."""
        return self._laid_out(node).information(seat)

    def observe(self, node: Node, seat: int) -> NDArray[np.float32]:
        """Return what a seat sees; nothing, while chance decides."""
        if node.seat == CHANCE:
            return np.zeros(self.game.layout.size, np.float32)
        return self._laid_out(node).observe(seat)

    def text(self, node: Node, seat: int) -> str:
        """Return what a seat sees, in words."""
        if node.seat == CHANCE:
            return "Chance decides."
        memory = node.memories[seat]
        if memory not in self._texts:
            # what was seen last is part of what is remembered, so the text belongs to it
            if len(self._texts) >= MOST_TEXTS:
                self._texts.clear()
            self._texts[memory] = self._laid_out(node).text(seat)
        return self._texts[memory]

    def describe(self, node: Node) -> str:
        """Return everything on the table in words, the hidden cards too."""
        record = np.frombuffer(node.record, self.game.rules.STATE).copy()
        text = self.game.observation.describe_table(record[0])
        record["rng"] = 0
        # tables with the same description may differ in what was done before
        return f"{text}\nState {digest(record.tobytes(), MEMORY_SIZE).hex()}"


# --- memories: a digest of all there was, then one of the latest view ---


def no_memories(num_players: int) -> tuple[bytes, ...]:
    """Return what each seat remembers at first: that it is this seat."""
    return tuple(bytes([seat]).ljust(MEMORY_SIZE + VIEW_SIZE, b"\0") for seat in range(num_players))


def with_view(memory: bytes, view: bytes) -> bytes:
    """Return a memory to which a view is added, unless it is the latest one still.

    A seat does not notice what changes nothing that it sees.
    """
    latest = digest(view, VIEW_SIZE)
    return memory if memory.endswith(latest) else digest(memory + latest, MEMORY_SIZE) + latest


def with_action(memory: bytes, action: int) -> bytes:
    """Return a memory to which an action of one's own is added."""
    done = digest(memory + action.to_bytes(4, "little"), MEMORY_SIZE)
    return done + memory[MEMORY_SIZE:]


def digest(data: bytes, size: int) -> bytes:
    """Return a fingerprint of this many bytes."""
    return hashlib.blake2b(data, digest_size=size).digest()


# --- what OpenSpiel sees ---


class TableGame(pyspiel.Game):
    """One of our games with its options, as an OpenSpiel game; each game has a subclass."""

    game: Game

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        game = self.game
        options = {o.name: read(o, parameters[o.name]) for o in game.options}
        table = Position(game, parameters[PLAYERS], **options)
        self.referee = Referee(table, parameters[CHANCE_MODE], parameters[SEED])
        stakes = game.stakes(table.num_players, table.options)
        longest = game.longest(table.num_players, table.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_actions,
            max_chance_outcomes=self.referee.most_outcomes(),
            num_players=table.num_players,
            min_utility=stakes.lowest,
            max_utility=stakes.highest,
            utility_sum=0.0 if stakes.sum == "zero" else None,
            max_game_length=NO_BOUND if longest is None else longest,
        )
        kind = game_type(game, self.referee.is_explicit, stakes.sum)
        super().__init__(kind, info, dict(parameters))

    def new_initial_state(self) -> TableState:
        """Return the state before the first deal."""
        return TableState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TableObserver:
        """Return an observer of what one seat sees, of a part of it, or of all it remembers."""
        if params:
            raise ValueError(f"the observers of our games have no parameters, not {params}")
        return TableObserver(self.referee, iig_obs_type)


class TableState(pyspiel.State):
    """One game in progress, as an OpenSpiel state."""

    # OpenSpiel copies and saves what is in __dict__, and that shall be the position alone
    __slots__ = ("__dict__", "_referee")

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self._referee = game.referee
        self.node = game.referee.beginning

    @property
    def node(self) -> Node:
        """Where the game stands; what was saved is checked when it is first asked for."""
        node = self.__dict__["node"]
        if type(node) is not Node:
            node = self.__dict__["node"] = self._referee.restore(node)
        return node

    @node.setter
    def node(self, node: Node) -> None:
        self.__dict__["node"] = node

    def put(self, record: bytes) -> None:
        """Lay out one of our positions, without a past."""
        self.node = self._referee.node_of(record)

    def information(self, player: int) -> InformationState:
        """Return what a player knows, as our agents are given it."""
        return self._referee.information(self.node, player)

    # --- playing ---

    def current_player(self) -> int:
        """Return the seat to act, or who stands for chance or the end."""
        seat = self.node.seat
        if seat == NOBODY:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else seat

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.node.seat == NOBODY

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.node.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance can decide, or a single outcome that stands for all."""
        if not self._referee.is_explicit:
            return [(0, 1.0)]
        outcomes = self._referee.outcomes(self.node)
        return [(number, chance) for number, (chance, _) in enumerate(outcomes)]

    def _apply_action(self, action: int) -> None:
        if self.node.seat == CHANCE:
            self.node = self._referee.let_chance_decide(self.node, action)
        else:
            self.node = self._referee.decide(self.node, action)

    def returns(self) -> list[float]:
        """Return what each seat has earned, once the game is over."""
        if self.node.seat != NOBODY:
            return [0.0] * len(self.node.returns)
        return list(self.node.returns)

    def rewards(self) -> list[float]:
        """Return the rewards, which are all paid at the end."""
        return self.returns()

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> TableState:
        """Return a state, without a past, that could be the real one for all a seat knows."""
        seed = int(probability_sampler() * 2**53)
        other = TableState(self.get_game())
        other.node = self._referee.resample(self.node, player_id, seed)
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as game and state; OpenSpiel's way needs more of a game with sampled chance."""
        return restore_state, (str(self.get_game()), self.serialize())

    # --- in words ---

    def _action_to_string(self, player: int, action: int) -> str:
        """Return the name of an action, or of what chance decides.

        Whoever is not to act is given the name in the action table: the one in this position may
        name a card in another's hand.
        """
        actions = self._referee.game.actions
        if player == self.node.seat:
            return actions.name(self._referee.state_of(self.node), action)
        if player != pyspiel.PlayerId.CHANCE:
            return actions.names[action]
        if not self._referee.is_explicit:
            return "chance"
        return json.dumps(self._referee.outcomes(self.node)[action][1])

    def __str__(self) -> str:
        """Return everything on the table in words, the hidden cards too."""
        return self._referee.describe(self.node)


def restore_state(game: str, state: str) -> Any:
    """Return the state that was pickled."""
    return pyspiel.load_game(game).deserialize_state(state)


# --- the registry ---


def game_type(game: Game, is_explicit: bool, sums: str) -> Any:
    """Return what OpenSpiel wants to know of a kind of game."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=PREFIX + game.name,
        long_name=f"Python {game.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=(
            kinds.ChanceMode.EXPLICIT_STOCHASTIC
            if is_explicit
            else kinds.ChanceMode.SAMPLED_STOCHASTIC
        ),
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=UTILITIES[sums],
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={
            **{option.name: written(option, option.default) for option in game.options},
            PLAYERS: game.default_players,
            CHANCE_MODE: CHANCE_MODES[0],
            SEED: NONE,
        },
    )


def register_games() -> None:
    """Make OpenSpiel know every game that it does not know yet; warn of those that are broken."""
    known = set(pyspiel.registered_names())
    for name in game_names():
        if PREFIX + name not in known:
            try:
                register_game(load_game(name))
            except BrokenGameError as error:
                warnings.warn(str(error), stacklevel=2)


def register_game(game: Game) -> None:
    """Make OpenSpiel know a game; what is said of it here holds for its default options."""
    stakes = game.stakes(game.default_players, game.complete_options({}))
    kind = game_type(game, is_explicit=False, sums=stakes.sum)
    # OpenSpiel keeps what it is given until after Python has ended, which only a class survives
    pyspiel.register_game(
        kind, type(f"{TableGame.__name__}_{game.name}", (TableGame,), {"game": game})
    )


register_games()

"""What a game must supply to be played at our table.

A game is three modules (its rules, what a player sees, how it is written down) and the
table of contents in ``Game``. The modules are checked against the protocols below by the
type checker; ``docs/adding_a_game.md`` walks through them.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np

from boardgame_envs.core.actions import ActionTable
from boardgame_envs.core.compiled import Buffer, Record
from boardgame_envs.core.layout import Layout
from boardgame_envs.core.numbers import whole_number
from boardgame_envs.core.options import Option, OptionError, complete_options
from boardgame_envs.core.problems import IllegalActionError as IllegalActionError
from boardgame_envs.core.problems import NotationError as NotationError
from boardgame_envs.core.problems import shortened
from boardgame_envs.core.written_position import PositionTable

# what ``read_result`` says where all win or lose together
TEAM_WINS, TEAM_LOSES = "win", "loss"


class Rules(Protocol):
    """A game's ``rules.py``. All but ``write_options`` are compiled.

    ``state`` is one record of the dtype ``STATE``, changed in place. Every game's record
    has the fields ``rng``, ``num_players``, ``seat`` (a seat, CHANCE or NOBODY) and
    ``phase`` (what the seat to act is deciding).

    It may also have ``count_rounds(state)``, compiled, which says how many rounds have ended:
    searches can then play to the end of a round. It may have ``rewind(earlier, later, seat)``,
    compiled, which walks a world back by one decision: see ``search/belief.py``. And it may have
    ``swap_hidden(state, seat, rng)``,
    not compiled, which lets two cards that a seat cannot see change places: the laws of secrets
    make tables with it that the seat cannot tell apart. It must not share code with
    ``redeal_unseen``, which is held against it.
    """

    @property
    def STATE(self) -> np.dtype[Any]:  # noqa: N802
        """The dtype of the whole table."""

    def write_options(self, state: Record, options: Mapping[str, Any]) -> None:
        """Write checked options into an empty record; refuse what does not go together."""

    def set_up(self, state: Record) -> None:
        """Prepare the game up to the first chance event or decision."""

    def draw_chance(self, state: Record) -> None:
        """Let chance decide what is open, without the consequences."""

    def carry_on(self, state: Record) -> None:
        """Go on, after chance has decided, to the next decision or chance event."""

    def mark_legal_actions(self, state: Record, mask: Buffer) -> None:
        """Set True for every legal action; the mask arrives all False."""

    def apply_action(self, state: Record, action: int) -> None:
        """Carry out an action that is known to be legal."""

    def write_returns(self, state: Record, returns: Buffer) -> None:
        """Write what each seat has earned since the game began."""

    def is_truncated(self, state: Record) -> bool:
        """Tell whether a cap, not the rules, has ended the game."""

    def redeal_unseen(self, state: Record, seat: int) -> None:
        """Deal anew, at random, every card that a seat cannot know."""

    def count_all_cards(self, state: Record) -> int:
        """Count the cards in all places, to check that none is ever lost."""


class Observation(Protocol):
    """A game's ``observation.py``: what a seat sees, as numbers and as text.

    Where the layout has features, ``write_observation`` may be given a row that ends before them.

    It may also have ``clear_observation(observation)``, compiled, which leaves zeros where an
    observation was. It may look at what is there to see which long parts are empty anyway.
    """

    @property
    def LAYOUT(self) -> Layout:  # noqa: N802
        """The named parts of an observation."""

    def write_observation(self, state: Record, seat: int, observation: Buffer) -> None:
        """Write what a seat sees, compiled; the observation arrives all zero."""

    def describe_view(self, view: Mapping[str, Any], seat: int) -> str:
        """Return a decoded observation in words."""

    def describe_table(self, state: Record) -> str:
        """Return everything on the table in words, the hidden cards too."""


class Notation(Protocol):
    """A game's ``notation.py``: how deals, results and positions are written down.

    It may also have ``list_outcomes(state)``, all that chance can decide with probabilities;
    games that do can be solved exactly where they are small.
    """

    @property
    def POSITION(self) -> PositionTable:  # noqa: N802
        """How positions are written."""

    def read_outcome(self, state: Record) -> dict[str, Any]:
        """Return what chance has just decided, before the game carries on."""

    def write_outcome(self, state: Record, event: Mapping[str, Any]) -> None:
        """Let chance decide as recorded, or raise NotationError."""

    def tell_outcome(self, state: Record, observer: int | None) -> str:
        """Return what a seat (None: one who sees all) learns of the last chance event."""

    def tell_end(self, state: Record, observer: int | None) -> str:
        """Return what a seat (None: one who sees all) learns when the game ends."""

    def read_scores(self, state: Record) -> list[int]:
        """Return the points on the table: of each seat, or the one number of a team."""

    def read_result(self, state: Record) -> str:
        """Return who has won, in words: of a team ``TEAM_WINS`` or ``TEAM_LOSES``."""


class Secrets(Protocol):
    """A game's ``secrets.py``, if it has one: what is hidden from a seat, for a learner's critic.

    A critic judges a learner's play while it is trained and has no part in playing, so it may see
    what the seat cannot. Nothing else in this package asks for secrets.
    """

    @property
    def LAYOUT(self) -> Layout:  # noqa: N802
        """The named parts of a seat's secrets."""

    def write_secrets(self, state: Record, seat: int, secrets: Buffer) -> None:
        """Write what is hidden from a seat, compiled; the secrets arrive all zero."""


@dataclass(frozen=True)
class ActionFeature:
    """A part of the observation that says something of each action of a kind.

    Its shape is that of the kind, entry for entry, so a learner may judge all these actions by
    one measure. With ``along`` it says something of the places on one axis of the kind, and so the
    same of all actions at a place; entries that the axis does not have are left aside. What is
    said of cards and cells one by one is too much to say twice: with ``in_trunk`` False the rest of
    a network does not look at it. ``is_rare`` features say nothing of most actions: there they are
    0, and learners pass over them.
    """

    part: str
    kind: str
    in_trunk: bool = True
    along: str | None = None
    is_rare: bool = False


# returns that a game says nothing about lie between this and its opposite
ANY_RETURN = 1e6


@dataclass(frozen=True)
class Stakes:
    """What the seats play for: how their returns stand to each other, and their bounds."""

    # common: all win or lose together, and earn the same
    sum: Literal["zero", "common", "general"] = "general"
    lowest: float = -ANY_RETURN
    highest: float = ANY_RETURN


def unknown_stakes(num_players: int, options: Mapping[str, Any]) -> Stakes:
    """Return the stakes of a game that does not tell them."""
    return Stakes()


def unknown_length(num_players: int, options: Mapping[str, Any]) -> int | None:
    """Return how long a game that does not tell it may take: nobody knows."""
    return None


@dataclass(frozen=True, eq=False)
class Game:
    """The table of contents of one game: the ``GAME`` of its package."""

    name: str
    title: str
    version: int
    players: range
    default_players: int
    options: tuple[Option, ...]
    actions: ActionTable
    phases: tuple[str, ...]
    rules: Rules
    observation: Observation
    notation: Notation
    rules_in_words: str
    example_options: tuple[dict[str, Any], ...] = ({},)
    # settings so small that the whole game can be searched
    small_options: tuple[dict[str, Any], ...] = ()
    # parts of the observation that judge actions one by one
    action_features: tuple[ActionFeature, ...] = ()
    # what a critic may be shown of what a seat cannot see; else it is shown the other seats' views
    secrets: Secrets | None = None
    # for how many players a variant is, where not all are for all; the options are complete
    seats_for: Callable[[Mapping[str, Any]], range] | None = None
    # what is played for, with a number of players and (complete) options
    stakes: Callable[[int, Mapping[str, Any]], Stakes] = unknown_stakes
    # how many decisions a game has at most, or None if nothing bounds them
    longest: Callable[[int, Mapping[str, Any]], int | None] = unknown_length

    def __post_init__(self) -> None:
        """Refuse action features that do not fit the actions they are about."""
        for feature in self.action_features:
            shape = self.layout.part(feature.part).shape
            self.actions.check_feature(feature.part, shape, feature.kind, feature.along)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle a game as the place where it is found, so that copies are the game itself."""
        return find_game, (self.package, self.name)

    @property
    def package(self) -> str:
        """The package that the game's modules are in."""
        return str(vars(self.rules)["__name__"]).rpartition(".")[0]

    @property
    def num_actions(self) -> int:
        """The size of the action table, which is the same for all options."""
        return len(self.actions)

    @property
    def layout(self) -> Layout:
        """The named parts of an observation, which are the same for all options."""
        return self.observation.LAYOUT

    def observed(self, action_features: Any) -> Layout:
        """Return the parts of an observation, with or without what is said of each action."""
        if not isinstance(action_features, bool):
            raise OptionError(
                f"action_features must be True or False, not {shortened(action_features)}"
            )
        return self.layout if action_features else self.layout.seen

    @property
    def max_players(self) -> int:
        """The most players the game seats."""
        return self.players[-1]

    @cached_property
    def folder(self) -> Path:
        """Where the game's sources are."""
        return Path(str(vars(self.rules)["__file__"])).resolve().parent

    def complete_options(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return a value for every option, checked."""
        return complete_options(self.options, chosen)

    def players_with(self, options: Mapping[str, Any]) -> range:
        """Return for how many players the game is with these options, which are complete."""
        return self.players if self.seats_for is None else self.seats_for(options)

    def check_players(self, num_players: int | None, options: Mapping[str, Any]) -> int:
        """Return the number of players, the default if None, or raise OptionError."""
        players = self.players_with(options)
        if num_players is None:
            return self.default_players if self.default_players in players else players[0]
        number = whole_number(num_players)
        if number is None or number not in players:
            fewest, most = players[0], players[-1]
            allowed = f"{fewest}" if fewest == most else f"{fewest} to {most}"
            here = "" if players == self.players else " with these options"
            raise OptionError(
                f"{self.name} seats {allowed} players{here}, not {shortened(num_players)}"
            )
        return number

    def changed_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options that differ from their defaults."""
        return {o.name: options[o.name] for o in self.options if options[o.name] != o.default}

    def make_template(self, num_players: int, options: Mapping[str, Any]) -> np.ndarray[Any, Any]:
        """Return the record a game with these options starts from, as an array of one."""
        template = np.zeros(1, self.rules.STATE)
        template["num_players"] = num_players
        self.rules.write_options(template[0], options)
        return template


def find_game(package: str, name: str) -> Game:
    """Return the game of a package: its ``GAME``, or the one that is found by its name."""
    # the catalogue knows games, so this module cannot need it to be imported
    from boardgame_envs.core.catalogue import load_game

    game: Game | None = getattr(importlib.import_module(package), "GAME", None)
    return load_game(name) if game is None or game.name != name else game

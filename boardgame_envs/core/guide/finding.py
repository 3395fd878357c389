"""What a game's ``guide.py`` has, and how it is found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from boardgame_envs.core.optional_modules import optional_module

if TYPE_CHECKING:
    from boardgame_envs.core.game import Game
    from boardgame_envs.core.information import InformationState


class Refusal(NamedTuple):
    """Why an action is not legal: a sentence, and the rules that it follows from."""

    words: str
    rules: tuple[str, ...]


class Lesson(NamedTuple):
    """What is taught about a game with some options, in our own words and without advice."""

    goal: str
    set_up: str
    turn: str
    end: str
    notation: str


class Guide(Protocol):
    """A game's ``guide.py``: optional, for without it there are plain words.

    ``information`` is always that of one seat, and all words are to follow from what it knows.
    ``information.imagined`` has other cards where the seat cannot see: words must not speak of
    them. Sentences end with a full stop, consequences do not.
    """

    @property
    def TURN_RULE(self) -> str:  # noqa: N802
        """The number of the rule by which the others wait while one seat decides."""

    @property
    def END_RULE(self) -> str:  # noqa: N802
        """The number of the rule by which the game ends."""

    def question(self, information: InformationState) -> str:
        """Return what the seat, which is to act, is asked."""

    def consequence(self, information: InformationState, action: int) -> str:
        """Return what a legal action costs and brings, as far as the seat can know."""

    def refuse(self, information: InformationState, action: int) -> Refusal:
        """Return why an action is not legal for the seat, which is to act."""

    def refuse_words(self, information: InformationState, text: str) -> Refusal | None:
        """Return why what is typed cannot be done, if it names no action; None: it is no sense."""

    def announce(
        self, before: InformationState, told: str, after: InformationState
    ) -> Sequence[str]:
        """Return what matters about an event, from what a seat knew before and knows after."""

    def teach(self, num_players: int, options: Mapping[str, Any]) -> Lesson:
        """Return the rules for the options in play."""

    def example(self, information: InformationState, action: int) -> str | None:
        """Return a turn as an example, if the one that a legal action begins is worth telling."""


@lru_cache(maxsize=64)
def guide_of(game: Game) -> Guide | None:
    """Return the module with the words of a game, if it has one."""
    guide: Guide | None = optional_module(f"{game.package}.guide")
    return guide

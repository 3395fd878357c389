"""What a picture may show, and the scene that a game makes of it.

A game draws what is seen, never the state: the decoded view of one seat, as an agent sees it, or
for spectators the views of all seats together, which no agent ever gets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from boardgame_envs.core.layout import LazyView
from boardgame_envs.core.optional_modules import optional_module
from boardgame_envs.core.seats import seat_name

if TYPE_CHECKING:
    from boardgame_envs.core.game import Game
    from boardgame_envs.core.information import InformationState
    from boardgame_envs.core.position import Position
    from boardgame_envs.pictures.display import Scene

View = Mapping[str, Any]
# the ids of pieces that are pointed at, one after the other, to choose an action; any of each
Clicks = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Sight:
    """What is seen of a table: by one seat, or by spectators who see every hand.

    ``seat`` is who looks; for spectators it is who sits at the bottom of the picture. ``views``
    has what is shown of each seat's knowledge: the own view, or those of all. ``last`` is what
    the observer was told of the last action.
    """

    seat: int
    views: Mapping[int, View]
    names: tuple[str, ...]
    is_whole: bool = False
    last: str = ""

    @property
    def view(self) -> View:
        """What the seat at the bottom sees."""
        return self.views[self.seat]

    @property
    def num_players(self) -> int:
        """How many sit at the table."""
        return len(self.names)

    def seat_after(self, steps: int) -> int:
        """Return the seat a number of places clockwise from the one at the bottom."""
        return (self.seat + steps) % self.num_players

    def name_after(self, steps: int) -> str:
        """Return the name of the player a number of places clockwise."""
        return self.names[self.seat_after(steps)]

    def view_after(self, steps: int) -> View | None:
        """Return what the player there sees, if that may be shown."""
        return self.views.get(self.seat_after(steps))


class Drawing(Protocol):
    """A game's ``drawing.py``: optional, for without it there are words in a picture."""

    def draw(self, sight: Sight) -> Scene:
        """Return the picture of what is seen."""

    def clicks(self, sight: Sight, action: int) -> Clicks:
        """Return what is pointed at to choose an action; nothing for one that is a mere word."""


def sight_of(
    table: Position, seat: int | None, names: Sequence[str] = (), last: str | None = None
) -> Sight:
    """Return what a seat sees of a table, or spectators (None), with the last action."""
    table.check_begun()
    if seat is not None:
        seat = table.check_seat(seat)
    seats = range(table.num_players) if seat is None else (seat,)
    layout = table.game.layout
    views = {one: LazyView(layout, table.observe(one)) for one in seats}
    told = table.last_told(seat) if last is None else last
    return Sight(seat or 0, views, names_of(table.num_players, names), seat is None, told)


def sight_of_information(information: InformationState, names: Sequence[str] = ()) -> Sight:
    """Return what a seat sees, from what it knows."""
    seat = information.seat
    return Sight(seat, {seat: information.view}, names_of(information.num_players, names))


def names_of(num_players: int, names: Sequence[str]) -> tuple[str, ...]:
    """Return a name for each player: those given, or P1, P2 and so on."""
    if not names:
        return tuple(seat_name(seat) for seat in range(num_players))
    if len(names) != num_players:
        raise ValueError(f"there must be {num_players} names, not {len(names)}")
    return tuple(names)


@lru_cache(maxsize=64)
def drawing_of(game: Game) -> Drawing | None:
    """Return the module that draws a game, if it has one."""
    drawing: Drawing | None = optional_module(f"{game.package}.drawing")
    return drawing


def draw_sight(game: Game, sight: Sight) -> Scene:
    """Return the picture of what is seen of a game; in words if the game has no drawing."""
    drawing = drawing_of(game)
    if drawing is not None:
        return drawing.draw(sight)
    from boardgame_envs.pictures.in_words import draw_words

    texts = [game.observation.describe_view(view, seat) for seat, view in sight.views.items()]
    return draw_words(game.title, texts, sight.last)


def draw_table(
    table: Position, seat: int | None, names: Sequence[str] = (), last: str | None = None
) -> Scene:
    """Return the picture that a seat sees of a table, or spectators (None)."""
    return draw_sight(table.game, sight_of(table, seat, names, last))


def clicks_of(game: Game, sight: Sight, action: int) -> Clicks:
    """Return what is pointed at to choose an action."""
    drawing = drawing_of(game)
    return () if drawing is None else drawing.clicks(sight, action)

"""How a game is searched: what tables are worth, how far they are played, and how much is tried.

The settings of a game are the ``SETTINGS`` of a module of its name in ``games``, or of
``searching.py`` in the package of a game from outside. A game without any is played to its end for
what it pays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from boardgame_envs.core.game import Game
from boardgame_envs.core.optional_modules import optional_module
from boardgame_envs.search import Judge

GAMES = f"{__name__.rpartition('.')[0]}.games"


class OpenRounds(NamedTuple):
    """Rules by which rounds can be solved if all see all cards.

    For games of two players in which one loses what the other gains, and in whose rounds nothing is
    left to chance once the cards are dealt.
    """

    # key(state): a word for each table that can come about in a round
    key: Callable[[Any], Any]
    # write_bounds(state, seat, bounds): the least and the most that the round can bring a seat
    write_bounds: Callable[[Any, int, Any], None]


def as_without(options: Mapping[str, Any]) -> None:
    """Say that a search over a network has the heuristic of a search without one."""


@dataclass(frozen=True)
class SearchSettings:
    """What searches of a game go by unless they are told otherwise."""

    # a rule that says what a table is worth to each seat; None: what they have earned
    judge: Judge | None = None
    # whom ``search`` is over if its name says nothing; None: the heuristic
    plays_on: str | None = None
    until_round: bool = False  # tables are played to the end of the round, not of the game
    worlds: int = 48  # in which the best actions are tried
    z: float = 1.5  # by how many standard errors an action must be better than the usual one
    finalists: int = 3  # actions that are tried in all worlds
    open_rounds: OpenRounds | None = None  # how rounds are solved, if they can be
    # of a search over a network: in how many worlds the best actions are played out
    network_worlds: int = 24
    # the heuristic that plays on there if asked for, by the options; None: the one of ``search``
    network_heuristic: Callable[[Mapping[str, Any]], str | None] = as_without
    # where bluffing pays it does not do what seems best, but mixes: an action that is better by
    # this much is taken e times as often as the network would; None: it passes a gate
    tau: float | None = None
    # of a best response: worlds that are weighed by what others did, and in which actions are tried
    weighed: int = 150
    response_worlds: int = 12
    # by how many standard errors it must find another action better than the known policy's
    response_z: float = 1.5


def find_settings(game: Game) -> SearchSettings:
    """Return the settings of a game: in this package, in the game's own, or the usual ones."""
    module = optional_module(f"{GAMES}.{game.name}", f"{game.package}.searching")
    settings: SearchSettings = SearchSettings() if module is None else module.SETTINGS
    return settings

"""A finished game told in words: all of it, or what one seat saw."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from boardgame_envs.core.records import record_result
from boardgame_envs.core.seats import CHANCE, seat_name
from boardgame_envs.core.table import Moment, Table


def tell_game(table: Table, observer: int | None, with_table: bool = False) -> Iterator[str]:
    """Tell a finished game: all of it, or what one seat saw."""
    table.check_begun()
    if not table.over:
        raise ValueError("the game is not over: its story would show the hidden cards")
    check_observer(table, observer)
    game, notation = table.game, table.game.notation
    options = [f"{name}={value}" for name, value in game.changed_options(table.options).items()]
    seen_by = "" if observer is None else f", as {seat_name(observer)} saw it"
    yield (
        ", ".join([f"{game.title} v{game.version}", f"{table.num_players} players", *options])
        + f", seed {table.seed}{seen_by}"
    )
    for moment in table.history():
        yield from tell_moment(table, moment, observer, with_table)
    last = table.states[0]
    yield notation.tell_end(last, observer)
    result = record_result(table)
    scores, rewards = (" ".join(f"{x:g}" for x in result[key]) for key in ("scores", "rewards"))
    yield f"Result: {result['outcome']}; scores {scores}; rewards {rewards}."


def check_observer(table: Table, observer: int | None) -> None:
    """Refuse an observer who does not sit at a table."""
    if observer is not None and observer >= table.num_players:
        players = ", ".join(map(seat_name, range(table.num_players)))
        raise ValueError(f"nobody is {seat_name(observer)} here; there are {players}")


def tell_position(table: Table, observer: int | None) -> Iterator[str]:
    """Tell a position: all of it, or what one seat sees, and what is legal."""
    check_observer(table, observer)
    if observer is None:
        yield table.game.observation.describe_table(table.states[0])
    else:
        yield table.text(observer)
    if table.over:
        yield "The game is over."
    elif observer in (None, table.seat):
        yield f"{seat_name(table.seat)} may: {', '.join(table.legal_names())}."


def tell_moment(
    table: Table, moment: Moment, observer: int | None, with_table: bool
) -> Iterator[str]:
    """Tell one event of a game."""
    notation = table.game.notation
    if moment.seat == CHANCE:
        yield notation.tell_outcome(moment.state, observer)
        return
    if with_table:
        yield "\n".join(f"    {line}" for line in tell_table(table, moment, observer).split("\n"))
    if observer is None:
        action = table.game.actions.name(moment.state, moment.action)
    else:
        action = table.game.actions.tell(moment.state, moment.action, observer)
    yield f"  {seat_name(moment.seat)}: {action}"


def tell_table(table: Table, moment: Moment, observer: int | None) -> str:
    """Return the whole table at a moment, or what one seat saw of it."""
    if observer is None:
        return table.game.observation.describe_table(moment.state)
    return table.with_state(np.array([moment.state], table.game.rules.STATE)).text(observer)

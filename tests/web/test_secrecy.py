"""Nothing hidden ever reaches a seat's socket, or a spectator's."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from typing import Any

import numpy as np
import pytest

from tests.web.needs import need_server

need_server()

from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from boardgame_envs.play import Player, Session
from boardgame_envs.testing.random_games import random_play
from boardgame_envs.testing.twins import Twin, cards_of
from boardgame_envs.web.messages import Message
from boardgame_envs.web.open_table import OpenTable, Visitor
from boardgame_envs.web.shown import public_values, spectators_view

SETTINGS: dict[str, tuple[str, dict[str, Any]]] = {
    "elements": ("elements", {}),
    "noah": ("noah", {"num_players": 3}),
    "tranquility": ("tranquility", {"num_players": 3}),
    "stormy": ("tranquility", {"num_players": 2, "expansions": ["reefs", "monsters", "storms"]}),
    "duel": ("tranquility", {"mode": "duel"}),
}
# after how many decisions the table is looked at, which takes longer than playing
LOOKED_AT = (1, 8, 19, 32)
# what a page may ask for in the middle of a game
ASKED = (
    Message("why", {"pieces": ["hand-0", "cell-3"]}),
    Message("why", {"pieces": ["hand-1"]}),
    Message("belief", {}),
    Message("rules", {}),
    Message("review", {}),
    Message("look", {"event": 1}),
)


class AtOnce(Executor):
    """Does what it is given at once, so that answers come in order."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def session_at(table: Table) -> Session:
    """Return the session of people at a table."""
    return Session(table, [Player(f"person {seat}") for seat in range(table.num_players)])


async def everything_sent(table: Table, seat: int | None) -> list[str]:
    """Return all that the socket of a seat is sent when it comes, and asks for all it can."""
    opened = OpenTable("table", session_at(table), AtOnce(), lambda table: None)
    visitor = Visitor(seat)
    opened.welcome(visitor)
    turn = opened.session.num_events
    hint = Message("hint", {"turn": turn})
    for message in (*ASKED, *([hint] if seat == table.seat else [])):
        opened.hear(visitor, message)
    for answer in list(opened._answering):
        await answer
    sent = []
    while not visitor.outbox.empty():
        sent.append(json.dumps(visitor.outbox.get_nowait()))
    return sent


def looked_at(name: str) -> Iterator[tuple[int, Table]]:
    """Go through a random game, now and then."""
    game, options = SETTINGS[name]
    table = Table(load_game(game), **options)
    for turn, _ in enumerate(random_play(table, seed=71)):
        if turn in LOOKED_AT:
            yield turn, table
        if turn >= LOOKED_AT[-1]:
            return


@pytest.mark.parametrize("name", SETTINGS)
def test_all_that_a_seats_socket_is_sent_is_the_same_whatever_is_hidden_from_it(name: str):
    rng, others = np.random.default_rng(72), 0
    for turn, table in looked_at(name):
        seat = LOOKED_AT.index(turn) % table.num_players
        # without a past: what was told of it is a law of its own
        here = table.with_state(table.states)
        sent = asyncio.run(everything_sent(here, seat))
        for other in (here.redealt(seat, seed=turn), Twin(here, seat, rng).exchanged()):
            others += cards_of(other) != cards_of(here)

            assert asyncio.run(everything_sent(other, seat)) == sent
    assert others > 0


@pytest.mark.parametrize("name", SETTINGS)
def test_spectators_are_shown_what_every_seat_knows(name: str):
    for turn, table in looked_at(name):
        here = table.with_state(table.states)
        for seat in range(table.num_players):
            other = here.redealt(seat, seed=turn)

            assert public_values(other) == public_values(here)
            assert asyncio.run(everything_sent(other, None)) == asyncio.run(
                everything_sent(here, None)
            )


def test_spectators_hear_nothing_of_cards_that_others_do_not_hear_of():
    table = Table(load_game("tranquility"), 3)
    table.reset(1)
    discard = next(a for a in table.legal_actions() if table.game.actions.kind_at(a).told)
    table.step(discard)

    told = [one["told"] for one in spectators_view(session_at(table), 0)["news"]]

    watcher = (table.seat + 1) % 3
    state = next(table.history()).state
    assert table.game.actions.name(state, discard) not in told
    assert told[-1] == table.game.actions.tell(list(table.history())[-1].state, discard, watcher)


def test_the_whole_table_is_shown_only_when_the_game_is_over():
    table = Table(load_game("elements"))
    table.reset(1)
    sent = asyncio.run(everything_sent(table, None))

    assert not any('"type": "look"' in one for one in sent)
    assert sum("the game is not over yet" in one for one in sent) >= 1
    for _ in random_play(table, seed=1):
        pass
    assert any('"type": "look"' in one for one in asyncio.run(everything_sent(table, None)))

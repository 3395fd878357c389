"""One seat of a game in words."""

from __future__ import annotations

import json
from typing import Any

import pytest

from boardgame_envs.adapters.text_seat import TextSeat
from boardgame_envs.core.table import Table
from boardgame_envs.matches.one_table import play_game
from boardgame_envs.text import Style
from tests.outsiders import expect_nothing_hidden, seated_at


class Replay:
    """Takes the middle one of the legal actions."""

    def begin_game(self, seed: int) -> None:
        pass

    def choose(self, information: Any) -> int:
        legal = list(information.legal_actions)
        return legal[len(legal) // 2]


@pytest.mark.parametrize("game", ["elements", "noah", "tranquility"])
def test_a_game_in_words_is_the_game_and_no_reward_is_lost(game: str):
    options = {"reward": "points"} if game == "elements" else {}
    seat = TextSeat(game, seat="random", opponents="heuristic", **options)
    for seed in (3, 4):
        text, earned = seat.reset(seed), 0.0
        assert seat.rules in text
        while not seat.over:
            name = seat.legal[len(seat.legal) // 2]
            turn = seat.submit(f"I choose {json.dumps({'move': name})}")
            earned += turn.reward
        table, (_, others) = seat.table.clone(), seat.seating.begin_game(seed)
        play_game(table, [others.get(i, Replay()) for i in range(table.num_players)], seed)

        assert earned == pytest.approx(table.returns[seat.seat])
        assert seat.reward == pytest.approx(earned)
        assert turn.over
        assert "The game is over" in turn.text
        assert seat.counts["illegal"] == seat.counts["forfeits"] == 0


def test_what_is_illegal_is_counted_and_earns_nothing():
    seat = TextSeat("elements", style=Style(retries=2))
    seat.reset(5)
    before = seat.table.position

    turns = [seat.submit('{"move": "fly"}'), seat.take("fly"), seat.submit("hm")]

    assert [turn.problem for turn in turns] == ["illegal", "illegal", "unreadable"]
    assert [turn.reward for turn in turns] == [0, 0, -1]
    assert [turn.over for turn in turns] == [False, False, True]
    assert turns[-1].forfeited
    assert seat.table.position == before
    assert seat.counts == {"decisions": 0, "illegal": 2, "unreadable": 1, "forfeits": 1}
    assert seat.legal == []
    with pytest.raises(ValueError, match="the game is over"):
        seat.submit('{"move": "lay 1"}')
    seat.reset(5)
    assert not seat.over
    assert seat.reward == 0


def test_a_corrected_move_gives_all_retries_back():
    seat = TextSeat("elements", style=Style(retries=1))
    seat.reset(5)
    for _ in range(2):
        assert seat.take("fly").problem == "illegal"
        assert seat.take(seat.legal[0]).problem is None


@pytest.mark.parametrize(("game", "players"), [("elements", 2), ("noah", 3), ("tranquility", 2)])
def test_what_is_said_is_the_same_whatever_is_hidden(game: str, players: int):
    seat = TextSeat(game, players)
    seat.reset(3)

    def said(table: Table) -> str:
        at_it = seated_at(seat, table)
        return "\n".join([at_it.rules, at_it.prompt, *at_it.legal, at_it.submit("hm").text])

    expect_nothing_hidden(said, game, players)

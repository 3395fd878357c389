"""Positions of Tranquility in writing: all comes back byte for byte, and mistakes are named."""

from __future__ import annotations

import pytest

from boardgame_envs.core.game import NotationError
from boardgame_envs.core.table import Table
from boardgame_envs.core.written_position import write_position
from boardgame_envs.games.tranquility import GAME
from tests.games.tranquility_tables import hand, legal, pile, play, position, result, value
from tests.positions import (
    assert_can_be_read_again,
    assert_positions_of_a_game_can_be_read_again,
)

SETTINGS = [
    {"num_players": players, **options}
    for options in GAME.example_options
    for players in GAME.players_with(GAME.complete_options(options))
]


def written(table: Table) -> str:
    return write_position(GAME, table.num_players, table.options, table.states)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_positions_are_read_as_they_were_written(setting):
    assert_positions_of_a_game_can_be_read_again(GAME, setting, seed=11)


def test_a_position_says_only_what_matters():
    table = position("tranquility 2 | hands 40 12 / 5 7 | grid c2=17 a1=3 | piles 8 9 / 10 start")

    assert hand(table, 0) == "12 40"
    assert pile(table, 1) == "10 start"
    assert value(table, "num_filled") == 2
    assert value(table, "row_filled") == [1, 1, 0, 0, 0, 0]
    assert (table.seat, table.phase) == (0, "act")
    assert written(table) == (
        "tranquility 2 | grid a1=3 c2=17 | hands 12 40 / 5 7 | piles 8 9 / 10 start"
    )


def test_in_the_middle_of_a_payment_the_stage_follows_from_the_phase():
    table = position("tranquility 2 | hands 12 40 50 51 / 5 7 | grid a1=10")

    play(table, "play 12 b1")

    assert written(table) == (
        "tranquility 2 | grid a1=10 b1=12 | placed b1 | hands 40 50 51 / 5 7 | phase pay | owed 2"
    )
    assert legal(position(written(table)), "discard") == ["40", "50"]


def test_a_second_round_of_offers_comes_back():
    table = position(
        "tranquility 2 talk_rounds=3",
        "hands 11 12 13 start / 21 22 23 24",
        "piles 1 2 3 / 5 6 7",
    )

    play(table, "start", "offer 2", "offer 3", "offer 1")

    assert_can_be_read_again(table, table.states)


def test_who_is_asked_to_the_rescue_comes_back():
    table = position(
        "tranquility 3 edition=ru expansions=storms",
        "hands 40 / 1 2 / 3 4",
        "grid a1=10",
        "oranges 1 / 0 / 0",
        "own compasses 0 / 1 / 1",
    )

    play(table, "no lift")

    assert "phase rescue | to act P3 | drawer P3 | turns to take 1" in written(table)
    assert_can_be_read_again(table, table.states)


def test_before_a_refill_the_stage_follows_from_the_phase():
    table = position(
        "tranquility 2 expansions=storms",
        "hands 12 40 50 / 5 7",
        "piles 8 9 /",
        "yellows 1 / 0",
        "compasses 1",
    )

    play(table, "discard 12", "discard 40")

    assert "phase lift |" in written(table)
    assert "stage" not in written(table)
    assert play(position(written(table)), "lift yellow P1").seat == 1


def test_where_nothing_is_decided_a_turn_begins_and_may_be_lost():
    assert result(position("tranquility 2 | hands / 5 7")) == "loss"
    assert position("tranquility 2 | hands 3 4 / 5 7 | turn P2").seat == 1


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("hands 12 40 / 5 / 7", "'hands' needs 2 parts with / between them"),
        ("hands 81 / 5", "not '81'"),
        ("hands shark / 5", "not 'shark'"),
        ("hands orange /", "names islands from 1 to 80, start, finish, monster, not 'orange'"),
        ("purples 3=3", "'purples' has 1 or 2 storms at a row, not '3'"),
        ("offers 9 / -", "'offers' has numbers up to 8, or - for none, not '9'"),
        ("turns to take 3", "'turns to take' is at most 2 here"),
        ("hands 1 2 3 4 5 6 7 8 9 10 11 12 13 /", "'hands' has room for 12 cards, not for 13"),
        ("hands 12 / 12", "the box has 1 of the card 12, not 2"),
        ("grid a7=12", "'grid' names cells from a1 to f6, not 'a7'"),
        ("grid a1", "'grid' is written like a1=12 c3=40, not 'a1'"),
        ("grid a1=12 a1=13", "'grid' has the cell a1 twice"),
        ("grid a1=finish", "'grid' names islands from 1 to 80, not 'finish'"),
        ("reef 7", "'reef' names rows from 1 to 6, not '7'"),
        ("phase sleep", "'phase' is one of act, pay"),
        ("turn P3", "'turn' names one of P1, P2, not 'P3'"),
        ("seen hand 12 /", "'seen' is said of the cards of a duel only"),
        ("gird a1=12", "a position has no entry 'gird'"),
        ("hands 3 4 / 5 7 | pledges - / 1", "nothing is offered or pledged at the stage turn"),
        ("hands 3 4 / 5 7 | offers 2 / -", "nothing is offered or pledged at the stage turn"),
        (
            "hands 3 4 / | piles / 6 start | fresh 0 / 2",
            "Start or monsters of P2 where there is no",
        ),
        (
            "hands 3 4 start / 5 7 | start lies | ways 1, 2, 3 / 1",
            "Start or monsters of P1 where there is no room",
        ),
    ],
)
def test_what_cannot_be_read_is_refused_in_one_sentence(text, complaint):
    with pytest.raises(NotationError) as refusal:
        position(f"tranquility 2 | {text}")

    assert complaint in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_removed_islands_are_named_in_full():
    with pytest.raises(NotationError, match="'removed' names 3 islands with these options, not 2"):
        position("tranquility removed_islands=3 | removed 1 2 | hands 3 4 / 5 6 / 7 8")


@pytest.mark.parametrize("text", ["hands 5 finish / 7 8", "row 71 finish", "deck monster"])
def test_41_a_duel_has_islands_only(text):
    with pytest.raises(NotationError, match="islands"):
        position(f"tranquility mode=duel | {text}")

"""Positions in writing, whatever the game: the line as a whole, and its entries."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boardgame_envs.core.compiled import Record, state_dtype
from boardgame_envs.core.options import OptionError
from boardgame_envs.core.problems import NotationError
from boardgame_envs.core.seats import CHANCE, NOBODY
from boardgame_envs.core.written_position import (
    PositionTable,
    flag_entry,
    generator_entry,
    number_entry,
    numbers_entry,
    pile_entry,
    piles_entry,
    read_position,
    seat_entry,
    turn_entry,
    word_entry,
    write_position,
)
from boardgame_envs.games import UnknownGameError, load_game

SUITS = ("red", "blue", "green")
STATE = state_dtype(
    [
        ("rng", np.uint64),
        ("num_players", np.int16),
        ("seat", np.int16),
        ("starter", np.int16),
        ("phase", np.int16),
        ("rounds_played", np.int16),
        ("is_open", np.bool_),
        ("points", np.int16, 4),
        ("deck", np.int8, 3),
        ("hands", np.int8, (4, 3)),
    ]
)


def suits(state: Record) -> tuple[str, ...]:
    return SUITS


def refuse_reds(state: Record) -> None:
    if state["deck"][0]:
        raise NotationError("there is no red in the deck")


TABLE = PositionTable(
    entries=(
        piles_entry("hands", "the hands", suits),
        pile_entry("deck", "the deck", suits),
        numbers_entry("points", "the points", lowest=-9),
        number_entry("rounds played", "rounds", "rounds_played", highest=7),
        flag_entry("open", "the door is open", "is_open"),
        word_entry("phase", "what is decided", ("bid", "play")),
        seat_entry("starter", "who began"),
        turn_entry(),
        generator_entry(),
    ),
    complete=refuse_reds,
)


def template(num_players: int = 3) -> np.ndarray:
    states = np.zeros(1, STATE)
    states["num_players"] = num_players
    return states


def read(*texts: str) -> Any:
    return TABLE.read(texts, template())[0]


def write(**fields: Any) -> list[str]:
    states = template()
    for field, value in fields.items():
        states[field] = value
    return TABLE.write(states[0], template())


# --- entries ---


def test_what_is_as_on_an_empty_table_is_left_out():
    assert write() == []
    assert read() == template()[0]


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"hands": [[1, 0, 2], [0] * 3, [0, 1, 0], [0] * 3]}, "hands red green green / / blue"),
        ({"deck": [0, 2, 1]}, "deck blue blue green"),
        ({"points": [3, -2, 0, 0]}, "points 3 / -2 / 0"),
        ({"rounds_played": 7}, "rounds played 7"),
        ({"is_open": True}, "open"),
        ({"phase": 1}, "phase play"),
        ({"starter": NOBODY}, "starter nobody"),
        ({"starter": 2}, "starter P3"),
        ({"seat": 1}, "turn P2"),
        ({"seat": CHANCE}, "turn chance"),
        ({"seat": NOBODY}, "turn over"),
        ({"rng": 2**64 - 1}, "rng ffffffffffffffff"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_an_entry_is_read_as_it_is_written(fields: dict[str, Any], text: str):
    assert write(**fields) == [text]
    states = template()
    for field, value in fields.items():
        states[field] = value
    assert read(text) == states[0]


def test_entries_may_come_in_any_order():
    assert read("turn P2", "deck blue") == read("deck blue", "turn P2")


def test_a_flag_may_be_said_to_be_so_or_not():
    assert read("open yes")["is_open"]
    assert not read("open no")["is_open"]


def test_what_follows_from_the_entries_may_refuse_them():
    with pytest.raises(NotationError, match="there is no red in the deck"):
        read("deck red blue")


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        (["hand red / / "], "a position has no entry 'hand': did you mean 'hands'?"),
        (["shoes"], "a position has no entry 'shoes'; there are deck, hands, open, phase"),
        ([""], "a position has no entry ''; there are"),
        (["turn P2", "turn P3"], "a position has 'turn' once, not twice"),
        (["hands red / blue"], "'hands' needs 3 parts with / between them, one for each player"),
        (["points 1 / 2 / 3 / 4"], "'points' needs 3 parts with / between them, one for each"),
        (["deck red pink"], "'deck' cannot have 'pink'; there are blue, green, red"),
        (["deck gren"], "'deck' cannot have 'gren': did you mean 'green'?"),
        ([f"deck {'blue ' * 128}"], "'deck' has room for 127 cards, not 128"),
        (["points 1 / x / 3"], "'points' needs a whole number, not 'x'"),
        (["points 1 / 40000 / 3"], "'points' needs a whole number from -9 to 32767, not 40000"),
        (["rounds played"], "'rounds played' needs a whole number, not ''"),
        (["rounds played 1.5"], "'rounds played' needs a whole number, not '1.5'"),
        (["rounds played -1"], "'rounds played' needs a whole number from 0 to 7, not -1"),
        (["rounds played 8"], "'rounds played' needs a whole number from 0 to 7, not 8"),
        (["open maybe"], "'open' is followed by yes, no or nothing, not by 'maybe'"),
        (["phase sleep"], "'phase' is one of bid, play, not 'sleep'"),
        (["starter P4"], "'starter' names one of P1, P2, P3, nobody, not 'P4'"),
        (["turn nobody"], "'turn' names one of P1, P2, P3, chance, over, not 'nobody'"),
        (["rng xyz"], "'rng' is a hexadecimal number, not 'xyz'"),
        (["rng 1ffffffffffffffff"], "'rng' is a hexadecimal number, not '1ffffffffffffffff'"),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_a_bad_entry_is_refused_in_one_sentence(texts: list[str], sentence: str):
    with pytest.raises(NotationError) as refusal:
        read(*texts)

    assert sentence in str(refusal.value)
    assert "\n" not in str(refusal.value)


# --- the whole line ---


def test_a_position_names_the_game_its_players_and_what_options_are_changed():
    game, num_players, options, states = read_position(
        "noah 5 rounds=2 play_to=none | turn chance | tears 1 / 0 / 4 / 0 / 0", load_game
    )

    assert (game.name, num_players, options["rounds"], options["play_to"]) == ("noah", 5, 2, None)
    assert states["tears"][0].tolist() == [1, 0, 4, 0, 0]
    text = write_position(game, num_players, options, states)
    assert text == "noah 5 rounds=2 | tears 1 / 0 / 4 / 0 / 0 | turn chance"


def test_the_usual_number_of_players_and_the_usual_options_are_left_out():
    text = "elements | hands 1 / 2"
    game, num_players, options, states = read_position("elements 2 copies=2,2,2,2,2,6", load_game)

    assert write_position(game, num_players, options, states) == "elements"
    assert write_position(*read_position(text, load_game)) == text


def test_options_are_written_as_on_a_command_line():
    text = "elements rounds=2 surrender=False values=9,4 copies=7,8 hand_size=7 reward=points"

    assert write_position(*read_position(text, load_game)) == text


def test_spaces_may_be_more_and_lines_may_be_broken():
    short = "elements target_points=3 | hands 1 2 / 3 | chain 4 5 | turn P2"
    long = """
        elements  target_points=3
        | hands  1 2 /3
        | chain
          4
          5|turn P2
    """

    assert read_position(long, load_game)[3] == read_position(short, load_game)[3]


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        ("", NotationError, "a position begins with the name of a game"),
        (" | hands 1 / 2", NotationError, "a position begins with the name of a game"),
        ("element | hands 1 / 2", UnknownGameError, "no game 'element': did you mean 'elements'?"),
        ("elements 3", OptionError, "elements seats 2 players, not 3"),
        ("noah two", OptionError, "an option is written key=value, not 'two'"),
        ("noah round=2", OptionError, "there is no option 'round': did you mean 'rounds'?"),
        (
            "noah rounds=many",
            OptionError,
            "rounds must be a whole number from 1 to 1000, not 'many'",
        ),
    ],
)
def test_a_bad_heading_is_refused_in_one_sentence(text: str, error: type, sentence: str):
    with pytest.raises(error) as refusal:
        read_position(text, load_game)

    assert sentence in str(refusal.value)
    assert "\n" not in str(refusal.value)

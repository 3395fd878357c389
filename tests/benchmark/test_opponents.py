"""Opponents that never change: each does what its fingerprint says, or is not measured against."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from boardgame_envs.agents import RandomAgent, make_agent
from boardgame_envs.benchmark import (
    Opponent,
    OpponentError,
    Suite,
    find_opponents,
    find_suite,
    measure,
)
from boardgame_envs.benchmark import opponents as folder
from boardgame_envs.benchmark.fingerprint import fingerprint_of_file, fingerprint_of_play
from boardgame_envs.games import load_game
from tests.opponents import FirstLegal, LastLegal
from tests.playing import published_games

EVERY_OPPONENT = [opponent for game in published_games() for opponent in find_opponents(game)]
SMALL = Suite("elements", {"a point": {"target_points": 1}}, seed=1, deals=4)

MODULE = """
from boardgame_envs.benchmark import Opponent
OPPONENTS = (Opponent("elements", "a newcomer", "play:0"), Opponent("noah", "another", "play:1"))
"""


@pytest.mark.parametrize(
    "opponent", EVERY_OPPONENT, ids=lambda opponent: f"{opponent.game_name}-{opponent.name}"
)
def test_every_opponent_does_what_its_fingerprint_says(opponent: Opponent):
    opponent.check(find_suite(load_game(opponent.game_name)))


@pytest.mark.parametrize("game", published_games(), ids=lambda game: game.name)
def test_the_first_heuristic_and_the_shipped_agent_are_opponents_in_every_game(game):
    names = [opponent.name for opponent in find_opponents(game)]

    assert {"heuristic:first", f"{game.name}.onnx"} <= set(names)


def test_a_fingerprint_tells_agents_apart_and_is_the_same_again():
    first, last = (fingerprint_of_play(agent, SMALL) for agent in (FirstLegal(), LastLegal()))

    assert first != last
    assert first == fingerprint_of_play(FirstLegal(), SMALL)
    assert fingerprint_of_play(RandomAgent(), SMALL) == fingerprint_of_play(RandomAgent(), SMALL)


def test_a_small_change_of_its_constants_changes_the_fingerprint_of_a_heuristic():
    game = load_game("noah")
    suite = Suite("noah", {"match": {}}, seed=1, deals=4)

    first, second = (make_agent(f"heuristic:{edition}", game) for edition in ("first", "second"))

    assert fingerprint_of_play(first, suite) != fingerprint_of_play(second, suite)


def test_the_fingerprint_of_a_file_is_that_of_its_bytes(tmp_path: Path):
    file = tmp_path / "agent.onnx"
    file.write_bytes(b"one")
    one = fingerprint_of_file(file)
    file.write_bytes(b"two")

    assert one == "file:7692c3ad3540bb80"
    assert fingerprint_of_file(file) != one


def test_nothing_is_measured_against_an_opponent_that_has_changed():
    opponent = Opponent("elements", "random", "play:0123456789abcdef")

    with pytest.raises(OpponentError, match=r"the opponent random of elements has .* play:0123"):
        next(measure(FirstLegal(), SMALL, [opponent]))
    right = replace(opponent, fingerprint=fingerprint_of_play(RandomAgent(), SMALL))
    assert len(list(measure(FirstLegal(), SMALL, [right]))) == 1


def test_opponents_are_added_by_adding_a_file(tmp_path: Path, monkeypatch):
    (tmp_path / "newcomers.py").write_text(MODULE)
    before = find_opponents(load_game("elements"))
    monkeypatch.setattr(folder, "__path__", [*folder.__path__, str(tmp_path)])

    after = find_opponents(load_game("elements"))

    assert after == [*before, Opponent("elements", "a newcomer", "play:0")]
    with pytest.raises(ValueError, match="no opponent 'nobody' of elements has a fingerprint"):
        find_opponents(load_game("elements"), ["nobody"])

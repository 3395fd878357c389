"""What must hold in every game. A new game is tested here without a line of code.

The laws themselves are in ``boardgame_envs.testing``, where games from outside find them too.
Those of batches and environments are held in the tests of these.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from boardgame_envs.core.game import Game
from boardgame_envs.core.story import tell_game
from boardgame_envs.testing import Check, each_setting, played, signature, untested_rules
from boardgame_envs.testing.laws import (
    compilation,
    copies,
    guiding,
    pictures,
    playing,
    prompts,
    remembering,
    searching,
    secrets,
    views,
    words,
)
from tests.playing import all_games, every_check

GOLDEN = Path(__file__).parent / "golden"

each_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)


# --- the laws ---


@every_check(playing)
def test_laws_of_playing(check: Check):
    check.hold()


@every_check(secrets)
def test_laws_of_hidden_information(check: Check):
    check.hold()


@every_check(searching)
def test_laws_of_search(check: Check):
    check.hold()


@every_check(remembering)
def test_laws_of_the_past(check: Check):
    check.hold()


@every_check(views)
def test_laws_of_views(check: Check):
    check.hold()


@every_check(pictures)
def test_laws_of_pictures(check: Check):
    check.hold()


@every_check(guiding)
def test_laws_of_guides(check: Check):
    check.hold()


@every_check(prompts)
def test_laws_of_prompts(check: Check):
    check.hold()


@every_check(copies)
def test_laws_of_round_trips(check: Check):
    check.hold()


@every_check(words)
def test_laws_of_words(check: Check):
    check.hold()


@every_check(compilation)
def test_laws_of_compilation(check: Check):
    check.hold()


# --- the rules on record ---


@each_game
def test_the_rules_are_the_ones_on_record(game: Game, update_golden: bool):
    """A changed signature means the rules or views changed: bump the version, say so."""
    now = {
        "version": game.version,
        "layout": game.layout.hash,
        "actions": [action.name for action in game.actions],
        "signature": signature(game, num_games=100),
    }
    path = GOLDEN / f"{game.name}.json"
    if update_golden:
        path.write_text(json.dumps(now, indent=2) + "\n")
    assert now == json.loads(path.read_text())


@each_game
def test_whole_games_read_as_they_do_on_record(game: Game, update_golden: bool):
    stories = []
    for seed, setting in enumerate(each_setting(game)):
        table = played(game, setting, seed)
        stories += [*shortened(tell_game(table, None)), ""]
        stories += [
            *shortened(tell_game(table, min(1, table.num_players - 1), with_table=True)),
            "",
        ]
    path, now = GOLDEN / f"{game.name}.txt", "\n".join(stories) + "\n"
    if update_golden:
        path.write_text(now)
    assert now == path.read_text()


def shortened(story: Iterable[str], longest: int = 30) -> list[str]:
    """Return the beginning of a story, and for the rest a fingerprint that changes with it."""
    lines = list(story)
    digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]
    rest = [f"... {len(lines)} lines, {digest}"] if len(lines) > longest else []
    return [*lines[:longest], *rest]


# --- the rules in words ---


@each_game
def test_every_rule_has_a_test_of_its_own(game: Game):
    files = Path(__file__).parent.glob(f"test_{game.name}*.py")
    assert untested_rules(game, files) == [], "rules that no test is named for"

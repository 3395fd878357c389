"""Constants of heuristics: declared once, tuned in a file, chosen by what is played."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from boardgame_envs.agents.heuristics.constants import Constant, Constants
from boardgame_envs.agents.heuristics.noah.constants import CONSTANTS as NOAH
from boardgame_envs.agents.heuristics.tranquility.constants import CONSTANTS as TRANQUILITY
from boardgame_envs.agents.heuristics.tranquility.constants import setting_of
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game

DECLARED = (
    Constant("a_card", 2.0, 0.5, "to have a card"),
    Constant("a_storm", -1.0, 0.25, "to have a storm", ("rough",)),
)
SETTINGS = {"calm": {}, "rough": {"storms": True}}


def constants_in(folder: Path, *lines: str) -> Constants:
    """Return constants with these lines in their file, below its heading."""
    file = folder / "constants.csv"
    file.write_text("\n".join(["setting,players,a_card,a_storm", *lines, ""]))
    return Constants(DECLARED, SETTINGS, (2, 3), file)


def test_what_is_not_tuned_has_the_values_of_the_first_edition(tmp_path: Path):
    constants = constants_in(tmp_path, "rough,3,1.5,")

    assert constants.first.tolist() == [2.0, -1.0]
    assert constants.table().tolist() == [
        [[2.0, -1.0], [2.0, -1.0]],
        [[2.0, -1.0], [1.5, -1.0]],
    ]


def test_tuned_values_are_written_and_read_again_in_the_order_of_the_settings(tmp_path: Path):
    constants = constants_in(tmp_path)
    tuned = {("rough", 2): np.array([2.0, 0.123456]), ("calm", 3): np.array([3.5, -1.0])}

    constants.write(tuned)

    assert constants.file.read_text().splitlines()[1:] == ["calm,3,3.5,", "rough,2,,0.123"]
    read = constants.tuned()
    assert {key: values.tolist() for key, values in read.items()} == {
        ("rough", 2): [2.0, 0.123],
        ("calm", 3): [3.5, -1.0],
    }


def test_the_compiler_knows_a_constant_by_its_place(tmp_path: Path):
    assert constants_in(tmp_path).places() == (0, 1)
    assert constants_in(tmp_path).places().a_storm == 1


def test_a_search_leaves_alone_what_does_not_matter(tmp_path: Path):
    constants = constants_in(tmp_path)

    assert constants.steps("calm").tolist() == [0.5, 0.0]
    assert constants.steps("rough").tolist() == [0.5, 0.25]


@pytest.mark.parametrize("constants", [NOAH, TRANQUILITY], ids=["noah", "tranquility"])
def test_every_row_of_a_file_is_for_a_setting_that_can_be_played(constants: Constants):
    known = [key for _, key in constants.rows()]

    assert list(constants.tuned()) == [key for key in known if key in constants.tuned()]
    assert np.isfinite(constants.table()).all()


@pytest.mark.parametrize("setting", TRANQUILITY.settings)
def test_an_observation_shows_which_constants_it_takes(setting: str):
    table = Table(load_game("tranquility"), None, **TRANQUILITY.settings[setting])
    table.reset(1)

    assert list(TRANQUILITY.settings)[setting_of(table.observation)] == setting


@pytest.mark.parametrize(
    ("options", "nearest"),
    [
        ({"removed_islands": 1}, "standard"),
        ({"removed_islands": "leucothea"}, "poseidon"),
        ({"removed_islands": 44}, "poseidon"),
        ({"expansions": ["monsters"], "monsters": 4}, "monsters 5"),
        ({"expansions": ["reefs", "monsters"], "monsters": 3}, "monsters 3"),
        ({"expansions": ["reefs", "storms"]}, "all three"),
        ({"mode": "pyramid", "edition": "ru"}, "pyramid"),
        ({"mode": "day_and_night", "removed_islands": 6}, "day and night"),
    ],
    ids=str,
)
def test_other_settings_take_the_constants_of_the_nearest(options, nearest: str):
    table = Table(load_game("tranquility"), 2, **options)
    table.reset(1)

    assert list(TRANQUILITY.settings)[setting_of(table.observation)] == nearest

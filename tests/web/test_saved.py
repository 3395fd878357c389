"""Tables in files."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from boardgame_envs.web.saved import MOST_KEPT, Drawer, SavedTable


def a_table(id: str = "a1") -> SavedTable:
    return SavedTable(id, "Elements", ["a person", "heuristic"], ["key", None], "watch", "{}")


def test_a_table_comes_out_as_it_was_saved(tmp_path: Path):
    Drawer(tmp_path).save(a_table())

    assert list(Drawer(tmp_path).tables()) == [a_table()]


def test_nobody_else_may_look_into_the_files(tmp_path: Path):
    drawer = Drawer(tmp_path / "tables")
    drawer.save(a_table())
    drawer.lobby_key()

    assert stat.S_IMODE((tmp_path / "tables").stat().st_mode) == 0o700
    for file in (tmp_path / "tables").iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_the_lobby_has_the_same_key_after_a_restart(tmp_path: Path):
    assert Drawer(tmp_path).lobby_key() == Drawer(tmp_path).lobby_key()


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "{}", '{"format": 2}', '{"format": 1, "id": 3}', "\x00", "[" * 100_000),
        json.dumps({"format": 1, **vars(a_table()), "keys": ["k"]}),
        json.dumps({"format": 1, **vars(a_table()), "id": "another"}),
    ],
)
def test_what_is_no_table_is_passed_over(tmp_path: Path, text: str):
    (tmp_path / "a1.json").write_text(text)
    Drawer(tmp_path).save(a_table("b2"))

    assert list(Drawer(tmp_path).tables()) == [a_table("b2")]


def test_the_oldest_tables_are_forgotten(tmp_path: Path):
    drawer = Drawer(tmp_path)
    for number in range(MOST_KEPT + 3):
        drawer.save(a_table(str(number)))

    assert len(list(drawer.tables())) == MOST_KEPT
    assert len(list(tmp_path.iterdir())) == MOST_KEPT


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path):
    (tmp_path / "file").write_text("")

    with pytest.raises(ValueError, match="tables cannot be kept in"):
        Drawer(tmp_path / "file" / "tables")

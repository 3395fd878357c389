"""Heuristics by tables: rows for what is said of actions, columns for circumstances."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from boardgame_envs.agents.heuristics.compiled_heuristic import CompiledHeuristic, heuristic_loop
from boardgame_envs.agents.heuristics.noah import ThirdEdition as NoahThird
from boardgame_envs.agents.heuristics.noah.tables import TABLES as NOAH_TABLES
from boardgame_envs.agents.heuristics.score_tables import Row, ScoreTables
from boardgame_envs.agents.heuristics.tranquility import ThirdEdition as TranquilityThird
from boardgame_envs.agents.heuristics.tranquility.tables import TABLES as TRANQUILITY_TABLES
from boardgame_envs.core.game import Game
from boardgame_envs.core.table import Table
from boardgame_envs.games.noah import GAME as NOAH
from boardgame_envs.games.tranquility import GAME as TRANQUILITY
from boardgame_envs.testing.random_games import random_play
from tests.games.test_noah import play
from tests.positions import position

CIRCUMSTANCES = "num_players", "pair"


def tables_in(folder: Path, worth: dict[tuple[Row, str], float]) -> ScoreTables:
    """Return tables for Noah in a file of its own; what is not said is worth nothing."""
    tables = ScoreTables(NOAH, CIRCUMSTANCES, folder / "worth.csv")
    values = np.zeros((len(tables.rows), len(tables.columns)), np.float32)
    for (row, column), value in worth.items():
        values[tables.rows.index(row), tables.columns.index(column)] = value
    tables.write(values)
    return tables


def choice(tables: ScoreTables, table: Table) -> str:
    """Return what tables choose, in notation."""

    class Judge(CompiledHeuristic):
        look, choose_action = (staticmethod(rule) for rule in tables.rules())
        notes = tables.notes

    notes = np.zeros(1, tables.notes)[0]
    observation = table.observe(table.seat)
    Judge.look(observation, notes)
    action = Judge.choose_action(observation, table.mask, notes)
    return NOAH.actions.name(table.states[0], int(action))


def two_players() -> Table:
    """Return a table at which a cat makes a pair and a panda does not."""
    return position("noah 2 | hands panda-f cat-f bear-f / cat-m snail | boats cat-m")


def test_a_column_is_a_label_or_a_flag():
    tables = ScoreTables(NOAH, CIRCUMSTANCES, Path("worth.csv"))

    assert tables.columns == [*(f"num_players {n}" for n in (2, 3, 4, 5)), "pair 0"]


def test_a_row_is_a_value_of_a_feature_or_an_action():
    tables = ScoreTables(NOAH, CIRCUMSTANCES, Path("worth.csv"))

    assert tables.rows[:2] == [Row("load", "my_pairs", 0), Row("load", "my_pairs", 1)]
    assert len(tables.rows) == len(set(tables.rows))
    actions = [row for row in tables.rows if not row.part]
    assert len(actions) == NOAH.num_actions
    assert tables.rows[-len(actions) :] == actions


def test_what_a_circumstance_cannot_be_is_refused():
    with pytest.raises(TypeError, match="'tears' is neither a flag nor one of several labels"):
        ScoreTables(NOAH, ["tears"], Path("worth.csv"))


def test_tables_are_read_as_they_were_written(tmp_path: Path):
    row = Row("load", "my_pairs", 1)
    tables = tables_in(tmp_path, {(row, "num_players 3"): -1.25})

    worth = tables.worth()

    assert worth[tables.rows.index(row)].tolist() == [0.0, -1.25, 0.0, 0.0, 0.0]
    assert np.count_nonzero(worth) == 1


def test_tables_of_another_edition_of_the_game_are_refused(tmp_path: Path):
    tables = tables_in(tmp_path, {})
    lines = tables.file.read_text().splitlines()
    tables.file.write_text("\n".join(lines[:-1]))

    with pytest.raises(ValueError, match=r"worth.csv does not have the rows of Noah"):
        tables.worth()


def test_the_action_is_chosen_of_which_most_is_said(tmp_path: Path):
    tables = tables_in(tmp_path, {(Row("load", "my_pairs", 1), "num_players 2"): 1.0})

    assert choice(tables, two_players()) == "play cat-f"


def test_what_is_worth_something_with_three_players_may_be_worth_nothing_with_two(tmp_path: Path):
    tables = tables_in(tmp_path, {(Row("load", "my_pairs", 1), "num_players 3"): 1.0})

    # all are worth the same, so the first in the order of actions is taken
    first = int(np.flatnonzero(two_players().mask)[0])
    assert choice(tables, two_players()) == NOAH.actions.name(two_players().states[0], first)


def test_a_flag_counts_where_it_is_set(tmp_path: Path):
    to_second, to_fifth = Row("move_noah", "", 0), Row("move_noah", "", 3)
    tables = tables_in(tmp_path, {(to_second, "num_players 2"): 0.5, (to_fifth, "pair 0"): 1.0})
    after_a_pair, after_a_bear = two_players(), two_players()

    play(after_a_pair, "play cat-f")
    play(after_a_bear, "play bear-f")

    assert choice(tables, after_a_pair) == "noah 5"
    assert choice(tables, after_a_bear) == "noah 2"


@pytest.mark.parametrize(
    ("kind", "game", "players", "options"),
    [
        (NoahThird, NOAH, 3, {}),
        (TranquilityThird, TRANQUILITY, 2, {"expansions": ["reefs", "monsters", "storms"]}),
    ],
    ids=["noah", "tranquility"],
)
def test_plain_and_compiled_tables_choose_the_same(
    kind: type[CompiledHeuristic], game: Game, players: int, options: dict[str, Any]
):
    seen, masks = some_decisions(Table(game, players, **options), 60)
    chosen = np.zeros((2, len(seen)), np.int64)
    compiled, notes = heuristic_loop(kind).load(), np.zeros(1, kind.notes)

    assert compiled is not None
    compiled(seen, masks, notes, chosen[0])
    for row in range(len(seen)):
        kind.look(seen[row], notes[0])
        chosen[1, row] = kind.choose_action(seen[row], masks[row], notes[0])

    assert np.array_equal(*chosen)
    assert len(set(chosen[0].tolist())) > 10


def some_decisions(table: Table, number: int) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return what is seen and legal at some decisions of a random game."""
    decisions = [
        (table.observe(table.seat).copy(), table.mask.copy())
        for turn, _ in enumerate(random_play(table, 8))
        if turn % 3 == 0
    ]
    seen, masks = zip(*decisions[:number], strict=True)
    return np.array(seen), np.array(masks)


@pytest.mark.parametrize("tables", [NOAH_TABLES, TRANQUILITY_TABLES], ids=["noah", "tranquility"])
def test_the_file_has_few_digits(tables: ScoreTables):
    with tables.file.open(newline="") as lines:
        numbers = [text for line in list(csv.reader(lines))[1:] for text in line[3:]]
    assert all(len(text.partition(".")[2]) == 2 for text in numbers)

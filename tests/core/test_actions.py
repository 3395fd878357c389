"""The action table: kinds and axes, and what is made of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from boardgame_envs.core.actions import Actions, ActionTable, Axis, known_to_actor
from boardgame_envs.core.compiled import rule
from boardgame_envs.core.game import ActionFeature, Game
from boardgame_envs.games import load_game
from tests.playing import all_games

CARD = Axis("card", ("+0", "+1", "+2"), ("first card", "second card", "third card"))
ROW = Axis("row", ("a", "b"), named_in=lambda state, row: state["rows"][row])
TABLE = ActionTable(
    Actions("wait", "do nothing"),
    Actions("play", "play the {card} in row {row}", (CARD, ROW)),
    Actions("hide_card", "hide the {card}", (CARD,), told=known_to_actor("hide a card")),
    Actions("mark", "mark row {row}", (ROW,), written="x {row}"),
)
AT, KIND = TABLE.offsets(), TABLE.kind_numbers()
POSITION = {"rows": ("north", "south"), "seat": 1}

each_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)


# --- for the rules ---


def test_kinds_follow_one_another_without_gaps():
    assert AT._asdict() == {"wait": 0, "play": 1, "hide_card": 7, "mark": 10}
    assert len(TABLE) == 12
    assert TABLE.range_of("hide_card") == range(7, 10)


def test_the_kind_of_an_action_and_its_number_among_them():
    assert TABLE.kind_of.tolist() == [0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3]
    assert TABLE.number_in_kind.tolist() == [0, 0, 1, 2, 3, 4, 5, 0, 1, 2, 0, 1]
    assert TABLE.kind_of[AT.mark + 1] == KIND.mark == 3


@rule
def first_of(kind: int) -> int:
    """Return the first action of one of two kinds."""
    return int(AT.play if kind == KIND.play else AT.mark)


def test_offsets_and_kinds_are_constants_of_compiled_code():
    assert [first_of(kind) for kind in (KIND.play, KIND.mark)] == [1, 10]


def test_the_place_of_each_action_on_an_axis():
    assert TABLE.along("card").tolist() == [-1, 0, 0, 1, 1, 2, 2, 0, 1, 2, -1, -1]
    assert TABLE.along("row").tolist() == [-1, 0, 1, 0, 1, 0, 1, -1, -1, -1, 0, 1]
    assert set(TABLE.along("nowhere")) == {-1}


def test_two_kinds_of_one_name_are_refused():
    with pytest.raises(ValueError, match=r"each kind of action needs a name of its own.*'wait'"):
        ActionTable(Actions("wait", "do nothing"), Actions("wait", "do nothing again"))


# --- names ---


def test_names_are_kind_and_axes_unless_they_are_written_otherwise():
    assert TABLE.names == [
        "wait",
        *("play +0 a", "play +0 b", "play +1 a", "play +1 b", "play +2 a", "play +2 b"),
        *("hide card +0", "hide card +1", "hide card +2"),
        *("x a", "x b"),
    ]


def test_meanings_say_axes_in_words_where_they_have_some():
    meanings = [row.meaning for row in TABLE]

    assert meanings[4] == "play the second card in row b"
    assert meanings[9] == "hide the third card"


def test_an_action_is_found_by_its_name_in_the_table():
    assert [TABLE.find(name) for name in TABLE.names] == list(range(len(TABLE)))
    with pytest.raises(KeyError, match="no action is called 'play north'"):
        TABLE.find("play north")


def test_a_position_may_name_actions_in_its_own_way():
    assert TABLE.name(POSITION, AT.play + 1) == "play +0 south"
    assert TABLE.name(POSITION, AT.mark) == "x north"


def test_others_learn_what_the_kind_tells_them():
    hide, play = TABLE.number("hide_card", 2), TABLE.number("play", 2, 1)

    assert TABLE.tell(POSITION, hide, observer=1) == "hide card +2"
    assert TABLE.tell(POSITION, hide, observer=0) == "hide a card"
    assert TABLE.tell(POSITION, play, observer=0) == "play +2 south"


def test_the_table_for_the_docs_has_a_row_for_each_kind():
    rows = TABLE.as_markdown().splitlines()

    assert len(rows) == 2 + len(TABLE.kinds)
    first, last = TABLE.range_of("mark")[0], TABLE.range_of("mark")[-1]
    assert rows[-1].startswith(f"| mark | {first}–{last} (2 rows) | `x a` … `x b` | mark row a … |")


# --- numbers ---


def test_a_kind_that_is_not_there_is_named_with_those_that_are():
    with pytest.raises(KeyError, match="called 'jump': wait, play, hide_card, mark"):
        TABLE.number("jump")


def test_legal_actions_are_grouped_by_kind_in_the_order_of_the_table():
    assert TABLE.group([11, 0, 8, 2, 7]) == {
        "wait": [0],
        "play": [2],
        "hide_card": [7, 8],
        "mark": [11],
    }


@each_game
def test_kind_and_indices_say_which_action_it_is(game: Game):
    table = game.actions
    for action in range(len(table)):
        kind = table.kind_at(action)
        assert table.number(kind.kind, *table.indices(action)) == action
        assert table.range_of(kind.kind)[table.number_in_kind[action]] == action
        assert table.kinds[table.kind_of[action]] is kind


@each_game
def test_each_name_in_the_table_stands_for_one_action(game: Game):
    assert [game.actions.find(name) for name in game.actions.names] == [*range(len(game.actions))]


@each_game
def test_every_axis_has_words_for_all_or_none(game: Game):
    for kind in game.actions.kinds:
        for axis in kind.axes:
            assert len(axis.words) in (0, axis.size)


# --- what agents rely on ---


def test_the_hash_moves_with_names_and_not_with_meanings():
    wait, play, hide, mark = TABLE.kinds
    renamed = ActionTable(replace(wait, kind="rest"), play, hide, mark)
    reordered = ActionTable(play, wait, hide, mark)
    reworded = ActionTable(replace(wait, meaning="let time go by"), play, hide, mark)

    assert len({TABLE.hash, renamed.hash, reordered.hash}) == 3
    assert reworded.hash == TABLE.hash


def test_an_action_feature_has_the_shape_of_its_kind():
    TABLE.check_feature("worth", (3, 2), "play")
    with pytest.raises(ValueError, match=r"'worth' has the shape \(2, 3\), but .* have \(3, 2\)"):
        TABLE.check_feature("worth", (2, 3), "play")


def test_an_action_feature_may_be_about_the_places_on_one_axis():
    first, second = (axis.name for axis in TABLE.of("play").axes)

    TABLE.check_feature("worth", (3,), "play", first)
    TABLE.check_feature("worth", (4,), "play", second)
    assert TABLE.spread_along("play", first) == (3, 2)
    assert TABLE.spread_along("play", second) == (2, 1)
    with pytest.raises(ValueError, match=r"'worth' has the shape \(2,\), but the axis .* 3 places"):
        TABLE.check_feature("worth", (2,), "play", first)
    with pytest.raises(ValueError, match=r"the actions 'play' have no axis 'moon', but"):
        TABLE.check_feature("worth", (3,), "play", "moon")


def test_a_game_with_a_wrong_action_feature_is_refused_when_it_is_made():
    game = load_game("elements")
    assert replace(game, action_features=(ActionFeature("my_hand", "lay"),)).action_features

    with pytest.raises(ValueError, match=r"'my_hand' has the shape \(6,\), but the actions 'take'"):
        replace(game, action_features=(ActionFeature("my_hand", "take"),))

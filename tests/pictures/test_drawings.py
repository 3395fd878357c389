"""What the pictures of games show, and to whom."""

from __future__ import annotations

import pytest

from boardgame_envs import Table, make_table
from boardgame_envs.core.sight import (
    clicks_of,
    draw_table,
    drawing_of,
    names_of,
    sight_of,
    sight_of_information,
)
from boardgame_envs.pictures.display import Scene, Words
from boardgame_envs.pictures.in_words import draw_words
from tests.pictures.tables import SHOWN, shown
from tests.playing import all_games


def piece_words(scene: Scene) -> dict[str, str]:
    return {piece.id: piece.words for piece in scene.pieces()}


def written(scene: Scene) -> set[str]:
    marks = [mark for zone in scene.zones for mark in zone.items]
    marks += [mark for piece in scene.pieces() for mark in piece.marks]
    return {mark.text for mark in marks if isinstance(mark, Words)}


def zone_words(scene: Scene) -> str:
    return " ".join(zone.words for zone in scene.zones)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_game_has_a_drawing(game):
    assert drawing_of(game) is not None


def test_elements_shows_own_cards_the_chain_and_totals_and_hides_the_other_hand():
    table = Table.at("elements | hands 1 6 / 3 4 | chain 2 5 | points 4 / 2 | open / 3 ")

    scene = draw_table(table, 0)

    words = piece_words(scene)
    assert [words["hand-0"], words["hand-1"]] == ["Wood 1", "Yin-Yang 6"]
    assert [words["chain-0"], words["chain-1"]] == ["Fire 2", "Water 5"]
    assert [words["hand-theirs-0"], words["hand-theirs-1"]] == ["a hidden card"] * 2
    assert words["open-theirs-0"] == "Earth 3"
    assert {"7", "Total 7: within the limit", "Total: hidden", "P1 to act"} <= written(scene)
    assert "P1: 4 points; hand 1 6, total 7" in zone_words(scene)


def test_spectators_of_elements_see_both_hands_and_what_lies_aside():
    table = Table.at("elements | hands 1 6 / 3 4 | chain 2 5 | points 4 / 2")

    words = piece_words(draw_table(table, None))

    assert [words["hand-theirs-0"], words["hand-theirs-1"]] == ["Earth 3", "Metal 4"]
    assert words["aside-0"] == "Wood 1"
    assert "a hidden card" not in words.values()


def test_noah_shows_boats_with_load_and_limit_and_where_noah_is():
    table = shown("noah-2")
    scene = draw_table(table, 0)
    view, words = table.view(0), piece_words(scene)

    here = words[f"boat-{view['noah']}"]
    assert here.endswith("Noah is here.")
    assert sum(said.endswith("Noah is here.") for said in words.values()) == 1
    limit = 13 if view["woodpecker"][0] else 21
    assert f"weight {limit - view['room'][0]} of {limit}" in here
    assert len([id for id in words if id.startswith("hand-")]) == view["hand_sizes"][0]


def test_known_cards_of_an_opponent_are_shown_in_noah_and_no_others():
    table = shown("noah-5")
    view, words = table.view(1), piece_words(draw_table(table, 1))

    for steps in range(1, 5):
        seat = (1 + steps) % 5
        chips = [said for id, said in words.items() if id.startswith(f"seat-{seat}-")]
        assert len(chips) == view["hand_sizes"][steps]
        known = sum(view["known"][steps - 1])
        assert chips.count("a hidden card") == view["hand_sizes"][steps] - known


def test_tranquility_shows_islands_gaps_and_what_closes_a_row():
    table = shown("tranquility-5-stormy")
    view, scene = table.view(2), draw_table(table, 2)
    words = piece_words(scene)

    for cell, number in enumerate(view["grid"]):
        said = words[f"cell-{cell}"]
        assert (f"island {number}" in said) if number else ("empty" in said)
    reef = view["reef"]
    assert reef is None or words[f"row-{reef - 1}"].startswith(f"row {reef}, the reef")
    assert all(", closed" in words[f"cell-{cell}"] for cell in range(36)
               if view["grid"][cell] == 0 and cell // 6 + 1 == reef)  # fmt: skip


def test_a_gap_says_which_numbers_belong_there():
    table = Table.at("tranquility | grid a1=3 c1=9 e1=10 f6=79")
    words = piece_words(draw_table(table, 0))

    assert words["cell-1"] == "cell b1: empty, numbers 4-8"
    assert words["cell-3"] == "cell d1: empty, numbers none"
    assert words["cell-19"].endswith("numbers 11-78")


def test_each_card_of_a_duel_has_the_mark_of_its_owner():
    table = shown("tranquility-duel")
    view, words = table.view(0), piece_words(draw_table(table, 0))

    for cell, number in enumerate(view["grid"]):
        if number:
            owner = "P1" if view["mine"][cell] else "P2"
            assert words[f"cell-{cell}"].endswith(f"placed by {owner}")


def test_cards_lie_sun_or_moon_up():
    table = shown("tranquility-day-and-night")
    view, words = table.view(0), piece_words(draw_table(table, 0))

    for cell, number in enumerate(view["grid"]):
        if number:
            side = "moon" if view["moon"][cell] else "sun"
            assert words[f"cell-{cell}"].endswith(f"{side} up")


def test_the_last_action_is_told_as_the_observer_learns_of_it():
    table = make_table("tranquility", num_players=2)
    table.reset(1)
    name = next(name for name in table.legal_names() if name.startswith("discard"))
    actor = table.seat
    table.play(name)

    assert table.last_told(actor) == table.last_told(None) == f"P{actor + 1}: {name}"
    assert table.last_told(1 - actor) == f"P{actor + 1}: discard a card"
    assert f"Last: P{actor + 1}: discard a card" in written(draw_table(table, 1 - actor))
    table.undo()
    assert table.last_told(None) == ""


@pytest.mark.parametrize("name", SHOWN)
def test_an_information_state_is_drawn_as_its_table(name):
    table = shown(name)
    sight = sight_of(table, 0, last="")
    assert sight_of_information(table.information(0)) == sight


def test_players_may_have_names():
    scene = draw_table(shown("elements"), 0, names=["Ada", "A very long name for a player <b>"])
    assert "Ada" in written(scene)
    assert any(text.startswith("A very") and text.endswith("…") for text in written(scene))
    with pytest.raises(ValueError, match="there must be 2 names, not 1"):
        names_of(2, ["Ada"])


def test_a_card_and_a_cell_are_an_action():
    table = make_table("tranquility", num_players=2)
    table.reset(2)
    action = table.game.actions.number("play", 1, 14)
    assert clicks_of(table.game, sight_of(table, table.seat), action) == (("hand-1",), ("cell-14",))


def test_any_of_equal_cards_may_be_pointed_at():
    table = Table.at("elements | hands 1 1 6 / 3 4 | chain 2 5")
    sight = sight_of(table, 0)
    actions = {name: table.game.actions.find(name) for name in ("lay 1", "discard 6", "take")}
    pointed = {name: clicks_of(table.game, sight, action) for name, action in actions.items()}
    assert pointed == {
        "lay 1": (("hand-0", "hand-1"), ("chain",)),
        "discard 6": (("hand-2",), ("discards",)),
        "take": (("chain-1",),),
    }


def test_words_in_a_picture_are_wrapped_and_never_too_many():
    scene = draw_words("Cart", ["one two " * 60, "three\n" * 90], "P1: load 3")
    texts = written(scene)
    assert "…" in texts
    assert "Last: P1: load 3" in texts
    assert all(mark.y < 640 for mark in scene.zones[2].items if isinstance(mark, Words))

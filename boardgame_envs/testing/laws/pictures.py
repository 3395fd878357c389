"""Laws of pictures: they show nobody what is hidden, and all in them can be pointed at."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from boardgame_envs.core.sight import clicks_of, draw_sight, draw_table, sight_of
from boardgame_envs.core.table import Table
from boardgame_envs.pictures.as_json import scene_data
from boardgame_envs.pictures.display import Scene
from boardgame_envs.pictures.svg import to_svg
from boardgame_envs.testing.lawmaking import Case, Each, expect, law
from boardgame_envs.testing.twins import Twin

# every how many decisions the table is looked at: pictures take longer than steps
LOOKED_AT = 5


def pictures_of(table: Table, seat: int) -> dict[str, Any]:
    """Return the picture that a seat sees, in the forms that are sent to others."""
    # what was told of the last action is a law of secrets; a table dealt anew has no past
    scene, information = draw_table(table, seat, last=""), table.information(seat)
    return {
        "the display list": scene_data(scene),
        "the SVG": to_svg(scene),
        "what notebooks show": information._repr_html_(),
        "the repr": repr(information),
    }


def expect_same_picture(table: Table, other: Table, seat: int) -> None:
    """Complain of a picture by which a seat could tell two tables apart."""
    shown, shown_there = pictures_of(table, seat), pictures_of(other, seat)
    differ = [name for name, picture in shown.items() if picture != shown_there[name]]
    expect(not differ, f"seat {seat} is shown something hidden: {', '.join(differ)}")


@law(Each.OPTION_SET)
def a_picture_shows_a_seat_nothing_hidden(case: Case) -> None:
    """A picture is the same when what a seat cannot know is dealt anew, and at a twin's table."""
    table, rng = case.new_table(), np.random.default_rng(61)
    for turn, _ in enumerate(case.random_play(table, seed=61)):
        if turn % LOOKED_AT == 0:
            seat = turn // LOOKED_AT % table.num_players
            expect_same_picture(table, table.redealt(seat, seed=turn), seat)
            expect_same_picture(table, Twin(table, seat, rng).exchanged(), seat)
    for seat in range(table.num_players):
        expect_same_picture(table, table.redealt(seat, seed=5), seat)


@law(Each.SETTING)
def what_is_drawn_lies_in_the_picture_and_has_an_id_and_words(case: Case) -> None:
    """Ids are not given twice, cards and cells say what they are, and all have one size."""
    table, sizes = case.new_table(), set()
    for turn, _ in enumerate(case.random_play(table, seed=62)):
        if turn % LOOKED_AT == 0:
            for seat in (turn // LOOKED_AT % table.num_players, None):
                scene = draw_table(table, seat)
                check_scene(scene)
                sizes.add((scene.width, scene.height))
    for seat in (0, None):
        check_scene(draw_table(table, seat))
    expect(len(sizes) <= 1, f"the pictures of one game have the sizes {sizes}")


def check_scene(scene: Scene) -> None:
    """Complain of a picture with pieces that nobody can point at."""
    ids = Counter([*(zone.id for zone in scene.zones), *(piece.id for piece in scene.pieces())])
    twice = [id for id, count in ids.items() if count > 1]
    expect(not twice, f"an id is given twice: {', '.join(twice)}")
    for zone in scene.zones:
        expect(zone.words, f"the zone {zone.id} has no words")
    for piece in scene.pieces():
        expect(piece.words, f"{piece.id} has no words")
        inside = piece.x >= 0 and piece.y >= 0 and piece.width > 0 and piece.height > 0
        right, bottom = piece.x + piece.width, piece.y + piece.height
        expect(
            inside and right <= scene.width and bottom <= scene.height,
            f"{piece.id} lies outside the picture",
        )


@law(Each.SETTING)
def actions_are_chosen_by_pointing_at_what_is_there(case: Case) -> None:
    """Whatever a legal action is said to belong to is in the picture of who may take it."""
    table = case.new_table()
    for turn, _ in enumerate(case.random_play(table, seed=63)):
        if turn % LOOKED_AT:
            continue
        sight = sight_of(table, table.seat)
        scene = draw_sight(table.game, sight)
        there = {*(zone.id for zone in scene.zones), *(piece.id for piece in scene.pieces())}
        for action in table.legal_actions():
            for choice in clicks_of(table.game, sight, action):
                name = table.game.actions.name(table.states[0], action)
                expect(choice, f"{name!r} needs something that is not in the picture")
                missing = set(choice) - there
                expect(not missing, f"{name!r} belongs to {missing}, which are not in the picture")

"""Pictures as SVG: on record, well formed, with ids and words."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from boardgame_envs.core.sight import draw_table
from boardgame_envs.pictures.display import Box, Face, Piece, Scene, Words, Zone
from boardgame_envs.pictures.svg import to_svg
from tests.pictures.tables import SHOWN, shown

GOLDEN = Path(__file__).parent / "golden"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", SHOWN)
def test_pictures_are_those_on_record(name: str, update_golden: bool):
    table = shown(name)
    text = to_svg(draw_table(table, max(table.seat, 0)))

    path = GOLDEN / f"{name}.svg"
    if update_golden:
        path.write_text(text)
    assert text == path.read_text()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("seat", [0, None])
def test_a_document_is_well_formed_and_its_ids_are_its_own(seat, theme):
    scene = draw_table(shown("noah-5"), seat)
    root = ET.fromstring(to_svg(scene, theme))

    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(set(ids)) == len(ids)
    used = {element.get("href") for element in root.iter(f"{SVG}use")}
    assert used <= {f"#{id}" for id in ids}
    assert {piece.id for piece in scene.pieces()} <= set(ids)
    assert root.find(f"{SVG}title").text == scene.title


def test_no_document_asks_for_anything_from_elsewhere():
    for name in SHOWN:
        text = to_svg(draw_table(shown(name), None)).replace("http://www.w3.org/2000/svg", "")
        assert "http" not in text
        assert "url(" not in text


def test_names_are_escaped_and_ids_have_a_prefix():
    face = Face("sack", 10, 20, (Box(0, 0, 10, 20, "card", "card_line", 2),))
    words = Words(1, 2, "<P1> & 'P2'", 12, "ink", "end", bold=True)
    piece = Piece("hand-0", "card", 'a "sack"', 5, 6, 5, 10, (face.at(5, 6, 5),))
    scene = Scene(40, 30, "<a>", "&", (Zone("hand", "1 < 2", (words, piece)),))

    text = to_svg(scene, prefix="x-")

    root = ET.fromstring(text)
    assert root.find(f".//{SVG}text").text == "<P1> & 'P2'"
    assert root.find(f".//{SVG}g[@id='x-hand-0']").get("aria-label") == 'a "sack"'
    assert 'href="#x-face-sack" transform="translate(5 6) scale(0.5)"' in text


def test_there_are_two_themes():
    scene = Scene(4, 3, "", "", ())
    assert to_svg(scene, "light") != to_svg(draw_table(shown("elements"), 0), "dark")
    with pytest.raises(ValueError, match="theme must be 'light' or 'dark', not 'blue'"):
        to_svg(scene, "blue")

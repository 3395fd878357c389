"""``boardgame-envs show`` with --html, --gif, --png and --svg."""

from __future__ import annotations

import base64
import gzip
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from boardgame_envs import make_table
from boardgame_envs.command_line import main
from boardgame_envs.core.records import record_game, write_records
from boardgame_envs.core.seats import NOBODY
from boardgame_envs.core.table import Table
from boardgame_envs.pictures.as_json import scene_data
from boardgame_envs.replays import replay_page, scene_at, scenes_of

GAMES = [
    ("elements", {}),
    ("noah", {"num_players": 5}),
    ("tranquility", {"num_players": 4, "expansions": ["reefs", "monsters", "storms"]}),
]
LARGEST_PAGE = 400_000
CHROMIUM = shutil.which("chromium")
HEADLESS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--virtual-time-budget=5000",
]


def finished(game: str, options: dict) -> Table:
    table = make_table(game, **options)
    table.reset(3)
    while not table.over:
        legal = table.legal_actions()
        table.step(legal[table.num_decisions * 7 % len(legal)])
    return table


def data_of(page: str) -> dict:
    packed = re.search(r'id="data">([^<]+)<', page).group(1)
    return json.loads(gzip.decompress(base64.b64decode(packed)))


def unfolded(data: dict, number: int) -> dict:
    """Return a scene of a page as if it had been written alone."""
    width, height, title, zones = data["scenes"][number]
    parts = [data["zones"][zone] for zone in zones]
    return {
        "width": width,
        "height": height,
        "title": title,
        "zones": [
            {"id": id, "words": words, "items": [data["items"][item] for item in items]}
            for id, words, items in parts
        ],
    }


@pytest.fixture
def record(tmp_path: Path) -> str:
    path = tmp_path / "game.jsonl"
    write_records(path, [record_game(finished("elements", {}))])
    return str(path)


@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
def test_a_page_is_small_and_asks_for_nothing_from_elsewhere(game, options):
    page = replay_page(finished(game, options))
    assert len(page.encode()) < LARGEST_PAGE
    for outside in ("http:", "https:", "//cdn", "url(", "@import", "<link", " src="):
        assert outside not in page
    assert "@@" not in page


def test_a_page_shows_each_observer_what_it_saw_and_no_more():
    table = finished("noah", {"num_players": 3})
    data = data_of(replay_page(table))

    assert [view["name"] for view in data["views"]] == ["everything", "P1", "P2", "P3"]
    for view in data["views"]:
        scenes = list(scenes_of(table, view["seat"]))
        assert len(view["frames"]) == len(scenes) == table.num_decisions + 1
        for number, scene in list(zip(view["frames"], scenes, strict=True))[::7]:
            wanted = json.loads(json.dumps(scene_data(scene)))
            assert unfolded(data, number)["zones"] == wanted["zones"]
    log = [line for _, line in data["views"][1]["log"]]
    assert len(log) >= table.num_decisions


def test_a_game_that_is_not_over_has_no_replay():
    table = make_table("elements")
    table.reset(1)
    for show in (replay_page, lambda table: scene_at(table, 0, None)):
        with pytest.raises(ValueError, match="the game is not over: a replay would show"):
            show(table)


def test_the_turn_is_one_of_the_game():
    table = finished("elements", {})
    assert scene_at(table, table.num_decisions, 0) == [*scenes_of(table, 0)][-1]
    assert scene_at(table, 3, 1) == [*scenes_of(table, 1)][3]
    with pytest.raises(ValueError, match=f"from 0 to {table.num_decisions}, the end of the game"):
        scene_at(table, table.num_decisions + 1, None)
    assert table.seat == NOBODY


def test_a_network_says_what_it_thinks_of_each_decision(record, tmp_path, capsys):
    pytest.importorskip("onnxruntime")
    page = tmp_path / "game.html"
    assert main(["show", record, "--html", str(page)]) == 0
    data = data_of(page.read_text())

    assert data["agent"] == "elements"
    for decision in data["decisions"]:
        names = [name for name, _ in decision["odds"]]
        assert decision["action"] in names
        assert 0 < sum(odds for _, odds in decision["odds"]) <= 1.01
        assert -2 <= decision["expects"] <= 2
    assert main(["show", record, "--html", str(page), "--agent", "none"]) == 0
    assert data_of(page.read_text())["agent"] == ""
    assert main(["show", record, "--html", str(page), "--agent", "random"]) == 2
    assert "random has no odds to show" in capsys.readouterr().err


def test_pictures_are_written_to_files(record, tmp_path, capsys):
    image = pytest.importorskip("PIL.Image")
    gif, png, svg = (tmp_path / f"game.{kind}" for kind in ("gif", "png", "svg"))
    files = ["--gif", str(gif), "--png", str(png), "--svg", str(svg)]
    status = main(["show", record, *files, "--turn", "2", "--as", "P2", "--size", "small"])

    assert status == 0
    assert capsys.readouterr().out.count(" kB\n") == 3
    with image.open(png) as picture:
        assert picture.size == (480, 320)
    with image.open(gif) as picture:
        frames = picture.n_frames
    assert 2 < frames <= finished("elements", {}).num_decisions + 1
    assert "as P2 sees it" in svg.read_text()
    assert main(["show", record, "--png", str(png), "--turn", "999"]) == 2
    assert "the turn must be from 0 to" in capsys.readouterr().err


def test_a_position_is_drawn_as_it_stands(tmp_path):
    svg = tmp_path / "position.svg"
    position = "elements | hands 1 6 / 3 4 | chain 2 5 | points 4 / 2"
    assert main(["show", "--position", position, "--svg", str(svg), "--as", "P1"]) == 0
    assert "a hidden card" in svg.read_text()
    assert main(["show", "--position", position, "--html", str(svg)]) == 2


@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here to open the page with")
def test_a_browser_plays_the_page(tmp_path):
    table = finished("elements", {})
    page = tmp_path / "game.html"
    page.write_text(replay_page(table, observer=1))
    shown = subprocess.run(
        [CHROMIUM, *HEADLESS, f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom",
         f"{page.as_uri()}#3"],
        check=False, capture_output=True, text=True, timeout=240,
    ).stdout  # fmt: skip

    assert 'data-ready="yes"' in shown
    assert f"3 of {table.num_decisions}" in shown
    assert "Elements, as P2 sees it" in shown
    assert shown.count("<use ") > 5
    assert 'aria-current="true"' in shown

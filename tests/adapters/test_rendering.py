"""Rendering: words, pixels and SVG, as seats see the table; videos and windows of others."""

from __future__ import annotations

import base64
import pickle
import sys
import warnings
import xml.etree.ElementTree as ET

import gymnasium
import numpy as np
import pytest

from boardgame_envs import OptionError, elements_v0, make_table, noah_v0, tranquility_v0
from boardgame_envs.adapters.gymnasium_single import SeatEnv
from boardgame_envs.adapters.gymnasium_vector import SeatVectorEnv
from boardgame_envs.adapters.rendering import (
    check_render_mode,
    check_render_seat,
    observer_of,
    render_table,
)
from boardgame_envs.core.records import record_game
from boardgame_envs.core.sight import draw_table
from boardgame_envs.pictures import pillow
from boardgame_envs.pictures.pillow import Painter, to_array
from boardgame_envs.pictures.svg import to_svg
from tests.pictures.tables import shown

MODULES = [elements_v0, noah_v0, tranquility_v0]


def play_with(env, decisions: int = 1000) -> int:
    """Let the first legal action be taken until the game is over; return how often."""
    for number in range(decisions):
        if not env.agents:
            return number
        observation, _, over, cut, _ = env.last()
        env.step(None if over or cut else int(observation["action_mask"].argmax()))
    return decisions


# --- arguments ---


def test_there_are_four_modes():
    modes = [None, "ansi", "human", "rgb_array", "svg"]
    assert [check_render_mode(mode) for mode in modes] == modes
    complaint = "must be None, 'ansi', 'human', 'rgb_array' or 'svg', not 'rgb'"
    with pytest.raises(OptionError, match=complaint):
        check_render_mode("rgb")


def test_a_seat_is_selected_named_or_none_of_them():
    assert [observer_of(check_render_seat(seat, 3), 1) for seat in
            ("selected", "player_0", "player_2", "table")] == [1, 0, 2, None]  # fmt: skip
    complaint = "must be 'selected', 'player_0', 'player_1' or 'table', not 'player_2'"
    with pytest.raises(OptionError, match=complaint):
        check_render_seat("player_2", 2)


def test_without_pillow_one_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    monkeypatch.setattr(pillow, "painter", pillow.painter.__wrapped__)
    env = elements_v0.env(render_mode="rgb_array")
    env.reset(seed=1)
    with pytest.raises(ImportError, match=r"pip install 'boardgame_envs\[pictures\]'"):
        env.render()


# --- what is shown ---


def test_a_text_is_returned_or_printed(capsys):
    table = shown("elements")
    assert render_table(table, "ansi", 1) == table.text(1)
    assert capsys.readouterr().out == ""
    assert render_table(table, "human", 1) is None
    assert capsys.readouterr().out == table.text(1) + "\n"
    whole = table.game.observation.describe_table(table.states[0])
    assert render_table(table, "ansi", None) == whole


def test_without_a_mode_there_is_a_warning():
    with pytest.warns(UserWarning, match="needs an environment made with a render_mode"):
        assert render_table(shown("elements"), None, 0) is None


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_frames_of_a_game_have_one_size_and_are_new_arrays(module):
    env = module.env(render_mode="rgb_array", render_seat="player_1", num_players=2)
    env.reset(seed=3)
    frames = [env.render()]
    for _ in range(12):
        play_with(env, 1)
        frames.append(env.render())

    assert {(frame.shape, frame.dtype) for frame in frames} == {((640, 960, 3), np.dtype("uint8"))}
    assert len({frame.tobytes() for frame in frames}) > 6
    kept = frames[0].copy()
    frames[1][...] = 0
    assert np.array_equal(frames[0], kept)
    assert np.array_equal(env.render(), frames[-1])


def test_the_selected_agent_a_named_one_or_spectators_see_the_table():
    envs = {
        seat: noah_v0.raw_env(render_mode="svg", render_seat=seat, num_players=3)
        for seat in ("selected", "player_2", "table")
    }
    for env in envs.values():
        env.reset(seed=4)
        play_with(env, 3)
    table = envs["table"].table
    seats = {"selected": table.seat, "player_2": 2, "table": None}
    for seat, env in envs.items():
        assert env.render() == to_svg(draw_table(table, seats[seat]))


def test_the_parallel_environment_shows_pictures_too():
    env = elements_v0.parallel_env(render_mode="rgb_array")
    env.reset(seed=1)
    assert np.array_equal(env.render(), to_array(draw_table(env.table, env.table.seat)))


def test_a_learner_sees_its_own_side_of_the_table():
    env = SeatEnv("elements", seat=1, render_mode="svg")
    env.reset(seed=2)
    assert env.render() == to_svg(draw_table(env.table, 1))


def test_many_tables_are_a_frame_each():
    env = SeatVectorEnv("elements", 3, seat=1, render_mode="rgb_array")
    env.reset(seed=2)
    frames = env.render()
    assert len(frames) == 3
    for i, frame in enumerate(frames):
        assert np.array_equal(frame, to_array(draw_table(env.tables.table(i), 1)))


@pytest.mark.parametrize("game", ["elements", "noah", "tranquility"])
def test_what_is_painted_after_other_pictures_is_as_if_painted_alone(game):
    table, rng = make_table(game), np.random.default_rng(5)
    table.reset(5)
    kept = Painter("light", 0.5)
    for number in range(60):
        # spectators' pictures, which show every hand, come between those of seats
        seat = (0, None, 1)[number % 3]
        scene = draw_table(table, seat)
        alone = Painter("light", 0.5)
        # shapes are painted the same by all; where they lie, and on what, is found out anew
        alone.shapes = kept.shapes
        assert np.array_equal(kept.paint(scene), alone.paint(scene))
        if table.over:
            break
        table.step(int(rng.choice(table.legal_actions())))


def test_hidden_cards_stay_on_no_canvas():
    table = make_table("elements")
    table.reset(3)
    scene = draw_table(table, 0)
    kept, alone = Painter("dark", 0.5), Painter("dark", 0.5)
    # as if a spectator's picture had been painted under the title of a seat's
    kept.paint(draw_table(table, None)._replace(title=scene.title))

    assert np.array_equal(kept.paint(scene), alone.paint(scene))


# --- notebooks and repr ---


def svg_of(html: str) -> str:
    """Return the SVG within an image of a page."""
    data = ET.fromstring(html.replace(">", "/>", 1) if html.endswith(">") else html).get("src")
    return base64.b64decode(data.removeprefix("data:image/svg+xml;base64,")).decode()


def test_notebooks_show_what_the_seat_to_act_sees():
    table = shown("noah-2")
    assert svg_of(table._repr_html_()) == to_svg(draw_table(table, table.seat))
    seen = draw_table(table, 1, last="")
    assert svg_of(table.information(1)._repr_html_()) == to_svg(seen)


def test_notebooks_show_environments_as_their_render_seat_sees_them():
    env = noah_v0.env(num_players=2, render_seat="player_1")
    assert env._repr_html_() is None
    env.reset(seed=1)
    assert svg_of(env._repr_html_()) == to_svg(draw_table(env.table, 1))
    learner = SeatEnv("noah", num_players=2, seat=1)
    assert learner._repr_html_() is None
    learner.reset(seed=1)
    assert svg_of(learner._repr_html_()) == to_svg(draw_table(learner.table, 1))
    many = SeatVectorEnv("noah", 2, num_players=2, seat=1)
    assert many._repr_html_() is None
    many.reset(seed=1)
    assert svg_of(many._repr_html_()) == to_svg(draw_table(many.tables.table(0), 1))


def test_notebooks_show_how_a_recorded_game_ended():
    table = make_table("elements")
    table.reset(1)
    while not table.over:
        table.step(table.legal_actions()[0])
    record = record_game(table)

    assert svg_of(record._repr_html_()) == to_svg(draw_table(table, None))
    assert svg_of(table._repr_html_()) == to_svg(draw_table(table, None))
    record["events"] = []
    assert record._repr_html_() is None


def test_a_repr_says_which_game_it_is_and_how_it_stands_without_a_card():
    table = make_table("noah", num_players=3, play_to=26)
    assert repr(table) == "<Table noah_v0, 3 players, play_to=26: no game has begun>"
    table.reset(1)
    said = f"P{table.seat + 1} to act, phase 'load', 0 decisions made"
    assert repr(table) == f"<Table noah_v0, 3 players, play_to=26: {said}>"
    number = int(table.mask.sum())
    assert repr(table.information()) == (
        f"<InformationState of P{table.seat + 1} in noah_v0, 3 players: "
        f"P{table.seat + 1} to act, phase 'load', {number} legal actions>"
    )
    assert repr(pickle.loads(pickle.dumps(table.information()))) == repr(table.information())
    env = elements_v0.raw_env()
    assert repr(env) == "<TableEnv elements_v0, 2 players: no game has begun>"
    learner = SeatEnv("elements", seat=1)
    learner.reset(seed=1)
    assert repr(learner).startswith("<SeatEnv elements_v0, 2 players, P2 learns: P2 to act")
    many = SeatVectorEnv("elements", 4)
    assert repr(many) == "<SeatVectorEnv elements_v0, 2 players: 4 tables, no game has begun>"


# --- the wrappers of others ---


def first_legal(env, info) -> int:
    return int(info["action_mask"].argmax())


@pytest.fixture
def no_window(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")


def test_gymnasium_records_videos(tmp_path):
    pytest.importorskip("moviepy")
    env = gymnasium.make("boardgame_envs/Elements-v0", render_mode="rgb_array")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        video = gymnasium.wrappers.RecordVideo(env, str(tmp_path), video_length=4)
        _, info = video.reset(seed=1)
        for _ in range(5):
            _, _, over, cut, info = video.step(first_legal(video, info))
            if over or cut:
                break
        video.close()
    (file,) = tmp_path.glob("*.mp4")
    assert file.stat().st_size > 1000


def test_gymnasium_records_videos_of_many_tables(tmp_path):
    pytest.importorskip("moviepy")
    env = SeatVectorEnv("elements", 2, render_mode="rgb_array")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        video = gymnasium.wrappers.vector.RecordVideo(env, str(tmp_path), video_length=3)
        _, infos = video.reset(seed=1)
        for _ in range(4):
            infos = video.step(infos["action_mask"].argmax(axis=1))[-1]
        video.close()
    assert [file.stat().st_size > 1000 for file in tmp_path.glob("*.mp4")] == [True]


def test_gymnasium_opens_a_window(no_window):
    pygame = pytest.importorskip("pygame")
    env = gymnasium.make("boardgame_envs/Noah-v0", render_mode="rgb_array", num_players=2)
    window = gymnasium.wrappers.HumanRendering(env)
    # a frame is on the screen for a second unless somebody is in a hurry
    window.metadata["render_fps"] = 1000
    _, info = window.reset(seed=1)
    window.step(first_legal(window, info))
    shown_there = pygame.surfarray.array3d(pygame.display.get_surface()).transpose(1, 0, 2)
    assert np.array_equal(shown_there, env.render())
    window.close()


@pytest.mark.parametrize("is_parallel", [False, True])
def test_pettingzoo_records_videos(tmp_path, is_parallel):
    wrappers = pytest.importorskip("pettingzoo.utils.wrappers")
    pytest.importorskip("moviepy")
    if not hasattr(wrappers, "RecordVideo"):
        pytest.skip("this PettingZoo has no RecordVideo")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if is_parallel:
            video = wrappers.RecordVideoParallel(
                elements_v0.parallel_env(render_mode="rgb_array"), str(tmp_path), video_length=3
            )
            video.reset(seed=1)
            for _ in range(4):
                seat = video.unwrapped.table.seat
                actions = {f"player_{1 - seat}": video.unwrapped.no_op}
                actions[f"player_{seat}"] = int(video.unwrapped.table.mask.argmax())
                video.step(actions)
        else:
            env = elements_v0.env(render_mode="rgb_array", render_seat="player_0")
            video = wrappers.RecordVideo(env, str(tmp_path), video_length=3)
            video.reset(seed=1)
            play_with(video, 4)
        video.close()
    (file,) = tmp_path.glob("*.mp4")
    assert file.stat().st_size > 1000

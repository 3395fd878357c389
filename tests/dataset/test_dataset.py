"""Data sets: what was written is what the seats saw, did and earned, and nothing else."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from boardgame_envs.core.seats import seat_name
from boardgame_envs.core.table import Table
from boardgame_envs.dataset import DatasetError, read_games, read_numbers, read_text
from boardgame_envs.dataset.making import Plan, make_dataset
from boardgame_envs.dataset.minari_episodes import check_minari, write_episodes
from boardgame_envs.dataset.seen_game import play_seen
from boardgame_envs.dataset.words import put_into_words
from boardgame_envs.games import load_game
from boardgame_envs.text import decision_prompt, read_reply
from tests.command_line.test_commands import run
from tests.opponents import FirstLegal, LastLegal

TABLES = [
    ("elements", 2, {}),
    ("noah", 3, {}),
    ("tranquility", 2, {"mode": "duel"}),
    ("tranquility", 3, {}),
]


def make(path: Path, game: str, players: int, options: dict, games: int = 4, **plan) -> Table:
    table = Table(load_game(game), players, **options)
    made = list(make_dataset(path, Plan(table, ["heuristic", "random"], games, 7, **plan)))
    assert made == list(range(games))
    return table


@pytest.fixture(scope="module", params=TABLES, ids=lambda table: f"{table[0]}-{table[1]}")
def written(request, tmp_path_factory):
    path = tmp_path_factory.mktemp("data")
    table = make(path, *request.param, in_words=False, games_in_a_piece=3)
    return path, table


def test_the_games_can_be_played_again_and_show_the_same(written):
    path, table = written
    columns, row = read_numbers(path), 0
    for game in read_games(path):
        table.reset(game["seed"])
        while not table.over:
            assert columns["game"][row] == game["game"]
            assert columns["seat"][row] == table.seat
            assert columns["agent"][row] == game["agents"][table.seat]
            assert np.array_equal(columns["observation"][row], table.observation)
            assert np.array_equal(columns["mask"][row], table.mask)
            table.step(int(columns["action"][row]))
            row += 1
        assert game["returns"] == table.returns
        for seat in range(table.num_players):
            shown = columns["end_observation"][game["game"], seat]
            assert np.array_equal(shown, table.observe(seat))
    assert row == len(columns["action"])


def test_a_row_is_the_same_in_every_world_that_its_seat_holds_possible(written):
    path, table = written
    columns, row, others = read_numbers(path), 0, 0
    for game in read_games(path):
        table.reset(game["seed"])
        while not table.over:
            world = table.information().worlds(1, row)[0]
            others += world.record != table.record
            assert np.array_equal(columns["observation"][row], world.observe(table.seat))
            assert np.array_equal(columns["mask"][row], world.mask)
            table.step(int(columns["action"][row]))
            row += 1
    assert others > row / 4


def test_every_action_is_in_its_mask(written):
    columns = read_numbers(written[0])

    assert columns["mask"][np.arange(len(columns["action"])), columns["action"]].all()
    assert not columns["mask"].all()


def test_the_rewards_of_a_seat_add_up_to_its_return(written):
    path, table = written
    columns = read_numbers(path)
    for game in read_games(path):
        for seat in range(table.num_players):
            rows = (columns["game"] == game["game"]) & (columns["seat"] == seat)
            assert rows.any()
            assert (columns["return"][rows] == np.float32(game["returns"][seat])).all()
            assert columns["reward"][rows].sum() == pytest.approx(game["returns"][seat], abs=1e-5)
            assert columns["last"][rows].tolist() == [False] * (rows.sum() - 1) + [True]


def test_what_another_seat_brings_a_seat_is_paid_with_its_own_last_decision():
    # the second player surrenders at once, and the first one wins by that
    table = Table(load_game("elements"))
    game = play_seen(table, [FirstLegal(), LastLegal()], [0, 1], 1)

    by_seat = [[each for each in game.decisions if each.seat == seat] for seat in (0, 1)]
    assert sum(each.reward for each in by_seat[0]) == game.returns[0] != 0
    assert by_seat[0][-1].reward == -by_seat[1][-1].reward != 0


def test_agents_change_seats_from_game_to_game(written):
    path, table = written
    lineups = [game["agents"] for game in read_games(path)]

    assert all(before != after for before, after in pairwise(lineups))
    assert lineups[0] == [seat % 2 for seat in range(table.num_players)]


def test_who_goes_on_has_what_one_who_was_not_interrupted_has(tmp_path):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    table = make(whole, "elements", 2, {}, 5, in_words=False, games_in_a_piece=2)
    plan = Plan(table, ["heuristic", "random"], 5, 7, False, 2)
    interrupted = make_dataset(parts, plan)
    for _ in range(4):
        next(interrupted)
    interrupted.close()
    kept = (parts / "numbers-00000.npz").stat().st_mtime_ns
    list(make_dataset(parts, plan))

    assert (parts / "numbers-00000.npz").stat().st_mtime_ns == kept
    names = {file.name for file in whole.iterdir()}
    assert names == {file.name for file in parts.iterdir()}
    for name in names:
        assert name.endswith(".npz") or (whole / name).read_bytes() == (parts / name).read_bytes()
    one, other = read_numbers(whole), read_numbers(parts)
    assert all(np.array_equal(one[name], other[name]) for name in one)


def test_a_folder_with_another_data_set_is_left_alone(tmp_path):
    make(tmp_path / "data", "elements", 2, {}, 1, in_words=False)
    before = {file.name: file.read_bytes() for file in (tmp_path / "data").iterdir()}

    with pytest.raises(DatasetError, match=r"another data set, with other .*game"):
        make(tmp_path / "data", "noah", 2, {}, 1, in_words=False)
    assert before == {file.name: file.read_bytes() for file in (tmp_path / "data").iterdir()}

    (tmp_path / "diary").mkdir()
    (tmp_path / "diary" / "monday.txt").write_text("rain")
    with pytest.raises(DatasetError, match="is not empty, and holds no data set"):
        make(tmp_path / "diary", "elements", 2, {}, 1, in_words=False)


def test_the_card_says_how_it_was_made_and_by_whom(tmp_path, capsys):
    pytest.importorskip("onnxruntime")
    folder = tmp_path / "data"
    words = ["--agents", "shipped", "heuristic", "--games", "3", "--seed", "5", "--no-text"]
    status, out, _ = run(capsys, "dataset", "noah", "--players", "3", *words, "-o", str(folder))

    assert (status, out) == (0, f"{folder}: 3 games written\n")
    card = (folder / "README.md").read_text("utf-8")
    command = "dataset noah --players 3 --agents shipped heuristic --games 3 --seed 5 --no-text"
    assert command in card
    assert card.startswith("---\nlicense: apache-2.0\n")
    description = json.loads((folder / "dataset.json").read_text("utf-8"))
    assert list(description["agents"][0]["files"]) == ["noah.onnx"]
    assert description["agents"][0]["files"]["noah.onnx"] in card
    assert str(tmp_path) not in card + json.dumps(description)


def test_parquet_has_the_same_rows(tmp_path):
    pytest.importorskip("pyarrow")
    from pyarrow import parquet

    make(tmp_path, "noah", 2, {}, 2, in_words=False)
    columns, table = read_numbers(tmp_path), parquet.read_table(tmp_path / "numbers-00000.parquet")

    assert set(table.column_names) == set(columns) - {"end_observation"}
    for name in table.column_names:
        values = table[name].combine_chunks()
        if columns[name].ndim == 2:
            width = columns[name].shape[1]
            values = values.flatten().to_numpy(zero_copy_only=False).reshape(-1, width)
        assert np.array_equal(np.asarray(values), columns[name])


def test_the_text_asks_what_a_model_is_asked_and_answers_what_was_done(tmp_path):
    table = make(tmp_path, "elements", 2, {}, 2)
    columns, rows = read_numbers(tmp_path), list(read_text(tmp_path))
    assert len(rows) == len(columns["action"])
    for game in read_games(tmp_path):
        table.reset(game["seed"])
        for row in (each for each in rows if each["game"] == game["game"]):
            information = table.information()
            system, user = (message["content"] for message in row["prompt"])
            assert user == decision_prompt(information)
            assert f"You are {seat_name(row['seat'])}." in system
            assert read_reply(row["answer"], information).action == row["action"]
            assert row["return"] == game["returns"][row["seat"]]
            # in another world the seat would have been asked the same
            world = information.worlds(1, row["decision"])[0]
            assert put_into_words(world.information(), row["action"])["prompt"] == row["prompt"]
            table.step(row["action"])
        assert table.over


def test_minari_reads_an_episode_for_each_seat(tmp_path, monkeypatch):
    minari = pytest.importorskip("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    folder = tmp_path / "data"
    make(folder, "elements", 2, {}, 3, in_words=False, games_in_a_piece=2)
    columns = read_numbers(folder)

    assert write_episodes(folder, "elements/test-v0") == 6
    with pytest.raises(DatasetError, match="already"):
        check_minari("elements/test-v0")
    dataset = minari.load_dataset("elements/test-v0")
    assert dataset.total_episodes == 6
    for number, episode in enumerate(dataset.iterate_episodes()):
        rows = (columns["game"] == number // 2) & (columns["seat"] == number % 2)
        assert np.array_equal(episode.actions, columns["action"][rows])
        assert sum(episode.rewards) == pytest.approx(columns["return"][rows][0])
        observations = episode.observations
        assert np.array_equal(observations["observation"][:-1], columns["observation"][rows])
        assert np.array_equal(observations["action_mask"][:-1], columns["mask"][rows])
        assert not observations["action_mask"][-1].any()
        assert episode.terminations.tolist() == columns["last"][rows].tolist()
        assert dataset.observation_space.contains(
            {name: values[0] for name, values in observations.items()}
        )
    env = dataset.recover_environment()
    assert env.unwrapped.table.game.name == "elements"
    env.close()

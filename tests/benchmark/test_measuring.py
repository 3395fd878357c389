"""Figures of a benchmark: what is measured, on which deals, and how it is said."""

from __future__ import annotations

import json
import shlex

import pytest

from boardgame_envs.agents import RandomAgent, make_agent
from boardgame_envs.benchmark import Opponent, Suite, find_opponents, find_suite, measure
from boardgame_envs.benchmark.fingerprint import fingerprint_of_play
from boardgame_envs.benchmark.measuring import (
    DIFFERENCE,
    ONE_AMONG_THEM,
    SHARE,
    TEAM,
    THEIR_TEAM,
)
from boardgame_envs.games import load_game
from boardgame_envs.matches.lineups import deal_seeds
from tests.command_line.test_commands import run
from tests.playing import published_games

ARCH = Suite("tranquility", {"arch": {"mode": "high_arch"}}, seed=1, deals=6)
MATCH = Suite("noah", {"match": {}}, seed=1, deals=6)


def random_opponent(suite: Suite) -> Opponent:
    """Return random play, with its fingerprint."""
    fingerprint = fingerprint_of_play(RandomAgent(), suite)
    return Opponent(suite.game_name, "random", fingerprint)


def test_in_a_team_the_win_rates_of_both_are_measured_and_of_one_among_the_others():
    agent = make_agent("heuristic", ARCH.game)

    alone, two = measure(agent, ARCH, [random_opponent(ARCH)], players=[1, 2])

    assert list(alone.estimates) == [TEAM, THEIR_TEAM, DIFFERENCE]
    assert list(two.estimates) == [TEAM, THEIR_TEAM, DIFFERENCE, ONE_AMONG_THEM]
    assert (alone.games, two.games) == (12, 24)
    assert two.estimates[TEAM].mean > 0.5
    assert two.estimates[THEIR_TEAM].mean == 0.0
    assert two.estimates[DIFFERENCE].mean == two.estimates[TEAM].mean


def test_teams_of_both_may_be_left_out():
    agent = make_agent("heuristic", ARCH.game)

    (two,) = measure(agent, ARCH, [random_opponent(ARCH)], players=[2], mixed=False)

    assert (list(two.estimates), two.games) == ([TEAM, THEIR_TEAM, DIFFERENCE], 12)


def test_elsewhere_the_win_share_of_one_among_the_others_is():
    agent = make_agent("heuristic", MATCH.game)

    (figure,) = measure(agent, MATCH, [random_opponent(MATCH)], players=[3], deals=4)

    assert (figure.players, figure.games) == (3, 12)
    assert figure.estimates[SHARE].mean > 0.5
    assert figure.estimates[SHARE].deals == 4


def test_an_agent_is_as_good_as_itself():
    (figure,) = measure(RandomAgent(), MATCH, [random_opponent(MATCH)], players=[2])

    assert figure.estimates[SHARE].low < 0.5 < figure.estimates[SHARE].high


@pytest.mark.parametrize("game", published_games(), ids=lambda game: game.name)
def test_the_deals_of_a_suite_are_fixed_and_fewer_are_some_of_them(game):
    suite = find_suite(game)

    assert (suite.seed, suite.deals) == (2026, 1000)
    assert suite.seeds(5).tolist() == suite.seeds().tolist()[:5] == deal_seeds(2026, 5).tolist()


def test_every_number_of_players_is_measured_in_every_setting():
    entries = [(name, table.num_players) for name, table in find_suite(ARCH.game).entries()]

    assert len(entries) == len(set(entries)) == 12 * 5 + 1
    assert ("duel", 2) in entries


def test_a_game_without_a_suite_and_a_setting_that_is_not_in_it_are_named():
    with pytest.raises(ValueError, match="there is no benchmark of cart"):
        find_suite(load_game("cart"))
    with pytest.raises(ValueError, match="no setting 'storm', but standard, galatea"):
        next(find_suite(load_game("tranquility")).entries(["storm"]))


def test_every_figure_names_its_opponent_deals_and_command(capsys, tmp_path):
    path = tmp_path / "figures.json"
    command = ["benchmark", "elements", "random", "--against", "random", "--deals", "4"]

    status, out, err = run(capsys, *command, "--json", str(path))

    assert (status, err) == (0, "")
    content = json.loads(path.read_text())
    (figure,) = content["figures"]
    (opponent,) = find_opponents(load_game("elements"), ["random"])
    assert figure["opponent"] == {"name": "random", "fingerprint": opponent.fingerprint}
    assert content["agent"] == figure["opponent"]
    assert (content["deals"], content["seed"], figure["games"]) == (4, 2026, 8)
    assert shlex.split(content["command"]) == ["boardgame-envs", *command]
    lines = out.splitlines()
    assert lines[0].startswith(f"Elements: random ({opponent.fingerprint}) in %")
    assert lines[1] == "4 deals of seed 2026, with every seating"
    assert lines[2] == f"against random ({opponent.fingerprint})"
    assert lines[5].split()[:3] == ["match", "2", "random"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--against", "somebody"], "no opponent 'somebody' of elements has a fingerprint"),
        (["--setting", "sea"], "the suite of elements has no setting 'sea', but match"),
        (["--deals", "1"], "--deals must be at least 2"),
    ],
)
def test_what_cannot_be_measured_is_refused_in_one_sentence(capsys, arguments, sentence: str):
    status, _, err = run(capsys, "benchmark", "elements", "random", *arguments)

    assert status == 2
    assert sentence in err
    assert len(err.splitlines()) == 1


# --- rows of a table of agents ---


def test_a_row_has_strength_best_response_and_time_and_can_be_played_again(tmp_path, capsys):
    file = tmp_path / "figures.json"
    chosen = ["elements", "random", "--against", "heuristic:first", "--deals", "4"]

    status, printed, _ = run(
        capsys, "benchmark", *chosen, "--row", "--responses", "2", "--json", str(file)
    )

    assert status == 0
    (row,) = json.loads(file.read_text())["rows"]
    assert row["milliseconds"] > 0
    assert 0 <= row["searched"]["wins"]["mean"] <= 1
    assert row["learned"] is None
    assert "| random | match | 2 |" in printed
    status, printed, _ = run(capsys, "benchmark", "elements", "random", "--again", str(file))
    assert status == 0
    assert "as said" in printed


def test_figures_that_come_out_otherwise_are_told(tmp_path, capsys):
    file = tmp_path / "figures.json"
    chosen = ["elements", "random", "--against", "random", "--deals", "2"]
    run(capsys, "benchmark", *chosen, "--json", str(file))
    content = json.loads(file.read_text())
    content["figures"][0]["sample"]["mean"] += 0.25
    file.write_text(json.dumps(content))

    status, printed, _ = run(capsys, "benchmark", "elements", "random", "--again", str(file))

    assert status == 1
    assert "now" in printed


def test_best_responses_are_for_rows(capsys):
    status, _, err = run(
        capsys, "benchmark", "elements", "random", "--deals", "2", "--responses", "4"
    )

    assert status != 0
    assert "give --row" in err


def test_a_file_says_which_game_its_agent_plays(capsys):
    status, _, err = run(capsys, "benchmark", "heuristic", "--deals", "2")

    assert status != 0
    assert "say which game 'heuristic' is to play" in err

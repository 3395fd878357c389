"""``boardgame-envs evaluate``, as a person or a script meets it."""

from __future__ import annotations

import json
import sys

import pytest

from boardgame_envs.agents import Agent
from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.ratings import rate
from boardgame_envs.evaluation.tournament import play_tournament
from boardgame_envs.evaluation.tournament_report import ALL_WON, report_tournament
from boardgame_envs.games.elements import GAME as ELEMENTS
from tests.command_line.test_commands import run
from tests.opponents import FirstLegal, LastLegal

OUTPUT = """\
Elements, 2 players: 4 deals, seats swapped, 8 games

Win rate in % of the row against the column (95 % interval); 50.0 is as good
"""


def test_the_cross_table_and_ratings_are_printed(capsys):
    status, out, err = run(
        capsys, "evaluate", "elements", "--agents", *["random"] * 2, "--deals", "4"
    )

    assert (status, err) == (0, "")
    assert out.startswith(OUTPUT)
    lines = out.splitlines()
    assert lines[3].split() == ["random", "random", "(2)"]
    assert lines[4].split()[:2] == ["random", "-"]
    assert lines[5].split()[-1] == "-"
    assert len({len(line) for line in lines[3:6]}) == 1
    assert lines[8].split() == ["rating", "interval", "win", "rate", "return"]
    anchor = next(line for line in lines[9:11] if line.startswith("random  "))
    assert anchor.split()[1:5] == ["+0", "+0", "to", "+0"]


def test_the_best_is_printed_first(capsys):
    agents = ("--agents", *["random"] * 3)
    _, out, _ = run(capsys, "evaluate", "elements", *agents, "--deals", "10", "--seed", "2")

    ratings = [int(line.split(" to ")[0].split()[-2]) for line in out.splitlines()[-3:]]
    assert ratings == sorted(ratings, reverse=True)
    assert len(set(ratings)) == 3


def test_a_rating_that_is_not_known_is_not_passed_off_as_one():
    table = Table(ELEMENTS)

    def last_line(*agents: Agent) -> str:
        tournament = play_tournament(table, agents, ["a", "b"], 4)
        return report_tournament("Elements", tournament, rate(tournament)).lines[-1]

    assert last_line(FirstLegal(), LastLegal()) == ALL_WON
    assert last_line(LastLegal(), LastLegal()).startswith("b ")


def test_an_agent_that_won_all_of_a_few_games_may_yet_lose_one():
    tournament = play_tournament(Table(ELEMENTS), [FirstLegal(), LastLegal()], ["a", "b"], 4)

    lines = report_tournament("Elements", tournament, rate(tournament)).lines

    assert lines[4].split("  ")[-1] == "100.0 (51.0 to 100.0)"
    assert "0.0 (0.0 to 49.0)" in lines[5]


def test_the_same_seed_prints_the_same_whatever_the_batch(capsys):
    def printed(*more: str) -> str:
        agents = ("--agents", "random", "random", "random")
        status, out, _ = run(capsys, "evaluate", "cart", *agents, "--deals", "9", *more)
        assert status == 0
        return out

    assert printed("--seed", "3") == printed("--seed", "3", "--batch", "5")
    assert printed("--seed", "3") != printed("--seed", "4")


def test_with_more_players_the_table_says_who_sits_among_whom(capsys):
    status, out, _ = run(
        capsys, "evaluate", "cart", "--players", "4", "--agents", "random", "random",
        *("--deals", "2"),
    )  # fmt: skip

    assert status == 0
    assert out.startswith("Cart, 4 players: 2 deals, in every seating, 16 games")
    assert "as the only one among 3 of the column (95 % interval); 25.0 is as good" in out


def test_all_results_are_in_the_json(capsys, tmp_path):
    path = tmp_path / "results.json"

    status, _, _ = run(
        capsys, "evaluate", "elements", "--agents", "random", "random", "--deals", "6",
        *("--option", "target_points=2", "--seed", "11", "--json", str(path)),
    )  # fmt: skip

    assert status == 0
    results = json.loads(path.read_text())
    assert (results["game"], results["version"], results["players"]) == ("elements", "v0", 2)
    assert results["options"]["target_points"] == 2
    assert (results["deals"], results["games"], results["seed"]) == (6, 12, 11)
    assert results["agents"][1] == {"label": "random (2)", "name": "random"}
    there, back = results["pairs"]
    assert (there["agent"], there["against"], there["games"]) == ("random", "random (2)", 12)
    assert there["win_rate"]["mean"] + back["win_rate"]["mean"] == pytest.approx(1)
    assert there["difference"]["mean"] == pytest.approx(2 * there["win_rate"]["mean"] - 1)
    assert there["mean_return"]["mean"] == pytest.approx(-back["mean_return"]["mean"])
    assert there["win_rate"]["low"] <= there["win_rate"]["mean"] <= there["win_rate"]["high"]
    assert [rating["label"] for rating in results["ratings"]] == ["random", "random (2)"]
    assert set(results["ratings"][1]) == {"label", "rating", "low", "high"}


def test_a_plot_is_drawn(capsys, tmp_path):
    pytest.importorskip("matplotlib")
    path = tmp_path / "results.png"

    status, _, _ = run(
        capsys, "evaluate", "cart", "--agents", "random", "random", "random", "--deals", "3",
        *("--plot", str(path)),
    )  # fmt: skip

    assert status == 0
    content = path.read_bytes()
    assert content.startswith(b"\x89PNG")
    assert len(content) > 10_000


def test_without_matplotlib_a_plot_is_refused_before_the_games(capsys, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)

    status, out, err = run(
        capsys, "evaluate", "elements", "--agents", "random", "random",
        *("--plot", str(tmp_path / "results.png")),
    )  # fmt: skip

    assert (status, out) == (2, "")
    assert "a plot needs matplotlib: pip install" in err


# --- teams ---


def test_teams_and_their_cross_play_are_printed(capsys):
    status, out, err = run(
        capsys, "evaluate", "tranquility", "--players", "3", "--agents", "random", "random",
        *("--deals", "4", "--option", "mode=high_arch"),
    )  # fmt: skip

    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Tranquility, 3 players, all win or lose together: 4 deals, 32 games"
    assert lines[2].startswith("Each agent in all seats: win rate in % and points on the table")
    assert lines[3].split() == ["win", "rate", "interval", "score", "interval"]
    assert {line.split("  ")[0] for line in lines[4:6]} == {"random", "random (2)"}
    assert "one seat for the row, every one once, and 2 for the column" in lines[7]
    assert lines[8].split() == ["random", "random", "(2)"]
    assert lines[9].split()[:2] == ["random", "0.0"]
    assert lines[12] == "Points on the table in the same games"


def test_one_agent_is_enough_for_a_team_and_alone_there_is_no_cross_play(capsys):
    one = run(capsys, "evaluate", "tranquility", "--agents", "random", "--deals", "3")
    solo = run(
        capsys, "evaluate", "tranquility", "--players", "1", "--agents", *["random"] * 2,
        *("--deals", "3"),
    )  # fmt: skip

    assert one[0] == solo[0] == 0
    assert one[1].startswith("Tranquility, 3 players, all win or lose together: 3 deals, 3 games")
    assert solo[1].startswith("Tranquility, 1 player, all win or lose together: 3 deals, 6 games")
    assert len(one[1].splitlines()) == 5
    assert len(solo[1].splitlines()) == 6


def test_all_figures_of_teams_are_in_the_json(capsys, tmp_path):
    path = tmp_path / "teams.json"

    status, _, _ = run(
        capsys, "evaluate", "tranquility", "--players", "2", "--agents", "random", "random",
        *("--deals", "5", "--option", "reward=progress", "--seed", "3", "--json", str(path)),
    )  # fmt: skip

    assert status == 0
    results = json.loads(path.read_text())
    assert (results["game"], results["players"], results["cooperative"]) == ("tranquility", 2, True)
    assert (results["deals"], results["games"], results["seed"]) == (5, 20, 3)
    assert results["options"]["reward"] == "progress"
    first, second = results["teams"]
    assert (first["agent"], first["games"]) == ("random", 5)
    assert set(first["win_rate"]) == set(first["score"]) == {"mean", "low", "high", "deals"}
    assert first["win_rate"]["mean"] == 0 < first["win_rate"]["high"]
    assert [(pair["agent"], pair["among"]) for pair in results["cross_play"]] == [
        ("random", "random (2)"),
        ("random (2)", "random"),
    ]
    assert results["cross_play"][0]["games"] == 10
    assert results["cross_play"][0]["score"] == results["cross_play"][1]["score"]
    there, back = results["differences"]
    assert (there["agent"], there["other"]) == ("random", "random (2)")
    gap = first["score"]["mean"] - second["score"]["mean"]
    assert there["score"]["mean"] == pytest.approx(gap)
    assert back["score"]["mean"] == pytest.approx(-gap)


@pytest.mark.parametrize("players", ["1", "3"])
def test_teams_are_drawn(capsys, tmp_path, players):
    pytest.importorskip("matplotlib")
    path = tmp_path / "teams.png"

    status, _, _ = run(
        capsys, "evaluate", "tranquility", "--players", players, "--agents", "random", "random",
        *("--deals", "3", "--plot", str(path)),
    )  # fmt: skip

    assert status == 0
    assert path.read_bytes().startswith(b"\x89PNG")
    assert path.stat().st_size > 10_000


def test_a_duel_is_a_tournament(capsys):
    status, out, _ = run(
        capsys, "evaluate", "tranquility", "--agents", "random", "random", "--deals", "2",
        *("--option", "mode=duel"),
    )  # fmt: skip

    assert status == 0
    assert out.startswith("Tranquility, 2 players: 2 deals, seats swapped, 4 games")


# --- mistakes ---


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["elements", "--agents", "random"], "--agents takes at least two agents, not 1"),
        (["elements", "--agents", "random", "robot"], "there is no agent 'robot'"),
        (["elements"], "required: --agents"),
        (["elemnts", "--agents", "random", "random"], "did you mean 'elements'?"),
        (["elements", "--agents", *["random"] * 2, "--deals", "1"], "--deals must be at least 2"),
        (["elements", "--agents", *["random"] * 2, "--deals", "0"], "invalid positive number"),
        (["elements", "--agents", *["random"] * 2, "--batch", "0"], "invalid positive number"),
        (["elements", "--agents", *["random"] * 2, "--seed", "-1"], "a seed is a whole number"),
        (["elements", "--agents", *["random"] * 2, "--players", "3"], "seats 2 players, not 3"),
        (
            ["elements", "--agents", *["random"] * 2, "-O", "target=1"],
            "there is no option 'target'",
        ),
        (["elements", "--agents", *["random"] * 2, "--plot", "x.txt"], "ends in .png, .svg, .pdf"),
        (
            ["elements", "--agents", *["random"] * 2, "--json", "no/such/x"],
            "no/such/x: No such file or directory",
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_a_mistake_gets_one_clear_sentence(capsys, tmp_path, monkeypatch, arguments, complaint):
    monkeypatch.chdir(tmp_path)

    status, out, err = run(capsys, "evaluate", *arguments)

    assert (status, out) == (2, "")
    assert complaint in err
    assert "Traceback" not in err
    assert list(tmp_path.iterdir()) == []

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
from tests.evaluation.test_duplicate import FirstLegal, LastLegal

OUTPUT = """\
Elements, 2 players: 4 deals, seats swapped, 8 games

Win rate in % of the row against the column (± 95 % interval); 50.0 is as good
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
    assert "as the only one among 3 of the column (± 95 % interval); 25.0 is as good" in out


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

"""The commands, as a person or a script meets them."""

from __future__ import annotations

import fcntl
import gzip
import json
import os
import pty
import struct
import subprocess
import sys
import termios
from pathlib import Path
from typing import Any

import pytest

from boardgame_envs.command_line import COMMANDS, main
from boardgame_envs.core.table import Table
from boardgame_envs.games import game_names
from tests.core.test_records import RECORD
from tests.playing import TESTS

RECORDS = TESTS / "records" / "elements.jsonl.gz"


def run(capsys: Any, *arguments: str) -> tuple[int, str, str]:
    """Run a command; return its exit status and what it printed to both streams."""
    try:
        status = main(arguments)
    except SystemExit as exit_:
        status = int(exit_.code or 0)
    out, err = capsys.readouterr()
    return status, out, err


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """Return a file with the example record, twice."""
    path = tmp_path / "games.jsonl"
    path.write_text((json.dumps(RECORD) + "\n") * 2)
    return path


# --- help and mistakes ---


def test_there_is_help_for_everything(capsys):
    status, out, _ = run(capsys, "--help")
    assert status == 0
    for command in COMMANDS:
        assert command.__doc__
    for name in (
        "list",
        "rules",
        "play",
        "export",
        "evaluate",
        "record",
        "verify",
        "show",
        "check",
        "bench",
        "doctor",
    ):
        assert f"    {name} " in out
        status, text, _ = run(capsys, name, "--help")
        assert status == 0
        assert "usage: boardgame-envs " + name in text


@pytest.mark.parametrize(
    ("arguments", "status", "complaint"),
    [
        (["rules", "elemnts"], 2, "there is no game 'elemnts': did you mean 'elements'?"),
        (["record", "chess", "-o", "x"], 2, "there is no game 'chess'; there are"),
        (["record", "elements", "-o", "x", "-O", "target=3"], 2, "there is no option 'target'"),
        (["record", "elements", "-o", "x", "-O", "target_points"], 2, "written key=value"),
        (["record", "elements", "-o", "x", "-O", "rounds=many"], 2, "not 'many'"),
        (["record", "elements", "-o", "x", "--players", "4"], 2, "seats 2 players, not 4"),
        (["record", "elements", "-o", "x", "--agent", "robot"], 2, "there is no agent 'robot'"),
        (["record", "elements", "-o", "x", "--agent", *["random"] * 3], 2, "one for each of the 2"),
        (["record", "elements", "-o", "x", "--games", "0"], 2, "invalid positive number"),
        (["record", "elements", "-o", "x", "--seed", "-3"], 2, "a seed is a whole number"),
        (["record", "elements", "-o", "no/such/folder/x"], 2, "No such file or directory"),
        (["record", "elements"], 2, "required: --output/-o"),
        (["verify", "nowhere.jsonl"], 2, "nowhere.jsonl: No such file or directory"),
        (["verify", "."], 2, "Is a directory"),
        (["show", "nowhere.jsonl"], 2, "nowhere.jsonl: No such file or directory"),
        (["bench", "elements", "--seconds", "0"], 2, "--seconds must be above 0"),
        (["dance"], 2, "invalid choice: 'dance'"),
        ([], 2, "required: COMMAND"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_a_mistake_gets_one_clear_sentence(
    capsys, tmp_path, monkeypatch, arguments, status, complaint
):
    monkeypatch.chdir(tmp_path)

    answer, out, err = run(capsys, *arguments)

    assert answer == status
    assert complaint in err
    assert "Traceback" not in err
    assert out == ""
    assert list(tmp_path.iterdir()) == []


# --- list, rules ---


def test_list_names_every_game(capsys):
    status, out, _ = run(capsys, "list")

    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == game_names()


def test_rules_teaches_a_game_for_the_options_in_play(capsys):
    status, out, _ = run(capsys, "rules", "elements", "--teach", "-O", "surrender=false")

    assert status == 0
    assert out.startswith("# Elements, 2 players, surrender=False\n\n## Goal\n")
    assert "Nobody can surrender." in out


def test_rules_prints_one_rule(capsys):
    assert run(capsys, "rules", "elements", "--rule", "V1")[1] == (
        "V1. Option surrender=False: nobody can surrender.\n"
    )
    status, _, complaint = run(capsys, "rules", "elements", "--rule", "99")
    assert status == 2
    assert "elements has no rule '99'" in complaint


def test_rules_prints_rules_options_actions_and_observation(capsys):
    status, out, _ = run(capsys, "rules", "elements")

    assert status == 0
    assert "13. The first player with 6 points wins the match." in out
    assert "| `target_points` | `6` |" in out
    assert "| 9 | `surrender` | give the round up |" in out
    assert "| `my_hand` |" in out


# --- record, verify ---


def test_recorded_games_verify(capsys, tmp_path):
    path = tmp_path / "games.jsonl.gz"

    status, out, _ = run(
        capsys, "record", "elements", "--games", "3", "--seed", "5", "--option", "rounds=2",
        *("--legal", "-o", str(path)),
    )  # fmt: skip
    assert (status, out) == (0, f"{path}: 3 games written\n")
    lines = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    assert [line["seed"] for line in lines] == [5, 6, 7]
    assert lines[0]["options"] == {"rounds": 2}
    assert "legal" in lines[0]["events"][1]
    status, out, _ = run(capsys, "verify", str(path))

    assert status == 0
    assert out.startswith(f"{path}: 3 games with ")


def test_the_same_seed_records_the_same_games(capsys, tmp_path):
    for name in ("one", "two"):
        run(capsys, "record", "elements", "--games", "2", "-o", str(tmp_path / name))

    assert (tmp_path / "one").read_text() == (tmp_path / "two").read_text()


def test_a_list_is_given_with_commas(capsys, tmp_path):
    path = tmp_path / "games"
    options = ["values=1,2,3", "copies=2,2,3", "hand_size=2"]

    status, _, _ = run(
        capsys, "record", "elements", *(f"-O{option}" for option in options), "-o", str(path)
    )

    assert status == 0
    assert json.loads(path.read_text())["options"] == {
        "values": [1, 2, 3],
        "copies": [2, 2, 3],
        "hand_size": 2,
    }


def test_verify_accepts_several_files(capsys):
    files = sorted(map(str, (TESTS / "records").glob("elements*")))

    status, out, _ = run(capsys, "verify", *files)

    assert status == 0
    assert len(out.splitlines()) == len(files) > 1


def test_verify_names_the_game_and_the_event_that_is_wrong(capsys, records):
    lines = records.read_text().splitlines()
    records.write_text(lines[0] + "\n" + lines[1].replace('"lay 6", "legal"', '"take", "legal"'))

    status, out, err = run(capsys, "verify", str(records))

    assert status == 1
    assert f"{records}: game 2, event 2: P2 may not 'take' now" in err
    assert out == ""
    assert len(err.splitlines()) == 1


def test_verify_shows_the_position_in_which_a_game_departs_from_the_rules(capsys, records):
    lines = records.read_text().splitlines()
    game = json.loads(lines[1])
    game["events"][2]["action"] = "take it easy"
    records.write_text(json.dumps(game))

    status, _, err = run(capsys, "verify", str(records))

    said, position = err.splitlines()
    assert status == 1
    assert "game 1, event 3: P1 may not 'take it easy' now" in said
    assert Table.at(position.removeprefix("The position there: ")).seat == 0


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "there is no game in it"),
        (b"{\n", "game 1, the line is not JSON"),
        (b"\x1f\x8b broken", "damaged or cut off"),
        (b"\xff\xfe", "not text"),
    ],
    ids=["empty", "no JSON", "no gzip", "binary"],
)
def test_verify_refuses_what_is_no_record(capsys, tmp_path, content, complaint):
    path = tmp_path / "games"
    path.write_bytes(content)

    status, _, err = run(capsys, "verify", str(path))

    assert status == 1
    assert complaint in err
    assert len(err.splitlines()) == 1


# --- show ---


def test_show_tells_a_position_with_all_cards_and_what_is_legal(capsys):
    position = "elements | hands 1 6 / 3 4 | chain 2 5 | points 2 / 0"

    status, out, _ = run(capsys, "show", "--position", position)

    assert status == 0
    assert out == (
        "Chain: 2 5 (limit 7).\n"
        "P1: 2 points; hand 1 6; open none; total 7.\n"
        "P2: 0 points; hand 3 4; open none; total 7.\n"
        "Aside: 1 2 3 4 5 6 6 6 6 6; discard pile: none.\n"
        "P1 may: discard 6, lay 1, lay 6, reveal, surrender, take.\n"
    )


def test_show_tells_a_position_as_one_player_sees_it(capsys):
    position = "elements | hands 1 6 / 3 4 | chain 2 5"

    _, out, _ = run(capsys, "show", "--position", position, "--as", "P2")

    assert "Your hand: 3 4" in out
    assert "P1 holds 2 cards" in out
    assert "may:" not in out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "give a file of records, or --position TEXT, and not both"),
        (["games.jsonl", "--position", "elements"], "and not both"),
        (["--position", ""], "a position begins with the name of a game"),
        (["--position", "chess"], "there is no game 'chess'"),
        (["--position", "elements | hand 1 / 2"], "no entry 'hand': did you mean 'hands'?"),
        (
            ["--position", "elements | hands 7 / 2"],
            "'hands' cannot have '7'; there are 1, 2, 3",
        ),
        (["--position", "elements", "--as", "P3"], "nobody is P3 here; there are P1, P2"),
    ],
    ids=str,
)
def test_show_refuses_what_it_cannot_show(capsys, arguments, complaint):
    status, _, err = run(capsys, "show", *arguments)

    assert status == 2
    assert complaint in err
    assert len(err.splitlines()) == 1


def test_show_tells_a_game_with_all_cards(capsys, records):
    status, out, _ = run(capsys, "show", str(records), "--game", "1")

    assert status == 0
    assert out == (
        "Game 1\n"
        "Elements v0, 2 players, target_points=1, seed 7\n"
        "Round 1: P2 starts. P1 is dealt 1 2 4 6 6 6. P2 is dealt 1 3 3 5 6 6. Aside: 2 4 5 6.\n"
        "  P2: lay 6\n"
        "  P1: surrender\n"
        "P2 wins the round: 0 to 1.\n"
        "Result: P2 wins; scores 0 1; rewards -1 1.\n"
        "\n"
    )


def test_show_as_a_player_shows_only_what_that_player_saw(capsys, records):
    status, out, _ = run(capsys, "show", str(records), "--as", "P2", "--table")

    assert status == 0
    assert out.count("as P2 saw it") == 2
    assert "P2 is dealt 1 3 3 5 6 6." in out
    assert "P1 is dealt" not in out
    assert "Aside" not in out
    assert "You are P2" in out
    assert "1 2 4 6 6 6" not in out


@pytest.mark.parametrize(
    ("arguments", "status", "complaint"),
    [
        (["--as", "player_1"], 2, "a player is written P1, P2, ..., not 'player_1'"),
        (["--as", "P3"], 2, "nobody is P3 here; there are P1, P2"),
        (["--game", "9"], 1, "there is no game 9 in it"),
    ],
    ids=str,
)
def test_show_says_whom_and_what_it_cannot_show(capsys, records, arguments, status, complaint):
    answer, _, err = run(capsys, "show", str(records), *arguments)

    assert answer == status
    assert complaint in err


# --- streams ---


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "boardgame_envs", *arguments]


@pytest.mark.slow
def test_there_is_no_progress_bar_in_a_pipe(tmp_path):
    answer = subprocess.run(
        command("verify", str(RECORDS)), capture_output=True, text=True, check=True
    )

    assert answer.stderr == ""
    assert "agree with the rules" in answer.stdout


def test_there_is_a_progress_bar_on_a_terminal():
    leader, follower = pty.openpty()
    rows_and_columns = struct.pack("HHHH", 24, 80, 0, 0)
    fcntl.ioctl(follower, termios.TIOCSWINSZ, rows_and_columns)
    os.set_blocking(leader, False)
    with subprocess.Popen(
        command("verify", str(RECORDS)), stdout=subprocess.DEVNULL, stderr=follower
    ) as process:
        assert process.wait(60) == 0
    printed = os.read(leader, 10_000)
    os.close(follower)
    os.close(leader)
    assert b"games/s" in printed


@pytest.mark.slow
def test_a_reader_who_stops_early_causes_no_complaint():
    process = subprocess.run(
        f"{' '.join(command('show', str(RECORDS)))} | head -1",
        shell=True,
        capture_output=True,
        text=True,
        check=True,
    )

    assert process.stdout == "Game 1\n"
    assert process.stderr == ""

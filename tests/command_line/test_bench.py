"""``boardgame-envs bench``: what is measured, printed, stored and compared. No times are judged."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from boardgame_envs import load_game
from boardgame_envs.command_line import bench, main
from boardgame_envs.command_line.bench import browser, learning, search, startup
from boardgame_envs.command_line.bench.rows import NotMeasured, Ratio, Row, Setting

ELEMENTS = Setting(load_game("elements"), {"num_players": 2}, 0.001, quick=True)


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    try:
        status = main(arguments)
    except SystemExit as error:
        status = int(error.code or 0)
    out, err = capsys.readouterr()
    return status, out, err


def subject(*rows: Row, name: str = "made_up", rounds: int = 3) -> Any:
    ratio = Ratio("first / second", rows[0].name, rows[-1].name)
    return SimpleNamespace(
        NAME=name, ABOUT="what is made up", ROUNDS=rounds, RATIOS=(ratio,), rows=lambda _: [*rows]
    )


def figures_in_turn(*figures: float):
    left = list(figures)
    return lambda: left.pop(0)


@pytest.fixture
def fixed_figures(monkeypatch):
    """Two rows with figures that are known beforehand."""
    speed = Row("speed", "steps/s", lambda: 3000.0)
    wait = Row("wait", "s", lambda: 2.0)
    monkeypatch.setattr(bench, "SUBJECTS", (subject(speed, wait),))


# --- what is measured ---


def test_the_best_of_all_rounds_counts_and_less_is_better_in_seconds():
    speed = Row("speed", "steps/s", figures_in_turn(1.0, 3.0, 2.0))
    wait = Row("wait", "s", figures_in_turn(5.0, 4.0, 6.0))

    figures, missing = bench.measure(subject(speed, wait), ELEMENTS._replace(quick=False))

    assert figures == {speed: 3.0, wait: 4.0}
    assert missing == {}


def test_what_cannot_be_measured_is_said_and_the_rest_is_measured(capsys, monkeypatch):
    def fail() -> float:
        raise NotMeasured.by("Traceback: a long story\nMissingLibraryError: torch is missing\n")

    rows = Row("speed", "steps/s", lambda: 12.0), Row("learning", "decisions/s", fail)
    monkeypatch.setattr(bench, "SUBJECTS", (subject(*rows),))

    status, out, _ = run(capsys, "bench", "elements")

    assert status == 0
    assert "12 steps/s" in out
    assert "- MissingLibraryError: torch is missing" in out
    assert "first / second" not in out


def test_only_names_subjects_and_quick_leaves_out_what_takes_long(capsys, monkeypatch):
    def named(name: str, rounds: int) -> Any:
        return subject(Row(f"row of {name}", "s", lambda: 1.0), name=name, rounds=rounds)

    monkeypatch.setattr(bench, "SUBJECTS", (named("aec", 5), named("startup", 1)))

    def measured(*arguments: str) -> list[str]:
        _, out, _ = run(capsys, "bench", "elements", *arguments)
        return [name for name in ("aec", "startup") if f"row of {name}" in out]

    assert measured() == ["aec", "startup"]
    assert measured("--quick") == ["aec"]
    assert measured("--no-startup") == ["aec"]
    assert measured("--only", "startup") == ["startup"]
    assert measured("--quick", "--only", "startup", "--only", "aec") == ["aec", "startup"]


def test_every_subject_has_a_name_and_rows_of_its_own():
    names = [subject.NAME for subject in bench.SUBJECTS]
    rows = [row.name for subject in bench.SUBJECTS for row in subject.rows(ELEMENTS)]

    assert names == [
        "batches",
        "search",
        "gymnasium",
        "aec",
        "pictures",
        "browser",
        "learning",
        "startup",
    ]
    assert len(set(rows)) == len(rows)
    for one in bench.SUBJECTS:
        if one.NAME != "batches":  # which have as many rows as there are threads
            known = {row.name for row in one.rows(ELEMENTS)}
            assert {name for ratio in one.RATIOS for name in ratio[1:]} <= known


def test_a_search_is_measured_in_the_middle_of_a_game():
    table = search.middle_of_a_game(ELEMENTS)

    assert not table.over
    assert table.num_decisions > 2
    for row in search.rows(ELEMENTS):
        assert row.measure() > 0


@pytest.mark.slow
def test_clicks_and_tables_in_the_browser_are_measured(monkeypatch):
    pytest.importorskip("uvicorn")
    pytest.importorskip("websockets")
    monkeypatch.setattr(browser, "CLICKS", 8)
    monkeypatch.setattr(browser, "TABLES", 2)

    click, memory = browser.rows(ELEMENTS)

    assert click.measure() > 0
    assert memory.measure() > 0


def test_a_server_that_does_not_begin_says_why(monkeypatch):
    monkeypatch.setattr(browser, "SERVE", "raise OSError('no table today')")

    with pytest.raises(NotMeasured, match=r"^OSError: no table today$"):
        browser.rows(ELEMENTS)[0].measure()


def test_a_process_that_fails_says_why(monkeypatch):
    monkeypatch.setattr(startup, "ONE_TABLE", "raise OSError('no game today')")
    monkeypatch.setattr(learning, "TRAIN", "raise OSError('nothing to learn')")

    plain, *_ = startup.rows(ELEMENTS)
    (trained,) = learning.rows(ELEMENTS)

    with pytest.raises(NotMeasured, match=r"^OSError: no game today$"):
        plain.measure()
    with pytest.raises(NotMeasured, match=r"^OSError: nothing to learn$"):
        trained.measure()


def test_plain_python_needs_no_compilation():
    plain, *_ = startup.rows(ELEMENTS)

    assert plain.measure() > 0


def test_a_game_without_a_config_is_not_learned():
    assert learning.rows(ELEMENTS._replace(game=load_game("cart"))) == []


@pytest.mark.slow
def test_bench_measures_everything_in_one_run(capsys, tmp_path):
    path = tmp_path / "figures.json"

    status, out, _ = run(
        capsys, "bench", "elements", "--quick", "--seconds", "0.02", "--json", str(path)
    )

    assert status == 0
    figures = json.loads(path.read_text())["figures"]
    for tables in (1, 64, 1024, 8192):
        for threads in (1, 2):
            name = f"batch, mask and observation: {tables} tables, {threads} thread(s)"
            assert figures[name]["value"] > 0
    assert figures["AEC checked: env()"]["value"] > 0
    assert "env() / raw_env() in PettingZoo's three wrappers" in out
    assert "vector environment / the same in SyncVectorEnv" in out


@pytest.mark.slow
def test_a_short_training_run_is_measured():
    pytest.importorskip("sb3_contrib")
    (row,) = learning.rows(ELEMENTS)

    assert row.measure() > 0


# --- what is stored and compared ---


def test_a_stored_run_says_what_was_measured_on_what(capsys, fixed_figures, tmp_path):
    path = tmp_path / "run.json"

    status, out, _ = run(capsys, "bench", "elements", "-O", "target_points=2", "--json", str(path))

    assert status == 0
    assert "3,000 steps/s" in out
    assert "2.00 s" in out
    assert "first / second: 1500.00" in out
    stored = json.loads(path.read_text())
    assert stored.pop("machine").keys() >= {"cores", "processor", "python", "numpy", "numba"}
    assert stored == {
        "format": 1,
        "game": "elements",
        "options": {"num_players": 2, "target_points": 2},
        "quick": False,
        "figures": {
            "speed": {"value": 3000.0, "unit": "steps/s"},
            "wait": {"value": 2.0, "unit": "s"},
        },
    }


def change_stored(path, **changes: Any) -> None:
    stored = json.loads(path.read_text())
    path.write_text(json.dumps({**stored, **changes}))


@pytest.fixture
def stored(capsys, fixed_figures, tmp_path):
    path = tmp_path / "run.json"
    run(capsys, "bench", "elements", "--json", str(path))
    return path


def test_a_run_is_compared_with_a_stored_one_and_above_1_is_faster(capsys, stored):
    then = {"speed": {"value": 1500.0, "unit": "steps/s"}, "wait": {"value": 5.0, "unit": "s"}}
    change_stored(stored, figures=then)

    status, out, _ = run(capsys, "bench", "elements", "--against", str(stored))

    assert status == 0
    speed, wait = (line.split() for line in out.splitlines()[1:3])
    assert (speed[0], speed[-1]) == ("speed", "2.00×")
    assert (wait[0], wait[-1]) == ("wait", "2.50×")
    assert f"how many times as fast as in {stored}" in out


def test_rows_that_one_of_the_runs_has_not_are_not_compared(capsys, stored):
    change_stored(stored, figures={"wait": {"value": None, "unit": "s"}}, quick=True)

    status, out, _ = run(capsys, "bench", "elements", "--against", str(stored))

    assert status == 0
    assert "×" not in "".join(out.splitlines()[:-1])
    assert out.splitlines()[-1].endswith("one of the two runs was quick")


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{}",
        "no JSON",
        '{"speed": 3000.0}',
        '{"format": 1, "game": "elements", "options": {}, "quick": false, "figures": [1]}',
        '{"format": 1, "game": "elements", "options": {}, "quick": false, "figures": {"speed": 1}}',
    ],
)
def test_a_file_that_is_no_stored_run_is_named(capsys, fixed_figures, tmp_path, content):
    path = tmp_path / "other.json"
    path.write_text(content)

    answer = run(capsys, "bench", "elements", "--against", str(path))

    sentence = f"boardgame-envs: {path} is no file that bench --json has written\n"
    assert answer == (2, "", sentence)


@pytest.mark.parametrize("value", ["fast", -1.0, 0.0, float("nan"), float("inf"), [1]])
def test_a_stored_figure_is_a_positive_number(capsys, stored, value):
    change_stored(stored, figures={"speed": {"value": value, "unit": "steps/s"}})

    status, out, err = run(capsys, "bench", "elements", "--against", str(stored))

    assert (status, out) == (2, "")
    assert err.endswith("is no file that bench --json has written\n")


def test_figures_of_another_game_or_setting_are_not_compared(capsys, stored):
    change_stored(stored, game="noah", options={"num_players": 4})

    status, out, err = run(capsys, "bench", "elements", "--against", str(stored))

    assert (status, out) == (2, "")
    assert "has the figures of noah with num_players=4, not of elements with num_players=2" in err


def test_a_format_of_another_time_is_refused(capsys, stored):
    change_stored(stored, format=2)

    status, _, err = run(capsys, "bench", "elements", "--against", str(stored))

    assert status == 2
    assert "has the format 2, and only 1 can be read" in err


def test_a_missing_file_and_a_bad_place_are_named_before_anything_is_measured(capsys, tmp_path):
    nowhere = tmp_path / "nowhere" / "run.json"

    missing = run(capsys, "bench", "elements", "--against", str(nowhere))
    no_folder = run(capsys, "bench", "elements", "--json", str(nowhere))
    a_folder = run(capsys, "bench", "elements", "--json", str(tmp_path))

    assert missing == (2, "", f"boardgame-envs: {nowhere}: No such file or directory\n")
    assert no_folder[2].endswith(f"{nowhere}: there is no folder {nowhere.parent}\n")
    assert a_folder[2].endswith(f"{tmp_path}: that is a folder\n")
    assert {answer[0] for answer in (missing, no_folder, a_folder)} == {2}

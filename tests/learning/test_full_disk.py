"""A disk that is full, a folder that cannot be written to: one sentence, and nothing is lost."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from boardgame_envs.command_line import main
from boardgame_envs.learning import resume, train
from boardgame_envs.learning.algorithms.ppo.run_callback import RunCallback
from boardgame_envs.learning.algorithms.ppo.tensorboard_file import TensorBoardFile
from boardgame_envs.learning.run import whole_files
from boardgame_envs.learning.run.curves import draw_curves
from boardgame_envs.learning.run.interruption import CannotGoOnError
from boardgame_envs.learning.run.metrics import MetricsFile, read_metrics
from boardgame_envs.learning.run.whole_files import UnwritableError, write_whole
from tests.learning.test_stopping import CONFIG, assert_same_end

PROJECT = Path(__file__).parents[2]
FULL = OSError(28, "No space left on device")
# the command, where no file can become longer than a number of bytes
CRAMPED = """
import resource, sys
from boardgame_envs.command_line import main
import boardgame_envs.learning.algorithms.ppo.trainer
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)),) * 2)
sys.exit(main())
"""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run that had room enough."""
    return train(CONFIG, tmp_path_factory.mktemp("runs") / "whole")


def files(folder: Path) -> set[str]:
    """Return the files of a run, but for what TensorBoard reads."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)) for path in paths if "tensorboard" not in path.parts}


# --- while a run trains ---


def fill_disk(monkeypatch: pytest.MonkeyPatch, name: str, count: int) -> None:
    """Let files of a name be written a number of times, and then no more."""
    fsync, left = os.fsync, [count]

    def fail_when_full(handle: int) -> None:
        if name in str(Path(f"/proc/self/fd/{handle}").readlink()):
            left[0] -= 1
            if left[0] < 0:
                raise FULL
        fsync(handle)

    monkeypatch.setattr(whole_files.os, "fsync", fail_when_full)


@pytest.mark.parametrize(
    ("name", "count"),
    [("checkpoint-", 1), ("best.pt", 0), ("curves.png", 0)],
    ids=["a checkpoint", "the best network", "the curves"],
)
def test_a_full_disk_ends_a_run_in_one_sentence_and_it_can_be_resumed(
    whole: Path, tmp_path: Path, monkeypatch, capsys, name: str, count: int
):
    config, folder = tmp_path / "config.yaml", tmp_path / "run"
    config.write_text(yaml.safe_dump({**CONFIG, "checkpoints": {"every": 256, "kept": 3}}))
    with monkeypatch.context() as patch:
        fill_disk(patch, name, count)
        assert main(["train", str(config), "-o", str(folder)]) == 2

    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert f"{name}" in told
    assert "cannot be written (No space left on device); go on with: " in told
    assert told.endswith(f"boardgame-envs train --resume {folder}\n")
    assert not [path for path in files(folder) if "partial" in path]

    resume(folder)

    assert_same_end(whole, folder)


def test_a_folder_that_goes_away_ends_a_run_in_one_sentence(tmp_path: Path, monkeypatch):
    folder, on_step = tmp_path / "run", RunCallback._on_step

    def take_away(callback: RunCallback) -> bool:
        checkpoints = folder / "checkpoints"
        if callback.model.num_timesteps > 300 and checkpoints.is_dir():
            checkpoints.rmdir()
            checkpoints.write_text("in the way")
        return on_step(callback)

    monkeypatch.setattr(RunCallback, "_on_step", take_away)
    with pytest.raises(UnwritableError) as stopped:
        train(CONFIG, folder)

    assert str(stopped.value).endswith("cannot be written (Not a directory); nothing was saved")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("limit", "every", "name"),
    [
        (300, 512, "config.yaml"),
        (1100, 10**9, "metrics.jsonl"),
        (3000, 512, "best.pt"),
        (30_000, 512, "checkpoints/"),
    ],
)
def test_a_real_run_whose_files_cannot_grow_ends_in_one_sentence(
    tmp_path: Path, limit: int, every: int, name: str
):
    config, folder = tmp_path / "config.yaml", tmp_path / "run"
    changes = {name: {**CONFIG[name], "every": every} for name in ("evaluation", "checkpoints")}
    config.write_text(yaml.safe_dump({**CONFIG, **changes}))
    ended = subprocess.run(
        [sys.executable, "-c", CRAMPED, str(limit), "train", str(config), "-o", str(folder)],
        cwd=PROJECT,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )

    assert ended.returncode == 2, ended.stderr
    assert f"{folder}/{name}" in ended.stderr
    assert "cannot be written (File too large); nothing was saved\n" in ended.stderr
    assert ended.stderr.count("\n") == 1, ended.stderr
    for name in files(folder):
        assert "partial" not in name
        if name.endswith(".jsonl"):
            assert all(json.loads(line) for line in (folder / name).read_text().splitlines())
        if name.endswith(".yaml"):
            assert yaml.safe_load((folder / name).read_text())["total_steps"] == 900


# --- before a run begins ---


@pytest.mark.parametrize("output", ["/proc/no_such_place/run", "{tmp}/file/run", "{tmp}/file"])
def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path, capsys, output: str):
    (tmp_path / "file").write_text("in the way")
    output = output.format(tmp=tmp_path)

    assert main(["train", "elements", "-o", output]) == 2

    told = capsys.readouterr().err
    assert told.startswith(f"boardgame-envs: {output}")
    assert "cannot be written (" in told
    assert told.count("\n") == 1


def test_what_a_run_that_saved_nothing_has_measured_is_forgotten(tmp_path: Path, whole: Path):
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "metrics.jsonl").write_text('{"step": 77}\n')

    train(CONFIG, folder)

    assert_same_end(whole, folder)


# --- single files ---


def test_a_full_disk_does_not_let_tensorboard_wait_for_ever(tmp_path: Path):
    board = TensorBoardFile(tmp_path)
    [file] = tmp_path.iterdir()
    limits, size = resource.getrlimit(resource.RLIMIT_FSIZE), file.stat().st_size

    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 20, limits[1]))
    try:
        with pytest.raises(UnwritableError, match=r"cannot be written \(File too large\)"):
            board.write({"loss": 0.5}, {"loss": None}, 5)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)

    assert file.stat().st_size == size


def test_tensorboard_reads_what_was_written(whole: Path):
    accumulated = EventAccumulator(str(whole / "tensorboard"))
    accumulated.Reload()

    lines = read_metrics(whole)
    for name in ("games/length", "win_rate/random", "train/value_loss"):
        read = {event.step: event.value for event in accumulated.Scalars(name)}
        written = {line["step"]: line[name] for line in lines if name in line}
        assert read == pytest.approx(written, abs=1e-5)
    # what Stable-Baselines3 keeps from TensorBoard
    assert "time/total_timesteps" not in accumulated.Tags()["scalars"]


def test_a_file_is_there_whole_or_as_it_was(tmp_path: Path, monkeypatch):
    path = tmp_path / "file"
    write_whole(path, b"first")
    fill_disk(monkeypatch, "file", 0)

    with pytest.raises(UnwritableError) as refusal:
        write_whole(path, b"second")

    assert str(refusal.value) == f"{path} cannot be written (No space left on device)"
    assert isinstance(refusal.value, CannotGoOnError)
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("file", b"first")]


def test_an_interruption_leaves_no_part_of_a_file(tmp_path: Path, monkeypatch):
    def interrupt(handle: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(whole_files.os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "file", b"first")
    assert list(tmp_path.iterdir()) == []


def test_metrics_on_a_full_disk_are_refused(tmp_path: Path):
    (tmp_path / "metrics.jsonl").symlink_to("/dev/full")

    with pytest.raises(UnwritableError, match=r"metrics.jsonl cannot be written \(No space left"):
        MetricsFile(tmp_path).write({"loss": 1.0}, 5)


def test_half_a_line_of_metrics_is_taken_back(tmp_path: Path):
    metrics = MetricsFile(tmp_path)
    metrics.write({"loss": 0.5}, 5)
    position, file = metrics.position, metrics._file

    class HalfFull:
        """A disk with room for ten more bytes."""

        def write(self, data: Any) -> int:
            if len(data) < 20:
                raise FULL
            return int(file.write(data[:10]))

        def __getattr__(self, name: str) -> Any:
            return getattr(file, name)

    metrics._file = HalfFull()
    with pytest.raises(UnwritableError):
        metrics.write({"loss": 0.25}, 6)
    metrics._file = file

    assert metrics.position == position == (tmp_path / "metrics.jsonl").stat().st_size
    metrics.write({"loss": 0.125}, 7)
    assert read_metrics(tmp_path) == [{"step": 5, "loss": 0.5}, {"step": 7, "loss": 0.125}]


def test_metrics_that_are_shorter_than_they_were_are_not_filled_up(tmp_path: Path):
    metrics = MetricsFile(tmp_path)
    metrics.write({"loss": 0.5}, 5)
    metrics.cut(10_000)
    metrics.write({"loss": 0.25}, 6)
    assert [line["step"] for line in read_metrics(tmp_path)] == [5, 6]


def test_damaged_lines_of_metrics_are_passed_over(tmp_path: Path):
    lines = ['{"step": 1, "win_rate/random": 0.5}', '{"step": 2, "win', "7", "\x00\x00", "{}"]
    (tmp_path / "metrics.jsonl").write_text("\n".join(lines))

    assert read_metrics(tmp_path) == [{"step": 1, "win_rate/random": 0.5}]
    assert draw_curves(tmp_path).stat().st_size > 1000


def test_a_run_without_metrics_has_no_curves_and_no_trouble(tmp_path: Path):
    assert draw_curves(tmp_path).stat().st_size > 1000

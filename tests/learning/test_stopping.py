"""Runs that end, are stopped, go on and are prolonged."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import torch
import yaml

from boardgame_envs.command_line import main
from boardgame_envs.learning import resume, train
from boardgame_envs.learning.algorithms.ppo.run_callback import RunCallback
from boardgame_envs.learning.algorithms.ppo.self_play import SelfPlayPPO
from boardgame_envs.learning.algorithms.ppo.trainer import LearningRate
from boardgame_envs.learning.run.checkpoints import read_checkpoint

PROJECT = Path(__file__).parents[2]
# four rollouts of 256 decisions; the last one goes beyond the end
CONFIG: dict[str, Any] = {
    "game": "elements",
    "seed": 5,
    "total_steps": 900,
    "tables": 16,
    "steps_per_rollout": 16,
    "minibatch": 64,
    "epochs": 1,
    "hidden": [8],
    "options": {"target_points": 1},
    "opponents": {"past": 0.3, "past_kept": 2, "past_every": 256, "agents": {"random": 0.1}},
    "evaluation": {"every": 512, "deals": 2, "anchors": ["random"]},
    "checkpoints": {"every": 512, "kept": 3},
    "export": {"at_end": False},
}
ROLLOUT = 256
# the command, where Ctrl-C is heard: whoever runs the tests in the background may ignore it
HEARING = """
import signal, sys
from boardgame_envs.command_line import main
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(main())
"""
END = 1024


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run that was never interrupted."""
    return train(CONFIG, tmp_path_factory.mktemp("runs") / "whole")


def copied(run: Path, folder: Path) -> Path:
    return Path(shutil.copytree(run, folder / "copy"))


def metrics(folder: Path) -> list[dict[str, Any]]:
    """Return the metrics of a run without those that tell how fast it was."""
    lines = [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]
    return [{k: v for k, v in line.items() if not k.startswith("time/")} for line in lines]


def newest(folder: Path) -> dict[str, Any]:
    return read_checkpoint(sorted(folder.glob("checkpoints/*.pt"))[-1])


def assert_same_end(ours: Path, theirs: Path) -> None:
    assert metrics(ours) == metrics(theirs)
    left, right = newest(ours), newest(theirs)
    assert left["steps"] == right["steps"]
    for name, weights in left["model"].items():
        assert torch.equal(weights, right["model"][name]), name


# --- the end of a run ---


def test_every_step_has_one_line_of_metrics_and_the_last_one_measures_the_last_policy(whole: Path):
    lines = metrics(whole)

    assert [line["step"] for line in lines] == [256, 512, 768, 1024]
    assert "win_rate/random" in lines[1]
    assert {"win_rate/random", "games/played", "train/value_loss"} <= lines[-1].keys()


def test_a_finished_run_is_left_as_it_is(whole: Path, tmp_path: Path, capsys):
    folder = copied(whole, tmp_path)

    assert main(["train", "--resume", str(folder)]) == 0

    told = capsys.readouterr().out
    assert "the run has made its 900 decisions" in told
    assert f"boardgame-envs train --resume {folder} --set total_steps=" in told
    for name in ("metrics.jsonl", "best.pt", "checkpoints/checkpoint-000000001024.pt"):
        assert (folder / name).read_bytes() == (whole / name).read_bytes(), name


def test_a_run_that_was_killed_in_its_last_evaluation_ends_well(
    whole: Path, tmp_path: Path, monkeypatch
):
    folder, evaluate = tmp_path / "run", RunCallback.evaluate

    def die_in_the_end(callback: RunCallback) -> None:
        if callback.model.num_timesteps >= CONFIG["total_steps"]:
            raise ZeroDivisionError
        evaluate(callback)

    with monkeypatch.context() as patch:
        patch.setattr(RunCallback, "evaluate", die_in_the_end)
        with pytest.raises(ZeroDivisionError):
            train(CONFIG, folder)
    # all that was learned is kept
    assert newest(folder)["steps"] == END

    assert main(["train", "--resume", str(folder)]) == 0

    assert_same_end(whole, folder)


def test_learning_rate_and_entropy_weight_never_fall_below_their_ends(tmp_path, monkeypatch):
    rates, update = [], SelfPlayPPO._update_learning_rate

    def note(model: SelfPlayPPO, optimizers: Any) -> None:
        update(model, optimizers)
        rates.append((model.policy.optimizer.param_groups[0]["lr"], model.ent_coef))

    monkeypatch.setattr(SelfPlayPPO, "_update_learning_rate", note)
    train(
        {
            **CONFIG,
            "total_steps": 300,
            "learning_rate_end": 0.0,
            "entropy_floor": 0.02,
        },
        tmp_path / "run",
    )

    assert len(rates) == 2
    assert rates[0] == pytest.approx((5e-4 * 44 / 300, 0.02 + 0.08 * 44 / 300))
    assert rates[1] == (0.0, 0.02)


@pytest.mark.parametrize("remaining", [0.0, -0.001, -0.9])
def test_beyond_the_end_the_learning_rate_is_that_of_the_end(remaining: float):
    class Rates:
        learning_rate, learning_rate_end = 0.5, 0.125

    rates: Any = Rates()
    assert LearningRate(rates)(1.0) == 0.5
    assert LearningRate(rates)(remaining) == 0.125


# --- going on with other settings ---


def test_a_finished_run_can_be_prolonged(whole: Path, tmp_path: Path, capsys):
    folder = copied(whole, tmp_path)
    changes = ["total_steps=1500", "evaluation.every=256", "checkpoints.every=256", "threads=2"]

    arguments = [text for change in changes for text in ("--set", change)]
    assert main(["train", "--resume", str(folder), *arguments]) == 0

    assert "resumed from checkpoint-000000001024.pt at 1,024 decisions" in capsys.readouterr().out
    lines = metrics(folder)
    assert lines[:4] == metrics(whole)
    assert [line["step"] for line in lines[4:]] == [1280, 1536]
    assert all("win_rate/random" in line for line in lines[4:])
    content = newest(folder)
    assert (content["steps"], content["config"]["total_steps"]) == (1536, 1500)
    # what was not given is as it was
    evaluation = content["config"]["evaluation"]
    assert (evaluation["every"], evaluation["deals"]) == (256, 2)
    assert evaluation["anchors"] == ["random"]
    written = yaml.safe_load((folder / "config.yaml").read_text())
    assert written == content["config"]


def test_how_often_a_run_is_measured_and_saved_does_not_change_what_it_learns(
    whole: Path, tmp_path: Path
):
    often = {"evaluation": {**CONFIG["evaluation"], "every": 1}, "checkpoints": {"every": 1}}
    folder = train({**CONFIG, **often}, tmp_path / "run")

    assert all("win_rate/random" in line for line in metrics(folder))
    ours, theirs = newest(whole)["model"], newest(folder)["model"]
    assert all(torch.equal(weights, theirs[name]) for name, weights in ours.items())


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ("seed=2", "seed cannot change when a run goes on; what may change is checkpoints.every,"),
        ("evaluation.deals=9", "evaluation.deals cannot change when a run goes on"),
        ("evaluation={every: 5, deals: 9}", "evaluation.deals cannot change when a run goes on"),
        ("evaluation={}", "evaluation cannot change when a run goes on"),
        ("total_steps=many", "total_steps must be a whole number, not 'many'"),
        ("evaluation.every=0", "evaluation.every must be at least 1, not 0"),
        ("total_step=5", "total_step cannot change when a run goes on"),
    ],
    ids=str,
)
def test_other_settings_do_not_change_when_a_run_goes_on(
    whole: Path, tmp_path: Path, capsys, change: str, complaint: str
):
    folder = copied(whole, tmp_path)

    assert main(["train", "--resume", str(folder), "--set", change]) == 2

    told = capsys.readouterr().err
    assert complaint in told
    assert told.count("\n") == 1
    if "cannot change" in complaint:
        assert "total_steps" in told
        assert "threads" in told
    assert (folder / "config.yaml").read_text() == (whole / "config.yaml").read_text()


def test_a_config_beside_a_run_to_go_on_with_is_refused(whole: Path, capsys):
    assert main(["train", "elements", "--resume", str(whole)]) == 2
    assert "give nothing beside it" in capsys.readouterr().err


# --- interruptions ---


def interrupt_at(monkeypatch: pytest.MonkeyPatch, step: int, *signals: int) -> None:
    """Let signals reach the run in the middle of the rollout after this step."""
    on_step, left = RunCallback._on_step, list(signals)

    def interrupted(callback: RunCallback) -> bool:
        if left and callback.model.num_timesteps > step:
            os.kill(os.getpid(), left.pop(0))
        return on_step(callback)

    monkeypatch.setattr(RunCallback, "_on_step", interrupted)


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_run_is_saved_and_says_how_to_go_on(
    whole: Path, tmp_path: Path, monkeypatch, capsys, number: int, status: int
):
    folder = tmp_path / "a run"
    (tmp_path / "config.yaml").write_text(yaml.safe_dump(CONFIG))
    handlers = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    with monkeypatch.context() as patch:
        interrupt_at(patch, 512, number)
        assert main(["train", str(tmp_path / "config.yaml"), "-o", str(folder)]) == status

    # the rollout was played to its end, and learned from
    assert newest(folder)["steps"] == 768
    told = capsys.readouterr().err.splitlines()[-1]
    command = f"boardgame-envs train --resume '{folder}'"
    assert told == f"boardgame-envs: interrupted at 768 decisions; go on with: {command}"
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == handlers

    assert main(["train", "--resume", str(folder)]) == 0
    assert_same_end(whole, folder)


def test_a_second_interruption_ends_the_run_at_once(tmp_path: Path, monkeypatch, capfd):
    folder = tmp_path / "run"
    interrupt_at(monkeypatch, 600, signal.SIGINT, signal.SIGINT)
    with pytest.raises(KeyboardInterrupt) as interruption:
        train(CONFIG, folder)

    # that of the middle of the run is still there
    assert newest(folder)["steps"] == 512
    how = f"go on with: boardgame-envs train --resume {folder}"
    assert str(interruption.value) == f"interrupted; {how}"
    assert "a second Ctrl-C ends it at once" in capfd.readouterr().err


def test_a_run_that_is_interrupted_in_its_last_rollout_keeps_it(
    whole: Path, tmp_path: Path, monkeypatch
):
    folder = tmp_path / "run"
    with monkeypatch.context() as patch:
        interrupt_at(patch, 800, signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            train(CONFIG, folder)
    assert newest(folder)["steps"] == END

    resume(folder)

    assert_same_end(whole, folder)


def test_a_run_that_is_interrupted_before_it_has_learned_saves_nothing(tmp_path, monkeypatch):
    folder = tmp_path / "run"

    def interrupt(callback: RunCallback) -> None:
        os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(RunCallback, "_on_training_start", interrupt)
    with pytest.raises(KeyboardInterrupt) as interruption:
        train(CONFIG, folder)

    assert str(interruption.value) == "interrupted at 0 decisions; nothing was saved"
    assert list((folder / "checkpoints").iterdir()) == []


@pytest.mark.slow
def test_ctrl_c_at_a_real_run(whole: Path, tmp_path: Path):
    config, folder = tmp_path / "config.yaml", tmp_path / "run"
    config.write_text(yaml.safe_dump({**CONFIG, "total_steps": 10_000_000}))
    process = subprocess.Popen(
        [sys.executable, "-c", HEARING, "train", str(config), "-o", str(folder)],
        cwd=PROJECT,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )
    until = time.monotonic() + 200
    while not list(folder.glob("checkpoints/*.pt")) and time.monotonic() < until:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=200)

    assert process.returncode == 130, told
    assert f"go on with: boardgame-envs train --resume {folder}\n" in told
    assert "Traceback" not in told
    steps = newest(folder)["steps"]
    assert f"interrupted at {steps:,} decisions" in told
    resume(folder, [f"total_steps={steps + 1}"])
    assert newest(folder)["steps"] == steps + ROLLOUT

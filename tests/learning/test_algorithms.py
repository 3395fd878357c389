"""Algorithms are found as folders, and runs know none of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from boardgame_envs.command_line import main
from boardgame_envs.learning import algorithms
from boardgame_envs.learning.algorithms import (
    UnknownAlgorithmError,
    algorithm_names,
    load_algorithm,
)
from boardgame_envs.learning.run import training
from boardgame_envs.learning.run.algorithm import Algorithm, Trainer
from boardgame_envs.learning.run.config import RunConfig
from boardgame_envs.learning.run.libraries import MissingLibraryError

LEAST = {"game": "elements", "total_steps": 1000}

# a whole algorithm that writes down what it was asked to do
DAYDREAM = """
from dataclasses import dataclass
from boardgame_envs.learning.run.algorithm import Algorithm
from boardgame_envs.learning.run.config import RunConfig
from boardgame_envs.learning.run.folder import describe_run

@dataclass(frozen=True)
class DaydreamConfig(RunConfig):
    algorithm: str = "daydream"
    depth: int = 1

class Daydreamer:
    def begin(self, config, folder):
        describe_run(config, folder)
        (folder / "dream.txt").write_text(f"{config.game}, {config.depth} deep")

    def resume(self, folder, changes):
        (folder / "dream.txt").write_text(f"resumed with {changes}")

ALGORITHM = Algorithm(
    "daydream", "learns nothing", "train", DaydreamConfig, Daydreamer, frozenset({"depth"})
)
"""


@pytest.fixture
def daydream(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a new algorithm beside the others: a folder, and nothing else."""
    folder = tmp_path / "algorithms" / "daydream"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text(DAYDREAM)
    monkeypatch.setattr(algorithms, "__path__", [*algorithms.__path__, str(folder.parent)])
    monkeypatch.delitem(sys.modules, f"{algorithms.__name__}.daydream", raising=False)


def write_config(path: Path, **values: Any) -> str:
    path.write_text(yaml.safe_dump({**LEAST, **values}))
    return str(path)


# --- finding them ---


def test_every_folder_has_an_algorithm_of_its_name():
    assert {"ppo", "rllib"} <= set(algorithm_names())
    for name in algorithm_names():
        algorithm = load_algorithm(name)
        assert algorithm.name == algorithm.config.algorithm == name
        assert algorithm.description
        assert "\n" not in algorithm.description


def test_every_extra_of_an_algorithm_is_one_of_the_project():
    pyproject = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    for name in algorithm_names():
        assert f"\n{load_algorithm(name).extra} = [" in pyproject


def test_ppo_is_meant_where_nothing_is_said():
    assert load_algorithm(None).name == "ppo"


@pytest.mark.parametrize("name", ["pppo", "", 7, "run"], ids=str)
def test_an_algorithm_that_there_is_not_is_refused(name: Any):
    with pytest.raises(UnknownAlgorithmError, match=r"there is no algorithm .*ppo, rllib"):
        load_algorithm(name)


@pytest.mark.usefixtures("daydream")
def test_a_new_folder_is_a_new_algorithm(tmp_path: Path, capsys):
    config = write_config(tmp_path / "config.yaml", algorithm="daydream", depth=3)
    folder = tmp_path / "run"

    assert main(["train", config, "-o", str(folder)]) == 0

    assert (folder / "dream.txt").read_text() == "elements, 3 deep"
    assert yaml.safe_load((folder / "config.yaml").read_text())["algorithm"] == "daydream"


@pytest.mark.usefixtures("daydream")
def test_a_run_goes_on_with_its_algorithm_and_what_that_lets_change(tmp_path: Path, capsys):
    config = write_config(tmp_path / "config.yaml", algorithm="daydream")
    folder = tmp_path / "run"
    main(["train", config, "-o", str(folder)])

    assert main(["train", "--resume", str(folder), "--set", "depth=2"]) == 0
    assert (folder / "dream.txt").read_text() == "resumed with {'depth': 2}"

    assert main(["train", "--resume", str(folder), "--set", "seed=2"]) == 2
    told = capsys.readouterr().err
    assert "seed cannot change when a run goes on; what may change is" in told
    assert "depth" in told
    assert "total_steps" in told


@pytest.mark.usefixtures("daydream")
def test_results_of_other_algorithms_than_ppo_bear_its_name(tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    main(["train", write_config(tmp_path / "config.yaml", algorithm="daydream")])

    [folder] = (tmp_path / "results").iterdir()
    assert folder.name.startswith("elements-daydream-2")


@pytest.mark.parametrize(
    ("command", "algorithm", "complaint"),
    [
        ("train", "poo", "there is no algorithm 'poo': did you mean 'ppo'? (there are ppo, rllib)"),
        ("train-rllib", "ppo", "this command trains with 'rllib', and the config says 'ppo'"),
    ],
    ids=str,
)
def test_another_algorithm_is_refused(command, algorithm, complaint, tmp_path, capsys):
    config = write_config(tmp_path / "config.yaml", algorithm=algorithm)

    assert main([command, config, "-o", str(tmp_path / "run")]) == 2

    assert complaint in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_the_command_tells_what_there_is(capsys):
    with pytest.raises(SystemExit):
        main(["train", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    for name in algorithm_names():
        assert f"{name}, {load_algorithm(name).description}" in told


# --- libraries ---


def test_what_is_not_installed_is_named_with_its_extra():
    def load() -> Trainer:
        raise ModuleNotFoundError("No module named 'jax'", name="jax")

    with pytest.raises(MissingLibraryError) as refusal:
        Algorithm("a", "b", "some", RunConfig, load).trainer()
    assert str(refusal.value) == (
        "training needs the extra 'some': pip install 'boardgame_envs[some]' "
        "(there is no module 'jax')"
    )


def in_new_process(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True)


def test_neither_other_commands_nor_configs_import_what_trains():
    in_new_process("""
import sys
from boardgame_envs.command_line import main
from boardgame_envs.learning.algorithms import algorithm_names, load_algorithm
assert main(["list"]) == 0
assert main(["train", "no-such-config"]) == 2
for name in algorithm_names():
    load_algorithm(name)
assert not {"torch", "stable_baselines3", "sb3_contrib", "ray"} & set(sys.modules)
""")


def test_a_run_imports_no_library_before_it_needs_one():
    in_new_process("""
import importlib, pkgutil, sys
from boardgame_envs.learning import run
for module in pkgutil.walk_packages(run.__path__, run.__name__ + "."):
    importlib.import_module(module.name)
assert not {"torch", "stable_baselines3", "sb3_contrib", "ray"} & set(sys.modules)
""")


# --- interruptions ---


class Interrupted:
    """A trainer that is stopped by whoever started it."""

    def begin(self, config: Any, folder: Path) -> None:
        raise KeyboardInterrupt


@pytest.mark.parametrize("is_saved", [True, False])
def test_who_interrupts_a_run_learns_how_to_go_on(is_saved: bool, tmp_path: Path, monkeypatch):
    trainer: Any = Interrupted()
    algorithm = Algorithm("a", "b", "train", RunConfig, lambda: trainer)
    monkeypatch.setattr(training, "check_unused", lambda folder: None)
    if is_saved:
        (tmp_path / "checkpoints" / "checkpoint-000000000100.pt").mkdir(parents=True)

    with pytest.raises(KeyboardInterrupt) as interruption:
        training.begin_run(algorithm, RunConfig("elements", 10), tmp_path)

    how = f"go on with: boardgame-envs train --resume {tmp_path}"
    how = how if is_saved else "nothing was saved"
    assert str(interruption.value) == f"interrupted; {how}"

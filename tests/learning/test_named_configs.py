"""Configs that come with the package are found by name."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from boardgame_envs import shipped_files
from boardgame_envs.command_line import main
from boardgame_envs.learning.algorithms import algorithm_names, load_algorithm
from boardgame_envs.learning.run.config import ConfigError, make_config, read_values
from boardgame_envs.learning.run.named_configs import config_names, find_config

PROJECT = Path(__file__).parents[2]


@pytest.mark.parametrize("algorithm", algorithm_names())
def test_every_shipped_config_is_valid_and_of_its_folders_algorithm(algorithm: str):
    assert {"elements", "noah", "tranquility"} <= set(config_names(algorithm))
    for name in config_names(algorithm):
        values = {"algorithm": "ppo", **read_values(find_config(name, [], algorithm))}
        config = make_config(load_algorithm(values["algorithm"]).config, values)
        assert config.algorithm == algorithm
        assert config.game in name


@pytest.mark.parametrize("algorithm", algorithm_names())
def test_every_agent_of_a_shipped_config_is_found_from_anywhere(
    algorithm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    for name in config_names(algorithm):
        values = {"algorithm": "ppo", **read_values(find_config(name, [], algorithm))}
        make_config(load_algorithm(values["algorithm"]).config, values).check_agents()


def test_a_name_means_the_config_of_the_algorithm_that_is_asked_for():
    assert find_config("noah", [], "ppo") == PROJECT / "configs" / "ppo" / "noah.yaml"
    changes = ["tables=3", "algorithm=rllib"]
    assert find_config("noah", changes, "ppo") == PROJECT / "configs" / "rllib" / "noah.yaml"


@pytest.mark.parametrize("given", ["mine.yaml", "no/such/file", "elements.yml"])
def test_a_path_is_taken_as_it_is(given: str):
    assert find_config(given, [], "ppo") == Path(given)


def test_a_file_comes_before_a_name(tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "elements").write_text("game: noah")

    assert find_config("elements", [], "ppo") == Path("elements")


@pytest.mark.parametrize(
    ("name", "changes", "complaint"),
    [
        ("elemnts", [], "there is no config 'elemnts' for ppo: did you mean 'elements'?"),
        ("chess", ["algorithm=rllib"], "for rllib; there are elements, noah, tranquility;"),
        ("chess", ["algorithm=poo"], "there is no config 'chess' for poo; there are none"),
    ],
    ids=str,
)
def test_an_unknown_name_is_refused_in_one_sentence(name, changes, complaint):
    with pytest.raises(ConfigError) as refusal:
        find_config(name, changes, "ppo")
    assert complaint in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_the_command_knows_configs_by_name(tmp_path: Path, capsys):
    small = ["total_steps=512", "tables=16", "steps_per_rollout=16", "minibatch=64", "hidden=[8]"]
    small += ["evaluation.deals=2", "opponents.past=0", "opponents.agents={}"]
    small += ["export.at_end=false", "stages.imitation.minibatch=64"]
    changes = [text for change in small for text in ("--set", change)]

    assert main(["train", "elements", *changes, "-o", str(tmp_path / "run")]) == 0

    assert "curves.png, best.pt, checkpoints/" in capsys.readouterr().out
    assert main(["train", "elephants"]) == 2
    assert "there is no config 'elephants' for ppo" in capsys.readouterr().err


def test_a_wheel_has_the_configs_and_recipes_where_they_are_looked_for(tmp_path, monkeypatch):
    pyproject = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    moved = pyproject["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    monkeypatch.setattr(shipped_files, "PACKAGE", tmp_path / "boardgame_envs")
    monkeypatch.setattr(shipped_files, "PROJECT", PROJECT)
    for in_clone, in_wheel in moved.items():
        inside = tmp_path / in_wheel
        assert shipped_files.find_folder(inside.name, in_clone) == PROJECT / in_clone
        inside.mkdir(parents=True)
        assert shipped_files.find_folder(inside.name, in_clone) == inside
    assert {PROJECT / folder for folder in moved} == {shipped_files.CONFIGS, shipped_files.RECIPES}

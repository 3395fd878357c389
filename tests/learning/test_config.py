from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from boardgame_envs.learning.algorithms.ppo.config import PPOConfig
from boardgame_envs.learning.run.config import ConfigError, make_config, read_values

CONFIGS = sorted((Path(__file__).parents[2] / "configs").glob("ppo/*.yaml"))
LEAST = {"game": "elements", "total_steps": 1000}


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_the_configs_of_the_project_are_valid(path: Path):
    assert isinstance(make_config(PPOConfig, read_values(path)), PPOConfig)


def test_what_is_not_said_is_as_by_default():
    config = make_config(PPOConfig, LEAST)

    assert config.gamma == 1.0
    assert config.opponents.past_kept == 8
    assert make_config(PPOConfig, config.as_dict()) == config


def test_fields_can_be_changed_from_the_command_line(tmp_path):
    path = tmp_path / "config.yaml"
    path.write_text(yaml.safe_dump(LEAST))

    values = read_values(
        path, ["total_steps=5", "opponents.agents={random: 0.5}", "hidden=[8, 4]", "gamma=1"]
    )
    config = make_config(PPOConfig, values)

    assert config.total_steps == 5
    assert config.opponents.agents == {"random": 0.5}
    assert config.hidden == [8, 4]
    assert config.gamma == 1.0


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ({"total_step": 3}, "there is no field total_step: did you mean 'total_steps'?"),
        ({"opponents": {"passed": 1}}, "there is no field opponents.passed: did you mean"),
        ({"tables": "many"}, "tables must be a whole number, not 'many'"),
        ({"tables": 2.5}, "tables must be a whole number, not 2.5"),
        ({"learning_rate": "1e-3"}, "must be a number, not '1e-3'; write 0.001 or 1.0e-3"),
        ({"hidden": [8, "x"]}, "hidden[] must be a whole number, not 'x'"),
        ({"hidden": []}, "hidden must be a list of widths above 0"),
        ({"hidden": 8}, "hidden must be a list, not 8"),
        ({"opponents": 3}, "opponents must hold fields, not 3"),
        ({"opponents": {"past": 0.8, "agents": {"random": 0.3}}}, "come to at most 1"),
        ({"opponents": {"agents": {"random": "half"}}}, "opponents.agents.random must be a number"),
        ({"epochs": 0}, "epochs must be above 0, not 0"),
        ({"gamma": 1.5}, "gamma must be at most 1"),
        ({"seed": True}, "seed must be a whole number, not True"),
        ({"checkpoints": {"kept": 0}}, "checkpoints.kept must be at least 1"),
        ({"game": "elephants"}, "there is no game 'elephants'"),
        ({"options": {"target": 1}}, "there is no option 'target'"),
        ({"algorithm": "rllib"}, "algorithm must be 'ppo' here, not 'rllib'"),
        ({"evaluation": {"deals": float("nan")}}, "evaluation.deals must be a whole number"),
        ({"gamma": float("nan")}, "gamma must be above 0, not nan"),
        ({"variants": [{"hand_size": 99}]}, "hand_size must be a whole number from 1 to 8"),
    ],
    ids=str,
)
def test_a_wrong_field_is_refused_in_one_sentence(values, complaint):
    with pytest.raises(ConfigError) as refusal:
        make_config(PPOConfig, {**LEAST, **values})
    assert complaint in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "changes", "complaint"),
    [
        ("game: [", [], "is not YAML"),
        ("- game", [], "must hold fields"),
        ("game: elements", [], "the field total_steps is missing"),
        ("game: elements\ntotal_steps: 5", ["tables"], "a change is written key=value"),
        ("game: elements\ntotal_steps: 5", ["tables.size=3"], "tables must be a whole number"),
        ("game: elements\ntotal_steps: 5", ["game.name=3"], "game has no fields of its own"),
    ],
    ids=["broken", "list", "missing", "no value", "a field inside", "inwards"],
)
def test_a_file_that_is_no_config_is_refused(tmp_path, text, changes, complaint):
    path = tmp_path / "config.yaml"
    path.write_text(text)

    with pytest.raises(ConfigError, match=complaint):
        make_config(PPOConfig, read_values(path, changes))

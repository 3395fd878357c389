from __future__ import annotations

import dataclasses
import tempfile
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from boardgame_envs.command_line import main
from boardgame_envs.learning.algorithms.ppo.config import PPOConfig
from boardgame_envs.learning.algorithms.rllib.config import RllibConfig
from boardgame_envs.learning.run.config import (
    ConfigError,
    apply_change,
    make_config,
    read_values,
)

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
        ({"gamma": float("nan")}, "gamma must be a finite number, not nan"),
        ({"gamma": 2}, "gamma must be at most 1, not 2.0"),
        ({"gae_lambda": float("nan")}, "gae_lambda must be a finite number, not nan"),
        ({"reward_scale": float("inf")}, "reward_scale must be a finite number, not inf"),
        ({"entropy": 10**400}, "entropy must be a finite number, not a number of 1329 bits"),
        ({"entropy": 1e30}, "entropy must be at most 1,000,000, not 1e+30"),
        ({"value_weight": -0.5}, "value_weight must not be negative, not -0.5"),
        ({"learning_rate": -1}, "learning_rate must be above 0, not -1.0"),
        ({"learning_rate": 1e30}, "learning_rate must be at most 1, not 1e+30"),
        ({"tables": 10**12}, "tables must be at most 1,048,576, not 1000000000000"),
        ({"tables": 2.0}, "tables must be a whole number, not 2.0"),
        ({"tables": -(10**4000)}, "tables must be above 0, not a number of 13288 bits"),
        ({"tables": 2**20}, "tables times steps_per_rollout must be at most 4,194,304, not"),
        ({"seed": 2**32}, "seed must be at most 4,294,967,295, not 4294967296"),
        ({"total_steps": 10**18}, "total_steps must be at most 1,000,000,000,000,000, not"),
        ({"evaluation": {"deals": 0}}, "evaluation.deals must be at least 1, not 0"),
        ({"evaluation": {"deals": 10**9}}, "evaluation.deals must be at most 100,000"),
        ({"evaluation": {"every": 0.5}}, "evaluation.every must be a whole number, not 0.5"),
        ({"threads": -1}, "threads must not be negative, not -1"),
        ({"threads": 10**12}, "threads must be at most 1,024"),
        ({"epochs": 10**9}, "epochs must be at most 1,000"),
        ({"hidden": [0]}, "hidden must be a list of widths above 0 and at most 8,192, for at most"),
        ({"hidden": [10**6]}, "hidden must be a list of widths above 0 and at most 8,192"),
        ({"hidden": [8] * 33}, "for at most 32 layers, not [8, 8, 8, 8, 8, 8, 8, 8, ...]"),
        ({"minibatch": 1}, "minibatch must be at least 2, not 1"),
        (
            {"tables": 4, "steps_per_rollout": 8, "minibatch": 33},
            "minibatch must be at most tables times steps_per_rollout, 32, not 33",
        ),
        ({"opponents": {"past": float("nan")}}, "opponents.past must be a finite number, not nan"),
        ({"opponents": {"past": -0.1}}, "opponents.past must not be negative, not -0.1"),
        ({"opponents": {"agents": {"random": 1.5}}}, "opponents.agents.random must be at most 1"),
        ({"opponents": {"agents": {1: 0.5}}}, "opponents.agents must have texts as names, not 1"),
        ({"options": {"hand_size": 10**400}}, "options.hand_size must be a number, a name, yes"),
        ({"options": {"hand_size": {"is": 3}}}, "options.hand_size must be a number, a name"),
        ({"options": {"game": "noah"}}, "there is no option 'game'"),
        ({"options": {"seed": 3}}, "there is no option 'seed'"),
        ({"options": {"num_players": 2.5}}, "elements seats 2 players, not 2.5"),
        ({"variants": [{}] * 1001}, "variants must be at most 1,000 option sets"),
        ({"variants": [{"hand_size": 99}]}, "hand_size must be a whole number from 1 to 8"),
    ],
    ids=lambda value: str(value)[:80],
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
        ("", [], "must hold fields such as 'game: elements'"),
        ("elements", [], "must hold fields"),
        ("game: elements\ngame: noah", [], r"is not YAML: 'game' is there twice \(line 2\)"),
        ("opponents: {past: 0, past: 1}", [], "'past' is there twice"),
        ("a: &x [1]\nb: *x", [], r"is not YAML: the alias \*x is not allowed here \(line 2\)"),
        ("[" * 5000, [], "is not YAML: it is nested too deeply"),
        ("seed: " + "9" * 5000, [], "is not YAML: Exceeds the limit"),
        ("seed: 2026-13-45", [], "is not YAML: month must be in 1..12"),
        ("game: !!python/object/apply:os.system [ls]", [], "could not determine a constructor"),
        ("\x00", [], "is not YAML: "),
        ("game: elements\ntotal_steps: 5", ["tables=[1"], r"'\[1' is not a value for tables: "),
        ("game: elements\ntotal_steps: 5", ["tables=.nan"], "tables must be a whole number"),
        ("game: elements\ntotal_steps: 5", ["gamma=.inf"], "gamma must be a finite number"),
        ("game: elements\ntotal_steps: 5", ["opponents={past: 0, past: 1}"], "there twice"),
        ("game: elements\ntotal_steps: 5", ["=3"], "there is no field "),
        ("game: elements\ntotal_steps: 5", ["opponents..past=3"], "there is no field opponents."),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_file_that_is_no_config_is_refused(tmp_path, text, changes, complaint):
    path = tmp_path / "config.yaml"
    path.write_text(text)

    with pytest.raises(ConfigError, match=complaint) as refusal:
        make_config(PPOConfig, read_values(path, changes))
    assert "\n" not in str(refusal.value)


def test_a_few_aliases_cannot_stand_for_millions_of_values(tmp_path):
    lines = ["a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 12)]
    (tmp_path / "config.yaml").write_text("\n".join([*lines, "options: {hand_size: *a11}"]))

    with pytest.raises(ConfigError, match=r"the alias \*a0 is not allowed here \(line 2\)"):
        read_values(tmp_path / "config.yaml")


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("nowhere.yaml", "nowhere.yaml: No such file or directory"),
        ("folder.yaml", "folder.yaml: Is a directory"),
        ("/dev/zero", "/dev/zero is longer than 1,000,000 bytes, which no config is"),
        ("latin.yaml", "latin.yaml is not YAML: it is not UTF-8 (invalid continuation byte)"),
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path, monkeypatch, capsys, name, complaint):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "latin.yaml").write_bytes("game: älements".encode("latin-1"))

    assert main(["train", name, "-o", "run"]) == 2

    assert capsys.readouterr().err == f"boardgame-envs: {complaint}\n"
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ("evaluation.anchors=[rulez]", "there is no agent 'rulez'"),
        ("opponents.agents={nobody.onnx: 0.5}", "nobody.onnx: there is no such file"),
        ("start_from=nowhere.pt", "there is no checkpoint nowhere.pt"),
        ("tables=1000000000000", "tables must be at most"),
    ],
    ids=str,
)
def test_what_there_is_not_is_refused_before_anything_begins(
    tmp_path, monkeypatch, capsys, change, complaint
):
    monkeypatch.chdir(tmp_path)

    assert main(["train", "elements", "--set", change, "-o", "run"]) == 2

    assert complaint in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


# --- anything at all ---


EDGES: list[Any] = [
    *(None, True, False, 0, 1, -1, 2**31, 2**63, 10**12, 10**400, -(10**4000)),
    *(0.0, -0.0, 0.5, 1.0, 2.5, 1e300, float("nan"), float("inf"), float("-inf")),
    *("", "random", "rules", "x.onnx", "elements", "1e-3", "\x00.onnx", "rllib", "\n"),
    *([], {}, [0], [None], {"random": 1.0}, {"random": float("nan")}, {"": 0}, {"game": 1}),
]
PLAIN = st.one_of(
    st.sampled_from(EDGES),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.dates(),
    st.binary(max_size=8),
)
KEYS = st.one_of(
    st.text(max_size=8),
    st.integers(-2, 2),
    st.none(),
    st.booleans(),
    st.sampled_from(["game", "self", "num_players", "seed", "hand_size", "target_points", "every"]),
)
NESTED = st.recursive(
    PLAIN,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(KEYS, inner, max_size=3),
        st.sets(KEYS, max_size=3),
    ),
    max_leaves=8,
)
VALUES = st.one_of(st.sampled_from(EDGES), NESTED)
KINDS = [PPOConfig, RllibConfig]


def fields_of(kind: Any, where: str = "") -> list[str]:
    """Return the names of all fields, inner ones too."""
    names = []
    for name, inner in typing.get_type_hints(kind).items():
        names.append(where + name)
        names += fields_of(inner, f"{where}{name}.") if dataclasses.is_dataclass(inner) else []
    return names


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.algorithm)
@settings(max_examples=400, deadline=None)
@given(data=st.data())
def test_any_value_in_any_field_gives_a_config_or_an_error_in_one_sentence(kind: Any, data: Any):
    values: dict[str, Any] = dict(LEAST)
    for path in data.draw(st.lists(st.sampled_from(fields_of(kind)), min_size=1, max_size=2)):
        *outer, name = path.split(".")
        inner = values
        for step in outer:
            inner = inner.setdefault(step, {}) if isinstance(inner, dict) else {}
        if isinstance(inner, dict):
            inner[name] = data.draw(VALUES)
    config, sentence = answer(lambda: make_config(kind, values))

    assert "\n" not in sentence
    assert len(sentence) < 2000
    assert config is None or make_config(kind, config.as_dict()) == config


def answer(ask: Callable[[], Any]) -> tuple[Any, str]:
    """Return what is answered, or the sentence of a ConfigError."""
    try:
        return ask(), ""
    except ConfigError as error:
        return None, str(error)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=st.one_of(st.text(), st.text("{}[]:,-&*!|>'\"%@` \n#?ab01.")), key=st.text())
def test_any_text_gives_values_or_an_error_in_one_sentence(text: str, key: str):
    _, sentence = answer(lambda: apply_change({}, f"{key}={text}"))
    assert "\n" not in sentence

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "config.yaml"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        values, sentence = answer(lambda: read_values(path))
    assert "\n" not in sentence
    assert isinstance(values, dict) or sentence

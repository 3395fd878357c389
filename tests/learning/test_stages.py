"""A run in stages: each with fields of its own, and all by one config."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import yaml

from boardgame_envs.command_line import main
from boardgame_envs.learning import resume, train
from boardgame_envs.learning.algorithms.ppo.config import PPOConfig
from boardgame_envs.learning.algorithms.ppo.stage_change import enter_stage
from boardgame_envs.learning.algorithms.ppo.stages import plan_stages, stage_at
from boardgame_envs.learning.algorithms.ppo.trainer import make_model
from boardgame_envs.learning.run.checkpoints import read_checkpoint
from boardgame_envs.learning.run.config import ConfigError, make_config, read_values
from tests.learning.test_resume import final, metrics

ROLLOUT = 32 * 16
# what is learned in the first stage is imitation, in the second self-play for other games with
# opponents, and in the third the same at a low rate
STAGES: list[dict[str, Any]] = [
    {"name": "imitation", "steps": 3 * ROLLOUT, "imitation": {"agent": "heuristic"}},
    {
        "name": "self-play",
        "steps": 4 * ROLLOUT + 100,
        "learning_rate": 0.002,
        "learning_rate_end": 0.001,
        "entropy": 0.2,
        "epochs": 2,
        "minibatch": 64,
        "gae_lambda": 0.9,
        "clip_range": 0.1,
        "variants": [{"target_points": 1}, {"target_points": 3, "weight": 3}],
        "curriculum": {"by": "uncertainty", "memory": 20},
        "opponents": {"past": 0.3, "agents": {"random": 0.3}},
    },
    {
        "name": "anneal",
        "steps": 2 * ROLLOUT,
        "learning_rate": 0.0001,
        "reset_optimizer": True,
        "opponents": {"past": 0.5},
    },
]
CONFIG: dict[str, Any] = {
    "game": "elements",
    "seed": 3,
    "tables": 32,
    "steps_per_rollout": 16,
    "minibatch": 128,
    "epochs": 1,
    "hidden": [16],
    "opponents": {"past": 0.0, "past_every": 512, "past_kept": 2},
    "evaluation": {"every": ROLLOUT, "deals": 2, "anchors": ["random"]},
    "checkpoints": {"every": 1, "kept": 100},
    "export": {"at_end": False},
    "stages": STAGES,
}


def config_of(**changes: Any) -> PPOConfig:
    return make_config(PPOConfig, {**CONFIG, **changes})


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run that was never interrupted, with all its checkpoints."""
    return train(CONFIG, tmp_path_factory.mktemp("runs") / "whole")


# --- the plan ---


def test_a_run_is_as_long_as_its_stages_and_a_longer_one_prolongs_the_last():
    assert config_of().total_steps == 9 * ROLLOUT + 100

    begins = [(stage.begin, stage.steps) for stage in plan_stages(config_of(total_steps=10_000))]

    assert begins == [(0, 1536), (1536, 2148), (3684, 10_000 - 3684)]


def test_a_stage_begins_with_the_first_rollout_after_those_before_it():
    stages = plan_stages(config_of())

    numbers = [stage_at(stages, rollout * ROLLOUT).number for rollout in range(10)]

    assert numbers == [0, 0, 0, 1, 1, 1, 1, 1, 2, 2]


def test_what_a_stage_does_not_name_is_as_in_the_rest_of_the_config():
    imitation, self_play, anneal = (stage.config for stage in plan_stages(config_of()))

    assert (imitation.imitation.agent, imitation.imitation.steps) == ("heuristic", 3 * ROLLOUT)
    assert self_play.imitation.steps == anneal.imitation.steps == 0
    assert (imitation.minibatch, self_play.minibatch, anneal.minibatch) == (128, 64, 128)
    assert self_play.opponents.past_kept == 2
    assert self_play.weights == [1.0, 3]


def test_without_stages_a_run_is_one_stage():
    (only,) = plan_stages(make_config(PPOConfig, {"game": "elements", "total_steps": 1000}))

    assert (only.name, only.begin, only.steps, only.may_be_best) == ("", 0, 1000, True)
    assert only.seed == only.config.seed


def test_schedules_run_within_a_stage(tmp_path: Path):
    config = config_of()
    model, _ = make_model(config, tmp_path)
    second = plan_stages(config)[1]
    enter_stage(model, second)

    for done, rate in [(0.0, 0.002), (0.5, 0.0015), (1.0, 0.001)]:
        model._update_current_progress_remaining(second.begin + int(done * second.steps), 99_999)
        assert model.lr_schedule(model._current_progress_remaining) == pytest.approx(rate)


def test_a_stage_changes_what_it_names(tmp_path: Path):
    model, _ = make_model(config_of(), tmp_path)
    weights = {name: tensor.clone() for name, tensor in model.policy.state_dict().items()}
    _, second, _ = plan_stages(config_of())

    enter_stage(model, second)

    assert (model.batch_size, model.n_epochs, model.ent_coef) == (64, 2, 0.2)
    assert (model.rollout_buffer.gae_lambda, model.clip_range(0.5)) == (0.9, 0.1)
    assert model.imitation is None
    assert model.opponents is not None
    assert set(np.unique(model.env.batch.variant)) == {0, 1}
    for name, tensor in model.policy.state_dict().items():
        assert torch.equal(tensor, weights[name])


# --- the run ---


def test_metrics_name_the_stage_and_the_teacher_is_imitated_in_its_stage_alone(whole: Path):
    lines = metrics(whole)

    stages = [line["stage"] for line in lines]
    assert stages == ["imitation"] * 3 + ["self-play"] * 5 + ["anneal"] * 2
    # the line of a rollout has the update before it
    taught = ["imitation/loss" in line for line in lines]
    assert taught == [False, True, True, True] + [False] * 6
    assert "curriculum_share/2 players, target_points 3" in lines[4]


def test_the_best_network_is_one_of_the_last_stage(whole: Path):
    assert read_checkpoint(whole / "best.pt")["stage"] == 2


def test_the_best_network_is_looked_for_where_a_stage_says_so(tmp_path: Path):
    stages = [{**stage, "best": stage["name"] == "self-play"} for stage in STAGES]

    folder = train({**CONFIG, "stages": stages}, tmp_path / "run")

    assert read_checkpoint(folder / "best.pt")["stage"] == 1


@pytest.mark.parametrize("rollouts", [2, 3, 5, 8, 9])
def test_a_run_that_was_killed_in_a_stage_or_at_its_border_ends_the_same(
    whole: Path, tmp_path: Path, rollouts: int
):
    folder = tmp_path / "killed"
    shutil.copytree(whole, folder)
    for path in folder.glob("checkpoints/*.pt"):
        if int(path.stem.split("-")[1]) > rollouts * ROLLOUT:
            path.unlink()

    resume(folder)

    assert metrics(folder) == metrics(whole)
    ours, theirs = final(folder), final(whole)
    assert ours["stage"] == theirs["stage"] == 2
    # times take more or fewer digits
    differing = [key for key in ours if key != "metrics" and not same(ours[key], theirs[key])]
    assert differing == []


def same(left: Any, right: Any) -> bool:
    """Tell whether two contents of checkpoints are equal, bit for bit."""
    if isinstance(left, torch.Tensor):
        return torch.equal(left, right)
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(
            same(left[key], right[key]) for key in left if not str(key).startswith("time/")
        )
    if isinstance(left, list | tuple):
        return len(left) == len(right) and all(map(same, left, right))
    return bool(left == right)


def test_the_optimiser_carries_over_unless_a_stage_begins_a_new_one(whole: Path):
    def updates(rollouts: int) -> int:
        content = read_checkpoint(
            whole / "checkpoints" / f"checkpoint-{rollouts * ROLLOUT:012d}.pt"
        )
        return int(content["optimizer"]["state"][0]["step"])

    assert updates(4) > updates(3) > 0
    assert updates(9) < updates(8)


def test_past_selves_go_on_to_the_next_stage(whole: Path):
    at_border, after = (
        read_checkpoint(whole / "checkpoints" / f"checkpoint-{rollouts * ROLLOUT:012d}.pt")
        for rollouts in (8, 9)
    )

    assert len(at_border["opponents"]["past"]) == 2
    assert len(after["opponents"]["past"]) == 2


# --- what is refused ---


@pytest.mark.parametrize(
    ("stage", "complaint"),
    [
        ({"steps": 5000}, "the field stages.0.name is missing"),
        ({"name": "a"}, "the field stages.a.steps is missing"),
        ({"name": "a b", "steps": 5000}, "stages.a b.name must be letters, digits, _ or -"),
        ({"name": "a", "steps": 100}, "in the stage 'a' steps must be at least tables times"),
        ({"name": "a", "steps": 5000, "tables": 3}, "in the stage 'a' tables cannot change"),
        (
            {"name": "a", "steps": 5000, "learning_rat": 3},
            "in the stage 'a' there is no field learning_rat: did you mean 'learning_rate'?",
        ),
        (
            {"name": "a", "steps": 5000, "epochs": 0},
            "in the stage 'a' epochs must be above 0, not 0",
        ),
        (
            {"name": "a", "steps": 5000, "options": {"target": 3}},
            "in the stage 'a' there is no option 'target'",
        ),
        (
            {"name": "a", "steps": 5000, "imitation": {"agent": "nobody"}},
            "in the stage 'a' there is no agent 'nobody'",
        ),
        ({"name": "a", "steps": 5000, "best": 3}, "stages.a.best must be yes or no, not 3"),
    ],
    ids=str,
)
def test_a_wrong_stage_is_refused_in_one_sentence(stage: dict[str, Any], complaint: str):
    with pytest.raises(ConfigError) as refusal:
        make_config(PPOConfig, {**CONFIG, "total_steps": 9999, "stages": [stage, STAGES[0]]})
    assert complaint in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_two_stages_with_one_name_and_imitation_outside_of_stages_are_refused():
    with pytest.raises(ConfigError, match="there are two stages with the name 'imitation'"):
        config_of(stages=[STAGES[0], STAGES[0]])
    with pytest.raises(ConfigError, match="imitation belongs to a stage"):
        config_of(imitation={"steps": 100})


def test_fields_of_a_stage_can_be_changed_by_its_name_or_number(tmp_path: Path):
    path = tmp_path / "config.yaml"
    path.write_text(yaml.safe_dump(CONFIG))

    values = read_values(path, ["stages.anneal.steps=9000", "stages.1.opponents.past=0.25"])
    stages = plan_stages(make_config(PPOConfig, values))

    assert stages[2].steps == 9000
    assert stages[1].config.opponents.past == 0.25
    with pytest.raises(ConfigError, match="there are imitation, self-play, anneal"):
        read_values(path, ["stages.polish.steps=9000"])
    with pytest.raises(ConfigError, match="must say which field"):
        read_values(path, ["stages.anneal=3"])


def test_stages_cannot_change_when_a_run_goes_on(whole: Path, capsys):
    assert main(["train", "--resume", str(whole), "--set", "stages.1.epochs=9"]) == 2
    assert "stages.1.epochs cannot change when a run goes on" in capsys.readouterr().err

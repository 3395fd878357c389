"""Training with RLlib: a cluster that loses a node, resuming, exporting, and clear errors."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from tests.libraries import need

need("rllib")

import torch

from boardgame_envs import make_batch
from boardgame_envs.agents import make_agent
from boardgame_envs.command_line import main
from boardgame_envs.games import game_names, load_game
from boardgame_envs.learning.algorithms import load_algorithm
from boardgame_envs.learning.algorithms.rllib.checkpoints import (
    list_checkpoints,
    read_newest,
    save_checkpoint,
)
from boardgame_envs.learning.algorithms.rllib.config import RllibConfig
from boardgame_envs.learning.algorithms.rllib.ray_run import StalledError
from boardgame_envs.learning.algorithms.rllib.trainer import load_network
from boardgame_envs.learning.network.trunk import TrunkNetwork
from boardgame_envs.learning.run.checkpoints import CheckpointError, read_checkpoint
from boardgame_envs.learning.run.config import ConfigError, make_config, read_values
from boardgame_envs.learning.run.training import begin_run
from boardgame_envs.learning.run.whole_files import UnwritableError

PROJECT = Path(__file__).parents[2]
CONFIGS = sorted((PROJECT / "configs" / "rllib").glob("*.yaml"))
# Ray on Linux looks for the address that other machines know, even where a node has none but
# the loopback one; this switch, whatever its name, lets it use that
LOOPBACK = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0", "RAY_USAGE_STATS_ENABLED": "0"}
SMALL_NODE: dict[str, Any] = {
    "num_cpus": 1,
    "object_store_memory": 80 * 2**20,
    "node_ip_address": "127.0.0.1",
}
CONFIG = {
    "game": "elements",
    "seed": 3,
    "total_steps": 1_000_000,
    "variants": [{"target_points": 1}, {"target_points": 2}],
    "workers": 2,
    "tables": 4,
    "batch": 1024,
    "minibatch": 256,
    "epochs": 1,
    "hidden": [24],
    "evaluation": {"every": 4096, "deals": 4, "anchors": ["random"]},
    "checkpoints": {"every": 2048, "kept": 2},
    "export": {"at_end": False},
}
PATIENCE = 600  # seconds: a busy machine takes long to start Ray


def wait_for(what: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    until = time.monotonic() + PATIENCE
    while not what():
        assert process.poll() is None, process.communicate()[0]
        assert time.monotonic() < until, "nothing has happened for too long"
        time.sleep(0.1)


def metrics(folder: Path) -> list[dict[str, Any]]:
    path = folder / "metrics.jsonl"
    lines = path.read_text().splitlines() if path.exists() else []
    return [json.loads(line) for line in lines]


def train(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "boardgame_envs", "train-rllib", *arguments],
        cwd=PROJECT,
        env={**os.environ, **LOOPBACK},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def make_cluster(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Start a Ray cluster with one node, on this machine and for this machine alone."""
    for name, value in LOOPBACK.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("ray._private.ray_constants.ENABLE_RAY_CLUSTER", False)
    from ray.cluster_utils import Cluster

    return Cluster(
        initialize_head=True,
        head_node_args={**SMALL_NODE, "include_dashboard": False},
        shutdown_at_exit=True,
    )


@pytest.fixture(scope="module")
def bereft(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """Return the folder of a run, and how far it was when it lost one of its two nodes."""
    folder = tmp_path_factory.mktemp("cluster") / "run"
    config = folder.with_suffix(".yaml")
    config.write_text(yaml.safe_dump(CONFIG))
    with pytest.MonkeyPatch.context() as monkeypatch:
        cluster = make_cluster(monkeypatch)
        process = None
        try:
            second = cluster.add_node(**SMALL_NODE)
            process = train(str(config), "-o", str(folder), "--address", cluster.address)
            wait_for(lambda: len(metrics(folder)) >= 3, process)
            cluster.remove_node(second, allow_graceful=False)
            lost_at = metrics(folder)[-1]["step"]
            wait_for(lambda: metrics(folder)[-1]["step"] > lost_at + 6000, process)
        finally:
            # without warning, as a machine that loses its power
            if process is not None:
                process.kill()
                process.communicate()
            cluster.shutdown()
    return folder, lost_at


# --- a cluster ---


@pytest.mark.slow
def test_training_goes_on_when_a_node_is_lost(bereft: tuple[Path, int]):
    folder, lost_at = bereft
    lines = metrics(folder)

    before = [line["workers"] for line in lines if line["step"] <= lost_at]
    after = [line["workers"] for line in lines if line["step"] > lost_at]
    assert set(before) == {2}
    # what the lost worker had sent may still count; then the other one is alone
    assert after[-1] == 1
    assert len(after) >= 4
    assert all(np.isfinite(line["train/policy_loss"]) for line in lines)
    assert max(int(path.name[-12:]) for path in list_checkpoints(folder)) > lost_at


@pytest.mark.slow
def test_a_run_that_was_killed_is_resumed_on_a_ray_of_its_own(bereft: tuple[Path, int]):
    """The cluster is gone by now; its run goes on from the newest checkpoint."""
    folder, _ = bereft
    path, content = read_newest(folder)
    begun_at = content["steps"]
    content["config"]["total_steps"] = begun_at + 2000
    torch.save(content, path / "run.pt")

    process = train("--resume", str(folder))
    printed, _ = process.communicate(timeout=PATIENCE)

    assert process.returncode == 0, printed
    assert f"resumed from {path.name} at {begun_at:,} decisions" in printed
    steps = [line["step"] for line in metrics(folder)]
    assert steps == sorted(set(steps))
    assert begun_at + 2000 <= steps[-1] < begun_at + 5000
    assert (folder / "curves.png").stat().st_size > 10_000
    assert len(list_checkpoints(folder)) == 2
    assert read_newest(folder)[1]["steps"] == steps[-1]


@pytest.mark.slow
def test_an_interrupted_run_is_saved_goes_on_and_ends(tmp_path: Path):
    config, folder = tmp_path / "config.yaml", tmp_path / "run"
    changes = {"workers": 2, "checkpoints": {"every": 1_000_000}}
    config.write_text(yaml.safe_dump({**CONFIG, **changes}))
    process = train(str(config), "-o", str(folder))
    try:
        wait_for(lambda: len(metrics(folder)) >= 1, process)
        process.send_signal(signal.SIGTERM)
        printed, _ = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()

    assert process.returncode == 143, printed
    steps = read_newest(folder)[1]["steps"]
    assert steps == metrics(folder)[-1]["step"]
    how = f"go on with: boardgame-envs train --resume {folder}\n"
    assert f"interrupted at {steps:,} decisions; {how}" in printed

    longer = ["--set", f"total_steps={steps + 1}", "--set", "workers=1"]
    printed, _ = (process := train("--resume", str(folder), *longer)).communicate(timeout=PATIENCE)
    assert process.returncode == 0, printed
    content = read_newest(folder)[1]
    assert content["steps"] == metrics(folder)[-1]["step"] > steps
    assert content["config"]["workers"] == 1
    written = [line["step"] for line in metrics(folder)]
    assert written == sorted(set(written))

    printed, _ = (process := train("--resume", str(folder))).communicate(timeout=PATIENCE)
    assert process.returncode == 0, printed
    assert f"the run has made its {steps + 1:,} decisions; to prolong it:" in printed
    assert [line["step"] for line in metrics(folder)] == written


@pytest.mark.parametrize(("address", "again"), [("", ""), ("h:1", """ --set 'address="h:1"'""")])
def test_the_command_to_go_on_names_the_cluster(tmp_path: Path, monkeypatch, address, again):
    class Stalled:
        def begin(self, config: Any, folder: Path) -> None:
            save_checkpoint(folder, 5, {"model": {}, "config": {}, "steps": 5}, 1, saved("whole"))
            raise StalledError("no worker has played for 9 seconds")

    stalled: Any = Stalled()
    algorithm = dataclasses.replace(load_algorithm("rllib"), load=lambda: stalled)
    config = make_config(RllibConfig, {**CONFIG, "address": address})

    with pytest.raises(StalledError) as stopped:
        begin_run(algorithm, config, tmp_path / "run")

    command = f"boardgame-envs train --resume {tmp_path / 'run'}{again}"
    assert str(stopped.value) == f"no worker has played for 9 seconds; go on with: {command}"


@pytest.mark.slow
def test_what_rllib_has_trained_is_exported_like_any_other(bereft: tuple[Path, int], tmp_path):
    folder, _ = bereft
    checkpoint = list_checkpoints(folder)[-1] / "run.pt"
    for source in (folder / "best.pt", checkpoint):
        assert main(["export", str(source), str(tmp_path / "agent.onnx")]) == 0

    network = load_network(read_checkpoint(checkpoint)).network
    agent = make_agent(str(tmp_path / "agent.onnx"), load_game("elements"))
    batch, rng = make_batch("elements", 64, seed=3), np.random.default_rng(3)
    for _ in range(10):
        with torch.inference_mode():
            logs, _ = network.log_probabilities(torch.tensor(batch.observation), batch.mask)
        chances = agent.probabilities(batch.observation, batch.mask)
        assert np.abs(chances - logs.exp().numpy()).max() < 1e-5
        batch.step((batch.mask * rng.random(batch.mask.shape)).argmax(axis=1))


@pytest.mark.slow
def test_the_exported_network_is_the_one_that_rllib_plays_with(tmp_path, monkeypatch):
    """The same observations and masks give the same chances in RLlib's module and in ours."""
    from ray.rllib.core.columns import Columns

    from boardgame_envs.learning.algorithms.rllib.cluster import connected
    from boardgame_envs.learning.algorithms.rllib.ray_run import RayRun
    from boardgame_envs.learning.algorithms.rllib.settings import LEARNER

    for name, value in LOOPBACK.items():
        monkeypatch.setenv(name, value)
    config = make_config(RllibConfig, {**CONFIG, "workers": 1, "total_steps": 1024})
    with connected("", 1):
        run = RayRun(config, tmp_path)
        run.algorithm.train()
        batch = make_batch("elements", 32, seed=1)
        observed = {
            "observation": torch.tensor(batch.observation),
            "action_mask": torch.tensor(batch.mask),
        }
        with torch.inference_mode():
            module = run.algorithm.get_module(LEARNER)
            logits = module.forward_inference({Columns.OBS: observed})[Columns.ACTION_DIST_INPUTS]
            logs, _ = run.network().log_probabilities(observed["observation"], batch.mask)
        run.algorithm.stop()
    assert torch.allclose(torch.softmax(logits, -1), logs.exp(), atol=1e-6)


# --- configs and errors ---


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_the_configs_in_the_project_are_valid(path: Path):
    values = read_values(path)
    assert values["algorithm"] == "rllib"
    assert make_config(RllibConfig, values).game == path.stem


@pytest.mark.parametrize("game", game_names())
def test_any_game_can_be_configured(game: str):
    assert make_config(RllibConfig, {"game": game, "total_steps": 10}).game == game


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"game": "elemnts"}, "there is no game 'elemnts': did you mean 'elements'"),
        ({"worker": 2}, "there is no field worker: did you mean 'workers'"),
        ({"workers": 0}, "workers must be above 0, not 0"),
        ({"minibatch": 9999}, "minibatch must be at most batch, 1024, not 9999"),
        ({"options": {"hand_size": 99}}, "hand_size must be a whole number from 1 to 8"),
        ({"entropy": -1.0}, "entropy must not be negative"),
    ],
    ids=str,
)
def test_a_wrong_config_is_refused_in_one_sentence(changes: dict[str, Any], complaint: str):
    with pytest.raises(ConfigError, match=complaint):
        make_config(RllibConfig, {**CONFIG, **changes})


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "give a config, e.g. elements or configs/rllib/elements.yaml, or --resume"),
        (["nowhere.yaml"], "nowhere.yaml: No such file or directory"),
        (["--resume", "nowhere"], "no checkpoint of a run on Ray to resume from in nowhere"),
        (["--resume", "a", "-o", "b"], "give nothing beside it"),
        (
            [str(CONFIGS[0]), "--address", "127.0.0.1:9", "-o", "run"],
            "no Ray cluster can be reached at 127.0.0.1:9",
        ),
    ],
    ids=str,
)
def test_a_wrong_command_is_refused_in_one_sentence(
    arguments: list[str], complaint: str, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    assert main(["train-rllib", *arguments]) == 2
    assert complaint in capsys.readouterr().err


def test_the_command_line_knows_it(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["train-rllib", "--help"])
    assert ended.value.code == 0
    assert "--address" in capsys.readouterr().out


# --- checkpoints ---


def saved(text: str) -> Callable[[str], None]:
    def save(path: str) -> None:
        Path(path).mkdir()
        (Path(path) / "weights").write_text(text)

    return save


def test_old_checkpoints_make_room_and_damaged_ones_are_passed_over(tmp_path, capsys):
    content = {"model": {}, "config": {}}
    for step in (100, 200, 300):
        save_checkpoint(tmp_path, step, {**content, "steps": step}, 2, saved(str(step)))
    assert [int(path.name[-12:]) for path in list_checkpoints(tmp_path)] == [200, 300]

    (list_checkpoints(tmp_path)[-1] / "run.pt").write_bytes(b"nonsense")
    path, read = read_newest(tmp_path)
    assert read["steps"] == 200
    assert (path / "algorithm" / "weights").read_text() == "200"
    assert "damaged" in capsys.readouterr().out
    (path / "run.pt").unlink()
    with pytest.raises(CheckpointError, match="no checkpoint of a run on Ray"):
        read_newest(tmp_path)


def test_earlier_runs_had_their_config_in_a_place_of_its_own(tmp_path):
    content = {"model": {}, "steps": 5, "config": {"for": "exports"}, "run": {"for": "resuming"}}
    save_checkpoint(tmp_path, 5, content, 1, saved("whole"))

    assert read_newest(tmp_path)[1]["config"] == {"for": "resuming"}


def test_a_checkpoint_that_fails_half_way_leaves_the_older_ones(tmp_path):
    save_checkpoint(tmp_path, 100, {"model": {}, "config": {}}, 2, saved("whole"))

    def fail(path: str) -> None:
        saved("half")(path)
        raise OSError(28, "No space left on device")

    with pytest.raises(UnwritableError, match=r"cannot be written \(No space left on device\)"):
        save_checkpoint(tmp_path, 200, {"model": {}, "config": {}}, 2, fail)
    assert [path.name[-3:] for path in list_checkpoints(tmp_path)] == ["100"]
    assert len(list((tmp_path / "checkpoints").iterdir())) == 1


def test_the_network_is_the_one_of_our_own_learner_where_actions_have_features():
    from gymnasium import spaces

    from boardgame_envs.learning.algorithms.rllib.module import MaskedTrunk
    from boardgame_envs.learning.algorithms.rllib.settings import model_config

    values = {**CONFIG, "game": "tranquility", "variants": [{"num_players": 2}]}
    config, game = make_config(RllibConfig, values), load_game("tranquility")
    batch = make_batch("tranquility", 5, seed=1, num_players=2)
    network: Any = TrunkNetwork(game, config.hidden)
    torch.nn.init.normal_(network.action_scores.tables.weight)
    box = spaces.Box(0.0, 1.0, (game.layout.size,), np.float32)
    marks = spaces.Box(0, 1, (game.num_actions,), np.int8)
    module = MaskedTrunk(
        observation_space=spaces.Dict({"observation": box, "action_mask": marks}),
        action_space=spaces.Discrete(game.num_actions),
        model_config=model_config(config),
    )
    module.load_state_dict(network.state_dict())
    seen, mask = torch.from_numpy(batch.observation), torch.from_numpy(batch.mask)

    told = module._forward({"obs": {"observation": seen, "action_mask": mask}})

    logs = torch.log_softmax(told["action_dist_inputs"], -1)
    assert torch.allclose(logs, network.log_probabilities(seen, mask)[0], atol=1e-5)

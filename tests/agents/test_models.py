"""Models of Stable-Baselines3 and torch as agents: masks hold, rewards arrive, no card leaks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

torch = pytest.importorskip("torch")
sb3 = pytest.importorskip("stable_baselines3")
contrib = pytest.importorskip("sb3_contrib")

from boardgame_envs import evaluate, load_game, make_batch, make_table
from boardgame_envs.agents import ManyTablesAgent, as_agent, from_sb3, from_torch
from boardgame_envs.agents.faults import BadAnswerError
from boardgame_envs.core.problems import OptionError
from boardgame_envs.testing.twins import Twin, cards_of

GAME = load_game("elements")
SMALL = {"policy_kwargs": {"net_arch": [8]}, "seed": 0}
ALGORITHMS = {"MaskablePPO": contrib.MaskablePPO, "PPO": sb3.PPO, "DQN": sb3.DQN, "A2C": sb3.A2C}


def make_model(algorithm: str, mask_in: str) -> Any:
    """Return an untrained model that likes an action best that is hardly ever legal."""
    env = gymnasium.make("boardgame_envs/Elements-v0", mask_in=mask_in)
    policy = "MlpPolicy" if mask_in == "info" else "MultiInputPolicy"
    settings = {"buffer_size": 10} if algorithm == "DQN" else {}
    model = ALGORITHMS[algorithm](policy, env, **SMALL, **settings)
    head = model.policy.q_net.q_net[-1] if algorithm == "DQN" else model.policy.action_net
    with torch.no_grad():
        head.bias[GAME.num_actions - 2] += 100.0
    return model


class Scores(torch.nn.Module):
    """Likes one action best, and notes what it is shown."""

    def __init__(self, likes: int = 8) -> None:
        super().__init__()
        self.layer = torch.nn.Linear(GAME.layout.size, GAME.num_actions)
        self.likes, self.shown = likes, list[Any]()

    def forward(self, observation: Any, mask: Any) -> Any:
        self.shown.append((observation.numpy().copy(), mask.numpy().copy()))
        return self.layer(observation) + 100.0 * (torch.arange(GAME.num_actions) == self.likes), 0


WAYS = [(name, mask_in) for name in ALGORITHMS for mask_in in ("info", "observation")]


@pytest.mark.parametrize(("algorithm", "mask_in"), WAYS)
def test_a_model_of_sb3_plays_whatever_it_sees_by_the_mask(algorithm: str, mask_in: str):
    agent = from_sb3(make_model(algorithm, mask_in))
    batch, rng = make_batch("elements", 20, seed=1), np.random.default_rng(0)
    assert isinstance(agent, ManyTablesAgent)
    for _ in range(10):
        actions = agent.choose_many(batch.observation, batch.mask, rng)
        assert batch.mask[np.arange(20), actions].all()
        assert batch.mask[actions == 8, 8].all()
        batch.step(actions)
    odds = agent.probabilities(batch.observation, batch.mask)
    assert odds[~batch.mask].max() == 0
    assert np.allclose(odds.sum(axis=1), 1)


def test_a_model_plays_the_same_one_by_one_and_its_rewards_arrive():
    model = make_model("MaskablePPO", "info")
    agent = from_sb3(model, deterministic=True)

    def as_sb3_predicts(information: Any) -> int:
        seen, masks = information.observation, information.mask
        return int(model.predict(seen, action_masks=masks, deterministic=True)[0])

    settings: dict[str, Any] = {"deals": 3, "rounds": 2, "reward": "points"}
    found = evaluate("elements", {"it": agent, "other": "heuristic"}, **settings)
    known = evaluate("elements", {"it": as_sb3_predicts, "other": "heuristic"}, **settings)

    assert found.figures["pairs"] == known.figures["pairs"]
    assert found.figures["pairs"][0]["mean_return"]["mean"] != 0


def test_a_torch_module_plays_by_the_mask_and_sees_nothing_hidden():
    module = Scores()
    agent: Any = as_agent(module, GAME)
    table, rng, others = make_table("elements"), np.random.default_rng(3), 0
    for seed in range(5):
        table.reset(seed)
        other = Twin(table, table.seat, rng).exchanged()
        others += cards_of(other) != cards_of(table)
        for each in (table, other):
            assert each.mask[agent.choose(each.information())]

    assert others >= 3
    for real, twin in zip(module.shown[::2], module.shown[1::2], strict=True):
        assert all(np.array_equal(one, other) for one, other in zip(real, twin, strict=True))
    result = evaluate("elements", {"it": module, "random": "random"}, deals=3, on_error="raise")
    assert result.faults["agents"][0]["illegal"] == 0


def test_a_deterministic_module_takes_what_it_likes_best():
    table = make_table("elements")
    table.reset(3)
    agent = from_torch(Scores(likes=4), deterministic=True)

    assert agent.choose(table.information()) == 4


def test_a_module_of_observations_alone_is_given_these():
    table = make_table("elements")
    table.reset(3)
    agent = from_torch(torch.nn.Linear(GAME.layout.size, GAME.num_actions))

    assert table.mask[agent.choose(table.information())]


@pytest.mark.parametrize(
    ("module", "complaint"),
    [
        (torch.nn.Linear(GAME.layout.size, 3), r"scores have the shape \(1, 3\)"),
        (torch.nn.Flatten(), "without parameters"),
    ],
)
def test_a_module_that_does_not_fit_is_named(module: Any, complaint: str):
    table = make_table("elements")
    table.reset(3)
    with pytest.raises((BadAnswerError, OptionError), match=complaint):
        from_torch(module).choose(table.information())


def test_models_that_cannot_play_are_refused():
    with pytest.raises(OptionError, match="no model of Stable-Baselines3"):
        from_sb3(3)
    with pytest.raises(OptionError, match="a DQN has values and no probabilities"):
        from_sb3(make_model("DQN", "info"), deterministic=False)
    recurrent = contrib.RecurrentPPO(
        "MlpLstmPolicy", gymnasium.make("boardgame_envs/Elements-v0"), **SMALL
    )
    with pytest.raises(OptionError, match="without memory"):
        from_sb3(recurrent)
    agent = from_sb3(make_model("PPO", "info"))
    with pytest.raises(OptionError, match="the model was trained to see 'observation' of"):
        agent.choose_many(np.zeros((1, 7), np.float32), np.ones((1, 10), np.bool_), None)  # type: ignore[arg-type]


def test_a_saved_model_is_named_by_a_factory(tmp_path: Path, monkeypatch: Any):
    make_model("PPO", "info").save(tmp_path / "model.zip")
    (tmp_path / "my_models.py").write_text(
        "from stable_baselines3 import PPO\n"
        "from boardgame_envs.agents import from_sb3\n"
        "def load(file):\n    return from_sb3(PPO.load(file), deterministic=True)\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))

    result = evaluate("elements", ["my_models:load?file=model.zip", "random"], deals=2)

    assert result.faults["agents"][0]["decisions"] > 0


def test_the_export_says_what_it_cannot_take(tmp_path: Path):
    from boardgame_envs.learning import export

    make_model("PPO", "info").save(tmp_path / "sb3.zip")
    torch.save(Scores().state_dict(), tmp_path / "weights.pt")
    torch.save(Scores(), tmp_path / "module.pt")
    for name, complaint in (
        (
            "sb3.zip",
            "is a model of Stable-Baselines3, and only checkpoints of boardgame-envs train",
        ),
        ("weights.pt", "is not a checkpoint of a training run"),
        ("module.pt", "holds more than numbers and texts"),
    ):
        with pytest.raises(ValueError, match=f"{complaint}.*package.module:factory"):
            export(tmp_path / name, tmp_path / "agent.onnx")
    assert not (tmp_path / "agent.onnx").exists()

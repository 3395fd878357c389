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

from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import VecNormalize

from boardgame_envs import evaluate, load_game, make_batch, make_table
from boardgame_envs.agents import ManyTablesAgent, as_agent, from_sb3, from_torch
from boardgame_envs.agents.agent import choose_at
from boardgame_envs.agents.faults import BadAnswerError
from boardgame_envs.core.problems import OptionError
from boardgame_envs.core.table import Table
from tests.outsiders import expect_nothing_hidden, expect_plays_as

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


@pytest.mark.parametrize(("algorithm", "mask_in"), WAYS)
def test_a_model_earns_what_its_seat_earns_and_is_shown_nothing_hidden(
    algorithm: str, mask_in: str, monkeypatch: Any
):
    model = make_model(algorithm, mask_in)
    agent, shown = from_sb3(model, deterministic=True), list[Any]()
    expect_plays_as(agent, by_hand(model))
    look = model.policy.obs_to_tensor
    monkeypatch.setattr(
        model.policy, "obs_to_tensor", lambda seen: shown.append(seen) or look(seen)
    )

    def seen(table: Table) -> bytes:
        shown.clear()
        choose_at(table, agent)
        return in_bytes(shown)

    expect_nothing_hidden(seen)


def by_hand(model: Any) -> Any:
    """Return a function that asks a model's network, and takes the best of what is legal."""

    def choose(information: Any) -> int:
        seen: Any = torch.as_tensor(information.observation[None])
        if "Dict" in type(model.observation_space).__name__:
            mask = torch.as_tensor(information.mask[None].astype(np.int8))
            seen = {"observation": seen, "action_mask": mask}
        with torch.no_grad():
            if hasattr(model, "q_net"):
                scores = model.q_net(seen)
            else:
                scores = model.policy.get_distribution(seen).distribution.logits
        return int(np.where(information.mask, scores.numpy()[0], -np.inf).argmax())

    return choose


def in_bytes(shown: Any) -> bytes:
    """Return arrays, and what holds arrays, byte for byte."""
    if isinstance(shown, np.ndarray):
        return shown.tobytes()
    parts = shown.values() if isinstance(shown, dict) else shown
    return b"".join(map(in_bytes, parts))


def test_a_model_of_sb3_plays_as_sb3_itself_predicts():
    model = make_model("MaskablePPO", "info")

    def as_sb3_predicts(information: Any) -> int:
        seen, masks = information.observation, information.mask
        return int(model.predict(seen, action_masks=masks, deterministic=True)[0])

    expect_plays_as(from_sb3(model, deterministic=True), as_sb3_predicts)


@pytest.mark.parametrize("mask_in", ["info", "observation"])
def test_a_model_that_was_trained_without_action_features_is_shown_none(mask_in: str):
    env = gymnasium.make("boardgame_envs/Noah-v0", mask_in=mask_in, action_features=False)
    policy = "MlpPolicy" if mask_in == "info" else "MultiInputPolicy"
    model = contrib.MaskablePPO(policy, env, **SMALL)
    agent, table = from_sb3(model, deterministic=True), make_table("noah", num_players=3)
    table.reset(seed=5)
    for _ in range(20):
        observation, mask = table.observation[: table.game.layout.seen.size], table.mask
        shown: Any = observation
        if mask_in == "observation":
            shown = {"observation": observation, "action_mask": mask.astype(np.int8)}
        expected, _ = model.predict(shown, deterministic=True, action_masks=mask)
        assert agent.choose(table.information()) == expected
        table.step(int(expected))


def test_a_model_of_another_size_is_refused():
    space = gymnasium.spaces.Box(0.0, 1.0, (GAME.layout.size - 1,), np.float32)
    env = gymnasium.make("boardgame_envs/Elements-v0")
    model = contrib.MaskablePPO("MlpPolicy", env, **SMALL)
    model.observation_space = space
    table = make_table("elements")
    table.reset(seed=1)
    with pytest.raises(OptionError, match="trained to see 'observation' of the shape"):
        from_sb3(model).choose(table.information())


@pytest.mark.parametrize("mask_in", ["info", "observation"])
def test_a_model_behind_a_vec_normalize_sees_as_it_was_trained_to(mask_in: str, tmp_path: Path):
    keys = None if mask_in == "info" else ["observation"]
    env = VecNormalize(
        make_vec_env(
            "boardgame_envs/Elements-v0",
            2,
            env_kwargs={"mask_in": mask_in},
        ),
        norm_obs_keys=keys,
    )
    policy = "MlpPolicy" if mask_in == "info" else "MultiInputPolicy"
    model = contrib.MaskablePPO(policy, env, n_steps=16, batch_size=16, **SMALL)
    model.learn(64)
    env.save(str(tmp_path / "normalize.pkl"))
    model.save(tmp_path / "model.zip")
    loaded = contrib.MaskablePPO.load(tmp_path / "model.zip")
    table = make_table("elements")
    table.reset(5)
    seen, mask = table.observation[None], table.mask[None]
    shown: Any = seen if keys is None else {"observation": seen, "action_mask": mask.astype("i1")}
    with torch.no_grad():
        tensors, _ = model.policy.obs_to_tensor(env.normalize_obs(shown))
        odds = model.policy.get_distribution(tensors, mask).distribution.probs.numpy()

    for agent in (
        from_sb3(model),
        from_sb3(loaded, normalize=env),
        from_sb3(loaded, normalize=tmp_path / "normalize.pkl"),
        from_sb3(loaded, normalize=str(tmp_path / "normalize.pkl")),
    ):
        assert np.allclose(agent.probabilities(seen, mask), odds, atol=1e-6)
    assert not np.allclose(from_sb3(loaded).probabilities(seen, mask), odds, atol=1e-6)


def test_what_is_no_vec_normalize_is_refused(tmp_path: Path):
    model = make_model("PPO", "info")
    (tmp_path / "notes.pkl").write_text("no pickle")
    for given, complaint in (
        (3, "normalize takes a VecNormalize, or the file that one was saved to, not 3"),
        (tmp_path / "nothing.pkl", "No such file"),
        (tmp_path / "notes.pkl", "is no file that VecNormalize.save has written"),
    ):
        with pytest.raises(OptionError, match=complaint):
            from_sb3(model, normalize=given)


def test_a_torch_module_plays_by_the_mask_and_earns_what_its_seat_earns():
    module = Scores()

    def choose(information: Any) -> int:
        seen = torch.as_tensor(information.observation[None])
        scores, _ = module(seen, torch.as_tensor(information.mask[None]))
        return int(np.where(information.mask, scores.detach().numpy()[0], -np.inf).argmax())

    expect_plays_as(from_torch(module, deterministic=True), choose)


def test_a_torch_module_is_shown_nothing_hidden():
    module = Scores()
    agent = as_agent(module, GAME)

    def seen(table: Table) -> bytes:
        module.shown.clear()
        assert table.mask[choose_at(table, agent)]
        return in_bytes(module.shown)

    expect_nothing_hidden(seen)


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

"""A critic of its own: what it is shown, that it learns rightly, and that nobody plays with it."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
import torch
from sb3_contrib import MaskablePPO

from boardgame_envs.agents import make_agent
from boardgame_envs.core.batch import Batch
from boardgame_envs.core.secret_part import num_secrets, read_secrets
from boardgame_envs.games import load_game
from boardgame_envs.learning import export, train
from boardgame_envs.learning.algorithms.ppo.config import CRITICS, PPOConfig
from boardgame_envs.learning.algorithms.ppo.policy import take_over
from boardgame_envs.learning.algorithms.ppo.trainer import make_model, read_network
from boardgame_envs.learning.network.critic import PREFIX, Critic
from boardgame_envs.learning.network.frozen_policy import FrozenPolicy
from boardgame_envs.learning.network.sparse.criticism import judge_all, judge_chosen
from boardgame_envs.learning.network.sparse.decisions import Decisions
from boardgame_envs.learning.network.sparse.learning import ChosenDecisions
from boardgame_envs.learning.network.sparse.noted_rows import NotedRows
from boardgame_envs.learning.network.sparse.reading import Reading
from boardgame_envs.learning.network.sparse.threads import use_threads
from boardgame_envs.learning.network.trunk import trunk_ranges
from boardgame_envs.learning.run.checkpoints import read_checkpoint
from boardgame_envs.learning.run.config import ConfigError, make_config
from tests.learning.going_on import ends_of
from tests.learning.test_opponents import SMALL

GAMES = ("elements", "noah", "tranquility")
QUIET = {
    **SMALL,
    "evaluation": {"every": 10**9, "deals": 2, "anchors": ["random"]},
    "checkpoints": {"every": 1024, "kept": 9},
}


def model_for(folder: Path, **changes: Any) -> Any:
    """Return a model at its beginning, with its callback."""
    values = {**QUIET, "checkpoints": {"every": 10**9}, **changes}
    return make_model(make_config(PPOConfig, values), folder)


def played(game: Any, tables: int = 64, steps: int = 9) -> Batch:
    """Return tables with games in progress."""
    batch, rng = Batch(game, tables, seed=5), np.random.default_rng(5)
    for _ in range(steps):
        batch.step((batch.mask * (rng.random(batch.mask.shape) + 0.1)).argmax(axis=1))
    return batch


# --- it computes as torch does ---


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=["float32", "float64"])
@pytest.mark.parametrize("hidden", [[24], [40, 24], [16, 24, 8]], ids=str)
@pytest.mark.parametrize("game_name", GAMES)
def test_values_and_gradients_are_those_of_autograd(game_name, hidden, dtype):
    game, ranges = load_game(game_name), trunk_ranges(load_game(game_name))
    torch.manual_seed(4)
    critic = Critic(ranges, num_secrets(game), hidden).to(dtype)
    decisions, batch = Decisions(Reading(ranges, game.num_actions, []), 1300), played(game, 1300)
    secrets = NotedRows(num_secrets(game), 1300)
    hidden_cards = read_secrets(game, batch.states, batch.seat)
    decisions.note(batch.observation, batch.mask, np.arange(1300))
    secrets.note(hidden_cards)
    rows = np.random.default_rng(1).permutation(1300)[:1200]
    weights = torch.linspace(-1.0, 1.0, len(rows), dtype=dtype)

    def gradients(values: torch.Tensor) -> list[torch.Tensor]:
        critic.zero_grad()
        (values.square() * weights).mean().backward()
        return [parameter.grad.clone() for parameter in critic.parameters()]

    observation = torch.from_numpy(batch.observation[rows]).to(dtype)
    dense = critic(observation, torch.from_numpy(hidden_cards[rows]).to(dtype))
    sparse = judge_chosen(critic, ChosenDecisions(decisions, rows, secrets))

    tolerance = 1e-5 if dtype == torch.float32 else 1e-12
    assert torch.allclose(dense, sparse, atol=tolerance)
    for ours, theirs in zip(gradients(sparse), gradients(dense), strict=True):
        assert torch.allclose(ours, theirs, atol=tolerance)
    if dtype == torch.float32:
        everything = judge_all(critic, decisions, secrets)
        assert np.allclose(everything[rows], dense.detach().numpy(), atol=tolerance)


def test_decisions_without_their_secrets_are_not_judged(tmp_path):
    model, _ = model_for(tmp_path, critic="privileged")
    decisions = model.rollout_buffer.decisions

    with pytest.raises(ValueError, match="noted with what is hidden"):
        model.policy.judge(ChosenDecisions(decisions, np.zeros(1, np.int64)))


# --- the learner ---


def test_without_a_critic_the_update_is_that_of_sb3_contrib(tmp_path):
    learned = []
    for update in (lambda model: model.train(), MaskablePPO.train):
        model, watch = model_for(tmp_path)
        model._setup_learn(512, watch)
        watch.init_callback(model)
        model.collect_rollouts(model.env, watch, model.rollout_buffer, model.n_steps)
        update(model)
        learned.append(model.policy.state_dict())

    assert all(torch.equal(learned[0][name], learned[1][name]) for name in learned[0])


@pytest.mark.parametrize("game_name", GAMES)
def test_advantages_come_from_the_critic(tmp_path, game_name):
    model, watch = model_for(
        tmp_path,
        game=game_name,
        critic="privileged",
        opponents={"past": 0},
        precision="float32",
    )
    seen: list[Any] = []
    step = model.env.batch.step

    def note_and_step(actions: Any, share: Any) -> None:
        batch = model.env.batch
        secrets = read_secrets(batch.game, batch.states, batch.seat)
        seen.append((batch.observation.copy(), secrets))
        step(actions, share)

    model.env.batch.step = note_and_step
    model._setup_learn(512, watch)
    watch.init_callback(model)
    model.collect_rollouts(model.env, watch, model.rollout_buffer, model.n_steps)

    with torch.inference_mode():
        values = [
            model.policy.critic(torch.from_numpy(observation), torch.from_numpy(secrets))
            for observation, secrets in seen
        ]
    kept = model.rollout_buffer._arrays["values"]
    assert np.allclose(kept, torch.stack(values).numpy(), atol=1e-5)


@pytest.mark.slow
def test_the_critic_learns_what_only_the_hidden_hand_tells(tmp_path):
    small = {"options": load_game("elements").small_options[0], "opponents": {"past": 0}}
    size = {"tables": 128, "steps_per_rollout": 32, "minibatch": 512, "hidden": [32]}
    explained = {}
    for critic in ("own", "privileged"):
        model, watch = model_for(
            tmp_path, **small, **size, critic=critic, learning_rate=0.003, total_steps=61_440
        )
        model.learn(61_440, callback=watch)
        explained[critic] = model.logger.name_to_value["train/explained_variance"]

    assert explained["privileged"] > explained["own"] + 0.1


def test_what_plays_is_not_moved_by_the_critics_gradients(tmp_path):
    model, watch = model_for(tmp_path, critic="privileged")
    model._setup_learn(512, watch)
    watch.init_callback(model)
    model.collect_rollouts(model.env, watch, model.rollout_buffer, model.n_steps)
    sample = next(model.rollout_buffer.get(64))

    model.policy.judge(sample.observations).square().mean().backward()

    assert all(p.grad is None for p in model.policy.players_parameters())
    assert all(p.grad is not None for p in model.policy.critic.parameters())


@pytest.mark.parametrize("critic", ["own", "privileged"])
def test_the_number_of_threads_does_not_change_what_is_learned(tmp_path, critic):
    learned = []
    for threads in (1, 3):
        model, watch = model_for(
            tmp_path, critic=critic, threads=threads, tables=64, steps_per_rollout=48,
            minibatch=2500, total_steps=6144,
        )  # fmt: skip
        model.learn(6144, callback=watch)
        learned.append(model.policy.state_dict())
    use_threads(1)

    assert all(torch.equal(learned[0][name], learned[1][name]) for name in learned[0])


# --- nobody plays with it ---


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return the folders of short runs, one for each kind of critic."""
    folder = tmp_path_factory.mktemp("runs")
    imitation = {"agent": "heuristic", "steps": 512}
    values = {**QUIET, "imitation": imitation, "critic_hidden": [12, 8]}
    return {c: train({**values, "critic": c}, folder / c) for c in CRITICS}


def test_an_exported_agent_has_nothing_of_the_critic(runs, tmp_path):
    graphs = {}
    for critic, folder in runs.items():
        path = tmp_path / f"{critic}.onnx"
        export(folder / "best.pt", path)
        graphs[critic] = onnx.load(path).graph
        card = make_agent(str(path), load_game("elements")).card
        assert card["layout"] == load_game("elements").layout.hash
        assert "secrets" not in repr(card)

    shapes = [
        {"inputs": [i.name for i in graph.input], "outputs": [o.name for o in graph.output],
         "numbers": sorted(tuple(tensor.dims) for tensor in graph.initializer),
         "steps": [node.op_type for node in graph.node]}
        for graph in graphs.values()
    ]  # fmt: skip
    assert shapes[0]["inputs"] == ["observation", "mask"]
    assert shapes[0]["outputs"] == ["probabilities", "value"]
    assert shapes[0] == shapes[1] == shapes[2]


def test_the_exported_value_has_learned_beside_the_critic(runs, tmp_path):
    export(runs["privileged"] / "best.pt", tmp_path / "agent.onnx")
    agent = make_agent(str(tmp_path / "agent.onnx"), load_game("elements"))
    weights = read_checkpoint(runs["privileged"] / "best.pt")["model"]
    untrained = model_for(tmp_path)[0].policy.state_dict()
    batch = played(load_game("elements"))

    assert not torch.equal(weights["value_net.weight"], untrained["value_net.weight"])
    assert np.ptp(agent.value(batch.observation, batch.mask)) > 0


def test_past_selves_and_those_who_are_measured_have_no_critic(tmp_path):
    model, _ = model_for(tmp_path, critic="privileged")

    past = FrozenPolicy(model.policy)

    assert past.policy.critic is None
    assert not any(name.startswith(PREFIX) for name in past.get_weights())
    revived = FrozenPolicy.revived(model.policy, model.policy.state_dict())
    assert revived.get_weights().keys() == past.get_weights().keys()
    assert model.policy.critic is not None


def test_choices_do_not_depend_on_what_is_hidden(tmp_path):
    model, _ = model_for(tmp_path, critic="privileged")
    batch = played(load_game("elements"))
    table = batch.table(0)
    twin = table.redealt(table.seat, seed=3)
    past = FrozenPolicy(model.policy)

    chosen = [
        past.choose_many(t.observation[None], t.mask[None], np.random.default_rng(1))[0]
        for t in (table, twin)
    ]
    here, there = (
        read_secrets(t.game, t.states[:1], np.array([table.seat])) for t in (table, twin)
    )

    assert not np.array_equal(here, there)
    assert chosen[0] == chosen[1]


# --- checkpoints ---


@pytest.mark.parametrize("critic", ["own", "privileged"])
def test_a_run_that_goes_on_is_the_same_bit_for_bit(runs, tmp_path, critic):
    ours, theirs = ends_of(runs[critic], tmp_path / "run")

    assert any(name.startswith(PREFIX) for name in ours["model"])
    for name, weights in ours["model"].items():
        assert torch.equal(weights, theirs["model"][name]), name


def begun_from(folder: Path, earlier: Path, critic: str) -> tuple[Any, dict[str, torch.Tensor]]:
    """Return a policy that has begun with the network of a run, and what it was before."""
    best = {"start_from": str(earlier / "best.pt"), "critic": critic, "critic_hidden": [12, 8]}
    config = make_config(PPOConfig, {**QUIET, **best})
    policy = make_model(config, folder)[0].policy
    before = {name: tensor.clone() for name, tensor in policy.state_dict().items()}
    take_over(policy, read_network(config))
    return policy.state_dict(), before


@pytest.mark.parametrize(("earlier", "later"), [("shared", "privileged"), ("privileged", "shared")])
def test_a_run_may_begin_with_the_network_of_one_with_another_critic(
    runs, tmp_path, earlier, later
):
    now, before = begun_from(tmp_path, runs[earlier], later)

    played_with = read_checkpoint(runs[earlier] / "best.pt")["model"]
    for name, tensor in now.items():
        expected = before if name.startswith(PREFIX) else played_with
        assert torch.equal(tensor, expected[name]), name


def test_a_critic_of_the_same_shape_is_taken_over(runs, tmp_path):
    now, _ = begun_from(tmp_path, runs["privileged"], "privileged")

    earlier = read_checkpoint(runs["privileged"] / "best.pt")["model"]
    assert any(name.startswith(PREFIX) for name in now)
    assert all(torch.equal(tensor, earlier[name]) for name, tensor in now.items())


# --- what it is shown ---


@pytest.mark.parametrize("game_name", GAMES)
def test_a_critic_is_shown_what_the_seat_is_not(game_name):
    game = load_game(game_name)
    batch, differ = played(game, 32), 0
    for i in range(batch.num_tables):
        table = batch.table(i)
        twin = table.redealt(table.seat, seed=i)
        seats = np.array([table.seat])
        assert np.array_equal(table.observe(table.seat), twin.observe(table.seat))
        here, there = (read_secrets(game, t.states[:1], seats) for t in (table, twin))
        differ += not np.array_equal(here, there)

    assert differ > batch.num_tables // 2


@pytest.mark.slow
def test_where_a_game_has_no_secrets_a_critic_is_shown_the_other_seats_views():
    game = dataclasses.replace(load_game("noah"), secrets=None)
    batch = Batch(game, 8, seed=2, variants=[{"num_players": 2}, {"num_players": 4}])

    secrets = read_secrets(game, batch.states, batch.seat)

    assert secrets.shape == (8, 4 * game.layout.size)
    for i in range(8):
        players = int(batch.states["num_players"][i])
        views = np.zeros_like(secrets[i]).reshape(4, -1)
        for steps in range(1, players):
            seats = np.full(8, -1)
            seats[i] = (batch.seat[i] + steps) % players
            views[steps - 1] = batch.observe(seats)[i]
        assert np.array_equal(secrets[i], views.reshape(-1))


# --- configs ---


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"critic": "shard"}, "critic must be one of shared, own, privileged, not 'shard'"),
        ({"critic": True}, "critic must be a text"),
        ({"critic_hidden": [0]}, "critic_hidden must be a list of widths"),
    ],
    ids=str,
)
def test_what_is_no_critic_is_refused(changes, complaint):
    with pytest.raises(ConfigError, match=complaint):
        make_config(PPOConfig, {**QUIET, **changes})

"""The method in one file: its advantages, its exploitability beside the library's, its agents."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from boardgame_envs import make_batch, make_table
from boardgame_envs.agents import make_agent
from boardgame_envs.command_line import main as boardgame_envs
from boardgame_envs.games import load_game
from boardgame_envs.learning.algorithms.ppo.self_play import SelfPlayPPO
from tests.learning.test_seat_buffer import reference
from training import exploitability
from training.self_play_ppo import (
    Network,
    NetworkAgent,
    Rollout,
    Settings,
    collect,
    main,
    seat_advantages,
    train,
)
from training.self_play_ppo import exploitability as exploitability_of

SMALL = ["--decisions", "2048", "--tables", "32", "--steps", "16", "--minibatch", "128"]
SMALL += ["--width", "16", "--deals", "4", "--evaluations", "2"]


# --- advantages ---


def random_rollout(rng: np.random.Generator) -> Rollout:
    """Return a rollout of nonsense, with games that end anywhere."""
    steps, tables, seats = (int(rng.integers(low, 12)) for low in (1, 1, 1))
    shape = steps, tables
    return Rollout(
        observation=np.zeros((*shape, 1), np.float32),
        mask=np.ones((*shape, 2), np.bool_),
        action=np.zeros(shape, np.int64),
        log_probability=np.zeros(shape, np.float32),
        value=rng.normal(size=shape).astype(np.float32),
        seat=rng.integers(seats, size=shape),
        reward=rng.normal(size=(*shape, seats)).astype(np.float32),
        done=rng.random(shape) < 0.2,
        last_value=rng.normal(size=tables).astype(np.float32),
        last_seat=rng.integers(seats, size=tables),
    )


@pytest.mark.parametrize("trial", range(20))
def test_advantages_equal_a_slow_reference(trial: int):
    rng = np.random.default_rng(trial)
    rollout, gamma, gae_lambda = random_rollout(rng), rng.uniform(0.8, 1), rng.uniform(0, 1)

    advantage, learnable = seat_advantages(rollout, gamma, gae_lambda)

    for table in range(rollout.seat.shape[1]):
        expected = reference(
            np.append(rollout.seat[:, table], rollout.last_seat[table]),
            np.append(rollout.value[:, table], rollout.last_value[table]),
            rollout.reward[:, table],
            rollout.done[:, table],
            gamma,
            gae_lambda,
        )
        assert learnable[:, table].tolist() == [number is not None for number in expected]
        wanted = [0.0 if number is None else number for number in expected]
        assert advantage[:, table] == pytest.approx(wanted, abs=1e-4)


def test_a_rollout_holds_what_every_seat_saw_and_earned():
    torch.manual_seed(1)
    game = load_game("elements")
    network, batch = Network(game, 16), make_batch("elements", 8, seed=1)
    first = batch.observation.copy(), batch.seat.copy()

    rollout = collect(batch, network, Settings(steps=40, reward_scale=2.0))

    assert np.array_equal(rollout.observation[0], first[0])
    assert np.array_equal(rollout.seat[0], first[1])
    assert np.array_equal(rollout.last_seat, batch.seat)
    taken = np.take_along_axis(rollout.mask, rollout.action[..., None], axis=2)
    assert taken.all()
    assert rollout.done.any()
    # a match is won or lost, and both seats are paid when it ends
    assert (abs(rollout.reward[rollout.done]) == 2.0).all()
    assert (rollout.reward[~rollout.done] == 0.0).all()


def test_illegal_actions_have_no_chance():
    game = load_game("elements")
    batch = make_batch("elements", 50, seed=2)
    agent = NetworkAgent(Network(game, 16))

    probabilities = agent.probabilities(batch.observation, batch.mask)
    actions = agent.choose_many(batch.observation, batch.mask, np.random.default_rng(1))

    assert (probabilities[~batch.mask] == 0.0).all()
    assert batch.mask[np.arange(50), actions].all()


# --- the command ---


def test_the_same_seed_trains_the_same_network():
    table = make_table("elements", target_points=1)
    settings = Settings(
        decisions=1024, tables=32, steps=16, minibatch=128, width=8, evaluations=0, seed=5
    )

    first, second = (train(table, settings).state_dict() for _ in range(2))

    for name, weights in first.items():
        assert torch.equal(weights, second[name]), name


def test_an_exported_agent_plays_as_the_network_does(tmp_path: Path, capsys):
    path = tmp_path / "agent.onnx"

    main(["elements", "--mini", *SMALL, "--seed", "3", "--export", str(path)])

    told = capsys.readouterr().out
    for word in ("against random", "against heuristic", "exploitability"):
        assert told.count(word) == 2
    card = make_agent(str(path), load_game("elements")).card  # type: ignore[attr-defined]
    assert card["training"] == {"algorithm": "self-play PPO", "decisions": 2048, "seed": 3}
    agents = ["--agents", str(path), "random", "--deals", "4"]
    assert boardgame_envs(["evaluate", "elements", *agents]) == 0


def test_teams_are_measured_as_teams(capsys):
    main(["tranquility", "--players", "2", "-O", "mode=high_arch", "-O", "reward=progress", *SMALL])

    assert "as a team 0." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["chess"], "there is no game 'chess'"),
        (["noah", "--mini"], "noah has no setting that is small enough for --mini"),
        (["elements", "--option", "hand_size=99"], "hand_size must be a whole number from 1 to 8"),
        (["elements", "--players", "3"], "2 players, not 3"),
        (["elements", "--minibatch", "0"], "minibatch must be at least 1, not 0"),
        (["elements", "--export", "no/such/agent.onnx"], "there is no folder no/such"),
    ],
    ids=str,
)
def test_a_mistake_gets_one_clear_sentence(arguments: list[str], complaint: str, capsys):
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert complaint in capsys.readouterr().err.splitlines()[-1]


def test_every_argument_is_explained(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "--gae-lambda N how far advantages look ahead (default: 0.95)" in told


# --- the proof ---


@pytest.mark.slow
def test_with_as_many_decisions_it_is_no_easier_to_exploit_than_the_librarys_learner():
    """Each with its own settings; those of the library are the ones of the documented proof.

    Of six seeds, the highest is 0.47 in one file and the lowest 0.67 for the library. With credit
    as in tutorials it is 1.97 in one file; without what is earned in others' turns, 0.99.
    """
    torch.set_num_threads(1)
    table, tree = exploitability.mini_elements()
    decisions = 400_000

    ours = exploitability_of(train(table, Settings(decisions=decisions, evaluations=0)), tree)
    points = exploitability.train(SelfPlayPPO, table, tree, decisions, seed=0, every=10**9)

    untrained, library = points[0][1], points[-1][1]
    assert ours <= library < untrained

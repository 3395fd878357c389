"""The sparse network is the dense one: the same results and the same gradients."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from gymnasium import spaces

from boardgame_envs.agents import make_agent
from boardgame_envs.core.action_features import features_of
from boardgame_envs.core.batch import Batch
from boardgame_envs.games import load_game
from boardgame_envs.learning.algorithms.ppo.config import PPOConfig
from boardgame_envs.learning.algorithms.ppo.policy import Trunk, TrunkPolicy
from boardgame_envs.learning.algorithms.ppo.trainer import make_model
from boardgame_envs.learning.network.sparse.decisions import Decisions
from boardgame_envs.learning.network.sparse.forward import SparseNetwork
from boardgame_envs.learning.network.sparse.learning import ChosenDecisions
from boardgame_envs.learning.network.sparse.products import has_instructions
from boardgame_envs.learning.network.sparse.reading import Reading
from boardgame_envs.learning.network.sparse.threads import run_pieces, use_threads
from boardgame_envs.learning.network.trunk import take_ranges, trunk_ranges
from boardgame_envs.learning.run.config import make_config
from tests.learning.noted import masks_of, observations_of

GAMES = ("elements", "noah", "tranquility")
HIDDEN = ([24], [40, 24], [16, 24, 8])


def seen_at(game, count=128, steps=12):
    """Return observations and masks of games in progress."""
    batch, agent = Batch(game, count, seed=2), make_agent("heuristic", game)
    observations, masks, rng = [], [], np.random.default_rng(1)
    for _ in range(steps):
        observations.append(batch.observation.copy())
        masks.append(batch.mask.copy())
        batch.step(agent.choose_many(batch.observation, batch.mask, rng))
    return np.concatenate(observations), np.concatenate(masks)


def policy_for(game, hidden):
    """Return a policy whose parameters are all drawn at random."""
    torch.manual_seed(3)
    policy = TrunkPolicy(
        spaces.Box(0.0, 1.0, (game.layout.size,), np.float32),
        spaces.Discrete(game.num_actions),
        lambda remaining: 1e-2,
        features_extractor_class=Trunk,
        features_extractor_kwargs={"hidden": hidden, "ranges": trunk_ranges(game)},
        features=features_of(game),
        net_arch=[],
    )
    for parameter in policy.parameters():
        torch.nn.init.normal_(parameter, std=0.1)
    return policy


def losses(results):
    """Return a loss that depends on values, log-probabilities and entropies, row by row."""
    rows = torch.linspace(-1.0, 1.0, len(results[0]), dtype=results[0].dtype)
    values, logs, entropies = results
    return (values.square() * rows + logs * (rows + 0.3) + entropies * rows.cos()).mean()


def gradients(policy, results):
    """Return the gradient of each parameter by its name."""
    policy.zero_grad()
    losses(results).backward()
    return {name: parameter.grad.clone() for name, parameter in policy.named_parameters()}


def case(game_name, hidden):
    """Return a policy, rows it has seen in any order, and actions that were legal there."""
    game = load_game(game_name)
    policy = policy_for(game, hidden)
    observation, mask = seen_at(game)
    decisions = Decisions(policy.reading, len(mask))
    decisions.note(observation, mask, np.arange(len(mask)))
    rng = np.random.default_rng(4)
    rows = rng.permutation(len(mask))[:1400]
    actions = torch.tensor([rng.choice(np.flatnonzero(mask[row])) for row in rows])
    return policy, observation, mask, decisions, rows, actions


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=["float32", "float64"])
@pytest.mark.parametrize("hidden", HIDDEN, ids=str)
@pytest.mark.parametrize("game_name", GAMES)
def test_results_and_gradients_are_those_of_autograd(game_name, hidden, dtype):
    policy, observation, mask, decisions, rows, actions = case(game_name, hidden)
    policy = policy.to(dtype)
    dense = torch.from_numpy(observation[rows]).to(dtype)
    close = {"rtol": 1e-5, "atol": 1e-6} if dtype == torch.float32 else {"rtol": 0, "atol": 1e-8}

    expected = policy.evaluate_actions(dense, actions, torch.from_numpy(mask[rows]))
    found = policy.evaluate_actions(ChosenDecisions(decisions, rows), actions)

    for one, other in zip(found, expected, strict=True):
        torch.testing.assert_close(one, other, **close)
    own, of_autograd = gradients(policy, found), gradients(policy, expected)
    assert own.keys() == of_autograd.keys()
    for name in own:
        assert of_autograd[name].abs().max() > 0
        torch.testing.assert_close(own[name], of_autograd[name], **close)


@pytest.fixture
def one_thread_afterwards():
    yield
    use_threads(1)


# --- what is noted ---


@pytest.mark.parametrize("game_name", GAMES)
def test_what_is_noted_of_a_decision_is_exactly_what_was_seen_and_legal(game_name):
    _, observation, mask, decisions, rows, _ = case(game_name, [8])
    ranges = trunk_ranges(load_game(game_name))
    taken = decisions.take(rows)

    for noted, order in ((decisions, np.arange(len(mask))), (taken, rows)):
        everything = np.arange(len(order))
        seen = take_ranges(torch.from_numpy(observation[order]), ranges).numpy()
        assert np.array_equal(observations_of(noted, everything), seen)
        assert np.array_equal(masks_of(noted, everything), mask[order])


def test_decisions_noted_a_few_at_a_time_are_the_same_as_all_at_once():
    policy, observation, mask, decisions, _, _ = case("tranquility", [8])
    slowly = Decisions(policy.reading, len(mask))
    slowly.note(observation, mask, np.arange(900))
    slowly.clear()
    for rows in np.array_split(np.arange(len(mask)), 50):
        assert slowly.note(observation, mask, rows) == rows[0]

    for name in ("input_start", "action_start", "term_start"):
        assert np.array_equal(getattr(slowly, name), getattr(decisions, name))
    for name, count in (("inputs", slowly.input_start[-1]), ("terms", slowly.term_start[-1])):
        assert np.array_equal(getattr(slowly, name)[:count], getattr(decisions, name)[:count])


def test_threads_note_the_same(one_thread_afterwards):
    policy, observation, mask, decisions, _, _ = case("tranquility", [8])
    together = Decisions(policy.reading, len(mask))
    use_threads(2)
    for rows in (np.arange(700), np.arange(700, len(mask))):
        assert together.note(observation, mask, rows) == rows[0]

    assert together.count == decisions.count
    for start, parts in together._parts():
        begins = getattr(decisions, start)
        assert np.array_equal(getattr(together, start), begins)
        for part in parts:
            noted, size = getattr(together, part), begins[-1]
            assert np.array_equal(noted[:size], getattr(decisions, part)[:size])


@pytest.mark.parametrize("game_name", GAMES)
def test_what_is_noted_takes_less_than_a_third_of_the_memory(game_name):
    _, observation, mask, decisions, _, _ = case(game_name, [8])
    taken = decisions.take(np.arange(decisions.count))
    arrays = [array for array in vars(taken).values() if isinstance(array, np.ndarray)]

    assert len(arrays) == 7
    assert sum(array.nbytes for array in arrays) < (observation.nbytes + mask.nbytes) / 3


def test_a_network_of_too_many_inputs_is_refused():
    with pytest.raises(ValueError, match="at most 65,535 inputs"):
        Reading([(0, 70_000)], 2, [])


# --- what is chosen ---


@pytest.mark.parametrize("game_name", GAMES)
def test_actions_are_drawn_with_the_chances_that_the_dense_network_gives_them(game_name):
    policy, observation, mask, decisions, _, _ = case(game_name, [24, 16])
    with torch.no_grad():
        logs, values = policy.log_probabilities(torch.from_numpy(observation), mask)
    network, draws = SparseNetwork(policy), 200
    counts = np.zeros(mask.shape)

    for draw in range(draws):
        chances = np.full(len(mask), (draw + 0.5) / draws)
        actions, own_values, own_logs = network.choose(decisions, 0, chances)
        counts[np.arange(len(mask)), actions] += 1
        assert mask[np.arange(len(mask)), actions].all()

    # every chance is some part of the numbers in [0, 1), which were tried evenly
    assert np.abs(counts / draws - logs.exp().numpy()).max() <= 1.01 / draws
    assert np.allclose(own_values, values, atol=1e-5)
    assert np.allclose(own_logs, logs.numpy()[np.arange(len(mask)), actions], atol=1e-5)


def test_choices_may_begin_anywhere():
    policy, _, _, decisions, _, _ = case("noah", [8])
    network, chances = SparseNetwork(policy), np.random.default_rng(1).random(decisions.count)

    whole, part = (
        network.choose(decisions, 0, chances),
        network.choose(decisions, 600, chances[600:]),
    )

    assert np.array_equal(whole[0][600:], part[0])
    assert np.allclose(whole[2][600:], part[2], atol=1e-6)


# --- numbers that are rounded before they are multiplied ---


@pytest.mark.parametrize("game_name", GAMES)
def test_rounded_numbers_come_to_nearly_the_same(game_name):
    policy, observation, mask, decisions, rows, actions = case(game_name, [64, 64, 32])
    dense = torch.from_numpy(observation[rows])
    expected = policy.evaluate_actions(dense, actions, torch.from_numpy(mask[rows]))
    exactly = gradients(policy, expected)

    policy.rounds = True
    found = policy.evaluate_actions(ChosenDecisions(decisions, rows), actions)
    rounded = gradients(policy, found)

    for one, other in zip(found, expected, strict=True):
        spread = float(other.std())
        assert 0 < (one - other).abs().max() < 0.1 * spread
    for name, gradient in exactly.items():
        assert rounded[name].dtype == torch.float32
        apart = (rounded[name] - gradient).norm() / gradient.norm()
        assert apart < 0.1, name


def test_rounded_numbers_play_as_they_learn():
    policy, _, mask, decisions, _, _ = case("noah", [64, 64])
    policy.rounds = True
    everything = np.arange(len(mask))
    actions, values, logs = SparseNetwork(policy).choose(
        decisions, 0, np.random.default_rng(2).random(len(mask))
    )

    again = policy.evaluate_actions(
        ChosenDecisions(decisions, everything), torch.from_numpy(actions)
    )

    # a ratio of probabilities begins at 1, or nothing could be learned from it
    assert np.allclose(again[0].detach(), values, atol=1e-5)
    assert np.allclose(again[1].detach(), logs, atol=1e-5)


@pytest.mark.parametrize(
    ("precision", "rounded"),
    [("float32", False), ("bfloat16", True), ("auto", has_instructions())],
)
def test_a_config_says_whether_numbers_are_rounded(tmp_path, precision, rounded):
    config = make_config(
        PPOConfig,
        {"game": "elements", "total_steps": 64, "critic": "own", "precision": precision},
    )

    model, _ = make_model(config, tmp_path)

    assert model.policy.rounds is rounded
    assert model.policy.critic.rounds is rounded


# --- what is refused ---


def test_an_action_that_was_not_legal_is_refused():
    policy, _, mask, decisions, rows, actions = case("elements", [8])
    actions[5] = int(np.flatnonzero(~mask[rows[5]])[0])

    with pytest.raises(ValueError, match="not legal"):
        policy.evaluate_actions(ChosenDecisions(decisions, rows), actions)


def test_gradients_are_computed_once():
    policy, _, _, decisions, rows, actions = case("elements", [8])
    loss = losses(policy.evaluate_actions(ChosenDecisions(decisions, rows), actions))
    loss.backward(retain_graph=True)

    with pytest.raises(RuntimeError, match="only once"):
        loss.backward()


# --- threads ---


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_all_pieces_are_done_and_a_mistake_in_one_is_known(threads, one_thread_afterwards):
    use_threads(threads)
    done = []

    run_pieces(done.append, range(50))

    assert sorted(done) == list(range(50))
    with pytest.raises(ZeroDivisionError):
        run_pieces(lambda number: 1 / number, [3, 2, 1, 0])


def test_the_number_of_threads_does_not_change_what_is_learned(tmp_path, one_thread_afterwards):
    values = {
        "game": "elements",
        "total_steps": 8192,
        "tables": 64,
        "steps_per_rollout": 64,
        "minibatch": 2500,
        "hidden": [32, 16],
    }
    learned = []
    for threads in (1, 3):
        config = make_config(PPOConfig, {**values, "threads": threads})
        model, watch = make_model(config, tmp_path)
        model.learn(8192, callback=watch)
        learned.append(model.policy.state_dict())

    assert all(torch.equal(learned[0][name], learned[1][name]) for name in learned[0])

"""Best responses and exploitability, against play by hand, by sampling and by brute force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod
from typing import Any

import numpy as np
import pytest

from boardgame_envs import make_table
from boardgame_envs.core.seats import NOBODY
from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.best_response import (
    ask_policy,
    best_response,
    check_probabilities,
    expected_value,
    likelihood_of_sequences,
    measure,
    solve,
    uniform_policy,
)
from boardgame_envs.evaluation.game_tree import GameTree, grow_tree
from boardgame_envs.games import load_game
from boardgame_envs.games.elements import GAME
from boardgame_envs.games.elements.actions import ACTION
from boardgame_envs.games.elements.notation import list_outcomes as elements_deals
from tests import playing

ONE_CARD_EACH = {"values": [1], "copies": [2], "hand_size": 1}
ONE_OF_FOUR = {"values": [1, 2], "copies": [2, 2], "hand_size": 1}
TWO_OF_SEVEN, TWO_OF_EIGHT = GAME.small_options
ONE_ROUND = {"rounds": 1, "reward": "points"}


@pytest.fixture(scope="module")
def mini() -> GameTree:
    """A round with two cards each, for its points."""
    return grow_tree(make_table("elements", **TWO_OF_SEVEN))


def random_policy(tree: GameTree, seed: int) -> np.ndarray[Any, Any]:
    """Return any probabilities."""
    liking = np.random.default_rng(seed).exponential(size=tree.mask.shape) * tree.mask
    return liking / liking.sum(axis=1, keepdims=True)


def grow_with_starter(starter: int, **options: Any) -> GameTree:
    """Return the tree of a game in which it is known who starts."""
    table = make_table("elements", **options)
    table.template["starter"] = starter
    return grow_tree(table)


# --- chance ---


@pytest.mark.parametrize("options", [ONE_CARD_EACH, ONE_OF_FOUR, TWO_OF_SEVEN, {"hand_size": 3}])
def test_the_probabilities_of_all_deals_sum_to_1(options):
    deals = list(elements_deals(make_table("elements", **options).template[0]))

    assert sum(probability for probability, _ in deals) == pytest.approx(1.0, abs=1e-12)
    assert len({str(event) for _, event in deals}) == len(deals)


def test_a_deal_is_as_likely_as_drawing_its_cards_one_by_one():
    deals = elements_deals(make_table("elements", **TWO_OF_SEVEN).template[0])
    wanted = {"hands": [[1, 3], [3, 3]], "aside": [1, 2, 2], "starter": 1}

    [probability] = [chance for chance, event in deals if event["deal"] == wanted]

    # a 1 and a 3 in either order, then both 3s that are left; half the time P2 starts
    assert probability == pytest.approx(2 * (2 / 7 * 3 / 6) * (2 / 5 * 1 / 4) / 2)


def test_the_winner_of_a_round_starts_the_next():
    state = make_table("elements", **ONE_OF_FOUR).template[0].copy()
    state["starter"] = 1

    deals = list(elements_deals(state))

    assert {event["deal"]["starter"] for _, event in deals} == {1}
    assert sum(probability for probability, _ in deals) == pytest.approx(1.0)


def test_every_seat_is_given_all_it_needs_to_know_in_one_round(mini):
    assert mini.has_perfect_recall
    plan = likelihood_of_sequences(mini, random_policy(mini, 3))
    first, second = mini.played
    assert (mini.chance * plan[first] * plan[second]).sum() == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize(
    ("options", "num_nodes", "num_information_sets"),
    [(TWO_OF_SEVEN, 21_095, 7_018), (TWO_OF_EIGHT, 54_767, 17_380)],
)
def test_the_small_settings_keep_their_size(options, num_nodes, num_information_sets):
    tree = grow_tree(make_table("elements", **options))

    assert tree.num_nodes == num_nodes
    assert tree.num_information_sets == num_information_sets
    assert (tree.seat == 0).sum() * 2 == num_information_sets


def test_memory_of_earlier_rounds_parts_information_sets():
    tree = grow_tree(make_table("elements", rounds=2, reward="points", **ONE_CARD_EACH))

    assert not tree.has_perfect_recall
    assert len(np.unique(tree.observation, axis=0)) < tree.num_information_sets
    plan = likelihood_of_sequences(tree, random_policy(tree, 3))
    first, second = tree.played
    assert (tree.chance * plan[first] * plan[second]).sum() == pytest.approx(1.0, abs=1e-12)


# --- by hand ---


def reveal_or_lay(observation: Any, mask: Any) -> Any:
    """Reveal if that is legal, otherwise lay if that is, otherwise surrender."""
    otherwise = np.where(mask[:, ACTION.lay], ACTION.lay, ACTION.surrender)
    choices = np.where(mask[:, ACTION.reveal], ACTION.reveal, otherwise)
    return np.eye(mask.shape[1])[choices]


def test_with_one_card_each_who_reveals_or_lays_wins_as_second_player():
    """Whatever the starter does with the only card, the second player gets to a reveal."""
    tree = grow_with_starter(0, target_points=1, **ONE_CARD_EACH)

    measured = measure(tree, ask_policy(tree, reveal_or_lay))

    assert measured.value == -1.0
    assert measured.best_responses == (-1.0, 1.0)
    assert abs(measured.exploitability) < 1e-9


def test_the_exploitability_of_an_equilibrium_is_0():
    tree = grow_tree(make_table("elements", target_points=1, **ONE_CARD_EACH))

    assert measure(tree, ask_policy(tree, uniform_policy)).exploitability > 0.5
    assert abs(measure(tree, ask_policy(tree, reveal_or_lay)).exploitability) < 1e-9


def test_with_one_card_each_the_starter_does_best_to_surrender():
    """A reveal would cost two points, see above, and to surrender costs one."""
    tree = grow_with_starter(1, **ONE_ROUND, **ONE_CARD_EACH)

    policy = solve(tree, 200)

    [beginning] = np.flatnonzero((tree.seat == 1) & (tree.depth == 0))
    assert policy[beginning, ACTION.surrender] > 0.99
    assert measure(tree, policy).value == pytest.approx(1.0, abs=0.01)


# --- by brute force ---


class Deals:
    """Everything that can happen, walked with tables; strategies are chosen one by one."""

    def __init__(self, options: Mapping[str, Any], responder: int) -> None:
        self.responder = responder
        # what the responder decides on, by the own deal
        self.decisions: dict[str, dict[bytes, list[int]]] = {}
        self.deals: dict[str, list[tuple[float, Any]]] = {}
        table = make_table("elements", **options)
        for probability, event in elements_deals(table.template[0]):
            table.reset(0, outcomes=[event])
            own = f"{event['deal']['starter']} {event['deal']['hands'][responder]}"
            walked = self.walk(table, self.decisions.setdefault(own, {}))
            self.deals.setdefault(own, []).append((probability, walked))

    def walk(self, table: Table, decisions: dict[bytes, list[int]]) -> Any:
        """Return what the responder earns, or who decides on what, and what follows."""
        if table.over:
            return table.returns[self.responder]
        seat, view = table.seat, table.observation.tobytes()
        if seat == self.responder:
            decisions[view] = table.legal_actions()
        follows = {}
        for action in table.legal_actions():
            after = table.clone()
            after.step(action)
            follows[action] = self.walk(after, decisions)
        return seat, view, follows

    def strategies(self, own: str) -> Iterator[dict[bytes, int]]:
        """Choose every action at every decision that may follow an own deal."""
        for actions in product(*self.decisions[own].values()):
            yield dict(zip(self.decisions[own], actions, strict=True))

    def value(self, node: Any, strategy: Mapping[bytes, int], policy: Mapping[Any, Any]) -> float:
        """Return what a strategy earns from here on against a policy."""
        if isinstance(node, float):
            return node
        seat, view, follows = node
        if seat == self.responder:
            return self.value(follows[strategy[view]], strategy, policy)
        chances = policy[seat, view]
        return sum(chances[a] * self.value(after, strategy, policy) for a, after in follows.items())

    def best_value(self, policy: Mapping[Any, Any]) -> float:
        """Return the most that any strategy earns."""
        return sum(
            max(
                sum(chance * self.value(node, strategy, policy) for chance, node in self.deals[own])
                for strategy in self.strategies(own)
            )
            for own in self.deals
        )


@pytest.mark.parametrize("responder", [0, 1])
@pytest.mark.parametrize(
    "options",
    [
        {"target_points": 1, **ONE_OF_FOUR},
        {"rounds": 1, "reward": "points", **ONE_OF_FOUR},
        {"target_points": 1, "surrender": False, "mistaken_reveal": True, **ONE_OF_FOUR},
    ],
)
def test_a_best_response_is_as_good_as_the_best_of_all_strategies(options, responder):
    tree = grow_tree(make_table("elements", **options))
    everything = Deals(options, responder)
    probabilities = random_policy(tree, seed=5)
    policy = {
        (int(seat), view.tobytes()): chances
        for seat, view, chances in zip(tree.seat, tree.observation, probabilities, strict=True)
    }
    sizes = [prod(map(len, views.values())) for views in everything.decisions.values()]
    assert max(sizes) > 100

    expected = everything.best_value(policy)

    assert measure(tree, probabilities).best_responses[responder] == pytest.approx(
        expected, abs=1e-12
    )


@pytest.mark.parametrize("seat", [0, 1])
def test_the_actions_of_a_best_response_earn_its_value(mini, seat):
    probabilities = random_policy(mini, seed=8)
    plan = likelihood_of_sequences(mini, probabilities)

    value, choices = best_response(mini, plan, seat)

    own = np.flatnonzero(mini.seat == seat)
    probabilities[own] = np.eye(mini.mask.shape[1])[choices[own]]
    for_seat_0 = expected_value(mini, likelihood_of_sequences(mini, probabilities))
    assert (for_seat_0 if seat == 0 else -for_seat_0) == pytest.approx(value, abs=1e-12)


# --- by sampling ---


def test_the_value_of_a_policy_is_the_average_of_its_games(mini):
    """P1 takes any legal action, P2 hardly ever surrenders."""
    weights = np.ones((2, mini.mask.shape[1]))
    weights[1, ACTION.surrender] = 0.05
    liking = weights[mini.seat] * mini.mask
    table, rng = make_table("elements", **TWO_OF_SEVEN), np.random.default_rng(2)
    returns = []
    for seed in range(6000):
        table.reset(seed)
        while not table.over:
            odds = weights[table.seat] * table.mask
            table.step(int(rng.choice(odds.size, p=odds / odds.sum())))
        returns.append(table.returns[0])

    value = measure(mini, liking / liking.sum(axis=1, keepdims=True)).value

    error = np.std(returns) / np.sqrt(len(returns))
    assert value < -10 * error
    assert abs(value - np.mean(returns)) < 4 * error


def test_random_play_is_worth_what_random_rollouts_earn(mini):
    tree = grow_with_starter(0, **TWO_OF_SEVEN)
    table = make_table("elements", **TWO_OF_SEVEN)
    returns = []
    for seed in range(20000):
        table.reset(seed)
        returns.append(table.rollout(seed)[table.seat])

    value = measure(tree, ask_policy(tree, uniform_policy)).value

    error = np.std(returns) / np.sqrt(len(returns))
    assert abs(value - np.mean(returns)) < 4 * error
    # over both starters nobody has an advantage
    assert measure(mini, ask_policy(mini, uniform_policy)).value == pytest.approx(0.0, abs=1e-12)


# --- bounds ---


@pytest.mark.parametrize("seed", range(5))
def test_no_policy_has_a_negative_exploitability(mini, seed):
    measured = measure(mini, random_policy(mini, seed))

    first, second = measured.best_responses
    assert first >= measured.value - 1e-12
    assert second >= -measured.value - 1e-12
    assert measured.exploitability > 0.1


def test_solving_comes_close_to_an_equilibrium(mini):
    rough = measure(mini, solve(mini, 10)).exploitability
    fine = measure(mini, solve(mini, 60))

    assert rough > 5 * fine.exploitability
    # the last iteration alone, without the average, would be at 0.009
    assert -1e-9 <= fine.exploitability < 0.005
    # the game is the same for both seats, so it is worth nothing
    assert abs(fine.value) < 0.02


def test_an_equilibrium_holds_over_two_rounds():
    tree = grow_tree(make_table("elements", rounds=2, reward="points", **ONE_CARD_EACH))

    assert measure(tree, ask_policy(tree, uniform_policy)).exploitability > 0.5
    assert measure(tree, solve(tree, 200)).exploitability < 0.01


# --- what is refused ---


def test_a_policy_must_give_probabilities(mini):
    uniform = ask_policy(mini, uniform_policy)
    illegal = np.full_like(uniform, 1 / uniform.shape[1])

    with pytest.raises(ValueError, match=r"of the shape \(7018, 10\), not \(7018, 9\)"):
        check_probabilities(mini, uniform[:, 1:])
    with pytest.raises(ValueError, match="must give illegal actions the probability 0"):
        check_probabilities(mini, illegal)
    with pytest.raises(ValueError, match=r"must sum to 1, not to 0\.5"):
        check_probabilities(mini, uniform / 2)
    with pytest.raises(ValueError, match="probabilities of 0 or more"):
        check_probabilities(mini, -uniform)
    with pytest.raises(ValueError, match="probabilities of 0 or more"):
        check_probabilities(mini, uniform * np.nan)
    assert (check_probabilities(mini, uniform.astype(np.float32)).sum(axis=1) == 1.0).mean() > 0.5


def test_a_tree_must_be_small():
    with pytest.raises(ValueError, match="more than 1,000 nodes: choose a smaller setting"):
        grow_tree(make_table("elements"), max_nodes=1000)


def cart_outcomes(state: Any) -> Iterator[tuple[float, dict[str, Any]]]:
    """Deal Cart in one way, and then draw any sack."""
    if int(state["last_seat"]) == NOBODY:
        yield 1.0, {"deal": {"hands": [[1, 5, 5], [3, 3, 5]]}}
        return
    left = int(state["deck"].sum())
    for kind, copies in enumerate(state["deck"].tolist()):
        if copies:
            yield copies / left, {"chance": {"drawn": kind + 1}}


def test_a_tree_needs_two_players_a_zero_sum_and_known_chances(monkeypatch):
    cart = load_game("cart")
    assert cart in playing.all_games()

    with pytest.raises(ValueError, match="needs 2 players, not 3"):
        grow_tree(Table(cart, 3))
    with pytest.raises(ValueError, match="cart does not list what chance can do"):
        grow_tree(Table(cart, 2))
    monkeypatch.setattr(load_game("cart").notation, "list_outcomes", cart_outcomes, raising=False)
    with pytest.raises(ValueError, match="zero-sum game, but here the returns 0 and 2 are"):
        grow_tree(Table(cart, 2, max_turns=2))


def test_chance_may_decide_between_decisions(monkeypatch):
    """One turn of Cart: load 1 or 5, then draw one of five weights; nobody has scored yet."""
    monkeypatch.setattr(load_game("cart").notation, "list_outcomes", cart_outcomes, raising=False)

    tree = grow_tree(Table(load_game("cart"), 2, max_turns=1))

    assert tree.num_information_sets == 1
    assert len(tree.chance) == 2 * 5
    assert tree.chance.sum() == pytest.approx(2.0)
    assert measure(tree, ask_policy(tree, uniform_policy)).exploitability == 0.0

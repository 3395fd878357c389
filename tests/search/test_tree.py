"""Search by a tree: what its nodes are, what is counted, and that both kinds of code agree."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from boardgame_envs.agents import make_agent
from boardgame_envs.agents.searching.settings import find_settings
from boardgame_envs.core.game import Game, IllegalActionError
from boardgame_envs.core.tiers import running_rules
from boardgame_envs.games import load_game
from boardgame_envs.search import Budget, search_actions, search_by_tree
from boardgame_envs.search.bundles import TreeSearch
from boardgame_envs.search.tree_loops import (
    NOTHING,
    add_node,
    entry_of,
    find_slot,
    key_of,
    promising,
)
from tests.playing import published_games
from tests.positions import position
from tests.search.test_search_actions import POLICIES, information_of

ELEMENTS = load_game("elements")
each_game = pytest.mark.parametrize("game", published_games(), ids=lambda game: game.name)


def search(game: Game, worlds: int = 60, **others: Any) -> Any:
    settings = find_settings(game)
    return search_by_tree(
        information_of(game),
        budget=Budget(worlds=worlds),
        seed=3,
        policy=POLICIES[game.name],
        judge=settings.judge,
        until_round=settings.until_round,
        **others,
    )


# --- what comes of it ---


@pytest.mark.slow
def test_it_takes_what_wins_in_every_world():
    """P2 has no card, and nothing of P2's lies open: any reveal within the limit wins the match."""
    table = position("elements target_points=2 | hands 6 / | chain 6 5 | open / ")

    found = search_by_tree(table.information(), budget=Budget(worlds=80), seed=1)

    assert found.names[found.actions.tolist().index(found.chosen)] == "reveal"


@each_game
def test_each_world_is_played_out_once(game: Game):
    found = search(game)

    assert found.visits.sum() == found.worlds == 60
    assert (found.visits > 0).all() or found.actions.size > 60
    assert found.visits[found.actions == found.chosen] == found.visits.max()
    assert "tried most often" in found.reason


@each_game
def test_compiled_and_plain_trees_are_the_same(game: Game):
    # plain heuristics take long, and more actions than worlds are not all tried
    worlds = 20 if game is ELEMENTS else 8
    compiled = str(search(game, worlds=worlds))

    with running_rules("plain"):
        assert str(search(game, worlds=worlds)) == compiled


def test_what_is_better_is_tried_more_often():
    found = search(ELEMENTS, worlds=1500)
    often, seldom = found.visits.argmax(), found.visits.argmin()

    assert found.values[often] > found.values[seldom]
    assert found.visits[often] > 3 * found.visits[seldom]


def test_without_a_judge_tables_are_worth_what_is_earned():
    information = information_of(ELEMENTS)

    found = search_by_tree(information, budget=Budget(worlds=300), seed=1)

    assert found.values.min() >= -1.0
    assert found.values.min() < 0.0
    playouts = search_actions(information, worlds=300, seed=1)
    assert found.values == pytest.approx(playouts.means, abs=0.5)


def test_a_budget_of_time_is_enough():
    found = search_by_tree(information_of(ELEMENTS), budget=Budget(ms=5), seed=1)

    assert found.visits.sum() >= 32


def test_an_illegal_policy_is_refused():
    class Wrong(POLICIES["noah"]):  # type: ignore[misc]
        choose_action = staticmethod(POLICIES["elements"].look)

    information = information_of(load_game("noah"))
    with running_rules("plain"), pytest.raises((IllegalActionError, TypeError)):
        search_by_tree(information, budget=Budget(worlds=3), seed=1, policy=Wrong)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ismcts?z=1", "ismcts has no setting 'z'"),
        ("ismcts?explore=-1", "explore must be a number from 0 to 100, not '-1'"),
        ("ismcts:search", "ismcts plays on by a heuristic or at random, not by SearchAgent"),
    ],
)
def test_other_names_are_refused(name: str, words: str):
    with pytest.raises(ValueError, match=r"^[^\n]+$") as refusal:
        make_agent(name, ELEMENTS)
    assert words in str(refusal.value)


def test_names_say_how_much_is_tried():
    usual: Any = make_agent("ismcts", ELEMENTS)
    told: Any = make_agent("ismcts:random?worlds=50,explore=1.5", ELEMENTS)

    assert usual.budget == Budget(worlds=1000)
    assert (told.budget, told.explore, told.policy) == (Budget(worlds=50), 1.5, None)


# --- the tree ---


def some_tree(nodes: int = 4) -> TreeSearch:
    return TreeSearch.make(ELEMENTS, 2, nodes, explore=0.5, entries_of_node=3)


def mask_of(*actions: int) -> np.ndarray:
    mask = np.zeros(ELEMENTS.num_actions, np.bool_)
    mask[list(actions)] = True
    return mask


def test_nodes_are_told_apart_by_what_is_seen_by_whom_and_what_is_legal():
    seen = np.zeros(ELEMENTS.layout.size, np.float32)
    other = seen.copy()
    other[-1] = 1.0

    keys = {
        int(key_of(seen, mask_of(1), 0)),
        int(key_of(other, mask_of(1), 0)),
        int(key_of(seen, mask_of(1, 2), 0)),
        int(key_of(seen, mask_of(1), 1)),
    }

    assert len(keys) == 4
    assert int(key_of(seen.copy(), mask_of(1), 0)) in keys


def test_nodes_are_found_again_even_if_their_slots_are_taken():
    tree = some_tree()
    same_slot = [np.uint64(1 + tree.slots.size * number) for number in range(3)]
    for number, key in enumerate(same_slot):
        assert add_node(tree, find_slot(tree, key), key, mask_of(number)) == number

    found = [int(tree.slots[find_slot(tree, key)]) - 1 for key in same_slot]

    assert found == [0, 1, 2]


def test_a_full_tree_takes_no_more_nodes():
    tree = some_tree(nodes=1)
    add_node(tree, 0, np.uint64(1), mask_of(0, 1))

    assert add_node(tree, 1, np.uint64(2), mask_of(0)) == NOTHING


def test_what_was_not_tried_comes_first_then_what_may_be_best():
    tree = some_tree()
    node = add_node(tree, 0, np.uint64(1), mask_of(2, 4, 7))
    assert [entry_of(tree, node, action) for action in (2, 4, 7, 1)] == [0, 1, 2, NOTHING]
    tree.visits[:3], tree.sums[:3], tree.bounds[:] = [5, 0, 5], [2.0, 0.0, 4.0], [0.0, 1.0]
    assert promising(tree, node, np.uint64(9)) == 1

    tree.visits[1], tree.sums[1] = 5, 1.0
    assert promising(tree, node, np.uint64(9)) == 2

    tree.visits[2], tree.sums[2] = 500, 400.0
    assert promising(tree, node, np.uint64(9)) == 0

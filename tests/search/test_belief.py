"""Beliefs: worlds are as likely as what others did in them, and no more is known than can be."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from boardgame_envs import make_table
from boardgame_envs.agents.policies import any_action
from boardgame_envs.core.table import Table
from boardgame_envs.search import Leaves, form_belief, form_beliefs, play_out
from boardgame_envs.search.belief import different_worlds, look_back
from boardgame_envs.search.together import choose_by_odds

SMALL = {"values": [1, 2, 3], "copies": [2, 2, 3], "hand_size": 2}


def prefers_high_cards(
    observation: NDArray[np.float32], mask: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Each action is twice as likely as the one before it."""
    odds = mask * 2.0 ** np.arange(mask.shape[1])
    return odds / odds.sum(axis=1, keepdims=True)


def small_table(*actions: str) -> Table:
    """Return a mini-Elements: P1 has 1 1, P2 2 3, and the actions have been taken."""
    table = make_table("elements", **SMALL)
    deal = {"hands": [[1, 1], [2, 3]], "aside": [2, 3, 3], "starter": 1}
    table.reset(seed=1, outcomes=[{"deal": deal}])
    for action in actions:
        table.play(action)
    return table


def other_hands(belief_worlds) -> list[tuple[int, ...]]:
    return [tuple(hand) for hand in belief_worlds.states["hands"][:, 1, :3].tolist()]


def test_a_world_is_as_likely_as_what_was_done_there():
    """P2 has laid a 3: by hand, over all deals, with the odds of the policy in each."""
    table = small_table("lay 3")
    expected: dict[tuple[int, ...], float] = {}
    unseen = [2, 2, 3, 3, 3]
    for places in combinations(range(5), 2):
        hand = sorted(unseen[place] for place in places)
        if 3 in hand:
            # lay k is action k - 1, discard 7, surrender 9: each twice as likely as the one before
            legal = {kind - 1 for kind in hand} | {7, 9}
            odds = 2.0**2 / sum(2.0**action for action in legal)
            left = hand.copy()
            left.remove(3)
            key = tuple(left.count(value) for value in (1, 2, 3))
            expected[key] = expected.get(key, 0.0) + odds
    total = sum(expected.values())

    belief = form_belief(
        table.information(past=True), prefers_high_cards, seed=1, dealt=200_000, slip=0.0
    )

    found = dict(zip(other_hands(belief.worlds), belief.weights, strict=True))
    assert found.keys() == expected.keys()
    for hand, odds in expected.items():
        assert found[hand] == pytest.approx(odds / total, abs=0.005)


def test_what_was_seen_in_the_past_of_the_true_world_is_what_was_seen():
    table, actions = make_table("elements"), []
    rng = np.random.default_rng(3)
    table.reset(seed=5)
    seen = []
    while len(table._before) < 6:
        seen.append((table.seat, table.observation.copy(), table.mask.copy()))
        legal = [a for a in table.legal_actions() if "surrender" not in table.game.actions.names[a]]
        legal = [a for a in legal if table.game.actions.names[a] != "reveal"]
        actions.append(int(rng.choice(legal)))
        table.step(actions[-1])
    information = table.information(past=True)
    truth, _ = different_worlds(information, 500, seed=1)
    hidden = [
        n
        for n, state in enumerate(truth.states)
        if np.array_equal(state["hands"], table.states[0]["hands"])
    ]

    past = look_back(truth.chosen(hidden))

    assert len(hidden) == 1
    others = [n for n, (seat, _, _) in enumerate(seen) if seat != information.seat]
    for row, n in enumerate(reversed(others)):
        assert past.seat[row] == seen[n][0]
        assert past.action[row] == actions[n]
        assert np.array_equal(past.observation[row], seen[n][1])
        assert np.array_equal(past.mask[row], seen[n][2])


def test_a_past_ends_where_the_round_began():
    table = small_table("lay 2")
    assert len(table.information(past=True).past) == 1

    table.play("surrender")

    assert len(table.information(past=True).past) == 0


def test_random_play_tells_nothing():
    """Whoever does anything is as likely to do it in every world with as many legal actions."""
    table = small_table("lay 3")
    information = table.information(past=True)
    prior, counts = different_worlds(information, 3000, seed=2)

    belief = form_belief(information, {}, seed=2, dealt=3000)

    assert np.allclose(belief.weights, counts / counts.sum())
    assert other_hands(belief.worlds) == other_hands(prior)


def test_an_information_state_without_a_past_is_refused():
    table = small_table("lay 3")
    with pytest.raises(ValueError, match=r"has no past: ask table.information\(past=True\)"):
        form_belief(table.information(), any_action, seed=1)


def test_what_no_policy_would_have_done_leaves_all_worlds_possible():
    def never_lays_a_three(observation, mask):
        odds = any_action(observation, mask)
        odds[:, 2] = 0.0
        return odds

    information = small_table("lay 3").information(past=True)

    belief = form_belief(information, never_lays_a_three, seed=1, slip=0.0)

    assert belief.weights.sum() == pytest.approx(1.0)
    assert (belief.weights > 0).all()


def test_many_beliefs_at_once_are_those_one_by_one():
    tables = [small_table("lay 3"), small_table("lay 2"), small_table("discard 3", "lay 1")]
    known = [table.information(past=True) for table in tables]

    together = form_beliefs(known, prefers_high_cards, seeds=[4, 5, 6])

    for information, seed, belief in zip(known, (4, 5, 6), together, strict=True):
        alone = form_belief(information, prefers_high_cards, seed=seed)
        assert np.array_equal(alone.weights, belief.weights)
        assert alone.worlds.states.tobytes() == belief.worlds.states.tobytes()


def test_worlds_are_drawn_as_often_as_they_are_likely():
    belief = form_belief(small_table("lay 3").information(past=True), prefers_high_cards, seed=1)

    drawn = other_hands(belief.draw(100, seed=3))

    for hand, weight in zip(other_hands(belief.worlds), belief.weights, strict=True):
        assert abs(drawn.count(hand) - 100 * weight) <= 1.0


def test_policies_play_leaves_out_with_the_same_luck_for_all_actions():
    information = small_table().information()
    searches = [Leaves(information, worlds=5, seed=seed, endings=2) for seed in (1, 2)]

    play_out(searches, {0: any_action, 1: any_action}, seeds=[7, 8])

    assert all(leaves.closed.all() for leaves in searches)
    alone = Leaves(information, worlds=5, seed=2, endings=2)
    play_out([alone], any_action, seeds=[8])
    assert alone.states.tobytes() == searches[1].states.tobytes()


def test_a_playout_needs_a_policy_for_every_seat():
    leaves = Leaves(small_table().information(), worlds=2, seed=1)
    with pytest.raises(ValueError, match="a policy for every seat"):
        play_out([leaves], {0: any_action}, seeds=[1])


def test_an_action_without_a_chance_is_never_chosen():
    odds = np.array([[0.0, 0.5, 0.0, 0.5, 0.0]] * 3)
    draws = np.array([0.0, 0.5, np.nextafter(1.0, 0.0)])

    assert choose_by_odds(odds, draws).tolist() == [1, 3, 3]

"""The heuristic for Elements: what it counts, what it advises, and how well it plays."""

from __future__ import annotations

import pickle
from itertools import combinations
from math import comb

import numpy as np
import pytest

from boardgame_envs import make_batch, make_table
from boardgame_envs.agents import RandomAgent, make_agent
from boardgame_envs.agents.heuristics.elements import (
    GET_TWO,
    GIVE_ONE,
    GIVE_TWO,
    NOTES,
    Heuristic,
    look,
    reveal_chance,
)
from boardgame_envs.core.table import Table
from boardgame_envs.core.tiers import COMPILED, PLAIN, running_rules
from boardgame_envs.games.elements import GAME, rules
from boardgame_envs.games.elements.actions import ACTION
from tests.positions import position

SMALL = {"values": [1, 2, 3], "copies": [2, 2, 3], "hand_size": 2}
TWO_KINDS = {"values": [9, 4], "copies": [7, 8], "hand_size": 7}


def seen(table: Table):
    """Return what the agent makes of a position."""
    notepad = np.zeros(1, NOTES)
    look(table.observe(table.seat), notepad[0])
    return notepad[0]


def chance(table: Table) -> float:
    """Return the chance that the agent gives to a reveal."""
    notes = seen(table)
    return float(reveal_chance(notes, notes["limit"], notes["my_total"]))


def enumerated_chance(table: Table) -> float:
    """Return the share of all hands they can have against which a reveal wins."""
    states, seat = table.states.copy(), table.seat
    state, other = states[0], 1 - table.seat
    hidden = state["hands"][other] + state["aside"]
    cards = [kind for kind, count in enumerate(hidden) for _ in range(int(count))]
    wins = []
    for hand in combinations(cards, int(state["hands"][other].sum())):
        state["hands"][other] = np.bincount(hand, minlength=len(hidden))
        wins.append(rules.winner_of_reveal(state, seat) == seat)
    return float(np.mean(wins))


def advice(table: Table) -> str:
    """Return the name of the action that the agent chooses."""
    information = table.information()
    return information.legal_actions[Heuristic().choose(information)]


# --- counting ---


@pytest.mark.parametrize(
    "text",
    [
        "elements | hands 1 2 / 3 5 6 | chain 6 4 2",
        "elements | hands 4 6 / 1 2 3 6 | chain 6 6 5 | open / 4",
        "elements | hands 5 / 4 | chain 6 2 | open 2 / 1 3 | discards 6 6 6",
        "elements | hands / 6 6 6 6 6 6 | chain 5 4",
        "elements | hands 6 5 / 4 | chain 6 6 1",
        "elements | hands 2 3 / 6 | chain 6 5 | turn P2",
        "elements values=1,2,3 copies=2,2,3 hand_size=2 | hands 3 / 1 2 | chain 3 2",
        "elements values=9,4 copies=7,8 hand_size=7 | hands 4 4 / 9 4 4 9 | chain 9 9 4",
        "elements | hands 3 / | chain 6 | open / 2",
    ],
    ids=[
        *("three cards", "an open card", "discards", "an empty hand", "one card"),
        *("second seat", "small deck", "two kinds", "they have no card"),
    ],
)
def test_the_chance_of_a_reveal_is_that_over_all_hands_they_can_have(text):
    table = position(text)

    assert chance(table) == pytest.approx(enumerated_chance(table), abs=1e-12)


def test_all_hands_they_can_have_are_counted_through_whole_games():
    table, rng = make_table("elements"), np.random.default_rng(2)

    for seed in range(10):
        table.reset(seed)
        while not table.over:
            notes = seen(table)
            assert notes["all_ways"] == comb(notes["unseen"].sum(), notes["their_cards"])
            if ACTION.reveal in table.legal_actions():
                assert chance(table) == pytest.approx(enumerated_chance(table), abs=1e-12)
            table.step(int(rng.choice(table.legal_actions())))


def test_a_total_over_the_limit_has_no_chance():
    assert chance(position("elements mistaken_reveal=True | hands 6 5 / 1 | chain 3")) == 0.0


@pytest.mark.parametrize(
    ("text", "equal"),
    [
        ("elements | hands 5 / 4 | chain 6 | points 5 / 5", (GIVE_ONE, GIVE_TWO)),
        ("elements rounds=1 | hands 5 / 4 | chain 6 | points 2 / 7", (GET_TWO, GIVE_TWO)),
    ],
    ids=["one point loses the match", "nothing can be won any more"],
)
def test_points_are_worth_what_they_do_for_the_match(text, equal):
    stakes = seen(position(text))["stakes"]

    assert stakes[equal[0]] == stakes[equal[1]]


def test_two_points_are_at_stake_where_points_are_the_reward():
    table = position("elements reward=points | hands 5 / 4 | chain 6 | points 5 / 5")

    assert seen(table)["stakes"].tolist() == [2, 1, -1, -2]


# --- advice ---


def test_a_reveal_that_must_win_is_made():
    table = position("elements | hands 6 2 / 6 | chain 6 2 | open / 5 4")

    assert chance(table) == 1.0
    assert advice(table) == "reveal"


def test_a_reveal_that_must_lose_is_not_made():
    table = position("elements | hands 1 1 / 6 | chain 6 6 6 | open / 3")

    assert chance(table) == 0.0
    assert advice(table) != "reveal"


def test_a_hopeless_position_without_cards_is_surrendered():
    table = position("elements | hands / 6 5 | chain 6 6 6 4 | open 1 /")

    assert chance(table) == 0.0
    assert advice(table) == "surrender"


def test_a_hopeless_position_is_not_surrendered_if_one_point_loses_the_match():
    table = position("elements | hands / 6 5 | chain 6 6 6 4 | open 1 / | points 0 / 5")

    assert advice(table) != "surrender"


def test_a_long_shot_is_taken_if_one_point_loses_the_match():
    table = position("elements | hands / 2 3 | chain 6 6 | open 1 4 / | points 0 / 5")

    assert 0.0 < chance(table) < 0.25
    assert advice(table) != "surrender"


def test_a_slip_of_counting_is_never_made_where_there_is_another_way():
    table = position("elements mistaken_reveal=True | hands 6 5 / 6 6 | chain 3")

    assert advice(table) != "reveal"


def test_the_stranded_do_the_one_thing_they_can():
    table = position("elements | hands / 1 | chain 6 2 | open 5 4 /")

    assert advice(table) == "surrender"


# --- play ---


@pytest.mark.parametrize("options", GAME.example_options, ids=str)
@pytest.mark.parametrize("opponent", [RandomAgent(), Heuristic()], ids=["random", "itself"])
def test_every_choice_is_legal_whatever_the_options(options, opponent):
    batch = make_batch("elements", 64, seed=5, **options)
    agent, rng = Heuristic(), np.random.default_rng(5)

    for _ in range(150):
        actions = agent.choose_many(batch.observation, batch.mask, rng)
        assert batch.mask[np.arange(64), actions].all()
        answers = opponent.choose_many(batch.observation, batch.mask, rng)
        batch.step(np.where(batch.seat == 0, actions, answers))


def some_rows() -> tuple[np.ndarray, np.ndarray]:
    """Return decisions of random games with several sets of options."""
    variants = [{}, {"surrender": False}, {"rounds": 3}, SMALL, TWO_KINDS]
    batch = make_batch("elements", 40, seed=8, variants=variants)
    rng = np.random.default_rng(8)
    for _ in range(5):
        batch.step((batch.mask * rng.random(batch.mask.shape)).argmax(axis=1))
    return batch.observation, batch.mask


def test_the_same_position_gets_the_same_answer_whatever_the_rng():
    observation, mask = some_rows()
    agent = Heuristic()

    answers = agent.choose_many(observation, mask, np.random.default_rng(1))

    again = agent.choose_many(observation, mask, np.random.default_rng(2))
    alone = [
        int(agent.choose_many(observation[i : i + 1], mask[i : i + 1], np.random.default_rng(3))[0])
        for i in range(len(mask))
    ]
    assert len(set(answers.tolist())) > 3
    assert answers.tolist() == again.tolist() == alone


def test_plain_python_decides_as_compiled_code_does():
    observation, mask = some_rows()
    chosen = []
    for choice in (PLAIN, COMPILED):
        with running_rules(choice):
            rows = Heuristic().choose_many(observation, mask, np.random.default_rng(1))
        chosen.append(rows.tolist())

    assert chosen[0] == chosen[1]


def test_a_heuristic_can_be_sent_to_another_process():
    observation, mask = some_rows()
    agent = Heuristic()
    one, other = (
        each.choose_many(observation, mask, np.random.default_rng(1)).tolist()
        for each in (agent, pickle.loads(pickle.dumps(agent)))
    )

    assert one == other


def share_of_wins(num_matches: int, seed: int) -> float:
    """Play matches against random, one at each table, in both seats in turn."""
    batch = make_batch("elements", num_matches, seed=seed)
    agent, opponent = make_agent("heuristic", GAME), RandomAgent()
    rng, seats = np.random.default_rng(seed), np.arange(num_matches) % 2
    won, over = np.zeros(num_matches, bool), np.zeros(num_matches, bool)
    while not over.all():
        actions = opponent.choose_many(batch.observation, batch.mask, rng)
        mine = batch.seat == seats
        if mine.any():
            actions[mine] = agent.choose_many(batch.observation[mine], batch.mask[mine], rng)
        batch.step(actions)
        ended = batch.done & ~over
        won[ended] = batch.final_returns[ended, seats[ended]] > 0
        over |= ended
    return float(won.mean())


def test_nearly_every_match_against_random_is_won():
    assert share_of_wins(600, seed=11) > 0.985


def test_it_is_found_by_its_name():
    assert isinstance(make_agent("heuristic", GAME), Heuristic)

"""Laws of playing: games end, cards stay, masks are right, and seeds decide."""

from __future__ import annotations

import random

import numpy as np

from boardgame_envs.core.game import TEAM_LOSES, TEAM_WINS, IllegalActionError
from boardgame_envs.core.table import Table
from boardgame_envs.testing.lawmaking import Case, Each, expect, law

# of the actions that are not legal, one of ten is tried at a decision, the others at the next ones
BETWEEN_TRIED = 10


@law(Each.SETTING)
def every_setting_plays_to_an_end(case: Case) -> None:
    """A seat of the table is to act, with something to do, until the game is over."""
    for seed in range(5):
        table = case.new_table()
        for _ in case.random_play(table, seed):
            expect(0 <= table.seat < table.num_players, f"seat {table.seat} is to act")
            expect(table.mask.any(), "nothing is legal")
        expect(table.over, "the game is not over")
        expect(not table.mask.any(), "something is legal once the game is over")


@law(Each.SETTING)
def no_game_is_longer_than_the_longest(case: Case) -> None:
    """No game has more decisions than the game says there can be, if it says anything."""
    table = case.new_table()
    longest = case.game.longest(table.num_players, table.options)
    expect(longest is None or longest > 0, f"the longest game has {longest} decisions")
    for seed in range(40, 50):
        for _ in case.random_play(table, seed):
            pass
        decisions = table.num_decisions
        expect(longest is None or decisions <= longest, f"{decisions} decisions, not {longest}")


@law(Each.SETTING)
def a_team_has_one_score_and_wins_or_loses(case: Case) -> None:
    """A team has one score, one result and equal returns; rivals have a score each."""
    table, notation = case.new_table(), case.game.notation
    is_team = table.is_cooperative
    for seed in range(5):
        for _ in case.random_play(table, seed):
            pass
        scores = notation.read_scores(table.states[0])
        expected = 1 if is_team else table.num_players
        expect(len(scores) == expected, f"there are {len(scores)} scores, not {expected}")
        result = notation.read_result(table.states[0])
        expect((result in (TEAM_WINS, TEAM_LOSES)) == is_team, f"the result is {result!r}")
        expect(len(set(table.returns)) == 1 or not is_team, f"the returns are {table.returns}")


@law(Each.SETTING)
def no_card_is_ever_lost_or_made(case: Case) -> None:
    """All cards are there at every decision, and at the end."""
    count, table = case.game.rules.count_all_cards, case.new_table()
    table.reset(0)
    whole_deck = count(table.states[0])
    for _ in case.random_play(table, seed=1):
        expect_cards(count(table.states[0]), whole_deck)
    expect_cards(count(table.states[0]), whole_deck)


def expect_cards(cards: int, whole_deck: int) -> None:
    """Complain of cards that are lost, or that nobody has seen before."""
    expect(cards == whole_deck, f"there are {cards} cards, not {whole_deck}")


@law(Each.SETTING)
def the_mask_is_what_the_table_accepts(case: Case) -> None:
    """A table takes every action in the mask, and refuses every other and stays as it was."""
    table, num_actions = case.new_table(), case.game.num_actions
    for number, _ in enumerate(case.random_play(table, seed=2)):
        legal = table.legal_actions()
        # one decision of three is enough of this in a long game
        for action in legal if number % 3 == 0 else ():
            expect_taken(table, action)
        other = table.clone()
        # refusals take long to explain
        tried = range(-1, num_actions + 1)[number % BETWEEN_TRIED :: BETWEEN_TRIED]
        for action in sorted(set(tried) - set(legal)):
            refusal = refusal_of(other, action)
            expect(refusal is not None, f"action {action} is not in the mask, but is taken")
            expect(f"seat {table.seat}" in str(refusal), f"whose turn it is: {refusal}")
        expect(other == table, "actions that are not in the mask change the table")


def expect_taken(table: Table, action: int) -> None:
    """Complain of an action in the mask that is refused, or that is not one decision."""
    other = table.clone()
    refusal = refusal_of(other, action)
    expect(refusal is None, f"action {action} is in the mask, but {refusal}")
    is_one = other.num_decisions == table.num_decisions + 1
    expect(is_one, f"action {action} is not one decision")


def refusal_of(table: Table, action: int) -> str | None:
    """Take an action; return why the table refuses it, or None."""
    try:
        table.step(action)
    except IllegalActionError as error:
        return str(error)
    return None


@law(Each.SETTING)
def the_same_seed_gives_the_same_game(case: Case) -> None:
    """Two games with one seed are equal, action by action and in their last state."""
    first, second = case.new_table(), case.new_table()
    actions, again = (list(case.random_play(table, 7)) for table in (first, second))
    expect(first == second, "the games end otherwise")
    expect(actions == again, "other actions are legal")


@law(Each.GAME)
def different_seeds_give_different_deals(case: Case) -> None:
    """Twenty seeds are twenty tables."""
    deals, table = set(), case.new_table()
    for seed in range(20):
        table.reset(seed)
        deals.add(table.states.tobytes())
    expect(len(deals) == 20, f"20 seeds give {len(deals)} deals")


@law(Each.GAME)
def a_game_leaves_global_chance_alone(case: Case) -> None:
    """Neither playing nor imagining worlds draws from ``random`` or from ``np.random``."""
    kept = random.getstate(), np.random.get_state()
    try:
        random.seed(1)
        np.random.seed(1)
        before = global_chance()
        case.played(seed=5).information(0).worlds(2, seed=1)
        expect(global_chance() == before, "random or np.random has been drawn from")
    finally:
        random.setstate(kept[0])
        np.random.set_state(kept[1])


def global_chance() -> list[object]:
    """Return what the global generators will draw next."""
    return [random.getstate(), np.random.get_state(legacy=False)["state"]["key"].tolist()]


@law(Each.OPTION_SET)
def returns_keep_to_the_stakes(case: Case) -> None:
    """Returns lie between the bounds that a game states, and add up as it says."""
    table = case.new_table()
    stakes = case.game.stakes(table.num_players, table.options)
    for seed in range(20):
        table.reset(seed)
        returns = table.rollout(seed)
        bounded = stakes.lowest <= returns.min() and returns.max() <= stakes.highest
        expect(bounded, f"{returns} is not within {stakes.lowest} and {stakes.highest}")
        if stakes.sum == "zero":
            expect(abs(returns.sum()) <= 1e-5, f"{returns} do not come to zero")
        if stakes.sum == "common":
            same = np.allclose(returns, returns[0], rtol=1e-6, atol=1e-12)
            expect(same, f"{returns} are not the same")

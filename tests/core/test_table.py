"""What a table does for every game; the laws for all games are in games/test_every_game.py."""

from __future__ import annotations

import pytest

from boardgame_envs import IllegalActionError, make_table, restore_table
from boardgame_envs.core.game import NotationError
from boardgame_envs.core.table import Table
from boardgame_envs.testing import random_play
from tests.playing import load_game

DEAL = {
    "deal": {"hands": [[1, 2, 3, 4, 5, 6], [1, 3, 4, 6, 6, 6]], "aside": [2, 5, 6, 6], "starter": 1}
}


def test_an_illegal_action_is_refused_with_seat_action_and_what_is_legal():
    table = make_table("elements")
    table.reset(0, outcomes=[DEAL])

    with pytest.raises(IllegalActionError) as refusal:
        table.step(1)

    assert str(refusal.value) == (
        "P2 (seat 1) may not 'lay 2' now; "
        "legal are: discard 6, lay 1, lay 3, lay 4, lay 6, surrender"
    )


def test_an_action_outside_the_table_is_refused():
    table = make_table("elements")
    table.reset(0)

    with pytest.raises(IllegalActionError, match=r"may not do action 10 \(actions are 0 to 9\)"):
        table.step(10)


def test_nothing_is_legal_once_the_game_is_over():
    table = make_table("elements", target_points=1)
    table.reset(0)
    table.play("surrender")

    with pytest.raises(IllegalActionError, match="the game is over"):
        table.step(0)


def test_an_action_can_be_given_by_name():
    table = make_table("elements")
    table.reset(0, outcomes=[DEAL])

    table.play("lay 3")

    assert table.view(1)["my_actions"][0] == "lay 3"
    with pytest.raises(NotationError, match="P1 may not 'jump' now; legal are discard 6, lay 1"):
        table.play("jump")


def test_a_table_is_set_to_a_recorded_deal():
    table = make_table("elements")
    table.reset(0, outcomes=[DEAL])

    assert table.seat == 1
    assert table.view(0)["my_hand"] == [1, 1, 1, 1, 1, 1]
    assert table.view(1)["my_hand"] == [1, 0, 1, 1, 0, 3]


def test_recorded_deals_are_used_in_order_and_then_chance_goes_on():
    second = {"deal": {**DEAL["deal"], "hands": DEAL["deal"]["hands"][::-1], "starter": 0}}
    table = make_table("elements")
    table.reset(0, outcomes=[DEAL, second])

    table.play("surrender")
    assert table.view(1)["my_hand"] == [1, 1, 1, 1, 1, 1]
    table.play("surrender")

    assert table.num_decisions == 2
    assert not table.over


def test_an_impossible_deal_leaves_the_game_as_it_was():
    wrong = {"deal": {**DEAL["deal"], "starter": 1}}
    table = make_table("elements")
    table.reset(0, outcomes=[DEAL, wrong])
    before = table.clone()

    with pytest.raises(NotationError, match="the starter is P2, but P1 won the round before"):
        table.play("surrender")

    assert table == before
    assert table.num_decisions == 0


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, True, "7", None], ids=str)
def test_a_seed_must_be_a_whole_number(seed):
    with pytest.raises((ValueError, TypeError)):
        make_table("elements").reset(seed)


def test_the_largest_seed_is_a_seed():
    table = make_table("elements")
    table.reset(2**64 - 1)

    assert table.mask.any()


def test_there_is_nothing_to_take_back_before_the_first_decision():
    table = make_table("elements")
    table.reset(1)

    with pytest.raises(ValueError, match="no decision to take back"):
        table.undo()


def test_a_whole_game_can_be_taken_back_over_its_deals():
    table = make_table("elements")
    table.reset(1)
    start = table.clone()
    for _ in random_play(table, seed=1):
        pass

    while table.num_decisions:
        table.undo()

    assert table == start
    assert len(list(table.history())) == 1


def test_a_saved_table_is_restored_with_its_past():
    table = make_table("elements", surrender=False)
    play = random_play(table, seed=3)
    for _ in range(20):
        next(play)

    again = restore_table(table.to_bytes())

    assert again == table
    assert again.options == table.options
    assert len(list(again.history())) == len(list(table.history()))


def saved_cart() -> bytes:
    table = Table(load_game("cart"))
    table.reset(1)
    return table.to_bytes()


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lambda data: b"something else", "not a saved table"),
        (lambda data: data[:-1], "damaged"),
        (lambda data: data[:40], "damaged"),
        (lambda data: saved_cart(), "a saved table of 'cart' v0, not of elements v0"),
    ],
    ids=["another file", "cut off", "cut off early", "another game"],
)
def test_a_damaged_save_is_refused(damage, complaint):
    table = make_table("elements")
    table.reset(1)

    with pytest.raises(ValueError, match=complaint):
        Table.from_bytes(load_game("elements"), damage(table.to_bytes()))


def test_a_rollout_changes_nothing():
    table = make_table("elements")
    table.reset(5)
    before = table.clone()

    outcomes = {tuple(table.rollout(seed)) for seed in range(20)}

    assert outcomes == {(1.0, -1.0), (-1.0, 1.0)}
    assert table == before


def test_a_rollout_prefers_what_it_is_told_to():
    """Who always surrenders loses against nobody in particular: every round lasts one action."""
    table = make_table("elements", rounds=7, reward="points")
    table.reset(5)
    only_surrender = [1e-9] * 9 + [1.0]

    returns = {abs(table.rollout(seed, only_surrender)[0]) for seed in range(5)}

    assert returns == {1.0}
    with pytest.raises(ValueError, match="weights must be 10 positive numbers"):
        table.rollout(0, [1.0])


def test_an_information_state_knows_the_names_of_the_legal_actions():
    table = make_table("elements")
    table.reset(0, outcomes=[DEAL])

    mine, theirs = table.information(1), table.information(0)

    assert sorted(mine.legal_actions.values()) == table.legal_names()
    assert theirs.legal_actions == {}
    assert mine.view == table.view(1)
    assert mine.text == table.text(1)
    with pytest.raises(ValueError, match="a seat is 0 to 1 here, not 2"):
        table.information(2)


def test_tables_of_different_games_are_different():
    table, other = make_table("elements"), Table(load_game("cart"))
    table.reset(0)
    other.reset(0)

    assert table != other
    assert table != "a table"


@pytest.mark.parametrize("num_players", range(1, 6))
def test_a_team_is_cooperative_alone_at_the_table_too(num_players):
    assert make_table("tranquility", num_players=num_players).is_cooperative


def test_whoever_plays_against_others_is_not_cooperative():
    assert not make_table("tranquility", mode="duel").is_cooperative
    assert not make_table("tranquility", mode="duel", reward="points").is_cooperative
    assert not make_table("elements").is_cooperative
    assert not make_table("noah").is_cooperative
    assert not make_table("cart").is_cooperative

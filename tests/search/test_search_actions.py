"""Search by playouts: forced positions, policies, seeds, threads, and what is refused."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from boardgame_envs.agents import make_agent
from boardgame_envs.agents.heuristics import elements, noah, tranquility
from boardgame_envs.core.chance import next_seeds, scramble
from boardgame_envs.core.compiled import Buffer, Record, available_threads, rule
from boardgame_envs.core.game import Game, IllegalActionError
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.options import OptionError
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from boardgame_envs.search import ActionValues, search_actions
from boardgame_envs.search.loops import FUTURE
from boardgame_envs.search.preparation import find_seeds
from tests.playing import published_games
from tests.positions import position

each_game = pytest.mark.parametrize("game", published_games(), ids=lambda game: game.name)
POLICIES = {
    "elements": elements.Heuristic,
    "noah": noah.Heuristic,
    "tranquility": tranquility.Heuristic,
}


def information_of(game: Game, decisions: int = 4, **options: Any) -> InformationState:
    table = Table(game, **options)
    table.reset(seed=3)
    for _ in range(decisions):
        legal = table.legal_actions()
        table.step(legal[len(legal) // 2])
    return table.information()


def value_of(values: ActionValues, information: InformationState, name: str) -> float:
    """Return what an action is worth, by its name."""
    (action,) = (a for a, text in information.legal_actions.items() if text == name)
    return float(values.means[values.actions.tolist().index(action)])


# --- forced positions ---


def test_who_wins_at_once_has_won_in_every_world():
    """P2 has no card, and nothing of P2's lies open: any reveal within the limit wins the match."""
    table = position("elements target_points=2 | hands 6 / | chain 6 5 | open / ")
    information = table.information()

    values = search_actions(information, worlds=20, seed=1)

    assert value_of(values, information, "reveal") == 1.0
    assert (values.of_seat()[values.actions.tolist().index(values.best)] == 1.0).all()


def test_who_gives_the_last_point_away_has_lost_in_every_world():
    table = position("elements | hands 1 6 / 3 4 | chain 2 5 | points 0 / 7")
    information = table.information()

    values = search_actions(information, worlds=20, seed=1, policy=elements.Heuristic)

    assert value_of(values, information, "surrender") == -1.0
    assert values.best != information.game.actions.offsets().surrender


def test_what_seats_earn_is_told_for_every_seat():
    information = information_of(load_game("elements"))
    values = search_actions(information, worlds=20, seed=1)

    assert np.array_equal(values.of_seat(0), -values.of_seat(1))
    assert np.array_equal(values.of_seat(), values.of_seat(information.seat))


# --- playouts ---


def played_by(policy: Any, table: Table) -> NDArray[np.float32]:
    """Return what is earned if an agent plays on for all seats, decision by decision."""
    agent = policy()
    while not table.over:
        table.step(agent.choose(table.information()))
    return np.array(table.returns, np.float32)


@each_game
def test_a_policy_plays_on_as_its_agent_does(game: Game):
    policy, information = POLICIES[game.name], information_of(game)
    actions = list(information.legal_actions)[:4]
    values = search_actions(
        information, worlds=3, seed=5, endings=2, actions=actions, policy=policy
    )

    expected = np.zeros_like(values.returns)
    worlds, seeds = information.worlds(3, seed=5), find_seeds(game, 5, 3, 2)
    for place, action in enumerate(actions):
        for i, world in enumerate(worlds):
            for word in seeds[i]:
                table = world.clone()
                table.states["rng"] = scramble(np.uint64(word ^ FUTURE))
                table.step(action)
                expected[place, i] += played_by(policy, table)
    assert np.array_equal(values.returns, expected / 2)


def test_an_agent_can_be_named_as_the_policy():
    information = information_of(load_game("elements"))
    agent = make_agent("heuristic", information.game)
    arguments: dict[str, Any] = {"worlds": 5, "seed": 1}

    by_agent = search_actions(information, policy=agent, **arguments)
    by_class = search_actions(information, policy=elements.Heuristic, **arguments)

    assert np.array_equal(by_agent.returns, by_class.returns)


def test_weights_say_what_is_likely_in_playouts():
    """Who always surrenders loses the round at once: one point, never two."""
    information = information_of(load_game("elements"), reward="points", rounds=1)
    actions = information.game.actions.offsets()
    only_surrender = np.full(information.game.num_actions, 1e-12)
    only_surrender[actions.surrender] = 1.0
    lay = [action for action in information.legal_actions if action < actions.take][:1]

    values = search_actions(
        information, worlds=50, seed=1, actions=lay, weights=only_surrender.tolist()
    )

    assert set(values.of_seat()[0]) == {1.0}


def test_a_number_of_decisions_ends_a_playout():
    information = information_of(load_game("elements"), reward="points")
    surrender = information.game.actions.offsets().surrender
    arguments: dict[str, Any] = {"worlds": 10, "seed": 1, "decisions": 0}

    values = search_actions(information, **arguments)

    lead = information.worlds(1, seed=1)[0].returns[information.seat]
    for action, earned in zip(values.actions, values.of_seat(), strict=True):
        reveals = information.legal_actions[int(action)] == "reveal"
        assert reveals or set(earned) == {lead - (action == surrender)}


def test_a_playout_to_the_end_of_the_round_brings_at_most_two_points():
    information = information_of(load_game("elements"), reward="points")
    before = information.worlds(1, seed=1)[0].returns[information.seat]

    values = search_actions(information, worlds=30, seed=1, until_round=True)

    assert set(np.abs(values.of_seat() - before).ravel()) == {1.0, 2.0}


def test_a_search_changes_nothing_but_its_result():
    table = Table(load_game("noah"))
    table.reset(seed=1)
    information, before = table.information(), table.to_bytes()
    worlds = information.worlds(4, seed=2)
    dealt = worlds.states.tobytes()

    search_actions(information, worlds=worlds, seed=1)

    assert table.to_bytes() == before
    assert worlds.states.tobytes() == dealt


# --- worlds, seeds, threads ---


@each_game
def test_worlds_of_the_same_seed_are_the_same_search(game: Game):
    information = information_of(game)

    by_number = search_actions(information, worlds=4, seed=9)
    by_worlds = search_actions(information, worlds=information.worlds(4, seed=9), seed=9)

    assert np.array_equal(by_number.returns, by_worlds.returns)


def test_worlds_can_be_chosen_and_come_several_times_with_another_future():
    information = information_of(load_game("noah"))
    worlds = information.worlds(6, seed=1).chosen([3] * 40)

    values = search_actions(information, worlds=worlds, seed=1)

    assert (values.errors > 0).any()


def test_the_seed_fixes_a_search_and_another_seed_is_another_one():
    information = information_of(load_game("noah"))

    first, again, other = (search_actions(information, worlds=8, seed=seed) for seed in (1, 1, 2))

    assert np.array_equal(first.returns, again.returns)
    assert not np.array_equal(first.returns, other.returns)


def test_an_action_earns_the_same_whatever_others_are_searched_with_it():
    information = information_of(load_game("noah"))
    every = search_actions(information, worlds=8, seed=1, endings=2)

    for place, action in enumerate(every.actions):
        alone = search_actions(information, worlds=8, seed=1, endings=2, actions=[action])
        assert np.array_equal(alone.returns[0], every.returns[place])


@pytest.mark.slow
@pytest.mark.skipif(available_threads() < 2, reason="there is only one thread")
@pytest.mark.parametrize("policy", [None, elements.Heuristic], ids=["random", "heuristic"])
def test_threads_change_nothing_but_the_speed(policy: Any):
    information = information_of(load_game("elements"))
    arguments: dict[str, Any] = {"worlds": 33, "seed": 1, "endings": 3, "policy": policy}

    alone = search_actions(information, **arguments)
    together = search_actions(information, threads=2, **arguments)

    assert np.array_equal(alone.returns, together.returns)


IN_PLAIN_PYTHON = """
import sys
from boardgame_envs.agents import make_agent
from boardgame_envs.games import load_game
from boardgame_envs.search import search_actions
from boardgame_envs.core.table import Table
table = Table(load_game(sys.argv[1]))
table.reset(seed=3)
information = table.information()
actions = list(information.legal_actions)[:2]
for policy in (None, make_agent("heuristic", table.game)):
    values = search_actions(
        information, worlds=2, seed=5, actions=actions, policy=policy, decisions=30
    )
    print(values.returns.tolist())
"""


@pytest.mark.slow
@each_game
def test_a_search_finds_the_same_in_plain_python(game: Game, monkeypatch: pytest.MonkeyPatch):
    found = []
    for disabled in ("0", "1"):
        monkeypatch.setenv("NUMBA_DISABLE_JIT", disabled)
        command = [sys.executable, "-c", IN_PLAIN_PYTHON, game.name]
        found.append(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert found[0] == found[1]
    assert found[0].count("\n") == 2


# --- what is refused ---


def test_a_seat_that_is_not_to_act_has_nothing_to_search():
    table = Table(load_game("elements"))
    table.reset(seed=1)
    other = 1 - table.seat

    with pytest.raises(ValueError, match=f"seat {other} is not to act: there are no actions"):
        search_actions(table.information(other), worlds=1, seed=1)


def test_a_game_that_is_over_has_nothing_to_search():
    table = Table(load_game("elements"), target_points=1)
    table.reset(seed=1)
    table.play("surrender")

    with pytest.raises(ValueError, match="the game is over: there are no actions to search"):
        search_actions(table.information(0), worlds=1, seed=1)


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"worlds": 0}, "worlds must be a whole number from 1 to"),
        ({"worlds": 2.5}, "worlds must be a whole number from 1 to"),
        ({"endings": 0}, "endings must be a whole number from 1 to"),
        ({"threads": 0}, "threads must be a whole number from 1 to"),
        ({"decisions": -1}, "decisions must be a whole number from 0 to"),
        ({"seed": -1}, "a seed is a whole number from 0 to"),
        ({"actions": []}, "actions must be a list of whole numbers, not"),
        ({"actions": [0.5]}, "actions must be a list of whole numbers, not"),
        ({"weights": [1.0]}, "weights must be"),
        ({"policy": "heuristic"}, "a playout policy must have look, choose_action and notes"),
    ],
    ids=str,
)
def test_bad_arguments_are_refused_in_one_sentence(wrong: dict[str, Any], complaint: str):
    information = information_of(load_game("elements"))

    with pytest.raises(ValueError, match=complaint) as refusal:
        search_actions(information, **{"worlds": 2, "seed": 1, **wrong})
    assert "\n" not in str(refusal.value)


def test_an_action_that_is_not_legal_cannot_be_searched():
    table = position("elements | hands 1 6 / 3 4 | chain 2 5")
    lay_two = table.game.actions.offsets().lay + 1

    with pytest.raises(IllegalActionError, match=f"action {lay_two} is not legal here; legal are"):
        search_actions(table.information(), worlds=1, seed=1, actions=[lay_two])


def test_weights_and_a_policy_exclude_each_other():
    information = information_of(load_game("elements"))
    weights = [1.0] * information.game.num_actions

    with pytest.raises(OptionError, match="a policy or weights, not both"):
        search_actions(information, worlds=1, seed=1, policy=elements.Heuristic, weights=weights)


def test_a_game_without_rounds_cannot_be_played_to_the_end_of_one():
    with pytest.raises(OptionError, match="tranquility has no rounds"):
        search_actions(information_of(load_game("tranquility")), worlds=1, seed=1, until_round=True)


def test_worlds_of_another_information_state_are_refused():
    game = load_game("elements")
    worlds = information_of(game, decisions=3).worlds(2, seed=1)

    with pytest.raises(ValueError, match="these worlds are of another information state"):
        search_actions(information_of(game, decisions=4), worlds=worlds, seed=1)
    with pytest.raises(ValueError, match="there must be a world to search in"):
        search_actions(worlds.information, worlds=worlds.chosen(np.zeros(0, np.int64)), seed=1)


@rule
def choose_the_first(observation: Buffer, mask: Buffer, notes: Record) -> int:
    """Lay a card of the first kind, whether there is one or not."""
    return 0


def test_a_policy_that_does_what_is_not_legal_is_found():
    class Careless:
        look = staticmethod(elements.look)
        choose_action = staticmethod(choose_the_first)
        notes = elements.NOTES

    table = position("elements | hands 6 / 3 4 | chain 2 5")
    with pytest.raises(IllegalActionError, match="chose what is not legal in elements"):
        search_actions(table.information(), worlds=2, seed=1, policy=Careless)


# --- seeds of endings ---


def test_no_ending_begins_where_another_goes_on():
    """The choices of an ending are drawn seed by seed: they must not be those of another one."""
    seeds = find_seeds(load_game("elements"), 1, 50, 4).ravel()
    assert len(set(seeds)) == 200

    drawn = seeds.copy()
    for _ in range(5):
        drawn = next_seeds(drawn)
        assert not set(drawn) & set(seeds)

"""OpenSpiel's bots at our tables, and our agents at its."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms.evaluate_bots import evaluate_bots
from open_spiel.python.bots.uniform_random import UniformRandomBot

from boardgame_envs import evaluate, load_game, make_table
from boardgame_envs.adapters.open_spiel import load_spiel_game
from boardgame_envs.adapters.open_spiel_bots import from_open_spiel, to_open_spiel
from boardgame_envs.agents import as_agent
from boardgame_envs.core.problems import OptionError
from boardgame_envs.testing.twins import Twin, cards_of


class Watcher(pyspiel.Bot):  # type: ignore[misc]
    """Takes the first legal action, and notes the states that it is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []

    def restart(self) -> None:
        pass

    def step(self, state: Any) -> int:
        self.shown.append(str(state))
        return int(state.legal_actions()[0])


def test_a_bot_plays_by_the_mask_and_its_rewards_arrive():
    settings: dict[str, Any] = {"deals": 3, "rounds": 2, "reward": "points"}

    def first(information: Any) -> int:
        return min(information.legal_actions)

    found = evaluate("elements", {"it": from_open_spiel(Watcher()), "b": "heuristic"}, **settings)
    known = evaluate("elements", {"it": first, "b": "heuristic"}, **settings)

    assert found.figures["pairs"] == known.figures["pairs"]


def test_a_bot_is_shown_a_possible_world_and_never_the_real_table():
    bot = Watcher()
    agent, table = from_open_spiel(bot), make_table("elements")
    rng, others = np.random.default_rng(3), 0
    for seed in range(5):
        table.reset(seed)
        other = Twin(table, table.seat, rng).exchanged()
        others += cards_of(other) != cards_of(table)
        for each in (table, other):
            agent.begin_game(7)
            agent.choose(each.information())

    assert others >= 3
    assert bot.shown[::2] == bot.shown[1::2]


def test_bots_of_one_player_are_made_for_each_seat():
    rng = np.random.RandomState(1)
    agent = from_open_spiel(lambda player: UniformRandomBot(player, rng))

    result = evaluate("elements", {"bot": agent, "random": "random"}, deals=2, rounds=1)

    assert result.faults["agents"][0]["illegal"] == 0
    with pytest.raises(OptionError, match="from_open_spiel"):
        as_agent(Watcher(), load_game("elements"))


@pytest.mark.parametrize("name", ["heuristic", "shipped"])
def test_our_agents_are_bots(name: str):
    game = load_spiel_game("elements")
    bots = [to_open_spiel(name, game, 0), UniformRandomBot(1, np.random.RandomState(1))]

    returns = [
        evaluate_bots(game.new_initial_state(), bots, np.random.RandomState(seed))
        for seed in range(3)
    ]

    assert sum(first for first, _ in returns) > 0
    assert all(first == -second for first, second in returns)


def test_a_bot_of_ours_is_asked_with_what_its_seat_knows():
    seen: list[Any] = []

    def note(information: Any) -> int:
        seen.append(information.text)
        return min(information.legal_actions)

    game = load_spiel_game("elements")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    player = state.current_player()
    bot = to_open_spiel(note, game, player)

    policy, action = bot.step_with_policy(state)
    other = state.resample_from_infostate(player, lambda: 0.3)
    bot.step(other)

    assert policy == [(action, 1.0)]
    assert action in state.legal_actions()
    assert seen[0] == seen[1]
    assert str(state) != str(other)
    with pytest.raises(OptionError, match="our agents play our games"):
        to_open_spiel("random", pyspiel.load_game("kuhn_poker"), 0)

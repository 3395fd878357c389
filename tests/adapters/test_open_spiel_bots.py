"""OpenSpiel's bots at our tables, and our agents at its."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms.evaluate_bots import evaluate_bots
from open_spiel.python.bots.uniform_random import UniformRandomBot

from boardgame_envs import evaluate, load_game
from boardgame_envs.adapters.open_spiel import load_spiel_game
from boardgame_envs.adapters.open_spiel_bots import from_open_spiel, to_open_spiel
from boardgame_envs.agents import as_agent
from boardgame_envs.agents.agent import choose_at
from boardgame_envs.core.problems import OptionError
from boardgame_envs.core.table import Table
from tests.opponents import Nth
from tests.outsiders import expect_nothing_hidden, expect_plays_as


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
    expect_plays_as(from_open_spiel(Watcher()), Nth())


def test_a_bot_is_shown_a_possible_world_and_never_the_real_table():
    bot = Watcher()
    agent = from_open_spiel(bot)

    def shown(table: Table) -> str:
        agent.begin_game(7)
        choose_at(table, agent)
        return bot.shown[-1]

    expect_nothing_hidden(shown)


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
    draw = np.random.RandomState(3).random_sample
    # one of them may be dealt the real hands by chance
    others = [state.resample_from_infostate(player, draw) for _ in range(20)]
    for other in others:
        bot.step(other)

    assert policy == [(action, 1.0)]
    assert action in state.legal_actions()
    assert len(seen) == 21
    assert len(set(seen)) == 1
    assert any(str(other) != str(state) for other in others)
    with pytest.raises(OptionError, match="our agents play our games"):
        to_open_spiel("random", pyspiel.load_game("kuhn_poker"), 0)

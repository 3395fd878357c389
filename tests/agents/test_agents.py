from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from boardgame_envs import load_game, make_table
from boardgame_envs.agents import RandomAgent, UnknownAgentError, agent_names, make_agent
from boardgame_envs.agents.heuristics.elements import Heuristic
from boardgame_envs.games.elements import GAME
from tests.testing.changed_carts import write_changed_cart


def test_the_random_agent_takes_every_legal_action_equally_often():
    table, agent = make_table("elements"), RandomAgent()
    table.reset(3)
    information = table.information()

    chosen = Counter(agent.choose(information) for _ in range(6000))

    assert sorted(chosen) == table.legal_actions()
    expected = 6000 / len(chosen)
    assert all(abs(count / expected - 1) < 0.15 for count in chosen.values())


def test_an_agent_that_is_not_known_is_named_with_those_that_are():
    assert isinstance(make_agent("random", GAME), RandomAgent)
    with pytest.raises(UnknownAgentError, match="no agent 'randon': did you mean 'random'"):
        make_agent("randon", GAME)


def test_games_with_a_heuristic_name_it():
    assert agent_names(GAME) == ["random", "heuristic"]
    assert agent_names(load_game("cart")) == ["random"]


def test_the_old_name_of_the_heuristic_is_still_understood():
    for name in ("heuristic", "rules"):
        assert isinstance(make_agent(name, GAME), Heuristic)
    with pytest.raises(UnknownAgentError, match="there is no agent 'rules'"):
        make_agent("rules", load_game("cart"))


@pytest.mark.parametrize("name", ["elements", "noah", "tranquility"])
def test_the_first_edition_of_a_heuristic_has_a_name_of_its_own(name: str):
    game = load_game(name)

    first, now = make_agent("heuristic:first", game), make_agent("heuristic", game)

    assert isinstance(first, type(now))
    assert agent_names(game) == ["random", "heuristic"]
    with pytest.raises(
        UnknownAgentError, match="no agent 'heuristic:frist': did you mean 'heuristic:first'"
    ):
        make_agent("heuristic:frist", game)


HEURISTIC = """
class Heuristic:
    def begin_game(self, seed): pass
    def choose(self, information): return max(information.legal_actions)
"""


def test_a_game_from_outside_may_bring_its_own_heuristic(tmp_path: Path):
    assert agent_names(load_game("cart")) == ["random"]
    write_changed_cart(tmp_path)
    (tmp_path / "cart_game" / "heuristic.py").write_text(HEURISTIC)
    code = (
        "from boardgame_envs import load_game; from boardgame_envs.agents import *\n"
        "cart = load_game('cart'); print(agent_names(cart), type(make_agent('rules', cart)))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{os.environ['PYTHONPATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout == "['random', 'heuristic'] <class 'cart_game.heuristic.Heuristic'>\n"

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from boardgame_envs import load_game, make_table
from boardgame_envs.agents import RandomAgent, UnknownAgentError, agent_names, make_agent
from boardgame_envs.core.records import record_game
from boardgame_envs.evaluation.match import play_game
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


def test_a_seed_fixes_a_whole_game_between_agents():
    table = make_table("elements")
    games = []
    for seed in (1, 1, 2):
        play_game(table, [RandomAgent(), RandomAgent()], seed)
        games.append(record_game(table))

    assert games[0] == games[1]
    assert games[0]["events"] != games[2]["events"]


def test_every_seat_needs_an_agent():
    with pytest.raises(ValueError, match="2 seats need as many agents, not 1"):
        play_game(make_table("elements"), [RandomAgent()], seed=0)


def test_an_agent_that_is_not_known_is_named_with_those_that_are():
    assert isinstance(make_agent("random", GAME), RandomAgent)
    with pytest.raises(UnknownAgentError, match="no agent 'randon': did you mean 'random'"):
        make_agent("randon", GAME)


HEURISTIC = """
class RuleOfThumb:
    def begin_game(self, seed): pass
    def choose(self, information): return max(information.legal_actions)
"""


def test_a_game_from_outside_may_bring_its_own_rule_of_thumb(tmp_path: Path):
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
    assert answer.stdout == "['random', 'rules'] <class 'cart_game.heuristic.RuleOfThumb'>\n"

from __future__ import annotations

from collections import Counter

import pytest

from boardgame_envs import make_table
from boardgame_envs.agents import RandomAgent, UnknownAgentError, make_agent
from boardgame_envs.games.elements import GAME


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

"""The agents of the package: their names, their cards, and who is best at a table."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest

from boardgame_envs.agents import make_agent, shipped_agents
from boardgame_envs.agents.agent_card import AgentFileError, make_card, write_card
from boardgame_envs.agents.by_name import UnknownAgentError
from boardgame_envs.agents.onnx_metadata import read_metadata
from boardgame_envs.agents.shipped_agents import ShippedAgent, best_agent, opponents_for
from boardgame_envs.agents.ways.shipped import shipped_files
from boardgame_envs.core.game import Game
from boardgame_envs.games import load_game
from tests.play.make_agent_file import make_agent_file

ELEMENTS, NOAH, TRANQUILITY = map(load_game, ("elements", "noah", "tranquility"))


@pytest.mark.parametrize("name", shipped_files())
def test_metadata_is_what_the_onnx_library_reads(name: str):
    file = shipped_files()[name]
    model = onnx.load(file)

    assert read_metadata(file.read_bytes()) == {p.key: p.value for p in model.metadata_props}


def test_a_damaged_file_is_refused_or_has_no_card(tmp_path: Path):
    whole = make_agent_file(tmp_path / "agent.onnx", ELEMENTS).read_bytes()
    card = write_card(make_card(ELEMENTS, training={}))
    assert read_metadata(whole) == card

    for size in range(0, len(whole), 997):
        try:
            found = read_metadata(whole[:size])
        except AgentFileError:
            continue
        assert found in ({}, card)


def test_every_agent_of_the_package_has_a_name_and_a_game():
    names = {agent.name: agent.game_name for agent in shipped_agents.shipped_agents()}

    assert names["elements"] == "elements"
    assert names["noah"] == "noah"
    assert names["tranquility"] == names["first/tranquility"] == "tranquility"
    for name, game in names.items():
        assert make_agent(name, load_game(game)).path == shipped_files()[name]


def test_a_name_takes_a_temperature_and_another_game_is_refused():
    # by how much it is another than the one it was exported with, 1
    assert make_agent("elements@0.6", ELEMENTS).temperature == pytest.approx(0.6)
    with pytest.raises(AgentFileError, match="plays 'noah', not 'elements'"):
        make_agent("noah", ELEMENTS)
    with pytest.raises(UnknownAgentError, match="elements"):
        make_agent("element", ELEMENTS)


@pytest.mark.parametrize(
    ("game", "options", "players", "name", "reason"),
    [
        (ELEMENTS, {}, 2, "elements", "trained for just these options"),
        (ELEMENTS, {"reward": "points"}, 2, "elements", "trained for just these options"),
        (ELEMENTS, {"target_points": 9}, 2, "elements", "with target_points=6 in the place of 9"),
        (NOAH, {}, 5, "noah", "trained for just these options"),
        (TRANQUILITY, {}, 1, "tranquility", "trained for just these options"),
        (TRANQUILITY, {"mode": "pyramid"}, 4, "tranquility", "trained for just these options"),
        (
            *(TRANQUILITY, {"expansions": ["monsters"], "monsters": 4}, 2, "tranquility"),
            "with monsters=3 in the place of 4",
        ),
    ],
)
def test_the_best_agent_is_one_that_was_trained_for_the_table(
    game: Game, options: dict, players: int, name: str, reason: str
):
    best = best_agent(game, options, players)

    assert best.name == name
    assert reason in best.reason
    assert opponents_for(game, options, players)[0] == tuple(best)


def agent_with(game: Game, **card: object) -> ShippedAgent:
    return ShippedAgent("trained", Path("x"), {**make_card(game, training={}), **card})


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ({"options": [{"num_players": 2, "reward": "points"}]}, "trained"),
        ({"options": [{"num_players": 2}], "weaker_than_heuristic": [{"num_players": 2}]}, None),
        (
            {"options": [{"num_players": 2}], "weaker_than_heuristic": [{"num_players": 3}]},
            "trained",
        ),
        ({"options": [{"no_such_option": 1}]}, None),
        ({"options": []}, None),
        ({"layout": "another"}, None),
    ],
)
def test_an_agent_that_does_not_fit_leaves_its_place_to_the_heuristic(monkeypatch, card, name):
    agent = agent_with(NOAH, **card)
    monkeypatch.setattr(shipped_agents, "all_shipped_agents", lambda: (agent,))

    assert best_agent(NOAH, {}, 2).name == (name or "heuristic")


def test_another_mode_is_another_game(monkeypatch):
    monkeypatch.setattr(*(shipped_agents, "all_shipped_agents"), lambda: (agent_with(TRANQUILITY),))

    assert best_agent(TRANQUILITY, {"edition": "ru"}, 2).name == "trained"
    best = best_agent(TRANQUILITY, {"mode": "duel"}, 2)
    assert best.name == "heuristic"
    assert best.reason == "no agent was trained to play better with mode=duel, 2 players"


def test_without_onnxruntime_the_heuristic_plays(monkeypatch):
    monkeypatch.setattr(shipped_agents.importlib.util, "find_spec", lambda name: None)

    name, reason = best_agent(ELEMENTS, {}, 2)

    assert name == "random"  # no heuristic is found, either
    assert reason == "elements needs onnxruntime: pip install 'boardgame_envs[play]'"

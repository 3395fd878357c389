"""``search`` over a network: likely actions, worlds that explain what others did, and mixing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boardgame_envs.agents import make_agent
from boardgame_envs.agents.agent import InformedAgent, choose_at
from boardgame_envs.agents.searching.network_search import (
    LEAST_ODDS,
    MOST_ACTIONS,
    NetworkSearchAgent,
    likely_places,
    mixed_odds,
)
from boardgame_envs.core.game import Game
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from boardgame_envs.matches.one_table import play_game
from boardgame_envs.search import Budget
from boardgame_envs.search.explanation import Tally
from boardgame_envs.testing.twins import Twin
from tests.play.make_agent_file import Weights, make_agent_file, random_weights
from tests.positions import position

ELEMENTS, NOAH, TRANQUILITY = map(load_game, ("elements", "noah", "tranquility"))


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("agents")
    return {
        game.name: make_agent_file(folder / f"{game.name}.onnx", game, tame_weights(game))
        for game in (ELEMENTS, NOAH)
    }


def tame_weights(game: Game) -> Weights:
    """Return weights that make no action far likelier than others."""
    wild = random_weights(game.layout.size, game.num_actions)
    return Weights(wild.actions / 20, wild.bias / 20, wild.value)


def searching(files: dict[str, Path], game: Any, settings: str) -> Any:
    return make_agent(f"search:{files[game.name]}?{settings}", game)


# --- what it does ---


def test_it_takes_what_wins_in_every_world(files: dict[str, Path]):
    """P2 has no card, and nothing of P2's lies open: any reveal within the limit wins the match."""
    table = position("elements target_points=2 | hands 6 / | chain 6 5 | open / ")
    agent = searching(files, ELEMENTS, "worlds=8,tau=0.001")

    found = agent.explain(table.information(past=True))

    assert found.names[found.actions.tolist().index(found.chosen)] == "reveal"


@pytest.mark.parametrize("game", [ELEMENTS, NOAH], ids=["elements", "noah"])
def test_it_plays_whole_games(files: dict[str, Path], game: Any):
    table = Table(game, 2, rounds=1)
    agents = [searching(files, game, "worlds=2,weighed=20"), make_agent("random", game)]

    play_game(table, agents, seed=3)

    assert table.over
    assert isinstance(agents[0], InformedAgent)
    assert agents[0].needs_past


def test_where_bluffing_pays_it_draws_by_the_odds_that_it_gives(files: dict[str, Path]):
    table = Table(ELEMENTS)
    table.reset(4)
    agent, drawn = searching(files, ELEMENTS, "worlds=4,weighed=20"), []

    for seed in range(20):
        agent.begin_game(seed)
        found = agent.explain(table.information(past=True))
        assert found.odds.sum() == pytest.approx(1.0)
        assert found.odds[found.actions.tolist().index(found.chosen)] > 0
        assert "is drawn" in found.reason
        assert found.chosen == choose_at(table, agent)
        drawn.append(found.chosen)

    assert len(set(drawn)) > 1


def test_elsewhere_it_keeps_the_likeliest_action_unless_another_is_clearly_better(
    files: dict[str, Path],
):
    table = Table(NOAH, 3)
    table.reset(1)
    network: Any = make_agent(str(files["noah"]), NOAH)
    agent = searching(files, NOAH, "worlds=4,weighed=20,z=100")

    for _ in range(5):
        information = table.information(past=True)
        odds = network.probabilities(information.observation[None], information.mask[None])[0]
        found = agent.explain(information)
        assert found.chosen == found.usual == odds.argmax()
        table.step(found.chosen)


def test_it_decides_by_nothing_hidden(files: dict[str, Path]):
    agent, rng, looked = (
        searching(files, ELEMENTS, "worlds=3,weighed=30"),
        np.random.default_rng(1),
        0,
    )
    table = Table(ELEMENTS)
    table.reset(5)
    twins = [Twin(table, seat, rng) for seat in range(2)]
    while not table.over and looked < 6:
        twin = twins[table.seat]
        here = str(agent.explain(table.information(past=True)))
        if twin.look() and twin.table.num_decisions == table.num_decisions:
            looked += 1
            assert str(agent.explain(twin.table.information(past=True))) == here
        action = table.legal_actions()[0]
        for each in twins:
            each.follow(action)
        table.step(action)


# --- a heuristic plays on ---


def plays_on(name: str, game: Game, **options: Any) -> Any:
    """Return who plays on in a search by its name: a heuristic, or None for the network."""
    agent: Any = make_agent(name, game)
    return agent.plays_on(Table(game, 2, **options).options)


def test_tables_that_were_fitted_to_teams_play_on_in_teams_alone():
    name = "search:tranquility?playouts=heuristic"

    assert type(plays_on(name, TRANQUILITY)) is type(make_agent("heuristic:third", TRANQUILITY))
    assert type(plays_on(name, TRANQUILITY, mode="duel")) is type(
        make_agent("heuristic", TRANQUILITY)
    )


def test_the_network_plays_on_unless_the_name_says_otherwise():
    search: Any = make_agent("search", NOAH)

    assert plays_on("search:noah", NOAH) is None
    assert plays_on("search:tranquility", TRANQUILITY) is None
    assert plays_on("search:noah?playouts=network", NOAH) is None
    # the one by which a search of this game plays on
    assert type(plays_on("search:noah?playouts=heuristic,worlds=7", NOAH)) is type(search.policy)
    assert type(plays_on("search:elements?playouts=heuristic", ELEMENTS)) is type(
        make_agent("heuristic", ELEMENTS)
    )


def test_with_a_heuristic_the_likeliest_actions_are_tried_however_unlikely():
    own = np.array([0.9, LEAST_ODDS / 2, 0.05, 0.0])

    assert likely_places(own).tolist() == [0, 2]
    assert likely_places(own, 0.0).tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("game", [ELEMENTS, NOAH], ids=["elements", "noah"])
def test_what_is_found_by_compiled_playouts_depends_on_the_seed_alone(
    files: dict[str, Path], game: Any
):
    table = Table(game, 2)
    table.reset(6)
    found = set()
    for _ in range(2):
        agent = searching(files, game, "worlds=6,weighed=20,playouts=heuristic")
        agent.begin_game(3)
        found.add(str(agent.explain(table.information(past=True))))

    assert len(found) == 1


def test_by_a_heuristic_it_takes_what_wins_in_every_world(files: dict[str, Path]):
    """P2 has no card, and nothing of P2's lies open: any reveal within the limit wins the match."""
    table = position("elements target_points=2 | hands 6 / | chain 6 5 | open / ")
    agent = searching(files, ELEMENTS, "worlds=8,tau=0.001,playouts=heuristic")

    found = agent.explain(table.information(past=True))

    assert found.names[found.actions.tolist().index(found.chosen)] == "reveal"


# --- parts of it ---


def test_actions_that_the_network_never_takes_are_not_tried():
    own = np.array([0.5, LEAST_ODDS / 2, 0.4, 0.1, 0.0])

    assert likely_places(own).tolist() == [0, 2, 3]
    assert likely_places(np.array([1.0, 0.0, 0.0])).tolist() == [0, 1]
    assert likely_places(np.full(20, 0.05)).tolist() == list(range(MOST_ACTIONS))


def test_odds_are_those_of_the_network_times_what_was_found():
    tally = Tally(3)
    tally.add([0, 1], np.array([[0.5, 0.5], [0.6, 0.6]]))

    odds = mixed_odds(np.array([0.5, 0.25, 0.25]), tally, tau=0.1)

    assert odds[1] / odds[0] == pytest.approx(np.e / 2)
    assert odds[2] == 0.0
    assert mixed_odds(np.array([0.0, 0.0, 1.0]), tally, tau=0.1)[1] > 0.5


# --- names ---


def test_a_network_is_named_by_its_file_or_its_game(files: dict[str, Path]):
    by_file = searching(files, NOAH, "worlds=3,z=2,weighed=7")
    shipped: Any = make_agent("search:noah", NOAH)

    assert isinstance(shipped, NetworkSearchAgent)
    assert shipped.agent.path == make_agent("shipped", NOAH).path  # type: ignore[attr-defined]
    assert by_file.budget == Budget(worlds=3)
    assert (by_file.settings.z, by_file.settings.weighed) == (2.0, 7)
    assert shipped.budget == Budget(worlds=shipped.settings.network_worlds)


def test_who_plays_on_is_the_network_or_a_heuristic(files: dict[str, Path]):
    with pytest.raises(ValueError, match="playouts must be network or heuristic, not 'chance'"):
        searching(files, NOAH, "playouts=chance")


def test_threads_are_for_compiled_playouts(files: dict[str, Path]):
    with pytest.raises(ValueError, match="a search over a network has no setting 'threads'"):
        searching(files, NOAH, "threads=2")

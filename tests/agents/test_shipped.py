"""The trained agents in the package: they load, and they are as strong as they are said to be."""

from __future__ import annotations

from pathlib import Path

import pytest

import boardgame_envs.agents
from boardgame_envs.agents import make_agent
from boardgame_envs.agents.by_name import UnknownAgentError, shipped_file
from boardgame_envs.core.game import Game
from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.duplicate import play_lineups
from boardgame_envs.evaluation.estimates import estimate
from boardgame_envs.games import load_game
from boardgame_envs.matches.lineups import alone_lineups, deal_seeds, self_play_lineup
from tests.playing import published_games

SHIPPED = sorted((Path(boardgame_envs.agents.__file__).parent / "shipped").glob("*.onnx"))
MOST_BYTES = 3 * 2**20

# the game, how many play, against whom, and the least win share that must be reached: with few
# games, less is asked than many games show
CLAIMS = [
    ("elements", 2, "random", 0.98),
    ("elements", 2, "heuristic:first", 0.8),
    ("noah", 2, "heuristic:second", 1.6 / 2),
    pytest.param("noah", 3, "heuristic:second", 1.55 / 3, marks=pytest.mark.slow),
    pytest.param("noah", 4, "heuristic:second", 1.4 / 4, marks=pytest.mark.slow),
    ("noah", 5, "heuristic:second", 1.3 / 5),
    ("tranquility_duel", 2, "heuristic", 0.9),
]

# the game, how many play, and the least rate at which a team of agents must win; it must also be
# above that of a team of heuristics
TEAM_CLAIMS = [
    ("tranquility", 2, 0.87),
    pytest.param("tranquility", 3, 0.87, marks=pytest.mark.slow),
    pytest.param("tranquility", 4, 0.87, marks=pytest.mark.slow),
    ("tranquility", 5, 0.87),
]


# options of other settings, and the least rate for a team of three; 400 deals leave room for luck
SETTING_CLAIMS = [
    ({"removed_islands": "poseidon"}, 0.28),
    pytest.param({"expansions": ["reefs"]}, 0.87, marks=pytest.mark.slow),
    pytest.param({"expansions": ["monsters"], "monsters": 5}, 0.57, marks=pytest.mark.slow),
    ({"expansions": ["storms"]}, 0.25),
    pytest.param({"mode": "pyramid"}, 0.47, marks=pytest.mark.slow),
    ({"mode": "day_and_night"}, 0.74),
]


def test_there_is_an_agent_for_every_game():
    names = {path.stem for path in SHIPPED}

    assert {game.name for game in published_games()} <= names
    # and one for the mode of a game that is for opponents
    assert names - {game.name for game in published_games()} == {"tranquility_duel"}


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_an_agent_is_small_and_fits_its_game(path: Path):
    game = load_game(path.stem.partition("_")[0])

    card = make_agent(str(path), game).card

    assert path.stat().st_size < MOST_BYTES
    assert card["layout"] == game.layout.hash
    assert card["training"]["decisions"] > 1_000_000


@pytest.mark.parametrize(("name", "players", "opponent", "least"), CLAIMS)
def test_an_agent_wins_as_often_as_it_is_said_to(
    name: str, players: int, opponent: str, least: float
):
    game_name, _, mode = name.partition("_")
    game = load_game(game_name)
    shipped = next(path for path in SHIPPED if path.stem == name)
    agents = [make_agent(str(shipped), game), make_agent(opponent, game)]
    lineups = alone_lineups(0, 1, players)
    table = Table(game, players, **({"mode": mode} if mode else {}))

    results = play_lineups(table, agents, lineups, deal_seeds(7, 150))

    assert estimate(results.per_deal(results.shares(), 0, lineups)).mean > least


@pytest.mark.parametrize(("name", "players", "least"), TEAM_CLAIMS)
def test_a_team_wins_as_often_as_it_is_said_to(name: str, players: int, least: float):
    game = load_game(name)
    shipped = next(path for path in SHIPPED if path.stem == name)
    agents = [make_agent(str(shipped), game), make_agent("heuristic:first", game)]
    teams = [self_play_lineup(agent, players) for agent in range(2)]

    results = play_lineups(Table(game, players), agents, teams, deal_seeds(7, 400))
    trained, by_rule = (results.of_teams([team]).win_rate.mean for team in teams)

    assert trained > least
    assert trained > by_rule


@pytest.mark.parametrize(("options", "least"), SETTING_CLAIMS, ids=str)
def test_a_team_knows_expansions_and_modes(options: dict[str, object], least: float):
    game = load_game("tranquility")
    agents = [make_agent("shipped", game), make_agent("heuristic", game)]
    teams = [self_play_lineup(agent, 3) for agent in range(2)]

    results = play_lineups(Table(game, 3, **options), agents, teams, deal_seeds(7, 400))
    trained, by_rule = (results.of_teams([team]).win_rate.mean for team in teams)

    assert trained > least
    assert trained > by_rule


@pytest.mark.parametrize("game", published_games(), ids=lambda game: game.name)
def test_the_agent_in_the_package_has_a_name(game: Game, tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    by_name, by_file = make_agent("shipped", game), make_agent(str(shipped_file(game)), game)

    assert by_name.choose(table_of(game).information()) == by_file.choose(
        table_of(game).information()
    )


def test_a_game_without_an_agent_in_the_package_has_none_by_that_name():
    with pytest.raises(UnknownAgentError, match="there is no agent 'shipped'; there are"):
        make_agent("shipped", load_game("cart"))


def table_of(game: Game) -> Table:
    table = Table(game)
    table.reset(1)
    return table

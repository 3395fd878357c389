"""The heuristic for Tranquility: what it advises, and how well teams of it play."""

from __future__ import annotations

import pytest

from boardgame_envs.agents import RandomAgent
from boardgame_envs.agents.heuristics.tranquility import FirstEdition, Heuristic
from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.duplicate import play_lineups
from boardgame_envs.games.tranquility import GAME
from boardgame_envs.matches.lineups import deal_seeds, self_play_lineup
from tests.games.tranquility_tables import along_the_line, position

# numbers on all cells but a few, each with room for others between them
SPREAD = tuple(range(3, 75, 2))


def advice(table: Table) -> str:
    """Return what the agent does in a position, in notation."""
    action = Heuristic().choose(table.information())
    return GAME.actions.name(table.states[0], action)


def test_a_finish_that_may_be_played_is_played():
    table = position(
        "tranquility 2",
        "hands 4 finish / 6 8",
        f"grid {along_the_line(SPREAD)}",
        "start lies",
    )

    assert advice(table) == "finish"


def test_a_free_cell_at_the_even_spread_comes_first():
    table = position("tranquility 2 | hands 40 41 42 79 80 / 1 2 | piles 3 4 / 5 6")

    number, cell = advice(table).split()[1:]

    assert (number, cell) in {("40", "f3"), ("41", "a4"), ("40", "e3"), ("41", "f3"), ("42", "a4")}


def test_no_card_goes_where_a_gap_could_not_be_filled():
    # 20 on b1 would leave a1 to the numbers below 2, of which there are none unseen
    table = position("tranquility 2 | hands 1 20 70 71 72 / 5 6 | grid c1=30 | piles 3 4 / 7 8")

    assert advice(table) != "play 1 b1"


def test_two_dead_cards_are_discarded_rather_than_useful_ones():
    # 37 and 38 lie between 36 and 39 on neighbouring cells: no place is left for them
    field = "a1=36 b1=39 f6=80"
    table = position(
        "tranquility 2",
        "hands 37 38 50 60 / 5 6",
        f"grid {field}",
        "piles 41 / 7 8",
        "start lies",
    )
    table.play("discard 37")

    assert advice(table) == "discard 38"


def test_the_last_finish_is_kept():
    table = position(
        "tranquility 2",
        "hands 2 3 finish / 79 80",
        f"grid {along_the_line(range(10, 80, 2), but='f6')}",
        "discards / finish finish",
        "start lies",
    )

    assert "finish" not in advice(table)


def test_a_monster_repairs_a_gap_that_cannot_be_filled():
    # nothing can come between 50 and 51, which leave a cell empty
    table = position(
        "tranquility 2 expansions=monsters",
        "hands 10 monster / 5 6",
        "grid a1=20 d3=50 f3=51 e6=70",
        "piles 1 / 2",
        "start lies",
    )

    assert advice(table) in ("monster d3", "monster f3")


def test_a_purple_storm_is_lifted_before_a_yellow_one():
    table = position(
        "tranquility 2 expansions=storms",
        "hands 10 20 30 / 5 6",
        "purples 2=1",
        "yellows 0 / 1",
        "compasses 1",
    )

    assert advice(table) == "lift purple 2"


def test_a_yellow_storm_of_ones_own_is_lifted_before_the_refill():
    table = position(
        "tranquility 2 expansions=storms",
        "hands 10 20 30 / 5 6",
        "piles 1 2 3 / 4",
        "yellows 1 / 0",
    )
    table.play("trade")

    assert (table.phase, advice(table)) == ("lift", "lift yellow P1")


@pytest.mark.parametrize(
    ("compasses", "lifted"), [(1, "no lift"), (2, "no lift"), (3, "lift yellow P1")]
)
def test_unless_purple_storms_need_the_compasses_more(compasses: int, lifted: str):
    table = position(
        "tranquility 2 expansions=storms",
        "hands 10 20 30 / 5 6",
        "piles 1 2 3 / 4",
        "yellows 1 / 0",
        "purples 2=1 5=1",
        f"compasses {compasses}",
    )
    table.play("play 10 c4")

    assert (table.phase, advice(table)) == ("lift", lifted)


@pytest.mark.parametrize(
    ("storms", "lifted"),
    [
        ("oranges 0 / 1 / 1 | purples 2=1", "lift orange P2"),
        ("oranges 0 / 0 / 1 | purples 1=1 3=1 | yellows 0 / 1 / 0", "lift purple 3"),
        ("oranges 0 / 0 / 1 | yellows 0 / 1 / 0", "no lift"),
    ],
)
def test_a_rescue_lifts_what_may_keep_the_player_to_move_from_acting(storms: str, lifted: str):
    table = position(
        "tranquility 3 edition=ru expansions=storms",
        "hands 1 2 / 9 / 3 4",
        "grid a1=10 b1=12",
        "own compasses 1 / 0 / 0",
        "turn P2",
        storms,
    )

    assert (table.phase, table.seat, advice(table)) == ("rescue", 0, lifted)


def test_cards_of_the_row_that_have_a_place_are_taken_the_lowest_first():
    # nothing can come between 40 and 42, nor below 20
    table = position(
        "tranquility mode=duel row=choose",
        "hands 50 51 52 53 54 / 60 61",
        "grid a1=20 d2=40 e2=42",
        "row 41 70 3 30 5",
        "deck 1 2",
    )
    table.play("discard 50")
    table.play("discard 51")

    assert advice(table) == "take 30"
    table.play("take 30")
    assert advice(table) == "take 70"


def test_a_card_that_lies_wrong_is_rotated_when_nothing_else_is_left():
    table = position(
        "tranquility 2 mode=day_and_night",
        "hands 1 2 / 79 80",
        f"grid {along_the_line(SPREAD)}",
        f"moon {' '.join(f'{column}{row}' for row in (1, 2, 3) for column in 'abcdef') + ' c5'}",
        "start lies",
    )

    assert advice(table) == "rotate c5"


def test_the_reef_goes_to_the_row_in_which_least_is_left_to_do():
    field = "a2=10 b2=12 c2=14 d2=16 e2=18"
    table = position(
        "tranquility 2 expansions=reefs",
        "hands 40 50 / 5 6",
        f"grid {field}",
        "piles 1 / 2",
        "reef 6",
    )
    table.play("play 40 a4")

    assert advice(table) == "reef 2"


@pytest.mark.parametrize(
    ("players", "least"), [(1, 0.85), (2, 0.76), (3, 0.72), (4, 0.7), (5, 0.6)]
)
def test_a_team_wins_most_games_of_the_standard_mode(players: int, least: float):
    team = self_play_lineup(0, players)

    results = play_lineups(Table(GAME, players), [Heuristic()], [team], deal_seeds(3, 400))

    assert results.of_teams([team]).win_rate.mean > least


@pytest.mark.parametrize(
    ("options", "least"),
    [
        ({"expansions": ["reefs"]}, 0.6),
        ({"expansions": ["monsters"]}, 0.4),
        ({"expansions": ["storms"]}, 0.02),
        ({"mode": "high_arch"}, 0.9),
        ({"mode": "pyramid"}, 0.15),
        ({"mode": "day_and_night"}, 0.2),
    ],
    ids=str,
)
def test_expansions_and_modes_are_won_too(options, least: float):
    team = self_play_lineup(0, 3)

    results = play_lineups(Table(GAME, 3, **options), [Heuristic()], [team], deal_seeds(3, 300))

    assert results.of_teams([team]).win_rate.mean > least


@pytest.mark.parametrize(
    "options",
    [
        {"removed_islands": "poseidon"},
        {"expansions": ["monsters"], "monsters": 5},
        {"mode": "pyramid"},
        {"mode": "day_and_night"},
    ],
    ids=str,
)
@pytest.mark.parametrize("players", [1, 4])
def test_a_team_wins_more_often_than_one_of_the_first_edition(options, players: int):
    teams = [self_play_lineup(agent, players) for agent in range(2)]
    agents = [Heuristic(), FirstEdition()]

    results = play_lineups(Table(GAME, players, **options), agents, teams, deal_seeds(3, 400))

    now, first = (results.of_teams([team]).win_rate.mean for team in teams)
    assert now > first


@pytest.mark.parametrize("row", ["farthest", "choose"])
def test_a_duel_against_random_play_is_won(row: str):
    results = play_lineups(
        Table(GAME, mode="duel", row=row),
        [Heuristic(), RandomAgent()],
        [(0, 1), (1, 0)],
        deal_seeds(3, 60),
    )

    assert results.per_deal(results.shares(), 0, [(0, 1), (1, 0)]).mean() > 0.8

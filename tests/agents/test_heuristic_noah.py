"""The heuristic for Noah: what it counts, what it advises, and how well it plays."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from boardgame_envs.agents import RandomAgent, make_agent
from boardgame_envs.agents.heuristics.noah import NOTES, Heuristic, chance_to_take, look
from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.duplicate import play_lineups
from boardgame_envs.evaluation.estimates import estimate
from boardgame_envs.games.noah import GAME
from boardgame_envs.games.noah.fitting import cards_that_fit
from boardgame_envs.matches.lineups import alone_lineups, deal_seeds
from tests.games.test_noah import play
from tests.positions import position


def advice(table: Table) -> str:
    """Return what the agent does in a position, in notation."""
    action = Heuristic().choose(table.information())
    return GAME.actions.name(table.states[0], action)


def chance(table: Table, boat: int) -> float:
    """Return the chance that the agent gives the next player to have to take a boat."""
    notepad = np.zeros(1, NOTES)
    look(table.observe(table.seat), notepad[0])
    return float(chance_to_take(notepad[0], 0, boat))


def counted_chance(table: Table, boat: int) -> float:
    """Return the share of all hands the next player can have in which no card fits a boat."""
    state, seat = table.states[0], table.seat
    other = (seat + 1) % table.num_players
    known = state["known"][seat, other].astype(int)
    hidden = state["rest"].astype(int)
    for owner in range(table.num_players):
        if owner != seat:
            hidden += state["hands"][owner] - state["known"][seat, owner]
    fits = cards_that_fit(state, boat)
    if (known[fits] > 0).any():
        return 0.0
    cards = [card for card, count in enumerate(hidden) for _ in range(int(count))]
    hands = combinations(cards, int(state["hand_sizes"][other] - known.sum()))
    return float(np.mean([not any(fits[card] for card in hand) for hand in hands]))


def test_the_chance_that_no_card_fits_is_the_one_by_counting_hands():
    table = position(
        "noah 3 | hands cat-m bear-m / panda-f snail elephant-m / mule-m"
        " | boats / elephant-f giraffe-f / mule-f lion-m cat-f / rhinoceros-m woodpecker-m"
        " | known P1 of P2: panda-f"
    )

    for boat in range(5):
        assert chance(table, boat) == pytest.approx(counted_chance(table, boat))
    assert 0 < chance(table, 1) < 1


def test_it_sheds_tears_first():
    table = position("noah 3 | hands panda-f cat-f bear-f / cat-m snail / mule-m lion-m")

    assert advice(table) == "play panda-f"


def test_it_makes_a_boat_depart():
    table = position(
        "noah 3 | hands cat-m kangaroo-m panda-f parrot-f / cat-m snail / mule-m lion-m"
        " | boats elephant-m rhinoceros-f"
    )

    assert advice(table) == "play cat-m"


def test_it_makes_a_pair():
    table = position(
        "noah 3 | hands cat-m kangaroo-m parrot-f bear-m / cat-m snail / mule-m lion-m"
        " | boats cat-f"
    )

    assert advice(table) == "play cat-m"


def test_it_moves_noah_where_the_next_player_is_known_to_have_nothing_that_fits():
    table = position(
        "noah 3 | hands cat-f bear-m / elephant-m / mule-m lion-m"
        " | boats / parrot-m / / / giraffe-f rhinoceros-f | known P1 of P2: elephant-m"
    )

    play(table, "play cat-f")

    assert advice(table) == "noah 5"


def test_after_a_pair_it_moves_noah_where_it_can_load_itself():
    table = position(
        "noah 3 | hands cat-f elephant-m / bear-m / mule-m lion-m"
        " | boats cat-m / parrot-m / / / giraffe-f rhinoceros-f"
    )

    play(table, "play cat-f")

    assert advice(table) == "noah 2"


def test_it_gives_the_most_tears_to_who_is_closest_to_winning():
    table = position(
        "noah 4"
        " | hands cat-m bear-m panda-f snail / cat-m snail / mule-m lion-m / bear-f elephant-f"
        " | boats elephant-m rhinoceros-f | departures 1 | tears 5 / 9 / 2 / 8"
    )

    play(table, "play cat-m", "noah 3")
    given = []
    while table.phase == "give":
        given.append(advice(table))
        play(table, given[-1])

    assert given == ["give snail P3", "give panda-f P3"]


def test_it_looks_at_the_next_hand_and_swaps_with_the_leader():
    table = position(
        "noah 3 | hands giraffe-m bear-m / cat-m snail / mule-m lion-m | tears 0 / 7 / 2"
    )
    play(table, "play giraffe-m")
    assert advice(table) == "look P2"

    table = position(
        "noah 3 | hands lion-m panda-m / cat-m snail / mule-m bear-f | tears 0 / 7 / 2"
    )
    play(table, "play lion-m")
    assert advice(table) == "draw P3"
    play(table, "draw P3")
    assert advice(table) == "return panda-m"


@pytest.mark.parametrize(("players", "least"), [(2, 0.85), (3, 0.68), (4, 0.6), (5, 0.55)])
def test_it_wins_as_the_only_one_among_random_players(players: int, least: float):
    table, lineups = Table(GAME, players), alone_lineups(0, 1, players)

    results = play_lineups(
        table, [make_agent("heuristic", GAME), RandomAgent()], lineups, deal_seeds(4, 150)
    )

    assert estimate(results.per_deal(results.shares(), 0, lineups)).mean > least


@pytest.mark.parametrize(
    "players", [2, *(pytest.param(players, marks=pytest.mark.slow) for players in (3, 4, 5))]
)
@pytest.mark.parametrize(
    ("newer", "older"),
    [("heuristic", "heuristic:first"), ("heuristic:third", "heuristic:second")],
)
def test_each_edition_is_better_than_the_one_before(newer: str, older: str, players: int):
    agents = [make_agent(name, GAME) for name in (newer, older)]
    there, back = alone_lineups(0, 1, players), alone_lineups(1, 0, players)

    results = play_lineups(Table(GAME, players), agents, there + back, deal_seeds(5, 500))

    now = estimate(results.per_deal(results.shares(), 0, there)).mean
    assert now > 1 / players
    assert now > estimate(results.per_deal(results.shares(), 1, back)).mean

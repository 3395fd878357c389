"""``search``: a gate before the heuristic's action, by name, by seed, and at many tables."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from boardgame_envs.agents import make_agent
from boardgame_envs.agents.agent import InformedAgent
from boardgame_envs.agents.random_agent import RandomAgent
from boardgame_envs.agents.searching.search_agent import SearchAgent
from boardgame_envs.agents.searching.settings import SearchSettings, find_settings
from boardgame_envs.core.compiled import available_threads
from boardgame_envs.core.game import Game
from boardgame_envs.core.options import OptionError
from boardgame_envs.core.table import Table
from boardgame_envs.evaluation.duplicate import play_lineups
from boardgame_envs.games import load_game
from boardgame_envs.matches.learner_tables import LearnerTables
from boardgame_envs.matches.lineups import alone_lineups, deal_seeds
from boardgame_envs.search import Budget, Explanation
from boardgame_envs.search.budget import Spending
from boardgame_envs.search.explanation import Tally
from boardgame_envs.search.halving import MARKS, best_places, left_after, pass_gate
from tests.playing import published_games
from tests.positions import position

ELEMENTS, NOAH = load_game("elements"), load_game("noah")
each_game = pytest.mark.parametrize("game", published_games(), ids=lambda game: game.name)


def some_table(game: Game, decisions: int = 6) -> Table:
    """Return a table in the middle of a game, at which there is something to choose."""
    table, heuristic = Table(game), make_agent("heuristic", game)
    table.reset(seed=5)
    while decisions > 0 or len(table.legal_actions()) < 3:
        table.step(heuristic.choose(table.information()))
        decisions -= 1
    return table


def explain(agent: Any, table: Table) -> Explanation:
    found: Explanation = agent.explain(table.information())
    return found


# --- what it does ---


def test_it_takes_what_wins_in_every_world():
    """P2 has no card, and nothing of P2's lies open: any reveal within the limit wins the match."""
    table = position("elements target_points=2 | hands 6 / | chain 6 5 | open / ")

    found = explain(make_agent("search?worlds=16", ELEMENTS), table)

    assert found.names[found.actions.tolist().index(found.chosen)] == "reveal"
    assert found.values.max() == 1.0


@each_game
def test_it_explains_what_it_does(game: Game):
    table, agent = some_table(game), make_agent("search?worlds=12", game)
    heuristic = make_agent("heuristic", game)

    found = explain(agent, table)

    assert agent.choose(table.information()) == found.chosen
    assert found.usual == heuristic.choose(table.information())
    assert found.actions.tolist() == table.legal_actions()
    assert found.worlds == found.visits.max() == 12
    assert np.flatnonzero(found.odds).tolist() == [found.actions.tolist().index(found.chosen)]
    lines = str(found).split("\n")
    assert lines[0].split() == ["action", "value", "better", "by", "tried", "taken"]
    assert lines[1].startswith("*")
    assert lines[-1] == found.reason
    assert len(lines) == len(found.actions) + 3


def test_a_single_legal_action_needs_no_search():
    table = some_table(NOAH)
    while len(table.legal_actions()) > 1:
        table.step(table.legal_actions()[0])

    found = explain(make_agent("search", NOAH), table)

    assert found.chosen == table.legal_actions()[0]
    assert (found.worlds, found.reason) == (0, "nothing else is legal")
    assert "nothing else is legal" in str(found)


@each_game
def test_a_seed_fixes_it_whatever_was_asked_before(game: Game):
    table, agent = some_table(game), make_agent("search?worlds=24", game)
    agent.begin_game(7)
    first = str(explain(agent, table))

    later = some_table(game, 9)
    explain(agent, later)
    again = str(explain(agent, table))
    agent.begin_game(8)
    other = str(explain(agent, table))

    assert first == again != other


@pytest.mark.slow
@pytest.mark.skipif(available_threads() < 2, reason="there is one core")
def test_threads_change_nothing():
    table = some_table(ELEMENTS)
    agents = [make_agent(f"search?worlds=24,threads={n}", ELEMENTS) for n in (1, 2)]

    one, two = (str(explain(agent, table)) for agent in agents)

    assert one == two


@pytest.mark.parametrize("name", ["search?ms=5", "search?ms=5,worlds=9"])
def test_a_budget_of_time_is_enough_to_decide(name: str):
    table = some_table(NOAH)

    found = explain(make_agent(name, NOAH), table)

    assert found.chosen in table.legal_actions()
    assert found.worlds > 0
    assert "worlds" not in name or found.worlds <= 9


# --- halving and the gate ---


def test_a_budget_of_worlds_is_spent_up_to_where_actions_are_left_out():
    assert list(Spending(Budget(worlds=48), MARKS).portions()) == [12, 12, 24]
    assert list(Spending(Budget(worlds=5), MARKS).portions()) == [2, 1, 2]
    assert list(Spending(Budget(worlds=1), MARKS).portions()) == [1]


def test_the_worse_half_is_left_out_first_then_all_but_the_finalists():
    assert [left_after(share, 10, 3) for share in (0.1, 0.25, 0.49, 0.5, 1.0)] == [10, 5, 5, 3, 3]
    assert left_after(0.3, 4, 3) == 3


def test_the_usual_action_stays_in_the_race():
    tally = Tally(4)
    tally.add([0, 1, 2, 3], np.array([[0.1, 0.1], [0.9, 0.8], [0.5, 0.5], [0.7, 0.7]]))

    assert best_places(tally, np.arange(4), 2, usual=0).tolist() == [0, 1]
    assert best_places(tally, np.arange(4), 2, usual=None).tolist() == [1, 3]


def test_differences_are_paired():
    """Both actions vary from world to world, and their difference does not."""
    tally = Tally(2)
    tally.add([0, 1], np.array([[0.0, 1.0, 0.5], [0.1, 1.1, 0.6]]))

    gains, errors = tally.gains(0)

    assert gains == pytest.approx([0.0, 0.1])
    assert errors == pytest.approx([0.0, 0.0])
    assert tally.means()[1][1] == pytest.approx(np.std([0.1, 1.1, 0.6], ddof=1) / math.sqrt(3))


def test_the_gate_lets_pass_what_is_better_by_enough_errors():
    gains, alive = np.array([0.0, 0.2, 0.3, 0.5]), np.array([0, 1, 2])

    chosen = pass_gate(gains, np.array([0.0, 0.1, 0.1, 0.1]), alive, usual=0, z=1.5)

    assert chosen == 2
    assert pass_gate(gains, np.array([0.0, 0.1, 0.3, 0.1]), alive, usual=0, z=1.5) == 1
    assert pass_gate(gains, np.array([0.0, 0.2, 0.3, 0.1]), alive, usual=0, z=1.5) == 0
    assert pass_gate(gains, np.full(4, math.inf), alive, usual=0, z=0.0) == 0


# --- names and settings ---


def test_a_name_says_what_it_is_over_and_how_much_is_tried():
    plain: Any = make_agent("search", NOAH)
    told: Any = make_agent("search:heuristic:first?worlds=20,z=0.5,threads=2", NOAH)
    timed: Any = make_agent("search?ms=20", NOAH)

    assert plain.settings == find_settings(NOAH)
    assert plain.budget == Budget(worlds=plain.settings.worlds)
    assert type(told.policy) is type(make_agent("heuristic:first", NOAH))
    assert (told.budget, told.settings.z, told.threads) == (Budget(worlds=20), 0.5, 2)
    assert timed.budget == Budget(ms=20.0)


REFUSED = {
    "search?world=3": "search has no setting 'world': did you mean 'worlds'?",
    "search?worlds=0": "worlds must be a whole number from 1 to 16777216, not '0'",
    "search?worlds=x": "worlds must be a whole number",
    "search?ms=-1": "ms must be a number from 0.001 to 60000, not '-1'",
    "search?ms=nan": "ms must be a number",
    "search?z=1e9": "z must be a number from 0 to 100",
    "search?worlds": "has 'worlds' where a setting is written as name=value",
    "search?worlds=3,worlds=4": "has the setting 'worlds' twice",
    "search?": "has '' where a setting is written as name=value",
    "search:": "does not say over which agent search searches",
    "search:heuristik": "there is no agent 'heuristik'",
    "search:search": "a search plays on by a heuristic, a network or at random",
    "search?tau=1": "a search by a heuristic or at random has no setting 'tau'",
}


@pytest.mark.parametrize("name", REFUSED)
def test_other_names_are_refused_in_a_sentence(name: str):
    with pytest.raises(ValueError, match=r"^[^\n]+$") as refusal:
        make_agent(name, NOAH)

    assert REFUSED[name] in str(refusal.value)


def test_a_misspelled_search_is_recognised():
    with pytest.raises(ValueError, match="did you mean 'search'"):
        make_agent("serach", NOAH)


def test_a_game_without_settings_and_heuristic_is_searched_at_random():
    cart = load_game("cart")
    table = Table(cart)
    table.reset(seed=1)
    agent: Any = make_agent("search?worlds=8", cart)

    found = explain(agent, table)

    assert find_settings(cart) == SearchSettings()
    assert agent.policy is None
    assert found.usual is None
    assert found.chosen == found.best


def test_random_playouts_on_request():
    agent: Any = make_agent("search:random?worlds=8", ELEMENTS)

    assert agent.policy is None
    assert explain(agent, some_table(ELEMENTS)).usual is None


# --- at many tables ---


def test_it_sits_at_many_tables():
    tables = LearnerTables(NOAH, 3, 3, 0, ["search?worlds=4", "random"], {})
    assert isinstance(make_agent("search", NOAH), InformedAgent)
    tables.seeds[:] = [1, 2, 3]
    tables.seed_agents(4)
    tables.begin(np.arange(3))

    for _ in range(3):
        tables.step(np.arange(3), tables.mask.argmax(axis=1))

    assert (tables.states["seat"][~tables.over] == 0).all()


def test_many_decisions_are_fixed_by_a_seed_for_each():
    informations = [some_table(NOAH, number).information() for number in (3, 6)]
    agent: Any = make_agent("search?worlds=8", NOAH)

    together = agent.choose_together(informations, [1, 2])

    agent.begin_game(2)
    assert together[1] == agent.choose(informations[1])
    assert all(i.mask[a] for i, a in zip(informations, together, strict=True))


# --- how strong it is ---


@pytest.mark.parametrize(("game", "deals"), [(ELEMENTS, 12), (NOAH, 4)], ids=["elements", "noah"])
def test_it_beats_chance_by_far(game: Game, deals: int):
    agents = [make_agent("search?worlds=8", game), RandomAgent()]
    table = Table(game, 2)

    results = play_lineups(table, agents, alone_lineups(0, 1, 2), deal_seeds(3, deals))

    assert results.per_deal(results.shares(), 0, results.lineups).mean() > 0.8


def test_search_agent_needs_a_heuristic_or_nobody():
    with pytest.raises(OptionError, match="a search needs a budget"):
        Budget()
    assert SearchAgent(NOAH, None).budget.worlds == find_settings(NOAH).worlds

"""Laws of search: it finds out what tables would show, and no more than a seat can know."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents import make_agent
from boardgame_envs.agents.searching.by_name import KINDS as SEARCHES
from boardgame_envs.core.chance import scramble
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.options import OptionError
from boardgame_envs.core.table import Table
from boardgame_envs.search import Leaves, search_actions
from boardgame_envs.search.loops import FUTURE
from boardgame_envs.search.preparation import find_seeds
from boardgame_envs.testing.lawmaking import Case, Each, expect, law
from boardgame_envs.testing.laws.secrets import must_hide
from boardgame_envs.testing.twins import Twin, cards_of

# a search takes long at tables, so not every decision is searched, nor every action
EVERY = 9
MOST_ACTIONS = 4
WORLDS, ENDINGS = 2, 2
MOST_SOLVED = 1000


def decisions_of(case: Case, seed: int) -> Iterator[tuple[int, InformationState]]:
    """Go through some decisions of a random game: their numbers, and what the seat knows."""
    table = case.new_table()
    for turn, _ in enumerate(case.random_play(table, seed)):
        if turn % EVERY == 0:
            yield turn, table.information()


def some_actions(information: InformationState) -> list[int]:
    """Return a few of the legal actions, the first and the last among them."""
    legal = list(information.legal_actions)
    return [*legal[: MOST_ACTIONS - 1], *legal[MOST_ACTIONS - 1 :][-1:]]


def tables_of(information: InformationState, actions: list[int], seed: int) -> list[Table]:
    """Return what a search has before all play on: a table for each world, action and ending."""
    worlds, seeds = (
        information.worlds(WORLDS, seed),
        find_seeds(information.game, seed, WORLDS, ENDINGS),
    )
    tables = []
    for world, ending_seeds in zip(worlds, seeds, strict=True):
        for action in actions:
            for word in ending_seeds:
                table = world.clone()
                table.states["rng"] = scramble(np.uint64(word ^ FUTURE))
                table.step(action)
                tables.append(table)
    return tables


def choice_seeds(information: InformationState, actions: list[int], seed: int) -> list[int]:
    """Return the seed of the choices at each of these tables."""
    seeds = find_seeds(information.game, seed, WORLDS, ENDINGS)
    return [int(word) for world in seeds for _ in actions for word in world]


@law(Each.OPTION_SET)
def a_search_finds_what_rollouts_in_its_worlds_find(case: Case) -> None:
    """Each action earns in each world what it does when tables are played on one by one."""
    for turn, information in decisions_of(case, seed=81):
        actions = some_actions(information)
        tables = tables_of(information, actions, turn)
        seeds = choice_seeds(information, actions, turn)
        ends = [table.rollout(seed) for table, seed in zip(tables, seeds, strict=True)]
        earned = mean_of_endings(np.array(ends, np.float64), len(actions))
        found = search_actions(
            information, worlds=WORLDS, seed=turn, endings=ENDINGS, actions=actions
        )
        expect(
            np.array_equal(found.returns, earned),
            f"a search earns {found.returns.tolist()}, rollouts {earned.tolist()}",
        )


def mean_of_endings(ends: NDArray[np.float64], actions: int) -> NDArray[np.float64]:
    """Return what is earned by [action, world, seat] of what was earned at each table."""
    by_ending = ends.reshape(WORLDS, actions, ENDINGS, -1)
    earned: NDArray[np.float64] = by_ending.sum(axis=2).transpose(1, 0, 2) / ENDINGS
    return earned


@law(Each.OPTION_SET)
def the_leaves_of_a_search_are_tables(case: Case) -> None:
    """Leaves show what tables show, and go on as these do, whatever is chosen."""
    for turn, information in decisions_of(case, seed=82):
        actions, rng = some_actions(information), np.random.default_rng(turn)
        tables = tables_of(information, actions, turn)
        leaves = Leaves(information, worlds=WORLDS, seed=turn, endings=ENDINGS, actions=actions)
        expect_leaves(leaves, tables)
        for _ in range(EVERY):
            chosen = [int(rng.choice(tables[row].legal_actions())) for row in leaves.rows]
            for row, action in zip(leaves.rows, chosen, strict=True):
                tables[row].step(action)
            leaves.step(chosen)
            expect_leaves(leaves, tables)
        leaves.play()
        expect(leaves.closed.all() and not leaves.rows.size, "a game is not played to its end")


def expect_leaves(leaves: Leaves, tables: list[Table]) -> None:
    """Complain of leaves that show something else than tables do."""
    states = b"".join(table.record for table in tables)
    expect(leaves.states.tobytes() == states, "other games are on the tables")
    returns = np.array([table.returns for table in tables], np.float32)
    expect(np.array_equal(leaves.returns, returns), "something else is earned")
    running = [row for row, table in enumerate(tables) if not table.over]
    expect(leaves.rows.tolist() == running, f"{leaves.rows} wait, not {running}")
    for place, row in enumerate(running):
        expect(leaves.seat[place] == tables[row].seat, f"table {row} waits for another seat")
        same = np.array_equal(leaves.mask[place], tables[row].mask)
        expect(same, f"table {row} shows another mask")
        same = np.array_equal(leaves.observation[place], tables[row].observation)
        expect(same, f"table {row} shows another observation")


@law(Each.OPTION_SET)
def a_search_finds_the_same_at_tables_that_a_seat_cannot_tell_apart(case: Case) -> None:
    """What is hidden from a seat has no part in what it finds out."""
    table, rng, others = case.new_table(), np.random.default_rng(83), 0
    twins = [Twin(table, seat, rng) for seat in range(table.num_players)]
    for turn, action in enumerate(case.random_play(table, seed=83)):
        twin = twins[table.seat]
        if twin.look():
            found, found_there = (played_on(at, action, turn) for at in (twin.real, twin.table))
            expect(found == found_there, f"seat {twin.seat} finds out something hidden")
            others += cards_of(twin.real) != cards_of(twin.table)
        for each in twins:
            each.follow(action)
    expect(others > 0 or not must_hide(case), "no table was found that a seat cannot tell apart")


def played_on(table: Table, action: int, seed: int) -> tuple[bytes, bytes]:
    """Return all that a search of an action finds, and the tables at the end of it."""
    information = table.information()
    found = search_actions(information, worlds=WORLDS, seed=seed, actions=[action])
    leaves = Leaves(information, worlds=WORLDS, seed=seed, actions=[action])
    leaves.play(decisions=EVERY)
    return found.returns.tobytes(), leaves.states.tobytes()


@law(Each.OPTION_SET)
def a_search_to_the_end_of_the_round_ends_with_it(case: Case) -> None:
    """Tables are closed when one more round has ended, or the game has; if there are rounds."""
    count = getattr(case.game.rules, "count_rounds", None)
    if count is None:
        return
    for turn, information in decisions_of(case, seed=84):
        rounds = count(information.worlds(1, turn)[0].states[0])
        leaves = Leaves(information, worlds=WORLDS, seed=turn, until_round=True)
        leaves.play()
        for i, state in enumerate(leaves.states):
            is_over = state["seat"] < 0
            expect(leaves.closed[i], "a table is left before the end of the round")
            expect(is_over or count(state) == rounds + 1, "a table is left in another round")


@law(Each.OPTION_SET)
def agents_that_search_do_the_same_at_tables_that_a_seat_cannot_tell_apart(case: Case) -> None:
    """What an agent by name decides, and gives as its reasons, depends on what its seat knows."""
    agents = searching_agents(case)
    table, rng = case.new_table(), np.random.default_rng(85)
    twins = [Twin(table, seat, rng) for seat in range(table.num_players)]
    for turn, action in enumerate(case.random_play(table, seed=85)):
        twin = twins[table.seat]
        if turn % EVERY == 0 and twin.look():
            here, there = table.information(), twin.table.information()
            for agent in agents:
                agent.begin_game(turn)
                found = agent.explain(here)
                expect(here.mask[found.chosen], f"{found.chosen} is not legal")
                expect(agent.choose(here) == found.chosen, "an agent does not do what it explains")
                same = str(agent.explain(there)) == str(found)
                expect(same, f"seat {twin.seat} decides by something hidden")
        for each in twins:
            each.follow(action)


def searching_agents(case: Case) -> list[Any]:
    """Return the agents that search there are for a game."""
    agents = []
    for name, kind in SEARCHES.items():
        limit = f",limit={MOST_SOLVED}" if "limit" in kind.readers else ""
        # not all games can be searched in all ways
        with suppress(OptionError):
            agents.append(make_agent(f"{name}?worlds={WORLDS}{limit}", case.game))
    expect(agents, "no agent searches")
    return agents

"""Laws of the past: what a seat remembers, and how the worlds that it imagines came about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.compiled_game import loops_of
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.rewinding import CANNOT_TELL, TELLS_NOTHING
from boardgame_envs.core.table import Table
from boardgame_envs.search.bundles import Pasts
from boardgame_envs.search.loop_groups import PastLoops
from boardgame_envs.testing.lawmaking import Case, Each, expect, law
from boardgame_envs.testing.twins import Twin

# not every decision is looked back from: each looks back at all before it
EVERY = 7
WORLDS = 3


@law(Each.OPTION_SET)
def what_a_seat_remembers_is_the_same_at_tables_that_it_cannot_tell_apart(case: Case) -> None:
    """The past of an information state has nothing that was hidden when it was the present."""
    table, rng = case.new_table(), np.random.default_rng(91)
    twins = [Twin(table, seat, rng) for seat in range(table.num_players)]
    for action in case.random_play(table, seed=91):
        for twin in twins:
            if twin.look():
                expect_same_past(twin)
            twin.follow(action)


def expect_same_past(twin: Twin) -> None:
    """Complain of a past that tells a table from its twin, since there is a twin."""
    real, other = (table.information(twin.seat, past=True) for table in (twin.real, twin.table))
    assert real.past is not None
    assert other.past is not None
    shared = min(twin.table.num_decisions, len(real.past), len(other.past))
    same = (real.past[-shared:].tobytes() == other.past[-shared:].tobytes()) or shared == 0
    expect(same, f"seat {twin.seat} remembers something hidden")


@law(Each.OPTION_SET)
def a_seat_remembers_what_it_saw(case: Case) -> None:
    """Each table of the past looks to the seat as it did before that decision, and is no other."""
    table, seen = case.new_table(), []
    for turn, _ in enumerate(case.random_play(table, seed=92)):
        seen.append([table.observe(seat) for seat in range(table.num_players)])
        if turn % EVERY:
            continue
        for seat in range(table.num_players):
            past = table.information(seat, past=True).past
            assert past is not None
            for back in range(1, min(len(past), EVERY) + 1):
                then = table.with_state(past[len(past) - back :][:1])
                same = np.array_equal(then.observe(seat), seen[-1 - back][seat])
                expect(same, f"seat {seat} remembers something else than it saw")


@law(Each.OPTION_SET)
def a_world_came_about_as_the_seat_remembers(case: Case) -> None:
    """Worlds that are walked back look to their seat as the table did, if the game can tell.

    What was done there looks to the seat like what was really done.
    """
    table, told = case.new_table(), list[list[str]]()
    for turn, action in enumerate(case.random_play(table, seed=93)):
        if turn % EVERY == 0:
            for seat in range(table.num_players):
                information = table.information(seat, past=True)
                worlds = information.worlds(WORLDS, seed=turn).states
                for number, pasts in walked_back(table, information, worlds):
                    expect_as_remembered(table, seat, pasts, told[number][seat])
        tell = table.game.actions.tell
        told.append([tell(table.states[0], action, seat) for seat in range(table.num_players)])


@law(Each.OPTION_SET)
def what_was_done_was_legal_in_the_real_world(case: Case) -> None:
    """If the real world is walked back, what was done is legal at every table of the past."""
    table = case.new_table()
    for turn, _ in enumerate(case.random_play(table, seed=94)):
        for seat in range(table.num_players) if turn % EVERY == 0 else ():
            information = table.information(seat, past=True)
            for _, pasts in walked_back(table, information, table.states):
                action, then = int(pasts.action[0]), table.with_state(pasts.earlier)
                legal = action == TELLS_NOTHING or then.mask[action]
                expect(legal, f"action {action} was not legal, as seat {seat} walks back")


def walked_back(
    table: Table, information: InformationState, later: NDArray[Any]
) -> Iterator[tuple[int, Pasts]]:
    """Go through the decisions that worlds are walked back by: their numbers, and the worlds."""
    game, past = table.game, information.past
    assert past is not None
    if not hasattr(game.rules, "rewind"):
        return
    for back in range(1, len(past) + 1):
        pasts = Pasts.make(game, past[len(past) - back :][:1], later)
        loops_of(game, PastLoops).rewind_worlds(pasts, information.seat)
        for code in (CANNOT_TELL, TELLS_NOTHING):
            have = pasts.action == code
            expect(have.all() or not have.any(), "only some worlds can tell what was done")
        if (pasts.action == CANNOT_TELL).any():
            return
        yield table.num_decisions - back, pasts
        later = pasts.earlier


def expect_as_remembered(table: Table, seat: int, pasts: Pasts, told: str) -> None:
    """Complain of worlds, walked back, that their seat could tell from the table of then."""
    count, then = table.game.rules.count_all_cards, table.with_state(pasts.known)
    for i, action in enumerate(pasts.action.tolist()):
        world = table.with_state(pasts.earlier[i : i + 1])
        same = world.seat == then.seat and np.array_equal(world.observe(seat), then.observe(seat))
        expect(same, f"a world that is walked back looked otherwise to seat {seat}")
        if action != TELLS_NOTHING:
            seems = table.game.actions.tell(world.states[0], action, seat)
            expect(seems == told, f"{seems!r} was done in a world, not {told!r}")
        cards, whole_deck = count(world.states[0]), count(table.states[0])
        expect(cards == whole_deck, f"a world that is walked back has {cards} cards")

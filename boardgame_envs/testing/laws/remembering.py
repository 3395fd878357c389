"""Laws of the past: what a seat remembers, and how the worlds that it imagines came about."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from boardgame_envs.core.compiled_game import loops_of
from boardgame_envs.core.information import InformationState
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

    What was done is legal there, and looks to the seat like what was really done.
    """
    table, told = case.new_table(), list[list[str]]()
    for turn, action in enumerate(case.random_play(table, seed=93)):
        if turn % EVERY == 0:
            for information, number, pasts in walked_back(table):
                expect_as_remembered(table, information, pasts, told[number])
        seats = range(table.num_players)
        told.append([table.game.actions.tell(table.states[0], action, seat) for seat in seats])


def walked_back(table: Table) -> Iterator[tuple[InformationState, int, Pasts]]:
    """Go through the decisions that worlds are walked back by: what is known, number, worlds."""
    game = table.game
    if not hasattr(game.rules, "rewind"):
        return
    for seat in range(table.num_players):
        information = table.information(seat, past=True)
        assert information.past is not None
        later = information.worlds(WORLDS, seed=table.num_decisions).states
        for back in range(1, len(information.past) + 1):
            known = information.past[len(information.past) - back :][:1]
            pasts = Pasts.make(game, known, later)
            loops_of(game, PastLoops).rewind_worlds(pasts, seat)
            cannot_tell = pasts.action < 0
            expect(cannot_tell.all() or not cannot_tell.any(), "only some worlds can tell")
            if cannot_tell.all():
                break
            yield information, table.num_decisions - back, pasts
            later = pasts.earlier


def expect_as_remembered(
    table: Table, information: InformationState, pasts: Pasts, told: list[str]
) -> None:
    """Complain of worlds, walked back, that their seat could tell from the table of then."""
    seat, count = information.seat, table.game.rules.count_all_cards
    then = table.with_state(pasts.known)
    for i, action in enumerate(pasts.action.tolist()):
        world = table.with_state(pasts.earlier[i : i + 1])
        same = world.seat == then.seat and np.array_equal(world.observe(seat), then.observe(seat))
        expect(same, f"a world that is walked back looked otherwise to seat {seat}")
        expect(world.mask[action], f"action {action} was not legal in a world")
        seems = table.game.actions.tell(world.states[0], action, seat)
        expect(seems == told[seat], f"{seems!r} was done in a world, not {told[seat]!r}")
        cards, whole_deck = count(world.states[0]), count(table.states[0])
        expect(cards == whole_deck, f"a world that is walked back has {cards} cards")

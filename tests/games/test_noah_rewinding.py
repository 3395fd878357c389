"""How a world came about, as far as a player can tell [22, R5]."""

from __future__ import annotations

import numpy as np
import pytest

from boardgame_envs import make_table
from boardgame_envs.core.compiled_game import loops_of
from boardgame_envs.core.rewinding import CANNOT_TELL, TELLS_NOTHING
from boardgame_envs.core.table import Table
from boardgame_envs.search.bundles import Pasts
from boardgame_envs.search.loop_groups import PastLoops
from boardgame_envs.testing.random_games import random_play


def walk_back(table: Table, seat: int) -> list[tuple[int, Pasts]]:
    """Walk the real world back, as a seat can; return each decision's number and the world."""
    past = table.information(seat, past=True).past
    assert past is not None
    later, walked = table.states, []
    for back in range(1, len(past) + 1):
        pasts = Pasts.make(table.game, past[len(past) - back :][:1], later)
        loops_of(table.game, PastLoops).rewind_worlds(pasts, seat)
        if pasts.action[0] == CANNOT_TELL:
            break
        walked.append((table.num_decisions - back, pasts))
        later = pasts.earlier
    return walked


@pytest.mark.parametrize("players", [2, 3, 5])
def test_hands_are_put_as_they_were(players: int):
    table, reached, looks = make_table("noah", players, max_turns=60), 0, 0
    for seed in range(4):
        for turn, _ in enumerate(random_play(table, seed)):
            if turn % 5:
                continue
            moments = [moment for moment in table.history() if moment.seat >= 0]
            looks += 1
            for number, pasts in walk_back(table, turn % players):
                state, really = pasts.earlier[0], moments[number]
                assert np.array_equal(state["hands"], really.state["hands"])
                assert np.array_equal(state["rest"], really.state["rest"])
                assert pasts.action[0] in (really.action, TELLS_NOTHING)
                reached += 1
    assert reached > looks


def test_only_giver_and_receiver_can_tell_a_gift():
    """A third player does not see which card was given [16]: the past ends there."""
    table, seen = make_table("noah", 3), 0
    for action in random_play(table, 5):
        if table.game.actions.kind_at(action).kind != "give":
            continue
        giver, rounds = table.seat, int(table.states["rounds_played"][0])
        receiver = (giver + 1 + table.game.actions.indices(action)[1]) % 3
        after = table.clone()
        after.step(action)
        if after.over or after.states["rounds_played"] != rounds:
            continue
        seen += 1
        assert walk_back(after, 3 - giver - receiver) == []
        assert walk_back(after, giver)[0][1].action[0] == action
    assert seen > 0

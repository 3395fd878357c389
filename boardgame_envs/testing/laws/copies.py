"""Laws of round trips: what is encoded, copied, saved or recorded comes back as it was."""

from __future__ import annotations

import copy
import json
import pickle

import numpy as np

from boardgame_envs.core.game import Game
from boardgame_envs.core.records import record_game, replay
from boardgame_envs.core.table import Table
from boardgame_envs.testing.lawmaking import Case, Each, expect, law, seats_that_look


@law(Each.SETTING)
def observations_lie_in_range_and_survive_decoding(case: Case) -> None:
    """What each seat sees is in [0, 1], and the decoded view is JSON that encodes to the same."""
    table, layout = case.new_table(), case.game.layout
    for turn, _ in enumerate(case.random_play(table, seed=21)):
        for seat in seats_that_look(table, turn):
            observation = table.observe(seat)
            lowest, highest = observation.min(), observation.max()
            expect(lowest >= 0.0, f"seat {seat} observes {lowest}, which is below 0")
            expect(highest <= 1.0, f"seat {seat} observes {highest}, which is above 1")
            decoded = layout.decode(observation)
            wrong = np.flatnonzero(layout.encode(decoded) != observation)
            expect(
                not wrong.size, f"seat {seat}: the numbers {wrong.tolist()} are lost in decoding"
            )
            json.dumps(decoded)


@law(Each.GAME)
def a_pickled_game_is_the_game_itself(case: Case) -> None:
    """A game is pickled as the place where it is found."""
    again = pickle.loads(pickle.dumps(case.game))
    expect(again is case.game, f"the GAME of {case.game.package} is another one")


@law(Each.SETTING)
def a_table_can_be_copied_saved_and_taken_back(case: Case) -> None:
    """Every kind of copy goes on alike, and takes its decisions back; so does the table itself."""
    table, before = case.new_table(), None
    for action in case.random_play(table, seed=22):
        for kind, other in copies_of(table).items():
            expect_same_table(other, table, kind)
            other.step(action)
            expect(other != table, f"{kind}: action {action} changes nothing")
            other.undo()
            expect_same_table(other, table, f"{kind} after undo()")
        before = table.clone()
    if before is not None:  # some deals are over before anybody decides
        table.undo()
        expect(table == before, "undo() does not take the last decision back")


def copies_of(table: Table) -> dict[str, Table]:
    """Return all kinds of copies of a table."""
    return {
        "clone()": table.clone(),
        "copy": copy.copy(table),
        "deepcopy": copy.deepcopy(table),
        "pickle": pickle.loads(pickle.dumps(table)),
        "to_bytes()": Table.from_bytes(table.game, table.to_bytes()),
    }


def expect_same_table(other: Table, table: Table, kind: str) -> None:
    """Complain of a copy that differs from the table, in its past or in what is legal."""
    expect(other == table, f"{kind} is another table")
    expect(other.to_bytes() == table.to_bytes(), f"{kind} has another past")
    expect(other.legal_actions() == table.legal_actions(), f"{kind}: other actions are legal")


@law(Each.SETTING)
def a_record_replays_to_the_same_end(case: Case) -> None:
    """A record, written as JSON and read again, replays; its deals are its own, not the seed's."""

    def find(name: str) -> Game:
        expect(name == case.game.name, f"the record is of {name!r}")
        return case.game

    for seed in range(3):
        table = case.played(seed)
        record = json.loads(json.dumps(record_game(table, legal=True)))
        again = replay(record, find)
        expect(again.returns == table.returns, f"{again.returns} is earned, not {table.returns}")
        expect(record_game(again, legal=True) == record, "the record of the replay is another")
        elsewhere = {**record, "seed": 99}
        replayed = record_game(replay(elsewhere, find), legal=True)
        expect(replayed == elsewhere, "the deals are those of the seed, not of the record")

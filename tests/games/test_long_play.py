"""Random play for long, with many option sets: nothing is lost, nobody is stuck, memory stays flat.

With ``BOARDGAME_ENVS_LONG=1`` every set is played for a million decisions, otherwise for fewer.
"""

from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boardgame_envs.core.batch import Batch
from boardgame_envs.core.compiled import Record
from boardgame_envs.core.game import Game
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from boardgame_envs.testing import each_option_set
from boardgame_envs.testing.random_games import LONGEST_GAME, random_play
from tests.playing import as_parameters, published_games

pytestmark = pytest.mark.slow

DECISIONS = 1_000_000 if os.environ.get("BOARDGAME_ENVS_LONG") else 50_000
# of all decisions, those at single tables, which are slower
SHARE_AT_ONE_TABLE = 0.04
TABLES = 256
# how many steps lie between two counts of the cards, and how many tables are counted then
STEPS_BETWEEN_COUNTS, TABLES_COUNTED = 25, 16
# what a process may grow by, in bytes: less than 60 for each of the fewer decisions would show
MOST_GROWTH = 48 * 2**20
# returns are float32
ROUNDING = 1e-4

# beside the example options of the games: what is hard, and every mode with either edition
FURTHER: list[tuple[str, dict[str, Any]]] = [
    ("elements", {"hand_size": 8, "surrender": False, "take_with_empty_hand": False}),
    ("elements", {"rounds": 1000, "mistaken_reveal": True, "reward": "points"}),
    ("elements", {"values": [1, 9], "copies": [1, 1], "hand_size": 1, "target_points": 1000}),
    ("noah", {"num_players": 2, "play_to": 100}),
    ("noah", {"num_players": 3, "rounds": 20, "reward": "points"}),
    ("noah", {"num_players": 5, "play_to": 26, "max_turns": 1}),
    *(
        (
            "tranquility",
            {
                "num_players": players,
                "expansions": ["monsters", "storms"],
                "monsters": 5,
                "removed_islands": removed,
            },
        )
        for players, removed in ((1, 44), (2, 40), (3, 44), (5, 40))
    ),
    ("tranquility", {"num_players": 4, "expansions": ["reefs", "storms"], "edition": "ru"}),
    ("tranquility", {"num_players": 5, "removed_islands": 40, "reward": "progress"}),
    *(
        ("tranquility", {"num_players": players, "mode": mode, "edition": edition})
        for players, mode in ((4, "high_arch"), (3, "pyramid"), (5, "day_and_night"))
        for edition in ("uk", "ru")
    ),
    ("tranquility", {"mode": "duel", "edition": "ru"}),
]


def each_set() -> list[Any]:
    """Return every game with every option set, as parameters with readable names."""
    examples = [(game, setting) for game in published_games() for setting in each_option_set(game)]
    return as_parameters([*examples, *((load_game(name), setting) for name, setting in FURTHER)])


def test_there_are_many_option_sets():
    assert len(each_set()) >= 20


@pytest.mark.parametrize(("game", "setting"), each_set())
def test_long_random_play_breaks_nothing(game: Game, setting: dict[str, Any]):
    one, at_one_table = Long(game, setting), int(DECISIONS * SHARE_AT_ONE_TABLE)
    # all is compiled, and all that stays is made, before memory is measured
    one.play_batch(seed=1, decisions=2 * TABLES * STEPS_BETWEEN_COUNTS)
    one.play_tables(seed=1, decisions=at_one_table // 10)
    before = memory_in_use()

    games = one.play_batch(seed=2, decisions=DECISIONS - at_one_table)
    games += one.play_tables(seed=2, decisions=at_one_table)

    growth = memory_in_use() - before
    assert games > 0, "no game has ended"
    assert growth < MOST_GROWTH, f"the process has grown by {growth:,} bytes"


class Long:
    """Random play with one option set, and what must hold all the time."""

    def __init__(self, game: Game, setting: dict[str, Any]) -> None:
        self.game, self.setting = game, setting
        table = Table(game, **setting)
        table.reset(0)
        self.stakes = game.stakes(table.num_players, table.options)
        self.whole_deck = game.rules.count_all_cards(table.states[0])

    # --- many tables ---

    def play_batch(self, seed: int, decisions: int) -> int:
        """Play at random at many tables, looking at all of them; return how many games ended."""
        batch = Batch(self.game, TABLES, seed=seed, **self.setting)
        rng, games = np.random.default_rng(seed), 0
        for step in range(decisions // TABLES):
            assert_each_table_shows_a_decision(batch, step)
            batch.step(random_actions(batch.mask, rng))
            ended = np.flatnonzero(batch.done)
            for i in ended:
                self.check_returns(batch.final_returns[i], where(batch, i, step))
            if step % STEPS_BETWEEN_COUNTS == 0:
                for i in rng.choice(TABLES, TABLES_COUNTED, replace=False):
                    self.check_cards(batch.states[i], where(batch, i, step))
                for i in ended:
                    self.check_cards(batch.finished[i], where(batch, i, step))
            games += len(ended)
        return games

    # --- one table ---

    def play_tables(self, seed: int, decisions: int) -> int:
        """Play at random at one table, game after game; return how many games ended."""
        table, made = Table(self.game, **self.setting), 0
        seeds = np.random.default_rng(seed).integers(2**32, size=decisions)
        for games, one_seed in enumerate(seeds.tolist(), start=1):
            for _ in random_play(table, one_seed):
                assert 0 <= table.seat < table.num_players, f"seat {table.seat}: {table.position}"
            self.check_returns(np.array(table.returns), f"with the seed {one_seed}")
            self.check_cards(table.states[0], f"with the seed {one_seed}")
            made += table.num_decisions
            if made >= decisions:
                return games
        raise AssertionError(f"{decisions} games had {made} decisions")

    # --- what must hold ---

    def check_cards(self, state: Record, place: str) -> None:
        """Complain of cards that are lost, or that nobody has seen before."""
        cards = self.game.rules.count_all_cards(state)
        assert cards == self.whole_deck, f"{cards} cards, not {self.whole_deck}, {place}"

    def check_returns(self, returns: Any, place: str) -> None:
        """Complain of returns that are not what the game says is played for."""
        assert returns.min() >= self.stakes.lowest - ROUNDING, f"{returns} {place}"
        assert returns.max() <= self.stakes.highest + ROUNDING, f"{returns} {place}"
        if self.stakes.sum == "zero":
            assert abs(returns.sum()) <= ROUNDING, f"{returns} do not come to zero {place}"
        if self.stakes.sum == "common":
            assert np.ptp(returns) <= ROUNDING, f"{returns} are not the same {place}"


def random_actions(mask: Any, rng: np.random.Generator) -> Any:
    """Return a random legal action for each row of a mask."""
    # never 0: among millions of numbers one is, and would make a legal action look illegal
    return (mask * (1 - rng.random(mask.shape, np.float32))).argmax(axis=1)


def assert_each_table_shows_a_decision(batch: Batch, step: int) -> None:
    stuck = np.flatnonzero(~batch.mask.any(axis=1))
    assert not stuck.size, f"nothing is legal {where(batch, stuck[0], step)}"
    nobody = np.flatnonzero((batch.seat < 0) | (batch.seat >= batch.num_players))
    assert not nobody.size, f"no seat is to act {where(batch, nobody[0], step)}"
    endless = np.flatnonzero(batch.length >= LONGEST_GAME)
    assert not endless.size, f"the game does not end {where(batch, endless[0], step)}"


def where(batch: Batch, i: int, step: int) -> str:
    """Say at which table something is wrong, and what game is played there now."""
    return f"at table {i} after {step} steps; the game there has the seed {int(batch.seeds[i])}"


def memory_in_use() -> int:
    """Return the bytes that the process has in memory; 0 where the system does not tell."""
    gc.collect()
    told = Path("/proc/self/statm")
    return int(told.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if told.exists() else 0

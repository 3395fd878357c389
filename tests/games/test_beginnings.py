"""Deals that are over before anybody decides, in every interface."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boardgame_envs.adapters.gymnasium_single import SeatEnv
from boardgame_envs.adapters.gymnasium_vector import SeatVectorEnv
from boardgame_envs.adapters.pettingzoo_aec import CheckedTableEnv, TableEnv
from boardgame_envs.adapters.pettingzoo_parallel import ParallelTableEnv
from boardgame_envs.agents import RandomAgent
from boardgame_envs.command_line import main
from boardgame_envs.core.batch import Batch
from boardgame_envs.core.chance import next_seed
from boardgame_envs.core.game import Game
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.table import Table
from boardgame_envs.matches.series import Series
from boardgame_envs.play import Player, Session
from boardgame_envs.play.terminal.game import TerminalGame
from boardgame_envs.play.terminal.screen import PlainScreen
from boardgame_envs.testing import Check
from boardgame_envs.testing.laws import beginnings
from boardgame_envs.testing.laws.beginnings import expect_ended_by_a_step, expect_retired
from tests.libraries import need
from tests.playing import every_check, load_game

# half of the hands that are dealt break the axle: several games in a row are over at once
HEAVY: dict[str, Any] = {"num_players": 2, "heavy_hand": 10}
# with these options a deal is hopeless most often
STORMY: dict[str, Any] = {
    "num_players": 2,
    "expansions": ["monsters", "storms"],
    "removed_islands": 44,
}


@every_check(beginnings)
def test_laws_of_beginnings(check: Check):
    check.hold()


def seed_over_at_once(game: Game, setting: dict[str, Any]) -> int:
    """Return the first seed whose deal is over before anybody decides."""
    table = Table(game, **setting)
    for seed in range(100_000):
        table.reset(seed)
        if table.over:
            return seed
    raise AssertionError("there is no such deal")


@pytest.fixture(scope="module")
def hopeless() -> Table:
    """Return a table of Tranquility at which monsters and storms have left nothing to play."""
    game = load_game("tranquility")
    table = Table(game, **STORMY)
    table.reset(seed_over_at_once(game, STORMY))
    return table


# --- Tranquility, where one deal of hundreds is lost at once ---


def test_a_hopeless_deal_of_tranquility_is_lost_in_every_environment(hopeless: Table):
    assert hopeless.returns == [-1.0, -1.0]
    for kind in (TableEnv, CheckedTableEnv):
        expect_retired(kind(hopeless.game, **STORMY), hopeless)
    expect_ended_by_a_step(ParallelTableEnv(hopeless.game, **STORMY), hopeless)


def test_a_hopeless_deal_of_tranquility_does_not_stop_a_batch(hopeless: Table):
    batch = Batch(hopeless.game, 2, **STORMY)

    batch.reset_to([hopeless.seed, hopeless.seed])

    assert batch.done.all()
    assert batch.final_returns.tolist() == [[-1.0, -1.0]] * 2
    assert batch.final_length.tolist() == [0, 0]
    assert batch.finished[0].tobytes() == hopeless.states.tobytes()
    assert batch.mask.any(axis=1).all()
    batch.step(batch.mask.argmax(axis=1))
    assert not batch.done.any()


def test_a_hopeless_deal_of_tranquility_counts_in_an_evaluation(hopeless: Table):
    table = Table(hopeless.game, **STORMY)
    deals = np.array([hopeless.seed, hopeless.seed + 1], np.uint64)

    for agent in (RandomAgent(), OneTableAgent()):
        results = {r.deal: r for r in Series(table, [agent], [(0, 0)], deals, seed=1).play()}

        assert sorted(results) == [0, 1]
        assert results[0].returns.tolist() == [-1.0, -1.0]
        assert results[0].state.tobytes() == hopeless.states.tobytes()


# --- Cart, in which many deals follow each other that are over at once ---


class OneTableAgent:
    """Decides for one table at a time."""

    def begin_game(self, seed: int) -> None:
        self.begun_with = seed

    def choose(self, information: InformationState) -> int:
        return min(information.legal_actions)


def test_no_reward_is_lost_where_several_games_in_a_row_are_over_at_once():
    """Rewards, and what skipped games paid, are the returns of all games."""
    batch = Batch(load_game("cart"), 3, **HEAVY)
    batch.reset_to([1, 2, 3])
    paid, most_skipped = batch.reward + batch.skipped_returns, 0
    for _ in range(200):
        batch.step(batch.mask.argmax(axis=1))
        paid += batch.reward + batch.skipped_returns
        most_skipped = max(most_skipped, int(batch.skipped_games.max()))

    assert most_skipped > 2
    for i in range(3):
        earned = returns_of_all_games(1 + i, int(batch.seeds[i]), int(batch.length[i]))
        assert paid[i].tolist() == earned.tolist()


def returns_of_all_games(first: int, last: int, length: int) -> Any:
    """Return what the games from one seed to another earn; the last one is not yet over."""
    table, earned, seed = Table(load_game("cart"), **HEAVY), np.zeros(2), first
    while True:
        table.reset(seed)
        while not table.over and (seed != last or table.num_decisions < length):
            table.step(table.legal_actions()[0])
        earned += table.returns
        if seed == last:
            return earned
        seed = int(next_seed(np.uint64(seed)))


def test_where_nobody_is_ever_asked_a_batch_says_so():
    with pytest.raises(ValueError, match="1000 games in a row were over before anybody decided"):
        Batch(load_game("cart"), 2, heavy_hand=1)
    with pytest.raises(ValueError, match="seat 0 was not asked for a decision in 1000 games"):
        SeatEnv("cart", heavy_hand=1).reset(seed=1)
    with pytest.raises(ValueError, match="seat 0 was not asked for a decision in 1000 games"):
        SeatVectorEnv("cart", 2, heavy_hand=1).reset(seed=1)


def test_a_rollout_counts_games_that_are_over_at_once_and_nobody_twice():
    """Two players load one sack, which pays nothing; four are over at once, and all lose 3."""
    variants = [{"num_players": 2, "max_turns": 1}, {"num_players": 4, "heavy_hand": 1}]
    batch = Batch(load_game("cart"), 5, seed=1, variants=variants)

    games, returns = batch.rollout(40, seed=1)

    assert games > 5 * 40
    assert returns.tolist() == [-3.0 * (games - 5 * 40)] * 4


def test_one_seat_hears_of_games_that_it_lost_without_a_decision():
    seed = seed_over_at_once(load_game("cart"), HEAVY)
    env, table = SeatEnv("cart", **HEAVY), Table(load_game("cart"), **HEAVY)

    _, info = env.reset(seed=seed)

    lost = 0.0
    for _ in range(info["skipped_games"]):
        table.reset(seed)
        assert table.over
        lost += table.returns[0]
        seed = int(next_seed(np.uint64(seed)))
    assert info["skipped_return"] == lost
    assert env.table.seed == seed
    _, _, _, _, info = env.step(env.table.legal_actions()[0])
    assert (info["skipped_games"], info["skipped_return"]) == (0, 0.0)


def test_a_recorded_deal_that_is_over_at_once_is_not_dealt_again():
    deal = {"deal": {"hands": [[1, 2, 5], [3, 4, 5]]}}
    env = SeatEnv("cart", num_players=2, heavy_hand=12)

    _, info = env.reset(seed=1, options={"outcomes": [deal]})

    assert info["skipped_games"] >= 1
    assert not env.table.over


def test_many_seats_hear_of_it_as_one_does():
    setting = {**HEAVY, "seat": "random", "autoreset_mode": "SameStep"}
    many = SeatVectorEnv("cart", 8, opponents=OneTableAgents(), **setting)
    _, infos = many.reset(seed=5)
    assert infos["skipped_games"].sum() > 0
    for i in range(8):
        single = SeatEnv("cart", opponents=OneTableAgents(), **HEAVY, seat="random")
        _, info = single.reset(seed=5 + i)
        assert infos["skipped_games"][i] == info["skipped_games"]
        assert infos["skipped_return"][i] == info["skipped_return"]
        assert many.tables.seeds[i] == single.table.seed


class OneTableAgents(OneTableAgent):
    """Decides for many tables as for one."""

    def choose_many(self, observation: Any, mask: Any, rng: Any) -> Any:
        return mask.argmax(axis=1)


def test_a_person_is_told_of_a_game_that_is_over_at_once(capsys: pytest.CaptureFixture[str]):
    game = load_game("cart")
    players = [Player("you"), Player("random", "random")]
    options = {name: value for name, value in HEAVY.items() if name != "num_players"}
    seed = seed_over_at_once(game, HEAVY)
    session = Session.begin(game, players, seed=seed, options=options)

    # nobody is asked: there is nothing to read answers from
    TerminalGame(session, 0, PlainScreen()).play()

    told = capsys.readouterr().out
    assert "\nThe game is over: P" in told
    assert "P1 holds" in told


def test_a_game_that_is_over_at_once_is_recorded_verified_shown_and_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    seed = seed_over_at_once(load_game("cart"), HEAVY)
    chosen = ["cart", "--players", "2", "-O", "heavy_hand=10"]
    file = str(tmp_path / "game.jsonl")

    assert main(["record", *chosen, "--seed", str(seed), "-o", file]) == 0
    assert main(["verify", file]) == 0
    assert main(["show", file, "--as", "P2", "--table"]) == 0

    assert "1 games with 0 decisions agree" in capsys.readouterr().out


def test_openspiel_takes_a_deal_that_is_over_at_once():
    need("openspiel", whole_module=False)
    from boardgame_envs.adapters.open_spiel import load_spiel_game

    game = load_spiel_game("cart", num_players=2, heavy_hand=1, rng_seed=1)
    state = game.new_initial_state()
    state.apply_action(0)

    assert state.is_terminal()
    assert state.returns() == [-3.0, -3.0]
    assert state.rewards() == [-3.0, -3.0]
    assert state.legal_actions() == []
    assert "game is over" in state.observation_string(0)
    assert game.deserialize_state(state.serialize()).returns() == [-3.0, -3.0]

"""One seat played by calls of a tool: what it is told, what it earns, and what it never learns."""

from __future__ import annotations

import numpy as np
import pytest

from boardgame_envs.adapters.gymnasium_single import SeatEnv
from boardgame_envs.adapters.tool_seat import ToolSeat
from boardgame_envs.testing.twins import Twin
from boardgame_envs.text import Style
from tests.adapters.scripted_models import NONSENSE, first, illegal, last
from tests.opponents import FirstLegal, LastLegal

GAMES = [("elements", 2, {}), ("noah", 3, {}), ("tranquility", 2, {})]


@pytest.mark.parametrize("model", [first, last])
@pytest.mark.parametrize(("game", "players", "options"), GAMES)
def test_the_rewards_are_those_of_the_gymnasium_environment(game, players, options, model):
    for chair in range(players):
        arguments = {"seat": chair, "opponents": FirstLegal(), **options}
        seat, env = ToolSeat(game, players, **arguments), SeatEnv(game, players, **arguments)
        prompt, total, earned, over = seat.reset(3), 0.0, 0.0, False
        _, info = env.reset(seed=3)
        if info["skipped_games"]:
            continue
        while not over:
            name = model(prompt)
            action = next(a for a, known in seat.information.legal_actions.items() if known == name)
            turn = seat.take(name)
            _, reward, over, _, _ = env.step(action)
            prompt, earned = turn.text, earned + float(reward)
            total += turn.reward
            assert turn.over == over
        assert total == pytest.approx(earned)
        assert seat.final_reward == pytest.approx(earned)


def test_what_is_not_legal_is_not_played_and_three_times_forfeits():
    seat = ToolSeat("elements", opponents=FirstLegal())
    prompt = seat.reset(1)
    before = seat.table.record
    for _ in range(2):
        turn = seat.take(illegal(prompt))
        assert (turn.over, turn.reward, turn.problem) == (False, 0.0, "illegal")
        assert "fly to the moon" in turn.text
        assert seat.table.record == before
    turn = seat.take(illegal(prompt))

    assert (turn.over, turn.reward, turn.forfeited) == (True, -1.0, True)
    assert seat.final_reward == -1.0
    assert seat.counts == {"decisions": 0, "illegal": 3, "unreadable": 0, "forfeits": 1}


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_nonsense_earns_nothing_but_a_forfeit(nonsense: str):
    seat = ToolSeat("elements", opponents=FirstLegal(), style=Style(retries=0))
    seat.reset(1)

    assert seat.take(nonsense).forfeited
    assert seat.final_reward == -1.0


def test_who_stops_in_the_middle_has_forfeited():
    seat = ToolSeat("elements", opponents=FirstLegal())
    prompt = seat.reset(1)
    assert seat.final_reward == -1.0
    seat.take(first(prompt))

    assert not seat.over
    assert seat.final_reward == -1.0


def test_who_wins_by_the_act_of_another_is_paid():
    seat = ToolSeat("elements", opponents=LastLegal())
    prompt, total = seat.reset(1), 0.0
    while not seat.over:
        turn = seat.take(first(prompt))
        prompt, total = turn.text, total + turn.reward

    assert total == seat.final_reward == 1.0


@pytest.mark.parametrize(("game", "players", "options"), GAMES)
def test_nothing_that_is_said_tells_a_table_from_its_twin(game, players, options):
    rng, others = np.random.default_rng(1), 0
    seat = ToolSeat(game, players, opponents="random", **options)
    twin_seat = ToolSeat(game, players, opponents="random", **options)
    for seed in range(3):
        seat.reset(seed)
        twin_seat.reset(seed)
        for _ in range(12):
            if seat.over:
                break
            twin = Twin(seat.table, seat.seat, rng)
            if twin.look():
                others += twin.table.record != seat.table.record
                twin_seat.table = twin.table
                said = [seat.prompt, seat.rules, seat.legal, seat.take("nothing").text]
                assert said == [
                    *(twin_seat.prompt, twin_seat.rules, twin_seat.legal),
                    twin_seat.take("nothing").text,
                ]
                twin_seat._tries = 0
            seat.take(first(seat.prompt))
    assert others

"""Fair play: what becomes of agents that err, are illegal, too slow or die."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

from boardgame_envs import evaluate
from boardgame_envs.agents import BatchAgent, Forfeit
from boardgame_envs.agents.faults import AgentFaultError, DeadAgentError
from boardgame_envs.core.problems import OptionError


def errs(information: Any) -> int:
    raise RuntimeError("out of\nmemory")


def is_illegal(information: Any) -> int:
    return int(np.flatnonzero(~information.mask)[0])


def answers_nonsense(information: Any) -> Any:
    return "lay 5"


def dies(information: Any) -> int:
    raise DeadAgentError("the power is off")


def gives_up(information: Any) -> int:
    raise Forfeit("no hope")


class Sleeper:
    def choose(self, information: Any) -> int:
        time.sleep(0.1)
        return int(np.flatnonzero(information.mask)[0])


class BadBatch(BatchAgent):
    """Does wrong at tables with few legal actions, else takes what is first."""

    def __init__(self, illegal: bool) -> None:
        super().__init__()
        self.illegal = illegal

    def choose_many(self, observation: Any, mask: Any, rng: Any) -> Any:
        bad = mask.sum(axis=1) < 5
        if bad.any() and not self.illegal:
            raise RuntimeError("a bad row")
        return np.where(bad, (~mask).argmax(axis=1), mask.argmax(axis=1))


FAULTY = [
    (errs, "error"),
    (is_illegal, "illegal"),
    (answers_nonsense, "illegal"),
    (dies, "died"),
    (BadBatch(illegal=True), "illegal"),
    (BadBatch(illegal=False), "error"),
]


def play(agent: Any, on_error: str, **settings: Any) -> Any:
    return evaluate(
        "elements",
        {"bad": agent, "random": "random"},
        **{"deals": 2, "rounds": 1, "surrender": False, "on_error": on_error, **settings},
    )


@pytest.mark.parametrize(("agent", "kind"), FAULTY)
def test_a_fault_is_raised_with_agent_and_seat(agent: Any, kind: str):
    with pytest.raises(AgentFaultError, match=rf"bad, in seat P[12].*\({kind}\)"):
        play(agent, "raise")


@pytest.mark.parametrize(("agent", "kind"), FAULTY)
def test_a_faulty_agent_forfeits_and_the_others_go_on(agent: Any, kind: str):
    result = play(agent, "forfeit", deals=4)

    counts, fine = result.faults["agents"]
    assert counts[kind] > 0
    assert sum(fine[each] for each in ("error", "illegal", "slow", "died", "forfeit")) == 0
    pair = result.figures["pairs"][0]
    assert pair["games"] == 8
    # each forfeited game is lost, with the worst return
    assert pair["mean_return"]["mean"] <= 0
    if callable(agent):
        assert counts[kind] == 8
        assert pair["win_rate"]["mean"] == 0
        assert pair["mean_return"]["mean"] == -1
    assert f"bad: {counts[kind]} {kind} in {counts['decisions']} decisions" in str(result)
    assert "first" in result._repr_html_()


@pytest.mark.parametrize(("agent", "kind"), FAULTY)
def test_a_random_action_is_taken_and_counted(agent: Any, kind: str):
    result = play(agent, "random")

    counts = result.faults["agents"][0]
    assert counts[kind] > 2
    if callable(agent):
        assert counts[kind] == counts["decisions"]
    again = play(agent, "random", batch=1)
    assert again.figures["pairs"] == result.figures["pairs"]


@pytest.mark.parametrize("on_error", ["raise", "forfeit", "random"])
def test_who_gives_up_forfeits_in_any_case(on_error: str):
    result = play(gives_up, on_error)

    assert result.faults["agents"][0]["forfeit"] == 4
    assert result.figures["pairs"][0]["win_rate"]["mean"] == 0


def test_who_is_too_slow_is_not_waited_for():
    result = play(Sleeper(), "forfeit", time_limit=0.05)

    assert result.faults["agents"][0]["slow"] == 4
    patient = play(Sleeper(), "forfeit", time_limit=30, deals=2, seed=1)
    assert patient.faults["agents"][0]["slow"] == 0


def test_a_forfeit_of_one_loses_the_game_for_its_team():
    result = evaluate(
        "tranquility", {"bad": errs, "random": "random"}, deals=2, players=2, on_error="forfeit"
    )

    own, random = result.figures["teams"]
    assert own["win_rate"]["mean"] == 0
    assert result.faults["agents"][0]["error"] == 3 * 2
    assert random["score"]["mean"] > own["score"]["mean"]


def test_the_others_share_what_a_forfeiter_loses():
    result = evaluate(
        "noah", {"bad": errs, "random": "random"}, deals=2, players=3, on_error="forfeit"
    )

    pairs = {pair["agent"]: pair for pair in result.figures["pairs"]}
    assert pairs["bad"]["mean_return"]["mean"] == -1
    assert pairs["bad"]["win_rate"]["mean"] == 0
    assert pairs["random"]["games"] == 6


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"on_error": "ignore"}, "on_error must be one of raise, forfeit, random, not 'ignore'"),
        ({"on_error": "raise", "time_limit": 0}, "a time limit is a number of seconds above 0"),
    ],
)
def test_what_is_no_fair_play_is_refused(settings: Any, complaint: str):
    with pytest.raises(OptionError, match=complaint):
        play("random", **settings)

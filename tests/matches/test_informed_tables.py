"""Agents that decide on information states, at many tables at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from boardgame_envs import make_table
from boardgame_envs.agents import RandomAgent
from boardgame_envs.core.information import InformationState
from boardgame_envs.matches.series import Series


class Rememberer:
    """Takes the first legal action, and notes how much past it was given."""

    needs_past = True

    def __init__(self) -> None:
        self.pasts: list[int] = []
        self.asked_together = 0

    def begin_game(self, seed: int) -> None:
        pass

    def choose(self, information: InformationState) -> int:
        return self.choose_together([information], [0])[0]

    def choose_together(
        self, informations: Sequence[InformationState], seeds: Sequence[int]
    ) -> list[int]:
        self.asked_together = max(self.asked_together, len(informations))
        self.pasts += [-1 if each.past is None else len(each.past) for each in informations]
        return [int(each.mask.argmax()) for each in informations]


def play(batch: int) -> tuple[Rememberer, dict[tuple[int, int], list[float]]]:
    agent = Rememberer()
    deals = np.arange(5, dtype=np.uint64)
    series = Series(make_table("elements"), [agent, RandomAgent()], [(0, 1), (1, 0)], deals, 3)
    return agent, {(r.lineup, r.deal): r.returns.tolist() for r in series.play(batch)}


def test_games_come_out_the_same_whatever_is_played_at_once():
    together, results = play(batch=64)
    in_turn, same = play(batch=1)

    assert results == same
    assert len(results) == 10
    assert together.asked_together > 1
    assert in_turn.asked_together == 1


def test_an_agent_that_needs_the_past_is_given_it():
    agent, _ = play(batch=64)

    assert min(agent.pasts) == 0
    assert max(agent.pasts) > 3

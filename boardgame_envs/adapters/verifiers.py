"""Our games for verifiers (its v1 API): a set of deals, and a table with an agent in every seat.

This module imports verifiers, and is imported by those who want it alone. Annotations are
evaluated: verifiers reads them.
"""

from collections.abc import Iterator
from contextlib import AsyncExitStack
from itertools import count
from typing import Any

import verifiers.v1 as vf

from boardgame_envs.agents.faults import Forfeit
from boardgame_envs.core.seats import NOBODY
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from boardgame_envs.matches.referee import forfeit_returns
from boardgame_envs.text import (
    ILLEGAL,
    UNREADABLE,
    Style,
    decision_prompt,
    outcome_text,
    read_reply,
    retry_prompt,
    rules_prompt,
)

# a chat without tools, which runs no code of the model's
CHAT = vf.AgentConfig(harness={"id": "null"}, runtime=vf.SubprocessConfig())


class DealsConfig(vf.TasksetConfig):
    """Which game is played, and from which deal on."""

    game: str = "elements"
    num_players: int | None = None
    options: dict[str, Any] = {}  # noqa: RUF012, pydantic copies it
    first_seed: int = 0


class DealData(vf.TaskData):
    """A deal. No seat is told its seed."""

    game: str
    num_players: int
    options: dict[str, Any]
    seed: int


class Deal(vf.Task[DealData, vf.State, vf.TaskConfig]):
    """A game to be played."""


class Deals(vf.Taskset[Deal, DealsConfig]):
    """All deals of a game, one seed after the other."""

    INFINITE = True

    def load(self) -> Iterator[Deal]:
        """Go through the deals."""
        config = self.config
        table = Table(load_game(config.game), config.num_players, **config.options)
        for seed in count(config.first_seed):
            data = DealData(
                name=f"{config.game}#{seed}",
                game=config.game,
                num_players=table.num_players,
                options=config.options,
                seed=seed,
            )
            yield Deal(data, config.task)


class TableConfig(vf.EnvConfig):
    """Who sits where, and how often a move may be corrected."""

    player_0: vf.AgentConfig = CHAT
    player_1: vf.AgentConfig = CHAT
    player_2: vf.AgentConfig = CHAT
    player_3: vf.AgentConfig = CHAT
    player_4: vf.AgentConfig = CHAT
    legal: str = "listed"
    corrections: int = 2


class SeatedAgent:
    """An agent in a seat, with what is counted of it."""

    def __init__(self, exchange: Any) -> None:
        self.exchange = exchange
        self.counts = {"decisions": 0, ILLEGAL: 0, UNREADABLE: 0, "forfeits": 0}

    async def decide(self, table: Table, style: Style) -> int:
        """Return what the agent does, or raise Forfeit."""
        known = table.information()
        prompt = decision_prompt(known, style)
        for _ in range(style.retries + 1):
            segment = await self.exchange.turn(prompt)
            if segment.terminated:
                break
            reading = read_reply(segment.last_reply, known)
            if reading.action is not None:
                self.counts["decisions"] += 1
                return reading.action
            self.counts[str(reading.problem)] += 1
            prompt = retry_prompt(reading, segment.last_reply, known, style)
        self.counts["forfeits"] += 1
        raise Forfeit("no legal action, and no correction is left")


class TableEnv(vf.Env[TableConfig]):
    """A game in which every seat is an agent; each one's reward is its own return."""

    async def run(self, task: vf.Task, agents: vf.Agents) -> None:
        """Play one deal to its end, or until a seat forfeits it."""
        data: Any = task.data
        table = Table(load_game(data.game), data.num_players, **data.options)
        table.reset(data.seed)
        style = Style(self.config.legal, self.config.corrections)
        seated: dict[int, SeatedAgent] = {}
        forfeiter = NOBODY
        async with AsyncExitStack() as exchanges:
            while table.seat != NOBODY and forfeiter == NOBODY:
                seat = table.seat
                if seat not in seated:
                    # who is never asked has no part in the episode
                    agent = getattr(agents, f"player_{seat}")
                    opened = agent.interaction(seat_task(data, table, seat, style))
                    seated[seat] = SeatedAgent(await exchanges.enter_async_context(opened))
                try:
                    table.step(await seated[seat].decide(table, style))
                except Forfeit:
                    forfeiter = seat
        returns = returns_of(table, forfeiter)
        for seat, agent in seated.items():
            trace = agent.exchange.trace
            trace.record_reward("return", returns[seat])
            trace.record_metrics({name: float(value) for name, value in agent.counts.items()})
            if table.over:
                trace.info["outcome"] = outcome_text(table, seat)


def seat_task(data: Any, table: Table, seat: int, style: Style) -> vf.Task:
    """Return what a seat is asked to do: the rules, and nothing of the deal."""
    rules = rules_prompt(table.game, table.num_players, table.options, seat, style)
    return vf.Task(vf.TaskData(idx=data.idx, name=f"{data.game}, seat {seat}", system_prompt=rules))


def returns_of(table: Table, forfeiter: int) -> list[float]:
    """Return what each seat has earned; who forfeits, the least there is."""
    if forfeiter == NOBODY:
        return list(table.returns)
    returns: list[float] = forfeit_returns(table, forfeiter, table.returns).tolist()
    return returns

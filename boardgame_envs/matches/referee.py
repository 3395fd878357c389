"""Who asks agents for their decisions, and what becomes of one that does wrong.

A ``Referee`` trusts agents: what they raise is raised, and their actions go to the table.
``FairPlay`` watches them, counts what they do wrong, and lets the other games go on.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.agent import Agent, choose_at
from boardgame_envs.agents.deadline import TimedCaller, check_time_limit
from boardgame_envs.agents.faults import (
    AgentFaultError,
    DeadAgentError,
    Forfeit,
    SlowAgentError,
)
from boardgame_envs.core.game import ANY_RETURN
from boardgame_envs.core.numbers import whole_number
from boardgame_envs.core.problems import OptionError, shortened
from boardgame_envs.core.seats import seat_name
from boardgame_envs.core.table import Table

OnError: TypeAlias = Literal["raise", "forfeit", "random"]
RAISE, FORFEIT, RANDOM = get_args(OnError)

# what an agent does wrong, in the order of reports
ERROR, ILLEGAL, SLOW, DIED, GAVE_UP = "error", "illegal", "slow", "died", "forfeit"
FAULTS = (ERROR, ILLEGAL, SLOW, DIED, GAVE_UP)
# in the place of an action: the seat forfeits the game
NO_ACTION = -1

Actions: TypeAlias = NDArray[np.int64]
# asks an agent about some of the rows it was given
Ask: TypeAlias = Callable[[NDArray[np.int64]], Any]


class Asked(NamedTuple):
    """What an agent is asked about at once: what is seen and legal at each table, and where."""

    observation: NDArray[np.float32]
    mask: NDArray[np.bool_]
    seats: Sequence[int]


class Referee:
    """Asks agents, by their numbers, and trusts them."""

    def begin(self, number: int, agent: Agent, seed: int) -> None:
        """Let an agent prepare for a game."""
        agent.begin_game(seed)

    def decide(self, number: int, agent: Agent, table: Table) -> int:
        """Return what the agent does in the seat to act, or NO_ACTION if it forfeits."""
        return choose_at(table, agent)

    def decide_many(self, number: int, ask: Ask, asked: Asked) -> Actions:
        """Return what an agent does in some rows, NO_ACTION where it forfeits."""
        return np.asarray(ask(np.arange(len(asked.mask))), np.int64)


class Fault(Exception):  # noqa: N818, it is caught where it is raised
    """Something that an agent has done wrong: which kind, and in words."""

    def __init__(self, kind: str, words: str) -> None:
        super().__init__(words)
        self.kind = kind


class FairPlay(Referee):
    """Watches agents, by their numbers: errors, illegal actions, lateness and ends of programs.

    ``on_error`` says what such a fault does: "raise" an error that names agent, seat and
    decision, "forfeit" the game, or "random" for any legal action instead. An agent that gives
    up by itself (``Forfeit``) forfeits in any case. ``time_limit`` is in seconds for each decision;
    who decides for many tables at once has as many times that.
    """

    def __init__(
        self, labels: Sequence[str], on_error: OnError = RAISE, time_limit: float | None = None
    ) -> None:
        if on_error not in get_args(OnError):
            raise OptionError(
                f"on_error must be one of {', '.join(get_args(OnError))}, not {shortened(on_error)}"
            )
        self.labels, self.on_error = list(labels), on_error
        self.time_limit = None if time_limit is None else check_time_limit(time_limit)
        self.decisions: Counter[int] = Counter()
        self.faults: Counter[tuple[int, str]] = Counter()
        self.first_words: dict[tuple[int, str], str] = {}  # of the first fault of each kind
        self._callers: dict[int, TimedCaller] = {}
        self._not_begun: dict[int, Fault] = {}

    # --- asking ---

    def begin(self, number: int, agent: Agent, seed: int) -> None:
        """Let an agent prepare for a game; one that cannot will be at fault when it is asked."""
        self._not_begun.pop(number, None)
        self._limits_itself(agent)
        try:
            self._in_time(number, lambda: agent.begin_game(seed), 1)
        except Fault as fault:
            self._not_begun[number] = fault

    def decide(self, number: int, agent: Agent, table: Table) -> int:
        """Return what the agent does in the seat to act, or NO_ACTION if it forfeits."""
        self.decisions[number] += 1
        try:
            if number in self._not_begun:
                raise self._not_begun[number]
            if self._limits_itself(agent):
                chosen = self._called(lambda: choose_at(table, agent))
            else:
                chosen = self._in_time(number, lambda: choose_at(table, agent), 1)
            return check_legal(chosen, table.mask)
        except Fault as fault:
            where = f"in seat {seat_name(table.seat)} at decision {table.num_decisions + 1}"
            self._note(number, fault, where)
            return self._instead(fault, table.observation, table.mask)

    def decide_many(self, number: int, ask: Ask, asked: Asked) -> Actions:
        """Return what an agent does in some rows, NO_ACTION where it forfeits."""
        observation, mask, seats = asked
        self.decisions[number] += len(mask)
        rows = np.arange(len(mask))
        try:
            chosen = self._in_time(number, lambda: list(ask(rows)), len(mask))
            if len(chosen) != len(mask):
                raise Fault(ERROR, f"it answered {len(chosen)} of {len(mask)} questions")
        except Fault as fault:
            # whose fault it was is found by asking for each row alone
            chosen = (
                [fault]
                if len(mask) == 1
                else [self._one(number, ask, row) for row in rows.tolist()]
            )
        actions = np.zeros(len(mask), np.int64)
        for row, answer in enumerate(chosen):
            try:
                if isinstance(answer, Fault):
                    raise answer
                actions[row] = check_legal(answer, mask[row])
            except Fault as fault:
                self._note(number, fault, f"in seat {seat_name(int(seats[row]))}")
                actions[row] = self._instead(fault, observation[row], mask[row])
        return actions

    def _one(self, number: int, ask: Ask, row: int) -> Any:
        """Return what an agent answers for one row, or its fault."""
        try:
            return self._in_time(number, lambda: list(ask(np.array([row]))), 1)[0]
        except Fault as fault:
            return fault

    def _limits_itself(self, agent: Any) -> bool:
        """Tell whether an agent keeps to a time limit by itself, and ends what is late: to ours."""
        if not hasattr(agent, "time_limit"):
            return False
        if self.time_limit is not None:
            agent.time_limit = self.time_limit
        return True

    def _in_time(self, number: int, function: Callable[[], Any], decisions: int) -> Any:
        """Return what a function of an agent returns, in time, or raise its Fault."""
        limit = self.time_limit
        if limit is None:
            return self._called(function)
        caller = self._callers.setdefault(number, TimedCaller())
        return self._called(lambda: caller.call(function, limit * decisions))

    def _called(self, function: Callable[[], Any]) -> Any:
        """Return what a function of an agent returns, or raise its Fault."""
        try:
            return function()
        except Forfeit as error:
            raise Fault(GAVE_UP, f"it gave up: {error}") from error
        except SlowAgentError as error:
            raise Fault(SLOW, str(error)) from error
        except DeadAgentError as error:
            raise Fault(DIED, str(error)) from error
        except AgentFaultError as error:
            raise Fault(ERROR, str(error)) from error
        except Exception as error:
            said = str(error).partition("\n")[0]
            raise Fault(ERROR, f"{type(error).__name__}: {said}") from error

    # --- what becomes of it ---

    def _note(self, number: int, fault: Fault, where: str) -> None:
        """Count a fault, or raise an error that names it."""
        words = f"{self.labels[number]}, {where}: {fault}"
        self.faults[number, fault.kind] += 1
        self.first_words.setdefault((number, fault.kind), words)
        if self.on_error == RAISE and fault.kind != GAVE_UP:
            raise AgentFaultError(f"{words} ({fault.kind})") from (fault.__cause__ or fault)

    def _instead(
        self, fault: Fault, observation: NDArray[np.float32], mask: NDArray[np.bool_]
    ) -> int:
        """Return what is done in the place of a faulty decision."""
        if self.on_error != RANDOM or fault.kind == GAVE_UP:
            return NO_ACTION
        legal = np.flatnonzero(mask)
        # any, by what is seen: the same at many tables as at one
        return int(legal[zlib.crc32(observation.tobytes()) % len(legal)])

    # --- reports ---

    @property
    def has_faults(self) -> bool:
        """Whether anybody has done anything wrong."""
        return bool(self.faults)

    def in_words(self) -> list[str]:
        """Return a line for each agent that did something wrong, and what it did first."""
        lines = []
        for number, label in enumerate(self.labels):
            counts = {kind: self.faults[number, kind] for kind in FAULTS}
            if any(counts.values()):
                listed = ", ".join(f"{count} {kind}" for kind, count in counts.items() if count)
                lines.append(f"{label}: {listed} in {self.decisions[number]} decisions")
                lines += [
                    f"  first {kind}: {shortened_end(self.first_words[number, kind])}"
                    for kind, count in counts.items()
                    if count
                ]
        return lines

    def as_figures(self) -> dict[str, Any]:
        """Return what was counted, by the labels of agents."""
        return {
            "on_error": self.on_error,
            "time_limit": self.time_limit,
            "agents": [
                {
                    "agent": label,
                    "decisions": self.decisions[number],
                    **{kind: self.faults[number, kind] for kind in FAULTS},
                }
                for number, label in enumerate(self.labels)
            ],
        }


def check_legal(answer: Any, mask: NDArray[np.bool_]) -> int:
    """Return an action that the mask allows, or raise a Fault."""
    action = whole_number(answer)
    if action is None:
        raise Fault(ILLEGAL, f"its answer {shortened(answer)} is no action")
    if not 0 <= action < len(mask) or not mask[action]:
        raise Fault(ILLEGAL, f"action {shortened(action)} is not legal")
    return action


def shortened_end(words: str, longest: int = 160) -> str:
    """Return words that fit a line."""
    return words if len(words) <= longest else words[: longest - 3] + "..."


def forfeit_returns(table: Table, forfeiter: int, returns: Sequence[float]) -> NDArray[np.float32]:
    """Return what a game is worth that one seat has forfeited: the least to that seat.

    In a team it is the least to all. Where returns come to nothing the others share what the
    forfeiter loses; elsewhere they keep what they had.
    """
    stakes = table.game.stakes(table.num_players, table.options)
    final = np.array(returns, np.float32)
    if stakes.sum == "common":
        final[:] = stakes.lowest
    elif stakes.sum == "zero":
        final[:] = -stakes.lowest / max(table.num_players - 1, 1)
        final[forfeiter] = stakes.lowest
    else:
        is_known = stakes.lowest > -ANY_RETURN
        final[forfeiter] = stakes.lowest if is_known else final.min() - 1
    return final

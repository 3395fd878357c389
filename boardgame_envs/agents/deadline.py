"""Answers within a time: who is late is not waited for."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from boardgame_envs.agents.faults import SlowAgentError
from boardgame_envs.core.numbers import finite_number
from boardgame_envs.core.problems import OptionError, shortened

T = TypeVar("T")
# a day; what takes longer is no time limit
LONGEST_LIMIT = 86_400.0


class TimedCaller:
    """Calls the functions of one agent, each within a time.

    A call that takes longer goes on in a thread of its own, for nothing can stop it; the agent is
    asked again only when that has come back.
    """

    def __init__(self) -> None:
        self._unfinished: threading.Event | None = None

    def call(self, function: Callable[[], T], seconds: float) -> T:
        """Return what a function returns, or raise SlowAgentError."""
        if self._unfinished is not None and not self._unfinished.wait(seconds):
            raise SlowAgentError("it has not come back from an earlier decision")
        done, outcome = threading.Event(), list[Any]()

        def run() -> None:
            try:
                outcome[:] = [function(), None]
            except BaseException as error:
                outcome[:] = [None, error]
            finally:
                done.set()

        threading.Thread(target=run, daemon=True).start()
        self._unfinished = done
        if not done.wait(seconds):
            raise SlowAgentError(f"there was no answer within {seconds:g} s")
        value, error = outcome
        if error is not None:
            raise error
        result: T = value
        return result


def check_time_limit(seconds: Any) -> float:
    """Return a time limit, or raise OptionError."""
    number = finite_number(seconds)
    if number is None or not 0 < number <= LONGEST_LIMIT:
        raise OptionError(
            f"a time limit is a number of seconds above 0, up to {LONGEST_LIMIT:g}, "
            f"not {shortened(seconds)}"
        )
    return number

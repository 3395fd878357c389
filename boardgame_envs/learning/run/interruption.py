"""Ctrl-C and SIGTERM: the first lets a run come to rest and be saved, the second ends it."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM)
STANDARD_ERROR = 2
STOPPING = "stopping after this update, to save the run; a second Ctrl-C ends it at once\n"

Handler = Callable[[int, Any], None]


class Interrupted(KeyboardInterrupt):
    """Raised where a run is stopped by a signal."""

    def __init__(self, sentence: str, number: int = signal.SIGINT) -> None:
        super().__init__(sentence)
        self.number = number

    @property
    def status(self) -> int:
        """The exit status of a command that was stopped by this signal."""
        return 128 + self.number


class CannotGoOnError(ValueError):
    """Raised when a run cannot go on for now, and can be resumed later."""


class StopRequest:
    """Whether a run has been asked to stop, and by which signal."""

    def __init__(self) -> None:
        self.number: int | None = None

    @property
    def is_made(self) -> bool:
        """Whether the run is to stop."""
        return self.number is not None

    def note(self, number: int, frame: Any) -> None:
        """Take a signal as the wish to stop; the next one is not waited for."""
        self.number = number
        for each in heard_signals():
            signal.signal(each, stop_at_once)
        # not print, which the signal may have interrupted
        os.write(STANDARD_ERROR, STOPPING.encode())

    def obey(self, steps: int) -> None:
        """Stop if this was asked for; ``steps`` is how far the run has come."""
        if self.number is not None:
            raise Interrupted(f"interrupted at {steps:,} decisions", self.number)


def stop_at_once(number: int, frame: Any) -> None:
    """Stop wherever the run is."""
    raise Interrupted("interrupted", number)


def heard_signals() -> list[signal.Signals]:
    """Return the signals that are not ignored, as Ctrl-C is by what runs in the background."""
    return [number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]


@contextmanager
def handling(handler: Handler) -> Iterator[None]:
    """Let a function handle the signals; only the main thread can, and ignored ones stay so."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in heard_signals()}
    try:
        for number in before:
            signal.signal(number, handler)
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier or signal.SIG_DFL)


@contextmanager
def stop_requests() -> Iterator[StopRequest]:
    """Let a run be asked to stop, which it does when it is at rest."""
    request = StopRequest()
    with handling(request.note):
        yield request

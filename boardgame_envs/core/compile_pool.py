"""Compiling in other processes: several at once for those who wait, one for those who do not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from boardgame_envs.core.loop import Loop

WORKER = "boardgame_envs.core.compile_worker"
Report = Callable[[str], None]


class WorkerLostError(Exception):
    """The process that compiles is not there, or has ended."""


class Worker:
    """A process that compiles one loop after the other; it ends with whoever has started it."""

    def __init__(self, report: Report, *, patient: bool = False) -> None:
        self._report = report
        path = os.pathsep.join(folder or str(Path.cwd()) for folder in sys.path)
        quiet = {
            "PYTHONPATH": path,
            "BOARDGAME_ENVS_QUIET": "1",
            "BOARDGAME_ENVS_RULES": "compiled",
        }
        if not sys.executable:
            raise WorkerLostError("this program cannot start Python")
        command = [sys.executable, "-m", WORKER, *(["--patient"] if patient else [])]
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,  # a buffer has a lock, which a fork could copy while it is held
                env={**os.environ, **quiet},
            )
        except OSError as error:
            raise WorkerLostError(error.strerror or str(error)) from None

    def compile(self, loop: Loop) -> str | None:
        """Let a loop be compiled; return what went wrong, if anything did."""
        question, answers = self._process.stdin, self._process.stdout
        assert question is not None
        assert answers is not None
        try:
            question.write(json.dumps(loop.address).encode() + b"\n")
        except (OSError, ValueError):
            raise WorkerLostError("the process that compiles has ended") from None
        for line in answers:
            answer: dict[str, Any] = json.loads(line)
            if "done" in answer:
                problem: str | None = answer["problem"]
                return problem
            self._report(answer["compiled"])
        raise WorkerLostError("the process that compiles has ended")

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()

    def leave(self) -> None:
        """Let go of the process in a copy of whoever has started it."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()

    def __enter__(self) -> Self:
        """Use the process."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the process, and wait until it has ended."""
        self.end()
        with self._process:
            self._process.wait()


def compile_elsewhere(phases: Sequence[Sequence[Loop]], report: Report, processes: int) -> None:
    """Compile loops into the cache, in several processes at once, one phase after the other.

    What goes wrong is left to whoever loads the loops: there it is compiled once more.
    """
    lock, workers = threading.Lock(), list[Worker]()

    def report_one(function: str) -> None:
        with lock:
            report(function)

    try:
        workers += [Worker(report_one) for _ in range(min(processes, max(map(len, phases))))]
        for loops in phases:
            share(loops, workers)
    except WorkerLostError:
        pass
    finally:
        for worker in workers:
            worker.__exit__()


def share(loops: Sequence[Loop], workers: Sequence[Worker]) -> None:
    """Let each of some processes compile what no other has begun, until all is compiled."""
    lock, queue = threading.Lock(), Waiting(loops)

    def work(worker: Worker) -> None:
        with suppress(WorkerLostError):
            while True:
                with lock:
                    loop = queue.next_for(worker)
                if loop is None:
                    return
                worker.compile(loop)

    threads = [threading.Thread(target=work, args=(worker,)) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


class Waiting:
    """Loops that wait for a process, the largest first.

    Two processes that compile what has parts in common both compile these parts. So each stays
    with what is like its own, as the loops of a game are, and keeps away from what others have.
    """

    def __init__(self, loops: Sequence[Loop]) -> None:
        largest_first = sorted(loops, key=lambda loop: len(loop.functions()), reverse=True)
        self._functions = {loop: loop.functions() for loop in largest_first if not loop.is_ready()}
        self._taken: dict[Any, set[str]] = {}

    def next_for(self, worker: Any) -> Loop | None:
        """Take out what a process should compile next; None if nothing is left."""
        own = self._taken.setdefault(worker, set())
        others = set[str]().union(*(each for each in self._taken.values() if each is not own))
        while self._functions:
            loop = max(
                self._functions,
                key=lambda loop: (
                    len(self._functions[loop] & own) - len(self._functions[loop] & others)
                ),
            )
            functions = self._functions.pop(loop)
            if not loop.is_ready():
                own |= functions
                return loop
        return None


def processors() -> int:
    """Return how many processes can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1

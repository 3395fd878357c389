"""Compiled code takes over from plain Python, behind the back of whoever is playing.

A thread loads what is in the cache. What is not is compiled into the cache by another process, of
which there is one at most for each game and cache. The thread then puts compiled loops in the
place of plain ones, one by one; the main thread is never kept waiting.
"""

from __future__ import annotations

import atexit
import os
import queue
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import IO, TYPE_CHECKING, Any, TypeAlias, TypeVar

from boardgame_envs.core.cache_files import cache_folder, can_keep, reason, say_once
from boardgame_envs.core.compile_pool import Worker
from boardgame_envs.core.loop import Loop

if TYPE_CHECKING:
    from boardgame_envs.core.tiers import TieredLoops

try:
    import fcntl
except ImportError:  # there are no such locks; at worst, something is compiled twice
    fcntl = None  # type: ignore[assignment]

T = TypeVar("T")
# loops that run in plain Python meanwhile, or that nobody runs yet
Takable: TypeAlias = "TieredLoops | WantedLoops"
# seconds between two looks whether another process has compiled what is wanted here
PAUSE = 0.5


class StoppedError(Exception):
    """The program is ending."""


class WantedLoops:
    """Loops that nobody runs yet: compiled code is brought so that nobody will wait for it."""

    def __init__(self, name: str, loops: Mapping[str, Loop]) -> None:
        self.name, self.loops = name, loops
        self.spent = 0.0


class Takeover:
    """The thread of a process that brings compiled code."""

    def __init__(self) -> None:
        self.asked: queue.SimpleQueue[Takable] = queue.SimpleQueue()
        self.waiting: list[Takable] = []
        # groups that no other process could compile
        self.lost: set[str] = set()
        self.thread: threading.Thread | None = None
        self.worker: Worker | None = None
        self.lock: IO[Any] | None = None
        self.stopping = threading.Event()
        # held by the thread but when it waits: a fork must not cut in two what it does
        self.busy = threading.Lock()

    def add(self, group: Takable) -> None:
        """Bring compiled code for a group of loops, too."""
        self.waiting.append(group)
        self.asked.put(group)
        if self.thread is None:
            self.thread = threading.Thread(
                target=self._run, name="boardgame_envs takeover", daemon=True
            )
            self.thread.start()

    def stop(self) -> None:
        """End the process that compiles, and let the thread do no more: the program is ending."""
        self.stopping.set()
        if self.worker is not None:
            self.worker.end()
        # nothing may be torn down while the thread does something; from here on it does nothing
        self.busy.acquire(timeout=10.0)

    def leave(self) -> list[Takable]:
        """Let go, in the copy of a process, of what belongs to the thread, which is not copied.

        Returns the groups that still wait.
        """
        if self.worker is not None:
            self.worker.leave()
        if self.lock is not None:
            self.lock.close()
        return self.waiting

    def _run(self) -> None:
        """Bring what is asked for, one group after the other."""
        try:
            with self.busy:
                while True:
                    group = self._wait_for(self.asked.get)
                    self._bring(group)
                    self.waiting.remove(group)
        except StoppedError:
            pass

    def _wait_for(self, wait: Callable[[], T]) -> T:
        """Return what comes after some time; meanwhile a fork, or the end, may come."""
        self.busy.release()
        try:
            return wait()
        finally:
            self.busy.acquire()
            if self.stopping.is_set():
                raise StoppedError

    def _bring(self, group: Takable) -> None:
        """Bring the compiled loops of one group; if that fails, plain Python goes on."""
        try:
            missing = self._load_ready(group, dict(group.loops))
            while missing:
                with lock_for(group) as self.lock:
                    if self.lock is not None:
                        self._compile(group, missing)
                        return
                self._wait_for(lambda: self.stopping.wait(PAUSE))
                missing = self._load_ready(group, missing)
        except StoppedError:
            raise
        except Exception as error:
            self.lost.add(group.name)
            if isinstance(group, WantedLoops):
                return
            why = f"{group.name} goes on in plain Python ({reason(error)})"
            say_once(f"plain {group.name}", why)

    def _compile(self, group: Takable, missing: dict[str, Loop]) -> None:
        """Let another process compile loops, and load each when it is there."""
        with Worker(lambda function: None, patient=True) as worker:
            self.worker = worker
            for name, loop in missing.items():
                problem = self._wait_for(partial(worker.compile, loop))
                if problem or not self._load(group, name, loop):
                    raise RuntimeError(problem or "what was compiled cannot be loaded")
        self.worker = None

    def _load_ready(self, group: Takable, loops: dict[str, Loop]) -> dict[str, Loop]:
        """Load the loops that are in the cache; return those that are not."""
        ready = [name for name, loop in loops.items() if loop.is_ready()]
        loaded = [name for name in ready if self._load(group, name, loops[name])]
        return {name: loop for name, loop in loops.items() if name not in loaded}

    def _load(self, group: Takable, name: str, loop: Loop) -> bool:
        """Put a loop from the cache in the place of the plain one, if it is there."""
        compiled = loop.load(compile_it=False)
        if compiled is not None:
            setattr(group, name, compiled)
        # whoever wants to fork, or to end, does not wait for all of them
        self._wait_for(lambda: None)
        return compiled is not None


takeover = Takeover()


def take_over(group: Takable) -> None:
    """Let compiled code take the place of the loops of a group as soon as it is there."""
    takeover.add(group)


def bring(name: str, loops: Mapping[str, Loop]) -> bool:
    """Have loops compiled in the background; tell whether there is nothing to wait for.

    What nobody can bring, whoever needs it must compile.
    """
    missing = [loop for loop in loops.values() if not loop.is_ready()]
    can_come = can_keep() and name not in takeover.lost
    if not missing or not can_come or any(loop.address is None for loop in missing):
        return True
    if name not in [group.name for group in takeover.waiting]:
        takeover.add(WantedLoops(name, loops))
    return False


@contextmanager
def lock_for(group: Takable) -> Iterator[IO[Any] | None]:
    """Give the lock of those who compile a group into this cache; None if another has it."""
    folder = cache_folder() / "locks"
    folder.mkdir(parents=True, exist_ok=True)
    name = group.name.replace(" ", "_")
    with open(folder / f"{name}.lock", "w") as file:
        yield file if lock(file) else None


def lock(file: IO[Any]) -> bool:
    """Lock a file until it is closed, unless another process has locked it."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


# --- the end of the program, and its copies ---


def wait_until_idle() -> None:
    """Let the thread finish, before a fork, what cannot be cut in two."""
    takeover.busy.acquire()


def go_on() -> None:
    """Let the thread go on after a fork."""
    takeover.busy.release()


def begin_anew() -> None:
    """Do without the thread in a copy of the process, until compiled code is wanted again."""
    global takeover  # noqa: PLW0603
    for group in takeover.leave():
        group.spent = 0.0
    takeover = Takeover()


def stop() -> None:
    """End what goes on in the background."""
    takeover.stop()


atexit.register(stop)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=wait_until_idle, after_in_parent=go_on, after_in_child=begin_anew)

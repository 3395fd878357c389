"""Pieces of work for threads; how many there are changes the time that it takes, nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import torch

Piece = TypeVar("Piece")

# with more, each would have too little to do between two waits for the others
MOST_THREADS = 4


class Threads:
    """The threads of this process that learn."""

    count = 1
    pool: ThreadPoolExecutor | None = None


def usable_cores() -> int:
    """Return how many cores this process may use, and no more than are worth a thread."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return min(cores or 1, MOST_THREADS)


def use_threads(count: int) -> None:
    """Learn with a number of threads; torch has none of its own then, which would spin."""
    torch.set_num_threads(1)
    if Threads.pool is not None:
        Threads.pool.shutdown()
    Threads.count = count
    Threads.pool = None
    if count > 1:
        # OpenMP keeps the number for each thread: without it, sums would depend on who adds them up
        Threads.pool = ThreadPoolExecutor(
            count - 1, "learning", initializer=torch.set_num_threads, initargs=(1,)
        )


def pieces_of(begin: int, end: int, size: int) -> list[slice]:
    """Return the numbers from one to another in pieces of a size."""
    return [slice(first, min(first + size, end)) for first in range(begin, end, size)]


def run_pieces(work: Callable[[Piece], None], pieces: Sequence[Piece]) -> None:
    """Do all pieces of work, one after the other or side by side; return when they are done."""
    # threads take pieces from it by turns: a list's iterator may be shared
    waiting = iter(list(pieces))

    def do_pieces() -> None:
        for piece in waiting:
            work(piece)

    helpers = [] if Threads.pool is None else range(min(Threads.count, len(pieces)) - 1)
    helping = [Threads.pool.submit(do_pieces) for _ in helpers if Threads.pool is not None]
    do_pieces()
    for helper in helping:
        helper.result()

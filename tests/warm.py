"""Compile what the tests use before they begin: ``python -m tests.warm``.

Else each of the processes that run them would compile the same. Loops for threads are used by slow
tests only: ``python -m tests.warm --threads``.
"""

from __future__ import annotations

import sys

import tests.cart  # noqa: F401, so that Cart is found
from boardgame_envs.agents.heuristics import noah, tranquility
from boardgame_envs.agents.heuristics.compiled_heuristic import heuristic_loop
from boardgame_envs.command_line.warm import loops_to_warm
from boardgame_envs.core.tiers import fill_cache
from boardgame_envs.games import game_names

# what only yardsticks and their tests play with
OLD_HEURISTICS = (noah.FirstEdition, tranquility.FirstEdition)


def main() -> None:
    """Fill the cache; those who compile say how far they have come."""
    loops, parts = loops_to_warm(game_names(), threads="--threads" in sys.argv)
    fill_cache("all games", [*loops, *map(heuristic_loop, OLD_HEURISTICS)], parts)


if __name__ == "__main__":
    main()

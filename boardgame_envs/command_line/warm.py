"""``boardgame-envs warm``: compile rules before they are needed."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from boardgame_envs.agents.by_name import compiled_heuristics_of
from boardgame_envs.agents.heuristics.compiled_heuristic import heuristic_loop
from boardgame_envs.agents.searching.by_name import other_playouts
from boardgame_envs.agents.searching.settings import find_settings
from boardgame_envs.core.cache_files import cache_folder, can_keep
from boardgame_envs.core.compiled_game import LoopGroup, compiled_game
from boardgame_envs.core.game import Game
from boardgame_envs.core.loop import Loop
from boardgame_envs.core.tiers import PLAIN, fill_cache, rules_choice
from boardgame_envs.games import game_names, load_game
from boardgame_envs.matches.rng import find_draws
from boardgame_envs.search.judging import with_judge
from boardgame_envs.search.loop_groups import LeafLoops, PastLoops, SearchLoops, with_policy
from boardgame_envs.search.solving import solve_loops_with
from boardgame_envs.search.tree import tree_loops_with

NAME = "warm"
HELP = "compile games before they are needed"
DESCRIPTION = (
    "Compile all that the games need into the cache, so that nothing has to be compiled later: "
    "for a container, a CI job, or a machine without much patience. What is there already is "
    "left alone."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "games", nargs="*", metavar="GAME", help=f"some of: {', '.join(game_names())}; default: all"
    )
    parser.add_argument(
        "--threads",
        action="store_true",
        help="compile the loops that share work among threads, too",
    )


def run(parsed: argparse.Namespace) -> int:
    """Fill the cache, and print what it took."""
    names = parsed.games or game_names()
    loops, parts = loops_to_warm(names, parsed.threads)
    if rules_choice() == PLAIN:
        raise ValueError("rules are run in plain Python here, so there is nothing to compile")
    if not can_keep():
        raise ValueError(f"compiled rules cannot be kept in {cache_folder()}")
    started = time.perf_counter()
    done = fill_cache(", ".join(names), loops, parts)
    took = time.perf_counter() - started
    lost = [loop.about for loop in loops if not loop.is_ready()]
    if lost:
        raise ValueError(f"{lost[0]} could not be kept in {cache_folder()}")
    what = f"{len(done)} functions compiled in {took:.0f} s" if done else "nothing to compile"
    print(f"{', '.join(names)}: {what}; {size_in_words(cache_folder())} in {cache_folder()}")
    return 0


def loops_to_warm(names: Sequence[str], threads: bool) -> tuple[list[Loop], list[Loop]]:
    """Return all loops of some games, and the small ones to be compiled first."""
    loops, parts = [find_draws()], list[Loop]()
    for game in map(load_game, dict.fromkeys(names)):
        heuristics = compiled_heuristics_of(game)
        choosing = list(map(heuristic_loop, heuristics))
        ours = compiled_game(game)
        loops += [*ours.all_loops(threads), *choosing]
        for policy in (None, *(kind() for kind in heuristics)):
            loops += ours.loops(with_policy(SearchLoops, policy)).values()
            loops += ours.loops(with_policy(LeafLoops, policy)).values()
        loops += [*searching_loops(game), *usual_search_loops(game)]
        parts += [*ours.small_loops(), *choosing]
    return loops, parts


def searching_loops(game: Game) -> list[Loop]:
    """Return the loops that agents that search need beside those of any search."""
    settings, ours = find_settings(game), compiled_game(game)
    judge = settings.judge
    policies: list[Any] = [kind() for kind in compiled_heuristics_of(game)] or [None]
    groups: list[type[LoopGroup]] = [with_judge(judge), PastLoops]
    for policy in policies:
        groups.append(tree_loops_with(policy, judge))
        if settings.open_rounds is not None and judge is not None:
            groups.append(solve_loops_with(policy, judge, *settings.open_rounds))
    return [loop for group in groups for loop in ours.loops(group).values()]


def usual_search_loops(game: Game) -> list[Loop]:
    """Return the loops of searches that play on by another heuristic than the usual one."""
    loops: list[Loop] = []
    for policy in other_playouts(game):
        searching = compiled_game(game).loops(with_policy(SearchLoops, policy))
        loops += [heuristic_loop(type(policy)), *searching.values()]
    return loops


def size_in_words(folder: Path) -> str:
    """Return how much the files of a folder hold."""
    size = sum(file.stat().st_size for file in folder.rglob("*.nbc"))
    return f"{size / 1e6:.1f} MB"

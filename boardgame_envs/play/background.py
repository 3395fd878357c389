"""Compiled code for searches, brought while people play: nobody waits for a compiler."""

from __future__ import annotations

from boardgame_envs.agents.searching.settings import find_settings
from boardgame_envs.core.compiled_game import LoopGroup, WorldLoops, bring_loops
from boardgame_envs.core.game import Game
from boardgame_envs.search.judging import with_judge
from boardgame_envs.search.loop_groups import LeafLoops, PastLoops

STILL_COMPILING = (
    "Actions cannot be tried out yet: code is being compiled for that, once on this machine. "
    "Ask again in a minute or two."
)


def groups_of_search(game: Game) -> list[type[LoopGroup]]:
    """Return the loops that run when actions are tried out with a network in all seats."""
    return [WorldLoops, PastLoops, LeafLoops, with_judge(find_settings(game).judge)]


def can_try_out(game: Game) -> bool:
    """Tell whether actions can be tried out at once; if not, the code for it is being compiled."""
    return bring_loops(game, groups_of_search(game))

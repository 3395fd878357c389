"""Search by playouts: worlds x actions x endings, in one compiled call."""

from __future__ import annotations

from collections.abc import Sequence

from numpy.typing import ArrayLike

from boardgame_envs.core.information import InformationState
from boardgame_envs.core.worlds import Worlds
from boardgame_envs.search.action_values import ActionValues
from boardgame_envs.search.judging import Judge, judge_tables
from boardgame_envs.search.loop_groups import PlayoutPolicy, SearchLoops
from boardgame_envs.search.preparation import Preparation, find_until


def search_actions(
    information: InformationState,
    *,
    worlds: int | Worlds,
    seed: int,
    endings: int = 1,
    actions: ArrayLike | None = None,
    policy: PlayoutPolicy | None = None,
    weights: Sequence[float] | None = None,
    decisions: int | None = None,
    until_round: bool = False,
    threads: int = 1,
    judge: Judge | None = None,
) -> ActionValues:
    """Try each action in each world, let all play on, and return what they earn.

    All seats play on by a compiled ``policy`` (a heuristic), or at random, by ``weights`` of the
    actions if there are some: to the end of the game, of the round (``until_round``) or of a
    number of ``decisions``, each game counting as it stands then. ``worlds`` is a number of them
    or worlds of this information state, ``actions`` some of the legal ones. The seed fixes all;
    ``threads`` change nothing but the speed. A ``judge`` says what a table is worth in the end, if
    that is not what the seats have earned.
    """
    until = find_until(information.game, decisions, None, until_round)
    preparation = Preparation(
        information,
        worlds=worlds,
        seed=seed,
        endings=endings,
        actions=actions,
        policy=policy,
        weights=weights,
        threads=threads,
        keeps_ends=judge is not None,
    )
    loops, search = preparation.loops(SearchLoops), preparation.search
    loops.search_worlds(search, preparation.room, until)
    preparation.check_policy()
    if judge is None:
        return preparation.values(search.returns / preparation.endings)
    worth = judge_tables(information.game, judge, search.ends, information.num_players)
    return preparation.values(
        worth.reshape(*search.returns.shape[:2], preparation.endings, -1).mean(axis=2)
    )

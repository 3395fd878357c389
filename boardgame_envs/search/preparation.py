"""What every search begins with: arguments that are checked, worlds, seeds, and room."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from boardgame_envs.core.compiled import available_threads, limit_threads, threads_are_lost
from boardgame_envs.core.compiled_game import WorldLoops, loops_of
from boardgame_envs.core.game import Game
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.numbers import (
    MOST_TABLES,
    MOST_TURNS,
    check_count,
    check_seed,
    check_weights,
)
from boardgame_envs.core.problems import IllegalActionError, OptionError, shortened
from boardgame_envs.core.seats import NOBODY
from boardgame_envs.core.worlds import Worlds
from boardgame_envs.search.action_values import ActionValues
from boardgame_envs.search.bundles import ActionSearch, Room, Until
from boardgame_envs.search.loop_groups import Group, PlayoutLoops, PlayoutPolicy, with_policy

# endings are not drawn from the very word that a game of the same seed begins with
ENDINGS = np.uint64(0xE7037ED1A0B428DB)


class Preparation:
    """The worlds and actions of a search, and who plays on."""

    def __init__(
        self,
        information: InformationState,
        *,
        worlds: int | Worlds,
        seed: int,
        endings: int,
        actions: ArrayLike | None,
        policy: PlayoutPolicy | None,
        weights: Sequence[float] | None,
        threads: int,
        keeps_ends: bool = False,
    ) -> None:
        self.information, self.policy = information, policy
        chosen, imagined = (
            find_actions(information, actions),
            find_worlds(information, worlds, seed),
        )
        self.endings = check_count("endings", endings, 1, MOST_TABLES)
        tables = len(imagined) * len(chosen) * self.endings
        check_count("worlds x actions x endings", tables, 1, MOST_TABLES)
        threads = check_count("threads", threads, 1, available_threads())
        # after a fork there is only one
        self.threads = 1 if threads_are_lost() else min(threads, len(imagined))
        if policy is not None and weights is not None:
            raise OptionError("playouts follow a policy or weights, not both")
        game, seats = information.game, information.num_players
        odds, notes = (
            check_weights(game.num_actions, weights),
            with_policy(PlayoutLoops, policy).notes(),
        )
        self.room = Room.make(game, self.threads, seats, odds, notes)
        seeds = find_seeds(game, seed, len(imagined), self.endings)
        self.search = ActionSearch.make(
            imagined.states, chosen, seeds, self.threads, seats, keeps_ends
        )

    def loops(self, group: type[Group]) -> Group:
        """Return loops in which the policy decides, and let them use the threads asked for."""
        if self.threads > 1:
            limit_threads(self.threads)
        return loops_of(self.information.game, with_policy(group, self.policy), self.threads > 1)

    def check_policy(self) -> None:
        """Raise IllegalActionError if the policy wanted to do what is not legal."""
        if self.room.illegal.any():
            name = self.information.game.name
            raise IllegalActionError(f"the playout policy chose what is not legal in {name}")

    def values(self, earned: NDArray[np.float64]) -> ActionValues:
        """Return what was found out, of what was earned by [world, action, seat]."""
        returns = np.ascontiguousarray(earned.transpose(1, 0, 2))
        return ActionValues(self.information.seat, self.search.actions, returns, self.endings)


def find_actions(information: InformationState, actions: ArrayLike | None) -> NDArray[np.int64]:
    """Return the actions to be searched, all legal ones if None, or raise an error."""
    legal = np.flatnonzero(information.mask)
    if not legal.size:
        raise ValueError(f"{why_nothing_is_legal(information)}: there are no actions to search")
    if actions is None:
        return legal
    chosen = np.asarray(actions)
    if chosen.ndim != 1 or not chosen.size or chosen.dtype.kind not in "iu":
        raise ValueError(f"actions must be a list of whole numbers, not {shortened(actions)}")
    for action in chosen.tolist():
        if action not in legal:
            allowed = ", ".join(map(str, legal))
            raise IllegalActionError(f"action {action} is not legal here; legal are: {allowed}")
    return chosen.astype(np.int64)


def why_nothing_is_legal(information: InformationState) -> str:
    """Return why a seat has nothing to decide."""
    is_over = information.to_act == NOBODY
    return "the game is over" if is_over else f"seat {information.seat} is not to act"


def find_worlds(information: InformationState, worlds: int | Worlds, seed: int) -> Worlds:
    """Return the worlds to search in: a number of new ones, or those that are given."""
    if not isinstance(worlds, Worlds):
        return information.worlds(check_count("worlds", worlds, 1, MOST_TABLES), seed)
    given = worlds.information
    is_same = np.array_equal(given.observation, information.observation)
    if given.game is not information.game or given.seat != information.seat or not is_same:
        raise ValueError("these worlds are of another information state")
    if not len(worlds):
        raise ValueError("there must be a world to search in")
    return worlds


def find_seeds(game: Game, seed: int, worlds: int, endings: int) -> NDArray[np.uint64]:
    """Return a seed for each ending in each world."""
    seeds = np.zeros(worlds * endings, np.uint64)
    loops = loops_of(game, WorldLoops)
    loops.expect(seeds.size)
    loops.draw_seeds(np.uint64(check_seed(seed)) ^ ENDINGS, seeds)
    return seeds.reshape(worlds, endings)


def find_until(game: Game, decisions: int | None, seat: int | None, until_round: bool) -> Until:
    """Return how far tables play on: to the end, if nothing else is asked for."""
    if until_round and not hasattr(game.rules, "count_rounds"):
        raise OptionError(f"{game.name} has no rounds that a search could play to the end of")
    most = MOST_TURNS if decisions is None else check_count("decisions", decisions, 0, MOST_TURNS)
    return Until(most, NOBODY if seat is None else seat, int(until_round))

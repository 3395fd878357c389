"""How likely worlds are, by what others did: whoever knows how they play can read their hands.

Worlds of an information state are equally likely, but for what was done: in each of them the game
is walked back, decision by decision, as far as its rules can tell how it came about
(``rules.rewind``), and the policies of the other seats say how likely they would have acted as they
did, given what they would have seen there. All that a seat knows of the past is what its
information state has: with ``past``, the tables as it knew them before each decision.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.compiled_game import loops_of
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.numbers import check_seed
from boardgame_envs.core.rewinding import CANNOT_TELL, TELLS_NOTHING
from boardgame_envs.core.states import as_bytes, copy_states
from boardgame_envs.core.worlds import Worlds
from boardgame_envs.search.bundles import Pasts
from boardgame_envs.search.loop_groups import PastLoops

# how likely each action is, given observations and masks, a row for each decision
Policy: TypeAlias = Callable[[NDArray[np.float32], NDArray[np.bool_]], NDArray[Any]]

# how many worlds are dealt, unless asked otherwise; those that are alike are looked at once
DEALT = 1000
# how likely somebody is supposed to do anything else than a policy says: what the policy rules out
# makes a world unlikely, and not impossible
SLIP = 1e-3


@dataclass(frozen=True, eq=False)
class Hindsight:
    """What others saw in the past of each world, and did: a row for each decision and world."""

    world: NDArray[np.int64]
    seat: NDArray[np.int64]
    action: NDArray[np.int64]
    mask: NDArray[np.bool_]
    observation: NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Belief:
    """Worlds that differ, and how likely each is; together 1."""

    worlds: Worlds
    weights: NDArray[np.float64]

    def draw(self, number: int, seed: int) -> Worlds:
        """Return a number of worlds, each as often as it is likely, up to one time more or less."""
        first = np.random.default_rng(check_seed(seed)).random()
        reached = self.weights.cumsum()
        wanted = (np.arange(number) + first) / number * reached[-1]
        places = np.searchsorted(reached, wanted, side="right")
        return self.worlds.chosen(np.minimum(places, len(self.worlds) - 1))


def form_belief(
    information: InformationState,
    policies: Policy | Mapping[int, Policy],
    *,
    seed: int,
    dealt: int = DEALT,
    slip: float = SLIP,
) -> Belief:
    """Return how likely worlds are if the others play by a policy, or by one for each seat.

    A seat without a policy tells nothing. ``dealt`` is how many worlds are dealt to begin with.
    """
    return form_beliefs([information], policies, seeds=[seed], dealt=dealt, slip=slip)[0]


def form_beliefs(
    informations: Sequence[InformationState],
    policies: Policy | Mapping[int, Policy],
    *,
    seeds: Sequence[int],
    dealt: int = DEALT,
    slip: float = SLIP,
) -> list[Belief]:
    """Return the beliefs of many information states; each policy is asked once for all."""
    imagined = [
        different_worlds(information, dealt, seed)
        for information, seed in zip(informations, seeds, strict=True)
    ]
    pasts = [look_back(worlds) for worlds, _ in imagined]
    odds = ask_policies(pasts, policies, slip)
    return [
        Belief(worlds, weigh(counts, past, likely))
        for (worlds, counts), past, likely in zip(imagined, pasts, odds, strict=True)
    ]


def different_worlds(
    information: InformationState, dealt: int, seed: int
) -> tuple[Worlds, NDArray[np.int64]]:
    """Return the worlds that differ of a number that are dealt, and how often each was."""
    worlds = information.worlds(dealt, seed)
    states = copy_states(worlds.states)
    # what is to come is no part of what is there
    states["rng"] = 0
    rows = as_bytes(states).reshape(dealt, -1)
    whole = rows.view(np.dtype((np.void, rows.shape[1]))).ravel()
    _, first, counts = np.unique(whole, return_index=True, return_counts=True)
    return worlds.chosen(first), counts


def look_back(worlds: Worlds) -> Hindsight:
    """Walk worlds back as far as that can be told, and note what others saw and did."""
    information = worlds.information
    if information.past is None:
        raise ValueError("this information state has no past: ask table.information(past=True)")
    game, seat, later = information.game, information.seat, worlds.states
    loops, rows = loops_of(game, PastLoops), []
    for number in range(len(information.past) - 1, -1, -1):
        known = information.past[number : number + 1]
        pasts = Pasts.make(game, known, later)
        loops.rewind_worlds(pasts, seat)
        if (pasts.action == CANNOT_TELL).any():
            break
        if int(known["seat"][0]) != seat and (pasts.action != TELLS_NOTHING).all():
            rows.append((int(known["seat"][0]), pasts))
        later = pasts.earlier
    return gather(information, len(worlds), rows)


def gather(
    information: InformationState, worlds: int, rows: Sequence[tuple[int, Pasts]]
) -> Hindsight:
    """Return what was seen and done in all decisions, one after the other."""
    none, game = np.zeros(0, np.int64), information.game
    seats = [np.full(worlds, seat) for seat, _ in rows]
    masks = [pasts.mask for _, pasts in rows]
    observations = [pasts.observation for _, pasts in rows]
    return Hindsight(
        world=np.tile(np.arange(worlds), len(rows)),
        seat=np.concatenate([none, *seats]),
        action=np.concatenate([none, *(pasts.action for _, pasts in rows)]),
        mask=np.concatenate([np.zeros((0, game.num_actions), np.bool_), *masks]),
        observation=np.concatenate([np.zeros((0, game.layout.size), np.float32), *observations]),
    )


def ask_policies(
    pasts: Sequence[Hindsight], policies: Policy | Mapping[int, Policy], slip: float
) -> list[NDArray[np.float64]]:
    """Return how likely each decision was in each row; 1 where nobody knows."""
    seat, action = (np.concatenate([getattr(past, part) for past in pasts]) for part in PARTS)
    mask, observation = (np.concatenate([getattr(past, part) for past in pasts]) for part in SEEN)
    odds = np.ones(len(seat))
    for policy, rows in rows_of_policies(policies, seat):
        if rows.size:
            given = policy(observation[rows], mask[rows])
            chosen = np.take_along_axis(given, action[rows, None], axis=1)[:, 0]
            legal = mask[rows].sum(axis=1)
            odds[rows] = (1.0 - slip) * chosen + slip * mask[rows, action[rows]] / legal
    ends = np.cumsum([len(past.seat) for past in pasts])
    return np.split(odds, ends[:-1])


PARTS, SEEN = ("seat", "action"), ("mask", "observation")


def rows_of_policies(
    policies: Policy | Mapping[int, Policy], seat: NDArray[np.int64]
) -> list[tuple[Policy, NDArray[np.int64]]]:
    """Return each policy with the rows that it decided in."""
    if not isinstance(policies, Mapping):
        return [(policies, np.arange(len(seat)))]
    return [(policy, np.flatnonzero(seat == own)) for own, policy in policies.items()]


def weigh(
    counts: NDArray[np.int64], past: Hindsight, odds: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return how likely worlds are that were dealt so often, and in which this was so likely."""
    with np.errstate(divide="ignore"):
        logs = np.log(odds)
    evidence: NDArray[np.float64] = np.zeros(len(counts))
    np.add.at(evidence, past.world, logs)
    if not np.isfinite(evidence).any():
        # nothing explains what was seen
        evidence = np.zeros(len(counts))
    weights = counts * np.exp(evidence - evidence.max())
    shares: NDArray[np.float64] = weights / weights.sum()
    return shares

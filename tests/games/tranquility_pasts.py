"""Every past of a short game that a player cannot tell from the real one, gone through by replay.

Nothing here knows how worlds are dealt: hidden cards are laid in all ways, the game is played again
by its rules, and what looks otherwise to the player is left out. Cards that are discarded face down
are any that may be, each set of them as likely as any other.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations
from math import comb, sqrt
from typing import Any

import numpy as np

from boardgame_envs.core.compiled_game import TableLoops, loops_of
from boardgame_envs.core.table import Table
from boardgame_envs.games.tranquility import GAME, cards
from boardgame_envs.games.tranquility.information.swapping import (
    Place,
    hidden_places,
    put,
    take,
)
from boardgame_envs.games.tranquility.state import STATE, Phase

# all that is hidden from somebody, one number after the other
World = bytes
PLACES = ("hands", "discards", "piles", "blind", "deck")
FACE_DOWN = "discard a card"


def worlds_of(states: np.ndarray) -> list[World]:
    """Return what is hidden at tables."""
    parts = [states[name] for name in PLACES]
    # the order of removed islands means nothing, nor what is left of a set that is complete
    parts += [np.sort(states["removed"], axis=1), states["first_slot"] * (states["owed"] > 0)]
    rows = [part.reshape(len(states), -1).astype(np.int8) for part in parts]
    return [row.tobytes() for row in np.concatenate(rows, axis=1)]


# --- the pasts ---


def pasts_of(position: str, seat: int, actions: list[str]) -> tuple[Table, dict[World, float]]:
    """Play from a position; return the table and how likely each world is for a player by then."""
    real, run = Table.at(position), 0
    pasts = every_deal(real, seat)
    for action in actions:
        number = find(real, action)
        told = real.game.actions.tell(real.states[0], number, seat)
        is_first = told == FACE_DOWN and run == 0
        run = cards_due(real) if is_first else run
        followed: dict[bytes, float] = defaultdict(float)
        real.step(number)
        for record, weight in pasts.items():
            before = real.with_state(np.frombuffer(record, STATE))
            share = weight / ways_to_discard(before) if is_first else weight
            for after in continued(before, seat, told):
                if looks_alike(after, real, seat):
                    followed[after.states.tobytes()] += share
        run = max(run - 1, 0) if told == FACE_DOWN else 0
        pasts = followed
    worlds: dict[World, float] = defaultdict(float)
    for record, weight in pasts.items():
        state = np.frombuffer(record, STATE)
        # a set that is not complete stands for all those that it may become
        sets = ways_to_discard(real.with_state(state)) if run else 1
        worlds[worlds_of(state)[0]] += weight * sets
    total = sum(worlds.values())
    return real, {world: weight / total for world, weight in worlds.items()}


def find(table: Table, name: str) -> int:
    names = {GAME.actions.name(table.states[0], action): action for action in table.legal_actions()}
    return names[name]


def every_deal(table: Table, seat: int) -> dict[bytes, float]:
    """Lay the hidden cards of a position in every way that its rules allow and looks the same.

    Each comes with the number of ways to lay these cards so, equal cards being different ones.
    """
    places = hidden_places(table.states[0], seat)
    groups = defaultdict(list)
    for place in places:
        groups[as_far_as_it_matters(place)].append(place)
    deals: dict[bytes, float] = defaultdict(float)
    everything, bottom = Counter(place.card for place in places), int(table.states["bottom"][0])
    for laid, number in deals_into(list(groups.values()), everything, places, bottom):
        states = table.states.copy()
        for place in places:
            take(states[0], place)
        for place, card in laid:
            put(states[0], place, card)
        for hand, size in zip(states[0]["hands"], states[0]["hand_sizes"], strict=True):
            hand[:size].sort()
        if looks_alike(table.with_state(states), table, seat):
            deals[states.tobytes()] += number
    return deals


def as_far_as_it_matters(place: Place) -> tuple[str, int, int]:
    """Return a place; in hands, discards and removed islands one is as good as another."""
    return (place.name, place.owner, place.number if place.name in ("piles", "deck") else 0)


def deals_into(
    groups: list[list[Place]], rest: Counter[int], places: list[Place], bottom: int
) -> Iterator[tuple[list[tuple[Place, int]], int]]:
    """Yield every way to lay cards into groups of places, and how often it comes about."""
    if not groups:
        yield [], 1
        return
    group = groups[0]
    fitting = [card for card in rest.elements() if may_lie(card, group[0], places, bottom)]
    for chosen in sorted(set(combinations(fitting, len(group)))):
        taken = Counter(chosen)
        ways = int(np.prod([comb(rest[card], taken[card]) for card in taken]))
        for laid, number in deals_into(groups[1:], rest - taken, places, bottom):
            yield [*zip(group, chosen, strict=True), *laid], number * ways


def may_lie(card: int, there: Place, places: list[Place], bottom: int) -> bool:
    """Tell whether a card may lie somewhere in a position in which nothing is fresh."""
    if card == cards.START:
        is_own = any(place.owner == there.owner and place.card == card for place in places)
        return there.name == "piles" and is_own and there.number >= bottom
    if card == cards.MONSTER:
        return there.name in ("piles", "hands")
    if card >= cards.YELLOW:
        return there.name == "piles"
    return card <= cards.ISLANDS or there.name != "removed"


def continued(before: Table, seat: int, told: str) -> Iterator[Table]:
    """Go on with each action that a player is told of in the same words."""
    for action in before.legal_actions():
        if GAME.actions.tell(before.states[0], action, seat) == told:
            after = before.with_state(before.states)
            after.step(action)
            yield after


def cards_due(table: Table) -> int:
    """Return how many cards are discarded, with the next one."""
    return 2 if int(table.states["phase"][0]) == Phase.ACT else int(table.states["owed"][0])


def ways_to_discard(table: Table) -> int:
    """Return how many sets of cards the player to act may discard, or complete one to."""
    state = table.states[0]
    first = int(state["first_slot"]) if state["owed"] else 0
    hand = [card for card in state["hands"][table.seat].tolist()[first:] if card]
    kept = [cards.MONSTER] if state["is_start_played"] else [cards.MONSTER, cards.START]
    free = [card for card in hand if card not in kept]
    assert len(set(free)) == len(free), "equal cards would have to be counted"
    return comb(len(free), cards_due(table))


def looks_alike(table: Table, real: Table, seat: int) -> bool:
    """Tell whether a player sees the same, and may do the same, at two tables."""
    if table.seat != real.seat or not np.array_equal(table.observe(seat), real.observe(seat)):
        return False
    return bool(table.over or table.mask.any()) and (
        table.seat != seat or np.array_equal(table.mask, real.mask)
    )


# --- the worlds ---


def redealt(table: Table, seat: int, number: int, seed: int = 0) -> np.ndarray:
    """Return many states of a table at which all is dealt anew that a player cannot know."""
    redeal = loops_of(GAME, TableLoops).redeal_table
    states = np.frombuffer(bytearray(table.states.tobytes() * number), STATE)
    for i in range(number):
        redeal(states[i : i + 1], seat, np.uint64(seed + i))
    return states


def sample(table: Table, seat: int, number: int) -> Counter[World]:
    """Deal what a player cannot know anew, many times."""
    return Counter(worlds_of(redealt(table, seat, number)))


def furthest_off(sampled: Counter[World], expected: dict[World, float]) -> float:
    """Return the largest z: of each thing that can be asked of a world, and of all worlds at once.

    What lies where, and with what; and by how much the squares of the differences are more than
    they should be.
    """
    assert set(sampled) <= set(expected), "a world that cannot be"
    number = sum(sampled.values())
    chances, counts = defaultdict[Any, float](float), Counter[Any]()
    squares = 0.0
    for world, chance in expected.items():
        squares += (sampled[world] - number * chance) ** 2 / (number * chance)
        for fact in facts(world):
            chances[fact] += chance
            counts[fact] += sampled[world]
    off = [
        abs(counts[fact] - number * chance) / sqrt(number * chance * (1 - chance))
        for fact, chance in chances.items()
        if 5 / number < chance < 1 - 5 / number
    ]
    freedom = len(expected) - 1
    off.append((squares - freedom) / sqrt(2 * freedom) if freedom else 0.0)
    return max(off)


def facts(world: World) -> set[Any]:
    """Return what is true of a world: what lies where."""
    return {(place, card) for place, card in enumerate(world) if card}

"""How Starts and monsters are shared out among piles and other hands, each way as likely [19].

A share says where each player's Start is and how many monsters each hand holds. It counts for as
many deals as there are ways for each hand to be so (``ways``, see ``evidence.py``), times the ways
to lay what is left into the piles. Players are gone through from the last one, counted clockwise
from the active player, and what all shares count for is added up by the numbers of Starts in piles
and of monsters in hands; then one share is chosen from the first player on.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from boardgame_envs.core.chance import random_by_weight, random_part
from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.seats import seat_after
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.information import start_talk
from boardgame_envs.games.tranquility.information.hidden_cards import (
    HANDS,
    Hidden,
    count_start_places,
    count_storms,
)
from boardgame_envs.games.tranquility.information.start_talk import Talk
from boardgame_envs.games.tranquility.state import IN_DISCARDS, IN_HAND, IN_PILE

MOST_STARTS = cards.MAX_PLAYERS + 1
MOST_HELD = cards.MOST_MONSTERS + 1


class Share(NamedTuple):
    """Where each player's Start is, and how many monsters are in each other hand."""

    starts: Buffer
    monsters: Buffer


@rule
def no_share() -> Share:
    """Return a share in which no monster is in any hand."""
    return Share(np.zeros(cards.MAX_PLAYERS, np.int64), np.zeros(cards.MAX_PLAYERS, np.int64))


@rule
def share_out(state: Record, seat: int, hidden: Hidden, share: Share) -> bool:
    """Choose a share, each as likely as the number of its deals; tell whether there is any [19]."""
    counted, talk = weigh_hands(state, seat, hidden), start_talk.listen(state, seat)
    sums = add_up(state, seat, hidden, counted, talk)
    weights = weigh_piles(state, seat, hidden, sums[0], talk)
    both = random_by_weight(state, weights)
    if weights[both] == 0.0:
        return False
    columns = int(hidden.kinds[cards.MONSTER]) + 1
    starts, held, chances = both // columns, both % columns, np.zeros(2 * columns)
    for steps in range(state.num_players):
        player = seat_after(state, int(state.active), steps)
        chances[:] = 0.0
        for monsters in range(held + 1):
            if start_talk.is_heard(state, seat, talk, steps, held - monsters, monsters):
                for in_pile in range(min(starts, 1) + 1):
                    rest = sums[steps + 1, starts - in_pile, held - monsters]
                    chances[2 * monsters + in_pile] = counted[player, in_pile, monsters] * rest
        chosen = random_by_weight(state, chances)
        share.monsters[player] = chosen // 2
        share.starts[player] = place_start(state, hidden, player, chosen % 2, chosen // 2)
        starts, held = starts - chosen % 2, held - chosen // 2
    return True


@rule
def place_start(state: Record, hidden: Hidden, player: int, in_pile: int, monsters: int) -> int:
    """Choose between hand and discards for a Start that is not in the pile [6]."""
    if in_pile or hidden.starts[player] == 0:
        return IN_PILE
    held, gone = state.ways[player, IN_HAND, monsters], state.ways[player, IN_DISCARDS, monsters]
    return IN_HAND if random_part(state) * (held + gone) < held else IN_DISCARDS


@rule
def weigh_hands(state: Record, seat: int, hidden: Hidden) -> Buffer:
    """Count the ways of each hand, with those to lay its player's Start into the pile [6, 12]."""
    counted = np.zeros((cards.MAX_PLAYERS, 2, MOST_HELD))
    for player in range(state.num_players):
        has_start = int(hidden.starts[player] > 0)
        places = count_start_places(state, hidden, player) if has_start else 1
        if player == seat:
            # who sees the hand knows that it holds none of the hidden cards
            counted[player, has_start, 0] = places
            continue
        for monsters in range(min(int(hidden.kinds[cards.MONSTER]) + 1, MOST_HELD)):
            counted[player, has_start, monsters] = state.ways[player, IN_PILE, monsters] * places
            if has_start:
                elsewhere = state.ways[player, IN_HAND, monsters]
                elsewhere += state.ways[player, IN_DISCARDS, monsters]
                counted[player, 0, monsters] = elsewhere
    return counted


@rule
def add_up(state: Record, seat: int, hidden: Hidden, counted: Buffer, talk: Talk) -> Buffer:
    """Add up what shares of the last players count for, by Starts in piles and monsters held."""
    most, players = int(hidden.kinds[cards.MONSTER]), int(state.num_players)
    sums = np.zeros((cards.MAX_PLAYERS + 1, MOST_STARTS, MOST_HELD))
    sums[players, 0, 0] = 1.0
    for steps in range(players - 1, -1, -1):
        player = seat_after(state, int(state.active), steps)
        for later in range(most + 1):
            for monsters in range(most - later + 1):
                if not start_talk.is_heard(state, seat, talk, steps, later, monsters):
                    continue
                for starts in range(players - steps):
                    rest = sums[steps + 1, starts, later]
                    for in_pile in range(2):
                        sums[steps, starts + in_pile, later + monsters] += (
                            counted[player, in_pile, monsters] * rest
                        )
    return sums


@rule
def weigh_piles(state: Record, seat: int, hidden: Hidden, sums: Buffer, talk: Talk) -> Buffer:
    """Count the ways to lay storms and the other monsters into places of piles [23, 25, 38].

    Returns what all shares count for, by Starts in piles and monsters held.
    """
    storms, monsters = count_storms(hidden), int(hidden.kinds[cards.MONSTER])
    players, columns = int(state.num_players), monsters + 1
    counted = np.zeros((players + 1) * columns)
    for starts in range(players + 1):
        places = int(hidden.first[HANDS, 0]) - starts
        of_storms = count_choices(places, storms)
        for held in range(columns):
            if sums[starts, held] > 0.0 and start_talk.is_total_heard(state, seat, talk, held):
                of_monsters = count_choices(places - storms, monsters - held)
                counted[starts * columns + held] = sums[starts, held] * of_storms * of_monsters
    return counted


@rule
def count_choices(number: int, chosen: int) -> float:
    """Return in how many ways some of a number of things can be chosen."""
    if not 0 <= chosen <= number:
        return 0.0
    count = 1.0
    for step in range(chosen):
        count *= (number - step) / (step + 1)
    return count

"""The cards that a player cannot know, and the slots that they are laid out in anew [19].

Slots are counted group by group, and in a group player by player: piles with the cards discarded
unseen, then other hands, then other discards, then the removed islands. Starts and the monsters of
hands are laid first; then all other cards fill the slots that are free, each as likely.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from boardgame_envs.core.chance import random_below
from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.information.unfinished_set import count_named, name_again
from boardgame_envs.games.tranquility.state import Mode, Stage
from boardgame_envs.games.tranquility.turn import hands
from boardgame_envs.games.tranquility.turn.deal import add_cards

MOST_SLOTS = 128  # more than all cards of any setting
PILES, HANDS, DISCARDS = range(3)  # the groups that players have slots in
REMOVED = 3


class Hidden(NamedTuple):
    """The cards that a player cannot know, and the slots they lie in."""

    kinds: Buffer  # how many there are of each kind, without Starts; fewer as they are laid
    starts: Buffer  # Starts among the cards of each player
    slots: Buffer  # the card that is laid in each slot, or NO_CARD
    first: Buffer  # the first slot of each player in each group, and of the next group


# --- gathering ---


@rule
def gather(state: Record, seat: int) -> Hidden:
    """Count the cards that a player cannot know, and say whose each slot is [19]."""
    hidden = Hidden(
        np.zeros(cards.NUM_KINDS, np.int64),
        np.zeros(cards.MAX_PLAYERS, np.int64),
        np.zeros(MOST_SLOTS, np.int64),
        np.zeros((REMOVED + 1, cards.MAX_PLAYERS + 1), np.int64),
    )
    slot = 0
    for group in range(REMOVED):
        for player in range(state.num_players):
            hidden.first[group, player] = slot
            slot += gather_of_player(state, seat, player, group, hidden)
        hidden.first[group, state.num_players] = slot
    hidden.first[REMOVED, 0] = slot
    for place in range(state.removed_islands):
        hidden.kinds[state.removed[place]] += 1
    return hidden


@rule
def gather_of_player(state: Record, seat: int, player: int, group: int, hidden: Hidden) -> int:
    """Note a player's cards of one group; return how many slots they have."""
    kinds = hidden.kinds
    if group == PILES:
        count = note_pile(state, player, kinds)
    elif player == seat:
        count = 0
    elif group == HANDS:
        # what is named of a set has slots among the cards of the hand
        count = int(state.hand_sizes[player]) + count_named(state, seat, player)
        for place in range(state.hand_sizes[player]):
            kinds[state.hands[player, place]] += 1
    else:
        count = note_discards(state, player, kinds) - count_named(state, seat, player)
    hidden.starts[player] += kinds[cards.START]
    kinds[cards.START] = 0
    return count


@rule
def note_pile(state: Record, player: int, kinds: Buffer) -> int:
    """Note the cards of a pile and then those discarded unseen; return how many [27]."""
    count = int(state.pile_sizes[player])
    for place in range(count):
        kinds[state.piles[player, place]] += 1
    for place in range(cards.BLIND_CARDS):
        if state.blind[player, place] != cards.NO_CARD:
            kinds[state.blind[player, place]] += 1
            count += 1
    return count


@rule
def note_discards(state: Record, player: int, kinds: Buffer) -> int:
    """Note the cards that a player has discarded; return how many [19]."""
    count, discards = 0, state.discards[player]
    for kind in range(cards.FINISH + 1):
        kinds[kind] += discards[kind]
        count += discards[kind]
    return count


@rule
def count_storms(hidden: Hidden) -> int:
    """Count the hidden cards that nobody can have drawn: storms and compasses [25, 38]."""
    count = 0
    for kind in range(cards.YELLOW, cards.COMPASS + 1):
        count += hidden.kinds[kind]
    return count


@rule
def count_islands(hidden: Hidden) -> int:
    """Count the hidden islands [1]."""
    count = 0
    for number in range(1, cards.ISLANDS + 1):
        count += hidden.kinds[number]
    return count


@rule
def count_start_places(state: Record, hidden: Hidden, player: int) -> int:
    """Count the places where a player's Start may lie, but for the hand and discards [6, 18]."""
    places = hidden.first[PILES, player + 1] - hidden.first[PILES, player]
    return int(places - min(int(state.bottom), int(state.pile_sizes[player])))


# --- laying out ---


@rule
def lay_start(state: Record, hidden: Hidden, player: int, group: int) -> None:
    """Lay a player's Start in the pile, in any place, or in the hand or the discards [6]."""
    if group == PILES:
        from_top = random_below(state, count_start_places(state, hidden, player))
        hidden.slots[hidden.first[PILES, player + 1] - 1 - from_top] = cards.START
    else:
        hidden.slots[first_free(hidden, int(hidden.first[group, player]))] = cards.START


@rule
def lay_in_hand(hidden: Hidden, card: int, count: int, player: int) -> None:
    """Lay cards in a hand, where one place is as good as another."""
    for _ in range(count):
        hidden.slots[first_free(hidden, int(hidden.first[HANDS, player]))] = card
    hidden.kinds[card] -= count


@rule
def first_free(hidden: Hidden, slot: int) -> int:
    """Return the first slot from one on that is free."""
    while hidden.slots[slot] != cards.NO_CARD:
        slot += 1
    return slot


@rule
def fill_slots(state: Record, hidden: Hidden) -> None:
    """Lay all other cards: those that nobody can hold come into piles, the rest anywhere [19]."""
    rest, size = np.zeros(MOST_SLOTS, np.int64), 0
    for number in range(1, cards.ISLANDS + 1):
        rest[size] = number
        size += hidden.kinds[number]
    # no Finish is among the removed islands [V1]
    removed = int(hidden.first[REMOVED, 0])
    for slot in range(removed, removed + state.removed_islands):
        size = fill_slot(state, hidden, slot, rest, size)
    size = add_cards(rest, size, cards.FINISH, int(hidden.kinds[cards.FINISH]))
    for slot in range(hidden.first[HANDS, 0], removed):
        size = fill_slot(state, hidden, slot, rest, size)
    if state.stage == Stage.DEAL and state.mode == Mode.DAY_AND_NIGHT:
        size = fill_opening(state, hidden, rest, size)
    for kind in range(cards.MONSTER, cards.COMPASS + 1):
        size = add_cards(rest, size, kind, int(hidden.kinds[kind]))
    for slot in range(hidden.first[HANDS, 0]):
        size = fill_slot(state, hidden, slot, rest, size)


@rule
def fill_slot(state: Record, hidden: Hidden, slot: int, rest: Buffer, size: int) -> int:
    """Lay any card of the rest in a slot, if that is free; return how many are left."""
    if hidden.slots[slot] != cards.NO_CARD:
        return size
    chosen = random_below(state, size)
    hidden.slots[slot] = rest[chosen]
    rest[chosen] = rest[size - 1]
    return size - 1


@rule
def fill_opening(state: Record, hidden: Hidden, rest: Buffer, size: int) -> int:
    """Lay cards where no compass is, on top of piles; return how many are left [38]."""
    for player in range(state.num_players):
        end = int(hidden.first[PILES, player + 1])
        for slot in range(end - min(cards.HAND_LIMIT, int(state.pile_sizes[player])), end):
            size = fill_slot(state, hidden, slot, rest, size)
    return size


# --- back to the table ---


@rule
def write_slots(state: Record, seat: int, slots: Buffer) -> None:
    """Put the cards where they have been laid, in the order they were gathered in."""
    slot = 0
    for player in range(state.num_players):
        for place in range(state.pile_sizes[player]):
            state.piles[player, place] = slots[slot]
            slot += 1
        for place in range(cards.BLIND_CARDS):
            if state.blind[player, place] != cards.NO_CARD:
                state.blind[player, place] = slots[slot]
                slot += 1
    for player in range(state.num_players):
        if player != seat:
            slot = write_hand(state, seat, player, slots, slot)
    for player in range(state.num_players):
        if player != seat:
            slot = write_discards(state, seat, player, slots, slot)
    for place in range(state.removed_islands):
        state.removed[place] = slots[slot]
        slot += 1


@rule
def write_hand(state: Record, seat: int, player: int, slots: Buffer, slot: int) -> int:
    """Put cards into another player's hand; return the next slot."""
    size = int(state.hand_sizes[player]) + count_named(state, seat, player)
    for place in range(size):
        state.hands[player, place] = slots[slot + place]
    hands.sort_hand(state.hands[player], size)
    return slot + size


@rule
def write_discards(state: Record, seat: int, player: int, slots: Buffer, slot: int) -> int:
    """Put cards on another player's discard pile; return the next slot."""
    count = -count_named(state, seat, player)
    for kind in range(cards.FINISH + 1):
        count += int(state.discards[player, kind])
        state.discards[player, kind] = 0
    for _ in range(count):
        state.discards[player, slots[slot]] += 1
        slot += 1
    if count_named(state, seat, player) > 0:
        name_again(state, player)
    return slot

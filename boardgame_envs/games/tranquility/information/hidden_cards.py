"""What a player cannot know, dealt anew, in every mode but the duel [19].

The hidden cards lie in *slots*, which are gone through in one order: piles and cards discarded
unseen, then other hands, then other discards, then the removed islands. A kind of card can be
in the slots up to one of these bounds, so the choosiest kinds are laid out first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from boardgame_envs.core.chance import random_below, shuffle
from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.expansions import monsters
from boardgame_envs.games.tranquility.turn import hands

MOST_SLOTS = 128  # more than all cards of any setting
NO_OWNER = cards.MAX_PLAYERS  # of removed islands
BLOCKED = -1  # in the place of a card: the slot is kept free for a while
# the groups of slots, in their order
PILES, HANDS, DISCARDS, REMOVED = range(4)


class Hidden(NamedTuple):
    """The cards that a player cannot know, and the slots they lie in."""

    kinds: Buffer  # how many there are of each kind, without Starts
    starts: Buffer  # Starts among the cards of each player
    slots: Buffer  # the card that is laid in each slot, or NO_CARD
    owners: Buffer  # whose each slot is
    can_start: Buffer  # may a Start be in it?
    ends: Buffer  # where each group of slots ends


@rule
def redeal_piles(state: Record, seat: int) -> bool:
    """Deal anew all cards that a player cannot know [19].

    Returns whether all cards found a place; if not, nothing has changed.
    """
    hidden = gather(state, seat)
    for player in range(state.num_players):
        if hidden.starts[player] > 0:
            lay_start(state, player, hidden)
    are_laid = True
    for storm in range(cards.YELLOW, cards.COMPASS + 1):
        are_laid &= lay_up_to(state, storm, PILES, hidden)
    are_laid &= lay_monsters(state, seat, hidden)
    are_laid &= lay_up_to(state, cards.FINISH, DISCARDS, hidden)
    if not are_laid:
        # a Start took the place that another card needs
        return False
    lay_islands(state, hidden.kinds, hidden.slots, hidden.ends[REMOVED])
    write_slots(state, seat, hidden.slots)
    # from a known order, so that the new one depends on nothing hidden
    hands.sort_hand(state.explorer, int(state.explorer_size))
    shuffle(state, state.explorer, int(state.explorer_size))
    return True


# --- what is hidden ---


@rule
def gather(state: Record, seat: int) -> Hidden:
    """Count the hidden cards, and say whose each slot is and where a Start may be [6, 12, 18]."""
    hidden = Hidden(
        np.zeros(cards.NUM_KINDS, np.int64),
        np.zeros(cards.MAX_PLAYERS, np.int64),
        np.zeros(MOST_SLOTS, np.int64),
        np.full(MOST_SLOTS, NO_OWNER),
        np.zeros(MOST_SLOTS, np.bool_),
        np.zeros(4, np.int64),
    )
    hidden.ends[PILES] = gather_piles(state, hidden)
    hidden.ends[HANDS] = gather_hands(state, seat, hidden)
    hidden.ends[DISCARDS] = gather_discards(state, seat, hidden)
    for place in range(state.removed_islands):
        hidden.kinds[state.removed[place]] += 1
    hidden.ends[REMOVED] = hidden.ends[DISCARDS] + int(state.removed_islands)
    return hidden


@rule
def gather_piles(state: Record, hidden: Hidden) -> int:
    """Note the cards in piles and those discarded unseen; return the next slot [18, 27]."""
    slot = 0
    for player in range(state.num_players):
        for place in range(state.pile_sizes[player]):
            note_card(hidden, slot, int(state.piles[player, place]), player, place >= state.bottom)
            slot += 1
        for place in range(cards.BLIND_CARDS):
            if state.blind[player, place] != cards.NO_CARD:
                note_card(hidden, slot, int(state.blind[player, place]), player, True)
                slot += 1
    return slot


@rule
def gather_hands(state: Record, seat: int, hidden: Hidden) -> int:
    """Note the cards in other hands; return the next slot [6, 12]."""
    slot = int(hidden.ends[PILES])
    for player in range(state.num_players):
        if player != seat:
            # a Start comes into a hand after the opening, and is played in the next turn
            can_start = bool(state.is_start_played or state.drew[player])
            for place in range(state.hand_sizes[player]):
                note_card(hidden, slot, int(state.hands[player, place]), player, can_start)
                slot += 1
    return slot


@rule
def gather_discards(state: Record, seat: int, hidden: Hidden) -> int:
    """Note the cards that others have discarded; return the next slot [11]."""
    slot = int(hidden.ends[HANDS])
    for player in range(state.num_players):
        if player != seat:
            for kind in range(cards.NUM_KINDS):
                for _ in range(state.discards[player, kind]):
                    note_card(hidden, slot, kind, player, bool(state.is_start_played))
                    slot += 1
    return slot


@rule
def note_card(hidden: Hidden, slot: int, card: int, player: int, can_start: bool) -> None:
    """Note a hidden card, and the slot that it lies in [19]."""
    hidden.owners[slot] = player
    hidden.can_start[slot] = can_start
    if card == cards.START:
        hidden.starts[player] += 1
    else:
        hidden.kinds[card] += 1


# --- where it may be ---


@rule
def lay_start(state: Record, player: int, hidden: Hidden) -> None:
    """A player's Start lies somewhere among the cards dealt to that player [6]."""
    choices = 0
    for slot in range(hidden.ends[DISCARDS]):
        choices += int(hidden.owners[slot] == player and hidden.can_start[slot])
    chosen = random_below(state, max(choices, 1))
    for slot in range(hidden.ends[DISCARDS]):
        if hidden.owners[slot] == player and hidden.can_start[slot]:
            if chosen == 0:
                hidden.slots[slot] = cards.START
                return
            chosen -= 1


@rule
def lay_up_to(state: Record, kind: int, group: int, hidden: Hidden) -> bool:
    """Lay all cards of a kind in slots up to the end of a group; tell whether all fit [19]."""
    end = hidden.ends[group]
    return lay_anywhere(state, kind, hidden.kinds[kind], hidden.slots, 0, end)


@rule
def lay_monsters(state: Record, seat: int, hidden: Hidden) -> bool:
    """Monsters are in piles and hands; it may be public in whose [23, 24]."""
    if not monsters.are_public(state):
        return lay_up_to(state, cards.MONSTER, HANDS, hidden)
    slots, count = hidden.slots, hidden.kinds[cards.MONSTER]
    is_held, are_laid, first = False, True, int(hidden.ends[PILES])
    for player in range(state.num_players):
        if player != seat:
            end = first + int(state.hand_sizes[player])
            if hands.holds(state, player, cards.MONSTER):
                are_laid &= lay_anywhere(state, cards.MONSTER, 1, slots, first, end)
                count -= 1
                is_held = True
            else:
                replace(slots, first, end, cards.NO_CARD, BLOCKED)
            first = end
    end = hidden.ends[HANDS] if is_held else hidden.ends[PILES]
    are_laid &= lay_anywhere(state, cards.MONSTER, count, slots, 0, end)
    replace(slots, int(hidden.ends[PILES]), int(hidden.ends[HANDS]), BLOCKED, cards.NO_CARD)
    return are_laid


@rule
def replace(slots: Buffer, first: int, end: int, old: int, new: int) -> None:
    """Put one thing in the place of another in a range of slots."""
    for slot in range(first, end):
        if slots[slot] == old:
            slots[slot] = new


@rule
def lay_anywhere(state: Record, card: int, count: int, slots: Buffer, first: int, end: int) -> bool:
    """Lay cards of a kind in free slots of a range, each as likely; tell whether all fit."""
    for _ in range(count):
        free = 0
        for slot in range(first, end):
            free += int(slots[slot] == cards.NO_CARD)
        if free == 0:
            return False
        chosen = random_below(state, free)
        for slot in range(first, end):
            if slots[slot] == cards.NO_CARD:
                if chosen == 0:
                    slots[slot] = card
                    break
                chosen -= 1
    return True


@rule
def lay_islands(state: Record, kinds: Buffer, slots: Buffer, end: int) -> None:
    """The islands fill all slots that are left."""
    islands = np.zeros(cards.ISLANDS, np.int64)
    size = 0
    for number in range(1, cards.ISLANDS + 1):
        if kinds[number] > 0:
            islands[size] = number
            size += 1
    shuffle(state, islands, size)
    for slot in range(end):
        if slots[slot] == cards.NO_CARD and size > 0:
            size -= 1
            slots[slot] = islands[size]


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
            for place in range(state.hand_sizes[player]):
                state.hands[player, place] = slots[slot]
                slot += 1
            hands.sort_hand(state.hands[player], int(state.hand_sizes[player]))
    for player in range(state.num_players):
        if player != seat:
            slot = write_discards(state, player, slots, slot)
    for place in range(state.removed_islands):
        state.removed[place] = slots[slot]
        slot += 1


@rule
def write_discards(state: Record, player: int, slots: Buffer, slot: int) -> int:
    """Put cards on another player's discard pile; return the next slot."""
    count = 0
    for kind in range(cards.NUM_KINDS):
        count += int(state.discards[player, kind])
        state.discards[player, kind] = 0
    for _ in range(count):
        state.discards[player, slots[slot]] += 1
        slot += 1
    return slot

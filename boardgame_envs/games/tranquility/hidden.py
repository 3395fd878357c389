"""What a player cannot know, dealt anew [19].

The hidden cards lie in *slots*, which are gone through in one order: piles and cards discarded
unseen, then other hands, then other discards, then the removed islands. A kind of card can be
in the slots up to one of these bounds, so the choosiest kinds are laid out first.
"""

from __future__ import annotations

import numpy as np

from boardgame_envs.core.chance import random_below, shuffle
from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.seats import next_seat
from boardgame_envs.games.tranquility.cards import (
    BLIND_CARDS,
    COMPASS,
    FINISH,
    ISLANDS,
    MAX_PLAYERS,
    MONSTER,
    NO_CARD,
    NUM_KINDS,
    START,
    YELLOW,
)
from boardgame_envs.games.tranquility.deal import sort_hand
from boardgame_envs.games.tranquility.hands import holds
from boardgame_envs.games.tranquility.knowledge import Seen
from boardgame_envs.games.tranquility.monsters import are_monsters_public
from boardgame_envs.games.tranquility.table import Stage

NO_OWNER = MAX_PLAYERS  # of removed islands
# more than all cards of any setting
MOST_SLOTS = 128


@rule
def redeal_piles(state: Record, seat: int) -> bool:
    """Deal anew all cards that a player cannot know, in every mode but the duel [19].

    Returns whether all cards found a place; if not, nothing has changed.
    """
    kinds = np.zeros(NUM_KINDS, np.int64)
    starts = np.zeros(MAX_PLAYERS, np.int64)
    owners = np.full(MOST_SLOTS, NO_OWNER)
    slots = np.zeros(MOST_SLOTS, np.int64)
    bounds = np.zeros(4, np.int64)
    can_start = np.zeros(MOST_SLOTS, np.bool_)
    gather(state, seat, kinds, starts, owners, can_start, bounds)
    for player in range(state.num_players):
        if starts[player] > 0:
            lay_start(state, player, owners, can_start, bounds, slots)
    are_laid = True
    for storm in range(YELLOW, COMPASS + 1):
        are_laid &= lay_anywhere(state, storm, kinds[storm], slots, 0, bounds[0])
    are_laid &= lay_monsters(state, seat, kinds[MONSTER], owners, bounds, slots)
    are_laid &= lay_anywhere(state, FINISH, kinds[FINISH], slots, 0, bounds[2])
    if not are_laid:
        # a Start took the place that another card needs
        return False
    lay_islands(state, kinds, slots, bounds[3])
    write_slots(state, seat, slots)
    # from a known order, so that the new one depends on nothing hidden
    sort_hand(state.explorer, int(state.explorer_size))
    shuffle(state, state.explorer, int(state.explorer_size))
    return True


@rule
def gather(
    state: Record,
    seat: int,
    kinds: Buffer,
    starts: Buffer,
    owners: Buffer,
    can_start: Buffer,
    bounds: Buffer,
) -> None:
    """Count the hidden cards, and say whose each slot is and where a Start may be [6, 12, 18]."""
    slot = 0
    for player in range(state.num_players):
        for place in range(state.pile_sizes[player]):
            note_card(int(state.piles[player, place]), player, slot, kinds, starts, owners)
            can_start[slot] = place >= state.bottom
            slot += 1
        for place in range(BLIND_CARDS):
            if state.blind[player, place] != NO_CARD:
                note_card(int(state.blind[player, place]), player, slot, kinds, starts, owners)
                can_start[slot] = True
                slot += 1
    bounds[0] = slot
    for player in range(state.num_players):
        if player != seat:
            for place in range(state.hand_sizes[player]):
                note_card(int(state.hands[player, place]), player, slot, kinds, starts, owners)
                can_start[slot] = may_hold_start(state, player)
                slot += 1
    bounds[1] = slot
    for player in range(state.num_players):
        if player != seat:
            for kind in range(NUM_KINDS):
                for _ in range(state.discards[player, kind]):
                    note_card(kind, player, slot, kinds, starts, owners)
                    can_start[slot] = state.is_start_played
                    slot += 1
    bounds[2] = slot
    for place in range(state.removed_islands):
        kinds[state.removed[place]] += 1
        slot += 1
    bounds[3] = slot


@rule
def note_card(
    card: int, player: int, slot: int, kinds: Buffer, starts: Buffer, owners: Buffer
) -> None:
    """Note a hidden card and whose slot it lies in."""
    owners[slot] = player
    if card == START:
        starts[player] += 1
    else:
        kinds[card] += 1


@rule
def may_hold_start(state: Record, player: int) -> bool:
    """A Start comes into a hand after the opening, and is played in the next turn [6, 12]."""
    return bool(state.is_start_played or state.drew[player])


@rule
def lay_start(
    state: Record, player: int, owners: Buffer, can_start: Buffer, bounds: Buffer, slots: Buffer
) -> None:
    """A player's Start lies somewhere among the own cards [6]."""
    choices = 0
    for slot in range(bounds[2]):
        choices += int(owners[slot] == player and can_start[slot])
    chosen = random_below(state, max(choices, 1))
    for slot in range(bounds[2]):
        if owners[slot] == player and can_start[slot]:
            if chosen == 0:
                slots[slot] = START
                return
            chosen -= 1


@rule
def lay_anywhere(state: Record, card: int, count: int, slots: Buffer, first: int, end: int) -> bool:
    """Lay cards of a kind in free slots of a range, each as likely; tell whether all fit."""
    for _ in range(count):
        free = 0
        for slot in range(first, end):
            free += int(slots[slot] == NO_CARD)
        if free == 0:
            return False
        chosen = random_below(state, free)
        for slot in range(first, end):
            if slots[slot] == NO_CARD:
                if chosen == 0:
                    slots[slot] = card
                    break
                chosen -= 1
    return True


@rule
def lay_monsters(
    state: Record, seat: int, count: int, owners: Buffer, bounds: Buffer, slots: Buffer
) -> bool:
    """Monsters are in piles and hands; it may be public in whose [23, 24]."""
    if not are_monsters_public(state):
        return lay_anywhere(state, MONSTER, count, slots, 0, bounds[1])
    held_somewhere, are_laid = False, True
    first = bounds[0]
    for player in range(state.num_players):
        if player != seat:
            end = first + int(state.hand_sizes[player])
            if holds(state, player, MONSTER):
                are_laid &= lay_anywhere(state, MONSTER, 1, slots, first, end)
                count -= 1
                held_somewhere = True
            else:
                block(slots, first, end)
            first = end
    end = bounds[1] if held_somewhere else bounds[0]
    are_laid &= lay_anywhere(state, MONSTER, count, slots, 0, end)
    for slot in range(bounds[0], bounds[1]):
        if slots[slot] == BLOCKED:
            slots[slot] = NO_CARD
    return are_laid


BLOCKED = -1


@rule
def block(slots: Buffer, first: int, end: int) -> None:
    """Keep slots free for a while."""
    for slot in range(first, end):
        if slots[slot] == NO_CARD:
            slots[slot] = BLOCKED


@rule
def lay_islands(state: Record, kinds: Buffer, slots: Buffer, end: int) -> None:
    """The islands fill all slots that are left."""
    islands = np.zeros(ISLANDS, np.int64)
    size = 0
    for number in range(1, ISLANDS + 1):
        if kinds[number] > 0:
            islands[size] = number
            size += 1
    shuffle(state, islands, size)
    for slot in range(end):
        if slots[slot] == NO_CARD and size > 0:
            size -= 1
            slots[slot] = islands[size]


@rule
def write_slots(state: Record, seat: int, slots: Buffer) -> None:
    """Put the cards where they have been laid, in the order they were gathered in."""
    slot = 0
    for player in range(state.num_players):
        for place in range(state.pile_sizes[player]):
            state.piles[player, place] = slots[slot]
            slot += 1
        for place in range(BLIND_CARDS):
            if state.blind[player, place] != NO_CARD:
                state.blind[player, place] = slots[slot]
                slot += 1
    for player in range(state.num_players):
        if player != seat:
            for place in range(state.hand_sizes[player]):
                state.hands[player, place] = slots[slot]
                slot += 1
            sort_hand(state.hands[player], int(state.hand_sizes[player]))
    for player in range(state.num_players):
        if player != seat:
            slot = write_discards(state, player, slots, slot)
    for place in range(state.removed_islands):
        state.removed[place] = slots[slot]
        slot += 1


@rule
def write_discards(state: Record, player: int, slots: Buffer, slot: int) -> int:
    """Put cards on another player's discard pile; return the next slot."""
    cards = 0
    for kind in range(NUM_KINDS):
        cards += int(state.discards[player, kind])
        state.discards[player, kind] = 0
    for _ in range(cards):
        state.discards[player, slots[slot]] += 1
        slot += 1
    return slot


@rule
def is_before_starts(state: Record) -> bool:
    """Tell whether the Starts still lie aside [6]."""
    return bool(state.stage == Stage.DEAL or state.stage == Stage.OPENING)


# --- the duel ---


@rule
def redeal_duel(state: Record, seat: int) -> None:
    """Deal the opponent's hand and discards and the deck anew, but for what was seen [19]."""
    other = next_seat(state, seat)
    slots = np.zeros(MOST_SLOTS, np.int64)
    is_hidden = np.zeros(ISLANDS + 1, np.bool_)
    hand, discarded = hide_cards(state, other, is_hidden)
    for number in range(1, ISLANDS + 1):
        if state.sight[other, number] == Seen.PERHAPS and is_hidden[number]:
            lay_anywhere(state, number, 1, slots, 0, hand + discarded)
            is_hidden[number] = False
    kinds = is_hidden.astype(np.int64)
    lay_islands(state, kinds, slots, hand + discarded + int(state.deck_size))
    lay_out_duel(state, other, slots, hand, discarded)


@rule
def hide_cards(state: Record, other: int, is_hidden: Buffer) -> tuple[int, int]:
    """Find what cannot be known; return how many of it are in the hand, and are discarded."""
    hand, discarded = 0, 0
    for slot in range(state.hand_sizes[other]):
        number = int(state.hands[other, slot])
        if state.sight[other, number] != Seen.IN_HAND:
            is_hidden[number] = True
            hand += 1
    for number in range(1, ISLANDS + 1):
        if state.discards[other, number] > 0 and state.sight[other, number] != Seen.DISCARDED:
            is_hidden[number] = True
            discarded += 1
    for place in range(state.deck_size):
        is_hidden[state.deck[place]] = True
    return hand, discarded


@rule
def lay_out_duel(state: Record, other: int, slots: Buffer, hand: int, discarded: int) -> None:
    """Put the hidden cards of a duel where they have been laid."""
    size = 0
    for number in range(1, ISLANDS + 1):
        if state.sight[other, number] == Seen.IN_HAND:
            state.hands[other, size] = number
            size += 1
        state.discards[other, number] = int(state.sight[other, number] == Seen.DISCARDED)
    for slot in range(hand):
        state.hands[other, size + slot] = slots[slot]
    sort_hand(state.hands[other], int(state.hand_sizes[other]))
    for slot in range(hand, hand + discarded):
        state.discards[other, slots[slot]] = 1
    for place in range(state.deck_size):
        state.deck[place] = slots[hand + discarded + place]

"""How a world came about: the hands before the last decision, as far as a player can tell [22].

A world has cards that a player does not know, and they were somewhere before. Loads, moves and
boats that are taken are open; a card that is drawn, returned or given is known to two players. When
cards change hands that the player does not see, or what was known of a hand is void [R5], the past
ends: hands of before can no longer be told from those of now.
"""

from __future__ import annotations

import numpy as np

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.rewinding import CANNOT_TELL, TELLS_NOTHING
from boardgame_envs.games.noah.actions import ACTION, gift_of
from boardgame_envs.games.noah.cards import (
    CARD_OF,
    MAX_PLAYERS,
    MULE,
    NO_ANIMAL,
    NO_CARD,
    NUM_BOATS,
    NUM_CARDS,
)
from boardgame_envs.games.noah.state import Phase

NO_ACTION = CANNOT_TELL


@rule
def rewind(earlier: Record, later: Record, seat: int) -> int:
    """Put hands and the rest as they were before the last decision; return the action.

    ``earlier`` is that table as a player knew it, ``later`` the world after it.
    """
    if later.rounds_played != earlier.rounds_played or later.seat < 0:
        return CANNOT_TELL
    # what has come into each hand, and left it
    moved = np.zeros((MAX_PLAYERS, NUM_CARDS), np.int64)
    action = find_action(earlier, later, seat, moved)
    if action == CANNOT_TELL or has_forgotten(earlier, later, seat, moved):
        return CANNOT_TELL
    for card in range(NUM_CARDS):
        earlier.rest[card] = later.rest[card]
        for owner in range(earlier.num_players):
            if owner != seat:
                earlier.hands[owner, card] = later.hands[owner, card] - moved[owner, card]
    return action


@rule
def find_action(earlier: Record, later: Record, seat: int, moved: Buffer) -> int:
    """Return what was done, and note the cards that moved by it [4, 9, 10, 13, 16]."""
    if earlier.phase == Phase.LOAD:
        return find_load(earlier, later, moved)
    note_taken_boat(earlier, later, NO_ANIMAL, moved)
    if earlier.phase == Phase.LOOK:
        # a hand was seen, and nobody else knows what was in it
        return TELLS_NOTHING
    if earlier.phase == Phase.DRAW:
        return find_draw(earlier, later, seat, moved)
    if earlier.phase == Phase.RETURN:
        return find_return(earlier, later, seat, moved)
    if earlier.phase == Phase.NOAH:
        steps = (int(later.noah) - int(earlier.noah)) % NUM_BOATS
        return int(ACTION.move_noah) + steps - 1
    return find_gift(earlier, later, seat, moved)


# --- what lies open ---


@rule
def find_load(earlier: Record, later: Record, moved: Buffer) -> int:
    """A card was loaded [4]; of two players a lion draws at once from the other one [10, R2]."""
    player, animal = int(earlier.active), loaded_animal(earlier, later)
    note_taken_boat(earlier, later, animal, moved)
    moved[player, CARD_OF[animal]] -= 1
    if later.phase == Phase.RETURN:
        note_swap(int(later.opponent), player, int(later.drawn), moved)
    return int(ACTION.load) + animal


@rule
def loaded_animal(earlier: Record, later: Record) -> int:
    """Return what was loaded. Only after a mule the turn may be over already [14]."""
    boat, aboard = int(earlier.noah), int(earlier.num_aboard[earlier.noah])
    if later.animal != NO_ANIMAL:
        return int(later.animal)
    if later.num_aboard[boat] > aboard:
        return int(later.boats[boat, aboard])
    # the next player has taken it with the boat, for all to see [7]
    for animal in range(2 * MULE, 2 * MULE + 2):
        card, taken = int(CARD_OF[animal]), 1
        for place in range(aboard):
            taken += int(CARD_OF[earlier.boats[boat, place]] == card)
        before = int(earlier.public[later.active, card])
        if later.active == earlier.active:
            before = max(before - 1, 0)
        if later.public[later.active, card] == before + taken:
            return animal
    return 2 * MULE


@rule
def note_taken_boat(earlier: Record, later: Record, loaded: int, moved: Buffer) -> None:
    """Whose turn has begun may have taken Noah's boat, with what was loaded on it last [7]."""
    boat = int(later.noah)
    has_begun = later.phase == Phase.LOAD and later.animal == NO_ANIMAL
    has_departed = boat == earlier.loaded and later.departures > earlier.departures
    if not has_begun or has_departed or later.num_aboard[boat] > 0:
        return
    for place in range(earlier.num_aboard[boat]):
        moved[later.active, CARD_OF[earlier.boats[boat, place]]] += 1
    if loaded != NO_ANIMAL and boat == earlier.loaded:
        moved[later.active, CARD_OF[loaded]] += 1


# --- what two players know ---


@rule
def note_swap(giver: int, receiver: int, card: int, moved: Buffer) -> None:
    """A card goes from one hand to another [10, 16]."""
    moved[giver, card] -= 1
    moved[receiver, card] += 1


@rule
def find_draw(earlier: Record, later: Record, seat: int, moved: Buffer) -> int:
    """A lion drew a card [10]."""
    player, opponent = int(earlier.active), int(later.opponent)
    if seat != player and seat != opponent:
        return NO_ACTION
    note_swap(opponent, player, int(later.drawn), moved)
    return int(ACTION.draw) + place_of(earlier, opponent)


@rule
def find_return(earlier: Record, later: Record, seat: int, moved: Buffer) -> int:
    """A card was returned for it [10]."""
    player, opponent = int(earlier.active), int(earlier.opponent)
    if seat != player and seat != opponent:
        return NO_ACTION
    card = own_card_that_moved(earlier, later, seat, moved)
    note_swap(player, opponent, card, moved)
    return int(ACTION.give_back) + card


@rule
def find_gift(earlier: Record, later: Record, seat: int, moved: Buffer) -> int:
    """A card was given [16]; sizes of hands say to whom."""
    player, receiver = int(earlier.active), int(earlier.active)
    for owner in range(earlier.num_players):
        more = int(later.hand_sizes[owner]) - int(earlier.hand_sizes[owner])
        for card in range(NUM_CARDS):
            more -= int(moved[owner, card])
        if more > 0:
            receiver = owner
    if seat != player and seat != receiver:
        return NO_ACTION
    card = own_card_that_moved(earlier, later, seat, moved)
    note_swap(player, receiver, card, moved)
    return gift_of(card, place_of(earlier, receiver))


@rule
def own_card_that_moved(earlier: Record, later: Record, seat: int, moved: Buffer) -> int:
    """Return the card that came into a player's own hand, or left it, beside a boat."""
    for card in range(NUM_CARDS):
        change = int(later.hands[seat, card]) - int(earlier.hands[seat, card])
        if change != moved[seat, card]:
            return card
    return NO_CARD


@rule
def place_of(state: Record, opponent: int) -> int:
    """Return which opponent of the player a seat is, counted clockwise [2]."""
    return (opponent - int(state.active)) % int(state.num_players) - 1


@rule
def has_forgotten(earlier: Record, later: Record, seat: int, moved: Buffer) -> bool:
    """Tell whether a player knew more of a hand then than now, beside cards seen to leave [R5]."""
    for owner in range(earlier.num_players):
        for card in range(NUM_CARDS):
            known = int(earlier.known[seat, owner, card]) + int(moved[owner, card])
            if owner != seat and later.known[seat, owner, card] < known:
                return True
    return False

"""How the cards are dealt in every mode [5-7, 18, 33, 35, 38, 41]."""

from __future__ import annotations

import numpy as np

from boardgame_envs.core.chance import random_below, shuffle
from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.modes import pyramid_shape
from boardgame_envs.games.tranquility.state import NUM_ROWS, Mode
from boardgame_envs.games.tranquility.turn import hands


@rule
def add_cards(deck: Buffer, size: int, card: int, count: int) -> int:
    """Put a number of cards of a kind on a deck; return its new size."""
    for place in range(size, size + count):
        deck[place] = card
    return size + count


@rule
def add_storms(deck: Buffer, size: int) -> int:
    """Put all storms on a deck; return its new size [25]."""
    for storm in range(cards.YELLOW, cards.ORANGE + 1):
        size = add_cards(deck, size, storm, cards.STORMS_OF_A_COLOUR)
    return size


@rule
def gather_islands(state: Record, deck: Buffer) -> int:
    """Shuffle the islands, and let some leave the game unseen [5, V1]."""
    for place in range(cards.ISLANDS):
        deck[place] = place + 1
    shuffle(state, deck, cards.ISLANDS)
    for place in range(state.removed_islands):
        state.removed[place] = deck[cards.ISLANDS - 1 - place]
    return cards.ISLANDS - int(state.removed_islands)


@rule
def deal_piles(state: Record) -> None:
    """Islands, Finishes and what expansions add, dealt out as evenly as possible [5, 7]."""
    deck = np.zeros(cards.MAX_PILE, np.int8)
    size = gather_islands(state, deck)
    if state.mode == Mode.PYRAMID:
        stack_explorer_deck(state)
    else:
        size = add_cards(deck, size, cards.FINISH, cards.FINISHES)
    if state.has_monsters:
        size = add_cards(deck, size, cards.MONSTER, int(state.monsters))
    if state.has_storms:
        size = add_storms(deck, size)
    shuffle(state, deck, size)
    if state.mode == Mode.DAY_AND_NIGHT:
        size = shuffle_compasses_in(state, deck, size)
    share_out(state, deck, size)
    if state.has_reefs:
        # in both editions [R22]
        state.reef_row = random_below(state, NUM_ROWS)
    state.active = choose_first(state)


@rule
def shuffle_compasses_in(state: Record, deck: Buffer, size: int) -> int:
    """Below the opening hands, six compasses are shuffled into the rest [38]."""
    opening = cards.HAND_LIMIT * int(state.num_players)
    size = add_cards(deck, size, cards.COMPASS, cards.COMPASSES)
    shuffle(state, deck[opening:], size - opening)
    return size


@rule
def share_out(state: Record, deck: Buffer, size: int) -> None:
    """Each gets five opening cards, and an even share of the rest below them [5, 38]."""
    players = int(state.num_players)
    share, extras, next_card = size // players, size % players, cards.HAND_LIMIT * players
    for seat in range(players):
        gets_extra = random_below(state, players - seat) < extras
        extras -= int(gets_extra)
        size_of_pile = share + int(gets_extra)
        state.pile_sizes[seat] = size_of_pile
        for place in range(cards.HAND_LIMIT):
            state.piles[seat, size_of_pile - 1 - place] = deck[seat * cards.HAND_LIMIT + place]
        for place in range(size_of_pile - cards.HAND_LIMIT):
            state.piles[seat, place] = deck[next_card]
            next_card += 1


@rule
def choose_first(state: Record) -> int:
    """Who was dealt the fewest cards starts; among equals chance decides [7, R22]."""
    fewest, number = int(state.pile_sizes[0]), 0
    for seat in range(state.num_players):
        fewest = min(fewest, int(state.pile_sizes[seat]))
    for seat in range(state.num_players):
        number += int(state.pile_sizes[seat] == fewest)
    chosen = random_below(state, number)
    for seat in range(state.num_players):
        if state.pile_sizes[seat] == fewest:
            if chosen == 0:
                return seat
            chosen -= 1
    return 0


@rule
def stack_explorer_deck(state: Record) -> None:
    """Four borders, the Finishes, and all cards of the expansions [35]."""
    size = add_cards(state.explorer, 0, cards.BORDER, pyramid_shape.SPARE_BORDERS)
    size = add_cards(state.explorer, size, cards.FINISH, cards.FINISHES)
    size = add_cards(state.explorer, size, cards.MONSTER, cards.MOST_MONSTERS)
    size = add_cards(state.explorer, size, cards.COMPASS, cards.COMPASSES)
    size = add_cards(state.explorer, size, cards.REEF, cards.REEFS)
    state.explorer_size = add_storms(state.explorer, size)
    shuffle(state, state.explorer, pyramid_shape.EXPLORER_SIZE)


# --- the Starts ---


@rule
def deepest_start(state: Record, seat: int) -> int:
    """A Start goes anywhere into the pile; alone into its upper half [6, 18]."""
    size = int(state.pile_sizes[seat])
    return size // 2 if state.num_players == 1 else size


@rule
def choose_depths(state: Record) -> None:
    """Let chance say how many cards lie above each Start [6]."""
    for seat in range(state.num_players):
        state.depths[seat] = random_below(state, deepest_start(state, seat) + 1)


@rule
def note_bottom(state: Record) -> None:
    """Alone, the lower half of the pile cannot hold the Start [18]."""
    state.bottom = state.pile_sizes[0] - deepest_start(state, 0) if state.num_players == 1 else 0


@rule
def put_starts_in(state: Record) -> None:
    """Each player's Start goes into their own pile [6]."""
    note_bottom(state)
    for seat in range(state.num_players):
        put_start_into_pile(state, seat, int(state.depths[seat]))
        state.depths[seat] = 0


@rule
def put_start_into_pile(state: Record, seat: int, depth: int) -> None:
    """Put a Start into a pile, under a number of cards [6, 18]."""
    pile, place = state.piles[seat], int(state.pile_sizes[seat])
    for _ in range(depth):
        pile[place] = pile[place - 1]
        place -= 1
    pile[place] = cards.START
    state.pile_sizes[seat] += 1


# --- the duel ---


@rule
def deal_duel(state: Record) -> None:
    """Five cards each, five in an open row, the rest is the common deck [41]."""
    size = gather_islands(state, state.deck)
    for seat in range(state.num_players):
        for slot in range(cards.HAND_LIMIT):
            size -= 1
            state.hands[seat, slot] = state.deck[size]
            state.deck[size] = 0
        state.hand_sizes[seat] = cards.HAND_LIMIT
    for place in range(cards.ROW_SIZE):
        size -= 1
        state.row[place] = state.deck[size]
        state.deck[size] = 0
    state.row_size = cards.ROW_SIZE
    state.deck_size = size
    state.active = random_below(state, state.num_players)


@rule
def take_up_hands(state: Record) -> None:
    """Both players of a duel put their hands in order; the deal itself has its own [11, 41]."""
    for seat in range(state.num_players):
        hands.sort_hand(state.hands[seat], cards.HAND_LIMIT)

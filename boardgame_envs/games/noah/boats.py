"""Boats: what comes aboard, and who must take it into the hand [2, 4, 5, 7, 8, 12, 15, 22]."""

from __future__ import annotations

from boardgame_envs.core.compiled import Record, rule
from boardgame_envs.core.piles import clear_pile
from boardgame_envs.games.noah import cards
from boardgame_envs.games.noah.cards import CARD_OF, species_of
from boardgame_envs.games.noah.fitting import cards_that_fit
from boardgame_envs.games.noah.hands import put_in_hand
from boardgame_envs.games.noah.knowledge import all_know_card


@rule
def boat_after(state: Record, steps: int) -> int:
    """Return the boat a number of places clockwise from Noah's [2]."""
    boat = int(state.noah) + steps
    return boat if boat < cards.NUM_BOATS else boat - cards.NUM_BOATS


@rule
def empty_boat(state: Record, boat: int) -> None:
    """Clear a boat, or put a new one in its place [2, 7, 15]."""
    clear_pile(state.boats[boat])
    state.num_aboard[boat] = 0
    state.weights[boat] = 0
    state.limits[boat] = cards.LIMIT


@rule
def put_aboard(state: Record, boat: int, animal: int) -> None:
    """Put an animal on top of a boat's animals; a woodpecker lowers the limit [4, 5, 12]."""
    state.boats[boat, state.num_aboard[boat]] = animal
    state.num_aboard[boat] += 1
    state.weights[boat] += cards.WEIGHT[species_of(animal)]
    if species_of(animal) == cards.WOODPECKER:
        state.limits[boat] = cards.WOODPECKER_LIMIT


@rule
def is_full(state: Record, boat: int) -> bool:
    """Tell whether a boat weighs exactly its limit [15]."""
    return bool(state.weights[boat] == state.limits[boat])


@rule
def top_species(state: Record, boat: int) -> int:
    """Return the species of the last animal aboard, or none [8]."""
    aboard = int(state.num_aboard[boat])
    return species_of(state.boats[boat, aboard - 1]) if aboard > 0 else cards.NO_SPECIES


@rule
def makes_pair(state: Record, boat: int, animal: int) -> bool:
    """Tell whether an animal comes on one of its own species, of whatever sex [8]."""
    return species_of(animal) == top_species(state, boat)


@rule
def has_fitting_card(state: Record, seat: int, boat: int) -> bool:
    """Tell whether a player can load a boat [4, 7]."""
    fits, hand, can_load = cards_that_fit(state, boat), state.hands[seat], False
    for card in range(cards.NUM_CARDS):
        can_load |= fits[card] & (hand[card] > 0)
    return can_load


@rule
def take_boat(state: Record, seat: int, boat: int) -> None:
    """All animals of a boat go into a hand, for all to see; snails are free again [7, 22]."""
    for place in range(state.num_aboard[boat]):
        card = int(CARD_OF[state.boats[boat, place]])
        put_in_hand(state, seat, card)
        all_know_card(state, seat, card)
    empty_boat(state, boat)

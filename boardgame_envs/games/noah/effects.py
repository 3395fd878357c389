"""What special animals do: mule, giraffe and lion [9, 10, 13, 14].

Woodpeckers and snails matter for what fits on a boat: see ``fitting.py``.
"""

from __future__ import annotations

from boardgame_envs.core.compiled import Record, rule
from boardgame_envs.core.piles import draw_random_card
from boardgame_envs.core.seats import NOBODY
from boardgame_envs.games.noah.cards import (
    FEMALE,
    GIRAFFE,
    LION,
    MULE,
    NO_CARD,
    NUM_BOATS,
    sex_of,
    species_of,
)
from boardgame_envs.games.noah.hands import hand_over
from boardgame_envs.games.noah.knowledge import forget_hand, know_card, know_hand, miss_card


@rule
def may_move_by(animal: int, steps: int) -> bool:
    """Noah goes to a neighbour of his boat after a female, farther after a male [13]."""
    is_neighbour = steps == 1 or steps == NUM_BOATS - 1
    return is_neighbour == (sex_of(animal) == FEMALE)


@rule
def keeps_noah(animal: int) -> bool:
    """Tell whether Noah stays where he is: after a mule [14]."""
    return species_of(animal) == MULE


@rule
def looks_at_hand(animal: int) -> bool:
    """Tell whether an animal lets its player see a hand: a giraffe [9]."""
    return species_of(animal) == GIRAFFE


@rule
def swaps_cards(animal: int) -> bool:
    """Tell whether an animal lets its player swap a card: a lion [10]."""
    return species_of(animal) == LION


@rule
def look(state: Record, opponent: int) -> None:
    """The player sees the whole hand of an opponent [9]."""
    know_hand(state, int(state.active), opponent)


@rule
def choose_drawn_card(state: Record) -> None:
    """Let chance say which card of the opponent's hand is drawn [10]."""
    hand = state.hands[state.opponent]
    card = draw_random_card(state, hand, int(state.hand_sizes[state.opponent]))
    hand[card] += 1
    state.drawn = card


@rule
def take_drawn_card(state: Record) -> None:
    """The drawn card comes to the player; the others lose sight of both hands [10, 22]."""
    player, opponent, card = int(state.active), int(state.opponent), int(state.drawn)
    hand_over(state, opponent, player, card)
    miss_card(state, player, opponent, card)
    forget_hand(state, opponent, player)
    forget_hand(state, player, NOBODY)
    know_card(state, opponent, player, card)


@rule
def return_card(state: Record, card: int) -> None:
    """The player gives one card back, perhaps the same [10], and knows it there [22]."""
    player, opponent = int(state.active), int(state.opponent)
    hand_over(state, player, opponent, card)
    forget_hand(state, player, NOBODY)
    know_card(state, player, opponent, card)
    state.opponent = NOBODY
    state.drawn = NO_CARD

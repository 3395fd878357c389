"""The rules of Noah. Numbers in brackets are the rules listed in ``__init__.py``.

What the special animals do is in ``effects.py``, who knows which cards in ``knowledge.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from boardgame_envs.core.chance import random_below
from boardgame_envs.core.compiled import Buffer, Record, rule, state_dtype
from boardgame_envs.core.game import Stakes
from boardgame_envs.core.piles import clear_pile, count_cards, draw_random_card
from boardgame_envs.core.seats import CHANCE, NOBODY, next_seat, seat_after
from boardgame_envs.games.noah.cards import (
    CARD_OF,
    COPIES,
    DECK_TEARS,
    HAND_SIZE,
    LIMIT,
    MAX_ABOARD,
    MAX_PLAYERS,
    NUM_ANIMALS,
    NUM_BOATS,
    NUM_CARDS,
    SPARE_BOATS,
    TEARS,
    WEIGHT,
    WOODPECKER,
    WOODPECKER_LIMIT,
    species_of,
)
from boardgame_envs.games.noah.effects import (
    animals_of,
    choose_drawn_card,
    keeps_noah,
    look,
    looks_at_hand,
    may_move_by,
    move_card,
    return_card,
    swaps_cards,
    take_drawn_card,
)
from boardgame_envs.games.noah.fitting import animals_that_fit, cards_that_fit
from boardgame_envs.games.noah.knowledge import (
    NO_CARD,
    all_know_card,
    all_miss_card,
    deal_hands_anew,
    forget_all_hands,
    forget_hand,
    know_card,
    miss_card,
)

# --- the table ---

# what the player whose turn it is decides
PHASES = ("load", "look", "draw", "return", "noah", "give")
TO_LOAD, TO_LOOK, TO_DRAW, TO_RETURN, TO_MOVE_NOAH, TO_GIVE = range(len(PHASES))

# the actions; opponents and boats are counted clockwise from the player and from Noah
OPPONENTS = MAX_PLAYERS - 1
LOAD = 0
LOOK = LOAD + NUM_ANIMALS
DRAW = LOOK + OPPONENTS
RETURN = DRAW + OPPONENTS
MOVE_NOAH = RETURN + NUM_CARDS
GIVE = MOVE_NOAH + NUM_BOATS - 1
NUM_ACTIONS = GIVE + NUM_CARDS * OPPONENTS

NO_ANIMAL = -1

STATE = state_dtype(
    [
        ("rng", np.uint64),  # all chance comes from here
        # the options
        ("num_players", np.int16),
        ("rounds", np.int16),  # not looked at when the match is played to a number of tears
        ("play_to", np.int16),  # that number [V1], or 0
        ("max_turns", np.int16),
        ("reward_points", np.bool_),  # do returns count tears, or only the match?
        # the match
        ("is_cut_short", np.bool_),  # a round had too many turns [R6]
        ("phase", np.int16),
        ("seat", np.int16),  # who decides, CHANCE before a deal or a draw, NOBODY at the end
        ("starter", np.int16),  # who began this round
        ("rounds_played", np.int16),
        ("tears", np.int32, MAX_PLAYERS),
        # the round; a pile counts its cards of each kind
        ("turns", np.int16),  # turns that have ended
        ("departures", np.int16),
        ("noah", np.int16),  # at which boat he is
        ("weights", np.int16, NUM_BOATS),
        ("limits", np.int16, NUM_BOATS),
        ("num_aboard", np.int16, NUM_BOATS),
        ("boats", np.int8, (NUM_BOATS, MAX_ABOARD)),  # boats[b, :num_aboard[b]], in order
        ("hand_sizes", np.int16, MAX_PLAYERS),
        ("hands", np.int8, (MAX_PLAYERS, NUM_CARDS)),
        ("rest", np.int8, NUM_CARDS),  # face down, unused in this round
        ("departed", np.int8, NUM_CARDS),
        ("public", np.int8, (MAX_PLAYERS, NUM_CARDS)),  # cards that all know in a hand
        ("known", np.int8, (MAX_PLAYERS, MAX_PLAYERS, NUM_CARDS)),  # by observer and owner
        # the turn
        ("active", np.int16),  # whose turn it is
        ("loaded", np.int16),  # the boat that was loaded
        ("animal", np.int16),  # the animal that was played
        ("is_pair", np.bool_),
        ("opponent", np.int16),  # with whom the lion swaps
        ("drawn", np.int16),  # the card that the lion drew
        ("gifts_due", np.int16),
        ("last_gift", np.int16),
        ("last_receiver", np.int16),
    ]
)


def write_options(state: Record, options: Mapping[str, Any]) -> None:
    """Write the options into an empty record [20, V1-V3, R6]."""
    state["rounds"] = options["rounds"]
    state["play_to"] = options["play_to"] or 0
    state["max_turns"] = options["max_turns"]
    state["reward_points"] = options["reward"] == "points"
    state["starter"] = NOBODY


# --- a round begins ---


@rule
def set_up(state: Record) -> None:
    """A match begins with a deal [2]."""
    begin_round(state)


@rule
def begin_round(state: Record) -> None:
    """Clear the table for the next deal [2]."""
    state.seat = CHANCE
    state.phase = TO_LOAD
    state.active = NOBODY
    state.opponent = NOBODY
    state.drawn = NO_CARD
    state.last_gift = NO_CARD
    state.last_receiver = NOBODY
    state.animal = NO_ANIMAL
    state.is_pair = False


@rule
def draw_chance(state: Record) -> None:
    """Deal the cards of a round [2], or draw a card for a lion [10]."""
    if state.phase == TO_DRAW:
        choose_drawn_card(state)
    else:
        deal(state)


@rule
def deal(state: Record) -> None:
    """One animal on each boat, eight cards to each player, the rest unused [2]."""
    if state.starter == NOBODY:
        state.starter = random_below(state, state.num_players)  # [3]
    gather_cards(state)
    cards_left = count_cards(state.rest)
    for boat in range(NUM_BOATS):
        card = draw_random_card(state, state.rest, cards_left)
        cards_left -= 1
        first, last = animals_of(card)
        put_aboard(state, boat, first + random_below(state, last - first + 1))
    for seat in range(state.num_players):
        state.hand_sizes[seat] = HAND_SIZE
        for _ in range(HAND_SIZE):
            card = draw_random_card(state, state.rest, cards_left)
            state.hands[seat, card] += 1
            cards_left -= 1


@rule
def gather_cards(state: Record) -> None:
    """Put the whole deck together, and eight empty boats; Noah is at the first one [2, 19]."""
    state.turns = 0
    state.departures = 0
    state.noah = 0
    clear_pile(state.departed)
    forget_all_hands(state)
    for boat in range(NUM_BOATS):
        empty_boat(state, boat)
    for seat in range(state.num_players):
        state.hand_sizes[seat] = 0
        clear_pile(state.hands[seat])
    for card in range(NUM_CARDS):
        state.rest[card] = COPIES[state.num_players, card]


@rule
def carry_on(state: Record) -> None:
    """After a deal the starter has the first turn [3]; a drawn card changes hands [10]."""
    if state.phase == TO_DRAW:
        take_drawn_card(state)
        state.phase = TO_RETURN
        state.seat = state.active
    else:
        begin_turn(state, int(state.starter))


# --- boats ---


@rule
def empty_boat(state: Record, boat: int) -> None:
    """Clear a boat, or put a new one in its place [2, 7, 15]."""
    clear_pile(state.boats[boat])
    state.num_aboard[boat] = 0
    state.weights[boat] = 0
    state.limits[boat] = LIMIT


@rule
def put_aboard(state: Record, boat: int, animal: int) -> None:
    """Put an animal on top of a boat's animals; a woodpecker lowers the limit [4, 5, 12]."""
    state.boats[boat, state.num_aboard[boat]] = animal
    state.num_aboard[boat] += 1
    state.weights[boat] += WEIGHT[species_of(animal)]
    if species_of(animal) == WOODPECKER:
        state.limits[boat] = WOODPECKER_LIMIT


@rule
def has_fitting_card(state: Record, seat: int, boat: int) -> bool:
    """Tell whether a player can load a boat [4, 7]."""
    fits = cards_that_fit(state, boat)
    for card in range(NUM_CARDS):
        if state.hands[seat, card] > 0 and fits[card]:
            return True
    return False


# --- what is legal ---


@rule
def mark_legal_actions(state: Record, mask: Buffer) -> None:
    """One kind of decision at a time: a turn goes through its phases [4, 9, 10, 13, 16]."""
    if state.phase == TO_LOAD:
        mark_loads(state, mask)
    elif state.phase == TO_LOOK:
        mark_opponents(state, mask[LOOK:DRAW])
    elif state.phase == TO_DRAW:
        mark_opponents(state, mask[DRAW:RETURN])
    elif state.phase == TO_RETURN:
        mark_returns(state, mask)
    elif state.phase == TO_MOVE_NOAH:
        mark_moves(state, mask)
    else:
        mark_gifts(state, mask)


@rule
def mark_loads(state: Record, mask: Buffer) -> None:
    """Any card in hand that fits; a snail as either sex that fits [4, 11]."""
    fits = animals_that_fit(state, int(state.noah))
    for animal in range(NUM_ANIMALS):
        if state.hands[state.seat, CARD_OF[animal]] > 0:
            mask[LOAD + animal] = fits[animal]


@rule
def mark_opponents(state: Record, mask: Buffer) -> None:
    """Any opponent may be looked at [9] or drawn from [10]."""
    for steps in range(1, state.num_players):
        mask[steps - 1] = True


@rule
def mark_returns(state: Record, mask: Buffer) -> None:
    """Any card may be given back, the one just drawn too [10]."""
    for card in range(NUM_CARDS):
        mask[RETURN + card] = state.hands[state.seat, card] > 0


@rule
def mark_moves(state: Record, mask: Buffer) -> None:
    """Two of the other boats, by the sex of the animal [13]."""
    for steps in range(1, NUM_BOATS):
        mask[MOVE_NOAH + steps - 1] = may_move_by(int(state.animal), steps)


@rule
def mark_gifts(state: Record, mask: Buffer) -> None:
    """Gifts go in order, so that each way to give is one sequence of actions [16, R4]."""
    cards_from_here = 0
    for card in range(NUM_CARDS - 1, max(int(state.last_gift), 0) - 1, -1):
        cards_from_here += int(state.hands[state.seat, card])
        if state.hands[state.seat, card] > 0 and cards_from_here >= state.gifts_due:
            for steps in range(1, state.num_players):
                receiver = seat_after(state, int(state.seat), steps)
                in_order = card > state.last_gift or receiver >= state.last_receiver
                mask[GIVE + card * OPPONENTS + steps - 1] = in_order


# --- a turn ---


@rule
def begin_turn(state: Record, seat: int) -> None:
    """A player's turn begins; who cannot load Noah's boat takes its animals [4, 7]."""
    state.active = seat
    state.seat = seat
    state.phase = TO_LOAD
    state.animal = NO_ANIMAL
    state.is_pair = False
    state.loaded = state.noah
    if not has_fitting_card(state, seat, int(state.noah)):
        take_boat(state, seat, int(state.noah))


@rule
def take_boat(state: Record, seat: int, boat: int) -> None:
    """All animals of a boat go into a hand, for all to see; snails are free again [7, 22]."""
    for place in range(state.num_aboard[boat]):
        card = int(CARD_OF[state.boats[boat, place]])
        state.hands[seat, card] += 1
        state.hand_sizes[seat] += 1
        all_know_card(state, seat, card)
    empty_boat(state, boat)


@rule
def apply_action(state: Record, action: int) -> None:
    """Load, then look or swap, then move Noah, then give [4, 9, 10, 13, 16]."""
    if action < LOOK:
        load(state, action - LOAD)
    elif action < DRAW:
        look_at_hand(state, seat_after(state, int(state.active), action - LOOK + 1))
    elif action < RETURN:
        draw_from_hand(state, seat_after(state, int(state.active), action - DRAW + 1))
    elif action < MOVE_NOAH:
        return_card(state, action - RETURN)
        go_on_to_noah(state)
    elif action < GIVE:
        move_noah(state, action - MOVE_NOAH + 1)
    else:
        card, steps = divmod(action - GIVE, OPPONENTS)
        give(state, card, seat_after(state, int(state.active), steps + 1))


@rule
def load(state: Record, animal: int) -> None:
    """Put a card on Noah's boat [4]; its effect comes next [9, 10]."""
    seat, card = int(state.active), int(CARD_OF[animal])
    state.is_pair = makes_pair(state, animal)
    state.animal = animal
    state.hands[seat, card] -= 1
    state.hand_sizes[seat] -= 1
    all_miss_card(state, seat, card)
    put_aboard(state, int(state.loaded), animal)
    if looks_at_hand(animal):
        begin_look(state)
    elif swaps_cards(animal):
        begin_draw(state)
    else:
        go_on_to_noah(state)


@rule
def makes_pair(state: Record, animal: int) -> bool:
    """Tell whether an animal comes on one of its own species, of whatever sex [8]."""
    aboard = int(state.num_aboard[state.loaded])
    if aboard == 0:
        return False
    return species_of(state.boats[state.loaded, aboard - 1]) == species_of(animal)


@rule
def begin_look(state: Record) -> None:
    """The player says at whose hand to look; with two players there is no choice [9, R2]."""
    if state.num_players == 2:
        look_at_hand(state, next_seat(state, int(state.active)))
    else:
        state.phase = TO_LOOK


@rule
def look_at_hand(state: Record, opponent: int) -> None:
    """See a hand, then move Noah [9]."""
    look(state, opponent)
    go_on_to_noah(state)


@rule
def begin_draw(state: Record) -> None:
    """The player says from whom to draw; with two players there is no choice [10, R2]."""
    state.phase = TO_DRAW
    if state.num_players == 2:
        draw_from_hand(state, next_seat(state, int(state.active)))


@rule
def draw_from_hand(state: Record, opponent: int) -> None:
    """Chance picks a card of the opponent's hand [10]."""
    state.opponent = opponent
    state.seat = CHANCE


@rule
def go_on_to_noah(state: Record) -> None:
    """The player moves Noah, unless a mule keeps him where he is [13, 14]."""
    if keeps_noah(int(state.animal)):
        end_of_move(state)
    else:
        state.phase = TO_MOVE_NOAH


@rule
def move_noah(state: Record, steps: int) -> None:
    """Noah goes to another boat [13]."""
    boat = int(state.noah) + steps
    state.noah = boat if boat < NUM_BOATS else boat - NUM_BOATS
    end_of_move(state)


@rule
def end_of_move(state: Record) -> None:
    """A boat that weighs exactly its limit departs [15]."""
    if state.weights[state.loaded] == state.limits[state.loaded]:
        depart(state)
    if state.gifts_due > 0:
        state.phase = TO_GIVE
    else:
        end_turn(state)


@rule
def depart(state: Record) -> None:
    """The boat leaves, another takes its place, and gifts are due: one more each time [15, 16]."""
    boat = int(state.loaded)
    for place in range(state.num_aboard[boat]):
        state.departed[CARD_OF[state.boats[boat, place]]] += 1
    empty_boat(state, boat)
    state.departures += 1
    state.gifts_due = min(int(state.departures), int(state.hand_sizes[state.active]))


@rule
def give(state: Record, card: int, receiver: int) -> None:
    """Give a card to an opponent; only these two know which [16, 22]."""
    giver = int(state.active)
    move_card(state, giver, receiver, card)
    miss_card(state, receiver, giver, card)
    forget_hand(state, giver, receiver)
    know_card(state, giver, receiver, card)
    state.last_gift = card
    state.last_receiver = receiver
    state.gifts_due -= 1
    if state.gifts_due == 0:
        state.last_gift = NO_CARD
        state.last_receiver = NOBODY
        end_turn(state)


@rule
def end_turn(state: Record) -> None:
    """The round is over, or cut short, or the next turn begins [17, 18, R6]."""
    state.turns += 1
    if is_round_over(state):
        score_round(state)
    elif state.turns >= state.max_turns:
        state.is_cut_short = True
        state.seat = NOBODY
    elif state.is_pair:
        begin_turn(state, int(state.active))
    else:
        begin_turn(state, next_seat(state, int(state.active)))


# --- a round ends ---


@rule
def is_round_over(state: Record) -> bool:
    """A hand is empty, or there was no boat to replace the one that left [17]."""
    for seat in range(state.num_players):
        if state.hand_sizes[seat] == 0:
            return True
    return bool(state.departures > SPARE_BOATS)


@rule
def score_round(state: Record) -> None:
    """Each player adds the tears on the cards in hand [19]; the match may be over [20]."""
    for seat in range(state.num_players):
        state.tears[seat] += tears_in_hand(state, seat)
    state.rounds_played += 1
    if is_match_over(state):
        state.seat = NOBODY
    else:
        state.starter = next_starter(state)
        begin_round(state)


@rule
def tears_in_hand(state: Record, seat: int) -> int:
    """Return the tears on the cards in a hand [19]."""
    tears = 0
    for card in range(NUM_CARDS):
        tears += int(state.hands[seat, card]) * int(TEARS[card])
    return tears


@rule
def next_starter(state: Record) -> int:
    """Return who has most tears, the first one clockwise from the last starter [3, R1]."""
    starter = int(state.starter)
    for steps in range(1, state.num_players):
        seat = seat_after(state, int(state.starter), steps)
        if state.tears[seat] > state.tears[starter]:
            starter = seat
    return starter


@rule
def is_match_over(state: Record) -> bool:
    """The match has a number of rounds [20, V2], or goes on to a number of tears [V1]."""
    if state.play_to == 0:
        return bool(state.rounds_played >= state.rounds)
    for seat in range(state.num_players):
        if state.tears[seat] >= state.play_to:
            return True
    return False


@rule
def fewest_tears(state: Record) -> int:
    """Return the fewest tears that anybody has [20]."""
    fewest = int(state.tears[0])
    for seat in range(1, state.num_players):
        fewest = min(fewest, int(state.tears[seat]))
    return fewest


@rule
def is_truncated(state: Record) -> bool:
    """A round with too many turns was cut short [R6]."""
    return bool(state.is_cut_short)


@rule
def write_returns(state: Record, returns: Buffer) -> None:
    """Write the tears fewer than the others' [V3], or who has won the match [21]."""
    if state.reward_points:
        write_points(state, returns)
    elif state.seat == NOBODY and not state.is_cut_short:
        write_outcome_returns(state, returns)
    else:
        returns[:] = 0.0


@rule
def write_points(state: Record, returns: Buffer) -> None:
    """The mean of all players' tears less the own [V3]."""
    total = 0.0
    for seat in range(state.num_players):
        total += float(state.tears[seat])
    for seat in range(state.num_players):
        returns[seat] = total / float(state.num_players) - float(state.tears[seat])


@rule
def write_outcome_returns(state: Record, returns: Buffer) -> None:
    """The winners share +1 and the others -1; 0 if all are equal [20, 21, R3]."""
    fewest, winners = fewest_tears(state), 0
    for seat in range(state.num_players):
        winners += int(state.tears[seat] == fewest)
    losers = int(state.num_players) - winners
    for seat in range(state.num_players):
        if losers == 0:
            returns[seat] = 0.0
        elif state.tears[seat] == fewest:
            returns[seat] = 1.0 / winners
        else:
            returns[seat] = -1.0 / losers


def stakes(num_players: int, options: Mapping[str, Any]) -> Stakes:
    """All returns come to nothing: the match [21], or tears less than the others' [V3]."""
    if options["reward"] == "outcome":
        return Stakes("zero", -1.0, 1.0)
    # nobody gets more in a round than there are in the deck [19]
    played_to = options["play_to"]
    most = DECK_TEARS * options["rounds"] if played_to is None else played_to + DECK_TEARS
    return Stakes("zero", -float(most), float(most))


# --- what cannot be seen ---


@rule
def redeal_unseen(state: Record, seat: int) -> None:
    """Deal the other hands anew, but for the cards known in them [22, R5]."""
    deal_hands_anew(state, seat)


@rule
def count_all_cards(state: Record) -> int:
    """Count the cards in all places; it is always the whole deck [1]."""
    cards = count_cards(state.rest) + count_cards(state.departed)
    for seat in range(state.num_players):
        cards += count_cards(state.hands[seat])
    for boat in range(NUM_BOATS):
        cards += int(state.num_aboard[boat])
    return cards

"""What a good player thinks of before each action, for who is to decide [4, 8, 13, 15-17].

All of it follows from what the player sees; what the next player will do is a matter of chance,
see ``prospects.py``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.seats import next_seat, seat_after
from boardgame_envs.games.noah import cards
from boardgame_envs.games.noah.boats import boat_after, top_species
from boardgame_envs.games.noah.cards import (
    CARD_OF,
    FEMALE,
    NO_CARD,
    NUM_BOATS,
    NUM_CARDS,
    NUM_OPPONENTS,
    TEARS,
    sex_of,
    species_of,
)
from boardgame_envs.games.noah.effects import keeps_noah, may_move_by
from boardgame_envs.games.noah.fitting import (
    ANY_SEX,
    LIMITS,
    animals_that_depart,
    animals_that_fit,
    cards_that_fit,
)
from boardgame_envs.games.noah.layout import (
    AT,
    CHANCES,
    EVEN_END,
    HIGHEST,
    MOST_TEARS,
    SHOWN_HARM,
    SURE,
)
from boardgame_envs.games.noah.prospects import (
    Boat,
    Hidden,
    boat_as_it_is,
    boat_with,
    can_go_on,
    cards_that_depart,
    cards_that_load,
    chance_to_depart,
    chance_to_pair,
    chance_to_take,
    count_in,
    count_pairing,
    expected_tears,
    goes_on_with,
    look_at,
    most_tears,
)
from boardgame_envs.games.noah.state import Phase

ROOMS = np.array(LIMITS)
# how a number is shown, by the highest one: a look at a table is quicker than a division
SHOWN = np.array(
    [
        [min(value, highest) / max(highest, 1) for value in range(SHOWN_HARM + 1)]
        for highest in range(SHOWN_HARM + 1)
    ],
    np.float32,
)


# one boat of four: quarters add up exactly
BOAT_SHOWN = np.float32(1 / HIGHEST.load_places)


class Turn(NamedTuple):
    """What the next player may do with a boat, or with the two that Noah may go to [7, 8, 15]."""

    takes: float  # the chance to have to take, where most harm is to be expected
    harm: float  # ... and the animals and tears to be expected
    pairs: float  # the chance to make a pair, where that is least likely
    departs: float  # the chance to make it depart, where that is least likely


class After(NamedTuple):
    """What one holds after a load and the gifts that follow."""

    departs: bool
    num_cards: int
    tears_shed: int
    tears_given: int  # those of them that the others get
    ends_round: bool


@rule
def write_features(state: Record, seat: int, unseen: Buffer, observation: Buffer) -> None:
    """Write what can be worked out of the opponents, and of each action that may be legal."""
    write_rivals(state, seat, unseen, observation)
    if state.seat != seat:
        return
    if state.phase == Phase.LOAD:
        write_loads(state, seat, unseen, observation)
    elif state.phase == Phase.NOAH:
        write_moves(state, seat, unseen, observation)
    elif state.phase == Phase.RETURN:
        write_returns(state, seat, observation)
    elif state.phase == Phase.GIVE:
        write_gifts(state, seat, observation)


@rule
def shown(value: int, highest: int) -> np.float32:
    """Return a number as it is shown: what is beyond the highest as the highest."""
    return np.float32(SHOWN[highest, min(value, highest)])


@rule
def chance_level(chance: float) -> int:
    """Return how likely something is, in steps: 0 impossible, the highest certain."""
    level = int(chance > 0.0)
    for bound in CHANCES:
        level += int(chance >= bound)
    return level


# --- opponents [9, 10] ---


@rule
def write_rivals(state: Record, seat: int, unseen: Buffer, observation: Buffer) -> None:
    """Write how much of each opponent's hand is hidden, what is in it, and how they stand."""
    fewest = fewest_of_rivals(state, seat)
    for steps in range(1, state.num_players):
        owner = seat_after(state, seat, steps)
        hand = look_at(state, seat, owner, unseen)
        tears, rival = expected_tears(hand), steps - 1
        a_card = int(4.0 * tears / max(int(state.hand_sizes[owner]), 1) + 0.5)
        standing = standing_of(state, owner) - fewest
        observation[AT.rival_hidden + rival] = shown(hand.num_hidden, HIGHEST.rival_hidden)
        observation[AT.rival_tears + rival] = shown(int(tears + 0.5), HIGHEST.rival_tears)
        observation[AT.rival_card + rival] = shown(a_card, HIGHEST.rival_card)
        observation[AT.rival_standing + rival] = shown(standing, HIGHEST.rival_standing)


@rule
def standing_of(state: Record, owner: int) -> int:
    """Return the tears and cards of a player: the fewer, the closer to winning [19, 20]."""
    return int(state.tears[owner]) + int(state.hand_sizes[owner])


@rule
def fewest_of_rivals(state: Record, seat: int) -> int:
    """Return the fewest tears and cards of any opponent [19, 20]."""
    fewest = standing_of(state, seat_after(state, seat, 1))
    for steps in range(2, state.num_players):
        fewest = min(fewest, standing_of(state, seat_after(state, seat, steps)))
    return fewest


# --- loading [4-8, 11-17] ---


@rule
def write_loads(state: Record, seat: int, unseen: Buffer, observation: Buffer) -> None:
    """Write what each animal that may be loaded brings [4]."""
    hand, fits = state.hands[seat], animals_that_fit(state, int(state.noah))
    next_hand = look_at(state, seat, next_seat(state, seat), unseen)
    after_male, after_female = turn_at_two(state, next_hand, 2), turn_at_two(state, next_hand, 1)
    for animal in range(cards.NUM_ANIMALS):
        if fits[animal] and hand[CARD_OF[animal]] > 0:
            after = after_load(state, seat, animal)
            boat = boat_with(state, int(state.noah), animal)
            write_hand_after(state, seat, animal, after, unseen, observation)
            write_boat_after(hand, animal, boat, after, observation)
            if after.ends_round:
                continue
            if species_of(animal) == top_species(state, int(state.noah)):
                write_own_turn(state, seat, animal, boat, observation)
            elif keeps_noah(animal):
                write_their_turn(animal, turn_at(next_hand, boat), observation)
            else:
                turn = after_female if sex_of(animal) == FEMALE else after_male
                write_their_turn(animal, turn, observation)
    write_other_boats(state, seat, observation)


@rule
def turn_at_two(state: Record, hand: Hidden, steps: int) -> Turn:
    """Return what the next player may do, with Noah so many steps to either side [13]."""
    one = turn_at(hand, boat_as_it_is(state, boat_after(state, steps)))
    other = turn_at(hand, boat_as_it_is(state, boat_after(state, NUM_BOATS - steps)))
    worse = one if one.harm >= other.harm else other
    pairs, departs = min(one.pairs, other.pairs), min(one.departs, other.departs)
    return Turn(worse.takes, worse.harm, pairs, departs)


@rule
def turn_at(hand: Hidden, boat: Boat) -> Turn:
    """Return what who finds a boat may do [7, 8, 15]."""
    takes = chance_to_take(hand, boat)
    pairs, departs = chance_to_pair(hand, boat), chance_to_depart(hand, boat)
    return Turn(takes, takes * boat.burden, pairs, departs)


@rule
def after_load(state: Record, seat: int, animal: int) -> After:
    """Return what is left of a hand after a load, if the gifts are those with most tears [16]."""
    left, tears = int(state.hand_sizes[seat]) - 1, int(TEARS[CARD_OF[animal]])
    if not animals_that_depart(state, int(state.noah))[animal]:
        return After(False, left, tears, 0, left == 0)
    gifts = min(int(state.departures) + 1, left)
    given = tears_of_gifts(state.hands[seat], int(CARD_OF[animal]), gifts)
    ends = left == gifts or state.departures == cards.SPARE_BOATS
    return After(True, left - gifts, tears + given, given, ends)


@rule
def tears_of_gifts(hand: Buffer, played: int, gifts: int) -> int:
    """Return the tears on those cards of a hand, but for one played, that have the most [16]."""
    given = 0
    for tears in range(MOST_TEARS, 0, -1):
        for card in range(NUM_CARDS):
            if TEARS[card] == tears:
                count = min(int(hand[card]) - int(card == played), gifts)
                gifts -= count
                given += count * tears
    return given


@rule
def write_hand_after(
    state: Record, seat: int, animal: int, after: After, unseen: Buffer, observation: Buffer
) -> None:
    """Write what leaves the hand, what is left of it, and how the round would end [16, 17, 19]."""
    observation[AT.load_tears + animal] = shown(after.tears_shed, HIGHEST.load_tears)
    observation[AT.load_cards + animal] = shown(after.num_cards, HIGHEST.load_cards)
    if after.ends_round:
        mine, theirs = -after.tears_shed, float(after.tears_given)
        for card in range(NUM_CARDS):
            mine += int(state.hands[seat, card]) * int(TEARS[card])
        for steps in range(1, state.num_players):
            owner = seat_after(state, seat, steps)
            theirs += expected_tears(look_at(state, seat, owner, unseen))
        lead = theirs / (state.num_players - 1) - mine
        end = max(EVEN_END + int(np.floor(lead + 0.5)), 1)
        observation[AT.load_end + animal] = shown(end, HIGHEST.load_end)


@rule
def write_boat_after(
    hand: Buffer, animal: int, boat: Boat, after: After, observation: Buffer
) -> None:
    """Write what the boat in Noah's place takes then, and what I have of it [4-6, 12, 15]."""
    fits, departs, card = cards_that_load(boat), cards_that_depart(boat), CARD_OF[animal]
    fitting = count_in(hand, fits) - int(fits[card])
    prepares = count_in(hand, departs) > int(departs[card])
    room = 0 if after.departs else int(ROOMS[boat.low_limit]) - boat.weight
    observation[AT.load_room + animal] = shown(room, HIGHEST.load_room)
    observation[AT.load_sex + animal] = shown(sex_shown(boat.needed_sex), HIGHEST.load_sex)
    observation[AT.load_fitting + animal] = shown(fitting, HIGHEST.load_fitting)
    observation[AT.load_prepares + animal] = np.float32(prepares)


@rule
def sex_shown(sex: int) -> int:
    """Return the sex that a boat needs as it is shown: 0 any, 1 male, 2 female [6]."""
    return 0 if sex == ANY_SEX else sex + 1


@rule
def write_their_turn(animal: int, turn: Turn, observation: Buffer) -> None:
    """Write what the next player may do, where Noah serves me best [7, 8, 15, 18]."""
    pairs, departs = chance_level(turn.pairs), chance_level(turn.departs)
    harm = int(4.0 * turn.harm + 0.5)
    observation[AT.load_takes + animal] = shown(chance_level(turn.takes), HIGHEST.load_takes)
    observation[AT.load_harm + animal] = shown(harm, HIGHEST.load_harm)
    observation[AT.load_pairs + animal] = shown(pairs, HIGHEST.load_pairs)
    observation[AT.load_departs + animal] = shown(departs, HIGHEST.load_departs)


@rule
def write_own_turn(
    state: Record, seat: int, animal: int, loaded: Boat, observation: Buffer
) -> None:
    """Write what I could do in another turn, at the best boat that Noah may go to [8, 13, 14]."""
    hand, card, best, goes_on = state.hands[seat], int(CARD_OF[animal]), -1, False
    if keeps_noah(animal):
        best, goes_on = most_tears(hand, card, loaded), can_go_on(hand, card, loaded)
    else:
        for steps in range(1, NUM_BOATS):
            if may_move_by(animal, steps):
                boat = boat_as_it_is(state, boat_after(state, steps))
                best = max(best, most_tears(hand, card, boat))
                goes_on |= can_go_on(hand, card, boat)
    observation[AT.load_again + animal] = shown(best + 2, HIGHEST.load_again)
    observation[AT.load_goes_on + animal] = np.float32(goes_on)


@rule
def write_other_boats(state: Record, seat: int, observation: Buffer) -> None:
    """Write where each card could be loaded as well, and what it leaves for other boats [4]."""
    fits, hand = animals_that_fit(state, int(state.noah)), state.hands[seat]
    for steps in range(1, NUM_BOATS):
        fits_there = cards_that_fit(state, boat_after(state, steps))
        fitting = count_in(hand, fits_there)
        for animal in range(cards.NUM_ANIMALS):
            card = CARD_OF[animal]
            may_load = fits[animal] & (hand[card] > 0)
            fits_too = may_load & fits_there[card]
            is_open = may_load & (fitting > int(fits_there[card]))
            observation[AT.load_places + animal] += BOAT_SHOWN * fits_too
            observation[AT.load_open + animal] += BOAT_SHOWN * is_open


# --- moving Noah [13] ---


@rule
def write_moves(state: Record, seat: int, unseen: Buffer, observation: Buffer) -> None:
    """Write what each boat that Noah may go to has for me, and for who finds it [13]."""
    for steps in range(1, NUM_BOATS):
        if may_move_by(int(state.animal), steps):
            boat = boat_as_it_is(state, boat_after(state, steps))
            write_boat(state.hands[seat], boat, steps - 1, observation)
            if state.is_pair:
                write_my_boat(state.hands[seat], boat, steps - 1, observation)
            else:
                hand = look_at(state, seat, next_seat(state, seat), unseen)
                write_their_boat(hand, boat, steps - 1, observation)


@rule
def write_boat(hand: Buffer, boat: Boat, move: int, observation: Buffer) -> None:
    """Write what a boat takes, and what of it I have [4-7, 12]."""
    fitting, best = count_in(hand, cards_that_load(boat)), most_tears(hand, NO_CARD, boat) + 1
    room, sex = int(ROOMS[boat.low_limit]) - boat.weight, sex_shown(boat.needed_sex)
    observation[AT.noah_room + move] = shown(room, HIGHEST.noah_room)
    observation[AT.noah_sex + move] = shown(sex, HIGHEST.noah_sex)
    observation[AT.noah_burden + move] = shown(boat.burden, HIGHEST.noah_burden)
    observation[AT.noah_fitting + move] = shown(fitting, HIGHEST.noah_fitting)
    observation[AT.noah_best + move] = shown(best, HIGHEST.noah_best)


@rule
def write_my_boat(hand: Buffer, boat: Boat, move: int, observation: Buffer) -> None:
    """Write what I shall do with a boat: after a pair the next turn is mine [8]."""
    takes = int(count_in(hand, cards_that_load(boat)) == 0)
    pairs = int(count_pairing(hand, boat) > 0)
    departs = int(count_in(hand, cards_that_depart(boat)) > 0)
    observation[AT.noah_takes + move] = shown(SURE * takes, HIGHEST.noah_takes)
    observation[AT.noah_harm + move] = shown(4 * boat.burden * takes, HIGHEST.noah_harm)
    observation[AT.noah_pairs + move] = shown(SURE * pairs, HIGHEST.noah_pairs)
    observation[AT.noah_departs + move] = shown(SURE * departs, HIGHEST.noah_departs)


@rule
def write_their_boat(hand: Hidden, boat: Boat, move: int, observation: Buffer) -> None:
    """Write how likely the next player is to take a boat, to make a pair or a departure [7]."""
    turn = turn_at(hand, boat)
    pairs, departs = chance_level(turn.pairs), chance_level(turn.departs)
    harm = int(4.0 * turn.harm + 0.5)
    observation[AT.noah_takes + move] = shown(chance_level(turn.takes), HIGHEST.noah_takes)
    observation[AT.noah_harm + move] = shown(harm, HIGHEST.noah_harm)
    observation[AT.noah_pairs + move] = shown(pairs, HIGHEST.noah_pairs)
    observation[AT.noah_departs + move] = shown(departs, HIGHEST.noah_departs)


# --- returning and giving cards [10, 16] ---


@rule
def write_returns(state: Record, seat: int, observation: Buffer) -> None:
    """Write what each card could still do for me [10]."""
    for card in range(NUM_CARDS):
        if state.hands[seat, card] > 0:
            places, goes_on = 0, 0
            for steps in range(NUM_BOATS):
                boat = boat_as_it_is(state, boat_after(state, steps))
                fits = cards_that_load(boat)[card]
                places += int(fits)
                goes_on += int(fits and goes_on_with(boat, card))
            observation[AT.return_places + card] = shown(places, HIGHEST.return_places)
            observation[AT.return_goes_on + card] = shown(goes_on, HIGHEST.return_goes_on)


@rule
def write_gifts(state: Record, seat: int, observation: Buffer) -> None:
    """Write how many gifts would hurt more, how receivers stand, and what they could do [16]."""
    boat, fewest = boat_as_it_is(state, int(state.noah)), fewest_of_rivals(state, seat)
    for card in range(max(int(state.last_gift), 0), NUM_CARDS):
        if state.hands[seat, card] > 0:
            worse, use = count_worse(state, seat, card), use_of_gift(boat, card)
            for opponent in range(state.num_players - 1):
                gift = card * NUM_OPPONENTS + opponent
                standing = standing_of(state, seat_after(state, seat, opponent + 1)) - fewest
                observation[AT.gift_worse + gift] = shown(worse, HIGHEST.gift_worse)
                observation[AT.gift_standing + gift] = shown(standing, HIGHEST.gift_standing)
                if opponent == 0 and not state.is_pair:
                    observation[AT.gift_use + gift] = shown(use, HIGHEST.gift_use)


@rule
def use_of_gift(boat: Boat, card: int) -> int:
    """Return what who finds a boat can do with a card: 1 nothing, 2 load it, 3 go on [4, 8, 15]."""
    if not cards_that_load(boat)[card]:
        return 1
    return 2 + int(goes_on_with(boat, card))


@rule
def count_worse(state: Record, seat: int, card: int) -> int:
    """Count the cards that may still be given and hurt more: by tears, then in order [1, 16]."""
    worse = 0
    for other in range(max(int(state.last_gift), 0), NUM_CARDS):
        if TEARS[other] > TEARS[card] or (TEARS[other] == TEARS[card] and other < card):
            worse += int(state.hands[seat, other])
    return worse

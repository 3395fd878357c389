"""What a good player thinks of before each action, for who is to decide [4, 8, 13, 15-17].

All of it follows from what the player sees; what the next player will do is a matter of chance,
see ``prospects.py``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from boardgame_envs.core.compiled import Buffer, Record, inlined_rule
from boardgame_envs.core.seats import next_seat, seat_after
from boardgame_envs.games.noah import cards, packed
from boardgame_envs.games.noah.cards import (
    CARD_OF,
    FEMALE,
    NUM_BOATS,
    NUM_CARDS,
    NUM_OPPONENTS,
    TEARS,
    sex_of,
    species_of,
)
from boardgame_envs.games.noah.effects import keeps_noah, may_move_by
from boardgame_envs.games.noah.fitting import ANY_SEX, animals_that_depart, animals_that_fit
from boardgame_envs.games.noah.layout import AT, CHANCES, EVEN_END, HIGHEST, MOST_TEARS, SHOWN_HARM
from boardgame_envs.games.noah.prospects import (
    Boat,
    Chances,
    Hidden,
    Ring,
    boat_with,
    chances_of,
    expected_tears,
    look_at,
    look_at_own,
    room_of,
    that_depart,
    that_go_on,
    that_load,
)
from boardgame_envs.games.noah.state import Phase

# how a number is shown, by the highest one: a look at a table is quicker than a division
SHOWN = np.array(
    [
        [min(value, highest) / max(highest, 1) for value in range(SHOWN_HARM + 1)]
        for highest in range(SHOWN_HARM + 1)
    ],
    np.float32,
)


class After(NamedTuple):
    """What one holds after a load and the gifts that follow."""

    departs: bool
    num_cards: int
    tears_shed: int
    tears_given: int  # those of them that the others get
    ends_round: bool


@inlined_rule
def write_features(
    state: Record, seat: int, hand: int, unseen: int, ring: Ring, observation: Buffer
) -> None:
    """Write what can be worked out of the opponents, and of each action that may be legal."""
    write_rivals(state, seat, unseen, observation)
    if state.seat != seat:
        return
    if state.phase == Phase.LOAD:
        write_loads(state, seat, hand, unseen, ring, observation)
    elif state.phase == Phase.NOAH:
        write_moves(state, seat, hand, unseen, ring, observation)
    elif state.phase == Phase.RETURN:
        write_returns(hand, ring, observation)
    elif state.phase == Phase.GIVE:
        write_gifts(state, seat, hand, ring.here, observation)


@inlined_rule
def shown(value: int, highest: int) -> np.float32:
    """Return a number as it is shown: what is beyond the highest as the highest."""
    return np.float32(SHOWN[highest, min(value, highest)])


@inlined_rule
def chance_level(chance: float) -> int:
    """Return how likely something is, in steps: 0 impossible, the highest certain."""
    level = int(chance > 0.0)
    for bound in CHANCES:
        level += int(chance >= bound)
    return level


@inlined_rule
def quarters(number: float) -> int:
    """Return how many quarters a number has, rounded."""
    return int(4.0 * number + 0.5)


# --- opponents [9, 10] ---


@inlined_rule
def write_rivals(state: Record, seat: int, unseen: int, observation: Buffer) -> None:
    """Write how much of each opponent's hand is hidden, what is in it, and how they stand."""
    fewest, unseen_tears = fewest_of_rivals(state, seat), packed.count_tears(unseen)
    for steps in range(1, state.num_players):
        owner, rival = seat_after(state, seat, steps), steps - 1
        hand = look_at(state, seat, owner, unseen)
        tears = expected_tears(hand, unseen_tears)
        a_card = quarters(tears / max(int(state.hand_sizes[owner]), 1))
        standing = standing_of(state, owner) - fewest
        observation[AT.rival_hidden + rival] = shown(hand.num_hidden, HIGHEST.rival_hidden)
        observation[AT.rival_tears + rival] = shown(int(tears + 0.5), HIGHEST.rival_tears)
        observation[AT.rival_card + rival] = shown(a_card, HIGHEST.rival_card)
        observation[AT.rival_standing + rival] = shown(standing, HIGHEST.rival_standing)


@inlined_rule
def standing_of(state: Record, owner: int) -> int:
    """Return the tears and cards of a player: the fewer, the closer to winning [19, 20]."""
    return int(state.tears[owner]) + int(state.hand_sizes[owner])


@inlined_rule
def fewest_of_rivals(state: Record, seat: int) -> int:
    """Return the fewest tears and cards of any opponent [19, 20]."""
    fewest = standing_of(state, seat_after(state, seat, 1))
    for steps in range(2, state.num_players):
        fewest = min(fewest, standing_of(state, seat_after(state, seat, steps)))
    return fewest


# --- loading [4-8, 11-17] ---


@inlined_rule
def write_loads(
    state: Record, seat: int, hand: int, unseen: int, ring: Ring, observation: Buffer
) -> None:
    """Write what each animal that may be loaded brings [4]."""
    fits = animals_that_fit(state, int(state.noah))
    next_hand = look_at(state, seat, next_seat(state, seat), unseen)
    beside = best_of(next_hand, ring.first, ring.last)
    beyond = best_of(next_hand, ring.second, ring.third)
    for animal in range(cards.NUM_ANIMALS):
        card = int(CARD_OF[animal])
        if fits[animal] and hand & packed.CARD[card] != 0:
            left, boat = packed.without(hand, card), boat_with(state, ring.here, animal)
            after = after_load(state, left, animal)
            write_hand_after(animal, after, observation)
            write_boats_after(animal, left, boat, ring, observation)
            write_room_after(animal, boat, after, observation)
            if after.ends_round:
                write_end(state, seat, animal, left, after, unseen, observation)
            elif species_of(animal) == ring.here.top:
                write_own_turn(animal, left, boat, ring, observation)
            elif keeps_noah(animal):
                write_their_turn(animal, chances_of(next_hand, boat), observation)
            else:
                chances = beside if sex_of(animal) == FEMALE else beyond
                write_their_turn(animal, chances, observation)


@inlined_rule
def best_of(hand: Hidden, one: Boat, other: Boat) -> Chances:
    """Return the best for me, one by one, that the next player may do with two boats [13]."""
    at_one, at_other = chances_of(hand, one), chances_of(hand, other)
    pairs, departs = min(at_one.pairs, at_other.pairs), min(at_one.departs, at_other.departs)
    if at_one.harm >= at_other.harm:
        return Chances(at_one.takes, pairs, departs, at_one.harm)
    return Chances(at_other.takes, pairs, departs, at_other.harm)


@inlined_rule
def after_load(state: Record, left: int, animal: int) -> After:
    """Return what is left of a hand after a load, if the gifts are those with most tears [16]."""
    num_left, tears = packed.count(left), int(TEARS[CARD_OF[animal]])
    if not animals_that_depart(state, int(state.noah))[animal]:
        return After(False, num_left, tears, 0, num_left == 0)
    gifts = min(int(state.departures) + 1, num_left)
    given = tears_of_gifts(left, gifts)
    ends_round = num_left == gifts or state.departures == cards.SPARE_BOATS
    return After(True, num_left - gifts, tears + given, given, ends_round)


@inlined_rule
def tears_of_gifts(hand: int, gifts: int) -> int:
    """Return the tears on so many cards of a hand, those that have the most [16]."""
    given = 0
    for tears in range(MOST_TEARS, 0, -1):
        number = min(packed.count(hand & int(packed.OF_TEARS[tears])), gifts)
        gifts -= number
        given += number * tears
    return given


@inlined_rule
def write_hand_after(animal: int, after: After, observation: Buffer) -> None:
    """Write what leaves the hand, and what is left of it [16]."""
    observation[AT.load_tears + animal] = shown(after.tears_shed, HIGHEST.load_tears)
    observation[AT.load_cards + animal] = shown(after.num_cards, HIGHEST.load_cards)


@inlined_rule
def write_end(
    state: Record,
    seat: int,
    animal: int,
    left: int,
    after: After,
    unseen: int,
    observation: Buffer,
) -> None:
    """Write how the round would end [17, 19]."""
    mine, theirs = packed.count_tears(left) - after.tears_given, float(after.tears_given)
    unseen_tears = packed.count_tears(unseen)
    for steps in range(1, state.num_players):
        hand = look_at(state, seat, seat_after(state, seat, steps), unseen)
        theirs += expected_tears(hand, unseen_tears)
    lead = theirs / (state.num_players - 1) - mine
    end = max(EVEN_END + int(np.floor(lead + 0.5)), 1)
    observation[AT.load_end + animal] = shown(end, HIGHEST.load_end)


@inlined_rule
def write_room_after(animal: int, boat: Boat, after: After, observation: Buffer) -> None:
    """Write the room of the boat then, and the sex that is needed in its place [6, 12, 15]."""
    room = 0 if after.departs else room_of(boat)
    observation[AT.load_room + animal] = shown(room, HIGHEST.load_room)
    observation[AT.load_sex + animal] = shown(sex_shown(boat), HIGHEST.load_sex)


@inlined_rule
def sex_shown(boat: Boat) -> int:
    """Return the sex that a boat needs as it is shown: 0 any, 1 male, 2 female [6]."""
    return 0 if boat.needed_sex == ANY_SEX else boat.needed_sex + 1


@inlined_rule
def write_boats_after(animal: int, left: int, boat: Boat, ring: Ring, observation: Buffer) -> None:
    """Write which boats the card and the hand that is left fit [4-6, 15]."""
    fitting, card = packed.count(left & that_load(boat)), int(packed.CARD[CARD_OF[animal]])
    places, are_open = 0, 0
    for other in (ring.first, ring.second, ring.third, ring.last):
        places += int(card & that_load(other) != 0)
        are_open += int(left & that_load(other) != 0)
    prepares = left & that_depart(boat) != 0
    observation[AT.load_fitting + animal] = shown(fitting, HIGHEST.load_fitting)
    observation[AT.load_prepares + animal] = np.float32(prepares)
    observation[AT.load_places + animal] = shown(places, HIGHEST.load_places)
    observation[AT.load_open + animal] = shown(are_open, HIGHEST.load_open)


@inlined_rule
def write_their_turn(animal: int, chances: Chances, observation: Buffer) -> None:
    """Write what the next player may do, where Noah serves me best [7, 8, 15, 18]."""
    takes, pairs = chance_level(chances.takes), chance_level(chances.pairs)
    departs, harm = chance_level(chances.departs), quarters(chances.harm)
    observation[AT.load_takes + animal] = shown(takes, HIGHEST.load_takes)
    observation[AT.load_harm + animal] = shown(harm, HIGHEST.load_harm)
    observation[AT.load_pairs + animal] = shown(pairs, HIGHEST.load_pairs)
    observation[AT.load_departs + animal] = shown(departs, HIGHEST.load_departs)


@inlined_rule
def write_own_turn(animal: int, left: int, loaded: Boat, ring: Ring, observation: Buffer) -> None:
    """Write what I could do in another turn, at the best boat that Noah may go to [8, 13, 14]."""
    one, other = ring.second, ring.third
    if keeps_noah(animal):
        one, other = loaded, loaded
    elif sex_of(animal) == FEMALE:
        one, other = ring.first, ring.last
    best = packed.most_tears(left & (that_load(one) | that_load(other)))
    goes_on = left & (that_go_on(one) | that_go_on(other)) != 0
    observation[AT.load_again + animal] = shown(best + 2, HIGHEST.load_again)
    observation[AT.load_goes_on + animal] = np.float32(goes_on)


# --- moving Noah [13] ---


@inlined_rule
def write_moves(
    state: Record, seat: int, hand: int, unseen: int, ring: Ring, observation: Buffer
) -> None:
    """Write what each boat that Noah may go to has for me, and for who finds it [13]."""
    # after a pair the next turn is mine [8]
    next_hand = look_at_own(hand)
    if not state.is_pair:
        next_hand = look_at(state, seat, next_seat(state, seat), unseen)
    for steps in range(1, NUM_BOATS):
        if may_move_by(int(state.animal), steps):
            write_boat(hand, ring[steps], steps - 1, observation)
            write_chances(chances_of(next_hand, ring[steps]), steps - 1, observation)


@inlined_rule
def write_boat(hand: int, boat: Boat, move: int, observation: Buffer) -> None:
    """Write what a boat takes, and what of it I have [4-7, 12]."""
    mine = hand & that_load(boat)
    fitting, best = packed.count(mine), packed.most_tears(mine) + 1
    observation[AT.noah_room + move] = shown(room_of(boat), HIGHEST.noah_room)
    observation[AT.noah_sex + move] = shown(sex_shown(boat), HIGHEST.noah_sex)
    observation[AT.noah_burden + move] = shown(boat.burden, HIGHEST.noah_burden)
    observation[AT.noah_fitting + move] = shown(fitting, HIGHEST.noah_fitting)
    observation[AT.noah_best + move] = shown(best, HIGHEST.noah_best)


@inlined_rule
def write_chances(chances: Chances, move: int, observation: Buffer) -> None:
    """Write how likely who comes next is to take a boat, to make a pair or a departure [7]."""
    takes, pairs = chance_level(chances.takes), chance_level(chances.pairs)
    departs, harm = chance_level(chances.departs), quarters(chances.harm)
    observation[AT.noah_takes + move] = shown(takes, HIGHEST.noah_takes)
    observation[AT.noah_harm + move] = shown(harm, HIGHEST.noah_harm)
    observation[AT.noah_pairs + move] = shown(pairs, HIGHEST.noah_pairs)
    observation[AT.noah_departs + move] = shown(departs, HIGHEST.noah_departs)


# --- returning and giving cards [10, 16] ---


@inlined_rule
def write_returns(hand: int, ring: Ring, observation: Buffer) -> None:
    """Write what each card could still do for me [10]."""
    for card in range(NUM_CARDS):
        mine, places, goes_on = hand & int(packed.CARD[card]), 0, 0
        if mine == 0:
            continue
        for boat in ring:
            places += int(mine & that_load(boat) != 0)
            goes_on += int(mine & that_go_on(boat) != 0)
        observation[AT.return_places + card] = shown(places, HIGHEST.return_places)
        observation[AT.return_goes_on + card] = shown(goes_on, HIGHEST.return_goes_on)


@inlined_rule
def write_gifts(state: Record, seat: int, hand: int, boat: Boat, observation: Buffer) -> None:
    """Write how many gifts would hurt more, how receivers stand, and what they could do [16]."""
    fewest = fewest_of_rivals(state, seat)
    may_give = hand & int(packed.FROM[max(int(state.last_gift), 0)])
    for card in range(NUM_CARDS):
        if may_give & packed.CARD[card] != 0:
            worse, use = packed.count(may_give & int(packed.WORSE[card])), use_of_gift(boat, card)
            for opponent in range(state.num_players - 1):
                gift = card * NUM_OPPONENTS + opponent
                standing = standing_of(state, seat_after(state, seat, opponent + 1)) - fewest
                observation[AT.gift_worse + gift] = shown(worse, HIGHEST.gift_worse)
                observation[AT.gift_standing + gift] = shown(standing, HIGHEST.gift_standing)
                if opponent == 0 and not state.is_pair:
                    observation[AT.gift_use + gift] = shown(use, HIGHEST.gift_use)


@inlined_rule
def use_of_gift(boat: Boat, card: int) -> int:
    """Return what who finds a boat can do with a card: 1 nothing, 2 load it, 3 go on [4, 8, 15]."""
    loads = packed.CARD[card] & that_load(boat) != 0
    goes_on = packed.CARD[card] & that_go_on(boat) != 0
    return 1 + int(loads) + int(goes_on)

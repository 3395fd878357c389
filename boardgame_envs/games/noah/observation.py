"""What a player of Noah sees, as numbers and as text.

Players are counted clockwise from the observer (0), boats clockwise from Noah's (0). The
text is made from the decoded numbers, so it can show nothing that they do not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from boardgame_envs.core.compiled import Buffer, Record, inlined_rule, rule
from boardgame_envs.core.seats import NOBODY, relative_seat, seat_after, seat_name
from boardgame_envs.games.noah import cards, packed
from boardgame_envs.games.noah.boats import boat_after
from boardgame_envs.games.noah.cards import CARD_OF, NO_ANIMAL, NO_CARD
from boardgame_envs.games.noah.features import write_features
from boardgame_envs.games.noah.fitting import (
    ANY_SEX,
    CARD_FITS,
    animals_that_depart,
    animals_that_fit,
)
from boardgame_envs.games.noah.layout import AT as AT
from boardgame_envs.games.noah.layout import HIGHEST as HIGHEST
from boardgame_envs.games.noah.layout import LAYOUT as LAYOUT
from boardgame_envs.games.noah.layout import (
    SEEN_SIZE,
    SHOWN_HAND,
    SHOWN_LEAD,
    SHOWN_ROUNDS,
    SHOWN_TEARS,
)
from boardgame_envs.games.noah.prospects import (
    Boat,
    Ring,
    look_round,
    room_of,
    that_depart,
    that_pair,
)
from boardgame_envs.games.noah.state import Phase

# --- as numbers ---

# how each number is shown: a look at a table is quicker than a division
TEARS_SHOWN = LAYOUT.shown("tears_aboard")
# in single precision, in which many are divided at once
COPIES_SCALE = np.float32(HIGHEST.my_hand)
ANIMALS_SCALE = np.float32(HIGHEST.boats)
# places aboard as bytes, which animals are, too: so all are compared at once
PLACES_ABOARD = np.arange(cards.MAX_ABOARD, dtype=np.int8)
NO_ANIMAL_SHOWN = np.int8(0)


@rule
def clear_observation(observation: Buffer) -> None:
    """Clear an observation: what the longest parts say of actions only if its phase has them."""
    has_loads = observation[AT.phase + Phase.LOAD] != 0.0
    has_gifts = observation[AT.phase + Phase.GIVE] != 0.0
    observation[: AT.load_tears] = 0.0
    if observation.size == SEEN_SIZE:
        return
    observation[AT.noah_room : AT.gift_worse] = 0.0
    if has_loads:
        observation[AT.load_tears : AT.noah_room] = 0.0
    if has_gifts:
        observation[AT.gift_worse :] = 0.0


@rule
def write_observation(state: Record, seat: int, observation: Buffer) -> None:
    """Write what a seat knows: its hand, what is public, and known cards of others [22]."""
    hand, ring = packed.pack(state.hands[seat]), look_round(state)
    write_cards(state, seat, ring, observation)
    write_fitting(state.hands[seat], ring, observation)
    if state.seat != NOBODY:
        if state.animal == NO_ANIMAL:
            write_loads(state, hand, ring.here, observation)
        if observation.size > SEEN_SIZE:
            unseen = packed.pack_shown(observation[AT.unseen :], HIGHEST.unseen)
            write_features(state, seat, hand, unseen, ring, observation)


@rule
def write_brief_view(state: Record, seat: int, observation: Buffer) -> None:
    """Write an observation without what it says of actions: enough to decide on, and sooner."""
    write_cards(state, seat, look_round(state), observation)


@inlined_rule
def write_cards(state: Record, seat: int, ring: Ring, observation: Buffer) -> None:
    """Write where cards are, and what is being decided [22]."""
    write_match(state, seat, observation)
    write_turn(state, seat, observation)
    write_sizes(state, seat, observation)
    write_piles(state, seat, observation)
    write_known(state, seat, observation)
    observation[AT.noah + state.noah] = 1.0
    observation[AT.departures + state.departures] = 1.0
    write_boats(state, ring, observation)


@inlined_rule
def write_match(state: Record, seat: int, observation: Buffer) -> None:
    """Write the options, how the match stands and how far it has come [3, 20, V1-V3, R6]."""
    observation[AT.num_players + state.num_players - cards.FEWEST_PLAYERS] = 1.0
    observation[AT.reward_points] = state.reward_points
    observation[AT.play_to] = state.play_to / HIGHEST.play_to
    observation[AT.turns_left] = (state.max_turns - state.turns) / HIGHEST.turns_left
    if state.play_to == 0:
        left = min(int(state.rounds) - int(state.rounds_played), SHOWN_ROUNDS)
        observation[AT.rounds_left + left] = 1.0
    mine = int(state.tears[seat])
    for steps in range(state.num_players):
        tears = int(state.tears[seat_after(state, seat, steps)])
        observation[AT.tears + steps] = tears / HIGHEST.tears
        missing = max(int(state.play_to) - tears, 0) if state.play_to > 0 else SHOWN_TEARS
        observation[AT.tears_missing + steps] = min(missing, SHOWN_TEARS) / HIGHEST.tears_missing
        if steps > 0:
            lead = min(max(tears - mine, -SHOWN_LEAD), SHOWN_LEAD)
            observation[AT.tears_to_mine + steps - 1] = (lead + SHOWN_LEAD) / HIGHEST.tears_to_mine
    observation[AT.starter + relative_seat(state, seat, int(state.starter))] = 1.0


@inlined_rule
def write_turn(state: Record, seat: int, observation: Buffer) -> None:
    """Write who decides what, and what has happened in this turn [4, 8, 10, 15, 16]."""
    if state.seat == NOBODY:
        return
    observation[AT.to_act + relative_seat(state, seat, int(state.seat))] = 1.0
    observation[AT.phase + state.phase] = 1.0
    observation[AT.pair] = state.is_pair
    if state.animal != NO_ANIMAL:
        observation[AT.animal + state.animal] = 1.0
    if state.phase == Phase.RETURN:
        observation[AT.opponent + relative_seat(state, seat, int(state.opponent))] = 1.0
    if state.gifts_due > 0:
        observation[AT.gifts_due + state.gifts_due - 1] = 1.0
    if state.active == seat:
        write_own_choices(state, seat, observation)


@inlined_rule
def write_own_choices(state: Record, seat: int, observation: Buffer) -> None:
    """Write what only the player whose turn it is knows: the card drawn, the last gift [22]."""
    if state.drawn != NO_CARD:
        observation[AT.drawn + state.drawn] = 1.0
    if state.last_gift != NO_CARD:
        receiver = relative_seat(state, seat, int(state.last_receiver))
        observation[AT.last_gift + state.last_gift] = 1.0
        observation[AT.last_receiver + receiver] = 1.0


@inlined_rule
def write_sizes(state: Record, seat: int, observation: Buffer) -> None:
    """Write how many cards each player has [22]."""
    for steps in range(state.num_players):
        size = int(state.hand_sizes[seat_after(state, seat, steps)])
        observation[AT.hand_sizes + steps] = size / HIGHEST.hand_sizes
        observation[AT.few_cards + steps * (SHOWN_HAND + 1) + min(size, SHOWN_HAND)] = 1.0


@inlined_rule
def write_piles(state: Record, seat: int, observation: Buffer) -> None:
    """Write the hand of the observer, the cards that have departed, and the unseen ones [15, 22]."""
    own, departed, rest = state.hands[seat], state.departed, state.rest
    hands, known = state.hands, state.known[seat]
    # all piles in one loop, in which many cards are dealt with at once
    for card in range(cards.NUM_CARDS):
        unseen = rest[card] - own[card]
        # seats that nobody has hold no cards, and none are known there or in one's own
        for owner in range(cards.MAX_PLAYERS):
            unseen += hands[owner, card] - known[owner, card]
        observation[AT.my_hand + card] = np.float32(own[card]) / COPIES_SCALE
        observation[AT.departed + card] = np.float32(departed[card]) / COPIES_SCALE
        observation[AT.unseen + card] = np.float32(np.int8(unseen)) / COPIES_SCALE


@inlined_rule
def write_known(state: Record, seat: int, observation: Buffer) -> None:
    """Write the cards known in the hands of opponents [22]."""
    for steps in range(1, state.num_players):
        known = state.known[seat, seat_after(state, seat, steps)]
        start = AT.known + (steps - 1) * cards.NUM_CARDS
        write_pile(known, observation[start : start + cards.NUM_CARDS])


@inlined_rule
def write_pile(pile: Buffer, part: Buffer) -> None:
    """Write how many cards of each kind there are [1]."""
    for card in range(part.size):
        part[card] = np.float32(pile[card]) / COPIES_SCALE


@inlined_rule
def write_boats(state: Record, ring: Ring, observation: Buffer) -> None:
    """Write what is aboard each boat, and what may come aboard [2, 5, 6, 12]."""
    for steps in range(cards.NUM_BOATS):
        boat, number = ring[steps], boat_after(state, steps)
        write_aboard(state.boats[number], int(state.num_aboard[number]), steps, observation)
        if boat.top != cards.NO_SPECIES:
            observation[AT.top + steps * cards.NUM_SPECIES + boat.top] = 1.0
        if boat.needed_sex != ANY_SEX:
            observation[AT.needed_sex + steps * len(cards.SEXES) + boat.needed_sex] = 1.0
        observation[AT.room + steps * (cards.LIMIT + 1) + room_of(boat)] = 1.0
        observation[AT.woodpecker + steps] = boat.low_limit
        observation[AT.tears_aboard + steps] = TEARS_SHOWN[
            boat.burden - int(state.num_aboard[number])
        ]


@inlined_rule
def write_aboard(animals: Buffer, aboard: int, steps: int, observation: Buffer) -> None:
    """Write the animals aboard a boat, in order [2]."""
    start, end = AT.boats + steps * cards.MAX_ABOARD, np.int8(aboard)
    for place in range(cards.MAX_ABOARD):
        # no branch: nobody can guess how many there are, not even a processor
        shown = np.int8(animals[place] + 1) if PLACES_ABOARD[place] < end else NO_ANIMAL_SHOWN
        observation[start + place] = np.float32(shown) / ANIMALS_SCALE


@inlined_rule
def write_fitting(hand: Buffer, ring: Ring, observation: Buffer) -> None:
    """Write which cards of the observer fit each boat [5, 6]."""
    here, first, second = cards_for(ring.here), cards_for(ring.first), cards_for(ring.second)
    third, last = cards_for(ring.third), cards_for(ring.last)
    # all boats in one loop, in which many cards are dealt with at once
    for card in range(cards.NUM_CARDS):
        is_mine, place = hand[card] > 0, AT.my_fitting + card
        observation[place] = np.float32(here[card] & is_mine)
        observation[place + cards.NUM_CARDS] = np.float32(first[card] & is_mine)
        observation[place + 2 * cards.NUM_CARDS] = np.float32(second[card] & is_mine)
        observation[place + 3 * cards.NUM_CARDS] = np.float32(third[card] & is_mine)
        observation[place + 4 * cards.NUM_CARDS] = np.float32(last[card] & is_mine)


@inlined_rule
def cards_for(boat: Boat) -> Buffer:
    """Return for each card whether it fits a boat [5, 6]."""
    return CARD_FITS[boat.low_limit, boat.weight, boat.needed_sex]


@inlined_rule
def write_loads(state: Record, hand: int, here: Boat, observation: Buffer) -> None:
    """Write which cards of the observer would make a pair or a departure now [8, 15]."""
    fits, departs = animals_that_fit(state, int(state.noah)), that_depart(here)
    if hand & that_pair(here) != 0:
        for sex in range(len(cards.SEXES)):
            animal = len(cards.SEXES) * here.top + sex
            has_one = hand & int(packed.CARD[CARD_OF[animal]]) != 0
            observation[AT.my_pairs + animal] = np.float32(fits[animal] & has_one)
    if hand & departs != 0:
        makes_depart = animals_that_depart(state, int(state.noah))
        for animal in range(cards.NUM_ANIMALS):
            has_one = hand & departs & int(packed.CARD[CARD_OF[animal]]) != 0
            is_one = has_one & fits[animal] & makes_depart[animal]
            observation[AT.my_departures + animal] = np.float32(is_one)


# --- as text ---


def describe_view(view: Mapping[str, Any], seat: int) -> str:
    """Return a decoded observation in the words of the rules [22]."""
    names = player_names(view, seat)
    lines = [
        f"You are {names[0]}. Tears: {tears_in_words(view, names)}. {match_goal(view)}",
        f"Boats left: {view['departures']} of {cards.SPARE_BOATS + 1}. "
        f"{names[view['starter']]} began this round.",
        *boat_lines(view),
        f"Your hand: {pile_in_words(view['my_hand'])}.",
        *(opponent_line(view, names, steps) for steps in range(1, len(names))),
        f"Unseen: {pile_in_words(view['unseen'])}. Departed: {pile_in_words(view['departed'])}.",
        *turn_lines(view, names),
    ]
    return "\n".join(lines)


def player_names(view: Mapping[str, Any], seat: int) -> list[str]:
    """Return the names of the players in order from a seat [2]."""
    num_players = view["num_players"]
    return [seat_name((seat + steps) % num_players) for steps in range(num_players)]


def tears_in_words(view: Mapping[str, Any], names: list[str]) -> str:
    """Return the tears of all players [19]."""
    told = ["you", *names[1:]]
    return ", ".join(f"{name} {tears}" for name, tears in zip(told, view["tears"], strict=False))


def match_goal(view: Mapping[str, Any]) -> str:
    """Return how long the match goes on [20, V1, V2]."""
    if view["rounds_left"] is None:
        return f"The match goes on until somebody has {view['play_to']} tears."
    more = " or more" if view["rounds_left"] == SHOWN_ROUNDS else ""
    return f"Rounds left: {view['rounds_left']}{more}."


def boat_lines(view: Mapping[str, Any]) -> list[str]:
    """Return the boats by their numbers, with their animals in order [2, 5, 6]."""
    lines = {}
    for steps in range(cards.NUM_BOATS):
        number = (view["noah"] + steps) % cards.NUM_BOATS + 1
        animals = [cards.ANIMAL_NAMES[animal - 1] for animal in view["boats"][steps] if animal]
        limit = cards.WOODPECKER_LIMIT if view["woodpecker"][steps] else cards.LIMIT
        sex = view["needed_sex"][steps]
        lines[number] = (
            f"{'>' if steps == 0 else ' '} Boat {number}: {' '.join(animals) or 'empty'} "
            f"(weight {limit - view['room'][steps]} of {limit}"
            + (f", next must be {sex})" if sex else ")")
        )
    return [lines[number] for number in sorted(lines)]


def opponent_line(view: Mapping[str, Any], names: list[str], steps: int) -> str:
    """Return how many cards an opponent holds, and which of them are known [22]."""
    known, size = view["known"][steps - 1], view["hand_sizes"][steps]
    line = f"{names[steps]} holds {size} card{'' if size == 1 else 's'}"
    return line + (f", among them {pile_in_words(known)}." if any(known) else ".")


def turn_lines(view: Mapping[str, Any], names: list[str]) -> list[str]:
    """Return what has happened in this turn, and who decides what [4, 8, 10, 13, 16]."""
    if view["to_act"] is None:
        return ["The match is over."]
    who, have = ("You", "have") if view["to_act"] == 0 else (names[view["to_act"]], "has")
    lines = []
    if view["animal"]:
        pair = ", a pair" if view["pair"] else ""
        lines.append(f"{who} played {view['animal']}{pair}.")
    if view["drawn"]:
        lines.append(f"You drew {view['drawn']} from {names[view['opponent']]}.")
    return [*lines, f"{who} {have} {task_in_words(view, names)}."]


def task_in_words(view: Mapping[str, Any], names: list[str]) -> str:
    """Return what is to be decided [4, 9, 10, 13, 16]."""
    phase = view["phase"]
    if phase == "return":
        return f"to return a card to {names[view['opponent']]}"
    if phase == "give":
        return f"to give {view['gifts_due']} more"
    return {
        "load": "to load Noah's boat",
        "look": "to choose at whose hand to look",
        "draw": "to choose from whom to draw a card",
        "noah": "to move Noah",
    }[str(phase)]


def pile_in_words(pile: list[int]) -> str:
    """Return the cards of a counted pile by name, in the table's order."""
    counted = zip(cards.CARD_NAMES, pile, strict=True)
    return " ".join(name for name, count in counted for _ in range(count)) or "none"


def describe_table(state: Record) -> str:
    """Return everything on the table, the hidden cards too [2, 22]."""
    lines = []
    for boat in range(cards.NUM_BOATS):
        aboard = state["boats"][boat][: int(state["num_aboard"][boat])]
        animals = " ".join(cards.ANIMAL_NAMES[animal] for animal in aboard) or "empty"
        mark = ">" if boat == int(state["noah"]) else " "
        weight, limit = int(state["weights"][boat]), int(state["limits"][boat])
        lines.append(f"{mark} Boat {boat + 1}: {animals} (weight {weight} of {limit}).")
    for seat in range(int(state["num_players"])):
        hand = pile_in_words(state["hands"][seat].tolist())
        lines.append(f"{seat_name(seat)}: {int(state['tears'][seat])} tears; hand {hand}.")
    lines.append(
        f"Unused: {pile_in_words(state['rest'].tolist())}; "
        f"departed: {pile_in_words(state['departed'].tolist())}."
    )
    return "\n".join(lines)

"""What a player of Noah sees, as numbers and as text.

Players are counted clockwise from the observer (0), boats clockwise from Noah's (0). The
text is made from the decoded numbers, so it can show nothing that they do not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.layout import Flag, Layout, Number, OneOf
from boardgame_envs.core.seats import NOBODY, relative_seat, seat_after, seat_name
from boardgame_envs.games.noah.cards import (
    ANIMAL_NAMES,
    CARD_NAMES,
    CARD_OF,
    DECK_SIZE,
    DECK_TEARS,
    FEWEST_PLAYERS,
    LIMIT,
    MAX_ABOARD,
    MAX_COPIES,
    MAX_PLAYERS,
    NUM_ANIMALS,
    NUM_BOATS,
    NUM_CARDS,
    NUM_SPECIES,
    SEXES,
    SPARE_BOATS,
    SPECIES_NAMES,
    TEARS,
    WOODPECKER_LIMIT,
    species_of,
)
from boardgame_envs.games.noah.fitting import (
    ANY_SEX,
    animals_that_depart,
    animals_that_fit,
    cards_that_fit,
    needed_sex,
)
from boardgame_envs.games.noah.knowledge import NO_CARD
from boardgame_envs.games.noah.rules import (
    NO_ANIMAL,
    OPPONENTS,
    PHASES,
    TO_RETURN,
    makes_pair,
)

MAX_ROUNDS = 1000
MAX_PLAY_TO = 1000
MAX_TURNS = 10_000
SHOWN_ROUNDS = 6
SHOWN_TEARS = 26  # missing to the end of a match [V1]
SHOWN_LEAD = 20
SHOWN_HAND = 10
SEATS = tuple(range(MAX_PLAYERS))
BOATS = tuple(range(NUM_BOATS))

LAYOUT = Layout(
    (
        # the options
        OneOf("num_players", "how many play", labels=tuple(range(FEWEST_PLAYERS, MAX_PLAYERS + 1))),
        Flag("reward_points", "tears are the reward, not the match"),
        OneOf("rounds_left", "rounds left, this one included, 6: or more; none: the match goes to a number of tears", labels=tuple(range(SHOWN_ROUNDS + 1))),
        Number("play_to", "that number of tears; 0: the match goes over rounds", highest=MAX_PLAY_TO),
        Number("turns_left", "turns after which this round is cut short", highest=MAX_TURNS),
        # the match, players in order from me
        Number("tears", "tears of each player", (MAX_PLAYERS,), highest=DECK_TEARS * MAX_ROUNDS),
        Number("tears_missing", "tears of each player missing to the end of the match, 26: or more, or it goes over rounds", (MAX_PLAYERS,), highest=SHOWN_TEARS),
        Number("tears_to_mine", "20 and the tears of each opponent less mine, 0 and 40: or beyond", (OPPONENTS,), highest=2 * SHOWN_LEAD),
        OneOf("starter", "who began this round", labels=SEATS),
        OneOf("to_act", "who decides; none: the match is over", labels=SEATS),
        OneOf("phase", "what is decided", labels=PHASES),
        # the turn
        OneOf("animal", "the animal played in this turn", labels=ANIMAL_NAMES),
        Flag("pair", "it made a pair: the same player has another turn"),
        OneOf("opponent", "with whom the lion swaps a card", labels=SEATS),
        OneOf("drawn", "the card that my lion has drawn", private=True, labels=CARD_NAMES),
        OneOf("gifts_due", "gifts still to be given", labels=tuple(range(1, SPARE_BOATS + 2))),
        OneOf("last_gift", "the card I gave last in this turn", private=True, labels=CARD_NAMES),
        OneOf("last_receiver", "to whom I gave it", private=True, labels=SEATS),
        # the cards
        Number("my_hand", "cards of each kind in my hand", (NUM_CARDS,), private=True, highest=MAX_COPIES),
        Number("hand_sizes", "cards in the hand of each player", (MAX_PLAYERS,), highest=DECK_SIZE),
        OneOf("few_cards", "cards in the hand of each player, 10: or more", (MAX_PLAYERS,), labels=tuple(range(SHOWN_HAND + 1))),
        Number("known", "cards of each kind that I know in the hand of each opponent", (OPPONENTS, NUM_CARDS), private=True, highest=MAX_COPIES),
        Number("unseen", "cards of each kind that may be anywhere: in other hands, beyond those I know, or unused", (NUM_CARDS,), private=True, highest=MAX_COPIES),
        Number("departed", "cards of each kind that have departed", (NUM_CARDS,), highest=MAX_COPIES),
        # the boats, in order from Noah's
        OneOf("noah", "the number of Noah's boat less one", labels=BOATS),
        OneOf("departures", "boats that have left in this round", labels=tuple(range(SPARE_BOATS + 2))),
        Number("boats", "the animals aboard each boat in order, each its place in the list of animals, 0: none", (NUM_BOATS, MAX_ABOARD), highest=NUM_ANIMALS),
        OneOf("room", "limit of each boat less its weight", (NUM_BOATS,), labels=tuple(range(LIMIT + 1))),
        Flag("woodpecker", "there is a woodpecker aboard: the limit is 13", (NUM_BOATS,)),
        OneOf("needed_sex", "the sex that the next animal must have; none: any", (NUM_BOATS,), labels=SEXES),
        OneOf("top", "the species of the last animal aboard; none: the boat is empty", (NUM_BOATS,), labels=SPECIES_NAMES),
        Number("tears_aboard", "tears on the animals aboard", (NUM_BOATS,), highest=DECK_TEARS),
        # at a glance
        Flag("my_fitting", "cards of my hand that fit each boat", (NUM_BOATS, NUM_CARDS), private=True),
        Flag("my_pairs", "animals of my hand that fit Noah's boat and make a pair", (NUM_ANIMALS,), private=True),
        Flag("my_departures", "animals of my hand that make Noah's boat depart", (NUM_ANIMALS,), private=True),
    )
)  # fmt: skip

NUM_PLAYERS_AT = LAYOUT.start("num_players")
REWARD_POINTS = LAYOUT.start("reward_points")
ROUNDS_LEFT = LAYOUT.start("rounds_left")
PLAY_TO = LAYOUT.start("play_to")
TURNS_LEFT = LAYOUT.start("turns_left")
TEARS_AT = LAYOUT.start("tears")
TEARS_MISSING = LAYOUT.start("tears_missing")
TEARS_TO_MINE = LAYOUT.start("tears_to_mine")
STARTER = LAYOUT.start("starter")
TO_ACT = LAYOUT.start("to_act")
PHASE = LAYOUT.start("phase")
ANIMAL = LAYOUT.start("animal")
PAIR = LAYOUT.start("pair")
OPPONENT = LAYOUT.start("opponent")
DRAWN = LAYOUT.start("drawn")
GIFTS_DUE = LAYOUT.start("gifts_due")
LAST_GIFT = LAYOUT.start("last_gift")
LAST_RECEIVER = LAYOUT.start("last_receiver")
MY_HAND = LAYOUT.start("my_hand")
HAND_SIZES = LAYOUT.start("hand_sizes")
FEW_CARDS = LAYOUT.start("few_cards")
KNOWN = LAYOUT.start("known")
UNSEEN = LAYOUT.start("unseen")
DEPARTED = LAYOUT.start("departed")
NOAH = LAYOUT.start("noah")
DEPARTURES = LAYOUT.start("departures")
BOATS_AT = LAYOUT.start("boats")
ROOM = LAYOUT.start("room")
WOODPECKER_ABOARD = LAYOUT.start("woodpecker")
NEEDED_SEX = LAYOUT.start("needed_sex")
TOP = LAYOUT.start("top")
TEARS_ABOARD = LAYOUT.start("tears_aboard")
MY_FITTING = LAYOUT.start("my_fitting")
MY_PAIRS = LAYOUT.start("my_pairs")
MY_DEPARTURES = LAYOUT.start("my_departures")


# --- as numbers ---

# in single precision, in which many are divided at once
COPIES_SCALE = np.float32(MAX_COPIES)
TEARS_OF_ANIMAL = TEARS[CARD_OF]
TEARS_SHOWN = (np.arange(DECK_TEARS + 1) / DECK_TEARS).astype(np.float32)
ANIMALS_SHOWN = (np.arange(1, NUM_ANIMALS + 1) / NUM_ANIMALS).astype(np.float32)


@rule
def write_observation(state: Record, seat: int, observation: Buffer) -> None:
    """Write what a seat knows: its hand, what is public, and known cards of others [22]."""
    write_match(state, seat, observation)
    write_turn(state, seat, observation)
    write_hands(state, seat, observation)
    write_others(state, seat, observation)
    for steps in range(NUM_BOATS):
        boat = int(state.noah) + steps
        boat = boat if boat < NUM_BOATS else boat - NUM_BOATS
        write_boat(state, boat, steps, observation)
        start = MY_FITTING + steps * NUM_CARDS
        write_fitting(state, seat, boat, observation[start : start + NUM_CARDS])
    if state.seat != NOBODY and state.animal == NO_ANIMAL:
        write_loads(state, seat, observation)


@rule
def write_match(state: Record, seat: int, observation: Buffer) -> None:
    """Write the options, how the match stands and how far it has come [3, 20, V1-V3, R6]."""
    observation[NUM_PLAYERS_AT + state.num_players - FEWEST_PLAYERS] = 1.0
    observation[REWARD_POINTS] = state.reward_points
    observation[PLAY_TO] = state.play_to / MAX_PLAY_TO
    observation[TURNS_LEFT] = (state.max_turns - state.turns) / MAX_TURNS
    if state.play_to == 0:
        left = min(int(state.rounds) - int(state.rounds_played), SHOWN_ROUNDS)
        observation[ROUNDS_LEFT + left] = 1.0
    mine = int(state.tears[seat])
    for steps in range(state.num_players):
        tears = int(state.tears[seat_after(state, seat, steps)])
        observation[TEARS_AT + steps] = tears / (DECK_TEARS * MAX_ROUNDS)
        missing = max(int(state.play_to) - tears, 0) if state.play_to > 0 else SHOWN_TEARS
        observation[TEARS_MISSING + steps] = min(missing, SHOWN_TEARS) / SHOWN_TEARS
        if steps > 0:
            lead = min(max(tears - mine, -SHOWN_LEAD), SHOWN_LEAD)
            observation[TEARS_TO_MINE + steps - 1] = (lead + SHOWN_LEAD) / (2 * SHOWN_LEAD)
    observation[STARTER + relative_seat(state, seat, int(state.starter))] = 1.0


@rule
def write_turn(state: Record, seat: int, observation: Buffer) -> None:
    """Write who decides what, and what has happened in this turn [4, 8, 10, 15, 16]."""
    if state.seat == NOBODY:
        return
    observation[TO_ACT + relative_seat(state, seat, int(state.seat))] = 1.0
    observation[PHASE + state.phase] = 1.0
    observation[PAIR] = state.is_pair
    if state.animal != NO_ANIMAL:
        observation[ANIMAL + state.animal] = 1.0
    if state.phase == TO_RETURN:
        observation[OPPONENT + relative_seat(state, seat, int(state.opponent))] = 1.0
    if state.gifts_due > 0:
        observation[GIFTS_DUE + state.gifts_due - 1] = 1.0
    if state.active == seat:
        write_own_choices(state, seat, observation)


@rule
def write_own_choices(state: Record, seat: int, observation: Buffer) -> None:
    """Write what only the player whose turn it is knows: the card drawn, the last gift [22]."""
    if state.drawn != NO_CARD:
        observation[DRAWN + state.drawn] = 1.0
    if state.last_gift != NO_CARD:
        receiver = relative_seat(state, seat, int(state.last_receiver))
        observation[LAST_GIFT + state.last_gift] = 1.0
        observation[LAST_RECEIVER + receiver] = 1.0


@rule
def write_hands(state: Record, seat: int, observation: Buffer) -> None:
    """Write the own hand, and the sizes of all [22]."""
    write_pile(state.hands[seat], observation[MY_HAND : MY_HAND + NUM_CARDS])
    write_pile(state.departed, observation[DEPARTED : DEPARTED + NUM_CARDS])
    for steps in range(state.num_players):
        size = int(state.hand_sizes[seat_after(state, seat, steps)])
        observation[HAND_SIZES + steps] = size / DECK_SIZE
        observation[FEW_CARDS + steps * (SHOWN_HAND + 1) + min(size, SHOWN_HAND)] = 1.0


@rule
def write_others(state: Record, seat: int, observation: Buffer) -> None:
    """Write the cards known in the hands of opponents; the others are unseen [22]."""
    unseen = observation[UNSEEN : UNSEEN + NUM_CARDS]
    for card in range(unseen.size):
        unseen[card] = state.rest[card]
    for steps in range(1, state.num_players):
        owner = seat_after(state, seat, steps)
        hand, known = state.hands[owner], state.known[seat, owner]
        for card in range(unseen.size):
            unseen[card] += np.float32(hand[card] - known[card])
        start = KNOWN + (steps - 1) * NUM_CARDS
        write_pile(known, observation[start : start + NUM_CARDS])
    for card in range(unseen.size):
        unseen[card] /= COPIES_SCALE


@rule
def write_pile(pile: Buffer, part: Buffer) -> None:
    """Write how many cards of each kind there are [1]."""
    for card in range(part.size):
        part[card] = np.float32(pile[card]) / COPIES_SCALE


@rule
def write_boat(state: Record, boat: int, steps: int, observation: Buffer) -> None:
    """Write what is aboard a boat, and what may come aboard [2, 5, 6, 12]."""
    aboard, tears = int(state.num_aboard[boat]), 0
    for place in range(aboard):
        animal = int(state.boats[boat, place])
        observation[BOATS_AT + steps * MAX_ABOARD + place] = ANIMALS_SHOWN[animal]
        tears += TEARS_OF_ANIMAL[animal]
    if aboard > 0:
        species = species_of(state.boats[boat, aboard - 1])
        observation[TOP + steps * NUM_SPECIES + species] = 1.0
    room = int(state.limits[boat]) - int(state.weights[boat])
    sex = needed_sex(state, boat)
    if sex != ANY_SEX:
        observation[NEEDED_SEX + steps * 2 + sex] = 1.0
    observation[ROOM + steps * (LIMIT + 1) + room] = 1.0
    observation[WOODPECKER_ABOARD + steps] = state.limits[boat] == WOODPECKER_LIMIT
    observation[TEARS_ABOARD + steps] = TEARS_SHOWN[tears]
    if steps == 0:
        observation[NOAH + boat] = 1.0
        observation[DEPARTURES + state.departures] = 1.0


@rule
def write_fitting(state: Record, seat: int, boat: int, part: Buffer) -> None:
    """Write which cards in the own hand fit a boat [5, 6]."""
    hand, fits = state.hands[seat], cards_that_fit(state, boat)
    for card in range(part.size):
        part[card] = np.float32(fits[card] & (hand[card] > 0))


@rule
def write_loads(state: Record, seat: int, observation: Buffer) -> None:
    """Write which cards in the own hand would make a pair or a departure now [8, 15]."""
    boat = int(state.noah)
    fits, departs = animals_that_fit(state, boat), animals_that_depart(state, boat)
    for animal in range(NUM_ANIMALS):
        if fits[animal] and state.hands[seat, CARD_OF[animal]] > 0:
            observation[MY_PAIRS + animal] = makes_pair(state, animal)
            observation[MY_DEPARTURES + animal] = departs[animal]


# --- as text ---


def describe_view(view: Mapping[str, Any], seat: int) -> str:
    """Return a decoded observation in the words of the rules [22]."""
    names = player_names(view, seat)
    lines = [
        f"You are {names[0]}. Tears: {tears_in_words(view, names)}. {match_goal(view)}",
        f"Boats left: {view['departures']} of {SPARE_BOATS + 1}. "
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
    for steps in range(NUM_BOATS):
        number = (view["noah"] + steps) % NUM_BOATS + 1
        animals = [ANIMAL_NAMES[animal - 1] for animal in view["boats"][steps] if animal]
        limit = WOODPECKER_LIMIT if view["woodpecker"][steps] else LIMIT
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
    cards = [name for name, count in zip(CARD_NAMES, pile, strict=True) for _ in range(count)]
    return " ".join(cards) or "none"


def describe_table(state: Record) -> str:
    """Return everything on the table, the hidden cards too [2, 22]."""
    lines = []
    for boat in range(NUM_BOATS):
        aboard = state["boats"][boat][: int(state["num_aboard"][boat])]
        animals = " ".join(ANIMAL_NAMES[animal] for animal in aboard) or "empty"
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

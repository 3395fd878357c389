"""What a player of Noah is asked, and what an answer would bring [4-16]."""

from __future__ import annotations

from boardgame_envs.core.compiled import Record
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.seats import seat_name
from boardgame_envs.games.noah import cards
from boardgame_envs.games.noah.actions import (
    ANIMAL_IN,
    BOAT_IN,
    CARD_IN,
    KIND,
    KIND_OF,
    OPPONENT_IN,
    opponent_of,
)
from boardgame_envs.games.noah.boats import boat_after, is_full, makes_pair, put_aboard
from boardgame_envs.games.noah.cards import CARD_OF, SEXES, TEARS
from boardgame_envs.games.noah.departures import depart
from boardgame_envs.games.noah.effects import keeps_noah, looks_at_hand, swaps_cards
from boardgame_envs.games.noah.fitting import ANY_SEX, needed_sex
from boardgame_envs.games.noah.hands import take_from_hand
from boardgame_envs.games.noah.scoring import is_round_over
from boardgame_envs.games.noah.state import Phase


def question(information: InformationState) -> str:
    """Ask for what is decided in a phase of a turn [4, 9, 10, 13, 16]."""
    state = information.imagined
    phase = int(state.phase)
    if phase == Phase.LOAD:
        boat = int(state.noah)
        return f"Which animal will you load on boat {boat + 1} ({boat_in_words(state, boat)})?"
    if phase == Phase.RETURN:
        return f"Which card will you return to {seat_name(int(state.opponent))}?"
    if phase == Phase.GIVE:
        return f"Which card will you give to whom ({int(state.gifts_due)} to give)?"
    return {
        Phase.LOOK: "Whose hand will you see?",
        Phase.DRAW: "From whom will you draw a card?",
        Phase.NOAH: "To which boat will Noah go?",
    }[Phase(phase)]


def boat_in_words(state: Record, boat: int) -> str:
    """Return what a boat weighs, and the sex that it needs [5, 6]."""
    sex = needed_sex(state, boat)
    needs = "any sex" if sex == ANY_SEX else f"next must be {SEXES[sex]}"
    return f"weight {int(state.weights[boat])} of {int(state.limits[boat])}, {needs}"


def counted(number: int, word: str) -> str:
    """Return a number of things."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def consequence(information: InformationState, action: int) -> str:
    """Tell what an action brings, as far as its player can know [4-16]."""
    kind, state = KIND_OF[action], information.imagined
    if kind == KIND.load:
        return load_in_words(information, int(ANIMAL_IN[action]))
    if kind == KIND.move_noah:
        return noah_in_words(information, int(BOAT_IN[action]) + 1)
    if kind == KIND.give_back:
        return f"{counted(int(TEARS[CARD_IN[action]]), 'tear')} out of your hand"
    steps = int(OPPONENT_IN[action]) + 1
    size = information.view["hand_sizes"][steps]
    if kind == KIND.give:
        receiver = seat_name(opponent_of(state, steps - 1))
        tears = counted(int(TEARS[CARD_IN[action]]), "tear")
        return f"{tears} out of your hand; {receiver} then holds {counted(size + 1, 'card')}"
    known = sum(information.view["known"][steps - 1])
    return f"{counted(size, 'card')}, {known} of them known to you"


def load_in_words(information: InformationState, animal: int) -> str:
    """Tell weight, departure, pair, effect and tears of an animal that is loaded [5, 8-16]."""
    after, boat = information.imagined.copy(), int(information.imagined.noah)
    is_pair = makes_pair(after, boat, animal)
    put_aboard(after, boat, animal)
    take_from_hand(after, information.seat, int(CARD_OF[animal]))
    told = [f"weight {int(after.weights[boat])} of {int(after.limits[boat])}"]
    if is_full(after, boat):
        depart(after, boat)
        due = int(after.gifts_due)
        told = [f"{told[0]}, departs" + (f": give {counted(due, 'card')}" if due else "")]
        after.hand_sizes[information.seat] -= due
    told.append(effect_in_words(animal))
    told.append(f"{counted(int(TEARS[CARD_OF[animal]]), 'tear')} less")
    if is_round_over(after):
        told.append("the round ends")
    elif is_pair:
        told.append("pair: you go on")
    return "; ".join(part for part in told if part)


def effect_in_words(animal: int) -> str:
    """Tell what a special animal does [9, 10, 12, 14]."""
    if looks_at_hand(animal):
        return "see a hand"
    if swaps_cards(animal):
        return "draw a card, return one"
    return "Noah stays" if keeps_noah(animal) else ""


def noah_in_words(information: InformationState, steps: int) -> str:
    """Tell of the boat that Noah would go to [5, 6, 13]."""
    state, view = information.imagined, information.view
    boat = boat_after(state, steps)
    fitting = sum(
        held for held, fits in zip(view["my_hand"], view["my_fitting"][steps], strict=True) if fits
    )
    aboard = counted(int(state.num_aboard[boat]), "animal")
    fit = f"{counted(fitting, 'card')} of yours {'fits' if fitting == 1 else 'fit'}"
    return f"{boat_in_words(state, boat)}; {aboard}; {fit}"


def tears_on(animals: list[int]) -> int:
    """Return the tears on animals [1]."""
    return int(TEARS[CARD_OF[animals]].sum()) if animals else 0


def animals_in_words(animals: list[int]) -> str:
    """Return animals by name, with their tears [1]."""
    names = " ".join(cards.ANIMAL_NAMES[animal] for animal in animals)
    return f"{names} ({counted(tears_on(animals), 'tear')})"

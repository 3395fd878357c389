"""What has happened in Noah, with what matters: pairs, departures, boats taken, tears."""

from __future__ import annotations

from boardgame_envs.core.compiled import Record
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.seats import NOBODY, seat_name
from boardgame_envs.games.noah import cards
from boardgame_envs.games.noah.boats import is_full, makes_pair, put_aboard
from boardgame_envs.games.noah.cards import GIRAFFE, HAND_SIZE, species_of
from boardgame_envs.games.noah.departures import depart
from boardgame_envs.games.noah.effects import keeps_noah
from boardgame_envs.games.noah.guide.asking import animals_in_words, counted
from boardgame_envs.games.noah.observation import pile_in_words


def announce(before: InformationState, told: str, after: InformationState) -> list[str]:
    """Tell what an action has brought, as far as a seat learns of it [7-9, 15-20, R6]."""
    if before.to_act < 0:
        return []
    verb, _, what = told.partition(" ")
    then = before.imagined.copy()
    notes = loaded_notes(before, then, what) if verb == "play" else []
    notes += seen_notes(before, after, verb, what)
    if (verb == "noah" or (verb == "play" and keeps_noah(int(then.animal)))) and is_full(
        then, int(then.loaded)
    ):
        notes.append(departure_note(before, then))
    if int(after.imagined.rounds_played) != int(before.imagined.rounds_played):
        notes += round_notes(before, after, then)
    elif after.to_act != NOBODY:
        notes += taken_notes(before, after, then, verb)
    return [*notes, *end_notes(after)]


def who(information: InformationState, seat: int) -> str:
    """Return how a sentence about a player begins."""
    return "You" if seat == information.seat else seat_name(seat)


def does(information: InformationState, seat: int, verb: str, ending: str = "s") -> str:
    """Return a player with a verb."""
    return f"{who(information, seat)} {verb}{'' if seat == information.seat else ending}"


def loaded_notes(information: InformationState, then: Record, name: str) -> list[str]:
    """Load the animal on a table that is only imagined, and tell of a pair [4, 8]."""
    if name not in cards.ANIMAL_NAMES:
        return []
    animal, boat = cards.ANIMAL_NAMES.index(name), int(then.noah)
    is_pair = makes_pair(then, boat, animal)
    put_aboard(then, boat, animal)
    then.animal, then.is_pair = animal, is_pair
    then.hand_sizes[information.to_act] -= 1
    weight = f"Boat {boat + 1} weighs {int(then.weights[boat])} of {int(then.limits[boat])}."
    if not is_pair:
        return [weight]
    return [
        weight,
        f"{does(information, information.to_act, 'make')} a pair: another turn follows.",
    ]


def seen_notes(
    before: InformationState, after: InformationState, verb: str, what: str
) -> list[str]:
    """Tell whose hand was seen with a giraffe, and to who sees it what is in it [9, R2]."""
    player, state = before.to_act, before.imagined
    if verb == "look":
        owner = int(what.removeprefix("P")) - 1
    elif verb == "play" and before.num_players == 2 and is_giraffe(what):
        owner = 1 - player
    else:
        return []
    if owner == before.seat:
        return [f"{seat_name(player)} sees your hand."]
    if player != before.seat:
        return []
    known = after.view["known"][(owner - player) % int(state.num_players) - 1]
    return [f"{seat_name(owner)} holds {pile_in_words(known)}."]


def is_giraffe(name: str) -> bool:
    """Tell whether an animal is a giraffe [9]."""
    return name in cards.ANIMAL_NAMES and species_of(cards.ANIMAL_NAMES.index(name)) == GIRAFFE


def departure_note(information: InformationState, then: Record) -> str:
    """Let the boat depart on the imagined table, and tell of it [15, 16]."""
    boat = int(then.loaded)
    animals = [int(animal) for animal in then.boats[boat][: int(then.num_aboard[boat])]]
    depart(then, boat)
    left = f"Boat {boat + 1} departs with {animals_in_words(animals)}"
    due = int(then.gifts_due)
    if not due:
        return f"{left}."
    giver = "you give" if information.to_act == information.seat else "its player gives"
    return f"{left}; {giver} {counted(due, 'card')}."


def taken_notes(
    before: InformationState, after: InformationState, then: Record, verb: str
) -> list[str]:
    """Tell of a boat that the next player had to take into the hand [7]."""
    taken = sum(after.view["hand_sizes"]) - sum(before.view["hand_sizes"]) + (verb == "play")
    if taken <= 0:
        return []
    boat = int(after.imagined.noah)
    animals = [int(animal) for animal in then.boats[boat][: int(then.num_aboard[boat])]]
    took = does(after, after.to_act, "take")
    held = "have" if after.to_act == after.seat else "has"
    return [
        f"{who(after, after.to_act)} {held} no card that fits: {took} boat {boat + 1}, "
        f"{animals_in_words(animals)}."
    ]


def round_notes(before: InformationState, after: InformationState, then: Record) -> list[str]:
    """Tell why a round is over, and the tears that each player gets [17, 19]."""
    why = "no spare boat is left" if int(then.departures) > cards.SPARE_BOATS else "a hand is empty"
    gained = []
    for steps in range(after.num_players):
        tears = after.view["tears"][steps] - before.view["tears"][steps]
        seat = (after.seat + steps) % after.num_players
        gained.append(f"{'you' if steps == 0 else seat_name(seat)} +{tears}")
    notes = [f"The round is over: {why}. Tears: {', '.join(gained)}."]
    if after.to_act != NOBODY and sum(after.view["hand_sizes"]) > HAND_SIZE * after.num_players:
        verb = does(after, after.to_act, "take")
        notes.append(f"{verb} boat 1 at once: no card fits.")
    return notes


def end_notes(after: InformationState) -> list[str]:
    """Tell who has won, or that a round was cut short [20, R3, R6]."""
    if after.to_act != NOBODY:
        return []
    if after.imagined.is_cut_short:
        return ["The round is cut short: it had too many turns."]
    tears = after.view["tears"][: after.num_players]
    winners = [
        "you" if steps == 0 else seat_name((after.seat + steps) % after.num_players)
        for steps in range(after.num_players)
        if tears[steps] == min(tears)
    ]
    return [f"The match is over; the fewest tears: {' and '.join(winners)} with {min(tears)}."]

"""What has happened in Tranquility, with what matters: costs, Start, storms, monsters, draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from boardgame_envs.core.information import InformationState
from boardgame_envs.core.seats import NOBODY, seat_name
from boardgame_envs.core.sight import View
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.field.placing import cost_of
from boardgame_envs.games.tranquility.field.shapes import CELL_NAMES, Shape
from boardgame_envs.games.tranquility.guide.asking import counted
from boardgame_envs.games.tranquility.state import Outcome, Stage
from boardgame_envs.games.tranquility.views.text import hand_in_words

EXPLORER_CARDS = cards.NAMES[1:]


def announce(before: InformationState, told: str, after: InformationState) -> list[str]:
    """Tell what has changed in what a seat sees [4, 13-17, 19-46]."""
    if before.to_act == NOBODY:
        return []
    return [
        *placement_notes(before, told),
        *start_notes(before, after, told),
        *field_notes(before, after),
        *explorer_notes(before.view, after.view),
        *storm_notes(before, after),
        *compass_notes(before, after),
        *card_notes(before, after, told),
        *end_notes(after),
    ]


def does(information: InformationState, steps: int, verb: str) -> str:
    """Return a player, counted clockwise from the observer, with a verb."""
    if steps == 0:
        return f"You {verb}"
    return f"{seat_name((information.seat + steps) % information.num_players)} {verb}s"


def before_whom(information: InformationState, steps: int) -> str:
    """Return before whom a storm lies."""
    seat = (information.seat + steps) % information.num_players
    return "before you" if steps == 0 else f"before {seat_name(seat)}"


def placement_notes(before: InformationState, told: str) -> Iterator[str]:
    """Tell what an island costs [4]."""
    words = told.split()
    names = CELL_NAMES[Shape(int(before.imagined.field))]
    if len(words) == 3 and words[0] == "play" and words[1].isdecimal() and words[2] in names:
        cost = cost_of(before.imagined, names.index(words[2]), int(words[1]))
        if cost:
            yield f"That costs {counted(cost, 'card')}."


def start_notes(before: InformationState, after: InformationState, told: str) -> Iterator[str]:
    """Tell that a Start lies, and what is pledged without a decision [12-14]."""
    old, new = before.view, after.view
    if new["start_played"] and not old["start_played"]:
        yield f"A Start lies: {cards.CARDS_TO_SHED} cards must be discarded."
    if not any(new["pledges"]):
        return
    for steps in range(after.num_players):
        seat = (after.seat + steps) % after.num_players
        is_chosen = told.startswith("pledge") and seat == before.to_act
        if new["pledges"][steps] and not old["pledges"][steps] and not is_chosen:
            yield f"{does(after, steps, 'pledge')} {new['pledges'][steps] - 1}, without a choice."


def field_notes(before: InformationState, after: InformationState) -> Iterator[str]:
    """Tell of islands destroyed, rows filled, reefs and turned hands [20-23, 36, 38]."""
    old, new = before.view, after.view
    names = CELL_NAMES[Shape(int(after.imagined.field))]
    for cell, (was, is_now) in enumerate(zip(old["grid"], new["grid"], strict=True)):
        if was and not is_now:
            yield f"A monster destroys {was}: {names[cell]} is empty again."
    for row, (was, is_now) in enumerate(zip(old["row_room"], new["row_room"], strict=True), 1):
        if was and not is_now:
            yield f"Row {row} is full." if any(new["row_room"]) else "The field is full."
    if old["reef"] != new["reef"]:
        at = f"lies at row {new['reef']}" if new["reef"] else "leaves for good"
        yield f"The reef {at}."
    if old["moon_up"] != new["moon_up"]:
        yield f"A compass turns all hands: {'moon' if new['moon_up'] else 'sun'} up."


def explorer_notes(old: View, new: View) -> Iterator[str]:
    """Tell what explorers have found [36]."""
    for name, was, is_now in zip(EXPLORER_CARDS, old["explorer"], new["explorer"], strict=True):
        if is_now < was:
            nothing = ", and nothing happens" if name == "border" else ""
            yield f"The explorer card: {name}{nothing}."


def storm_notes(before: InformationState, after: InformationState) -> Iterator[str]:
    """Tell of storms that break loose or are lifted [25-30]."""
    old, new = before.view, after.view
    if new["revealed"] and new["revealed"] != old["revealed"]:
        yield f"A storm is drawn: {new['revealed']}."
    effects = {
        "yellows": ("A yellow", "3 cards at most"),
        "oranges": ("An orange", "play beside islands"),
    }
    for part, (colour, effect) in effects.items():
        for steps in range(after.num_players):
            if new[part][steps] > old[part][steps]:
                yield f"{colour} storm lies {before_whom(after, steps)}: {effect}."
            elif new[part][steps] < old[part][steps]:
                yield f"{colour} storm {before_whom(after, steps)} is lifted."
    for row, (was, is_now) in enumerate(zip(old["purples"], new["purples"], strict=True), 1):
        if is_now != was:
            yield f"A purple storm {'closes' if is_now > was else 'leaves'} row {row}."


def compass_notes(before: InformationState, after: InformationState) -> Iterator[str]:
    """Tell who gains or spends compasses [30-32, V2]."""
    old, new = before.view, after.view
    if new["team_compasses"] != old["team_compasses"]:
        has = counted(new["team_compasses"], "compass").replace("compasss", "compasses")
        yield f"The team now has {has}."
    for steps in range(after.num_players):
        change = new["own_compasses"][steps] - old["own_compasses"][steps]
        if change:
            yield f"{does(after, steps, 'gain' if change > 0 else 'spend')} a compass."
    if any(new["shares_compass"]) != any(old["shares_compass"]):
        is_there = any(new["shares_compass"])
        yield f"The Start's compass is {'shared by two players' if is_there else 'spent'}."


def card_notes(before: InformationState, after: InformationState, told: str) -> Iterator[str]:
    """Tell what each player discards, what the observer draws, and of empty piles [8, 10, 43]."""
    old, new = before.view, after.view
    is_choice = told.startswith("discard")
    by_choice = (before.to_act - after.seat) % after.num_players if is_choice else -1
    for steps in range(after.num_players):
        gone = new["discard_sizes"][steps] - old["discard_sizes"][steps]
        if gone > (steps == by_choice):
            yield f"{does(after, steps, 'discard')} {counted(gone, 'card')}."
        if old["pile_sizes"][steps] and not new["pile_sizes"][steps]:
            seat = (after.seat + steps) % after.num_players
            whose = "Your" if steps == 0 else f"{seat_name(seat)}'s"
            yield f"{whose} pile is empty."
    drawn = Counter(filter(None, new["my_hand"])) - Counter(filter(None, old["my_hand"]))
    if drawn:
        from_row = "take from the row" if new["mode"] == "duel" else "draw"
        yield f"You {from_row}: {hand_in_words(sorted(drawn.elements()))}."
    taken = Counter(filter(None, old["row"])) - Counter(filter(None, new["row"])) - drawn
    if taken:
        yield f"{does(after, 1, 'take')} from the row: {hand_in_words(sorted(taken.elements()))}."


def end_notes(after: InformationState) -> Iterator[str]:
    """Tell how the game has ended [16, 17, 37, 46, R3]."""
    outcome = int(after.imagined.outcome)
    if after.to_act != NOBODY:
        return
    if outcome == Outcome.WON:
        yield "The team has won."
    elif outcome == Outcome.LOST and int(after.imagined.stage) == Stage.START_COUNT:
        yield f"The team has lost: {cards.CARDS_TO_SHED} cards cannot be discarded."
    elif outcome == Outcome.LOST:
        yield "The team has lost: the player to move has no legal action."

"""What a player of Tranquility is asked, phase by phase, and the words all of it is said in."""

from __future__ import annotations

from boardgame_envs.core.compiled import Record
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.seats import seat_name
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.actions import ACTIONS, name_cell
from boardgame_envs.games.tranquility.field import shapes
from boardgame_envs.games.tranquility.state import Phase

# what is asked where there is nothing more to say than the phase
QUESTIONS = {
    Phase.REEF: "To which row does the reef move, or will you discard two cards to let it stay?",
    Phase.NEW_REEF: "At which row will the reef lie?",
    Phase.MONSTER: "Which island shall the monster destroy?",
    Phase.STORM: "Which row shall the purple storm close?",
    Phase.LIFT: "Will you lift your yellow storm with a compass before you refill?",
    Phase.BLIND: "Will you discard the top two cards of your pile unseen, toward the 8?",
    Phase.OFFER: "How many cards could you give toward the 8?",
    Phase.REFRESH: "May your opponent have new cards?",
}
# what cards are discarded for
PURPOSES = {
    Phase.PAY: "to pay for the island",
    Phase.DISCARD: "as the second of two",
    Phase.ROTATE: "to pay for the rotation",
    Phase.STAY: "to let the reef stay",
    Phase.HOLD: "down to the limit of your hand",
    Phase.SHED: "for the Start",
}
# what each kind of action is in a question about the action of a turn [8-10, 12, 16, 23, 30-44]
WAYS = {
    "discard": "discard two",
    "finish": "play the Finish",
    "monster": "let a monster loose",
    "lift_yellow": "lift a storm",
    "lift_orange": "lift a storm",
    "lift_purple": "lift a storm",
    "trade": "trade your hand for a compass",
    "rotate": "rotate a card",
    "refresh": "ask for new cards",
}


def question(information: InformationState) -> str:
    """Ask for what is decided now [8]."""
    state, phase = information.imagined, Phase(int(information.imagined.phase))
    if phase == Phase.ACT:
        return question_of_turn(information)
    if phase in PURPOSES:
        due = counted(int(state.owed), "more card" if state.named else "card")
        return f"Which card will you discard {PURPOSES[phase]} ({due} to go)?"
    if phase == Phase.ANSWER:
        storm = cards.card_name(int(state.revealed))
        return f"Will you cancel the {storm} storm with a compass, or accept it?"
    if phase == Phase.RESCUE:
        stuck = seat_name(int(state.active))
        return f"{stuck} has no legal action: will you lift a storm with a compass?"
    if phase == Phase.PLEDGE:
        return f"How many cards do you pledge ({information.view['to_pledge']} are missing)?"
    if phase == Phase.TAKE:
        missing = cards.HAND_LIMIT - int(state.hand_sizes[information.seat])
        return f"Which card of the row will you take ({missing} to take, in ascending order)?"
    return QUESTIONS[phase]


def question_of_turn(information: InformationState) -> str:
    """Ask for the action of a turn, by what is legal [8, 12]."""
    kinds = ACTIONS.group(information.legal_actions)
    ways = list(dict.fromkeys(WAYS[kind] for kind in kinds if kind in WAYS))
    others = " or ".join([", ".join(ways[:-1]), ways[-1]] if len(ways) > 1 else ways)
    if "start" in kinds:
        first = f"; first you may {others}" if ways else ""
        return f"You hold a Start and must play it{first}: ready?"
    if "play" not in kinds:
        return f"Will you {others}?"
    return f"Which island will you play, and where{f', or will you {others}' if ways else ''}?"


# --- words that all of the guide uses ---


def counted(number: int, word: str) -> str:
    """Return a number of things."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def cell_words(state: Record, cell: int) -> str:
    """Return the name of a cell [2]."""
    return name_cell(state, cell)


def row_of_cell(state: Record, cell: int) -> int:
    """Return the number of the row of a cell, as it is written [2]."""
    return int(shapes.ROW_OF[int(state.field), cell]) + 1

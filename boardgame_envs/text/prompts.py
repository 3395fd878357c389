"""What a language model is told: the rules in play, what its seat knows, how a game ended."""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Mapping
from typing import Any

from boardgame_envs.core.game import Game
from boardgame_envs.core.guide import question, rules_for
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.records import record_result
from boardgame_envs.core.seats import seat_name
from boardgame_envs.core.table import Table
from boardgame_envs.text.replies import ANSWER_KEY
from boardgame_envs.text.style import COUNTED, LISTED, Style

HOW_TO_ANSWER = """\
## How to answer

At each of your decisions you are shown what you know. Think as long as you like, then end your
reply with one JSON object whose key "{key}" has the name of a legal action. Only the last such
object in a reply counts, and nothing else in it is read. A reply without one, or with an action
that is not legal, can be corrected {retries}; after that you forfeit the game, which is its worst
result."""

# rules in words take a while to work out, with their example
WORKED_OUT: dict[tuple[Game, int, str], str] = {}
MOST_WORKED_OUT = 1000


def rules_prompt(
    game: Game, num_players: int, options: Mapping[str, Any], seat: int, style: Style | None = None
) -> str:
    """Return the rules for the options in play, who one is, and how to answer.

    It is the same during the whole game, and says nothing of its course.
    """
    style = style or Style()
    return "\n\n".join(
        [
            rules_in_play(game, num_players, options),
            f"## Your seat\n\nThe players are {players_in_words(num_players)}. "
            f"You are {seat_name(seat)}.",
            HOW_TO_ANSWER.format(key=ANSWER_KEY, retries=times(style.retries)),
        ]
    )


def rules_in_play(game: Game, num_players: int, options: Mapping[str, Any]) -> str:
    """Return the rules with these options, as they were worked out the first time."""
    chosen = repr(sorted(game.complete_options(options).items()))
    key = game, num_players, chosen
    if key not in WORKED_OUT:
        if len(WORKED_OUT) >= MOST_WORKED_OUT:
            WORKED_OUT.clear()
        WORKED_OUT[key] = rules_for(game, options, num_players).strip()
    return WORKED_OUT[key]


def decision_prompt(information: InformationState, style: Style | None = None) -> str:
    """Return what the seat to act knows, what it may do, and what an answer looks like."""
    style = style or Style()
    parts = [information.text, legal_text(information, style), answer_text(information)]
    return "\n\n".join(part for part in parts if part)


def legal_text(information: InformationState, style: Style) -> str:
    """Return the legal actions: all their names, how many there are, or nothing."""
    names = list(information.legal_actions.values())
    if style.legal == LISTED:
        return "Legal actions: " + "; ".join(names) + "."
    if style.legal != COUNTED:
        return ""
    kinds = Counter(name.split()[0] for name in names)
    counted = ", ".join(f"{kind} ({number})" for kind, number in kinds.items())
    return f"Legal actions: {len(names)}, by their first word {counted}."


def answer_text(information: InformationState) -> str:
    """Ask for an answer, and show what one looks like."""
    example = json.dumps({ANSWER_KEY: example_of(information)}, ensure_ascii=False)
    return (
        f"{question(information)} An answer has this form (the action in it is any legal one): "
        f"{example}"
    )


def example_of(information: InformationState) -> str:
    """Return a legal action's name: any, by what the seat sees, so that none is suggested."""
    names = list(information.legal_actions.values())
    return names[zlib.crc32(information.observation.tobytes()) % len(names)]


def outcome_text(table: Table, seat: int) -> str:
    """Return how a finished game ended, as a seat is told."""
    if not table.over:
        raise ValueError("the game is not over: there is no outcome yet")
    result = record_result(table)
    scores = ", ".join(f"{score:g}" for score in result["scores"])
    return (
        f"{table.game.notation.tell_end(table.states[0], table.check_seat(seat))}\n"
        f"The game is over: {result['outcome']} (scores {scores}). "
        f"Your return is {table.returns[seat]:g}."
    )


def players_in_words(num_players: int) -> str:
    """Return the names of all players."""
    names = [seat_name(seat) for seat in range(num_players)]
    return names[0] if num_players == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def times(number: int) -> str:
    """Return how often something may be done."""
    words = {0: "not at all", 1: "once", 2: "twice"}
    return words.get(number, f"{number} times")

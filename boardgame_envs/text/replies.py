"""What a language model answers: the last JSON object with a move in it, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from boardgame_envs.core.information import InformationState
from boardgame_envs.core.problems import shortened
from boardgame_envs.text.style import LISTED, Style

ANSWER_KEY = "move"
# what can be wrong with a reply: its move is not legal, or there is none in it
ILLEGAL, UNREADABLE = "illegal", "unreadable"
# of a longer reply only the end is read, so that no reply takes long to read
LONGEST_READ = 20_000
# what is shown of a reply in which no move was found
SHOWN_END = 200


class Reading(NamedTuple):
    """What a reply came to: an action, or a problem."""

    action: int | None
    move: str | None  # as it was written
    problem: str | None = None


def read_reply(reply: str, information: InformationState) -> Reading:
    """Return the action that a reply answers with, or what is wrong with it."""
    move = last_move(reply)
    if move is None:
        return Reading(None, None, UNREADABLE)
    return read_move(move, information)


def read_move(move: str, information: InformationState) -> Reading:
    """Return the legal action of a name; capitals and the number of spaces do not matter."""
    legal = {plain(name): action for action, name in information.legal_actions.items()}
    action = legal.get(plain(move))
    return Reading(action, move, ILLEGAL if action is None else None)


def last_move(reply: str) -> str | None:
    """Return the move in the last JSON object that has one, or None.

    Objects within others do not count: those are what was considered. Prose is never read, for
    moves in it may be such as the writer has rejected.
    """
    found = None
    for value in json_objects(reply[-LONGEST_READ:]):
        if ANSWER_KEY in value:
            found = value[ANSWER_KEY]
    if found is None:
        return None
    return found if isinstance(found, str) else json.dumps(found)


def json_objects(text: str) -> Iterator[dict[str, Any]]:
    """Go through the JSON objects in a text, from left to right, but not into them."""
    decoder, start = json.JSONDecoder(), text.find("{")
    while start >= 0:
        try:
            value, end = decoder.raw_decode(text, start)
        except json.JSONDecodeError as error:
            # what was read before the mistake is part of an object that was not finished
            end = max(error.pos, start + 1)
        except RecursionError:
            return
        else:
            yield value
        start = text.find("{", end)


def retry_prompt(
    reading: Reading, reply: str, information: InformationState, style: Style | None = None
) -> str:
    """Return what is said to somebody whose reply was no legal move."""
    style = style or Style()
    if reading.problem == ILLEGAL:
        said = f"The move {shortened(reading.move)} is not legal now."
    else:
        end = reply[-SHOWN_END:].strip()
        seen = f"Your reply ended with: {end!r}." if end else "Your reply was empty."
        said = f'No JSON object with the key "{ANSWER_KEY}" was found in your reply. {seen}'
    names = "; ".join(information.legal_actions.values())
    legal = f"Legal actions: {names}." if style.legal == LISTED else ""
    form = f'End your reply with one JSON object: {{"{ANSWER_KEY}": "<a legal action>"}}'
    return "\n".join(part for part in (said, legal, form) if part)


def plain(name: str) -> str:
    """Return a name without regard to capitals and the number of spaces."""
    return " ".join(name.lower().split())

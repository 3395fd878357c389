"""What a person has typed: an action, several that could be meant, or a word for something else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from boardgame_envs.core.guide import Choice, understand
from boardgame_envs.core.information import InformationState

# words that are no action, and what they are called
COMMANDS = (
    *("help", "rules", "table", "why", "hint", "belief", "undo", "history", "save", "quit"),
    "back",
)
OTHER_WORDS = {"exit": "quit", "?": "help", "h": "help", "takeback": "undo", "q": "quit"}


class Answer(NamedTuple):
    """What is meant: one of ``actions``, or a command with what follows it."""

    actions: tuple[int, ...] = ()
    command: str = ""
    rest: str = ""


def read_answer(
    text: str,
    information: InformationState,
    picked: Sequence[int] = (),
    numbers: Sequence[Choice] = (),
) -> Answer:
    """Return what is meant by a text.

    ``numbers`` are the choices that were listed by number, ``picked`` the actions among which
    the person is choosing: words that mean one of these mean that.
    """
    words = text.strip()
    exact = [a for a, name in information.legal_actions.items() if typed_easily(name, words)]
    if exact:
        return Answer(tuple(exact))
    if words.isascii() and words.isdigit() and numbers:
        listed = int(words)
        return Answer((numbers[listed - 1].action,) if 0 < listed <= len(numbers) else ())
    command = command_in(words)
    if command is not None:
        return command
    found = understand(information, words)
    among = [action for action in found if action in picked]
    return Answer(tuple(among or found))


def typed_easily(name: str, text: str) -> bool:
    """Tell whether a name was typed, without regard to capitals and the number of spaces."""
    return name.lower().split() == text.lower().split()


def command_in(words: str) -> Answer | None:
    """Return the command that a text begins with, if it is one."""
    first, _, rest = words.partition(" ")
    command = OTHER_WORDS.get(first.lower(), first.lower())
    if command not in COMMANDS:
        return None
    rest = rest.strip()
    if command == "why":
        rest = re.sub(r"^(can i )?(not )?", "", rest, flags=re.IGNORECASE).rstrip("? ")
    return Answer(command=command, rest=rest)

"""A person at the table, asked in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from boardgame_envs.core.information import InformationState
from boardgame_envs.core.notation import shortened

PROMPT = "Your action: "
HELP = """\
Type the number of an action, or its name. Beside that you can type:
  table   to see the table again
  rules   to read the rules of the game
  help    to read this
  quit    to leave the table"""
WIDTH = 80


class LeftTheTable(Exception):  # noqa: N818, it is no error to leave
    """Raised when a person does not want to play on."""


class HumanAgent:
    """Lets a person decide, who is shown what the seat knows and nothing else.

    ``ask`` puts a question and returns the answer, or raises EOFError if none can come any
    more; ``tell`` shows a text.
    """

    def __init__(self, ask: Callable[[str], str], tell: Callable[[str], None]) -> None:
        self._ask = ask
        self._tell = tell

    def begin_game(self, seed: int) -> None:
        """Do nothing: a person needs no seed."""

    def choose(self, information: InformationState) -> int:
        """Show what the person knows, and ask until the answer is a legal action."""
        self._show(information)
        while True:
            answer = self._answer()
            action = find_answer(answer, information.legal_actions)
            if action is not None:
                return action
            self._react(answer.strip(), information)

    def _show(self, information: InformationState) -> None:
        """Show the table and the numbered actions."""
        self._tell(f"\n{information.text}")
        self._tell(numbered(information.legal_actions.values()))

    def _answer(self) -> str:
        """Return what the person types."""
        try:
            return self._ask(PROMPT)
        except EOFError:
            raise LeftTheTable from None

    def _react(self, text: str, information: InformationState) -> None:
        """Do what a word asks for, or say that nobody can know what it means."""
        word = text.lower()
        if word == "quit":
            raise LeftTheTable
        if word == "help":
            self._tell(HELP)
        elif word == "rules":
            self._tell(rule_by_rule(information.game.rules_in_words))
        elif word == "table":
            self._show(information)
        else:
            self._tell(complaint(text, list(information.legal_actions.values())))


def find_answer(answer: str, legal_actions: dict[int, str]) -> int | None:
    """Return the legal action that is meant by its number in the list or by its name."""
    text = answer.strip()
    numbers = {str(number): action for number, action in enumerate(legal_actions, 1)}
    names = {name: action for action, name in legal_actions.items()}
    easily_typed = {typed_easily(name): action for action, name in legal_actions.items()}
    for meanings in (numbers, names):
        if text in meanings:
            return meanings[text]
    return easily_typed.get(typed_easily(text))


def typed_easily(name: str) -> str:
    """Return a name without regard to capitals and the number of spaces."""
    return " ".join(name.lower().split())


def complaint(text: str, names: list[str]) -> str:
    """Return why an answer is no legal action, and what would be."""
    numbers = "1" if len(names) == 1 else f"1 to {len(names)}"
    said = f"{shortened(text)} is not possible now" if text else "That was no answer"
    return f"{said}: type {numbers}, a name such as {names[0]!r}, or help."


def numbered(names: Iterable[str]) -> str:
    """Return a numbered list in as many columns as fit."""
    entries = [f"{number:3} {name}" for number, name in enumerate(names, 1)]
    width = max(map(len, entries)) + 2
    columns = max(1, WIDTH // width)
    rows = (entries[start : start + columns] for start in range(0, len(entries), columns))
    return "\n".join("".join(f"{entry:{width}}" for entry in row).rstrip() for row in rows)


def rule_by_rule(rules_in_words: str) -> str:
    """Return the rules of a game with every rule on a line, however long."""
    return re.sub(r"(?<!\n)\n(?!\n|[A-Z]?\d+\. ) *", " ", rules_in_words.strip())

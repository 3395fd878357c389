"""What a terminal can do, whatever it looks like; and plain lines, for pipes and old terminals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from boardgame_envs.core.guide import Choice, Group
from boardgame_envs.play.session import Shown
from boardgame_envs.play.terminal.wording import fitted, numbered

PROMPT = "Your action: "


class Screen(Protocol):
    """Shows a person what happens, and asks."""

    # the choices that a person may name by their numbers
    numbers: Sequence[Choice]
    # whether it is worth asking a person who has nothing left to decide
    lingers: bool

    def open(self, text: str) -> None:
        """Show what is played."""

    def happen(self, lines: Iterable[str]) -> None:
        """Show what has happened."""

    def wait(self, text: str) -> None:
        """Show for whom one has to wait."""

    def decide(self, shown: Shown, groups: Sequence[Group]) -> None:
        """Show the table, the question and what can be chosen."""

    def say(self, text: str) -> None:
        """Show the answer to something that was typed."""

    def read(self, text: str) -> None:
        """Show a text that may be long."""

    def finish(self, lines: Iterable[str]) -> None:
        """Show how the game came out."""

    def ask(self, prompt: str = PROMPT, words: Iterable[str] = ()) -> str:
        """Return what is typed; EOFError if nothing can be typed any more."""


class PlainScreen:
    """Lines, one after the other, with every choice by its number."""

    lingers = False

    def __init__(self) -> None:
        self.numbers: Sequence[Choice] = []

    def open(self, text: str) -> None:
        """Show what is played."""
        self.say(f"{text}\n")

    def happen(self, lines: Iterable[str]) -> None:
        """Show what has happened."""
        for line in lines:
            self.say(line)

    def wait(self, text: str) -> None:
        """Say nothing: lines that come tell that somebody was waited for."""

    def decide(self, shown: Shown, groups: Sequence[Group]) -> None:
        """Show the table, the question and the numbered choices."""
        self.numbers = [choice for group in groups for choice in group.choices]
        self.say(f"\n{shown.information.text}")
        self.say(shown.question)
        self.say(numbered(self.numbers))

    def say(self, text: str) -> None:
        """Show a text."""
        print(fitted(text), flush=True)

    def read(self, text: str) -> None:
        """Show a text that may be long."""
        self.say(text)

    def finish(self, lines: Iterable[str]) -> None:
        """Show how the game came out."""
        self.happen(lines)

    def ask(self, prompt: str = PROMPT, words: Iterable[str] = ()) -> str:
        """Return the next line."""
        try:
            return input(prompt)
        except (EOFError, KeyboardInterrupt):
            # the answer that did not come would have ended the line
            print()
            raise

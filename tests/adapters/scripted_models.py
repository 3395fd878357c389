"""Models for tests: they read a prompt as a language model would, and answer by a script."""

from __future__ import annotations

import re
from collections.abc import Callable

Model = Callable[[str], str]


def legal_in(prompt: str) -> list[str]:
    """Return the legal actions that a prompt lists last."""
    return re.findall(r"Legal actions: (.*?)\.\s*$", prompt, re.MULTILINE)[-1].split("; ")


def first(prompt: str) -> str:
    """Take the first legal action of the list."""
    return legal_in(prompt)[0]


def last(prompt: str) -> str:
    """Take the last legal action of the list: in Elements it surrenders at once."""
    return legal_in(prompt)[-1]


def illegal(prompt: str) -> str:
    """Take no heed of the list."""
    return "fly to the moon"


# what models say that is no move at all
NONSENSE = ["", "play", "{}", "lay 99", "1" * 30_000, "ley 1; reveal", '{"move": "reveal"}']

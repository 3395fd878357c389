"""How much a language model is told, and how often it may try again."""

from __future__ import annotations

from dataclasses import dataclass

from boardgame_envs.core.numbers import check_count
from boardgame_envs.core.problems import OptionError

# what is said of the legal actions: all their names, how many there are, or nothing
LISTED, COUNTED, OMITTED = "listed", "counted", "omitted"
SAID_OF_LEGAL = (LISTED, COUNTED, OMITTED)
MOST_RETRIES = 100


@dataclass(frozen=True)
class Style:
    """How a game is put to a language model.

    ``legal`` says what it is told of the legal actions ("listed", "counted" or "omitted"), and
    ``retries`` how often it may try again after a reply that is no legal move.
    """

    legal: str = LISTED
    retries: int = 2

    def __post_init__(self) -> None:
        """Refuse what is no style."""
        if self.legal not in SAID_OF_LEGAL:
            raise OptionError(
                f"legal must be one of {', '.join(SAID_OF_LEGAL)}, not {self.legal!r}"
            )
        check_count("the number of retries", self.retries, 0, MOST_RETRIES)

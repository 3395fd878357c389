"""The numbered rules of a game, one by one."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from boardgame_envs.core.game import Game

# a rule goes on to the next number, or to an empty line
RULE = re.compile(r"^([A-Z]?\d+)\. ((?:.+\n?)+?)(?=^[A-Z]?\d+\. |^\s*$|\Z)", re.MULTILINE)


@lru_cache(maxsize=64)
def rules_by_number(game: Game) -> dict[str, str]:
    """Return the rules, variants (V1) and rulings (R1) of a game, each on one line."""
    return {
        number: " ".join(text.split()) for number, text in RULE.findall(game.rules_in_words + "\n")
    }


def rule_numbers(game: Game) -> list[str]:
    """Return the numbers of a game's rules, in the order of the list."""
    return list(rules_by_number(game))


def rule_in_words(game: Game, number: str) -> str:
    """Return a rule by its number, or raise ValueError."""
    rules = rules_by_number(game)
    if number not in rules:
        raise ValueError(f"{game.name} has no rule {number!r}; it has {', '.join(rules)}")
    return rules[number]

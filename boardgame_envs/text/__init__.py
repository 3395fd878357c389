"""Games for language models: prompts, strict reading of replies, and what to say of a bad one.

All that is said to a seat is made from its ``InformationState``. Nothing here needs more than
the standard library and NumPy, and nothing gives advice on how to play.
"""

from __future__ import annotations

from boardgame_envs.text.prompts import decision_prompt, legal_text, outcome_text, rules_prompt
from boardgame_envs.text.replies import (
    ANSWER_KEY,
    ILLEGAL,
    UNREADABLE,
    Reading,
    read_move,
    read_reply,
    retry_prompt,
)
from boardgame_envs.text.style import COUNTED, LISTED, OMITTED, Style

__all__ = [
    "ANSWER_KEY",
    "COUNTED",
    "ILLEGAL",
    "LISTED",
    "OMITTED",
    "UNREADABLE",
    "Reading",
    "Style",
    "decision_prompt",
    "legal_text",
    "outcome_text",
    "read_move",
    "read_reply",
    "retry_prompt",
    "rules_prompt",
]

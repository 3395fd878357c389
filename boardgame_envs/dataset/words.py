"""Decisions in words: the prompt that a language model in the seat is given, and the answer."""

from __future__ import annotations

import json
from typing import Any

from boardgame_envs.core.information import InformationState
from boardgame_envs.text import ANSWER_KEY, Style, decision_prompt, rules_prompt

STYLE = Style()


def put_into_words(information: InformationState, action: int) -> dict[str, Any]:
    """Return the messages that a model in the seat is shown, and what it should answer."""
    settings = information.game, information.num_players, information.options
    rules = rules_prompt(*settings, information.seat, STYLE)
    answer = json.dumps({ANSWER_KEY: information.legal_actions[action]}, ensure_ascii=False)
    return {
        "prompt": [
            {"role": "system", "content": rules},
            {"role": "user", "content": decision_prompt(information, STYLE)},
        ],
        "answer": answer,
    }

"""The protocol for agents in other programs: a question and its answer, a JSON object each.

A question says what a seat knows; ``docs/agents.md`` lists its fields. An answer is
``{"action": 3}``, ``{"action": "lay 5"}`` or ``{"forfeit": "why"}``.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from boardgame_envs.agents.faults import BadAnswerError, Forfeit
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.problems import shortened
from boardgame_envs.core.seats import seat_name
from boardgame_envs.text import read_move

PROTOCOL = 1
# bytes of an answer
LONGEST_ANSWER = 1_000_000


def question_of(information: InformationState, seed: int) -> dict[str, Any]:
    """Return what a seat knows, ready to be sent; the seed is that of the agent's own chance."""
    return {
        "protocol": PROTOCOL,
        "game": information.game.name,
        "version": information.game.version,
        "players": information.num_players,
        "options": information.options,
        "seed": seed,
        "seat": information.seat,
        "player": seat_name(information.seat),
        "phase": information.phase,
        "observation": [round(float(number), 6) for number in information.observation],
        "mask": information.mask.astype(int).tolist(),
        "legal_actions": [
            {"action": action, "name": name} for action, name in information.legal_actions.items()
        ],
        "text": information.text,
    }


def write_question(information: InformationState, seed: int) -> bytes:
    """Return a question as one line."""
    return json.dumps(question_of(information, seed)).encode() + b"\n"


def read_answer(data: bytes, information: InformationState) -> int:
    """Return the action that is answered with, legal or not; or raise BadAnswerError, Forfeit."""
    try:
        answer: Any = json.loads(data)
    except (ValueError, RecursionError):
        raise BadAnswerError(f"the answer is no JSON: {shortened(data)}") from None
    if isinstance(answer, dict) and "forfeit" in answer:
        raise Forfeit(shortened(answer["forfeit"]))
    action = answer.get("action") if isinstance(answer, dict) else None
    if isinstance(action, str):
        named = read_move(action, information).action
        if named is None:
            raise BadAnswerError(f"no legal action is called {shortened(action)}")
        return named
    if not isinstance(action, int) or isinstance(action, bool):
        raise BadAnswerError(
            f'an answer is {{"action": a number or a name}}, not {shortened(answer)}'
        )
    if not 0 <= action < np.iinfo(np.int64).max:
        raise BadAnswerError(f"there is no action {shortened(action)}")
    return action

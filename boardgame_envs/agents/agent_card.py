"""The card in an agent's file: which game it plays, how it was trained, and how strong it is.

A card is a JSON object in the file's metadata. ``identity_of`` is the part that ties an agent to
a game as it is now; an agent with another identity is refused.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from boardgame_envs.core.game import Game
from boardgame_envs.core.layout import OneOf
from boardgame_envs.core.notation import shortened

CARD_FORMAT = 1
CARD = "card"  # the name of the metadata property
REQUIRED = ("format", "game", "version", "layout", "actions")


class AgentFileError(ValueError):
    """Raised when a file does not hold an agent that can play this game."""


# --- making and writing ---


def make_card(
    game: Game,
    *,
    training: Mapping[str, Any],
    options: Sequence[Mapping[str, Any]] = ({},),
    ratings: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the card of an agent for a game.

    ``training`` says how it was trained, ``options`` are the settings it was trained for, and
    ``ratings`` say how strong it is, if that is known.
    """
    return {
        "format": CARD_FORMAT,
        **identity_of(game),
        "parts": list_parts(game),
        "options": [dict(setting) for setting in options],
        "training": dict(training),
        "ratings": dict(ratings or {}),
    }


def identity_of(game: Game) -> dict[str, Any]:
    """Return what an agent's inputs and outputs mean: at any other game they mean nothing."""
    return {
        "game": game.name,
        "version": game.version,
        "layout": game.layout.hash,
        "actions": game.actions.names,
        "actions_hash": game.actions.hash,
    }


def list_parts(game: Game) -> list[list[Any]]:
    """Return name, size and labels, if it has such, of each part of an observation, in order.

    The layout's hash says only that an agent sees something else; by its parts it can be adapted.
    """
    return [
        [part.name, part.size, *([list(part.labels)] if isinstance(part, OneOf) else [])]
        for part in game.layout.parts
    ]


def write_card(card: Mapping[str, Any]) -> dict[str, str]:
    """Return the metadata of an agent's file: the card as JSON, by the name of its property."""
    return {CARD: json.dumps(card)}


# --- reading and checking ---


def read_card(metadata: Mapping[str, str]) -> dict[str, Any]:
    """Return the card in the metadata of an agent's file, or raise AgentFileError."""
    if CARD not in metadata:
        raise AgentFileError(f"there is no {CARD!r} in it that says what the agent plays")
    try:
        card = json.loads(metadata[CARD])
    except (ValueError, RecursionError):
        card = None
    if not isinstance(card, dict):
        raise AgentFileError(f"the card is not a JSON object: {shortened(metadata[CARD])}")
    return card


def check_card(card: Mapping[str, Any], game: Game) -> None:
    """Refuse an agent that was trained for anything but this game as it is now.

    What is not required is compared only if the card has it.
    """
    for key in REQUIRED:
        if key not in card:
            raise AgentFileError(f"the card lacks {key!r}")
    if card["format"] != CARD_FORMAT:
        raise AgentFileError(f"the card has format {shortened(card['format'])}, not {CARD_FORMAT}")
    for key, right in identity_of(game).items():
        if key in card and card[key] != right:
            raise AgentFileError(difference(key, card[key], right, game))


def difference(key: str, known: Any, right: Any, game: Game) -> str:
    """Say what one entry of a card means where it is not that of the game."""
    match key:
        case "game":
            return f"this agent plays {shortened(known)}, not {right!r}"
        case "version":
            return f"this agent plays {game.name} v{shortened(known)}, not v{right}"
        case "layout":
            return f"this agent sees {game.name} in the layout {shortened(known)}, not {right!r}"
        case "actions":
            return difference_of_actions(known, right)
    return f"this agent has the {key} {shortened(known)}, not {right!r}"


def difference_of_actions(known: Any, names: Sequence[str]) -> str:
    """Say where another action table differs first."""
    if not isinstance(known, list) or len(known) != len(names):
        count = len(known) if isinstance(known, list) else shortened(known)
        return f"this agent has {count} actions, not {len(names)}"
    pairs = enumerate(zip(known, names, strict=True))
    number, (other, name) = next(pair for pair in pairs if pair[1][0] != pair[1][1])
    return f"this agent's action {number} is {shortened(other)}, not {name!r}"

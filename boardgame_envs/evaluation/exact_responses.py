"""Exact best responses on small settings, for whoever can play them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.policies import policy_of
from boardgame_envs.core.game import Game
from boardgame_envs.core.position import Position
from boardgame_envs.evaluation.best_response import Exploitability, ask_policy, measure
from boardgame_envs.evaluation.game_tree import grow_tree


@dataclass(frozen=True)
class ExactlyExploited:
    """What the best answers to an agent earn in a small setting: no estimate, and no interval."""

    setting: dict[str, Any]  # the options that are not the usual ones
    found: Exploitability

    def as_json(self) -> dict[str, Any]:
        """Return the figures by name."""
        return {
            "options": self.setting,
            "value": self.found.value,
            "best_responses": list(self.found.best_responses),
            "exploitability": self.found.exploitability,
        }


def measure_exactly(
    agent: Agent, game: Game, settings: Sequence[Mapping[str, Any]]
) -> Iterator[ExactlyExploited]:
    """Go through what the best answers to an agent earn in each setting.

    The whole game is searched, so a setting must be small, zero-sum, and for two players.
    """
    policy = policy_of(agent)
    for setting in settings:
        position = Position(game, **setting)
        tree = grow_tree(position)
        changed = game.changed_options(position.options)
        yield ExactlyExploited(changed, measure(tree, ask_policy(tree, policy)))


def is_covered(agent: Agent, game: Game, setting: Mapping[str, Any]) -> bool:
    """Tell whether an agent plays a setting: a network that was trained for it, or anyone else."""
    card = getattr(agent, "card", None)
    if card is None:
        return True
    trained = card.get("options")
    if not isinstance(trained, list):
        return False
    wanted = game.complete_options(dict(setting))
    return any(complete(game, options) == wanted for options in trained)


def complete(game: Game, options: Any) -> dict[str, Any] | None:
    """Return all options of a setting in a card; None for what is no setting of the game."""
    if not isinstance(options, Mapping):
        return None
    named = {name: value for name, value in options.items() if name != "num_players"}
    try:
        return game.complete_options(named)
    except ValueError:
        return None

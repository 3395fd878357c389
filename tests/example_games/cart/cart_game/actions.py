"""The actions of Cart [3]."""

from __future__ import annotations

from boardgame_envs.core.actions import Actions, ActionTable, Axis
from cart_game.cards import WEIGHTS

SACKS = Axis("card", tuple(map(str, WEIGHTS)))
ACTIONS = ActionTable(Actions("load", "load a sack of weight {card}", (SACKS,)))
ACTION = ACTIONS.offsets()
NUMBER_IN_KIND = ACTIONS.number_in_kind

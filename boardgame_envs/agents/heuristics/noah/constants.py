"""The constants of the heuristic for Noah, by the number of players.

Values are in tears.
"""

# the declaration is a table: one constant, one line
# ruff: noqa: E501

from __future__ import annotations

from pathlib import Path

from boardgame_envs.agents.heuristics.constants import Constant, Constants
from boardgame_envs.games.noah.cards import FEWEST_PLAYERS, MAX_PLAYERS

CONSTANTS = Constants(
    (
        Constant("a_card", 2.0, 0.5, "to be without a card, whatever its tears"),
        Constant("its_weight", 0.25, 0.1, "... and for each unit of its weight: heavy animals find few boats"),
        Constant("they_take", 0.4, 0.2, "a card or a tear that the next player takes, shared among all opponents"),
        Constant("a_boat_open", 0.1, 0.5, "a boat on which one could load a card"),
    ),
    settings={"any": {}},
    players=range(FEWEST_PLAYERS, MAX_PLAYERS + 1),
    file=Path(__file__).with_name("constants.csv"),
)  # fmt: skip
CONSTANT = CONSTANTS.places()
FIRST = CONSTANTS.first
BY_PLAYERS = CONSTANTS.table()[0]

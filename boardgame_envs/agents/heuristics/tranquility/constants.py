"""The constants of the heuristic for Tranquility, and how they are chosen.

Values are in cards: what it is worth to have, or to be without, what a line says.
"""

# the declaration is a table: one constant, one line
# ruff: noqa: E501

from __future__ import annotations

from pathlib import Path
from typing import Any

from boardgame_envs.agents.heuristics.compiled_heuristic import label, whole
from boardgame_envs.agents.heuristics.constants import Constant, Constants
from boardgame_envs.core.compiled import Buffer, rule
from boardgame_envs.core.constants import constants
from boardgame_envs.games.tranquility.cards import MAX_PLAYERS
from boardgame_envs.games.tranquility.state import MODES, Mode
from boardgame_envs.games.tranquility.views.layout import AT, HIGHEST

# where some cards are in the game
WITH_STORMS = ("storms", "storms ru", "all three", "pyramid")
WITH_MONSTERS = ("monsters 3", "monsters 5", "all three", "pyramid")
PYRAMID, DAY_AND_NIGHT = ("pyramid",), ("day and night",)

DECLARED = (
    # where a card lies
    Constant("a_cell", 2.0, 0.5, "to have a cell filled"),
    Constant("off_a_cell", 0.35, 0.15, "to be a cell off the place where both sides are spread alike"),
    Constant("few_cards", 1.0, 0.4, "to leave a gap that needs every card there is; less where there are more"),
    Constant("no_cards", 9.0, 3.0, "to leave a gap that cannot be filled"),
    Constant("trouble", 0.0, 0.5, "to make it less likely by a factor of e that all gaps are filled"),
    Constant("share_used", 0.7, 0.1, "of the cards that may still come, the share that is there when needed"),
    # what a card in the hand is worth
    Constant("a_useful_card", 0.8, 0.25, "a card that has a place"),
    Constant("a_free_place", 0.4, 0.2, "... that costs nothing"),
    Constant("a_needed_card", 1.0, 0.4, "... in a gap that needs every card there is; less where there are more"),
    Constant("a_likely_card", 0.0, 0.4, "... without which its gap is less likely by a factor of e to be filled"),
    Constant("a_costly_place", 0.1, 0.05, "for each card that its cheapest place costs, less"),
    Constant("a_finish", 2.5, 0.7, "the last Finish that I know of; less where there are more"),
    Constant("spare", 0.9, 0.3, "a card worth less than this is offered"),
    # what is paid
    Constant("a_discard", 0.5, 0.25, "to discard a card, whatever it is"),
    Constant("when_few_are_left", 0.0, 0.5, "... and as much more as my share of the empty cells is of my cards"),
    Constant("new_cards", 0.0, 0.3, "to see two new cards"),
    # monsters
    Constant("a_monster", 4.0, 1.0, "to be rid of one", WITH_MONSTERS),
    Constant("a_repair", 3.0, 1.0, "to open a gap that cannot be filled", WITH_MONSTERS),
    Constant("a_neighbour", 0.5, 0.25, "a card beside the one destroyed, which the next one there must be paid for", WITH_MONSTERS),
    Constant("a_relief", 0.0, 0.5, "to make it more likely by a factor of e that the gaps beside a card are filled", WITH_MONSTERS),
    # the pyramid
    Constant("a_border", 0.0, 0.4, "to turn up an explorer card", PYRAMID),
    Constant("a_finish_to_find", 0.0, 0.4, "... while no Finish has been found", PYRAMID),
    # day and night
    Constant("wrong_way_up", 1.5, 0.7, "a card the wrong way up", DAY_AND_NIGHT),
    Constant("a_rotation", 1.0, 0.7, "to have a card the right way up", DAY_AND_NIGHT),
    # storms: to have a compass for one in play
    Constant("a_purple", 6.0, 1.5, "for a purple one", WITH_STORMS),
    Constant("its_room", 0.0, 0.4, "... and for each empty cell of its row", WITH_STORMS),
    Constant("my_yellow", 2.0, 1.0, "for a yellow one of my own", WITH_STORMS),
    Constant("their_yellow", 2.0, 1.0, "for a yellow one of another player", WITH_STORMS),
    Constant("my_orange", 0.0, 1.5, "for an orange one of my own", WITH_STORMS),
    Constant("their_orange", 0.0, 1.5, "for an orange one of another player", WITH_STORMS),
    Constant("storms_pass", 0.0, 0.3, "the share of the last four values that is gone when the field is full", WITH_STORMS),
    Constant("patience", 3.9, 1.0, "how much worse a storm in play is than the one for which a compass is kept", WITH_STORMS),
)  # fmt: skip

# the settings that have constants of their own; others take those of the nearest
SETTINGS: dict[str, dict[str, Any]] = {
    "standard": {},
    "galatea": {"removed_islands": "galatea"},
    "poseidon": {"removed_islands": "poseidon"},
    "reefs": {"expansions": ["reefs"]},
    "monsters 3": {"expansions": ["monsters"], "monsters": 3},
    "monsters 5": {"expansions": ["monsters"], "monsters": 5},
    "storms": {"expansions": ["storms"]},
    "storms ru": {"expansions": ["storms"], "edition": "ru"},
    "all three": {"expansions": ["reefs", "monsters", "storms"]},
    "high arch": {"mode": "high_arch"},
    "pyramid": {"mode": "pyramid"},
    "day and night": {"mode": "day_and_night"},
    "duel": {"mode": "duel"},
}
CONSTANTS = Constants(
    DECLARED,
    SETTINGS,
    range(1, MAX_PLAYERS + 1),
    Path(__file__).with_name("constants.csv"),
)
CONSTANT = CONSTANTS.places()
SETTING = constants(
    "Settings", {name.replace(" ", "_"): i for i, name in enumerate(CONSTANTS.settings)}
)
FIRST, TABLE = CONSTANTS.first, CONSTANTS.table()
# by how many islands are removed: halfway between two levels is nearer to the higher one
GALATEA_FROM, POSEIDON_FROM = 2, 8


@rule
def constants_for(observation: Buffer) -> Buffer:
    """Return the constants for the setting that an observation shows."""
    players = label(observation, AT.num_players, MAX_PLAYERS)
    return TABLE[setting_of(observation), players]


@rule
def setting_of(observation: Buffer) -> int:
    """Return the setting that an observation shows, or the nearest one that has constants."""
    mode = label(observation, AT.mode, len(MODES))
    if mode == Mode.HIGH_ARCH:
        return int(SETTING.high_arch)
    if mode == Mode.PYRAMID:
        return int(SETTING.pyramid)
    if mode == Mode.DAY_AND_NIGHT:
        return int(SETTING.day_and_night)
    if mode == Mode.DUEL:
        return int(SETTING.duel)
    if observation[AT.expansions : AT.expansions + 3].any():
        return setting_of_expansions(observation)
    removed = whole(observation[AT.removed_islands], HIGHEST.removed_islands)
    if removed >= POSEIDON_FROM:
        return int(SETTING.poseidon)
    return int(SETTING.galatea if removed >= GALATEA_FROM else SETTING.standard)


@rule
def setting_of_expansions(observation: Buffer) -> int:
    """Return the setting by the expansions that are in the game: storms matter most."""
    has_reefs = observation[AT.expansions] > 0.5
    has_monsters = observation[AT.expansions + 1] > 0.5
    has_storms = observation[AT.expansions + 2] > 0.5
    if has_storms and (has_reefs or has_monsters):
        return int(SETTING.all_three)
    if has_storms:
        return int(SETTING.storms_ru if observation[AT.russian] > 0.5 else SETTING.storms)
    if has_monsters:
        many = whole(observation[AT.monsters], HIGHEST.monsters) > 3
        return int(SETTING.monsters_5 if many else SETTING.monsters_3)
    return int(SETTING.reefs)

"""The options of Tranquility, and which of them go together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boardgame_envs.core.compiled import Record
from boardgame_envs.core.options import OptionError
from boardgame_envs.core.seats import NOBODY
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.field.shapes import NUM_CELLS, shape_of
from boardgame_envs.games.tranquility.modes.pyramid_shape import HAS_BORDER
from boardgame_envs.games.tranquility.state import MODES, NOTHING_SAID, NOWHERE, REWARDS, Mode


def write_options(state: Record, options: Mapping[str, Any]) -> None:
    """Write the options, refusing what does not go together [V1, V2, V3, V4, V5, V7]."""
    mode, expansions = Mode(MODES.index(options["mode"])), options["expansions"]
    check_together(options)
    state["mode"] = mode
    shape = shape_of(mode, options["arch_width"] == 6)
    state["field"] = shape
    state["num_cells"] = NUM_CELLS[shape]
    state["is_ru"] = options["edition"] == "ru"
    state["has_reefs"] = "reefs" in expansions
    state["has_monsters"] = "monsters" in expansions
    state["has_storms"] = "storms" in expansions
    state["monsters"] = options["monsters"]
    state["removed_islands"] = options["removed_islands"]
    state["talk_rounds"] = options["talk_rounds"]
    state["has_row_choice"] = mode == Mode.DUEL and options["row"] == "choose"
    state["reward"] = REWARDS.index(options["reward"])
    lay_out_empty_table(state)


def check_together(options: Mapping[str, Any]) -> None:
    """Refuse options that do not go together [V6, R20]."""
    mode, expansions = options["mode"], options["expansions"]
    if expansions and mode != "standard":
        raise OptionError(
            f'expansions go with the mode "standard" only, not with "{mode}": '
            f"leave out {', '.join(expansions)}, or the mode"
        )
    if options["removed_islands"] and mode == "duel":
        raise OptionError(
            'removed_islands goes with every mode but "duel", '
            f"where it must be 0, not {options['removed_islands']}"
        )
    if options["removed_islands"] and expansions and options["edition"] == "ru":
        raise OptionError(
            'removed_islands and expansions do not go together in the edition "ru": '
            'choose one of them, or the edition "uk"'
        )
    if (options["reward"] == "points") and mode != "duel":
        raise OptionError(
            f'the reward "points" goes with the mode "duel" only, not with "{mode}", '
            'which has "outcome" and "progress"'
        )
    if options["reward"] == "progress" and mode == "duel":
        raise OptionError(
            'the reward "progress" goes with every mode but "duel", '
            'which has "outcome" and "points"'
        )


def lay_out_empty_table(state: Record) -> None:
    """Write what is the same at the beginning of every game [35, 31]."""
    state["reef_row"] = NOWHERE
    state["shared_compass"] = NOBODY
    state["offers"] = NOTHING_SAID
    state["pledges"] = NOTHING_SAID
    state["placed_cell"] = -1
    state["supply"] = cards.COMPASSES if state["has_storms"] else 0
    if state["mode"] == Mode.PYRAMID:
        state["borders"] = HAS_BORDER

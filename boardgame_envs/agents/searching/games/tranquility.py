"""How Tranquility is searched: to the end, for the win and a little for the progress made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from boardgame_envs.agents.searching.settings import SearchSettings
from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.games.tranquility.modes import duel
from boardgame_envs.games.tranquility.state import Mode, Outcome

# what a full field is worth beside the win: most games are lost, and by how much says something
PROGRESS = 0.3
# by how many points a lead in the duel is worth three quarters of the win
LEAD = 8.0


@rule
def judge(state: Record, values: Buffer) -> None:
    """Write 1 for a win and a part of it for the cells that were filled [16, 17]; or the duel."""
    if state.mode == Mode.DUEL:
        judge_duel(state, values)
        return
    worth = PROGRESS * float(state.num_filled) / float(state.num_cells)
    if state.outcome == Outcome.WON:
        worth = 1.0
    for seat in range(state.num_players):
        values[seat] = worth


@rule
def judge_duel(state: Record, values: Buffer) -> None:
    """Write a share of the win that grows with the lead [46]."""
    for seat in range(state.num_players):
        lead = float(duel.lead_of(state, seat))
        values[seat] = (1.0 + float(np.tanh(lead / LEAD))) / 2.0


def network_heuristic(options: Mapping[str, Any]) -> str | None:
    """Return who plays on if not the network: the tables were fitted to what it does in teams."""
    return None if options["mode"] == "duel" else "heuristic:third"


SETTINGS = SearchSettings(
    judge=judge, worlds=48, network_worlds=48, network_heuristic=network_heuristic
)

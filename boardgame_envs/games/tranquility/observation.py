"""What a player of Tranquility sees: as numbers, part by part, and in words.

The parts are listed in ``views/layout.py`` and written by the files beside it.
"""

from __future__ import annotations

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.games.tranquility.state import Mode
from boardgame_envs.games.tranquility.views import course, features, known_cards, open_table
from boardgame_envs.games.tranquility.views.layout import LAYOUT
from boardgame_envs.games.tranquility.views.text import describe_table, describe_view

__all__ = ["LAYOUT", "describe_table", "describe_view", "write_observation"]


@rule
def write_observation(state: Record, seat: int, observation: Buffer) -> None:
    """Write what a player knows: their own hand and discards, and all that lies open [19]."""
    course.write_setting(state, observation)
    course.write_course(state, seat, observation)
    open_table.write_field(state, observation)
    open_table.write_players(state, seat, observation)
    known_cards.write_unseen_islands(state, seat, observation)
    known_cards.write_own_cards(state, seat, observation)
    known_cards.write_unseen_others(state, seat, observation)
    if state.mode == Mode.PYRAMID:
        open_table.write_explorer(state, observation)
    if state.mode == Mode.DUEL:
        known_cards.write_duel(state, seat, observation)
    if state.has_storms or state.mode == Mode.PYRAMID:
        open_table.write_stormy_seas(state, seat, observation)
    features.write_features(state, seat, observation)

"""Finished games to look at again: pages for a browser, moving and still pictures.

A replay is a record that is played again, never stored frames; there is one only of a game that is
over, for it shows what was hidden.
"""

from boardgame_envs.replays.page import replay_page
from boardgame_envs.replays.stills import check_turn, scene_at, scenes_of

__all__ = ["check_turn", "replay_page", "scene_at", "scenes_of"]

"""Importing this registers the games of other packages with Gymnasium and PettingZoo, too.

``import boardgame_envs`` registers its own games alone: an identifier holds the version of a
game, and to know it a game must be loaded. ``gymnasium.make`` can import this by itself::

    gymnasium.make("boardgame_envs.every_game:boardgame_envs/Cart-v0")
"""

from boardgame_envs.adapters.entry_points import register_outside_games

register_outside_games()

"""The settings that laws are held in: example options with numbers of players."""

from __future__ import annotations

from typing import Any, TypeAlias

from boardgame_envs.core.game import Game

# options, with ``num_players`` among them, as ``Table`` takes them
Setting: TypeAlias = dict[str, Any]

# more settings than this are not all needed to hold the laws to each option set
MANY_SETTINGS = 20


def each_setting(game: Game) -> list[Setting]:
    """Return every example option set with every number of players.

    Where that is very much, the first set comes with every number and the others with two.
    """
    every = [
        {"num_players": num_players, **options}
        for num_players in game.players
        for options in game.example_options
        if num_players in game.players_with(game.complete_options(options))
    ]
    if len(every) <= MANY_SETTINGS:
        return every
    first, *others = game.example_options
    chosen = [{"num_players": number, **first} for number in game.players]
    for turn, options in enumerate(others):
        players = game.players_with(game.complete_options(options))
        numbers = {players[(turn + step) % len(players)] for step in (0, 2)}
        chosen += [{"num_players": number, **options} for number in sorted(numbers)]
    return chosen


def each_option_set(game: Game) -> list[Setting]:
    """Return every example option set once, for what takes long."""
    chosen = []
    for turn, options in enumerate(game.example_options):
        players = game.players_with(game.complete_options(options))
        chosen.append({"num_players": players[turn % len(players)], **options})
    return chosen


def setting_name(setting: Setting) -> str:
    """Return a setting in a few words."""
    words = (f"{key}={value}".replace(" ", "") for key, value in setting.items())
    return ",".join(words) or "default options"


def has_default_options(setting: Setting) -> bool:
    """Tell whether nothing but the number of players is chosen."""
    return not setting.keys() - {"num_players"}

"""The laws that every game keeps, to be held against games from outside as well.

A game is checked in one call::

    from boardgame_envs import load_game
    from boardgame_envs.testing import check_game

    check_game(load_game("cart"))

``LAWS`` lists them; each can be called with a game and a setting. With pytest, one by one::

    @pytest.mark.parametrize("check", list_checks(GAME, LAWS), ids=str)
    def test_the_laws_are_kept(check):
        check.hold()

Nothing here needs pytest.
"""

from boardgame_envs.testing.check import (
    LAWS,
    Check,
    check_game,
    find_laws,
    laws_of,
    list_checks,
)
from boardgame_envs.testing.lawmaking import BrokenLawError, Case, Each, Law, expect, law
from boardgame_envs.testing.laws.words import untested_rules
from boardgame_envs.testing.random_games import played, random_play
from boardgame_envs.testing.settings import Setting, each_option_set, each_setting, setting_name
from boardgame_envs.testing.signatures import signature

__all__ = [
    "LAWS",
    "BrokenLawError",
    "Case",
    "Check",
    "Each",
    "Law",
    "Setting",
    "check_game",
    "each_option_set",
    "each_setting",
    "expect",
    "find_laws",
    "law",
    "laws_of",
    "list_checks",
    "played",
    "random_play",
    "setting_name",
    "signature",
    "untested_rules",
]

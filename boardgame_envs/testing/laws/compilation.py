"""Laws of compilation: however the rules are run, they say the same."""

from __future__ import annotations

from boardgame_envs.core.game import Game
from boardgame_envs.testing.lawmaking import Case, Each, expect, law
from boardgame_envs.testing.settings import each_setting
from boardgame_envs.testing.signatures import signature, signature_elsewhere


@law(Each.GAME)
def rules_agree_in_plain_python(case: Case) -> None:
    """Random games are the same, byte for byte, when nothing is compiled."""
    expect_same_signature(case.game, {"NUMBA_DISABLE_JIT": "1"})


@law(Each.GAME)
def rules_agree_when_bounds_are_checked(case: Case) -> None:
    """Random games are the same when every index is checked: none lies outside its array."""
    expect_same_signature(case.game, {"NUMBA_BOUNDSCHECK": "1"})


def expect_same_signature(game: Game, variables: dict[str, str]) -> None:
    """Complain of rules that give other games in a process with these environment variables."""
    num_games = 2 * len(each_setting(game))
    here, elsewhere = signature(game, num_games), signature_elsewhere(game, num_games, variables)
    expect(here == elsewhere, f"the games are others with {variables}")

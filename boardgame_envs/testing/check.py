"""Hold the laws against a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

from boardgame_envs.core.game import Game
from boardgame_envs.core.options import suggest
from boardgame_envs.testing.lawmaking import Each, Law
from boardgame_envs.testing.laws import (
    batches,
    beginnings,
    compilation,
    copies,
    guiding,
    gymnasium_seat,
    pettingzoo_aec,
    pettingzoo_parallel,
    pictures,
    playing,
    prompts,
    remembering,
    searching,
    secrets,
    views,
    words,
)
from boardgame_envs.testing.settings import Setting, setting_name

# in the order in which they are held: what breaks all others comes first
SUBJECTS = (
    playing,
    words,
    copies,
    secrets,
    views,
    pictures,
    guiding,
    prompts,
    searching,
    remembering,
    batches,
    beginnings,
    pettingzoo_aec,
    pettingzoo_parallel,
    gymnasium_seat,
    compilation,
)


def laws_of(*subjects: ModuleType) -> list[Law]:
    """Return the laws of some files of the law book, in the order in which they stand there."""
    return [item for file in subjects for item in vars(file).values() if isinstance(item, Law)]


LAWS: tuple[Law, ...] = tuple(laws_of(*SUBJECTS))


class Check(NamedTuple):
    """One law, held against one setting of a game."""

    law: Law
    game: Game
    setting: Setting

    def hold(self) -> None:
        """Raise BrokenLawError if the game breaks the law."""
        self.law(self.game, self.setting)

    def __str__(self) -> str:
        """Return the law, the game and the setting."""
        return f"{self.law.name}-{self.game.name}-{setting_name(self.setting)}"


# goes through checks as they are made, as ``tqdm`` does
Progress: TypeAlias = Callable[[Sequence[Check]], Iterable[Check]]


def check_game(
    game: Game,
    *,
    settings: Iterable[Mapping[str, Any]] | None = None,
    laws: Iterable[str | Law] | None = None,
    progress: Progress | None = None,
) -> list[Law]:
    """Hold the laws against a game; raise BrokenLawError at the first that it breaks.

    ``settings`` are options, with ``num_players`` among them; else the example options of the
    game are taken with several numbers of players. ``laws`` are some of ``LAWS``, by name or
    themselves. ``progress`` is handed all checks and goes through them, as ``tqdm.tqdm`` does.
    Returns the laws that were held.
    """
    chosen = find_laws(laws)
    checks = list_checks(game, chosen, settings)
    for check in checks if progress is None else progress(checks):
        check.hold()
    return chosen


def list_checks(
    game: Game, laws: Sequence[Law], settings: Iterable[Mapping[str, Any]] | None = None
) -> list[Check]:
    """Return every law with every setting that it is held against."""
    chosen = None if settings is None else [dict(setting) for setting in settings]
    checks = []
    for law in laws:
        by_default = chosen is None or law.each is Each.GAME
        for setting in law.settings(game) if by_default else chosen or ():
            checks.append(Check(law, game, setting))
    return checks


def find_laws(laws: Iterable[str | Law] | None) -> list[Law]:
    """Return laws by their names, all if None, or raise ValueError."""
    known, found = {law.name: law for law in LAWS}, []
    for law in known.values() if laws is None else laws:
        if isinstance(law, str):
            if law not in known:
                raise ValueError(f"there is no law {law!r}{suggest(law, known)}")
            law = known[law]
        found.append(law)
    return found

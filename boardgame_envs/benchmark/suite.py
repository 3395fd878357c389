"""What is measured in a game: settings, numbers of players, and the deals."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.game import Game
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game
from boardgame_envs.matches.lineups import deal_seeds


class Entry(NamedTuple):
    """One thing to be measured: a setting, with a number of players."""

    setting: str
    table: Table


@dataclass(frozen=True)
class Suite:
    """The settings of a game that are measured, by name, and the deals that are played.

    The deals are the first ones of a seed, so fewer of them are some of the same.
    """

    game_name: str
    settings: Mapping[str, Mapping[str, Any]]
    seed: int
    deals: int

    @property
    def game(self) -> Game:
        """The game."""
        return load_game(self.game_name)

    def entries(
        self, settings: Collection[str] = (), players: Collection[int] = ()
    ) -> Iterator[Entry]:
        """Go through settings and numbers of players: all, or those that are asked for."""
        self._check(settings)
        for setting in [name for name in self.settings if not settings or name in settings]:
            options = self.game.complete_options(self.settings[setting])
            for number in self.game.players_with(options):
                if not players or number in players:
                    yield Entry(setting, Table(self.game, number, **options))

    def _check(self, settings: Collection[str]) -> None:
        """Refuse settings that are not in the suite."""
        for setting in settings:
            if setting not in self.settings:
                raise ValueError(
                    f"the suite of {self.game_name} has no setting {setting!r}, but "
                    f"{', '.join(self.settings)}"
                )

    def seeds(self, deals: int | None = None) -> NDArray[np.uint64]:
        """Return the seeds of the deals, of all or of a number of them."""
        return deal_seeds(self.seed, self.deals if deals is None else deals)

"""A seat that keeps count of what its games have paid, and checks what the learner is shown."""

from __future__ import annotations

from typing import Any

import numpy as np

from boardgame_envs.adapters.gymnasium_single import SeatEnv


class RecordingSeat(SeatEnv):
    """Notes the learner's returns of every finished game, and looks for hidden cards."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.paid: list[float] = []
        self.looks = 0

    def step(self, action: Any) -> Any:
        outcome = super().step(action)
        if self.table.over:
            self.paid.append(self.table.returns[self.seat])
        return outcome

    def check_shown(self, seen: Any) -> None:
        """Fail if what a learner was shown would differ in another possible world."""
        self.looks += 1
        other = self.table.redealt(self.seat, seed=self.looks)
        assert np.array_equal(np.asarray(seen).reshape(-1), other.observe(self.seat))

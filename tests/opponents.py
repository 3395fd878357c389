"""Agents for tests: they draw no random numbers, so that games can be compared."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.agent import BatchAgent
from boardgame_envs.core.information import InformationState


class Nth:
    """Takes the first legal action, or the last."""

    def __init__(self, last: bool = False) -> None:
        self.last = last
        self.decisions = 0

    def begin_game(self, seed: int) -> None:
        pass

    def choose(self, information: InformationState) -> int:
        self.decisions += 1
        return int(np.flatnonzero(information.mask)[-1 if self.last else 0])

    def choose_many(
        self, observation: NDArray[Any], mask: NDArray[Any], rng: Any
    ) -> NDArray[np.int64]:
        self.decisions += len(mask)
        if self.last:
            return mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)
        return mask.argmax(axis=1)


class OneTable:
    """Can play at one table only."""

    def begin_game(self, seed: int) -> None:
        pass

    def choose(self, information: InformationState) -> int:
        return int(np.flatnonzero(information.mask)[0])


class Witness(Nth):
    """Keeps what it was shown."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[InformationState] = []
        self.rows: list[tuple[NDArray[Any], NDArray[Any]]] = []

    def choose(self, information: InformationState) -> int:
        self.shown.append(information)
        return super().choose(information)

    def choose_many(
        self, observation: NDArray[Any], mask: NDArray[Any], rng: Any
    ) -> NDArray[np.int64]:
        self.rows.append((observation.copy(), mask.copy()))
        return super().choose_many(observation, mask, rng)


class Script:
    """Takes actions from a list."""

    def __init__(self, actions: list[int]) -> None:
        self.actions = iter(actions)

    def begin_game(self, seed: int) -> None:
        pass

    def choose(self, information: InformationState) -> int:
        return next(self.actions)


class FirstLegal(BatchAgent):
    """Takes the first legal action."""

    def choose_many(self, observation: Any, mask: Any, rng: Any) -> Any:
        return mask.argmax(axis=1)


class LastLegal(BatchAgent):
    """Takes the last legal action: in Elements it surrenders at once."""

    def choose_many(self, observation: Any, mask: Any, rng: Any) -> Any:
        return mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)


class ByOneTable:
    """Decides as another agent does, but for one table only."""

    def __init__(self, agent: Any) -> None:
        self.agent = agent
        self.seeds: list[int] = []

    def begin_game(self, seed: int) -> None:
        self.seeds.append(seed)
        self.agent.begin_game(seed)

    def choose(self, information: InformationState) -> int:
        return int(self.agent.choose(information))

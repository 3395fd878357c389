"""What an algorithm supplies, so that runs with it begin, go on and become agents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from boardgame_envs.learning.run.config import RunConfig
from boardgame_envs.learning.run.libraries import needing


class TrainedNetwork(NamedTuple):
    """What an agent's file is made from."""

    config: RunConfig
    network: Any  # a torch module: logits and value of each row of observations
    training: dict[str, Any]  # how it was trained, for the agent's card


class Trainer(Protocol):
    """The part of an algorithm that needs its libraries; a module may be one."""

    def begin(self, config: Any, folder: Path) -> None:
        """Train anew, in a folder that has no run yet."""

    def resume(self, folder: Path, changes: dict[str, Any]) -> None:
        """Go on with the run in a folder from its newest checkpoint."""

    def load_network(self, content: dict[str, Any]) -> TrainedNetwork:
        """Return the network in a checkpoint."""


@dataclass(frozen=True)
class Algorithm:
    """An algorithm: a folder in ``learning/algorithms`` has one as its ``ALGORITHM``."""

    name: str  # of the folder
    description: str  # in one line
    extra: str  # what pip must install for it: boardgame_envs[extra]
    config: type[RunConfig]  # what its configs may say
    load: Callable[[], Trainer]  # imports its libraries, which takes seconds
    changes_on_resume: frozenset[str] = frozenset()  # fields that may be given with --resume

    def trainer(self) -> Trainer:
        """Return the part that needs libraries, or raise MissingLibraryError."""
        with needing(self.extra):
            return self.load()

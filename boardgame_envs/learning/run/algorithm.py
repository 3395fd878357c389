"""What an algorithm supplies, so that runs with it begin, go on and become agents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from boardgame_envs.learning.run.config import RunConfig
from boardgame_envs.learning.run.libraries import needing

# what may change when a run goes on: how long it is, how often it is measured and saved, and how
# what is exported is chosen
CHANGES_OF_ANY_RUN = frozenset(
    {
        "total_steps",
        "evaluation.every",
        "evaluation.exploiter.deals",
        "evaluation.exploiter.temperatures",
        "evaluation.exploiter.worlds",
        "checkpoints.every",
        "checkpoints.kept",
    }
)


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
    # fields that may be given with --resume, beside those of any run
    changes_on_resume: frozenset[str] = frozenset()
    # those of them that a resumed run does not remember
    forgotten_on_resume: frozenset[str] = frozenset()

    @property
    def may_change(self) -> frozenset[str]:
        """The fields that may be given with --resume."""
        return CHANGES_OF_ANY_RUN | self.changes_on_resume

    def trainer(self) -> Trainer:
        """Return the part that needs libraries, or raise MissingLibraryError."""
        with needing(self.extra):
            return self.load()

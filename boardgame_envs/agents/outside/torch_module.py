"""Modules of torch as agents. Torch itself is not imported: the module's tensors make others."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.outside.logits import ScoringAgent
from boardgame_envs.agents.outside.sb3 import as_numbers
from boardgame_envs.core.problems import OptionError


def from_torch(module: Any, deterministic: bool = False) -> TorchAgent:
    """Return an agent that plays by the logits of ``module(observation)`` or (observation, mask).

    It is given float32 rows of observations and, if it takes them, bool rows of masks; a tuple
    that it returns begins with the logits.
    """
    return TorchAgent(module, deterministic)


class TorchAgent(ScoringAgent):
    """Plays by the logits of a module, with illegal actions left out."""

    def __init__(self, module: Any, deterministic: bool = False) -> None:
        super().__init__(deterministic)
        self.module = module.eval()
        self._example = next(iter(module.parameters()), None)
        if self._example is None:
            raise OptionError("a torch module without parameters says not where its tensors are")
        self.takes_mask = num_arguments(module.forward) > 1

    def scores(
        self, observation: NDArray[np.float32], mask: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        """Return the logits of the module."""
        example: Any = self._example
        seen = [example.new_tensor(observation)]
        if self.takes_mask:
            seen.append(example.new_tensor(mask).bool())
        answer = self.module(*seen)
        return as_numbers(answer[0] if isinstance(answer, tuple) else answer)


def num_arguments(function: Any) -> int:
    """Return how many arguments a function must or may be given by their place."""
    by_place = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(one.kind in by_place for one in inspect.signature(function).parameters.values())

"""Models of Stable-Baselines3 as agents: MaskablePPO, PPO, A2C and DQN.

Nothing is imported for it: the model brings its library along. Masks are applied here, for most
of its algorithms do not know them.
"""

from __future__ import annotations

import inspect
import pickle
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.outside.logits import ScoringAgent
from boardgame_envs.core.catalogue import BrokenGameError, game_names, load_game
from boardgame_envs.core.problems import OptionError, shortened

# what observations are called in a dict, as our environments do with mask_in="observation"
OBSERVATION, MASK = "observation", "action_mask"


def from_sb3(model: Any, deterministic: bool | None = None, normalize: Any = None) -> SB3Agent:
    """Return an agent that plays as a trained model of Stable-Baselines3 does.

    A policy plays by its probabilities, unless it shall be ``deterministic``; a DQN has none. A
    model that was trained behind a ``VecNormalize`` needs it to see as it has learned to: one that
    still has its environment brings it along, one that was loaded without is given it, or the file
    that it was saved to, as ``normalize``. Such a file can hold any code: open only trusted ones.
    """
    return SB3Agent(model, deterministic, normalize)


class SB3Agent(ScoringAgent):
    """Plays as a model of Stable-Baselines3 does, with illegal actions left out."""

    def __init__(
        self, model: Any, deterministic: bool | None = None, normalize: Any = None
    ) -> None:
        policy: Any = getattr(model, "policy", None)
        if not hasattr(policy, "obs_to_tensor"):
            raise OptionError(f"this is no model of Stable-Baselines3: {shortened(model)}")
        self.network = getattr(policy, "q_net", None)
        if self.network is None and not can_be_asked(policy):
            raise OptionError(
                f"a model plays by a policy without memory or by a q_net, and "
                f"{type(policy).__name__} has neither"
            )
        super().__init__(self.network is not None if deterministic is None else deterministic)
        if self.network is not None and not self.deterministic:
            raise OptionError("a DQN has values and no probabilities: it plays deterministically")
        self.model, self.policy = model, policy
        self.normalizer = normalizer_of(model) if normalize is None else read_normalizer(normalize)
        policy.set_training_mode(False)

    def scores(
        self, observation: NDArray[np.float32], mask: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        """Return the values of actions, or the logarithms of their probabilities."""
        seen, _ = self.policy.obs_to_tensor(self._seen(observation, mask))
        if self.network is not None:
            return as_numbers(self.network(seen))
        distribution = self.policy.get_distribution(seen).distribution
        return as_numbers(distribution.logits)

    def _seen(self, observation: NDArray[np.float32], mask: NDArray[np.bool_]) -> Any:
        """Return what the model was trained to see: an array, or a dict that has the mask."""
        space = self.model.observation_space
        shown: dict[str, NDArray[Any]] = {OBSERVATION: observation, MASK: mask.astype(np.int8)}
        parts = getattr(space, "spaces", None)
        sizes: dict[str, Any] = {OBSERVATION: space} if parts is None else dict(parts)
        if OBSERVATION in sizes and sizes[OBSERVATION].shape == seen_shape(observation.shape[1]):
            # it was trained with action_features=False
            shown[OBSERVATION] = observation[:, : sizes[OBSERVATION].shape[0]]
        for name, part in sizes.items():
            given = shown[name].shape[1:] if name in shown else None
            if part.shape != given:
                raise OptionError(
                    f"the model was trained to see {name!r} of the shape {part.shape}, and here "
                    f"there are {OBSERVATION} {observation.shape[1:]} and {MASK} {mask.shape[1:]}"
                )
        seen = shown[OBSERVATION] if parts is None else {name: shown[name] for name in sizes}
        return seen if self.normalizer is None else self.normalizer.normalize_obs(seen)


@cache
def seen_shape(size: int) -> tuple[int, ...] | None:
    """Return the shape without action features of observations of a size; None if no game has such.

    A model does not say which game it was trained for.
    """
    for name in game_names():
        with suppress(BrokenGameError):
            layout = load_game(name).layout
            if layout.size == size:
                return (layout.seen.size,)
    return None


def normalizer_of(model: Any) -> Any:
    """Return the VecNormalize that a model was trained behind, if it still knows it."""
    find = getattr(model, "get_vec_normalize_env", None)
    return None if find is None else find()


def read_normalizer(given: Any) -> Any:
    """Return a VecNormalize: the one that is given, or the one in a file; or raise OptionError."""
    found = given
    if isinstance(given, str | Path):
        try:
            with open(given, "rb") as file:
                found = pickle.load(file)
        except OSError as error:
            raise OptionError(f"{given}: {error.strerror}") from None
        except Exception:
            raise OptionError(f"{given} is no file that VecNormalize.save has written") from None
    if not hasattr(found, "normalize_obs"):
        raise OptionError(
            f"normalize takes a VecNormalize, or the file that one was saved to, "
            f"not {shortened(given)}"
        )
    return found


def can_be_asked(policy: Any) -> bool:
    """Tell whether a policy gives its distribution for an observation and nothing else."""
    ask = getattr(policy, "get_distribution", None)
    if ask is None:
        return False
    asked = [one for one in inspect.signature(ask).parameters.values() if one.default is one.empty]
    return len(asked) == 1


def as_numbers(tensor: Any) -> NDArray[np.float64]:
    """Return a tensor of torch as an array."""
    return np.asarray(tensor.detach().cpu().numpy(), np.float64)

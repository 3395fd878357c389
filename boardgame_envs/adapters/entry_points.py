"""What users expect of a module such as ``elements_v0``, and of the registries."""

from __future__ import annotations

from typing import Any

import gymnasium
import pettingzoo

from boardgame_envs.adapters.pettingzoo_aec import CheckedTableEnv, TableEnv
from boardgame_envs.adapters.pettingzoo_parallel import ParallelTableEnv
from boardgame_envs.games import load_game

NAMESPACE = "boardgame_envs"


class EntryPoints:
    """The ways to make an environment of one game.

    All take the options of the game, ``num_players`` and

    - ``render_mode``: None, "ansi" (``render()`` returns a text) or "human" (it is printed);
    - ``mask_in``: "observation" (a dict with ``observation`` and ``action_mask``), "info" or
      "both";
    - ``illegal``: what an illegal action does: "raise", "terminate", "penalise" (the agent
      must choose again) or "random" (a random legal action is taken instead);
    - ``illegal_reward``: what an illegal action earns where it terminates or is penalised;
    - ``max_cycles``: truncate after this number of turns of each agent (parallel: of steps).
    """

    def __init__(self, game: str) -> None:
        self._name = game

    def raw_env(self, **arguments: Any) -> TableEnv:
        """Return the bare AEC environment; an illegal action raises an error."""
        return TableEnv(load_game(self._name), **arguments)

    def env(self, **arguments: Any) -> CheckedTableEnv:
        """Return the AEC environment as if in PettingZoo's usual wrappers."""
        return CheckedTableEnv(load_game(self._name), **arguments)

    def parallel_env(self, **arguments: Any) -> ParallelTableEnv:
        """Return the parallel environment; who is not to act chooses the no-op."""
        return ParallelTableEnv(load_game(self._name), **arguments)


def register(modules: list[str]) -> None:
    """Make ``gymnasium.make`` and ``pettingzoo.make`` (where it is there) know the modules."""
    for module in modules:
        name, _, version = module.rpartition("_v")
        register_with_gymnasium(name, version)
        if hasattr(pettingzoo, "register"):
            register_with_pettingzoo(module, name, version)


def register_with_gymnasium(name: str, version: str) -> None:
    """Register one seat of a game, ``boardgame_envs/NameOfGame-v0``, single and batched."""
    title = "".join(word.capitalize() for word in name.split("_"))
    gymnasium.register(
        f"{NAMESPACE}/{title}-v{version}",
        entry_point=f"{NAMESPACE}.adapters.gymnasium_single:SeatEnv",
        vector_entry_point=f"{NAMESPACE}.adapters.gymnasium_vector:SeatVectorEnv",
        kwargs={"game": name},
    )


def register_with_pettingzoo(module: str, name: str, version: str) -> None:
    """Register the AEC and the parallel environment of a game."""
    for env_type, attribute in (("aec", "env"), ("parallel", "parallel_env")):
        identifier = f"{NAMESPACE}/{name}-v{version}"
        pettingzoo.register(env_type, identifier, f"{NAMESPACE}.{module}:{attribute}")

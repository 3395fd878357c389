"""What users expect of a module such as ``elements_v0``, and of the registries."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import pettingzoo

from boardgame_envs.adapters.pettingzoo_aec import CheckedTableEnv, TableEnv
from boardgame_envs.adapters.pettingzoo_parallel import ParallelTableEnv
from boardgame_envs.games import BrokenGameError, game_names, load_game

NAMESPACE = "boardgame_envs"


class EntryPoints:
    """The ways to make an environment of one game.

    All take the options of the game, ``num_players`` and

    - ``render_mode``: None, "ansi" (``render()`` returns a text), "human" (it is printed),
      "rgb_array" (it returns pixels; needs Pillow) or "svg" (a drawing as text);
    - ``render_seat``: whose eyes the table is shown with: "selected" (whoever is to act),
      "player_1" and so on, or "table" (spectators, who see every hand);
    - ``mask_in``: "observation" (a dict with ``observation`` and ``action_mask``), "info" or
      "both";
    - ``illegal``: what an illegal action does: "raise", "terminate", "penalise" (the agent
      must choose again) or "random" (a random legal action is taken instead);
    - ``illegal_reward``: what an illegal action earns where it terminates or is penalised;
    - ``max_cycles``: truncate after this number of turns of each agent (parallel: of steps);
    - ``action_features``: False leaves out what observations say of each action, at their end.
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
        aec, parallel = (f"{NAMESPACE}.{module}:{maker}" for maker in ("env", "parallel_env"))
        register_with_pettingzoo(name, version, aec, parallel)


def register_outside_games() -> None:
    """Make them know the games of other packages, too; warn of those that cannot be loaded.

    An identifier holds the version of a game, so all games are loaded.
    """
    for name in sorted(set(game_names()) - set(game_names(outside=False))):
        try:
            version = str(load_game(name).version)
        except BrokenGameError as error:
            warnings.warn(str(error), stacklevel=2)
            continue
        if gymnasium_identifier(name, version) not in gymnasium.registry:
            makers = EntryPoints(name)
            register_with_gymnasium(name, version)
            register_with_pettingzoo(name, version, makers.env, makers.parallel_env)


def gymnasium_identifier(name: str, version: str) -> str:
    """Return what Gymnasium knows a game by: ``boardgame_envs/NameOfGame-v0``."""
    title = "".join(word.capitalize() for word in name.split("_"))
    return f"{NAMESPACE}/{title}-v{version}"


def register_with_gymnasium(name: str, version: str) -> None:
    """Register one seat of a game, single and batched."""
    gymnasium.register(
        gymnasium_identifier(name, version),
        entry_point=f"{NAMESPACE}.adapters.gymnasium_single:SeatEnv",
        vector_entry_point=f"{NAMESPACE}.adapters.gymnasium_vector:SeatVectorEnv",
        kwargs={"game": name},
    )


def register_with_pettingzoo(name: str, version: str, aec: Any, parallel: Any) -> None:
    """Register what makes the AEC and the parallel environment of a game, where that goes."""
    if hasattr(pettingzoo, "register"):
        for env_type, maker in (("aec", aec), ("parallel", parallel)):
            pettingzoo.register(env_type, f"{NAMESPACE}/{name}-v{version}", maker)

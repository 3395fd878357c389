"""Tranquility for PettingZoo: what its entry points take.

Generated from the options of the game by ``make docs``: edit the game.
"""

from collections.abc import Sequence
from typing import Literal

from boardgame_envs.adapters.pettingzoo_aec import CheckedTableEnv, TableEnv
from boardgame_envs.adapters.pettingzoo_parallel import ParallelTableEnv

__all__ = ["env", "parallel_env", "raw_env"]

def env(
    *,
    num_players: int | None = None,
    render_mode: Literal["ansi", "human", "rgb_array", "svg"] | None = None,
    render_seat: str = "selected",
    mask_in: Literal["observation", "info", "both"] = "observation",
    illegal: Literal["raise", "terminate", "penalise", "random"] = ...,
    illegal_reward: float = -1.0,
    max_cycles: int | None = None,
    action_features: bool = True,
    mode: Literal["standard", "high_arch", "pyramid", "day_and_night", "duel"] = "standard",
    edition: Literal["uk", "ru"] = "uk",
    expansions: Sequence[Literal["reefs", "monsters", "storms"]] = ...,
    monsters: int = 3,
    removed_islands: int | Literal["galatea", "triton", "leucothea", "amphitrite", "poseidon"] = 0,
    talk_rounds: int = 1,
    arch_width: int = 5,
    row: Literal["farthest", "choose"] = "farthest",
    reward: Literal["outcome", "progress", "points"] = "outcome",
) -> CheckedTableEnv:
    """Return the AEC environment as if in PettingZoo's usual wrappers.

    - ``mode``: the field and what is to be done there
    - ``edition``: the Ukrainian or the Russian rules
    - ``expansions``: Stormy Seas, in any combination; with the standard mode only
    - ``monsters``: sea monsters in that expansion: easy, medium, hard
    - ``removed_islands``: islands that leave the game unseen
    - ``talk_rounds``: rounds of offers when the Start is played
    - ``arch_width``: the width of the high arch
    - ``row``: which cards of the row of a duel are taken: the farthest from the deck, or any
    - ``reward``: +1 or -1 at the end; with a share for each filled cell; the points of a duel
    """

def raw_env(
    *,
    num_players: int | None = None,
    render_mode: Literal["ansi", "human", "rgb_array", "svg"] | None = None,
    render_seat: str = "selected",
    mask_in: Literal["observation", "info", "both"] = "observation",
    illegal: Literal["raise", "terminate", "penalise", "random"] = ...,
    illegal_reward: float = -1.0,
    max_cycles: int | None = None,
    action_features: bool = True,
    mode: Literal["standard", "high_arch", "pyramid", "day_and_night", "duel"] = "standard",
    edition: Literal["uk", "ru"] = "uk",
    expansions: Sequence[Literal["reefs", "monsters", "storms"]] = ...,
    monsters: int = 3,
    removed_islands: int | Literal["galatea", "triton", "leucothea", "amphitrite", "poseidon"] = 0,
    talk_rounds: int = 1,
    arch_width: int = 5,
    row: Literal["farthest", "choose"] = "farthest",
    reward: Literal["outcome", "progress", "points"] = "outcome",
) -> TableEnv:
    """Return the bare AEC environment; an illegal action raises an error.

    - ``mode``: the field and what is to be done there
    - ``edition``: the Ukrainian or the Russian rules
    - ``expansions``: Stormy Seas, in any combination; with the standard mode only
    - ``monsters``: sea monsters in that expansion: easy, medium, hard
    - ``removed_islands``: islands that leave the game unseen
    - ``talk_rounds``: rounds of offers when the Start is played
    - ``arch_width``: the width of the high arch
    - ``row``: which cards of the row of a duel are taken: the farthest from the deck, or any
    - ``reward``: +1 or -1 at the end; with a share for each filled cell; the points of a duel
    """

def parallel_env(
    *,
    num_players: int | None = None,
    render_mode: Literal["ansi", "human", "rgb_array", "svg"] | None = None,
    render_seat: str = "selected",
    mask_in: Literal["observation", "info", "both"] = "observation",
    illegal: Literal["raise", "terminate", "penalise", "random"] = ...,
    illegal_reward: float = -1.0,
    max_cycles: int | None = None,
    action_features: bool = True,
    mode: Literal["standard", "high_arch", "pyramid", "day_and_night", "duel"] = "standard",
    edition: Literal["uk", "ru"] = "uk",
    expansions: Sequence[Literal["reefs", "monsters", "storms"]] = ...,
    monsters: int = 3,
    removed_islands: int | Literal["galatea", "triton", "leucothea", "amphitrite", "poseidon"] = 0,
    talk_rounds: int = 1,
    arch_width: int = 5,
    row: Literal["farthest", "choose"] = "farthest",
    reward: Literal["outcome", "progress", "points"] = "outcome",
) -> ParallelTableEnv:
    """Return the parallel environment; who is not to act chooses the no-op.

    - ``mode``: the field and what is to be done there
    - ``edition``: the Ukrainian or the Russian rules
    - ``expansions``: Stormy Seas, in any combination; with the standard mode only
    - ``monsters``: sea monsters in that expansion: easy, medium, hard
    - ``removed_islands``: islands that leave the game unseen
    - ``talk_rounds``: rounds of offers when the Start is played
    - ``arch_width``: the width of the high arch
    - ``row``: which cards of the row of a duel are taken: the farthest from the deck, or any
    - ``reward``: +1 or -1 at the end; with a share for each filled cell; the points of a duel
    """

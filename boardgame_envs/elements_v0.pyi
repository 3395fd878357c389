"""Elements for PettingZoo: what its entry points take.

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
    target_points: int = 6,
    rounds: int | None = None,
    surrender: bool = True,
    take_with_empty_hand: bool = True,
    mistaken_reveal: bool = False,
    values: Sequence[int] = ...,
    copies: Sequence[int] = ...,
    hand_size: int = 6,
    reward: Literal["outcome", "points"] = "outcome",
) -> CheckedTableEnv:
    """Return the AEC environment as if in PettingZoo's usual wrappers.

    - ``target_points``: points that win the match
    - ``rounds``: a fixed number of rounds instead; target_points is then not looked at
    - ``surrender``: False: nobody can surrender
    - ``take_with_empty_hand``: False: who has no card in hand cannot take
    - ``mistaken_reveal``: True: revealing over the limit is legal
    - ``values``: the values in the deck; the highest is the Yin-Yang
    - ``copies``: how many cards there are of each value
    - ``hand_size``: cards dealt to each player
    - ``reward``: +1/-1 for the match, or the points of each round
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
    target_points: int = 6,
    rounds: int | None = None,
    surrender: bool = True,
    take_with_empty_hand: bool = True,
    mistaken_reveal: bool = False,
    values: Sequence[int] = ...,
    copies: Sequence[int] = ...,
    hand_size: int = 6,
    reward: Literal["outcome", "points"] = "outcome",
) -> TableEnv:
    """Return the bare AEC environment; an illegal action raises an error.

    - ``target_points``: points that win the match
    - ``rounds``: a fixed number of rounds instead; target_points is then not looked at
    - ``surrender``: False: nobody can surrender
    - ``take_with_empty_hand``: False: who has no card in hand cannot take
    - ``mistaken_reveal``: True: revealing over the limit is legal
    - ``values``: the values in the deck; the highest is the Yin-Yang
    - ``copies``: how many cards there are of each value
    - ``hand_size``: cards dealt to each player
    - ``reward``: +1/-1 for the match, or the points of each round
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
    target_points: int = 6,
    rounds: int | None = None,
    surrender: bool = True,
    take_with_empty_hand: bool = True,
    mistaken_reveal: bool = False,
    values: Sequence[int] = ...,
    copies: Sequence[int] = ...,
    hand_size: int = 6,
    reward: Literal["outcome", "points"] = "outcome",
) -> ParallelTableEnv:
    """Return the parallel environment; who is not to act chooses the no-op.

    - ``target_points``: points that win the match
    - ``rounds``: a fixed number of rounds instead; target_points is then not looked at
    - ``surrender``: False: nobody can surrender
    - ``take_with_empty_hand``: False: who has no card in hand cannot take
    - ``mistaken_reveal``: True: revealing over the limit is legal
    - ``values``: the values in the deck; the highest is the Yin-Yang
    - ``copies``: how many cards there are of each value
    - ``hand_size``: cards dealt to each player
    - ``reward``: +1/-1 for the match, or the points of each round
    """

"""Noah for PettingZoo: what its entry points take.

Generated from the options of the game by ``make docs``: edit the game.
"""

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
    rounds: int = 3,
    play_to: int | None = None,
    max_turns: int = 500,
    reward: Literal["outcome", "points"] = "outcome",
) -> CheckedTableEnv:
    """Return the AEC environment as if in PettingZoo's usual wrappers.

    - ``rounds``: number of rounds
    - ``play_to``: 26: the rulebook's variant: play until somebody has that many tears; rounds is
      then not looked at
    - ``max_turns``: turns after which a round that has not ended is cut short
    - ``reward``: +1 shared by the winners and -1 by the others, or tears after each round
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
    rounds: int = 3,
    play_to: int | None = None,
    max_turns: int = 500,
    reward: Literal["outcome", "points"] = "outcome",
) -> TableEnv:
    """Return the bare AEC environment; an illegal action raises an error.

    - ``rounds``: number of rounds
    - ``play_to``: 26: the rulebook's variant: play until somebody has that many tears; rounds is
      then not looked at
    - ``max_turns``: turns after which a round that has not ended is cut short
    - ``reward``: +1 shared by the winners and -1 by the others, or tears after each round
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
    rounds: int = 3,
    play_to: int | None = None,
    max_turns: int = 500,
    reward: Literal["outcome", "points"] = "outcome",
) -> ParallelTableEnv:
    """Return the parallel environment; who is not to act chooses the no-op.

    - ``rounds``: number of rounds
    - ``play_to``: 26: the rulebook's variant: play until somebody has that many tears; rounds is
      then not looked at
    - ``max_turns``: turns after which a round that has not ended is cut short
    - ``reward``: +1 shared by the winners and -1 by the others, or tears after each round
    """

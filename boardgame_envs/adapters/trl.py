"""Our games for TRL: ``GRPOTrainer(environment_factory=environment_factory("elements"))``.

TRL is not imported: it wants a class with ``reset``, tools and ``get_reward``, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boardgame_envs.adapters.tool_seat import ToolSeat
from boardgame_envs.core.numbers import check_seed
from boardgame_envs.core.problems import OptionError

SEED = "seed"
OVER = "The game is over; nothing can be played any more."


class GameEnvironment:
    """One seat of a game; its public methods are the tools of a model.

    The row of the data set that ``reset`` is given must have a ``seed``, the deal. All
    completions of a group play the same deal, so their returns can be compared.
    """

    def __init__(self, game: str, **arguments: Any) -> None:
        self.seat = ToolSeat(game, **arguments)

    def reset(self, **row: Any) -> str:
        """Begin the game of a row's seed; return the rules and the first decision."""
        if row.get(SEED) is None:
            raise OptionError(f"a row of the data set needs a {SEED!r}, the deal to be played")
        return self.seat.reset(check_seed(row[SEED]))

    def play(self, move: str) -> str:
        """Take an action in the game.

        Args:
            move: The name of a legal action, written as in the list of legal actions.

        Returns:
            What you know at your next decision, or how the game has ended.
        """
        if self.seat.over:
            return OVER
        return self.seat.take(str(move)).text

    def get_reward(self) -> float:
        """Return what the seat has earned; who stops before the end has forfeited."""
        return self.seat.final_reward

    @property
    def metrics(self) -> dict[str, int]:
        """How many decisions, illegal moves and forfeits there were, in all games."""
        return dict(self.seat.counts)


def environment_factory(game: str, **arguments: Any) -> Callable[[], GameEnvironment]:
    """Return what makes an environment; the arguments are those of ``TextSeat``."""
    return lambda: GameEnvironment(game, **arguments)


def deals(number: int, seed: int = 0) -> list[dict[str, Any]]:
    """Return rows for a data set: a deal each, and a prompt that ``reset`` adds the game to."""
    prompt = [{"role": "user", "content": "Play this game as well as you can.\n\n"}]
    return [{"prompt": prompt, SEED: check_seed(seed + i)} for i in range(number)]

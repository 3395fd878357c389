"""What PettingZoo's two interfaces to a table share: arguments, spaces, views."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from boardgame_envs.adapters.arguments import check_max_cycles
from boardgame_envs.adapters.illegal_actions import Illegal, IllegalActions
from boardgame_envs.adapters.rendering import (
    RENDER_FPS,
    RENDER_MODES,
    SELECTED,
    Frame,
    RenderMode,
    check_render_mode,
    check_render_seat,
    observer_of,
    render_table,
)
from boardgame_envs.adapters.spaces import (
    MaskIn,
    action_space,
    check_mask_in,
    numbers_space,
    observation_space,
)
from boardgame_envs.core.game import Game
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.notebook import table_html
from boardgame_envs.core.numbers import check_seed
from boardgame_envs.core.table import Table


class PettingZooTable:
    """A table whose seats are agents: ``player_2`` is seat 2."""

    is_parallel: bool

    def __init__(
        self,
        game: Game,
        num_players: int | None = None,
        *,
        render_mode: RenderMode = None,
        render_seat: str = SELECTED,
        mask_in: MaskIn = "observation",
        illegal: Illegal = "raise",
        illegal_reward: float = -1.0,
        max_cycles: int | None = None,
        action_features: bool = True,
        **options: Any,
    ) -> None:
        self.table = Table(game, num_players, **options)
        self.max_cycles = check_max_cycles(max_cycles)
        self.render_mode = check_render_mode(render_mode)
        self.render_seat = check_render_seat(render_seat, self.table.num_players)
        self.mask_in = check_mask_in(mask_in)
        self.illegal_actions = IllegalActions(illegal, illegal_reward)
        self.metadata = {
            "name": f"{game.name}_v{game.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": self.is_parallel,
            "render_fps": RENDER_FPS,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.num_players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._rng: np.random.Generator | None = None
        self._last_seed: int | None = None
        # the no-op of the parallel interface
        extra_actions = 1 if self.is_parallel else 0
        self.action_features = action_features
        self._observed = game.observed(action_features).size
        self._observation_space = observation_space(
            game, self.mask_in, extra_actions, action_features
        )
        self._action_space = action_space(game, extra_actions)
        self.state_space = numbers_space(game, self.table.num_players, action_features)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space every agent's observations lie in."""
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space every agent's actions lie in."""
        return self._action_space

    def _deal(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Begin a new game; a seed fixes this one and all that follow."""
        given = None if seed is None else check_seed(seed)
        outcomes = options.get("outcomes") if options else None
        self.table.reset(self._next_seed() if given is None else given, outcomes)
        if given is not None:
            self._rng, self._last_seed = None, given

    def _next_seed(self) -> int:
        """Return a seed of chance."""
        return int(self._source().integers(2**63))

    def _source(self) -> np.random.Generator:
        """Return the source of further seeds, made when it is first needed: that takes long."""
        if self._rng is None:
            self._rng = np.random.default_rng(self._last_seed)
        return self._rng

    def state(self) -> NDArray[np.float32]:
        """Return the global state, hidden cards and all: what every seat sees, in order.

        It is meant for a centralised critic, never for a player.
        """
        return np.concatenate([self._numbers(seat) for seat in self._seat_of.values()])

    def _numbers(self, seat: int) -> NDArray[np.float32]:
        """Return what a seat sees, with or without action features."""
        return self.table.observe(seat)[: self._observed]

    def text(self, agent: str) -> str:
        """Return what an agent sees, in words."""
        return self.table.text(self._seat_of[agent])

    def information(self, agent: str) -> InformationState:
        """Return all that an agent knows, with possible worlds to search in."""
        return self.table.information(self._seat_of[agent])

    def returns(self) -> dict[str, float]:
        """Return what each possible agent has earned since the game began."""
        self.table.check_begun()
        return dict(zip(self.possible_agents, self.table.returns, strict=True))

    def _render_for(self, agent: str) -> Frame | None:
        """Show the table as ``render_seat`` says; "selected" is this agent."""
        observer = observer_of(self.render_seat, self._seat_of[agent])
        return render_table(self.table, self.render_mode, observer)

    def __repr__(self) -> str:
        """Return which game this is and how it stands, without a card."""
        table = self.table
        return f"<{type(self).__name__} {table.setting}: {table.standing_in_words}>"

    def _repr_html_(self) -> str | None:
        """Return the table for notebooks, as ``render_seat`` says."""
        return table_html(self.table, observer_of(self.render_seat, max(self.table.seat, 0)))

    def close(self) -> None:
        """There is nothing to release."""

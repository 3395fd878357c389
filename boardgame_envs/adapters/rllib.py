"""Our games as RLlib multi-agent environments (its new API stack). One class serves every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Space
from numpy.typing import NDArray
from ray.rllib.env.multi_agent_env import MultiAgentEnv

from boardgame_envs.adapters import spaces
from boardgame_envs.adapters.earnings import rewards_since
from boardgame_envs.core.game import Game
from boardgame_envs.core.loops import MOST_GAMES_WITHOUT_A_DECISION
from boardgame_envs.core.numbers import check_finite
from boardgame_envs.core.options import OptionError
from boardgame_envs.core.table import Table
from boardgame_envs.games import load_game

ALL, COMMON = "__all__", "__common__"
KEYS = ("game", "options", "variants", "reward_scale")

Observation = dict[str, NDArray[Any]]
PerAgent = dict[str, Any]


class TableMultiAgentEnv(MultiAgentEnv):
    """One table; agent ``player_2`` is seat 2.

    Only the agent to act is shown an observation, with an ``action_mask``. Every step pays
    each agent what it has earned in it, on turn or not; RLlib adds that up until the agent's
    next observation. At the end all agents see the table once more, with empty masks. A game
    that is over before anybody decides is replaced by the next; the infos of ``reset`` then have
    the returns of those games in ``["__common__"]["skipped_games"]``.

    ``config`` holds the name of the ``game`` and may hold ``options``, ``variants`` (every game
    picks one of these option sets) and ``reward_scale``.
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        super().__init__()
        check_keys(config)
        game = load_game(config["game"])
        options, variants = config.get("options") or {}, config.get("variants") or [{}]
        self.tables = make_tables(game, options, variants)
        self.table = self.tables[0]
        self.reward_scale = check_finite("reward_scale", config.get("reward_scale", 1.0))
        self.possible_agents = [
            f"player_{seat}" for seat in range(max(table.num_players for table in self.tables))
        ]
        self.agents = self.possible_agents[:]
        seen, actions = observation_space(game), spaces.action_space(game)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = dict.fromkeys(self.possible_agents, actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[PerAgent, PerAgent]:
        """Begin a new game; a seed fixes this one and all that follow."""
        super().reset(seed=seed, options=options)
        skipped: list[list[float]] = []
        self._deal()
        while self.table.over:
            # RLlib has no word for an episode without an observation
            if len(skipped) == MOST_GAMES_WITHOUT_A_DECISION:
                raise ValueError(f"{len(skipped)} games in a row were over before a decision")
            skipped.append(self.table.returns)
            self._deal()
        self.agents = self.possible_agents[: self.table.num_players]
        infos = {COMMON: {"skipped_games": skipped}} if skipped else {}
        return self._observe([self.table.seat]), infos

    def _deal(self) -> None:
        """Begin a game of one of the variants."""
        self.table = self.tables[int(self.np_random.integers(len(self.tables)))]
        self.table.reset(int(self.np_random.integers(2**63)))

    def step(
        self, action_dict: Mapping[str, Any]
    ) -> tuple[PerAgent, PerAgent, PerAgent, PerAgent, PerAgent]:
        """Let the agent to act take its action, or raise IllegalActionError."""
        table = self.table
        table.check_begun()
        if table.over:
            raise ValueError("the game is over: call reset()")
        if list(action_dict) != [self.agents[table.seat]]:
            raise ValueError(
                f"{self.agents[table.seat]} is to act, and nobody else; "
                f"there are actions of {', '.join(map(str, action_dict)) or 'nobody'}"
            )
        before = table.returns
        table.step(spaces.as_action(action_dict[self.agents[table.seat]]))
        earned = [gain * self.reward_scale for gain in rewards_since(before, table.returns)]
        watching = range(table.num_players) if table.over else [table.seat]
        ends = dict.fromkeys([*self.agents, ALL], table.over and not table.truncated)
        cuts = dict.fromkeys([*self.agents, ALL], table.truncated)
        rewards = dict(zip(self.agents, earned, strict=True))
        return self._observe(watching), rewards, ends, cuts, {}

    def _observe(self, seats: Sequence[int]) -> dict[str, Observation]:
        """Return what seats see, and what the one to act may do."""
        table, seen = self.table, dict[str, Observation]()
        for seat in seats:
            mask = table.mask if seat == table.seat else np.zeros_like(table.mask)
            seen[self.agents[seat]] = spaces.with_mask(table.observe(seat), mask.astype(np.int8))
        return seen


def observation_space(game: Game) -> Space[Any]:
    """Return the space that every agent's observations lie in."""
    return spaces.observation_space(game, mask_in="observation")


def make_tables(
    game: Game, options: Mapping[str, Any], variants: Sequence[Mapping[str, Any]]
) -> list[Table]:
    """Return a table for every variant."""
    return [Table(game, **{**options, **variant}) for variant in variants]


def check_keys(config: Mapping[str, Any]) -> None:
    """Refuse a config without a game, or with a key that means nothing."""
    if "game" not in config:
        raise OptionError("the env_config must name the game, as in {'game': 'elements'}")
    for key in config:
        if key not in KEYS:
            raise OptionError(f"the env_config may hold {', '.join(KEYS)}, not {key!r}")

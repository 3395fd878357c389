"""Our games as PettingZoo AEC environments. One class serves every game."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.env import AECIterable, AECIterator
from pettingzoo.utils.env_logger import EnvLogger

from boardgame_envs.adapters.bookkeeping import (
    BOOKKEEPING,
    check_books,
    check_parts,
    restored_seeds,
)
from boardgame_envs.adapters.earnings import rewards_since
from boardgame_envs.adapters.illegal_actions import IllegalRow
from boardgame_envs.adapters.pettingzoo_table import PettingZooTable
from boardgame_envs.adapters.rendering import Frame
from boardgame_envs.adapters.spaces import Observation, as_action, with_mask
from boardgame_envs.core.game import Game, IllegalActionError
from boardgame_envs.core.seats import NOBODY
from boardgame_envs.core.table import Table


class BeforeReset:
    """Stands for an attribute until the instance has it, and says why it has not.

    A ``__getattr__`` would do the same, but make every access to any attribute slower.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        """Learn which attribute this is."""
        self.name = name

    def __get__(self, instance: object, owner: type) -> Any:
        """Explain that the game has not begun."""
        raise AttributeError(f"{self.name} cannot be accessed before reset")


class TableEnv(PettingZooTable, AECEnv[str, Observation, "int | None"]):
    """One table, seen through the AEC interface.

    ``rewards`` is what the last step earned each agent; what an agent earns during the
    others' turns is kept for its ``last()``. All agents terminate together.
    """

    is_parallel = False

    agents = BeforeReset()
    agent_selection = BeforeReset()
    rewards = BeforeReset()
    terminations = BeforeReset()
    truncations = BeforeReset()
    infos = BeforeReset()

    def __init__(self, game: Game, num_players: int | None = None, **arguments: Any) -> None:
        super().__init__(game, num_players, **arguments)
        self._ended = False
        self._no_mask = np.zeros(game.num_actions, np.int8)
        self._mask_bytes = self.table.mask.view(np.int8)

    # --- playing ---

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; a seed fixes this one and all that follow.

        ``options={"outcomes": [...]}`` gives recorded deals in the place of random ones.
        """
        self._deal(seed, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self._earned, self._paid = [0.0] * len(self.agents), False
        self._ended = False
        self._cycles, self._illegal_row = 0, IllegalRow()
        self._last_cycle = self.max_cycles and self.max_cycles * len(self.agents)
        self.agent_selection = self.possible_agents[max(self.table.seat, 0)]
        if self.table.over:
            # a deal that nobody could do anything about is paid all the same
            self._pay(self.table.returns)
            self._end(truncated=self.table.truncated)
        self._show_masks()

    def step(self, action: int | None) -> None:
        """Let the selected agent act; once the game is over, retire the agents."""
        if self._ended:
            self._retire(action)
            return
        if type(action) is not int:
            action = as_action(action)
        try:
            self.table.step(action)
        except IllegalActionError as error:
            self._answer_illegal_action(error)
        else:
            self._after_step()

    def _after_step(self) -> None:
        """Do the bookkeeping after an action was carried out."""
        table = self.table
        self._cumulative_rewards[self.agent_selection] = 0.0
        if self._paid:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._paid = False
        if table.has_news and table.returns != self._earned:
            self._pay(table.returns)
        self._cycles += 1
        if table.seat == NOBODY:
            self._end(truncated=table.truncated)
        else:
            self.agent_selection = self.possible_agents[table.seat]
            if self._cycles == self._last_cycle:
                self._end(truncated=True)
        if self.mask_in != "observation":
            self._show_masks()

    def _pay(self, earned: list[float]) -> None:
        """Give each agent what its returns have risen by."""
        gains = rewards_since(self._earned, earned)
        self.rewards = dict(zip(self.agents, gains, strict=True))
        self._earned, self._paid = earned, True
        self._accumulate_rewards()

    def _end(self, truncated: bool) -> None:
        """Terminate or truncate all agents together."""
        self.terminations = dict.fromkeys(self.agents, not truncated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self._ended = True
        self._deads_step_first()

    def _retire(self, action: int | None) -> None:
        """Take leave of an agent whose game is over."""
        if not self.agents:
            raise ValueError("the game is over and all agents have left: call reset()")
        self._was_dead_step(action)

    def _answer_illegal_action(self, error: IllegalActionError) -> None:
        """Do what the argument ``illegal`` says."""
        row = self._illegal_row.with_another(self.table.num_decisions)
        answer = self.illegal_actions.answer(self.table, error, row, self._source)
        self._illegal_row = row
        if answer.is_replaced:
            self._after_step()
            return
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {**dict.fromkeys(self.agents, 0.0), agent: answer.penalty}
        self._paid = True
        self._accumulate_rewards()
        if answer.ends_game:
            # all of this as PettingZoo's TerminateIllegalWrapper has it
            EnvLogger.warn_on_illegal_move()
            self.terminations = dict.fromkeys(self.agents, True)
            self.truncations = dict.fromkeys(self.agents, True)
            self._ended = True
            self._deads_step_first()
        elif answer.cuts_game:
            self._end(truncated=True)

    # --- looking ---

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees, with a mask of what it may do now (zeros off turn)."""
        table, seat = self.table, self._seat_of[agent]
        is_shown = seat == table.seat
        numbers = table.observation[: self._observed].copy() if is_shown else self._numbers(seat)
        if self.mask_in == "observation":
            mask = self._mask_bytes if seat == table.seat else self._no_mask
            return {"observation": numbers, "action_mask": mask.copy()}
        if self.mask_in == "info":
            return numbers
        return with_mask(numbers, self._mask_of(agent))

    def _mask_of(self, agent: str) -> NDArray[np.int8]:
        """Return an agent's mask: the very array that ``infos`` shows, while it does."""
        if agent in self.infos:
            mask: NDArray[np.int8] = self.infos[agent]["action_mask"]
            return mask
        return self._no_mask.copy()

    def _show_masks(self) -> None:
        """Put the masks into ``infos``, where they are asked for there."""
        if self.mask_in == "observation":
            return
        for agent in self.agents:
            is_to_act = self._seat_of[agent] == self.table.seat
            mask = (self._mask_bytes if is_to_act else self._no_mask).copy()
            self.infos[agent] = {"action_mask": mask}

    def render(self) -> Frame | None:
        """Show the table by ``render_mode``, as ``render_seat`` sees it: the selected agent."""
        return self._render_for(self.agent_selection)

    def look_at(self, table: Table, agent: str) -> None:
        """Let an agent look at another table of the same game, players and options."""
        self.table = table
        self._mask_bytes = table.mask.view(np.int8)
        self.agent_selection = agent
        self._show_masks()

    # --- copying the live game ---

    def clone(self) -> TableEnv:
        """Return an environment with the same game in progress; it shares the spaces."""
        other = copy.copy(self)
        other.table = self.table.clone()
        other._mask_bytes = other.table.mask.view(np.int8)
        other._rng = copy.deepcopy(self._rng)
        if hasattr(self, "agents"):
            other._keep_books(self._books())
        return other

    def get_state(self) -> dict[str, Any]:
        """Return the game in progress; ``set_state`` goes on from it."""
        rng = None if self._rng is None else self._rng.bit_generator.state
        seeds = {"last": self._last_seed, "rng": rng}
        return {"table": self.table.to_bytes(), "seeds": seeds, "books": self._books()}

    def set_state(self, state: dict[str, Any]) -> None:
        """Go on with a game in progress, of the same game and options, or raise ValueError."""
        check_parts(state)
        table = Table.from_bytes(self.table.game, state["table"])
        if (table.num_players, table.options) != (self.table.num_players, self.table.options):
            raise ValueError("this state is of a table with other players or options")
        check_books(state["books"], self.possible_agents)
        self._last_seed, self._rng = restored_seeds(state["seeds"])
        self.table = table
        self._mask_bytes = table.mask.view(np.int8)
        self._keep_books(state["books"])

    def __getstate__(self) -> dict[str, Any]:
        """Pickle everything but the view of the table's own mask."""
        return {name: value for name, value in vars(self).items() if name != "_mask_bytes"}

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        """Go on with the pickled game."""
        self.__dict__.update(attributes)
        self._mask_bytes = self.table.mask.view(np.int8)

    def _books(self) -> dict[str, Any]:
        """Return copies of the bookkeeping of the game in progress."""
        return {name: copy.copy(getattr(self, name)) for name in BOOKKEEPING}

    def _keep_books(self, books: dict[str, Any]) -> None:
        """Go on with copies of this bookkeeping."""
        for name, value in books.items():
            setattr(self, name, copy.copy(value))


class CheckedTableEnv(TableEnv):
    """A table that checks how it is used, exactly as PettingZoo's usual wrappers do.

    ``TerminateIllegalWrapper``, ``AssertOutOfBoundsWrapper`` and ``OrderEnforcingWrapper``
    around ``TableEnv`` behave the same, but cost a factor of twenty.
    """

    def __init__(self, game: Game, num_players: int | None = None, **arguments: Any) -> None:
        self._has_reset = False
        self._has_updated = False
        self._num_actions = game.num_actions
        super().__init__(game, num_players, **{"illegal": "terminate", **arguments})

    @property
    def num_agents(self) -> int:
        """How many agents are left."""
        if not self._has_reset:
            raise AttributeError("num_agents cannot be accessed before reset")
        return len(self.agents)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; a seed fixes this one and all that follow."""
        super().reset(seed, options)
        self._has_reset = self._has_updated = True

    def set_state(self, state: dict[str, Any]) -> None:
        """Go on with a game in progress, of the same game and options, or raise ValueError."""
        super().set_state(state)
        self._has_reset = self._has_updated = True

    def step(self, action: int | None) -> None:
        """Let the selected agent act, after checking that it may."""
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
        self._has_updated = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        if type(action) is not int or not 0 <= action < self._num_actions:
            may_pass = action is None and self._ended
            assert may_pass or self._action_space.contains(action), "action is not in action space"
        super().step(action)

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees, with a mask of what it may do now."""
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def state(self) -> NDArray[np.float32]:
        """Return the global state."""
        if not self._has_reset:
            EnvLogger.error_state_before_reset()
        return super().state()

    def render(self) -> Frame | None:
        """Show the table as the selected agent sees it."""
        if not self._has_reset:
            EnvLogger.error_render_before_reset()
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable[str, Observation, int | None]:
        """Go through the agents as they are selected; each must step before the next."""
        if not self._has_reset:
            EnvLogger.error_agent_iter_before_reset()
        return CheckedIterable(self, max_iter)


class CheckedIterable(AECIterable[str, Observation, "int | None"]):
    """The agents in turn, with a check that each of them acts."""

    def __iter__(self) -> AECIterator[str, Observation, int | None]:
        """Go through the agents."""
        return CheckedIterator(self.env, self.max_iter)


class CheckedIterator(AECIterator[str, Observation, "int | None"]):
    """One pass through the agents in turn."""

    def __next__(self) -> str:
        """Return the selected agent, if there was a step since the one before."""
        agent: str = super().__next__()
        assert self.env._has_updated, "need to call step() or reset() in a loop over `agent_iter`"
        self.env._has_updated = False
        return agent

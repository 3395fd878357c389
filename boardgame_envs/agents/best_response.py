"""A searched best response: an agent that knows how the others play, and plays for that alone.

It reads their hands by what they did (``search/belief.py``), plays each of its actions out in the
likeliest worlds, all seats by the known policy, and takes the action that came out best. As a
player it is no better for that against anybody else: it says how far an agent can be exploited.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.heuristics.compiled_heuristic import CompiledHeuristic
from boardgame_envs.agents.policies import policy_of
from boardgame_envs.agents.searching.settings import find_settings
from boardgame_envs.core.game import Game
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.numbers import MOST_TABLES, check_count
from boardgame_envs.search.action_values import ActionValues
from boardgame_envs.search.belief import form_beliefs
from boardgame_envs.search.judging import judge_tables
from boardgame_envs.search.leaves import Leaves
from boardgame_envs.search.together import play_out

# only the actions that the known policy likes best are tried, if there are more
MOST_ACTIONS = 12
# leaves of searches that are carried out together; more are no faster and need memory
MOST_LEAVES = 24_000


class BestResponse:
    """Plays against, or with, agents that all play by one known policy.

    ``worlds`` are those in which each action is played out, drawn from ``weighed`` that are dealt
    and weighed. How many these are, how far tables are played, and what they are worth then, is
    as the game says; so is by how much an action must be better than the policy's own to be
    taken. A heuristic plays on in compiled code.
    """

    needs_past = True

    def __init__(
        self, agent: Agent, game: Game, *, worlds: int | None = None, weighed: int | None = None
    ) -> None:
        self.game, self.policy, self.settings = game, policy_of(agent), find_settings(game)
        self.compiled = agent if isinstance(agent, CompiledHeuristic) else None
        usual, usual_weighed = self.settings.response_worlds, self.settings.weighed
        self.worlds = check_count("worlds", usual if worlds is None else worlds, 1, MOST_TABLES)
        wanted = usual_weighed if weighed is None else weighed
        self.weighed = check_count("weighed", wanted, 1, MOST_TABLES)
        self.begin_game(0)

    def begin_game(self, seed: int) -> None:
        """Begin a new sequence of choices."""
        self._rng = np.random.default_rng(seed)

    def choose(self, information: InformationState) -> int:
        """Return one of the legal actions."""
        return self.choose_together([information], [int(self._rng.integers(2**63))])[0]

    def choose_together(
        self, informations: Sequence[InformationState], seeds: Sequence[int]
    ) -> list[int]:
        """Return an action for each information state; its seed fixes the search there."""
        chosen = [int(information.mask.argmax()) for information in informations]
        # where one action is legal there is nothing to search
        asked = [n for n, each in enumerate(informations) if each.mask.sum() > 1]
        for some in self._shares(informations, asked):
            found = self.search([informations[n] for n in some], [seeds[n] for n in some])
            usual = self.usual_actions([informations[n] for n in some])
            for n, values, action in zip(some, found, usual, strict=True):
                chosen[n] = self._better(values, action)
        return chosen

    def _shares(
        self, informations: Sequence[InformationState], asked: Sequence[int]
    ) -> Iterator[list[int]]:
        """Divide searches into some at a time."""
        share: list[int] = []
        leaves = 0
        for n in asked:
            share.append(n)
            leaves += self.worlds * min(int(informations[n].mask.sum()), MOST_ACTIONS)
            if leaves >= MOST_LEAVES:
                yield share
                share, leaves = [], 0
        if share:
            yield share

    def search(
        self, informations: Sequence[InformationState], seeds: Sequence[int]
    ) -> list[ActionValues]:
        """Return what each action is worth against the known policy."""
        beliefs = form_beliefs(informations, self.policy, seeds=seeds, dealt=self.weighed)
        searches = [
            Leaves(
                information,
                worlds=belief.draw(self.worlds, seed),
                seed=seed,
                actions=actions,
                policy=self.compiled,
                until_round=self.settings.until_round,
            )
            for information, actions, belief, seed in zip(
                informations, self.likely_actions(informations), beliefs, seeds, strict=True
            )
        ]
        if self.compiled is None:
            play_out(searches, self.policy, seeds)
        else:
            for leaves in searches:
                leaves.play()
        return [leaves.values(self._judged(leaves)) for leaves in searches]

    def usual_actions(self, informations: Sequence[InformationState]) -> list[int]:
        """Return what the known policy would most likely do."""
        observation = np.array([each.observation for each in informations])
        mask = np.array([each.mask for each in informations])
        usual: list[int] = (self.policy(observation, mask) + mask).argmax(axis=1).tolist()
        return usual

    def _better(self, values: ActionValues, usual: int) -> int:
        """Return the best action, or the usual one if it is not clearly better than that."""
        gain, error = values.advantage(values.best, usual)
        # of a single world nobody knows the error
        needed = self.settings.response_z * error if self.settings.response_z else 0.0
        return values.best if gain > needed else usual

    def likely_actions(
        self, informations: Sequence[InformationState]
    ) -> list[NDArray[np.int64] | None]:
        """Return the actions that are worth trying in each: None for all."""
        asked = [n for n, each in enumerate(informations) if each.mask.sum() > MOST_ACTIONS]
        found: list[NDArray[np.int64] | None] = [None] * len(informations)
        if asked:
            observation = np.array([informations[n].observation for n in asked])
            mask = np.array([informations[n].mask for n in asked])
            # an action that nobody would take comes after those, but before an illegal one
            odds = self.policy(observation, mask) + mask
            for n, row in zip(asked, odds, strict=True):
                found[n] = np.sort(np.argsort(-row, kind="stable")[:MOST_ACTIONS])
        return found

    def _judged(self, leaves: Leaves) -> NDArray[np.float64]:
        """Return what each table is worth to each seat."""
        seats = leaves.information.num_players
        return judge_tables(self.game, self.settings.judge, leaves.states, seats)

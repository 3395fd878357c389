"""``search`` over a network: it says which actions are worth trying, and how likely worlds are.

Worlds are weighed by how likely the network would have acted as the others did, as far as the game
can tell how they came about. In each of them the likeliest actions are played out by the network,
or by a heuristic in compiled code, which is coarser and tries many more worlds in the same time.
Where bluffing pays the result is mixed into the network's own policy, pi * exp(Q / tau); elsewhere
another action than the network's must pass a gate. All other seats are taken to play as the network
does: in a team one seat should search, and the others should play the network itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.agents.agent import Agent
from boardgame_envs.agents.heuristics.compiled_heuristic import CompiledHeuristic
from boardgame_envs.agents.policies import policy_of
from boardgame_envs.agents.searching.naming import (
    HEURISTIC,
    MS,
    NETWORK,
    WORLDS,
    Reader,
    number_from,
    one_of,
)
from boardgame_envs.agents.searching.search_agent import SearchingAgent, seed_of_decision
from boardgame_envs.agents.searching.settings import SearchSettings, find_settings
from boardgame_envs.core.game import Game
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.worlds import Worlds
from boardgame_envs.search import (
    Budget,
    Explanation,
    Leaves,
    form_belief,
    play_out,
    search_actions,
)
from boardgame_envs.search.explanation import Tally, explain_tally, one_action
from boardgame_envs.search.halving import explain_gate, halve
from boardgame_envs.search.judging import judge_tables

# actions that are tried at all: those that the network likes best
MOST_ACTIONS = 10
# an action that the network takes less often is not tried
LEAST_ODDS = 1e-3


def by_itself(options: Mapping[str, Any]) -> None:
    """Say that the network plays on itself."""


class NetworkSearchAgent(SearchingAgent):
    """Searches over an agent whose probabilities are known; ``tau`` None: behind a gate.

    All seats play on by what ``plays_on`` says for the options, or by the agent itself for None.
    """

    READERS: ClassVar[dict[str, Reader]] = {
        "worlds": WORLDS,
        "ms": MS,
        "z": number_from(0.0, 100.0),
        "tau": number_from(1e-3, 1e3),
        "weighed": WORLDS,
        "playouts": one_of(NETWORK, HEURISTIC),
    }
    needs_past = True

    def __init__(
        self,
        game: Game,
        agent: Agent,
        *,
        settings: SearchSettings | None = None,
        worlds: int | None = None,
        ms: float | None = None,
        z: float | None = None,
        tau: float | None = None,
        weighed: int | None = None,
        plays_on: Callable[[Mapping[str, Any]], CompiledHeuristic | None] = by_itself,
    ) -> None:
        super().__init__()
        self.game, self.agent, self.policy = game, agent, policy_of(agent)
        self.plays_on = plays_on
        usual = find_settings(game) if settings is None else settings
        self.settings = replace(
            usual,
            z=usual.z if z is None else z,
            tau=usual.tau if tau is None else tau,
            weighed=usual.weighed if weighed is None else weighed,
        )
        self.budget = Budget(usual.network_worlds if worlds is None and ms is None else worlds, ms)

    def explain_by(self, information: InformationState, seed: int) -> Explanation:
        """Return what the search found out, and what it decides."""
        legal = np.flatnonzero(information.mask)
        names = tuple(information.legal_actions.values())
        if legal.size == 1:
            return one_action(information.seat, int(legal[0]), names[0], "nothing else is legal")
        own = self.policy(information.observation[None], information.mask[None])[0][legal]
        usual, own_seed = int(own.argmax()), seed_of_decision(information, seed)
        tally, alive = self._try(information, legal, own, own_seed)
        if self.settings.tau is None:
            z = self.settings.z
            return explain_gate(information.seat, legal, names, tally, alive, usual, z)
        odds = mixed_odds(own, tally, self.settings.tau)
        chosen = int(np.random.default_rng(own_seed).choice(legal.size, p=odds))
        reason = f"{names[chosen]} is drawn, {odds[chosen]:.0%} likely"
        return explain_tally(information.seat, legal, names, tally, chosen, usual, reason, odds)

    def _try(
        self,
        information: InformationState,
        legal: NDArray[np.int64],
        own: NDArray[np.float64],
        seed: int,
    ) -> tuple[Tally, NDArray[np.int64]]:
        """Play the likeliest actions out in worlds that explain what the others did."""
        settings = self.settings
        belief = form_belief(information, self.policy, seed=seed, dealt=settings.weighed)
        heuristic = self.plays_on(information.options)

        def playouts(actions: NDArray[np.int64], worlds: int, seed: int) -> NDArray[np.float64]:
            drawn = belief.draw(worlds, seed)
            if heuristic is None:
                return self._by_network(information, drawn, actions, seed)
            return self._by_heuristic(heuristic, information, drawn, actions, seed)

        # a heuristic is quick enough to try what the network would hardly ever do
        places = likely_places(own, LEAST_ODDS if heuristic is None else 0.0)
        usual = int(own.argmax())
        return halve(legal, places, usual, self.budget, seed, settings.finalists, playouts)

    def _by_network(
        self, information: InformationState, worlds: Worlds, actions: NDArray[np.int64], seed: int
    ) -> NDArray[np.float64]:
        """Return what actions are worth if the network plays on, by action and world."""
        settings = self.settings
        leaves = Leaves(
            information,
            worlds=worlds,
            seed=seed,
            actions=actions,
            until_round=settings.until_round,
        )
        play_out([leaves], self.policy, [seed])
        seats = information.num_players
        worth = judge_tables(self.game, settings.judge, leaves.states, seats)
        return leaves.values(worth).of_seat()

    def _by_heuristic(
        self,
        heuristic: CompiledHeuristic,
        information: InformationState,
        worlds: Worlds,
        actions: NDArray[np.int64],
        seed: int,
    ) -> NDArray[np.float64]:
        """Return what actions are worth if a heuristic plays on, by action and world."""
        return search_actions(
            information,
            worlds=worlds,
            seed=seed,
            actions=actions,
            policy=heuristic,
            judge=self.settings.judge,
            until_round=self.settings.until_round,
        ).of_seat()


def likely_places(own: NDArray[np.float64], least: float = LEAST_ODDS) -> NDArray[np.int64]:
    """Return the places of the actions that are tried: the likeliest, if likely enough."""
    best = np.argsort(-own, kind="stable")[:MOST_ACTIONS]
    likely = best[own[best] >= least]
    # one alone could not be compared with anything
    return np.sort(likely if likely.size > 1 else best[:2])


def mixed_odds(own: NDArray[np.float64], tally: Tally, tau: float) -> NDArray[np.float64]:
    """Return pi * exp(Q / tau), made to come to 1; what was not tried is not done."""
    values, _ = tally.means()
    tried = ~np.isnan(values)
    advantage = np.where(tried, values, 0.0) - values[tried].max()
    odds: NDArray[np.float64] = np.where(tried, own * np.exp(advantage / tau), 0.0)
    total = odds.sum()
    if total <= 0.0:
        # the network rules out all that is any good
        odds = np.where(tried, np.exp(advantage / tau), 0.0)
        total = odds.sum()
    shares: NDArray[np.float64] = odds / total
    return shares

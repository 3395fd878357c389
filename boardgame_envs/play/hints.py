"""Hints: what the strongest agent would do in a seat's place, and why."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from boardgame_envs.agents import Agent, make_agent
from boardgame_envs.agents.shipped_agents import best_agent
from boardgame_envs.core.game import Game
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.seats import seat_name
from boardgame_envs.play.background import STILL_COMPILING, can_try_out

# actions less likely than this are not worth a word
LEAST_ODDS = 0.02
MOST_NAMED = 3


class Hint(NamedTuple):
    """What an agent would do.

    ``odds`` says how likely it is to take each action, the likeliest first, and ``value`` what it
    expects to earn from here on, if it knows. ``table`` is what a search found out, if asked.
    """

    agent: str
    action: int
    name: str
    odds: dict[int, float]
    value: float | None
    words: str
    table: str = ""


@lru_cache(maxsize=16)
def advisor(name: str, game: Game) -> Agent:
    """Return the agent that gives advice; it is asked about many tables, and remembers none."""
    return make_agent(name, game)


def advise(information: InformationState, search: bool = False) -> Hint:
    """Return what the strongest agent would do for the seat to act, from what that seat knows.

    A search is not waited for: as long as its code is being compiled, what the agent would do at
    first sight is told.
    """
    if information.seat != information.to_act:
        raise ValueError(f"{seat_name(information.seat)} has nothing to decide now")
    game = information.game
    name = best_agent(game, information.options, information.num_players).name
    if search and can_try_out(game):
        return advise_by_search(information, name)
    hint = advise_at_once(information, name)
    return hint._replace(words=f"{hint.words} {STILL_COMPILING}") if search else hint


def advise_at_once(information: InformationState, name: str) -> Hint:
    """Return what an agent would do at first sight."""
    agent: Any = advisor(name, information.game)
    if not hasattr(agent, "probabilities"):
        agent.begin_game(0)
        action = int(agent.choose(information))
        called = information.legal_actions[action]
        return Hint(name, action, called, {}, None, f"{name} would {called}.")
    row = information.observation[None], information.mask[None]
    likely = agent.probabilities(*row)[0]
    odds = {int(a): float(likely[a]) for a in np.argsort(-likely, kind="stable") if likely[a] > 0}
    action, value = next(iter(odds)), float(agent.value(*row)[0])
    words = f"{name} would {odds_in_words(information, odds)}; it expects to earn {value:+.2f}."
    return Hint(name, action, information.legal_actions[action], odds, value, words)


def odds_in_words(information: InformationState, odds: dict[int, float]) -> str:
    """Return the likeliest actions with how likely they are."""
    listed = [
        f"{information.legal_actions[action]} ({share:.0%})"
        for action, share in list(odds.items())[:MOST_NAMED]
        if share >= LEAST_ODDS
    ]
    return ", or ".join(listed)


def advise_by_search(information: InformationState, name: str) -> Hint:
    """Return what a search over an agent finds out; it takes a while."""
    agent: Any = advisor(f"search:{name}", information.game)
    agent.begin_game(0)
    found = agent.explain(information)
    odds = {int(a): float(p) for a, p in zip(found.actions, found.odds, strict=True) if p > 0}
    odds = dict(sorted(odds.items(), key=lambda item: -item[1]))
    action = found.best if found.visits.any() else found.chosen
    place = int(np.flatnonzero(found.actions == action)[0])
    value = None if np.isnan(found.values[place]) else float(found.values[place])
    words = f"A search over {name} finds {found.names[place]} best: {found.reason}."
    return Hint(name, action, found.names[place], odds, value, words, str(found))

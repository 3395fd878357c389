"""What an AEC environment keeps beside its table, and how it is checked when it comes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from boardgame_envs.adapters.illegal_actions import IllegalRow
from boardgame_envs.core.numbers import check_seed
from boardgame_envs.core.problems import shortened

# what changes in the course of a game, and what kind of thing it is
BOOKKEEPING: dict[str, tuple[type, ...]] = {
    "agents": (list,),
    "agent_selection": (str,),
    "rewards": (dict,),
    "_cumulative_rewards": (dict,),
    "terminations": (dict,),
    "truncations": (dict,),
    "infos": (dict,),
    "_skip_agent_selection": (str, type(None)),
    "_earned": (list,),
    "_paid": (bool,),
    "_ended": (bool,),
    "_cycles": (int,),
    "_last_cycle": (int, type(None)),
    "_illegal_row": (IllegalRow,),
}
PARTS = ("table", "seeds", "books")


def check_parts(state: Any) -> None:
    """Refuse what is no state of an environment."""
    if not isinstance(state, Mapping) or set(state) != set(PARTS):
        raise ValueError(f"a state is a dict with {', '.join(PARTS)}, not {shortened(state)}")


def check_books(books: Any, agents: Sequence[str]) -> None:
    """Refuse books that lack something, have it of another kind, or name other agents."""
    if not isinstance(books, Mapping) or set(books) != set(BOOKKEEPING):
        raise ValueError(f"the books of a state do not have what they should: {shortened(books)}")
    for name, kinds in BOOKKEEPING.items():
        value = books[name]
        is_named = not isinstance(value, dict) or set(value) <= set(agents)
        if not isinstance(value, kinds) or not is_named:
            raise ValueError(f"the books of a state have {name} = {shortened(value)}")
    chosen = [*books["agents"], books["agent_selection"], books["_skip_agent_selection"]]
    for agent in chosen:
        if agent is not None and agent not in agents:
            raise ValueError(f"the books of a state name {shortened(agent)}, which is no agent")
    if len(books["_earned"]) != len(agents):
        raise ValueError(f"the books of a state have earnings of {len(books['_earned'])} agents")


def restored_seeds(seeds: Any) -> tuple[int | None, np.random.Generator | None]:
    """Return the last seed and the source of further ones, or raise ValueError."""
    if not isinstance(seeds, Mapping) or set(seeds) != {"last", "rng"}:
        raise ValueError(f"the seeds of a state are a dict with last, rng, not {shortened(seeds)}")
    last = None if seeds["last"] is None else check_seed(seeds["last"])
    if seeds["rng"] is None:
        return last, None
    source = np.random.default_rng(last)
    try:
        source.bit_generator.state = seeds["rng"]
    except (TypeError, ValueError, KeyError, OverflowError):
        raise ValueError("the random numbers of a state are not as they were saved") from None
    return last, source

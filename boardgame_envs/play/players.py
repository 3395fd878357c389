"""Who sits at a table: people, and agents by their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace

from boardgame_envs.agents import Agent, make_agent
from boardgame_envs.agents.network_agent import NetworkAgent
from boardgame_envs.agents.shipped_agents import best_agent
from boardgame_envs.agents.ways.strongest import BEST
from boardgame_envs.core.seats import seat_name
from boardgame_envs.core.table import Table


@dataclass(frozen=True)
class Player:
    """Somebody at a table: a person, or (``agent``) an agent by the name that makes it."""

    name: str
    agent: str | None = None

    @property
    def is_machine(self) -> bool:
        """Whether an agent decides."""
        return self.agent is not None


def seat_players(
    table: Table, players: Sequence[Player]
) -> tuple[list[Player], dict[int, Agent], dict[int, str]]:
    """Return the players with ``best`` made a name, their agents, and why these were taken."""
    if len(players) != table.num_players:
        raise ValueError(f"{table.num_players} seats need as many players, not {len(players)}")
    seated, reasons = list(players), dict[int, str]()
    agents: dict[int, Agent] = {}
    for seat, player in enumerate(players):
        if player.agent is not None:
            seated[seat], reason = choose_best(player, table)
            agents[seat] = make_once(seated[seat].agent or "", table, seated[:seat], agents)
            if reason:
                reasons[seat] = f"{seat_name(seat)} is {seated[seat].agent}: {reason}."
    return seated, agents, reasons


def make_once(
    name: str, table: Table, before: Sequence[Player], agents: Mapping[int, Agent]
) -> Agent:
    """Return an agent; one whose network sits in an earlier seat, too, is not loaded again."""
    for seat, player in enumerate(before):
        known = agents.get(seat)
        if player.agent == name and isinstance(known, NetworkAgent):
            return copy(known)
    return make_agent(name, table.game)


def choose_best(player: Player, table: Table) -> tuple[Player, str]:
    """Return a player with the strongest agent in the place of ``best``, and why that one."""
    if player.agent != BEST:
        return player, ""
    name, reason = best_agent(table.game, table.options, table.num_players)
    called = name if player.name == BEST else player.name
    return replace(player, name=called, agent=name), reason

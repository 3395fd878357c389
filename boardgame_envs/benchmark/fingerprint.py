"""Fingerprints of agents: what an agent does, or the file that it is, in a few letters.

The fingerprint of play is made of games that an agent plays with itself: the names of all its
actions in every setting of a suite. What it is written in does not matter, nor in which order
observation and actions are numbered. A network is known by its file: which action it takes may
depend on the machine in the last digits.
"""

from __future__ import annotations

import hashlib
import math
from pathlib import Path

from boardgame_envs.agents.agent import Agent, choose_at
from boardgame_envs.benchmark.suite import Suite
from boardgame_envs.core.table import Table
from boardgame_envs.matches.one_table import begin_game

PLAY, FILE = "play:", "file:"
LETTERS = 16
LEAST_GAMES = 40  # in all
LEAST_OF_EACH = 2  # of every setting and number of players


def fingerprint_of_file(path: Path) -> str:
    """Return the fingerprint of a file."""
    return FILE + hashlib.sha256(path.read_bytes()).hexdigest()[:LETTERS]


def fingerprint_of_play(agent: Agent, suite: Suite) -> str:
    """Return the fingerprint of what an agent does in the settings of a suite."""
    digest, entries = hashlib.sha256(), list(suite.entries())
    games = max(LEAST_OF_EACH, math.ceil(LEAST_GAMES / len(entries)))
    for setting, table in entries:
        for seed in suite.seeds(games).tolist():
            game = f"{setting} {table.num_players} {' '.join(play(agent, table, seed))}\n"
            digest.update(game.encode())
    return PLAY + digest.hexdigest()[:LETTERS]


def play(agent: Agent, table: Table, seed: int) -> list[str]:
    """Let an agent play a game with itself, and return the names of its actions."""
    names, name_of = [], table.game.actions.name
    table.reset(seed)
    begin_game({0: agent}, seed)
    while table.seat >= 0:
        action = choose_at(table, agent)
        names.append(name_of(table.states[0], action))
        table.step(action)
    return names

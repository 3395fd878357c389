"""Our games as tools of the Model Context Protocol: ``new_game``, ``look``, ``play``, ``rules``.

``boardgame-envs serve elements --mcp`` runs them over standard input and output. This module
imports the MCP library, of version 1 or 2, when a server is made.
"""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np

from boardgame_envs.adapters.tool_seat import ToolSeat

NO_GAME = "No game has begun: call new_game first."
OVER = "The game is over: new_game begins another one."


class GameTools:
    """One seat of a game as tools; what they return is for a model to read.

    Whoever plays cannot choose the deal: one that was seen before has no secrets. ``seed`` fixes
    the deals of all games, one after the other.
    """

    def __init__(self, game: str, seed: int | None = None, **arguments: Any) -> None:
        self._seat = ToolSeat(game, **arguments)
        self._rng = np.random.default_rng(secrets.randbits(63) if seed is None else seed)
        self._begun = False

    def new_game(self) -> str:
        """Begin a new game. Returns the rules and your first decision."""
        self._begun = True
        return self._seat.reset(int(self._rng.integers(2**63)))

    def look(self) -> str:
        """Show what you know now and what you may do, or how the game has ended."""
        return self._seat.prompt if self._begun else NO_GAME

    def play(self, move: str) -> str:
        """Take an action, by its name. Returns your next decision, or how the game has ended."""
        if not self._begun:
            return NO_GAME
        return OVER if self._seat.over else self._seat.take(move).text

    def rules(self) -> str:
        """Return the rules of the game with the options in play."""
        return self._seat.rules if self._begun else NO_GAME


def make_server(game: str, seed: int | None = None, **arguments: Any) -> Any:
    """Return an MCP server with the tools of one game; ``run()`` serves standard input and output.

    The arguments are those of ``TextSeat``.
    """
    try:
        from mcp.server.mcpserver import MCPServer as Server
    except ModuleNotFoundError:
        # its name in version 1
        from mcp.server.fastmcp import FastMCP as Server
    tools, server = GameTools(game, seed, **arguments), Server(f"boardgame_envs {game}")
    for tool in (tools.new_game, tools.look, tools.play, tools.rules):
        server.add_tool(tool)
    return server

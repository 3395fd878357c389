"""The Model Context Protocol: the tools of a server, called by its own means."""

from __future__ import annotations

import asyncio
from pathlib import Path

from boardgame_envs.adapters.mcp_tools import make_server
from boardgame_envs.core.game import Game


def steps(game: Game, folder: Path) -> str:
    """Begin a game with a tool, after asking which there are."""

    async def call() -> str:
        server = make_server(game.name, 1)
        names = [tool.name for tool in await server.list_tools()]
        told = str(await server.call_tool("new_game", {}))
        assert game.title in told
        return f"{len(names)} tools"

    return asyncio.run(call())

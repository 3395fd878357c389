"""OpenEnv: its app, and a game over a WebSocket within this process."""

from __future__ import annotations

from pathlib import Path

from fastapi.testclient import TestClient

from boardgame_envs.adapters.openenv import make_app
from boardgame_envs.core.game import Game


def steps(game: Game, folder: Path) -> str:
    """Play a game over the app's WebSocket."""
    taken = 0
    with TestClient(make_app(game.name)) as client, client.websocket_connect("/ws") as socket:
        socket.send_json({"type": "reset", "data": {"seed": 1}})
        told = socket.receive_json()["data"]
        while not told["done"]:
            move = {"move": told["observation"]["legal"][0]}
            socket.send_json({"type": "step", "data": move})
            told, taken = socket.receive_json()["data"], taken + 1
    return f"{taken} steps"

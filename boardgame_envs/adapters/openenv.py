"""Our games as an OpenEnv server: one seat over HTTP and WebSocket, in words.

``boardgame-envs serve elements --openenv`` runs it. This module imports OpenEnv, and is imported
by those who want it alone.
"""

from __future__ import annotations

import secrets
from typing import Any

import uvicorn
from openenv.core.env_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

from boardgame_envs.adapters.text_seat import Turn
from boardgame_envs.adapters.tool_seat import ToolSeat
from boardgame_envs.core.numbers import check_seed

MOST_SESSIONS = 64


class Move(Action):
    """A move."""

    move: str = Field(description="the name of a legal action")


class Sight(Observation):
    """What the seat is told."""

    prompt: str = Field(description="what the seat knows and is asked, or how the game has ended")
    legal: list[str] = Field(default_factory=list, description="the names of the legal actions")
    problem: str | None = Field(
        default=None, description="'illegal' if the last move was not legal"
    )
    forfeited: bool = Field(default=False, description="whether the game was given up by that")


class Progress(State):
    """How far an episode has come; it says nothing of the deal."""

    illegal: int = 0
    forfeited: bool = False
    over: bool = True


class GameEnvironment(Environment[Move, Sight, Progress]):
    """One seat of a game; the arguments are those of ``TextSeat``."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, game: str, **arguments: Any) -> None:
        super().__init__()
        self._seat = ToolSeat(game, **arguments)
        self._state = Progress()

    def reset(self, seed: int | None = None, episode_id: str | None = None, **_: Any) -> Sight:
        """Begin a game, of a seed or any; the prompt has the rules and the first decision."""
        prompt = self._seat.reset(secrets.randbits(63) if seed is None else check_seed(seed))
        self._state = Progress(episode_id=episode_id, over=self._seat.over)
        return Sight(prompt=prompt, legal=self._seat.legal, done=self._seat.over, reward=0.0)

    def step(self, action: Move, timeout_s: float | None = None, **_: Any) -> Sight:
        """Take a move."""
        turn = self._seat.take(action.move)
        state = self._state
        state.step_count += 1
        state.illegal += turn.problem is not None
        state.forfeited, state.over = turn.forfeited, turn.over
        return self._sight(turn)

    def _sight(self, turn: Turn) -> Sight:
        """Return what the seat is told after a move."""
        return Sight(
            prompt=turn.text,
            legal=self._seat.legal,
            problem=turn.problem,
            forfeited=turn.forfeited,
            done=turn.over,
            reward=turn.reward,
        )

    @property
    def state(self) -> Progress:
        """How far the episode has come."""
        return self._state


def make_app(game: str, sessions: int = MOST_SESSIONS, **arguments: Any) -> Any:
    """Return the FastAPI app of a game, for any server of such; each session has its own table."""
    GameEnvironment(game, **arguments)

    def make() -> GameEnvironment:
        return GameEnvironment(game, **arguments)

    return create_app(make, Move, Sight, env_name=game, max_concurrent_envs=sessions)


def serve(app: Any, host: str, port: int) -> None:
    """Serve an app until interrupted."""
    uvicorn.run(app, host=host, port=port, log_level="warning")

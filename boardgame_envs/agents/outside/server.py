"""Servers as agents: each question is posted, and the reply is the answer."""

from __future__ import annotations

from boardgame_envs.agents.deadline import check_time_limit
from boardgame_envs.agents.outside.question import read_answer, write_question
from boardgame_envs.agents.outside.web import Server
from boardgame_envs.core.information import InformationState

DEFAULT_LIMIT = 10.0


class ServerAgent:
    """Lets a server decide; ``time_limit`` is in seconds for each decision."""

    def __init__(self, url: str, time_limit: float = DEFAULT_LIMIT) -> None:
        self.server, self.time_limit = Server(url), check_time_limit(time_limit)
        self._seed = 0

    def begin_game(self, seed: int) -> None:
        """Note the seed, which every question of the game has."""
        self._seed = seed

    def choose(self, information: InformationState) -> int:
        """Return what the server answers, or raise an error that says why there is nothing."""
        question = write_question(information, self._seed)
        return read_answer(self.server.post(question, self.time_limit), information)

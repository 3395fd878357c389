"""Language models behind an address: chat completions as OpenAI's servers, and many others, do."""

from __future__ import annotations

import json
import os
import time
from typing import Any

from boardgame_envs.agents.deadline import check_time_limit
from boardgame_envs.agents.faults import BadAnswerError
from boardgame_envs.agents.language_model import Message
from boardgame_envs.agents.outside.web import Server, StatusError
from boardgame_envs.core.problems import shortened

PATH = "/chat/completions"
# the environment variable with the key, if the server wants one
KEY = "BOARDGAME_ENVS_API_KEY"
DEFAULT_LIMIT = 120.0
# what a server says that may answer later, and how long one waits for it, in seconds
LATER = (429, 500, 502, 503, 504)
WAITS = (1.0, 2.0, 4.0)


class Endpoint:
    """A chat function: sends messages to a model on a server and returns its reply.

    ``tokens`` counts what the server says it has read and written. ``settings`` go into each
    request as they are (``temperature=0``). The time limit is in seconds for each reply.
    """

    def __init__(
        self, url: str, model: str, time_limit: float = DEFAULT_LIMIT, **settings: Any
    ) -> None:
        address = url.rstrip("/")
        key = os.environ.get(KEY)
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self.server = Server(address if address.endswith(PATH) else address + PATH, headers)
        self.model, self.settings = model, settings
        self.time_limit = check_time_limit(time_limit)
        self.tokens = {"prompt_tokens": 0, "completion_tokens": 0}

    def __call__(self, messages: list[Message]) -> str:
        """Return the model's reply, or raise an AgentFaultError."""
        request = {"model": self.model, "messages": messages, **self.settings}
        reply = read_json(self._post(json.dumps(request).encode()))
        self._count(reply.get("usage"))
        try:
            content = reply["choices"][0]["message"]["content"]
        except (KeyError, IndexError, TypeError):
            raise BadAnswerError(f"the server's reply has no message: {shortened(reply)}") from None
        # a model may say nothing at all, and that is a reply
        return content if isinstance(content, str) else ""

    def _post(self, data: bytes) -> bytes:
        """Return the server's reply; one that is busy is asked again, within the time limit."""
        end = time.monotonic() + self.time_limit
        for wait in (*WAITS, None):
            try:
                return self.server.post(data, max(end - time.monotonic(), 0.001))
            except StatusError as error:
                if error.status not in LATER or wait is None or time.monotonic() + wait > end:
                    raise
                time.sleep(wait)
        raise AssertionError

    def _count(self, usage: Any) -> None:
        """Add what the server says it has read and written."""
        for name in self.tokens:
            number = usage.get(name) if isinstance(usage, dict) else None
            self.tokens[name] += number if isinstance(number, int) else 0


def read_json(data: bytes) -> dict[str, Any]:
    """Return a server's reply, or raise BadAnswerError."""
    try:
        reply = json.loads(data)
    except (ValueError, RecursionError):
        raise BadAnswerError(f"the server's reply is no JSON: {shortened(data)}") from None
    if not isinstance(reply, dict):
        raise BadAnswerError(f"the server's reply is no JSON object: {shortened(reply)}")
    return reply

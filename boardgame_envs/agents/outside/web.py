"""Requests to servers: JSON out, JSON back, within a time, and never on to another address."""

from __future__ import annotations

import http.client
import urllib.error
import urllib.request
from typing import Any

from boardgame_envs.agents.deadline import TimedCaller
from boardgame_envs.agents.faults import AgentFaultError, DeadAgentError
from boardgame_envs.core.problems import OptionError, shortened

ADDRESSES = ("http://", "https://")
LONGEST_REPLY = 10_000_000


class StatusError(AgentFaultError):
    """Raised for a server that answers with an error; ``status`` is its number."""

    def __init__(self, status: int, said: str) -> None:
        super().__init__(f"the server answered with the status {status}: {shortened(said, 200)}")
        self.status = status


class StayingHere(urllib.request.HTTPRedirectHandler):
    """Follows nobody elsewhere, so that no key or card gets to a place that was not named."""

    def redirect_request(self, *arguments: Any, **keywords: Any) -> None:
        """Follow no redirect."""
        return


def check_url(url: str) -> str:
    """Return the address of a server, or raise OptionError."""
    if not url.startswith(ADDRESSES) or len(url.split("://", 1)[1].split("/")[0]) == 0:
        raise OptionError(
            f"the address of a server begins with {' or '.join(ADDRESSES)}, not {shortened(url)}"
        )
    return url


class Server:
    """A server that answers what is posted to it; proxies are not used on the way."""

    def __init__(self, url: str, headers: dict[str, str] | None = None) -> None:
        self.url = check_url(url)
        self.headers = {"Content-Type": "application/json", **(headers or {})}
        self._caller = TimedCaller()
        self._opener = urllib.request.build_opener(StayingHere)

    def post(self, data: bytes, seconds: float) -> bytes:
        """Return what the server answers, or raise an AgentFaultError."""
        return self._caller.call(lambda: self._post(data, seconds), seconds)

    def _post(self, data: bytes, seconds: float) -> bytes:
        request = urllib.request.Request(self.url, data, self.headers, method="POST")
        try:
            with self._opener.open(request, timeout=seconds) as reply:
                content: bytes = reply.read(LONGEST_REPLY)
                return content
        except urllib.error.HTTPError as error:
            said = error.read(1000).decode(errors="replace")
            raise StatusError(error.code, said) from None
        except TimeoutError:
            raise DeadAgentError(f"the server {self.url} did not answer in time") from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            why = getattr(error, "reason", error)
            raise DeadAgentError(f"the server {self.url} cannot be reached ({why})") from None

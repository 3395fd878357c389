"""Who is let in: hosts, origins, keys, and the headers of every answer.

A page from elsewhere that is open in the same browser must not reach the tables. Its requests
carry another origin, or, if it has its name lead to this machine, another host.
"""

from __future__ import annotations

import ipaddress
import secrets
import socket
from typing import Any

LOCALHOST = "127.0.0.1"
# bytes of a key: nobody finds one by trying
KEY_BYTES = 18
POLICY = (
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "object-src 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    # pages are small, and a newer version of this package has others
    "cache-control": "no-cache",
}


def new_key() -> str:
    """Return a secret that opens one seat, the lobby or the spectators' bench."""
    return secrets.token_urlsafe(KEY_BYTES)


def is_loopback(host: str) -> bool:
    """Tell whether an address leads to this machine alone."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class Hosts:
    """The names under which a server may be asked for.

    Addresses in numbers are always the server's own: only names can be made to lead elsewhere.
    """

    def __init__(self, host: str, port: int) -> None:
        self.port = port
        self.is_loopback = is_loopback(host)
        self.names = {"localhost", host.lower()}
        if not self.is_loopback:
            self.names.add(socket.gethostname().lower())

    def knows(self, header: str | None) -> bool:
        """Tell whether a Host header names this server."""
        name, colon, port = (header or "").lower().rpartition(":")
        if not colon or port != str(self.port):
            return False
        name = name.removeprefix("[").removesuffix("]")
        return name in self.names or self._is_own_number(name)

    def _is_own_number(self, name: str) -> bool:
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or not self.is_loopback

    def is_own_page(self, origin: str | None, header: str | None) -> bool:
        """Tell whether a request comes from a page of this server."""
        return self.knows(header) and origin is not None and origin.lower() == f"http://{header}"


class Doorkeeper:
    """Turns away requests for another host or from another page, and sets the headers."""

    def __init__(self, app: Any, hosts: Hosts) -> None:
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Answer one request, or let it pass."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        host, origin = headers.get("host"), headers.get("origin")
        if scope["type"] == "websocket":
            if self.hosts.is_own_page(origin, host):
                await self.app(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 1008})
        elif not self.hosts.knows(host):
            await refuse(send, 421, "this server is not known by that name")
        elif scope["method"] not in ("GET", "HEAD"):
            await refuse(send, 405, "only GET is answered here")
        else:
            await self.app(scope, receive, with_headers(send))


def with_headers(send: Any) -> Any:
    """Return how to send answers that have the headers of this server."""
    added = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def send_with_headers(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *added]}
        await send(message)

    return send_with_headers


async def refuse(send: Any, status: int, sentence: str) -> None:
    """Answer that something is not done here."""
    send = with_headers(send)
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": f"{sentence}\n".encode()})

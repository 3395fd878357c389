"""The server: the page's files, and a socket for each page that is open."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator
from importlib import resources
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from boardgame_envs.pictures.svg import page_style
from boardgame_envs.web.doors import Doorkeeper, Hosts
from boardgame_envs.web.messages import LONGEST, BadMessageError, Message, Pace, read_message
from boardgame_envs.web.open_table import OpenTable, Visitor, trouble
from boardgame_envs.web.tables import Pass, Tables

PAGE = Path(str(resources.files("boardgame_envs.web"))) / "page"
# why a socket is closed
TOO_MANY, WRONG_KEY, TAKEN, GONE = 1008, 4403, 4409, 4410
# bad messages after which a page is not listened to any more
MOST_BAD = 20
# seconds in which a page must say who it is
PATIENCE = 10
# bytes: what is longer is refused before it is read
MOST_BYTES = 4 * LONGEST


def make_app(tables: Tables, hosts: Hosts) -> Doorkeeper:
    """Return the server's application."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await tables.close()

    async def connect(websocket: WebSocket) -> None:
        await Connection(websocket, tables).run()

    routes = [
        Route("/", lambda request: FileResponse(PAGE / "index.html")),
        Route("/page/inks.css", lambda request: Response(page_style(), media_type="text/css")),
        Mount("/page", StaticFiles(directory=PAGE)),
        WebSocketRoute("/socket", connect),
    ]
    return Doorkeeper(Starlette(routes=routes, lifespan=lifespan), hosts)


class Connection:
    """One page: who it is, and what it says."""

    def __init__(self, websocket: WebSocket, tables: Tables) -> None:
        self.websocket, self.tables = websocket, tables
        self.pace, self.bad = Pace(), 0

    async def run(self) -> None:
        """Listen to a page until it leaves or is sent away."""
        await self.websocket.accept()
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            opened = await self.ask_for_key()
            if opened is None:
                await self.websocket.close(WRONG_KEY, "this link opens nothing here")
            elif opened.table is None:
                await self.in_lobby()
            else:
                await self.at_table(opened.table, opened.seat)

    async def ask_for_key(self) -> Pass | None:
        """Return what the page's key opens; None if it has none, or takes too long."""
        try:
            async with asyncio.timeout(PATIENCE):
                message = read_message(await self.websocket.receive_text())
        except (TimeoutError, BadMessageError, KeyError):
            return None
        return self.tables.pass_of(message.values["key"]) if message.kind == "hello" else None

    async def next_message(self) -> Message | None:
        """Return the next message; None if the page has been sent away."""
        while True:
            try:
                data = await self.websocket.receive_text()
            except KeyError:
                # bytes, which no page of ours sends
                data = ""
            if not self.pace.allows_one_more():
                await self.websocket.close(TOO_MANY, "too many messages at once")
                return None
            try:
                return read_message(data)
            except BadMessageError as problem:
                self.bad += 1
                if self.bad > MOST_BAD:
                    await self.websocket.close(TOO_MANY, "too many messages that say nothing")
                    return None
                await self.send(trouble(str(problem)))

    async def send(self, message: dict[str, object]) -> None:
        """Send a message to the page."""
        await self.websocket.send_text(json.dumps(message, ensure_ascii=False))

    # --- in the lobby ---

    async def in_lobby(self) -> None:
        """Let a page choose games and open tables."""
        await self.send(self.tables.lobby())
        while (message := await self.next_message()) is not None:
            try:
                await self.answer_in_lobby(message)
            except ValueError as problem:
                await self.send(trouble(str(problem)))

    async def answer_in_lobby(self, message: Message) -> None:
        """Do what the lobby asks for."""
        if message.kind == "settings":
            await self.send(self.tables.settings(message.values))
        elif message.kind == "open":
            await self.send(self.tables.open(message.values))
        elif message.kind == "forget":
            self.tables.forget(message.values["table"])
            await self.send(self.tables.lobby())
        else:
            raise BadMessageError(f"{message.kind!r} is not for the lobby")

    # --- at a table ---

    async def at_table(self, id: str, seat: int | None) -> None:
        """Let a page play or look on."""
        try:
            table = await self.tables.fetch(id)
        except ValueError as problem:
            await self.send(trouble(str(problem)))
            await self.websocket.close(GONE, "this table cannot be gone on with")
            return
        visitor = Visitor(seat)
        table.welcome(visitor)
        sending = asyncio.create_task(self.send_all(visitor))
        try:
            await self.listen(table, visitor)
        finally:
            table.part_from(visitor)
            sending.cancel()

    async def send_all(self, visitor: Visitor) -> None:
        """Send what waits, in order."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while (message := await visitor.outbox.get()) is not None:
                await self.send(message)
            if visitor.is_replaced:
                await self.websocket.close(TAKEN, "this seat is open in another window")
            else:
                await self.websocket.close(TOO_MANY, "the page takes no messages")

    async def listen(self, table: OpenTable, visitor: Visitor) -> None:
        """Hear a page until it leaves."""
        while (message := await self.next_message()) is not None:
            table.hear(visitor, message)


def bind(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address (port 0: any that is free)."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    # a server that is started again may have its port at once
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        # a browser that is opened before the server is ready waits for it
        listening.listen()
    except (OSError, OverflowError) as problem:
        listening.close()
        raise ValueError(f"nothing can listen at {host}, port {port}: {problem}") from None
    return listening


def make_server(tables: Tables, hosts: Hosts) -> uvicorn.Server:
    """Return a server for some tables, which listens where it is told to when it runs."""
    config = uvicorn.Config(
        make_app(tables, hosts),
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=MOST_BYTES,
        timeout_graceful_shutdown=1,
    )
    return uvicorn.Server(config)

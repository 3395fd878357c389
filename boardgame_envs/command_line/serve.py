"""``boardgame-envs serve``: a seat of a game for language models, over HTTP or as tools."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from boardgame_envs.command_line.arguments import add_table, positive, table_from, whole
from boardgame_envs.core.problems import OptionError

NAME = "serve"
HELP = "let language models and their trainers play a seat"
DESCRIPTION = (
    "Serve a seat of a game in words; agents have the other seats. --openenv is an OpenEnv server "
    "over HTTP and WebSocket, as trainers of language models use it; --mcp are tools of the Model "
    "Context Protocol on standard input and output, for assistants."
)
LOOPBACK = "127.0.0.1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_table(parser)
    kind = parser.add_mutually_exclusive_group(required=True)
    kind.add_argument("--openenv", action="store_true", help="an OpenEnv server")
    kind.add_argument("--mcp", action="store_true", help="tools on standard input and output")
    parser.add_argument(
        "--opponents", nargs="+", default=["heuristic"], metavar="NAME", help="default heuristic"
    )
    parser.add_argument(
        "--seat", default="random", metavar="N", help="a number from 0, or random; default random"
    )
    parser.add_argument("--seed", type=whole, metavar="S", help="of the deals of --mcp")
    parser.add_argument("--host", default=LOOPBACK, help=f"of --openenv; default {LOOPBACK}")
    parser.add_argument("--port", type=positive, default=8000, help="of --openenv; default 8000")
    parser.add_argument(
        "--sessions",
        type=positive,
        default=64,
        metavar="N",
        help="of --openenv, at once; default 64",
    )


def run(parsed: argparse.Namespace) -> int:
    """Serve until interrupted."""
    table = table_from(parsed)
    seat = parsed.seat if parsed.seat == "random" else read_seat(parsed.seat)
    arguments = {
        "num_players": table.num_players,
        "seat": seat,
        "opponents": parsed.opponents,
        **table.options,
    }
    if parsed.mcp:
        return serve_tools(parsed, arguments)
    return serve_openenv(parsed, arguments)


def read_seat(text: str) -> int:
    """Return a seat that is given by its number, or raise OptionError."""
    try:
        return int(text)
    except ValueError:
        raise OptionError(f"--seat takes a number from 0, or 'random', not {text!r}") from None


def serve_tools(parsed: argparse.Namespace, arguments: dict[str, Any]) -> int:
    """Serve tools on standard input and output."""
    with installed("mcp"):
        from boardgame_envs.adapters.mcp_tools import make_server

        server = make_server(parsed.game, parsed.seed, **arguments)
    server.run()
    return 0


def serve_openenv(parsed: argparse.Namespace, arguments: dict[str, Any]) -> int:
    """Serve OpenEnv over HTTP and WebSocket."""
    with installed("openenv"):
        from boardgame_envs.adapters.openenv import make_app, serve
    serve(make_app(parsed.game, parsed.sessions, **arguments), parsed.host, parsed.port)
    return 0


@contextmanager
def installed(extra: str) -> Iterator[None]:
    """Say in one sentence that a library is missing, and which extra installs it."""
    try:
        yield
    except ModuleNotFoundError:
        raise OptionError(
            f"{extra} is not installed: pip install 'boardgame_envs[{extra}]'"
        ) from None

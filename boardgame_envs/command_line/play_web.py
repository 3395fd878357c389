"""``boardgame-envs play --web``: games in the browser, served by this machine."""

from __future__ import annotations

import argparse
import importlib.util
import socket
import sys
import webbrowser
from pathlib import Path

from boardgame_envs.command_line.arguments import whole
from boardgame_envs.play import Session

LIBRARIES = ("starlette", "uvicorn", "websockets")
LOCALHOST = "127.0.0.1"
ANY = ("0.0.0.0", "::")


def add_web_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for playing in the browser."""
    web = parser.add_argument_group("in the browser")
    web.add_argument(
        "--web", action="store_true", help="play in the browser; without a GAME it is chosen there"
    )
    web.add_argument(
        "--host",
        default=LOCALHOST,
        metavar="ADDRESS",
        help=f"where to listen, such as 0.0.0.0 to let friends in; default {LOCALHOST}, "
        "this machine alone",
    )
    web.add_argument("--port", type=whole, default=0, metavar="N", help="default: any that is free")
    web.add_argument("--no-browser", action="store_true", help="print the link, and open nothing")
    web.add_argument(
        "--tables", metavar="FOLDER", help="where tables are kept; default: one for your state"
    )


def serve(parsed: argparse.Namespace, session: Session | None) -> int:
    """Serve the page until somebody interrupts; with a session its person's seat is opened."""
    check_libraries()
    from boardgame_envs.web.doors import Hosts
    from boardgame_envs.web.saved import usual_folder
    from boardgame_envs.web.server import bind, make_server
    from boardgame_envs.web.tables import Tables

    folder = usual_folder() if parsed.tables is None else Path(parsed.tables)
    tables = Tables(folder)
    listening = bind(parsed.host, parsed.port)
    port = int(listening.getsockname()[1])
    hosts = Hosts(parsed.host, port)
    key = tables.lobby_key if session is None else tables.key_of(tables.take_in(session))
    link = f"http://{address_of(parsed.host)}:{port}/#{key}"
    print(f"Play at {link}", flush=True)
    print(f"The tables are kept in {folder}. Ctrl-C ends.", flush=True)
    if not hosts.is_loopback:
        warn_of_host(parsed.host)
    if not parsed.no_browser:
        webbrowser.open(link)
    try:
        make_server(tables, hosts).run(sockets=[listening])
    except KeyboardInterrupt:
        print()
    finally:
        listening.close()
    return 0


def check_libraries() -> None:
    """Refuse to begin without the libraries of the server."""
    missing = [name for name in LIBRARIES if importlib.util.find_spec(name) is None]
    if missing:
        raise ValueError(
            f"play --web needs {', '.join(missing)}: pip install 'boardgame_envs[web]'"
        )


def warn_of_host(host: str) -> None:
    """Say what it means to let others in."""
    print(
        f"Listening at {host}: every machine that reaches this one can load the page, and whoever "
        "has a link has its seat. Nothing is encrypted; do this only among friends in a network "
        "that you trust.",
        file=sys.stderr,
        flush=True,
    )


def address_of(host: str) -> str:
    """Return the address to put into links."""
    if host not in ANY:
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            # nothing is sent: the system only says which address it would send from
            asked.connect(("192.0.2.1", 9))
        except OSError:
            return socket.gethostname()
        return str(asked.getsockname()[0])

"""The command ``boardgame-envs``.

Exit status: 0 if all is well, 1 if what was checked is found wrong, 2 if the command could
not be carried out as it was given.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import Protocol

from boardgame_envs import __version__
from boardgame_envs.command_line import (
    agents,
    bench,
    benchmark,
    check,
    dataset,
    doctor,
    evaluate,
    exploit,
    export,
    games,
    play,
    record,
    rules,
    serve,
    show,
    train,
    train_rllib,
    verify,
    warm,
)
from boardgame_envs.core.records import RecordError
from boardgame_envs.learning.run.interruption import Interrupted


class Command(Protocol):
    """A module with one command."""

    NAME: str
    HELP: str  # in the list of commands
    DESCRIPTION: str  # in its own help

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the arguments of the command."""

    def run(self, parsed: argparse.Namespace) -> int:
        """Carry the command out, and return its exit status."""


COMMANDS: tuple[Command, ...] = (
    games,
    agents,
    rules,
    play,
    serve,
    train,
    train_rllib,
    export,
    evaluate,
    benchmark,
    exploit,
    record,
    dataset,
    verify,
    show,
    check,
    bench,
    warm,
    doctor,
)


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="boardgame-envs",
        description="Tabletop card games as reinforcement-learning environments.",
    )
    parser.add_argument("--version", action="version", version=f"boardgame-envs {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        own = commands.add_parser(command.NAME, help=command.HELP, description=command.DESCRIPTION)
        command.add_arguments(own)
        own.set_defaults(run=command.run)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    set_up_streams()
    parsed = make_parser().parse_args(arguments)
    try:
        status: int = parsed.run(parsed)
        sys.stdout.flush()
    except RecordError as error:
        return complain(str(error), 1)
    except BrokenPipeError:
        # whoever was reading has had enough; what is still buffered has nowhere to go
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return complain(f"{where}{error.strerror or error}", 2)
    except ValueError as error:
        return complain(str(error), 2)
    except Interrupted as interruption:
        return complain(str(interruption), interruption.status)
    except KeyboardInterrupt:
        return complain("interrupted", 130)
    return status


def set_up_streams() -> None:
    """Let letters that a stream lacks be replaced by others: they end no game and no command."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def complain(sentence: str, status: int) -> int:
    """Say what is wrong, and return the exit status for it."""
    print(f"boardgame-envs: {sentence}", file=sys.stderr)
    return status

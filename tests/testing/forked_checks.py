"""A process that checks one changed Cart after the other, each in a copy of itself.

What a check imports takes longer than the check; here it is imported once. Each line that comes in
is a folder and arguments as JSON; each that goes out is the exit status and what was written.
"""

from __future__ import annotations

import importlib
import io
import json
import os
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

# what laws import when they are held, if it is there
USED_BY_LAWS = (
    "boardgame_envs.command_line",
    "pettingzoo.test",
    "pettingzoo.test.state_test",
    "pyspiel",
    "open_spiel.python.observation",
)


class Checks:
    """The other end: what asks such a process."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def run(self, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Hold laws against the Cart in a folder, as ``boardgame-envs check cart`` does."""
        command = ["check", "cart", *arguments]
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(json.dumps([str(folder), command]) + "\n")
        stdin.flush()
        return subprocess.CompletedProcess(command, *json.loads(stdout.readline()))


@contextmanager
def forked_checks() -> Iterator[Checks]:
    """Start the process, with rules in plain Python, and end it."""
    with subprocess.Popen(
        [sys.executable, __file__],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield Checks(process)
        assert process.stdin is not None
        process.stdin.close()


def answer(folder: str, arguments: list[str]) -> list[Any]:
    """Return the exit status of a command in a copy of this process, and what it wrote."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            run_and_leave(folder, arguments, out, err)
        _, status = os.waitpid(child, 0)
        return [os.waitstatus_to_exitcode(status), *map(read, (out, err))]


def run_and_leave(folder: str, arguments: list[str], out: IO[bytes], err: IO[bytes]) -> None:
    """Run a command with a folder on the path, write to these files, and end this process."""
    from boardgame_envs.command_line import main

    status = 1
    try:
        os.dup2(out.fileno(), 1)
        os.dup2(err.fileno(), 2)
        sys.stdin = io.StringIO()
        sys.path.insert(0, folder)
        status = main(arguments)
    except SystemExit as exit_:
        status = int(exit_.code or 0)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def read(file: IO[bytes]) -> str:
    """Return all that was written to a file."""
    file.seek(0)
    return file.read().decode()


if __name__ == "__main__":
    for name in USED_BY_LAWS:
        try:
            importlib.import_module(name)
        except ImportError:
            continue
    for line in sys.stdin:
        print(json.dumps(answer(*json.loads(line))), flush=True)

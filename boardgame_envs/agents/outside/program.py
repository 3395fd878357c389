"""Programs of any language as agents: a question a line on their input, an answer on their output.

A program is started when it is first asked. One that is too slow or ends is started anew for
the next question.
"""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading
import weakref
from typing import IO, Any

from boardgame_envs.agents.deadline import check_time_limit
from boardgame_envs.agents.faults import BadAnswerError, DeadAgentError, SlowAgentError
from boardgame_envs.agents.outside.question import LONGEST_ANSWER, read_answer, write_question
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.problems import OptionError, shortened

DEFAULT_LIMIT = 10.0
# how long a program may take to end when its input ends
PATIENCE = 1.0


class ProgramAgent:
    """Lets a program decide; ``time_limit`` is in seconds for each decision."""

    def __init__(self, command: str, time_limit: float = DEFAULT_LIMIT) -> None:
        self.arguments = split_command(command)
        self.time_limit = check_time_limit(time_limit)
        self._seed = 0
        self._running: RunningProgram | None = None

    def begin_game(self, seed: int) -> None:
        """Note the seed, which every question of the game has."""
        self._seed = seed

    def choose(self, information: InformationState) -> int:
        """Return what the program answers, or raise an error that says why there is nothing."""
        if self._running is None:
            self._running = RunningProgram(self.arguments)
        question = write_question(information, self._seed)
        try:
            line = self._running.ask(question, self.time_limit)
        except (SlowAgentError, DeadAgentError, BadAnswerError):
            # an answer that comes late must not be taken for one to the next question
            self.close()
            raise
        return read_answer(line, information)

    def close(self) -> None:
        """End the program; it is started anew if it is asked again."""
        if self._running is not None:
            self._running.end()
            self._running = None


class RunningProgram:
    """A program that is running, and the threads that write to it and read from it."""

    def __init__(self, arguments: list[str]) -> None:
        try:
            self.process = subprocess.Popen(
                arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
            )
        except OSError as error:
            raise DeadAgentError(
                f"the program {shortened(arguments[0])} cannot be started ({error.strerror})"
            ) from None
        self.answers: queue.Queue[bytes] = queue.Queue()
        self.end = weakref.finalize(self, end_process, self.process)
        output: Any = self.process.stdout
        threading.Thread(target=read_lines, args=(output, self.answers), daemon=True).start()

    def ask(self, question: bytes, seconds: float) -> bytes:
        """Return the line that answers a question, or raise an error."""
        if not self.answers.empty():
            self._check_alive(self.answers.get())
            raise BadAnswerError("the program has said something without being asked")
        # a program that does not read would hold up whoever writes to it
        threading.Thread(
            target=write_line, args=(self.process.stdin, question), daemon=True
        ).start()
        try:
            line = self.answers.get(timeout=seconds)
        except queue.Empty:
            raise SlowAgentError(f"there was no answer within {seconds:g} s") from None
        return self._check_alive(line)

    def _check_alive(self, line: bytes) -> bytes:
        """Return a line, or raise DeadAgentError if it is the end of all of them."""
        if line:
            return line
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(PATIENCE)
        code = self.process.returncode
        how = "has closed its output" if code is None else f"has ended with the code {code}"
        raise DeadAgentError(f"the program {how}")


def split_command(command: str) -> list[str]:
    """Return a command as its words, or raise OptionError."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise OptionError(f"the command {shortened(command)} cannot be read ({error})") from None
    if not words:
        raise OptionError("program: is followed by a command, such as program:./agent --level 3")
    return words


def read_lines(output: IO[bytes], answers: queue.Queue[bytes]) -> None:
    """Hand on each line of a program, and at its end an empty one."""
    with contextlib.suppress(OSError, ValueError):
        while line := output.readline(LONGEST_ANSWER):
            answers.put(line)
    answers.put(b"")


def write_line(stdin: IO[bytes], line: bytes) -> None:
    """Write a question; that nobody reads it is seen at the answer that does not come."""
    with contextlib.suppress(OSError, ValueError):
        view = memoryview(line)
        while view:
            view = view[stdin.write(view) :]


def end_process(process: subprocess.Popen[bytes]) -> None:
    """End a program: by the end of its input, or by force."""
    for stream in (process.stdin,):
        with contextlib.suppress(OSError):
            if stream is not None:
                stream.close()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()

"""A process that compiles loops for others, into the cache: ``python -m`` this module.

Addresses of loops come in, one a line; what was compiled goes out. It ends, whatever it is doing,
when nobody is left to send more; what is finished by then is in the cache. With ``--patient`` all
else goes first.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
from typing import IO, Any

from boardgame_envs.core.loop import Address


def main() -> None:
    """Compile what is asked for until the questions end."""
    if "--patient" in sys.argv and hasattr(os, "nice"):
        os.nice(5)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a person stops who has asked, and so us
    # what libraries may print must not be taken for an answer
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", buffering=1)
    sys.stdout = sys.stderr
    asked: queue.Queue[Any] = queue.Queue()
    threading.Thread(target=listen, args=(asked,), daemon=True).start()
    from boardgame_envs.core.compiler import watching  # takes a moment, and we listen already

    with watching(lambda function: tell(answers, compiled=function)):
        while True:
            tell(answers, done=True, problem=compile_loop(Address(*asked.get())))


def listen(asked: queue.Queue[Any]) -> None:
    """Take down what is asked for; at the end of it there is no process any more."""
    for line in sys.stdin:
        asked.put(json.loads(line))
    os._exit(0)


def compile_loop(address: Address) -> str | None:
    """Compile a loop; return what went wrong, if anything did."""
    try:
        loop = address.find()
        loop.load()
    except Exception as error:
        return f"{type(error).__name__}: {str(error).strip().partition(chr(10))[0]}"
    return None if loop.is_ready() else "the compiled code could not be kept"


def tell(answers: IO[str], **what: Any) -> None:
    """Write an answer."""
    answers.write(json.dumps(what) + "\n")


if __name__ == "__main__":
    main()

"""Try an installed wheel, in an empty folder outside the clone: python try_wheel.py README.md.

Every block of the README runs, and every command that users begin with.
"""

from __future__ import annotations

import importlib.metadata
import re
import shlex
import subprocess
import sys
from pathlib import Path

import boardgame_envs

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LIBRARY = re.compile(r"# pip install 'boardgame_envs\[(\w+)\]'")
# the second one is what verifiers looks for by its name
PACKAGES = {"boardgame_envs", "boardgame_verifiers"}
COMMANDS = (
    "list",
    "rules elements",
    "train elements --set total_steps=4096 --set tables=32 --set minibatch=512 "
    "--set hidden=[32,32] --set evaluation.deals=4 --set imitation.steps=0 -o run",
    "evaluate elements --agents run/agent.onnx heuristic random --deals 4",
    "record elements --agent run/agent.onnx heuristic --seed 1 -o game.jsonl",
    "verify game.jsonl",
    "show game.jsonl",
    "show game.jsonl --html game.html",
    "benchmark elements heuristic --against random --deals 4",
)


def run(arguments: list[str], given: str | None = None) -> str:
    """Run a command; leave with what it said if it fails."""
    answer = subprocess.run(arguments, input=given, capture_output=True, text=True, check=False)
    if answer.returncode:
        print(answer.stdout[-2000:], answer.stderr[-4000:], sep="\n")
        sys.exit(f"failed: {shlex.join(arguments)}")
    return answer.stdout


def main(readme: Path) -> None:
    """Try everything."""
    here = Path(boardgame_envs.__file__)
    assert not list(here.parents[1].glob("pyproject.toml")), f"{here} is in a clone"
    files = importlib.metadata.files("boardgame_envs") or []
    stray = {file.parts[0] for file in files if file.suffix == ".py"} - PACKAGES
    assert not stray, f"the wheel puts {stray} beside the package"
    command = [sys.executable, "-m", "boardgame_envs"]
    for line in COMMANDS:
        run([*command, *shlex.split(line)])
        print(f"works: boardgame-envs {line}")
    said = run([*command, "play", "elements", "--against", "heuristic"], "quit\ny\n" * 3)
    print(f"works: play, which says {said.strip().splitlines()[0]!r}")
    for kind, code in BLOCK.findall(readme.read_text(encoding="utf-8")):
        library = LIBRARY.match(code)
        if kind == "python" and (library is None or library[1] == "sb3"):
            run([sys.executable, "-c", code])
            print(f"runs: {code.strip().splitlines()[0]}")
        for line in code.splitlines() if kind == "sh" else ():
            if line.startswith("boardgame-envs "):
                run([*command, *shlex.split(line, comments=True)[1:]])
                print(f"runs: {line}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

"""Print what extras of this project require, and what their tests do, for pip."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
# of the extra dev, what running the tests of a library takes
TESTING = ("pytest", "pygame-ce")


def requirements_of(extra: str, extras: dict[str, list[str]]) -> list[str]:
    """Return the requirements of an extra; for one that names others, theirs."""
    found = []
    for requirement in extras[extra]:
        ours = re.fullmatch(r"boardgame_envs\[([\w,]+)\]", requirement)
        if ours:
            for other in ours[1].split(","):
                found += requirements_of(other, extras)
        else:
            found.append(requirement)
    return found


def main(*chosen: str) -> None:
    """Print the requirements, sorted."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    tools = [tool for tool in extras["dev"] if re.match(r"[\w-]+", tool)[0] in TESTING]
    needed = {one for extra in chosen for one in requirements_of(extra, extras)}
    print("\n".join(sorted({*project["dependencies"], *needed, *tools})))


if __name__ == "__main__":
    main(*sys.argv[1:])

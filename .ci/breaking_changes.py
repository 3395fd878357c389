"""Say which public names have changed since the last release in a way that may break programs.

With a release tag (``v0.1.0``) as argument, compare with that one. Where there is no release yet
there is nothing to break.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import griffe

from boardgame_envs import __version__
from boardgame_envs.public import PUBLIC

PROJECT = Path(__file__).resolve().parents[1]


def last_release() -> str | None:
    """Return the newest release tag that this commit comes after, if there is one."""
    answer = subprocess.run(
        ["git", "describe", "--tags", "--abbrev=0", "--match", "v[0-9]*"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    return answer.stdout.strip() or None


def public_paths() -> tuple[str, ...]:
    """Return the paths of what is public, where it is exported and where it is defined."""
    paths = set()
    for module in PUBLIC:
        names = module.names if module.extra and module.names else module.exported()
        paths |= {f"{module.name}.{name}" for name in names}
        if not module.extra:
            for name, value in module.exported().items():
                home = getattr(value, "__module__", None)
                paths.add(f"{home or module.name}.{getattr(value, '__qualname__', name)}")
    return tuple(paths)


def is_public(path: str, paths: tuple[str, ...]) -> bool:
    """Tell whether something is public, or an unhidden part of what is."""
    inside = any(path == each or path.startswith((f"{each}.", f"{each}(")) for each in paths)
    return inside and "._" not in path


def breaks(tag: str) -> list[str]:
    """Return what broke since a release, a line for each."""
    earlier = griffe.load_git("boardgame_envs", ref=tag, repo=PROJECT, resolve_aliases=True)
    now = griffe.load("boardgame_envs", search_paths=[PROJECT], resolve_aliases=True)
    paths = public_paths()
    found = griffe.find_breaking_changes(earlier, now)
    return [
        each.explain(griffe.ExplanationStyle.ONE_LINE)
        for each in found
        if is_public(each.obj.path, paths)
    ]


def allows_breaks(tag: str) -> bool:
    """Tell whether this version may break what the one of a tag had: docs/versioning.md."""
    earlier, now = (tuple(map(int, v.lstrip("v").split(".")[:2])) for v in (tag, __version__))
    return now[0] > earlier[0] or (now[0] == 0 and now > earlier)


def main(arguments: list[str]) -> int:
    """Report; fail where the version does not allow what was found."""
    tag = arguments[0] if arguments else last_release()
    if tag is None:
        print("there is no release yet, and nothing to break")
        return 0
    found = breaks(tag)
    for line in found:
        print(line)
    print(f"{len(found)} breaking changes of public names since {tag}; this is {__version__}")
    return 1 if found and not allows_breaks(tag) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

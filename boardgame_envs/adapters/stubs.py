"""The types of a game's entry points as a stub file, so that editors know the options of a game.

``elements_v0.env`` takes what its game declares, which no type checker can find out by itself.
"""

from __future__ import annotations

import inspect
import re
import types
import typing
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

from boardgame_envs.adapters.entry_points import EntryPoints
from boardgame_envs.adapters.pettingzoo_table import PettingZooTable
from boardgame_envs.core.game import Game

MAKERS = (EntryPoints.env, EntryPoints.raw_env, EntryPoints.parallel_env)
# arguments of the environment that are no keywords of the entry points
NOT_KEYWORDS = ("self", "game", "options")
WIDTH = 100
INDENT = "    "


class Keyword(NamedTuple):
    """A keyword of an entry point, and what it means if its game says so."""

    name: str
    hint: str
    default: str
    meaning: str = ""


def stub(game: Game) -> str:
    """Return the stub of a game's module, in the format of our formatter."""
    keywords = [*environment_keywords(), *option_keywords(game)]
    makers = [line for maker in MAKERS for line in function(maker, keywords)]
    names = [maker.__name__ for maker in MAKERS]
    exported = ", ".join(f'"{name}"' for name in sorted(names))
    return "\n".join(
        [
            f'"""{game.title} for PettingZoo: what its entry points take.',
            "",
            "Generated from the options of the game by ``make docs``: edit the game.",
            '"""',
            "",
            *imports(keywords),
            "",
            f"__all__ = [{exported}]",
            "",
            *makers,
        ]
    )


def environment_keywords() -> Iterator[Keyword]:
    """Go through the keywords that the environments of all games take."""
    hints = typing.get_type_hints(PettingZooTable.__init__)
    for name, parameter in inspect.signature(PettingZooTable.__init__).parameters.items():
        if name not in NOT_KEYWORDS:
            # env() and parallel_env() have other ways with illegal actions than raw_env()
            default = "..." if name == "illegal" else default_of(parameter.default)
            yield Keyword(name, written(hints[name]), default)


def option_keywords(game: Game) -> Iterator[Keyword]:
    """Go through the options of a game."""
    for option in game.options:
        hint, default = option.allowed.hint, default_of(option.default)
        yield Keyword(option.name, hint, default, option.meaning)


def default_of(value: Any) -> str:
    """Return a default as a stub writes it: plain values as they are."""
    is_plain = isinstance(value, int | float | str | None)
    return repr(value).replace("'", '"') if is_plain else "..."


def written(hint: Any) -> str:
    """Return a type as Python writes it, names of types spelt out."""
    if typing.get_origin(hint) is Literal:
        words = ", ".join(f'"{word}"' for word in typing.get_args(hint))
        return f"Literal[{words}]"
    if typing.get_origin(hint) in (types.UnionType, typing.Union):
        return " | ".join(written(part) for part in typing.get_args(hint))
    return "None" if hint is type(None) else str(getattr(hint, "__name__", hint))


def imports(keywords: Sequence[Keyword]) -> list[str]:
    """Return the imports that a stub needs."""
    used = set(re.findall(r"\w+", " ".join(keyword.hint for keyword in keywords)))
    lines = ["from collections.abc import Sequence"] if "Sequence" in used else []
    names = [name for name in ("Any", "Literal") if name in used]
    lines += [f"from typing import {', '.join(names)}"] if names else []
    return [
        *lines,
        "",
        "from boardgame_envs.adapters.pettingzoo_aec import CheckedTableEnv, TableEnv",
        "from boardgame_envs.adapters.pettingzoo_parallel import ParallelTableEnv",
    ]


def function(maker: Any, keywords: Sequence[Keyword]) -> Iterator[str]:
    """Go through the lines of an entry point, with what its options mean."""
    returned = inspect.signature(maker).return_annotation
    yield f"def {maker.__name__}("
    yield f"{INDENT}*,"
    for keyword in keywords:
        yield from parameter_lines(keyword)
    yield f") -> {returned}:"
    yield f'{INDENT}"""{maker.__doc__.splitlines()[0]}'
    yield ""
    for keyword in keywords:
        if keyword.meaning:
            yield from wrapped(f"- ``{keyword.name}``: {keyword.meaning}")
    yield f'{INDENT}"""'
    yield ""


def parameter_lines(keyword: Keyword) -> list[str]:
    """Return a parameter on one line, or with the words it may be one below the other."""
    line = f"{INDENT}{keyword.name}: {keyword.hint} = {keyword.default},"
    words = re.fullmatch(r"(.*?)\[(.*)\](.*)", keyword.hint)
    if len(line) <= WIDTH or words is None:
        return [line]
    start, inside, end = words.groups()
    items = [inside] if "[" in inside else inside.split(", ")
    return [
        f"{INDENT}{keyword.name}: {start}[",
        *(f"{2 * INDENT}{item}{'' if '[' in inside else ','}" for item in items),
        f"{INDENT}]{end} = {keyword.default},",
    ]


def wrapped(text: str) -> Iterator[str]:
    """Go through the lines of an item of a list in a docstring."""
    line = INDENT
    for word in text.split():
        if len(line) + len(word) > WIDTH - 1:
            yield line.rstrip()
            line = INDENT + "  "
        line += word + " "
    yield line.rstrip()

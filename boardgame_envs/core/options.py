"""Options: the variants of a rulebook, checked before a game begins.

An option knows its default, what is allowed and how it is written on a command line, so
that every way to choose one (Python, command line, records, configs) says the same.
"""

from __future__ import annotations

import difflib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from boardgame_envs.core.numbers import whole_number
from boardgame_envs.core.problems import KeywordError, shortened
from boardgame_envs.core.problems import OptionError as OptionError


class Allowed(ABC):
    """The values an option may take."""

    @abstractmethod
    def __str__(self) -> str:
        """Say what is allowed, as in "it must be ..."."""

    @abstractmethod
    def check(self, value: Any) -> Any:
        """Return the value in its plain form, or raise ValueError."""

    @abstractmethod
    def parse(self, text: str) -> Any:
        """Return the value written on a command line, unchecked."""

    @property
    def hint(self) -> str:
        """The type of the values, as Python writes it for an editor to read."""
        return "Any"


def literal(words: Iterable[str]) -> str:
    """Return the type of one of several words."""
    quoted = ", ".join(f'"{word}"' for word in words)
    return f"Literal[{quoted}]"


@dataclass(frozen=True)
class Switch(Allowed):
    """True or False."""

    def __str__(self) -> str:
        """Say what is allowed."""
        return "True or False"

    @property
    def hint(self) -> str:
        """A boolean."""
        return "bool"

    def check(self, value: Any) -> bool:
        """Accept nothing but a boolean."""
        if not isinstance(value, bool):
            raise ValueError
        return value

    def parse(self, text: str) -> Any:
        """Read a word for yes or no."""
        words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
        return words.get(text.lower(), text)


@dataclass(frozen=True)
class WholeNumber(Allowed):
    """A whole number in a range."""

    lowest: int
    highest: int

    def __str__(self) -> str:
        """Say what is allowed."""
        return f"a whole number from {self.lowest} to {self.highest}"

    @property
    def hint(self) -> str:
        """A number."""
        return "int"

    def check(self, value: Any) -> int:
        """Accept a whole number in the range."""
        number = whole_number(value)
        if number is None or not self.lowest <= number <= self.highest:
            raise ValueError
        return number

    def parse(self, text: str) -> Any:
        """Read a number."""
        try:
            return int(text)
        except ValueError:
            return text


@dataclass(frozen=True)
class OrNone(Allowed):
    """Another kind of value, or None."""

    other: Allowed

    def __str__(self) -> str:
        """Say what is allowed."""
        return f"{self.other}, or None"

    @property
    def hint(self) -> str:
        """The other type, or None."""
        return f"{self.other.hint} | None"

    def check(self, value: Any) -> Any:
        """Accept None and what the other accepts."""
        return None if value is None else self.other.check(value)

    def parse(self, text: str) -> Any:
        """Read the word none, or the other kind of value."""
        return None if text.lower() == "none" else self.other.parse(text)


@dataclass(frozen=True)
class Choice(Allowed):
    """One of several words."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        """Say what is allowed."""
        return " or ".join(f'"{word}"' for word in self.words)

    @property
    def hint(self) -> str:
        """The words themselves."""
        return literal(self.words)

    def check(self, value: Any) -> str:
        """Accept one of the words."""
        if not isinstance(value, str) or value not in self.words:
            raise ValueError
        return value

    def parse(self, text: str) -> Any:
        """Take the word as it is."""
        return text


@dataclass(frozen=True)
class ListOf(Allowed):
    """A list, each of its items of one kind."""

    item: Allowed
    longest: int
    shortest: int = 1

    def __str__(self) -> str:
        """Say what is allowed."""
        return f"a list of {self.shortest} to {self.longest} items, each {self.item}"

    @property
    def hint(self) -> str:
        """A list or tuple."""
        return f"Sequence[{self.item.hint}]"

    def check(self, value: Any) -> list[Any]:
        """Accept a list or tuple of allowed items."""
        if isinstance(value, str | bytes) or not isinstance(value, Sequence):
            raise ValueError
        if not self.shortest <= len(value) <= self.longest:
            raise ValueError
        return [self.item.check(item) for item in value]

    def parse(self, text: str) -> Any:
        """Read items between commas."""
        return [self.item.parse(item.strip()) for item in text.split(",")] if text else []


@dataclass(frozen=True)
class SomeOf(Allowed):
    """Any of several words, each at most once; they are kept in the order given here."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        """Say what is allowed."""
        return f"a list of any of {', '.join(self.words)}, each at most once"

    @property
    def hint(self) -> str:
        """A list or tuple of the words."""
        return f"Sequence[{literal(self.words)}]"

    def check(self, value: Any) -> list[str]:
        """Accept a list or tuple of the words, in any order."""
        if isinstance(value, str | bytes) or not isinstance(value, Sequence):
            raise ValueError
        if any(word not in self.words for word in value) or len(set(value)) != len(value):
            raise ValueError
        return [word for word in self.words if word in value]

    def parse(self, text: str) -> Any:
        """Read words between commas."""
        return [word.strip() for word in text.split(",")] if text else []


@dataclass(frozen=True)
class NumberOrName(Allowed):
    """A whole number in a range, some of which have names."""

    lowest: int
    highest: int
    names: Mapping[str, int]

    def __str__(self) -> str:
        """Say what is allowed."""
        names = ", ".join(f'"{name}" ({number})' for name, number in self.names.items())
        return f"a whole number from {self.lowest} to {self.highest} or one of {names}"

    @property
    def hint(self) -> str:
        """A number, or the names."""
        return f"int | {literal(self.names)}"

    def check(self, value: Any) -> int:
        """Accept a name, or a whole number in the range."""
        if isinstance(value, str) and value in self.names:
            return self.names[value]
        return WholeNumber(self.lowest, self.highest).check(value)

    def parse(self, text: str) -> Any:
        """Read a number; a name is taken as it is."""
        return WholeNumber(self.lowest, self.highest).parse(text)


@dataclass(frozen=True)
class Option:
    """One option of a game."""

    name: str
    default: Any
    allowed: Allowed
    meaning: str

    def check(self, value: Any) -> Any:
        """Return the value in its plain form, or raise OptionError."""
        try:
            return self.allowed.check(value)
        except ValueError:
            raise OptionError(
                f"the option {self.name} must be {self.allowed}, not {shortened(value)}"
            ) from None


def complete_options(options: Sequence[Option], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return a value for every option: the chosen ones, checked, and else the defaults."""
    by_name = {option.name: option for option in options}
    for name in chosen:
        check_name(name, by_name)
    return {
        name: option.check(chosen[name]) if name in chosen else option.default
        for name, option in by_name.items()
    }


def check_keywords(options: Sequence[Option], chosen: Mapping[str, Any]) -> None:
    """Refuse keyword arguments that are no options."""
    for name in chosen.keys() - {option.name for option in options}:
        known = [option.name for option in options]
        raise KeywordError(
            f"__init__() got an unexpected keyword argument {name!r}: there is no option "
            f"{name!r}{suggest(name, known)}"
        )


def check_name(name: Any, known: Iterable[str]) -> None:
    """Refuse the name of an option that there is not."""
    if name not in known:
        raise OptionError(f"there is no option {shortened(name)}{suggest(str(name), known)}")


def parse_options(options: Sequence[Option], texts: Iterable[str]) -> dict[str, Any]:
    """Return the options written as ``key=value``, unchecked."""
    by_name = {option.name: option for option in options}
    chosen = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"an option is written key=value, not {text!r}")
        check_name(name, by_name)
        chosen[name] = by_name[name].allowed.parse(value)
    return chosen


def suggest(word: str, words: Iterable[str]) -> str:
    """Return the end of a sentence that names what was perhaps meant."""
    known = sorted(words)
    near = difflib.get_close_matches(word, known, n=1)
    there_are = f"there are {', '.join(known)}" if known else "there are none"
    return f": did you mean {near[0]!r}? ({there_are})" if near else f"; {there_are}"

"""A position in writing: one line that says all that lies on a table.

``elements target_points=3 | hands 1 2 6 / 3 4 | chain 2 5 | turn P2`` names the game, the number
of players and the options where they are not the usual ones, and then each thing on the table
under its name. What is as on an empty table is left out, and spaces may be line breaks. A position
shows every hidden card, as a record does: it is for tests, tutorials and reports of mistakes, not
for players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.compiled import Record
from boardgame_envs.core.options import parse_options, suggest
from boardgame_envs.core.problems import NotationError, shortened
from boardgame_envs.core.seats import CHANCE, NOBODY, seat_name

if TYPE_CHECKING:
    from boardgame_envs.core.game import Game

BETWEEN_ENTRIES = " | "
BETWEEN_PLAYERS = " / "
LONGEST_NUMBER = 20  # digits: no field has room for more
OVER = "over"  # in the place of a seat once the game has ended
BY_CHANCE = "chance"  # in the place of a seat before a deal or a draw
EMPTY_TABLES = 64  # settings whose empty tables are remembered

# what the cards of the deck that is played with are called, in the order in which piles count them
CardNames = Callable[[Record], Sequence[str]]


@dataclass(frozen=True)
class Entry:
    """One thing on the table: the name it is written under, and how.

    ``write`` returns its text, and ``read`` puts what a text says on the table, or raises
    NotationError. Entries are read in the order in which a game declares them.
    """

    name: str
    meaning: str
    write: Callable[[Record], str]
    read: Callable[[Record, str], None]


def nothing_follows(state: Record) -> None:
    """Leave a table as it is."""


@dataclass(frozen=True)
class PositionTable:
    """How the positions of one game are written.

    ``prepare`` makes of a record with nothing but options the empty table that entries are
    written onto. ``complete`` works out what follows from them, such as the cards that are left
    for the deck, and raises NotationError for what cannot be.
    """

    entries: tuple[Entry, ...]
    prepare: Callable[[Record], None] = nothing_follows
    complete: Callable[[Record], None] = nothing_follows
    _empty_tables: dict[bytes, dict[str, str]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def write(self, state: Record, template: NDArray[Any]) -> list[str]:
        """Return the entries that differ from an empty table."""
        empty = self._empty_table(template)
        texts = ((entry.name, entry.write(state)) for entry in self.entries)
        return [f"{name} {text}".rstrip() for name, text in texts if text != empty[name]]

    def _empty_table(self, template: NDArray[Any]) -> dict[str, str]:
        """Return what each entry says of an empty table; that is asked for again and again."""
        key = template.tobytes()
        known = self._empty_tables.get(key)
        if known is None:
            blank = template.copy()
            self.prepare(blank[0])
            known = {entry.name: entry.write(blank[0]) for entry in self.entries}
            if len(self._empty_tables) >= EMPTY_TABLES:
                self._empty_tables.clear()
            self._empty_tables[key] = known
        return known

    def read(self, texts: Sequence[str], template: NDArray[Any]) -> NDArray[Any]:
        """Return the state that entries describe, as an array of one."""
        given = self._by_name(texts)
        states = template.copy()
        self.prepare(states[0])
        for entry in self.entries:
            if entry.name in given:
                entry.read(states[0], given[entry.name])
        self.complete(states[0])
        return states

    def entries_of(self, states: NDArray[Any], template: NDArray[Any]) -> list[str]:
        """Return the entries that make up this very state, or raise NotationError.

        Whatever can be written and read again byte for byte keeps within the bounds of every
        entry, so this is how a state from outside is checked before any compiled rule sees it.
        """
        try:
            entries = self.write(states[0], template)
            again = self.read(entries, template)
        except NotationError as error:
            raise NotationError(f"this state is no position: {error}") from None
        except Exception:
            # a state from outside may have anything anywhere
            raise NotationError("this state is no position: it cannot be written down") from None
        names = states.dtype.names or ()
        for name in (name for name in names if again[name].tobytes() != states[name].tobytes()):
            raise NotationError(f"this state is no position: its {name!r} cannot be so")
        return entries

    def _by_name(self, texts: Sequence[str]) -> dict[str, str]:
        """Return what is written under each name, or raise NotationError."""
        given: dict[str, str] = {}
        names = sorted((entry.name for entry in self.entries), key=len, reverse=True)
        for text in texts:
            found = (n for n in names if text == n or text.startswith(f"{n} "))
            name = next(found, None)
            if name is None:
                word = text.split(" ")[0]
                raise NotationError(f"a position has no entry {word!r}{suggest(word, names)}")
            if name in given:
                raise NotationError(f"a position has {name!r} once, not twice")
            given[name] = text[len(name) :].strip()
        return given


# --- the whole line ---


def write_position(
    game: Game, num_players: int, options: Mapping[str, Any], states: NDArray[Any]
) -> str:
    """Return a table in writing."""
    usual = game.check_players(None, options)
    heading = [game.name, *([str(num_players)] if num_players != usual else [])]
    changed = game.changed_options(options).items()
    heading += [f"{name}={written_option(value)}" for name, value in changed]
    template = game.make_template(num_players, options)
    entries = game.notation.POSITION.write(states[0], template)
    return BETWEEN_ENTRIES.join([" ".join(heading), *entries])


def written_option(value: Any) -> str:
    """Return the value of an option as a command line has it."""
    if isinstance(value, list):
        return ",".join(map(written_option, value))
    return "none" if value is None else str(value)


def read_position(
    text: str, find_game: Callable[[str], Game]
) -> tuple[Game, int, dict[str, Any], NDArray[Any]]:
    """Return game, number of players, options and state of a written position."""
    if not isinstance(text, str):
        raise NotationError(f"a position is one line of text, not {shortened(text)}")
    heading, *entries = (single_spaced(part) for part in text.split(BETWEEN_ENTRIES.strip()))
    if not heading:
        raise NotationError("a position begins with the name of a game, such as 'elements'")
    name, *words = heading.split()
    game = find_game(name)
    players = read_players(words.pop(0)) if words and words[0].isdecimal() else None
    options = game.complete_options(parse_options(game.options, words))
    num_players = game.check_players(players, options)
    template = game.make_template(num_players, options)
    return game, num_players, options, game.notation.POSITION.read(entries, template)


def read_players(word: str) -> int:
    """Return a number of players, or raise NotationError."""
    if len(word) > LONGEST_NUMBER:
        raise NotationError(f"a number of players is not {shortened(word)}")
    return int(word)


# --- entries that many games have ---


def number_entry(
    name: str, meaning: str, field: str = "", lowest: int = 0, highest: int | None = None
) -> Entry:
    """Return the entry of a field with one whole number."""
    field = field or name

    def read(state: Record, text: str) -> None:
        most = room_for(state[field]) if highest is None else highest
        state[field] = read_number(text, name, lowest, most)

    return Entry(name, meaning, lambda state: str(int(state[field])), read)


def numbers_entry(
    name: str, meaning: str, field: str = "", lowest: int = 0, highest: int | None = None
) -> Entry:
    """Return the entry of a field with a whole number for each player."""
    field = field or name

    def write(state: Record) -> str:
        return join_players(str(int(n)) for n in state[field][: int(state["num_players"])])

    def read(state: Record, text: str) -> None:
        most = room_for(state[field]) if highest is None else highest
        for seat, part in enumerate(split_players(state, text, name)):
            state[field][seat] = read_number(part, name, lowest, most)

    return Entry(name, meaning, write, read)


def flag_entry(name: str, meaning: str, field: str = "") -> Entry:
    """Return the entry of a field that is true: its name alone."""
    field = field or name

    def write(state: Record) -> str:
        return "" if state[field] else "no"

    def read(state: Record, text: str) -> None:
        if text not in ("", "yes", "no"):
            raise NotationError(f"{name!r} is followed by yes, no or nothing, not by {text!r}")
        state[field] = text != "no"

    return Entry(name, meaning, write, read)


def word_entry(name: str, meaning: str, words: Sequence[str], field: str = "") -> Entry:
    """Return the entry of a field whose values have names."""
    field = field or name

    def read(state: Record, text: str) -> None:
        if text not in words:
            raise NotationError(f"{name!r} is one of {', '.join(words)}, not {text!r}")
        state[field] = words.index(text)

    return Entry(name, meaning, lambda state: words[int(state[field])], read)


def seat_entry(name: str, meaning: str, field: str = "", nobody: str = "nobody") -> Entry:
    """Return the entry of a field with a seat: ``P1`` is seat 0."""
    return seat_or_word_entry(name, meaning, field or name, {nobody: NOBODY})


def turn_entry() -> Entry:
    """Return the entry of who is to act: a player, chance, or nobody any more."""
    return seat_or_word_entry("turn", "who is to act", "seat", {BY_CHANCE: CHANCE, OVER: NOBODY})


def seat_or_word_entry(name: str, meaning: str, field: str, words: Mapping[str, int]) -> Entry:
    """Return the entry of a field with a seat, or a number that has a word of its own."""
    by_number = {number: word for word, number in words.items()}

    def write(state: Record) -> str:
        seat = int(state[field])
        return by_number.get(seat) or seat_name(seat)

    def read(state: Record, text: str) -> None:
        state[field] = words[text] if text in words else read_player(state, text, name, words)

    return Entry(name, meaning, write, read)


def pile_entry(name: str, meaning: str, card_names: CardNames, field: str = "") -> Entry:
    """Return the entry of a counted pile."""
    field = field or name

    def read(state: Record, text: str) -> None:
        read_pile(state[field], text, card_names(state), name)

    return Entry(name, meaning, lambda state: write_pile(state[field], card_names(state)), read)


def piles_entry(name: str, meaning: str, card_names: CardNames, field: str = "") -> Entry:
    """Return the entry of a counted pile of each player."""
    field = field or name

    def write(state: Record) -> str:
        piles = state[field][: int(state["num_players"])]
        return join_players(write_pile(pile, card_names(state)) for pile in piles)

    def read(state: Record, text: str) -> None:
        for seat, part in enumerate(split_players(state, text, name)):
            read_pile(state[field][seat], part, card_names(state), name)

    return Entry(name, meaning, write, read)


def generator_entry() -> Entry:
    """Return the entry of the random numbers to come."""

    def read(state: Record, text: str) -> None:
        try:
            state["rng"] = np.uint64(int(text, 16))
        except (ValueError, OverflowError):
            raise NotationError(f"'rng' is a hexadecimal number, not {text!r}") from None

    return Entry("rng", "all chance to come", lambda state: f"{int(state['rng']):x}", read)


# --- parts of entries ---


def single_spaced(text: str) -> str:
    """Return a text with one space wherever it has any, and none around it."""
    return " ".join(text.split())


def join_players(parts: Iterable[str]) -> str:
    """Return what is written for each player as one text."""
    return single_spaced(BETWEEN_PLAYERS.join(parts))


def split_players(state: Record, text: str, name: str) -> list[str]:
    """Return what is written for each player, or raise NotationError."""
    parts = [part.strip() for part in text.split(BETWEEN_PLAYERS.strip())]
    players = int(state["num_players"])
    if len(parts) != players:
        raise NotationError(
            f"{name!r} needs {players} parts with / between them, one for each player, "
            f"not {len(parts)}"
        )
    return parts


def room_for(numbers: Any) -> int:
    """Return the highest number that a field of whole numbers has room for."""
    return int(np.iinfo(np.asarray(numbers).dtype).max)


def read_number(text: str, name: str, lowest: int, highest: int) -> int:
    """Return a whole number, or raise NotationError."""
    try:
        number = int(text)
    except ValueError:
        raise NotationError(f"{name!r} needs a whole number, not {text!r}") from None
    if not lowest <= number <= highest:
        raise NotationError(
            f"{name!r} needs a whole number from {lowest} to {highest}, not {number}"
        )
    return number


def read_player(state: Record, text: str, name: str, others: Iterable[str] = ()) -> int:
    """Return the seat of a player, or raise NotationError, which names ``others``, too."""
    names = [seat_name(seat) for seat in range(int(state["num_players"]))]
    if text not in names:
        raise NotationError(f"{name!r} names one of {', '.join([*names, *others])}, not {text!r}")
    return names.index(text)


def write_pile(pile: Any, card_names: Sequence[str]) -> str:
    """Return the cards of a counted pile by their names, in order."""
    counted = zip(card_names, pile, strict=False)  # a smaller deck leaves the end of a pile empty
    return " ".join(card for card, count in counted for _ in range(int(count)))


def read_pile(pile: Any, text: str, card_names: Sequence[str], name: str) -> None:
    """Put cards on an empty counted pile, or raise NotationError."""
    cards = read_cards(text, card_names, name)
    if len(cards) > room_for(pile):
        raise NotationError(f"{name!r} has room for {room_for(pile)} cards, not {len(cards)}")
    for card in cards:
        pile[card] += 1


def read_cards(text: str, card_names: Sequence[str], name: str) -> list[int]:
    """Return cards that are written by their names as places in the list of names."""
    for word in text.split():
        if word not in card_names:
            raise NotationError(f"{name!r} cannot have {word!r}{suggest(word, card_names)}")
    return [card_names.index(word) for word in text.split()]

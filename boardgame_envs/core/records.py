"""Game records: one game a line, as JSON, readable by people and checked by replaying.

A record holds every hidden card, so there is one only of a game that is over.
"""

from __future__ import annotations

import gzip
import io
import json
import math
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

import numpy as np

from boardgame_envs.core.catalogue import load_game
from boardgame_envs.core.compiled_game import TableLoops, loops_of
from boardgame_envs.core.game import Game, NotationError
from boardgame_envs.core.notation import find_action, read_seat, required, shortened
from boardgame_envs.core.notebook import table_html
from boardgame_envs.core.numbers import check_seed, finite_number
from boardgame_envs.core.seats import CHANCE, seat_name
from boardgame_envs.core.table import Table

FORMAT = 1
# characters of a line; the longest games come to a hundredth of it
LONGEST_LINE = 2**25
MOST_EMPTY_LINES = 10_000
CHANCE_KEYS = ("deal", "chance")


class RecordError(ValueError):
    """Raised when a record departs from the format or from the rules.

    ``event`` counts from 1; it is None if no single event is to blame. ``position`` is where the
    game stood, in writing, as far as it went.
    """

    def __init__(self, message: str, event: int | None = None, position: str | None = None) -> None:
        super().__init__(f"event {event}: {message}" if event else message)
        self.event, self.position = event, position


class GameRecord(dict[str, Any]):
    """A record: a dict as it is written to a file, with a picture of the end for notebooks."""

    def _repr_html_(self) -> str | None:
        """Return how the game ended, all hands open; nothing if the record cannot be replayed."""
        try:
            return table_html(replay(self, load_game), None)
        except ValueError:
            return None


# --- writing ---


def record_game(table: Table, legal: bool = False) -> GameRecord:
    """Return the record of a game that is over, with all legal actions if asked for."""
    table.check_begun()
    if not table.over:
        raise ValueError("the game is not over: a record would show the hidden cards")
    game = table.game
    return GameRecord(
        {
            "format": FORMAT,
            "game": game.name,
            "version": f"v{game.version}",
            "players": table.num_players,
            "options": game.changed_options(table.options),
            "actions": game.actions.hash,
            "seed": table.seed,
            "events": list(record_events(table, legal)),
            "result": record_result(table),
        }
    )


def record_events(table: Table, legal: bool) -> Iterator[dict[str, Any]]:
    """Go through all that happened, as events of a record."""
    notation, mask = table.game.notation, np.zeros_like(table.mask)
    for state, seat, action in table.history():
        if seat == CHANCE:
            yield notation.read_outcome(state)
            continue
        event = {"seat": seat, "action": table.game.actions.name(state, action)}
        if legal:
            states = np.array([state], table.game.rules.STATE)
            loops_of(table.game, TableLoops).mark_table(states, 0, mask)
            names = (table.game.actions.name(state, int(a)) for a in np.flatnonzero(mask))
            event["legal"] = sorted(names)
        yield event


def record_result(table: Table) -> dict[str, Any]:
    """Return how a game came out."""
    state, notation = table.states[0], table.game.notation
    return {
        "rewards": table.returns,
        "scores": notation.read_scores(state),
        "outcome": "truncated" if table.truncated else notation.read_result(state),
    }


def write_records(path: str | Path, records: Iterable[Mapping[str, Any]]) -> int:
    """Write records to a file (compressed if it ends in .gz); return how many.

    The file appears only when all are written, so a failure leaves an older one as it was.
    """
    path = Path(path)
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    count = 0
    try:
        with open_text(partial, "w", compressed=path.suffix == ".gz") as file:
            for record in records:
                file.write(written_line(record))
                count += 1
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    return count


def written_line(record: Mapping[str, Any]) -> str:
    """Return the line of a record, or raise RecordError if nobody could read it."""
    line = json.dumps(record) + "\n"
    if len(line) > LONGEST_LINE:
        raise RecordError(f"a game of {len(line)} characters is too long for a record")
    return line


# --- reading ---


@contextmanager
def open_text(path: Path, mode: str, compressed: bool) -> Iterator[IO[str]]:
    """Open a text file, compressed or not, to read ("r") or to write ("w")."""
    with open(path, f"{mode}b") as raw:
        # no name and no time in it, so that equal records make equal files
        packed = gzip.GzipFile("", f"{mode}b", fileobj=raw, mtime=0) if compressed else raw
        with io.TextIOWrapper(cast(IO[bytes], packed), encoding="utf-8") as text:
            yield text


def read_lines(path: str | Path) -> Iterator[str]:
    """Go through the lines of a file of records, or raise RecordError where it is broken."""
    path = Path(path)
    with open(path, "rb") as file:
        compressed = file.read(2) == b"\x1f\x8b"
    with open_text(path, "r", compressed) as file:
        try:
            yield from lines_with_text(file)
        except UnicodeDecodeError:
            raise RecordError("the file is not text (UTF-8)") from None
        except (EOFError, zlib.error, gzip.BadGzipFile):
            raise RecordError("the compressed file is damaged or cut off") from None


def lines_with_text(file: IO[str]) -> Iterator[str]:
    """Go through lines; no more is read, or unpacked, than one may be long."""
    empty = lines = 0  # how much was read since the last line with text
    while line := file.readline(LONGEST_LINE + 1):
        is_empty = not line.strip()
        empty, lines = (empty + len(line), lines + 1) if is_empty else (0, 0)
        if max(len(line), empty) > LONGEST_LINE:
            what = "empty lines" if is_empty else "a line"
            raise RecordError(f"there is {what} of more than {LONGEST_LINE} characters in it")
        if lines > MOST_EMPTY_LINES:
            raise RecordError(f"there are more than {MOST_EMPTY_LINES} empty lines in a row in it")
        if not is_empty:
            yield line


def parse_record(line: str) -> GameRecord:
    """Return the record on a line, or raise RecordError."""
    try:
        record = json.loads(line, parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        raise RecordError(f"the line is not JSON: {shortened(line.strip())}") from None
    if not isinstance(record, dict):
        raise RecordError(f"a record must be a JSON object, not {shortened(record)}")
    return GameRecord(record)


def refuse_constant(name: str) -> None:
    """Refuse NaN and Infinity, which Python reads and which are no JSON."""
    raise ValueError(f"{name} is no number")


def replay(record: Mapping[str, Any], find_game: Callable[[str], Game]) -> Table:
    """Play a recorded game through the rules, and return its table at the end.

    Raises RecordError at the first difference: another seat, an illegal action, other
    legal actions, an impossible deal, another result.
    """
    try:
        table, seed = seat_players(record, find_game)
        events = required(record, "events", list, "the record")
        result = required(record, "result", dict, "the record")
    except ValueError as error:
        raise RecordError(str(error)) from None
    reader = EventReader(events)
    try:
        table.reset(seed, outcomes=reader)
        while not table.over:
            reader.read_decision(table)
        reader.expect_end()
    except ValueError as error:
        position = table.position if table.num_decisions else None
        raise RecordError(str(error), reader.number, position) from None
    compare_result(result, record_result(table))
    return table


def seat_players(record: Mapping[str, Any], find_game: Callable[[str], Game]) -> tuple[Table, int]:
    """Return the table that a record's heading asks for, and the seed."""
    if required(record, "format", int, "the record") != FORMAT:
        raise NotationError(f"the format must be {FORMAT}, not {shortened(record['format'])}")
    game = find_game(required(record, "game", str, "the record"))
    version = required(record, "version", str, "the record")
    if version != f"v{game.version}":
        raise NotationError(f"{game.name} is at v{game.version}, not {shortened(version)}")
    players = required(record, "players", int, "the record")
    options = game.complete_options(required(record, "options", dict, "the record"))
    seed = check_seed(required(record, "seed", int, "the record"))
    return Table(game, players, **options), seed


class EventReader:
    """Reads the events of a record in order; gives a table its chance events."""

    def __init__(self, events: list[Any]) -> None:
        self.events = events
        self.number = 0  # of the event that was read last

    def __iter__(self) -> EventReader:
        """Serve as the source of chance events."""
        return self

    def __next__(self) -> Mapping[str, Any]:
        """Return the chance event that must come now."""
        event = self.read_event("a deal or another chance event")
        if not any(key in event for key in CHANCE_KEYS):
            raise NotationError("a deal or another chance event should come here")
        if "seat" in event or "action" in event:
            raise NotationError("an event is a decision or a chance event, not both")
        return event

    def read_event(self, expected: str) -> dict[str, Any]:
        """Return the next event, whatever its kind."""
        self.number += 1
        if self.number > len(self.events):
            raise NotationError(f"the record ends where {expected} should come")
        event = self.events[self.number - 1]
        if not isinstance(event, dict):
            raise NotationError(f"an event must be a JSON object, not {shortened(event)}")
        return event

    def read_decision(self, table: Table) -> None:
        """Check the next event against the rules and carry it out."""
        event = self.read_event(f"a decision of {seat_name(table.seat)}")
        if any(key in event for key in CHANCE_KEYS):
            raise NotationError(f"a decision of {seat_name(table.seat)} should come here")
        seat = required(event, "seat", int, "the event")
        if read_seat(seat, table.num_players, "seat") != table.seat:
            raise NotationError(f"it is {seat_name(table.seat)}'s turn, not {seat_name(seat)}'s")
        text = required(event, "action", str, "the event")
        if "legal" in event:
            compare_legal(event["legal"], table.legal_names())
        table.step(find_action(table.game, table.states[0], text, table.mask))

    def expect_end(self) -> None:
        """Refuse events after the end of the game."""
        if self.number < len(self.events):
            self.number += 1
            raise NotationError("the game is over before this event")


def compare_legal(recorded: Any, legal: list[str]) -> None:
    """Refuse a list of legal actions that is not, as a set, the one by the rules."""
    if not isinstance(recorded, list) or not all(isinstance(name, str) for name in recorded):
        raise NotationError(f"'legal' must be a list of actions, not {shortened(recorded)}")
    illegal, missing = sorted(set(recorded) - set(legal)), sorted(set(legal) - set(recorded))
    if illegal:
        raise NotationError(f"'legal' names what is not legal: {shortened(', '.join(illegal))}")
    if missing:
        raise NotationError(f"'legal' lacks what is legal: {', '.join(missing)}")


def compare_result(recorded: Mapping[str, Any], result: Mapping[str, Any]) -> None:
    """Refuse a result that is not the one by the rules."""
    for key, right in result.items():
        if key not in recorded:
            raise RecordError(f"the result lacks {key!r}")
        if not same_value(recorded[key], right):
            raise RecordError(
                f"the result's {key} should be {right!r}, not {shortened(recorded[key])}"
            )


def same_value(left: Any, right: Any) -> bool:
    """Tell whether two values of a result are the same, numbers up to rounding."""
    if isinstance(right, list):
        return (
            isinstance(left, list)
            and len(left) == len(right)
            and all(same_value(a, b) for a, b in zip(left, right, strict=True))
        )
    if isinstance(right, int | float):
        number = finite_number(left)
        return number is not None and math.isclose(number, right, abs_tol=1e-6)
    return bool(left == right)

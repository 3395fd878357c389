"""How it is written what all have seen of the hands, and of cards in a duel [12, 23, R7].

``fresh 2 / 0`` says that two cards of the first hand were drawn since its player acted: a Start may
be among these. ``ways`` says all there is to say, where that is more: of each player, for a Start
in the pile, in the hand and in the discards, a number for each number of monsters in the hand.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from boardgame_envs.core import written_position as writing
from boardgame_envs.core.compiled import Record
from boardgame_envs.core.problems import NotationError
from boardgame_envs.core.seats import seat_name
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.information.evidence import most_monsters
from boardgame_envs.games.tranquility.state import IN_DISCARDS, IN_HAND, IN_PILE, Mode

BETWEEN_PLACES = ","
UNWRITTEN = -1.0  # the first number of a player's ways while they are not known


# --- what follows from the hands ---


def usual_fresh(state: Record, player: int) -> int:
    """Return how many cards of a hand may be a Start if nothing is written of it [6, 12]."""
    size = int((state["hands"][player] > 0).sum())
    if int(state["mode"]) == Mode.HIGH_ARCH:
        return 0
    return size if state["is_start_played"] else int(cards.START in state["hands"][player])


def ways_of_fresh(state: Record, player: int, fresh: int) -> Any:
    """Return the ways of a hand that was dealt as it is, but for some fresh cards [6, 23]."""
    ways = np.zeros(state["ways"][player].shape)
    named = int(state["named"]) if int(state["seat"]) == player else 0
    size = int((state["hands"][player] > 0).sum()) + named
    has_gone = bool(state["is_start_played"])
    discarded = int(state["discards"][player].sum()) - named if has_gone else 0
    for monsters in range(most_monsters(state) + 1):
        ways[IN_PILE, monsters] = comb(size, monsters)
        ways[IN_HAND, monsters] = fresh * comb(max(size - 1, 0), monsters)
        ways[IN_DISCARDS, monsters] = discarded * comb(size, monsters)
    return ways


def complete_ways(state: Record) -> None:
    """Work out the ways of hands of which nothing is written, or only how many are fresh."""
    for player in range(cards.MAX_PLAYERS):
        if int(state["mode"]) == Mode.DUEL or player >= int(state["num_players"]):
            state["ways"][player] = 0.0
            continue
        if state["ways"][player, IN_PILE, 0] == UNWRITTEN:
            fresh = int(state["ways"][player, IN_HAND, 0])
            number = usual_fresh(state, player) if fresh == UNWRITTEN else fresh
            state["ways"][player] = ways_of_fresh(state, player, number)
        check_ways(state, player)


def check_ways(state: Record, player: int) -> None:
    """Refuse a Start, or monsters, in a place that has no room for them [6, 23]."""
    named = int(state["named"]) if int(state["seat"]) == player else 0
    held = int((state["hands"][player] > 0).sum()) + named
    discarded = int(state["discards"][player].sum()) - named
    most = {
        IN_PILE: held,
        IN_HAND: held - 1,
        # a Start is there only if anything is
        IN_DISCARDS: held if discarded > 0 else -1,
    }
    for place, monsters in most.items():
        if state["ways"][player, place, monsters + 1 :].any():
            raise NotationError(
                f"'ways' or 'fresh' has a Start or monsters of {seat_name(player)} where there is "
                f"no room for them, with {held} cards in hand and {discarded} discarded"
            )


def fresh_of(state: Record, player: int) -> int | None:
    """Return how many cards of a hand are fresh, if that is all there is to say of it."""
    number = float(state["ways"][player, IN_HAND, 0])
    if not number.is_integer():
        return None
    is_all = np.array_equal(state["ways"][player], ways_of_fresh(state, player, int(number)))
    return int(number) if is_all else None


# --- entries ---


def is_usual(state: Record) -> bool:
    """Tell whether nothing has to be written of the hands."""
    players = range(int(state["num_players"]))
    unwritten = state["ways"][:, IN_PILE, 0] == UNWRITTEN
    return int(state["mode"]) == Mode.DUEL or all(
        unwritten[player] or fresh_of(state, player) == usual_fresh(state, player)
        for player in players
    )


def write_fresh(state: Record) -> str:
    """Return how many cards of each hand are fresh, where that is all there is to say [12]."""
    numbers = [fresh_of(state, player) for player in range(int(state["num_players"]))]
    if is_usual(state) or None in numbers:
        return ""
    return writing.join_players(map(str, numbers))


def read_fresh(state: Record, text: str) -> None:
    """Say how many cards of each hand a Start may be among [12]."""
    for player, part in enumerate(writing.split_players(state, text, "fresh")):
        number = writing.read_number(part, "fresh", 0, cards.MAX_HAND)
        state["ways"][player, IN_HAND, 0] = number


def write_ways(state: Record) -> str:
    """Return all that was seen of each hand, where the number of fresh cards is not all."""
    players = range(int(state["num_players"]))
    if is_usual(state) or all(fresh_of(state, player) is not None for player in players):
        return ""
    return writing.join_players(ways_in_words(state["ways"][player]) for player in players)


def ways_in_words(ways: Any) -> str:
    """Return the ways of a hand: ``1 5 10, 2 8`` has no Start that was discarded."""
    places = [" ".join(map(written_number, np.trim_zeros(row, "b"))) for row in ways]
    return f"{BETWEEN_PLACES} ".join(places).rstrip(f"{BETWEEN_PLACES} ")


def written_number(number: float) -> str:
    """Return a number such that the very same one can be read again."""
    return str(int(number)) if float(number).is_integer() else repr(float(number))


def read_ways(state: Record, text: str) -> None:
    """Say what was seen of each hand [12, 23]."""
    for player, part in enumerate(writing.split_players(state, text, "ways")):
        state["ways"][player] = 0.0
        places = part.split(BETWEEN_PLACES)
        if len(places) > len(state["ways"][player]):
            raise NotationError(f"'ways' has up to 3 rows of numbers with , between, not {part!r}")
        for row, place in zip(state["ways"][player], places, strict=False):
            numbers = read_numbers(place)
            if len(numbers) > len(row):
                raise NotationError(f"'ways' has up to {len(row)} numbers in a row, not {place!r}")
            row[: len(numbers)] = numbers


def read_numbers(text: str) -> list[float]:
    """Return numbers that are not negative, or raise NotationError."""
    try:
        numbers = [float(word) for word in text.split()]
    except ValueError:
        raise NotationError(f"'ways' is written in numbers, not {text!r}") from None
    if not all(0.0 <= number < float("inf") for number in numbers):
        raise NotationError(f"'ways' has no negative or endless numbers, as in {text!r}")
    return numbers


def write_passed(state: Record) -> str:
    """Return who has passed with one card [45]."""
    return " ".join(seat_name(seat) for seat, passed in enumerate(state["has_passed"]) if passed)


def read_passed(state: Record, text: str) -> None:
    """Say who has passed with one card [45]."""
    for word in text.split():
        state["has_passed"][writing.read_player(state, word, "passed")] = True


ENTRIES = (
    writing.Entry("fresh", "cards drawn since each player acted", write_fresh, read_fresh),
    writing.Entry("ways", "what else was seen of each hand", write_ways, read_ways),
    writing.Entry("passed", "who has passed with one card", write_passed, read_passed),
)

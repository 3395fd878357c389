"""How positions of Elements are written: cards by their values, the chain from the bottom up."""

from __future__ import annotations

from typing import Any

from boardgame_envs.core.compiled import Record
from boardgame_envs.core.problems import NotationError
from boardgame_envs.core.written_position import (
    BETWEEN_PLAYERS,
    OVER,
    Entry,
    PositionTable,
    generator_entry,
    number_entry,
    numbers_entry,
    seat_entry,
    split_players,
    word_entry,
)
from boardgame_envs.games.elements.actions import ACTIONS
from boardgame_envs.games.elements.rules import Ending

ENDINGS = tuple(ending.name.lower().replace("_", " ") for ending in Ending)


def values_of(state: Record) -> list[int]:
    """Return the values in the deck, ascending [1, V4]."""
    return [int(value) for value in state["values"] if value]


def write_pile(state: Record, pile: Any) -> str:
    """Return the cards of a counted pile by their values [1]."""
    values = values_of(state)
    return " ".join(str(v) for kind, v in enumerate(values) for _ in range(int(pile[kind])))


def read_kinds(state: Record, text: str, name: str) -> list[int]:
    """Return cards that are written by their values as kinds [1]."""
    values = values_of(state)
    for word in text.split():
        if not word.isdigit() or int(word) not in values:
            known = ", ".join(map(str, values))
            raise NotationError(f"{name!r} names cards of this deck ({known}), not {word!r}")
    return [values.index(int(word)) for word in text.split()]


def pile_entry(name: str, meaning: str, field: str) -> Entry:
    """Return the entry of a counted pile."""

    def read(state: Record, text: str) -> None:
        for kind in read_kinds(state, text, name):
            state[field][kind] += 1

    return Entry(name, meaning, lambda state: write_pile(state, state[field]), read)


def piles_entry(name: str, meaning: str, field: str) -> Entry:
    """Return the entry of a counted pile of each player."""

    def write(state: Record) -> str:
        return BETWEEN_PLAYERS.join(write_pile(state, pile) for pile in state[field]).strip()

    def read(state: Record, text: str) -> None:
        for seat, part in enumerate(split_players(state, text, name)):
            for kind in read_kinds(state, part, name):
                state[field][seat, kind] += 1

    return Entry(name, meaning, write, read)


def write_chain(state: Record) -> str:
    """Return the chain from the bottom up [4]."""
    values = values_of(state)
    return " ".join(str(values[kind]) for kind in state["chain"][: int(state["chain_size"])])


def read_chain(state: Record, text: str) -> None:
    """Lay the chain [4]."""
    kinds = read_kinds(state, text, "chain")
    if len(kinds) > state["chain"].size:
        raise NotationError(f"the chain has room for {state['chain'].size} cards")
    state["chain"][: len(kinds)] = kinds
    state["chain_size"] = len(kinds)


def write_actions(state: Record) -> str:
    """Return the actions of the round in order [3]."""
    taken = state["actions"][: int(state["num_actions"])]
    return ", ".join(ACTIONS.name(state, int(action)) for action in taken)


def read_actions(state: Record, text: str) -> None:
    """Note the actions of the round in order [3]."""
    by_name = {ACTIONS.name(state, action): action for action in range(len(ACTIONS))}
    names = [name.strip() for name in text.split(",") if name.strip()]
    if len(names) > state["actions"].size:
        raise NotationError(f"a round has at most {state['actions'].size} actions")
    for name in names:
        if name not in by_name:
            raise NotationError(f"'actions' names actions such as 'take', not {name!r}")
    state["actions"][: len(names)] = [by_name[name] for name in names]
    state["num_actions"] = len(names)


def prepare(state: Record) -> None:
    """Let the first player have started, and be to act [3]."""
    state["starter"] = 0
    state["seat"] = 0


def lay_rest_aside(state: Record) -> None:
    """All cards that are nowhere else lie aside [2]."""
    for kind, value in enumerate(values_of(state)):
        seen = int(state["hands"][:, kind].sum() + state["open_cards"][:, kind].sum())
        seen += int((state["chain"][: int(state["chain_size"])] == kind).sum())
        aside = int(state["copies"][kind]) - seen - int(state["discard_pile"][kind])
        if aside < 0:
            raise NotationError(
                f"there are {int(state['copies'][kind])} cards of value {value}, not "
                f"{int(state['copies'][kind]) - aside}"
            )
        state["aside"][kind] = aside


POSITION = PositionTable(
    entries=(
        piles_entry("hands", "the cards in hand", "hands"),
        Entry("chain", "the chain, its top card last", write_chain, read_chain),
        piles_entry("open", "the open cards", "open_cards"),
        pile_entry("discards", "the discard pile", "discard_pile"),
        numbers_entry("points", "the points"),
        seat_entry("turn", "whose turn it is", "seat", nobody=OVER),
        seat_entry("starter", "who began the round"),
        Entry("actions", "the actions of this round", write_actions, read_actions),
        number_entry("rounds played", "rounds that are over", "rounds_played"),
        word_entry("last round", "how the round before ended", ENDINGS, "last_ending"),
        seat_entry("last winner", "who won it", "last_winner"),
        piles_entry("shown", "the hands that a reveal has shown", "shown_hands"),
        generator_entry(),
    ),
    prepare=prepare,
    complete=lay_rest_aside,
)

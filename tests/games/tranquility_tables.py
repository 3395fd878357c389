"""Tables of Tranquility in positions that are written down, and ways to look at them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from boardgame_envs import make_table
from boardgame_envs.core.table import Table
from boardgame_envs.games.tranquility import GAME
from boardgame_envs.games.tranquility.cards import MAX_PILE, START, card_name
from boardgame_envs.games.tranquility.field.shapes import CELL_NAMES, Shape
from boardgame_envs.games.tranquility.notation import whole_deck, whole_explorer_deck
from boardgame_envs.games.tranquility.writing.card_entries import read_cards

Cards = str
ISLANDS_IN_ORDER = tuple(range(1, 37))


# --- building ---


def position(*parts: str) -> Table:
    """Return a table in a position; its parts may be written one by one."""
    return Table.at(" | ".join(parts))


def read(cards: Cards) -> list[int]:
    return read_cards(cards, "cards", MAX_PILE)


def along_the_line(
    numbers: Iterable[int] = ISLANDS_IN_ORDER, but: str = "", names: Sequence[str] = ()
) -> str:
    """Return numbers on the cells in order, as a position has them, but for some cells."""
    in_order = zip(names or CELL_NAMES[Shape.SQUARE], numbers, strict=False)
    return " ".join(f"{name}={number}" for name, number in in_order if name not in but.split())


def deal_of(tops: Sequence[Cards], first: int = 0, **options: Any) -> dict[str, Any]:
    """Return a whole deal whose piles begin with some cards; the others follow in order."""
    blank = Table(GAME, len(tops), **options)
    state = blank.template[0]
    unused = whole_deck(state)
    removed = sorted(unused)[: int(state["removed_islands"])]
    unused.subtract([*removed, *(card for cards in tops for card in read(cards))])
    assert min(unused.values()) >= 0, "there are fewer cards of one kind"
    # compasses and storms come last, so that nobody draws one by accident
    rest = sorted(unused.elements(), key=lambda card: (card > START, card))
    share, extras = divmod(len(rest) + sum(len(c.split()) for c in tops), len(tops))
    others = [seat for seat in range(len(tops)) if seat != first]
    deal: dict[str, Any] = {"removed": removed, "piles": [], "first": first}
    for seat, cards in enumerate(tops):
        size = share + int(seat in others[:extras])
        missing = size - len(cards.split())
        deal["piles"].append([card_name(card) for card in read(cards) + rest[:missing]])
        rest = rest[missing:]
    if "reefs" in options.get("expansions", ()):
        deal["reef"] = 4
    if options.get("mode") == "pyramid":
        deal["explorer"] = [card_name(card) for card in whole_explorer_deck().elements()]
    return deal


def dealt(
    tops: Sequence[Cards], first: int = 0, starts: Sequence[int] = (), **options: Any
) -> Table:
    """Return a game that begins with a deal, and Starts under these numbers of cards."""
    table = make_table("tranquility", len(tops), **options)
    depths = list(starts) or [9] * len(tops)
    outcomes = [{"deal": deal_of(tops, first, **options)}, {"chance": {"start": depths}}]
    table.reset(3, outcomes)
    return table


# --- playing and looking ---


def play(table: Table, *actions: str) -> Table:
    for action in actions:
        table.play(action)
    return table


def legal(table: Table, *verbs: str) -> list[str]:
    """Return the legal actions that begin with one of these words, without the word if one."""
    chosen = [name for name in table.legal_names() if name.split()[0] in verbs]
    return [name.partition(" ")[2] for name in chosen] if len(verbs) == 1 else chosen


def verbs(table: Table) -> set[str]:
    """Return the first words of all legal actions."""
    return {name.split()[0] for name in table.legal_names()}


def value(table: Table, name: str) -> Any:
    """Return a field of the state as plain numbers."""
    return table.states[name][0].tolist()


def cells(table: Table) -> list[str]:
    return CELL_NAMES[int(table.template["field"][0])]


def names(places: Iterable[int]) -> Cards:
    return " ".join(str(card_name(int(card))) for card in places if card)


def hand(table: Table, seat: int) -> Cards:
    return names(value(table, "hands")[seat])


def hands(table: Table) -> list[Cards]:
    return [hand(table, seat) for seat in range(table.num_players)]


def pile(table: Table, seat: int) -> Cards:
    return names(value(table, "piles")[seat][::-1])


def piles(table: Table) -> list[Cards]:
    return [pile(table, seat) for seat in range(table.num_players)]


def discarded(table: Table, seat: int) -> Cards:
    counts = value(table, "discards")[seat]
    return names(card for card, count in enumerate(counts) for _ in range(count))


def on_field(table: Table) -> str:
    numbers = value(table, "grid")[: len(cells(table))]
    return " ".join(f"{c}={n}" for c, n in zip(cells(table), numbers, strict=True) if n)


def result(table: Table) -> str:
    """Return how a game has ended; "" if it has not."""
    return GAME.notation.read_result(table.states[0]) if table.over else ""

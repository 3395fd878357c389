"""Positions of Tranquility, built by hand for its tests, and ways to look at them.

Cards are named as records name them, with spaces between them: ``"5 38 start"``. A pile is
written top first. A field is written ``"a1=5 c1=9"``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from boardgame_envs import make_table
from boardgame_envs.core.table import Table
from boardgame_envs.games.tranquility import GAME, rules
from boardgame_envs.games.tranquility.cards import NAMES, START, card_name
from boardgame_envs.games.tranquility.field.shapes import CELL_NAMES, ROW_OF, Shape
from boardgame_envs.games.tranquility.notation import whole_deck, whole_explorer_deck
from boardgame_envs.games.tranquility.state import TABLE, Stage

Cards = str
ISLANDS_IN_ORDER = tuple(range(1, 37))


# --- building ---


def position(
    hands: Sequence[Cards],
    field: str = "",
    piles: Sequence[Cards] = (),
    *,
    turn: int = 0,
    start_lies: bool = False,
    discards: Sequence[Cards] = (),
    moons: str = "",
    owners: Mapping[int, str] | None = None,
    row: Cards = "",
    deck: Cards = "",
    explorer: Cards = "",
    explored: str = "",
    removed: Cards = "",
    purples: Sequence[int] = (),
    **rest: Any,
) -> Table:
    """Return a table at the beginning of a turn.

    ``moons`` names the cells that show the moon, ``owners`` the cells of each seat,
    ``explored`` the cells whose border is used up, ``purples`` the rows with a storm. What
    else is named is an option of the game or a field of its state.
    """
    fields = set(GAME.rules.STATE.names) - {option.name for option in GAME.options}
    options = {name: value for name, value in rest.items() if name not in fields}
    if removed:
        options["removed_islands"] = len(removed.split())
    blank = Table(GAME, len(hands), **options)
    states = blank.template.copy()
    state = states[0]
    for seat, cards in enumerate(hands):
        put(state["hands"][seat], sorted(read(cards)))
        state["hand_sizes"][seat] = len(cards.split())
    for seat, cards in enumerate(piles):
        put(state["piles"][seat], read(cards)[::-1])
        state["pile_sizes"][seat] = len(cards.split())
    for seat, cards in enumerate(discards):
        for card in read(cards):
            state["discards"][seat][card] += 1
            state["discard_sizes"][seat] += 1
    lay_field(state, field)
    names = cells(blank)
    for name in moons.split():
        state["moon"][names.index(name)] = True
    for seat, owned in (owners or {}).items():
        for name in owned.split():
            state["owner"][names.index(name)] = seat
    for name in explored.split():
        state["borders"][names.index(name)] = False
    for number in purples:
        state["purples"][number - 1] += 1
    for name, cards in (("row", row), ("deck", deck), ("explorer", explorer)):
        in_order = read(cards) if name == "row" else read(cards)[::-1]
        put(state[name], in_order)
        state[f"{name}_size"] = len(in_order)
    put(state["removed"], read(removed))
    state["is_start_played"] = start_lies
    for name in fields & rest.keys():
        value = rest[name]
        if isinstance(value, Sequence):
            state[name][: len(value)] = value
        else:
            state[name] = value - 1 if name == "reef_row" else value
    state["active"], state["stage"], state["seat"] = turn, Stage.TURN, TABLE
    rules.go_on(state)
    return blank.with_state(states)


def read(cards: Cards) -> list[int]:
    return [START + NAMES.index(c) if c in NAMES else int(c) for c in cards.split()]


def put(places: Any, cards: Sequence[int]) -> None:
    places[: len(cards)] = cards


def lay_field(state: Any, field: str) -> None:
    shape = int(state["field"])
    for entry in field.split():
        name, _, number = entry.partition("=")
        cell = CELL_NAMES[shape].index(name)
        state["grid"][cell] = int(number)
        state["num_filled"] += 1
        state["row_filled"][ROW_OF[shape, cell]] += 1


def along_the_line(
    numbers: Iterable[int] = ISLANDS_IN_ORDER, but: str = "", names: Sequence[str] = ()
) -> str:
    """Return a field with numbers on its cells in order; those of some cells are left out."""
    in_order = zip(names or CELL_NAMES[Shape.SQUARE], numbers, strict=False)
    return " ".join(f"{name}={number}" for name, number in in_order if name not in but.split())


def deal_of(tops: Sequence[Cards], first: int = 0, **options: Any) -> dict[str, Any]:
    """Return a whole deal whose piles begin with some cards; the others follow in order."""
    blank = Table(GAME, len(tops), **options)
    state = blank.template[0]
    unused = whole_deck(state)
    removed = sorted(unused)[: int(state["removed_islands"])]
    unused.subtract([*removed, *(card for cards in tops for card in read(cards))])
    assert min(unused.values()) >= 0, "there are not so many cards of one kind"
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
    """Return a game that begins with a deal, and Starts under so many cards."""
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

"""How Tranquility is written down: actions, deals and results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from boardgame_envs.core.compiled import Record
from boardgame_envs.core.game import NotationError
from boardgame_envs.core.notation import read_seat, required, shortened
from boardgame_envs.core.seats import seat_name
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.modes import duel
from boardgame_envs.games.tranquility.modes.pyramid_shape import EXPLORER_SIZE, SPARE_BORDERS
from boardgame_envs.games.tranquility.position import POSITION as POSITION
from boardgame_envs.games.tranquility.state import NUM_ROWS, Mode, Outcome, Stage
from boardgame_envs.games.tranquility.turn.deal import deepest_start

# --- deals ---


def read_outcome(state: Record) -> dict[str, Any]:
    """Return the deal, or where the Starts are [5, 6, 41]."""
    players = int(state["num_players"])
    if int(state["stage"]) == Stage.STARTS_IN:
        return {"chance": {"start": [int(depth) for depth in state["depths"][:players]]}}
    if int(state["mode"]) == Mode.DUEL:
        return {"deal": read_duel(state)}
    deal: dict[str, Any] = {
        "removed": [int(card) for card in state["removed"][: int(state["removed_islands"])]],
        "piles": [
            top_first(pile, size)
            for pile, size in zip(state["piles"][:players], state["pile_sizes"], strict=False)
        ],
        "first": int(state["active"]),
    }
    if state["has_reefs"]:
        deal["reef"] = int(state["reef_row"]) + 1
    if int(state["mode"]) == Mode.PYRAMID:
        deal["explorer"] = top_first(state["explorer"], EXPLORER_SIZE)
    return {"deal": deal}


def read_duel(state: Record) -> dict[str, Any]:
    """Return the deal of a duel [41]."""
    return {
        "hands": [[int(card) for card in hand[: cards.HAND_LIMIT]] for hand in state["hands"][:2]],
        "row": [int(card) for card in state["row"]],
        "deck": top_first(state["deck"], int(state["deck_size"])),
        "first": int(state["active"]),
    }


def top_first(pile: Any, size: int) -> list[int | str]:
    """Return the cards of a pile as records have them, the top card first."""
    return [cards.card_name(int(card)) for card in pile[: int(size)][::-1]]


def write_outcome(state: Record, event: Mapping[str, Any]) -> None:
    """Deal or shuffle as recorded; refuse what cannot have happened [5, 6, 41]."""
    if int(state["stage"]) == Stage.STARTS_IN:
        write_depths(state, required(event, "chance", dict, "the event"))
    elif int(state["mode"]) == Mode.DUEL:
        write_duel(state, required(event, "deal", dict, "the event"))
    else:
        write_piles(state, required(event, "deal", dict, "the event"))


def write_depths(state: Record, chance: Mapping[str, Any]) -> None:
    """Put the Starts under the recorded numbers of cards [6, 18]."""
    depths = required(chance, "start", list, "the chance event")
    players = int(state["num_players"])
    if len(depths) != players:
        raise NotationError(f"'start' must have {players} numbers, not {shortened(depths)}")
    for seat, depth in enumerate(depths):
        deepest = deepest_start(state, seat)
        if isinstance(depth, bool) or not isinstance(depth, int) or not 0 <= depth <= deepest:
            raise NotationError(
                f"the Start of {seat_name(seat)} must have 0 to {deepest} cards above it, "
                f"not {shortened(depth)}"
            )
    state["depths"][:players] = depths


def write_piles(state: Record, deal: Mapping[str, Any]) -> None:
    """Lay the recorded piles out [5, 7]."""
    players = int(state["num_players"])
    removed = read_cards(required(deal, "removed", list, "the deal"), "removed islands")
    recorded = required(deal, "piles", list, "the deal")
    if len(recorded) != players:
        raise NotationError(f"the deal must have {players} piles, not {len(recorded)}")
    piles = [read_cards(p, f"pile of {seat_name(i)}") for i, p in enumerate(recorded)]
    if len(removed) != int(state["removed_islands"]):
        raise NotationError(
            f"{int(state['removed_islands'])} islands must be removed, not {len(removed)}"
        )
    if any(card > cards.ISLANDS for card in removed):
        raise NotationError("only islands are removed")
    sizes = [len(pile) for pile in piles]
    if max(sizes) > min(sizes) + 1:
        raise NotationError(f"piles of {sizes} cards are not as even as possible")
    check_cards("deal", [*removed, *(card for pile in piles for card in pile)], whole_deck(state))
    check_opening(state, piles)
    first = read_seat(required(deal, "first", int, "the deal"), players, "first player")
    if sizes[first] != min(sizes):
        raise NotationError(f"{seat_name(first)} cannot start, having more cards than others")
    state["removed"][: len(removed)] = removed
    for seat, pile in enumerate(piles):
        state["piles"][seat][: len(pile)] = pile[::-1]
        state["pile_sizes"][seat] = len(pile)
    state["active"] = first
    write_extras(state, deal)


def write_extras(state: Record, deal: Mapping[str, Any]) -> None:
    """Lay out what only some settings have: the reef and the explorer deck [21, 35]."""
    if state["has_reefs"]:
        row = required(deal, "reef", int, "the deal")
        if not 1 <= row <= NUM_ROWS:
            raise NotationError(f"the reef must lie at a row from 1 to {NUM_ROWS}, not {row}")
        state["reef_row"] = row - 1
    if int(state["mode"]) == Mode.PYRAMID:
        deck = read_cards(required(deal, "explorer", list, "the deal"), "explorer deck")
        check_cards("explorer deck", deck, whole_explorer_deck())
        state["explorer"] = deck[::-1]
        state["explorer_size"] = len(deck)


def check_opening(state: Record, piles: list[list[int]]) -> None:
    """In day and night the compasses lie below the opening hands [38]."""
    if int(state["mode"]) == Mode.DAY_AND_NIGHT:
        for seat, pile in enumerate(piles):
            if cards.COMPASS in pile[: cards.HAND_LIMIT]:
                raise NotationError(f"the opening hand of {seat_name(seat)} has a compass")


def write_duel(state: Record, deal: Mapping[str, Any]) -> None:
    """Lay the recorded cards of a duel out [41]."""
    recorded = required(deal, "hands", list, "the deal")
    if len(recorded) != 2:
        raise NotationError(f"the deal must have 2 hands, not {len(recorded)}")
    hands = [read_cards(hand, f"hand of {seat_name(i)}") for i, hand in enumerate(recorded)]
    row = read_cards(required(deal, "row", list, "the deal"), "row")
    deck = read_cards(required(deal, "deck", list, "the deal"), "deck")
    for what, dealt in (
        ("row", row),
        *((f"hand of {seat_name(i)}", h) for i, h in enumerate(hands)),
    ):
        if len(dealt) != cards.ROW_SIZE:
            raise NotationError(f"the {what} must have {cards.ROW_SIZE} cards, not {len(dealt)}")
    check_cards("deal", [*hands[0], *hands[1], *row, *deck], Counter(range(1, cards.ISLANDS + 1)))
    first = read_seat(required(deal, "first", int, "the deal"), 2, "first player")
    for seat, hand in enumerate(hands):
        state["hands"][seat][: cards.HAND_LIMIT] = hand
        state["hand_sizes"][seat] = cards.HAND_LIMIT
    state["row"] = row
    state["row_size"] = cards.ROW_SIZE
    state["deck"][: len(deck)] = deck[::-1]
    state["deck_size"] = len(deck)
    state["active"] = first


def read_cards(recorded: Any, what: str) -> list[int]:
    """Return recorded cards as numbers, or raise NotationError [1]."""
    if not isinstance(recorded, list):
        raise NotationError(f"the {what} must be a list, not {shortened(recorded)}")
    return [read_card(card, what) for card in recorded]


def read_card(card: Any, what: str) -> int:
    """Return a recorded card as a number, or raise NotationError [1]."""
    if isinstance(card, str) and card in cards.NAMES:
        return cards.START + cards.NAMES.index(card)
    if isinstance(card, int) and not isinstance(card, bool) and 1 <= card <= cards.ISLANDS:
        return card
    raise NotationError(f"the {what} has {shortened(card)}, which is no card")


def whole_deck(state: Record) -> Counter[int]:
    """Return the cards that are dealt in a setting [5, 23, 25, 35, 38]."""
    deck = Counter(range(1, cards.ISLANDS + 1))
    if int(state["mode"]) != Mode.PYRAMID:
        deck[cards.FINISH] = cards.FINISHES
    if state["has_monsters"]:
        deck[cards.MONSTER] = int(state["monsters"])
    if state["has_storms"]:
        deck.update(all_storms())
    if int(state["mode"]) == Mode.DAY_AND_NIGHT:
        deck[cards.COMPASS] = cards.COMPASSES
    return deck


def whole_explorer_deck() -> Counter[int]:
    """Return the cards of the explorer deck [35]."""
    return Counter(
        {
            cards.BORDER: SPARE_BORDERS,
            cards.FINISH: cards.FINISHES,
            cards.MONSTER: cards.MOST_MONSTERS,
            cards.REEF: cards.REEFS,
            cards.COMPASS: cards.COMPASSES,
            **all_storms(),
        }
    )


def all_storms() -> dict[int, int]:
    """Return all storms [25]."""
    return dict.fromkeys(range(cards.YELLOW, cards.ORANGE + 1), cards.STORMS_OF_A_COLOUR)


def check_cards(what: str, found: list[int], right: Counter[int]) -> None:
    """Refuse cards that are not exactly the right ones [1]."""
    dealt = Counter(found)
    for card in sorted(dealt | right):
        if dealt[card] != right[card]:
            name = cards.card_name(card)
            raise NotationError(
                f"the {what} has {dealt[card]} cards {name} instead of {right[card]}"
            )


# --- what players learn ---


def tell_outcome(state: Record, observer: int | None) -> str:
    """Tell the deal as far as a player learns of it: who starts, and their own hand [7, 19]."""
    players = int(state["num_players"])
    if int(state["stage"]) == Stage.STARTS_IN:
        return tell_starts(state, observer)
    told = [f"{seat_name(int(state['active']))} starts."]
    if int(state["mode"]) == Mode.DUEL:
        told.append(f"Row: {cards_in_words(state['row'])}.")
    if state["has_reefs"]:
        told.append(f"The reef lies at row {int(state['reef_row']) + 1}.")
    for seat in range(players):
        if observer is None:
            told.append(f"{seat_name(seat)} is dealt {dealt_in_words(state, seat)}.")
        elif observer == seat and int(state["mode"]) == Mode.DUEL:
            told.append(f"{seat_name(seat)} is dealt {cards_in_words(state['hands'][seat])}.")
    return " ".join(told)


def dealt_in_words(state: Record, seat: int) -> str:
    """Return all cards dealt to a player, those drawn first first [5, 41]."""
    if int(state["mode"]) == Mode.DUEL:
        return cards_in_words(state["hands"][seat])
    pile = top_first(state["piles"][seat], int(state["pile_sizes"][seat]))
    return " ".join(map(str, pile))


def tell_starts(state: Record, observer: int | None) -> str:
    """Tell that the Starts are shuffled in; where, only who sees all learns [6]."""
    if observer is not None:
        hand = cards_in_words(state["hands"][observer])
        return f"{seat_name(observer)} holds {hand}. The Starts are shuffled in."
    depths = state["depths"][: int(state["num_players"])]
    where = (f"{int(depth)} cards above that of {seat_name(i)}" for i, depth in enumerate(depths))
    return f"The Starts are shuffled in: {', '.join(where)}."


def cards_in_words(places: Any) -> str:
    """Return the cards of a hand or row."""
    return " ".join(str(cards.card_name(int(card))) for card in places if card) or "nothing"


def tell_end(state: Record, observer: int | None) -> str:
    """Tell how far the field was filled, or the points of a duel [16, 17, 46]."""
    scores = read_scores(state)
    if int(state["mode"]) == Mode.DUEL:
        return "Points: " + ", ".join(f"{seat_name(i)} {s}" for i, s in enumerate(scores)) + "."
    return f"{scores[0]} of {int(state['num_cells'])} cells are filled."


# --- results ---


def read_scores(state: Record) -> list[int]:
    """Return the points of a duel, else how many cells are filled [16, 46]."""
    if int(state["mode"]) == Mode.DUEL:
        return [int(duel.points_of(state, seat)) for seat in range(2)]
    return [int(state["num_filled"])]


def read_result(state: Record) -> str:
    """Return whether the team has won, or who has won a duel [16, 17, 46]."""
    if int(state["mode"]) != Mode.DUEL:
        return "win" if int(state["outcome"]) == Outcome.WON else "loss"
    lead = int(duel.lead_of(state, 0))
    if lead == 0:
        return "draw"
    return f"{seat_name(0 if lead > 0 else 1)} wins"

"""How cards are written: numbers and words, ``12 40 finish``, the top card of a pile first [1]."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from boardgame_envs.core import written_position as writing
from boardgame_envs.core.compiled import Record
from boardgame_envs.core.problems import NotationError
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.information.seen_cards import Seen
from boardgame_envs.games.tranquility.state import Mode

SEEN = {Seen.IN_HAND: "hand", Seen.PERHAPS: "perhaps", Seen.DISCARDED: "discarded"}


def write_cards(places: Iterable[Any]) -> str:
    """Return cards by their names, without empty places [1]."""
    return " ".join(str(cards.card_name(int(card))) for card in places if card)


def read_cards(text: str, name: str, room: int) -> list[int]:
    """Return cards that are written by their names, or raise NotationError [1]."""
    words = text.split()
    for word in words:
        if word not in cards.NAMES and not is_number(word, cards.ISLANDS):
            known = ", ".join(cards.NAMES)
            raise NotationError(
                f"{name!r} names islands from 1 to {cards.ISLANDS} and {known}, not {word!r}"
            )
    if len(words) > room:
        raise NotationError(f"{name!r} has room for {room} cards, not for {len(words)}")
    return [cards.START + cards.NAMES.index(w) if w in cards.NAMES else int(w) for w in words]


def is_number(word: str, highest: int) -> bool:
    """Tell whether a word is a whole number from 1 on."""
    return word.isdigit() and 1 <= int(word) <= highest


def read_pairs(text: str, name: str, example: str) -> list[tuple[str, str]]:
    """Return what stands on both sides of each ``=``, or raise NotationError."""
    pairs = [word.partition("=") for word in text.split()]
    if not all(left and right for left, _, right in pairs):
        raise NotationError(f"{name!r} is written like {example}, not {text!r}")
    return [(left, right) for left, _, right in pairs]


def each_players(texts: Iterable[str]) -> str:
    """Return what is written for each player; some may have nothing."""
    return " ".join(writing.BETWEEN_PLAYERS.join(texts).split())


def pile_entry(name: str, meaning: str, field: str = "", top_first: bool = True) -> writing.Entry:
    """Return the entry of one pile or row of cards."""
    field = field or name
    order = -1 if top_first else 1

    def write(state: Record) -> str:
        return write_cards(state[field][::order])

    def read(state: Record, text: str) -> None:
        pile = read_cards(text, name, state[field].size)
        state[field][: len(pile)] = pile[::order]

    return writing.Entry(name, meaning, write, read)


def piles_entry(name: str, meaning: str, field: str = "", top_first: bool = True) -> writing.Entry:
    """Return the entry of a pile or hand of each player."""
    field = field or name
    order = -1 if top_first else 1

    def write(state: Record) -> str:
        piles = state[field][: int(state["num_players"])]
        return each_players(write_cards(pile[::order]) for pile in piles)

    def read(state: Record, text: str) -> None:
        for seat, part in enumerate(writing.split_players(state, text, name)):
            pile = read_cards(part, name, state[field][seat].size)
            state[field][seat][: len(pile)] = pile[::order]

    return writing.Entry(name, meaning, write, read)


def by_kind(counts: Any) -> Iterable[int]:
    """Return the cards of a pile that counts its kinds, in their order."""
    return (kind for kind, count in enumerate(counts) for _ in range(int(count)))


def write_discards(state: Record) -> str:
    """Return what each player has discarded, but for cards discarded unseen [10]."""
    piles = state["discards"][: int(state["num_players"])]
    return each_players(write_cards(by_kind(pile)) for pile in piles)


def read_discards(state: Record, text: str) -> None:
    """Lay what each player has discarded [10]."""
    for seat, part in enumerate(writing.split_players(state, text, "discards")):
        for card in read_cards(part, "discards", cards.MAX_PILE):
            state["discards"][seat, card] += 1


def write_gone(state: Record) -> str:
    """Return what has left the game for all to see, but for the Start that lies [12, 23]."""
    return write_cards(card for card in by_kind(state["gone"]) if card != cards.START)


def read_gone(state: Record, text: str) -> None:
    """Let cards leave the game [23]."""
    for card in read_cards(text, "gone", cards.MAX_PILE):
        state["gone"][card] += 1


def write_revealed(state: Record) -> str:
    """Return the storm that was drawn and has not taken effect [25]."""
    return write_cards([state["revealed"]])


def read_revealed(state: Record, text: str) -> None:
    """Draw a storm that has not taken effect [25]."""
    (storm,) = read_cards(text, "revealed", 1) or (cards.NO_CARD,)
    state["revealed"] = storm


def write_seen(state: Record) -> str:
    """Return what the opponent in a duel knows of each player's cards [R7]."""
    return each_players(map(seen_in_words, state["sight"]))


def seen_in_words(sight: Any) -> str:
    """Return what is known of one player's cards: ``hand 12 40 perhaps 7`` [R7]."""
    words = []
    for seen, word in SEEN.items():
        islands = [str(number) for number, known in enumerate(sight) if known == seen]
        words += [word, *islands] if islands else []
    return " ".join(words)


def read_seen(state: Record, text: str) -> None:
    """Say what the opponent in a duel knows of each player's cards [R7]."""
    if int(state["mode"]) != Mode.DUEL:
        raise NotationError("'seen' is said of the cards of a duel only")
    for seat, part in enumerate(writing.split_players(state, text, "seen")):
        known = Seen.UNKNOWN
        for word in part.split():
            if word in SEEN.values():
                known = next(seen for seen in SEEN if SEEN[seen] == word)
            elif not known or not is_number(word, cards.ISLANDS):
                raise NotationError(
                    f"'seen' is written like 'hand 12 40 perhaps 7 discarded 3', not {part!r}"
                )
            else:
                state["sight"][seat, int(word)] = known


ENTRIES = (
    piles_entry("hands", "the cards in hand", top_first=False),
    piles_entry("piles", "the piles"),
    writing.Entry("discards", "the discards, but for blind ones", write_discards, read_discards),
    piles_entry("blind", "the cards discarded unseen", top_first=False),
    pile_entry("removed", "the removed islands", top_first=False),
    writing.Entry("gone", "the cards that have left the game", write_gone, read_gone),
    pile_entry("explorer", "the explorer deck"),
    writing.number_entry("found finishes", "Finishes that explorers found", "found_finishes"),
    pile_entry("row", "the open row of a duel", top_first=False),
    pile_entry("deck", "the common deck of a duel"),
    writing.Entry("seen", "what the opponent in a duel knows", write_seen, read_seen),
    writing.Entry("revealed", "a storm that was drawn", write_revealed, read_revealed),
)

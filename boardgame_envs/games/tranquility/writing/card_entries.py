"""How cards are written: numbers and words, ``12 40 finish``, the top card of a pile first [1]."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from boardgame_envs.core import written_position as writing
from boardgame_envs.core.compiled import Record
from boardgame_envs.core.problems import NotationError
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.information.seen_cards import Seen
from boardgame_envs.games.tranquility.state import NOTHING_SAID, Mode

ANY_ISLAND = range(1, cards.ISLANDS + 1)
IN_HANDS = range(1, cards.MONSTER + 1)
IN_PILES = range(1, cards.COMPASS + 1)
ANY_STORM = range(cards.YELLOW, cards.ORANGE + 1)
EXPLORERS = range(cards.FINISH, cards.BORDER + 1)
ANY_CARD = range(1, cards.NUM_KINDS)
UNSAID = "-"
AFTER = "@"  # between a card and the hidden discards before it came
SEEN = {Seen.IN_HAND: "hand", Seen.PERHAPS: "perhaps", Seen.DISCARDED: "discarded"}


def write_cards(places: Iterable[Any]) -> str:
    """Return cards by their names, without empty places [1]."""
    return " ".join(str(cards.card_name(int(card))) for card in places if card)


def read_cards(text: str, name: str, kinds: range, room: int) -> list[int]:
    """Return cards of some kinds that are written by their names, or raise NotationError [1]."""
    by_name = {str(cards.card_name(kind)): kind for kind in kinds}
    words = text.split()
    for word in words:
        if word not in by_name:
            raise NotationError(f"{name!r} names {kinds_in_words(kinds)}, not {word!r}")
    if len(words) > room:
        raise NotationError(f"{name!r} has room for {room} cards, not for {len(words)}")
    return [by_name[word] for word in words]


def kinds_in_words(kinds: range) -> str:
    """Return which kinds of cards there may be."""
    islands = [f"islands from 1 to {cards.ISLANDS}"] if kinds[0] <= cards.ISLANDS else []
    others = [str(cards.card_name(kind)) for kind in kinds if kind > cards.ISLANDS]
    return ", ".join([*islands, *others])


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


def pile_entry(name: str, meaning: str, kinds: range, top_first: bool = True) -> writing.Entry:
    """Return the entry of one pile or row of cards."""
    order = -1 if top_first else 1

    def write(state: Record) -> str:
        return write_cards(state[name][::order])

    def read(state: Record, text: str) -> None:
        pile = read_cards(text, name, kinds, state[name].size)
        state[name][: len(pile)] = pile[::order]

    return writing.Entry(name, meaning, write, read)


def piles_entry(name: str, meaning: str, kinds: range, top_first: bool = True) -> writing.Entry:
    """Return the entry of a pile or hand of each player."""
    order = -1 if top_first else 1

    def write(state: Record) -> str:
        piles = state[name][: int(state["num_players"])]
        return each_players(write_cards(pile[::order]) for pile in piles)

    def read(state: Record, text: str) -> None:
        for seat, part in enumerate(writing.split_players(state, text, name)):
            pile = read_cards(part, name, kinds, state[name][seat].size)
            state[name][seat][: len(pile)] = pile[::order]

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
        for card in read_cards(part, "discards", IN_HANDS, cards.MAX_PILE):
            state["discards"][seat, card] += 1


def write_gone(state: Record) -> str:
    """Return what has left the game for all to see, but for the Start that lies [12, 23]."""
    return write_cards(card for card in by_kind(state["gone"]) if card != cards.START)


def read_gone(state: Record, text: str) -> None:
    """Let cards leave the game [23]."""
    for card in read_cards(text, "gone", ANY_CARD, cards.MAX_PILE):
        state["gone"][card] += 1


def write_revealed(state: Record) -> str:
    """Return the storm that was drawn and has not taken effect [25]."""
    return write_cards([state["revealed"]])


def read_revealed(state: Record, text: str) -> None:
    """Draw a storm that has not taken effect [25]."""
    (storm,) = read_cards(text, "revealed", ANY_STORM, 1) or (cards.NO_CARD,)
    state["revealed"] = storm


def write_seen(state: Record) -> str:
    """Return what the opponent in a duel knows of each player's cards [R7]."""
    return each_players(map(seen_in_words, state["sight"], state["seen_after"]))


def seen_in_words(sight: Any, after: Any) -> str:
    """Return what is known of one player's cards: ``hand 12 40 perhaps 7@2`` [R7]."""
    words = []
    for seen, word in SEEN.items():
        islands = np.flatnonzero(sight == seen).tolist()
        named = [f"{n}{AFTER}{after[n]}" if after[n] else str(n) for n in islands]
        words += [word, *named] if islands else []
    return " ".join(words)


def is_after(at: str, after: str) -> bool:
    """Tell whether a number of discards follows a card, or nothing does [R7]."""
    return is_number(after, cards.ISLANDS) if at else not after


def read_seen(state: Record, text: str) -> None:
    """Say what the opponent in a duel knows of each player's cards [R7]."""
    if int(state["mode"]) != Mode.DUEL:
        raise NotationError("'seen' is said of the cards of a duel only")
    for seat, part in enumerate(writing.split_players(state, text, "seen")):
        known = Seen.UNKNOWN
        for word in part.split():
            number, at, after = word.partition(AFTER)
            if word in SEEN.values():
                known = next(seen for seen in SEEN if SEEN[seen] == word)
            elif not known or not is_number(number, cards.ISLANDS) or not is_after(at, after):
                raise NotationError(
                    f"'seen' is written like 'hand 12 40 perhaps 7@2 discarded 3', not {part!r}"
                )
            else:
                state["sight"][seat, int(number)] = known
                state["seen_after"][seat, int(number)] = int(after or 0)


def talk_entry(name: str, meaning: str) -> writing.Entry:
    """Return the entry of what each player has offered or pledged [14]."""

    def write(state: Record) -> str:
        numbers = (int(number) for number in state[name][: int(state["num_players"])])
        said = (UNSAID if number == NOTHING_SAID else str(number) for number in numbers)
        return writing.BETWEEN_PLAYERS.join(said)

    def read(state: Record, text: str) -> None:
        for seat, part in enumerate(writing.split_players(state, text, name)):
            if part != UNSAID and not (part.isdigit() and int(part) <= cards.CARDS_TO_SHED):
                raise NotationError(f"{name!r} has numbers up to 8, or - for none, not {part!r}")
            state[name][seat] = NOTHING_SAID if part == UNSAID else int(part)

    return writing.Entry(name, meaning, write, read)


ENTRIES = (
    piles_entry("hands", "the cards in hand", IN_HANDS, top_first=False),
    piles_entry("piles", "the piles", IN_PILES),
    writing.Entry("discards", "the discards, but for blind ones", write_discards, read_discards),
    piles_entry("blind", "the cards discarded unseen", IN_PILES, top_first=False),
    pile_entry("removed", "the removed islands", ANY_ISLAND, top_first=False),
    writing.Entry("gone", "the cards that have left the game", write_gone, read_gone),
    pile_entry("explorer", "the explorer deck", EXPLORERS),
    writing.number_entry(
        "found finishes", "Finishes that explorers found", "found_finishes", highest=cards.FINISHES
    ),
    pile_entry("row", "the open row of a duel", ANY_ISLAND, top_first=False),
    # [V7]
    writing.number_entry(
        "last taken", "the card of the row chosen last", "last_taken", highest=cards.ISLANDS
    ),
    pile_entry("deck", "the common deck of a duel", ANY_ISLAND),
    writing.Entry("seen", "what the opponent in a duel knows", write_seen, read_seen),
    writing.Entry("revealed", "a storm that was drawn", write_revealed, read_revealed),
    talk_entry("offers", "how many cards players have offered"),
    talk_entry("pledges", "how many cards players have pledged"),
)

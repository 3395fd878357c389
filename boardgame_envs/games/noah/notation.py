"""How Noah is written down: actions, deals, draws and results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from boardgame_envs.core.compiled import Record
from boardgame_envs.core.game import NotationError
from boardgame_envs.core.notation import read_seat, required, shortened
from boardgame_envs.core.seats import NOBODY, seat_name
from boardgame_envs.games.noah.boats import put_aboard
from boardgame_envs.games.noah.cards import (
    ANIMAL_NAMES,
    CARD_NAMES,
    CARD_OF,
    COPIES,
    HAND_SIZE,
    NUM_BOATS,
    NUM_CARDS,
)
from boardgame_envs.games.noah.deal import gather_cards
from boardgame_envs.games.noah.observation import pile_in_words
from boardgame_envs.games.noah.position import POSITION as POSITION
from boardgame_envs.games.noah.state import Phase

# --- deals and draws ---


def read_outcome(state: Record) -> dict[str, Any]:
    """Return the deal of a round [2], or the card drawn for a lion [10]."""
    if int(state["phase"]) == Phase.DRAW:
        return {"chance": {"drawn": CARD_NAMES[int(state["drawn"])]}}
    players = int(state["num_players"])
    return {
        "deal": {
            "boats": [[ANIMAL_NAMES[int(boat[0])]] for boat in state["boats"]],
            "hands": [card_list(hand) for hand in state["hands"][:players]],
            "rest": card_list(state["rest"]),
            "starter": int(state["starter"]),
        }
    }


def write_outcome(state: Record, event: Mapping[str, Any]) -> None:
    """Deal or draw as recorded; refuse what cannot have happened [2, 10]."""
    if int(state["phase"]) == Phase.DRAW:
        write_drawn(state, required(event, "chance", dict, "the event"))
    else:
        write_deal(state, required(event, "deal", dict, "the event"))


def write_drawn(state: Record, chance: Mapping[str, Any]) -> None:
    """Draw the recorded card from the opponent's hand [10]."""
    name = required(chance, "drawn", str, "the chance event")
    opponent = int(state["opponent"])
    if name not in CARD_NAMES or not state["hands"][opponent][CARD_NAMES.index(name)]:
        hand = pile_in_words(state["hands"][opponent].tolist())
        raise NotationError(f"{seat_name(opponent)} has no {shortened(name)} to draw, but {hand}")
    state["drawn"] = CARD_NAMES.index(name)


def write_deal(state: Record, deal: Mapping[str, Any]) -> None:
    """Lay the recorded cards out [2, 3]."""
    players = int(state["num_players"])
    boats = required(deal, "boats", list, "the deal")
    hands = required(deal, "hands", list, "the deal")
    if len(boats) != NUM_BOATS or len(hands) != players:
        raise NotationError(
            f"the deal has {len(boats)} boats and {len(hands)} hands "
            f"instead of {NUM_BOATS} and {players}"
        )
    animals = [read_boat(boat, number) for number, boat in enumerate(boats, 1)]
    piles = [read_pile(hand, f"hand of {seat_name(i)}") for i, hand in enumerate(hands)]
    for seat, hand in enumerate(piles):
        if len(hand) != HAND_SIZE:
            raise NotationError(
                f"the hand of {seat_name(seat)} has {len(hand)} cards instead of {HAND_SIZE}"
            )
    rest = read_pile(required(deal, "rest", list, "the deal"), "rest")
    aboard = [int(CARD_OF[animal]) for animal in animals]
    check_whole_deck(players, [*aboard, *(card for hand in piles for card in hand), *rest])
    starter = read_seat(required(deal, "starter", int, "the deal"), players, "starter")
    check_starter(state, starter)
    lay_out(state, starter, animals, piles)


def check_starter(state: Record, starter: int) -> None:
    """Refuse a starter who has not the most tears [3, R1]."""
    if int(state["starter"]) not in (NOBODY, starter):
        raise NotationError(
            f"the starter is {seat_name(starter)}, but "
            f"{seat_name(int(state['starter']))} is to begin, having the most tears"
        )


def lay_out(state: Record, starter: int, animals: Sequence[int], piles: list[list[int]]) -> None:
    """Put animals on the boats and cards into the hands [2]."""
    gather_cards(state)
    state["starter"] = starter
    for boat, animal in enumerate(animals):
        put_aboard(state, boat, animal)
        state["rest"][CARD_OF[animal]] -= 1
    for seat, hand in enumerate(piles):
        state["hand_sizes"][seat] = len(hand)
        for card in hand:
            state["hands"][seat][card] += 1
            state["rest"][card] -= 1


def read_boat(boat: Any, number: int) -> int:
    """Return the one animal on a recorded boat; a snail has its sex there [2, 11]."""
    if not isinstance(boat, list) or len(boat) != 1 or boat[0] not in ANIMAL_NAMES:
        raise NotationError(f"boat {number} must have one animal, not {shortened(boat)}")
    return ANIMAL_NAMES.index(boat[0])


def read_pile(cards: Any, what: str) -> list[int]:
    """Return the cards of a recorded pile, which must be in the table's order [1]."""
    if not isinstance(cards, list):
        raise NotationError(f"the {what} must be a list, not {shortened(cards)}")
    for card in cards:
        if card not in CARD_NAMES:
            raise NotationError(f"the {what} has {shortened(card)}, which is no card")
    pile = [CARD_NAMES.index(card) for card in cards]
    if pile != sorted(pile):
        raise NotationError(f"the {what} is not in the table's order: {shortened(cards)}")
    return pile


def check_whole_deck(players: int, cards: list[int]) -> None:
    """Refuse a deal that is not exactly the deck for the number of players [1]."""
    dealt = Counter(cards)
    for card in range(NUM_CARDS):
        if dealt[card] != int(COPIES[players, card]):
            raise NotationError(
                f"the deal has {dealt[card]} cards {CARD_NAMES[card]} "
                f"instead of {int(COPIES[players, card])}"
            )


def card_list(pile: Any) -> list[str]:
    """Return the cards of a counted pile by name, in the table's order [1]."""
    return [name for name, n in zip(CARD_NAMES, pile, strict=True) for _ in range(int(n))]


def tell_outcome(state: Record, observer: int | None) -> str:
    """Tell a deal, or the lion's draw, as far as a seat learns of it [2, 10, 22]."""
    if int(state["phase"]) == Phase.DRAW:
        return tell_drawn(state, observer)
    boats = (ANIMAL_NAMES[int(boat[0])] for boat in state["boats"])
    told = [
        *tell_scores(state),
        f"Round {int(state['rounds_played']) + 1}: {seat_name(int(state['starter']))} starts.",
        f"Boats: {', '.join(boats)}.",
    ]
    for seat in range(int(state["num_players"])):
        if observer is None or observer == seat:
            hand = pile_in_words(state["hands"][seat].tolist())
            told.append(f"{seat_name(seat)} is dealt {hand}.")
    if observer is None:
        told.append(f"Unused: {pile_in_words(state['rest'].tolist())}.")
    return " ".join(told)


def tell_drawn(state: Record, observer: int | None) -> str:
    """Tell which card a lion drew: to those two whose hands it changes [10]."""
    player, opponent = int(state["active"]), int(state["opponent"])
    card = "a card"
    if observer is None or observer in (player, opponent):
        card = CARD_NAMES[int(state["drawn"])]
    return f"{seat_name(player)} draws {card} from {seat_name(opponent)}."


def tell_scores(state: Record) -> list[str]:
    """Tell the tears after a round [19]."""
    if int(state["rounds_played"]) == 0:
        return []
    tears = (f"{seat_name(seat)} {score}" for seat, score in enumerate(read_scores(state)))
    return [f"Tears after round {int(state['rounds_played'])}: {', '.join(tears)}."]


# --- results ---


def read_scores(state: Record) -> list[int]:
    """Return the tears of all players [19]."""
    return [int(tears) for tears in state["tears"][: int(state["num_players"])]]


def tell_end(state: Record, observer: int | None) -> str:
    """Tell the tears at the end [19]."""
    return " ".join(tell_scores(state))


def read_result(state: Record) -> str:
    """Return who has won the match, alone or together [20, R3]."""
    scores = read_scores(state)
    winners = [seat_name(seat) for seat, tears in enumerate(scores) if tears == min(scores)]
    return f"{' and '.join(winners)} win{'s' if len(winners) == 1 else ''}"

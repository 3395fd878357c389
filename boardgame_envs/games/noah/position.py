"""How positions of Noah are written: animals and cards by their names, boats from the first one.

``noah 3 | hands cat-m bear-f / snail / mule-f | boats elephant-m lion-f / cat-f | noah 2`` leaves
boats 3 to 5 empty, and all cards that are not named unused. The turn is that of the first player,
who is to load Noah's boat.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core import written_position as writing
from boardgame_envs.core.compiled import Record
from boardgame_envs.core.problems import NotationError
from boardgame_envs.core.seats import CHANCE, NOBODY, seat_name
from boardgame_envs.games.noah import cards
from boardgame_envs.games.noah.actions import ACTIONS
from boardgame_envs.games.noah.boats import empty_boat, put_aboard
from boardgame_envs.games.noah.cards import ANIMAL_NAMES, CARD_NAMES, CARD_OF, NO_ANIMAL, NO_CARD
from boardgame_envs.games.noah.fitting import animals_that_fit
from boardgame_envs.games.noah.rules import begin_round, mark_legal_actions
from boardgame_envs.games.noah.state import MAX_ROUNDS, PHASES, Phase

ALL = "all"  # in the place of a player who knows a card


def card_names(state: Record) -> tuple[str, ...]:
    """Return what cards are called, whatever the deck [1]."""
    return CARD_NAMES


# --- boats ---


def boats_in_words(state: Record) -> str:
    """Return the animals on each boat in order, without the empty boats at the end [2]."""
    boats = [
        " ".join(ANIMAL_NAMES[animal] for animal in boat[: int(aboard)])
        for boat, aboard in zip(state["boats"], state["num_aboard"], strict=True)
    ]
    return writing.single_spaced(writing.BETWEEN_PLAYERS.join(boats)).rstrip(" /")


def load_boats(state: Record, text: str) -> None:
    """Put animals on the boats, each as it may be loaded [4-6, 12]."""
    boats = text.split(writing.BETWEEN_PLAYERS.strip())
    if len(boats) > cards.NUM_BOATS:
        raise NotationError(f"there are {cards.NUM_BOATS} boats, not {len(boats)}")
    for boat, names in enumerate(boats):
        for animal in writing.read_cards(names, ANIMAL_NAMES, "boats"):
            if not animals_that_fit(state, boat)[animal]:
                raise NotationError(
                    f"{ANIMAL_NAMES[animal]} does not fit on boat {boat + 1}: "
                    f"{writing.single_spaced(names)}"
                )
            put_aboard(state, boat, animal)


def place_noah(state: Record, text: str) -> None:
    """Put Noah at a boat; it is the one that is loaded, unless another is named [2, 4]."""
    state["noah"] = state["loaded"] = writing.read_number(text, "noah", 1, cards.NUM_BOATS) - 1


def loaded_in_words(state: Record) -> str:
    """Return which boat was loaded where Noah has left it since [13]."""
    return "" if state["loaded"] == state["noah"] else str(int(state["loaded"]) + 1)


def note_loaded(state: Record, text: str) -> None:
    """Note which boat was loaded [4]."""
    state["loaded"] = writing.read_number(text, "loaded", 1, cards.NUM_BOATS) - 1


# --- what is known ---


def knowledge_in_words(state: Record) -> str:
    """Return which cards all know in a hand, and which only some do beside these [22]."""
    return ", ".join(
        f"{observer} of {seat_name(owner)}: {pile}"
        for owner in range(int(state["num_players"]))
        for observer, pile in known_piles(state, owner)
        if pile
    )


def known_piles(state: Record, owner: int) -> Iterator[tuple[str, str]]:
    """Go through those who know cards in a hand, and those cards [22]."""
    public = state["public"][owner]
    yield ALL, writing.write_pile(public, CARD_NAMES)
    for observer in range(int(state["num_players"])):
        if observer != owner:
            private = state["known"][observer, owner] - public
            yield seat_name(observer), writing.write_pile(private, CARD_NAMES)


def note_knowledge(state: Record, text: str) -> None:
    """Note which cards players know in the hands of others [22]."""
    for part in filter(None, text.split(",")):
        who, colon, names = part.partition(":")
        observer, of, owner = writing.single_spaced(who).partition(" of ")
        if not (colon and of):
            raise NotationError(
                f"'known' has parts such as 'P1 of P2: cat-m' or 'all of P2: cat-m', "
                f"not {writing.single_spaced(part)!r}"
            )
        pile = np.zeros(cards.NUM_CARDS, np.int8)
        writing.read_pile(pile, names, CARD_NAMES, "known")
        note_known_pile(state, observer, writing.read_player(state, owner, "known"), pile)


def note_known_pile(state: Record, observer: str, owner: int, pile: NDArray[np.int8]) -> None:
    """Note cards that one player, or all, know in the hand of another [22]."""
    known_to = [seat for seat in range(int(state["num_players"])) if seat != owner]
    if observer == ALL:
        state["public"][owner] += pile
    else:
        known_to = [writing.read_player(state, observer, "known", [ALL])]
    if owner in known_to:
        raise NotationError(f"'known' is about the hands of others, not {observer} of {observer}")
    for seat in known_to:
        state["known"][seat, owner] += pile


# --- the turn ---

TURN = writing.turn_entry()


def pass_turn_to(state: Record, text: str) -> None:
    """Note who is to act; a player does so in a turn [3]."""
    TURN.read(state, text)
    state["active"] = max(int(state["seat"]), NOBODY)


def player_in_words(state: Record) -> str:
    """Return whose turn it is where that is not who is to act [10]."""
    player = int(state["active"])
    return "" if player == max(int(state["seat"]), NOBODY) else seat_name(player)


def note_player(state: Record, text: str) -> None:
    """Note whose turn it is while chance is to act, or was when the match ended [10, 20]."""
    state["active"] = writing.read_player(state, text, "player")


def animal_in_words(state: Record) -> str:
    """Return the animal that was played in this turn [4]."""
    return "" if state["animal"] == NO_ANIMAL else ANIMAL_NAMES[int(state["animal"])]


def note_animal(state: Record, text: str) -> None:
    """Note the animal that was played in this turn [4]."""
    state["animal"] = one_of(ANIMAL_NAMES, text, "played")


def drawn_in_words(state: Record) -> str:
    """Return the card that the lion drew [10]."""
    return "" if state["drawn"] == NO_CARD else CARD_NAMES[int(state["drawn"])]


def note_drawn(state: Record, text: str) -> None:
    """Note the card that the lion drew [10]."""
    state["drawn"] = one_of(CARD_NAMES, text, "drawn")


def gift_in_words(state: Record) -> str:
    """Return the last gift of this turn, and who received it [16, R4]."""
    if state["last_gift"] == NO_CARD:
        return ""
    return f"{CARD_NAMES[int(state['last_gift'])]} {seat_name(int(state['last_receiver']))}"


def note_gift(state: Record, text: str) -> None:
    """Note the last gift of this turn, and who received it [16, R4]."""
    card, _, receiver = text.partition(" ")
    state["last_gift"] = one_of(CARD_NAMES, card, "last gift")
    state["last_receiver"] = writing.read_player(state, receiver, "last gift")


def one_of(names: tuple[str, ...], text: str, entry: str) -> int:
    """Return the one animal or card that an entry names."""
    named = writing.read_cards(text, names, entry)
    if len(named) != 1:
        raise NotationError(f"{entry!r} names one of its kind, not {text!r}")
    return named[0]


# --- what follows from them ---


def prepare(state: Record) -> None:
    """Let the first player begin, with nothing on the table but empty boats [2, 3]."""
    begin_round(state)
    for boat in range(cards.NUM_BOATS):
        empty_boat(state, boat)
    state["starter"] = state["seat"] = state["active"] = 0


def complete(state: Record) -> None:
    """Count the hands and the cards that are unused; refuse what cannot be [2]."""
    state["hand_sizes"] = state["hands"].sum(axis=1)
    leave_rest_unused(state)
    check_knowledge(state)
    check_match(state)
    check_gifts(state)
    if is_in_turn(state):
        check_hands(state)
        check_turn(state)
    if int(state["seat"]) >= 0:
        check_legal(state)


def is_in_turn(state: Record) -> bool:
    """Tell whether a player decides, or chance does so for a lion [4, 10]."""
    is_drawn = int(state["seat"]) == CHANCE and state["phase"] == Phase.DRAW
    return bool(int(state["seat"]) >= 0 or is_drawn)


def leave_rest_unused(state: Record) -> None:
    """All cards that are nowhere else are unused [2]."""
    placed = state["hands"].sum(axis=0) + state["departed"]
    for boat, aboard in zip(state["boats"], state["num_aboard"], strict=True):
        placed += np.bincount(CARD_OF[boat[: int(aboard)]], minlength=cards.NUM_CARDS)
    copies = cards.COPIES[int(state["num_players"])]
    for card in np.flatnonzero(placed > copies):
        raise NotationError(
            f"the deck for {int(state['num_players'])} players has {copies[card]} × "
            f"{CARD_NAMES[card]}, not {placed[card]}"
        )
    state["rest"] = copies - placed


def check_knowledge(state: Record) -> None:
    """Refuse that more cards are known in a hand than there are [22]."""
    for observer, owner, card in np.argwhere(state["known"] > state["hands"]):
        raise NotationError(
            f"{seat_name(observer)} knows {state['known'][observer, owner, card]} × "
            f"{CARD_NAMES[card]} in the hand of {seat_name(owner)}, which has "
            f"{state['hands'][owner, card]}"
        )


def check_match(state: Record) -> None:
    """Refuse more turns than a round has, and more rounds or tears than a match [19, 20, R6]."""
    turns, max_turns = int(state["turns"]), int(state["max_turns"])
    if turns + is_in_turn(state) > max_turns:
        raise NotationError(f"'turns' is {turns}, but max_turns is {max_turns}")
    played, rounds = int(state["rounds_played"]), int(state["rounds"])
    is_on = int(state["seat"]) != NOBODY
    if state["play_to"] == 0 and played + is_on > rounds:
        raise NotationError(f"'rounds played' is {played}, but rounds is {rounds}")
    most = cards.DECK_TEARS * (MAX_ROUNDS - is_on)
    if (state["tears"] > most).any():
        raise NotationError(f"'tears' has more than {most}, which no match brings")


def check_gifts(state: Record) -> None:
    """Refuse gifts where there are none to give [16]."""
    is_giving = is_in_turn(state) and state["phase"] == Phase.GIVE
    if is_giving != (state["gifts_due"] > 0) or (state["last_gift"] != NO_CARD and not is_giving):
        raise NotationError("'gifts due' goes with the phase give, and 'last gift' with no other")


def check_hands(state: Record) -> None:
    """Refuse a hand without cards, unless a lion has just drawn the last one [10, 17]."""
    may_be_empty = [int(state["active"])]
    if state["phase"] == Phase.RETURN:
        may_be_empty.append(int(state["opponent"]))
    for owner in range(int(state["num_players"])):
        if owner not in may_be_empty and not state["hand_sizes"][owner]:
            raise NotationError(f"{seat_name(owner)} has no card: the round would be over")


def check_turn(state: Record) -> None:
    """Refuse a turn that lacks what has happened in it, or comes too late [3, 4, 10, 17]."""
    phase, player, opponent = (int(state[name]) for name in ("phase", "active", "opponent"))
    if NOBODY in (player, int(state["starter"])):
        raise NotationError("'player' and 'starter' are players once cards are dealt")
    if (phase == Phase.LOAD) != (state["animal"] == NO_ANIMAL):
        raise NotationError("'played' goes with each phase but load")
    is_swapping = phase == Phase.RETURN or int(state["seat"]) == CHANCE
    if is_swapping and opponent in (NOBODY, player):
        raise NotationError("a lion needs 'swaps with', an opponent of the player")
    if state["drawn"] != NO_CARD and not is_swapping:
        raise NotationError("'drawn' goes with the phase return")
    if phase != Phase.GIVE and state["departures"] > cards.SPARE_BOATS:
        raise NotationError(f"'departures' is {state['departures']}: the round would be over")


def check_legal(state: Record) -> None:
    """Refuse that a player can do nothing: who cannot load takes the boat first [7]."""
    mask = np.zeros(len(ACTIONS), np.bool_)
    mark_legal_actions(state, mask)
    if not mask.any():
        phase = PHASES[int(state["phase"])]
        player = seat_name(int(state["seat"]))
        raise NotationError(f"{player} has no legal action in the phase {phase}")


POSITION = writing.PositionTable(
    entries=(
        writing.piles_entry("hands", "the cards in hand", card_names),
        writing.Entry(
            "boats", "the animals on each boat, the last one last", boats_in_words, load_boats
        ),
        writing.Entry("noah", "at which boat he is", lambda s: str(int(s["noah"]) + 1), place_noah),
        writing.Entry("known", "the cards that players know", knowledge_in_words, note_knowledge),
        writing.pile_entry("departed", "the cards that have departed", card_names),
        writing.number_entry("departures", "boats that have left", highest=cards.SPARE_BOATS + 1),
        writing.numbers_entry("tears", "the tears"),
        writing.number_entry("rounds played", "rounds that are over", "rounds_played"),
        writing.number_entry("turns", "turns of this round that are over"),
        writing.flag_entry("cut short", "the round had too many turns", "is_cut_short"),
        writing.seat_entry("starter", "who began the round"),
        writing.Entry("turn", TURN.meaning, TURN.write, pass_turn_to),
        writing.Entry(
            "player", "whose turn it is, if chance or nobody acts", player_in_words, note_player
        ),
        writing.word_entry("phase", "what is decided", PHASES),
        writing.Entry(
            "loaded", "the boat that was loaded, if Noah left", loaded_in_words, note_loaded
        ),
        writing.Entry("played", "the animal of this turn", animal_in_words, note_animal),
        writing.flag_entry("pair", "it made a pair", "is_pair"),
        writing.seat_entry("swaps with", "the opponent whose card a lion draws", "opponent"),
        writing.Entry("drawn", "the card that the lion drew", drawn_in_words, note_drawn),
        writing.number_entry(
            "gifts due", "gifts still to give", "gifts_due", highest=cards.SPARE_BOATS + 1
        ),
        writing.Entry("last gift", "the gift before, and to whom", gift_in_words, note_gift),
        writing.generator_entry(),
    ),
    prepare=prepare,
    complete=complete,
)

"""How positions of Elements are written: cards by their values, the chain from the bottom up."""

from __future__ import annotations

from boardgame_envs.core import written_position as writing
from boardgame_envs.core.compiled import Record
from boardgame_envs.core.problems import NotationError
from boardgame_envs.core.seats import NOBODY, seat_name
from boardgame_envs.games.elements.actions import ACTIONS, KIND, KIND_OF
from boardgame_envs.games.elements.cards import NUM_SEATS
from boardgame_envs.games.elements.rules import POINTS_FOR_REVEAL, has_an_action, has_shown_hand
from boardgame_envs.games.elements.state import ENDING_NAMES, Ending

# a round pays one or two points; the highest target and the most rounds are 1,000 [13, V2]
MOST_ROUNDS = 2000
MOST_POINTS = 2002

# --- entries ---


def values_in_words(state: Record) -> list[str]:
    """Return what the cards of the deck are called: their values, ascending [1, V4]."""
    return [str(int(value)) for value in state["values"] if value]


def chain_in_words(state: Record) -> str:
    """Return the chain from the bottom up [4]."""
    names = values_in_words(state)
    return " ".join(names[kind] for kind in state["chain"][: int(state["chain_size"])])


def lay_chain(state: Record, text: str) -> None:
    """Lay the chain [4]."""
    kinds = writing.read_cards(text, values_in_words(state), "chain")
    if len(kinds) > state["chain"].size:
        raise NotationError(f"the chain has room for {state['chain'].size} cards")
    state["chain"][: len(kinds)] = kinds
    state["chain_size"] = len(kinds)


def actions_in_words(state: Record) -> str:
    """Return the actions of the round in order [3]."""
    taken = state["actions"][: int(state["num_actions"])]
    return ", ".join(ACTIONS.name(state, int(action)) for action in taken)


def note_actions(state: Record, text: str) -> None:
    """Note the actions of the round in order [3]."""
    by_name = {ACTIONS.name(state, action): action for action in range(len(ACTIONS))}
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in by_name:
            raise NotationError(f"'actions' names actions such as 'take', not {name!r}")
    if len(names) > state["actions"].size:
        raise NotationError(f"a round has at most {state['actions'].size} actions")
    state["actions"][: len(names)] = [by_name[name] for name in names]
    state["num_actions"] = len(names)


# --- what follows from them ---


def prepare(state: Record) -> None:
    """Let the first player have started, and be to act [3]."""
    state["starter"] = 0
    state["seat"] = 0


def complete(state: Record) -> None:
    """Lay the other cards aside; refuse what cannot be [2]."""
    lay_rest_aside(state)
    check_hands(state)
    check_points(state)
    check_rounds(state)
    check_shown_hands(state)
    check_actions(state)
    seat = int(state["seat"])
    if seat >= 0 and not has_an_action(state, seat):
        raise NotationError(f"{seat_name(seat)} can do nothing, and would have lost the round")


def lay_rest_aside(state: Record) -> None:
    """All cards that are nowhere else lie aside [2]."""
    for kind, name in enumerate(values_in_words(state)):
        placed = int(state["hands"][:, kind].sum()) + int(state["open_cards"][:, kind].sum())
        placed += int((state["chain"][: int(state["chain_size"])] == kind).sum())
        placed += int(state["discard_pile"][kind])
        copies = int(state["copies"][kind])
        if placed > copies:
            raise NotationError(f"there are {copies} cards of value {name}, not {placed}")
        state["aside"][kind] = copies - placed


def check_hands(state: Record, hands: str = "hands") -> None:
    """Refuse a hand with more cards than are dealt [2, 6]."""
    dealt = int(state["hand_size"])
    for seat in range(NUM_SEATS):
        held = int(state[hands][seat].sum())
        if held > dealt:
            raise NotationError(f"{seat_name(seat)} holds {held} cards, but {dealt} are dealt")


def check_points(state: Record) -> None:
    """Refuse more points than a match can bring, or be left to bring [13, V2]."""
    rounds, played = int(state["rounds"]), int(state["rounds_played"])
    most = int(state["target_points"]) + POINTS_FOR_REVEAL - 1
    if rounds:
        most = MOST_POINTS - POINTS_FOR_REVEAL * max(rounds - played, 0)
    for seat in range(NUM_SEATS):
        points = int(state["points"][seat])
        if points > most:
            raise NotationError(f"{seat_name(seat)} has {points} points, and can have {most} here")


def check_rounds(state: Record) -> None:
    """Refuse a round too many [V2], and one before of which nothing is known [R5]."""
    played, rounds = int(state["rounds_played"]), int(state["rounds"])
    if 0 < rounds < played + (int(state["seat"]) != NOBODY):
        raise NotationError(f"'rounds played' is {played}, but the match has {rounds} rounds")
    is_told = state["last_ending"] != Ending.NOT_YET and int(state["last_winner"]) != NOBODY
    if played > 0 and not is_told:
        raise NotationError("'rounds played' needs 'last round' and 'last winner'")


def check_shown_hands(state: Record) -> None:
    """Refuse a mistaken reveal where none is allowed [V3], and hands that none has shown [R2]."""
    if state["last_ending"] == Ending.MISTAKEN_REVEAL and not state["mistaken_reveal"]:
        raise NotationError("a mistaken reveal needs the option mistaken_reveal=True")
    for seat in range(NUM_SEATS):
        if state["shown_hands"][seat].any() and not has_shown_hand(state, seat):
            raise NotationError(
                f"'shown' has a hand of {seat_name(seat)}, which no reveal has shown"
            )
    check_hands(state, "shown_hands")
    if (state["shown_hands"].sum(axis=0) > state["copies"]).any():
        raise NotationError("'shown' has more cards of a value than there are")


def check_actions(state: Record) -> None:
    """Refuse actions after one that has ended the round [8, 10], and more than can be [5-7]."""
    taken = [int(KIND_OF[action]) for action in state["actions"][: int(state["num_actions"])]]
    lasting = taken if int(state["seat"]) >= 0 else taken[:-1]
    if KIND.reveal in lasting or KIND.surrender in lasting:
        raise NotationError("'actions' has a reveal or a surrender, which ends the round")
    # each card that is dealt can be laid once and taken once
    most = 2 * NUM_SEATS * int(state["hand_size"])
    if len(lasting) > most:
        raise NotationError(f"a round ends after {most} actions, and 'actions' has {len(lasting)}")


POSITION = writing.PositionTable(
    entries=(
        writing.piles_entry("hands", "the cards in hand", values_in_words),
        writing.Entry("chain", "the chain, its top card last", chain_in_words, lay_chain),
        writing.piles_entry("open", "the open cards", values_in_words, "open_cards"),
        writing.pile_entry("discards", "the discard pile", values_in_words, "discard_pile"),
        writing.numbers_entry("points", "the points"),
        writing.turn_entry(),
        writing.seat_entry("starter", "who began the round"),
        writing.Entry("actions", "the actions of this round", actions_in_words, note_actions),
        writing.number_entry(
            "rounds played", "rounds that are over", "rounds_played", highest=MOST_ROUNDS
        ),
        writing.word_entry("last round", "how the round before ended", ENDING_NAMES, "last_ending"),
        writing.seat_entry("last winner", "who won it", "last_winner"),
        writing.piles_entry(
            "shown", "the hands that a reveal has shown", values_in_words, "shown_hands"
        ),
        writing.generator_entry(),
    ),
    prepare=prepare,
    complete=complete,
)

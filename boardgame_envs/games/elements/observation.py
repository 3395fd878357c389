"""What a player of Elements sees, as numbers and as text.

The text is made from the decoded numbers, so it can show nothing that they do not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.layout import Flag, Layout, Number, OneOf
from boardgame_envs.core.piles import count_cards
from boardgame_envs.core.seats import NOBODY, next_seat, seat_name
from boardgame_envs.games.elements.actions import ACTION, ACTIONS
from boardgame_envs.games.elements.cards import (
    MAX_CARDS,
    MAX_HAND_SIZE,
    MAX_KINDS,
    MAX_VALUE,
    NUM_SEATS,
)
from boardgame_envs.games.elements.rules import limit, sum_of_values, total
from boardgame_envs.games.elements.state import ENDING_NAMES, Ending

KINDS = tuple(range(1, MAX_KINDS + 1))
MAX_SUM = MAX_CARDS * MAX_VALUE
MAX_POINTS = 2002  # 1,000 is the highest target, and the most rounds are 1,000
CRYSTALS = 12  # in the box; differences beyond them are shown as this many
MARGIN = 20  # margins beyond this are shown as this
# every action but the one that ends a round can be followed by another in the same round; a card
# is named by its kind
LASTING_ACTIONS = (*(f"lay {kind}" for kind in KINDS), "take", "discard")
NUM_LASTING = len(LASTING_ACTIONS)
LASTING_PLACE = np.full(len(ACTIONS), -1)
LASTING_PLACE[[*ACTIONS.range_of("lay"), ACTION.take, ACTION.discard]] = range(NUM_LASTING)
# the players take turns, so each has half of what can happen before a round's last action
MAX_OWN_ACTIONS = 2 * MAX_HAND_SIZE
MARGINS = tuple(range(-MARGIN, MARGIN + 1))
UP_TO_CRYSTALS = tuple(range(CRYSTALS + 1))

LAYOUT = Layout(
    (
        # the options
        Number("values", "value of each kind of card, 0: not in this deck", (MAX_KINDS,), highest=MAX_VALUE),
        Number("copies", "cards of each kind in the deck", (MAX_KINDS,), highest=MAX_CARDS),
        Number("hand_size", "cards dealt to each player", highest=MAX_HAND_SIZE),
        Flag("surrender", "surrender is allowed"),
        Flag("take_with_empty_hand", "a player without a card in hand may take"),
        Flag("mistaken_reveal", "a total over the limit may be revealed"),
        Flag("reward_points", "points are the reward, not the match"),
        OneOf("rounds_left", "rounds left, this one included, 12: or more; none: the match goes to a target", labels=UP_TO_CRYSTALS),
        # the match
        Number("points", "points: mine, theirs", (NUM_SEATS,), highest=MAX_POINTS),
        OneOf("points_missing", "points missing to win the match, 12: or more: to me, to them; none: the match goes over rounds", (NUM_SEATS,), labels=UP_TO_CRYSTALS),
        OneOf("to_act", "whose turn it is; none: the match is over", labels=("me", "them")),
        Flag("i_started", "I began this round"),
        # the round
        Number("my_hand", "cards of each kind in my hand", (MAX_KINDS,), private=True, highest=MAX_HAND_SIZE),
        Number("hand_sizes", "cards in hand: mine, theirs", (NUM_SEATS,), highest=MAX_HAND_SIZE),
        Number("open_cards", "open cards of each kind: mine, theirs", (NUM_SEATS, MAX_KINDS), highest=MAX_CARDS),
        Number("discard_pile", "cards of each kind in the discard pile", (MAX_KINDS,), highest=MAX_CARDS),
        Number("unseen", "cards of each kind that I cannot see: in their hand or aside", (MAX_KINDS,), private=True, highest=MAX_CARDS),
        OneOf("chain", "kinds of the cards in the chain, the top card first", (MAX_CARDS,), labels=KINDS),
        Number("limit", "sum of the chain", highest=MAX_SUM),
        Number("my_total", "sum of my hand and my open cards", private=True, highest=MAX_SUM),
        Number("their_open_total", "sum of their open cards", highest=MAX_SUM),
        OneOf("margin", "limit less my total, -20 and 20: or beyond", private=True, labels=MARGINS),
        OneOf("my_actions", "my actions of this round, the latest first; a card is named by its kind", (MAX_OWN_ACTIONS,), labels=LASTING_ACTIONS),
        OneOf("their_actions", "their actions of this round, the latest first", (MAX_OWN_ACTIONS,), labels=LASTING_ACTIONS),
        # the round before (or, when the match is over, the last one)
        OneOf("last_ending", "how the round before ended; none: there was none", labels=ENDING_NAMES[Ending.REVEAL : Ending.MISTAKEN_REVEAL]),
        OneOf("last_winner", "who won it", labels=("me", "them")),
        Flag("last_reveal_mistaken", "it ended by a reveal over the limit: only the loser's hand was shown"),
        Number("shown_hands", "hands shown by a reveal that ended it: mine, theirs", (NUM_SEATS, MAX_KINDS), highest=MAX_HAND_SIZE),
    )
)  # fmt: skip

# where each part begins, and what its numbers are divided by
AT = LAYOUT.offsets()
HIGHEST = LAYOUT.highest()


# --- as numbers ---


@rule
def write_observation(state: Record, seat: int, observation: Buffer) -> None:
    """Write what a seat knows: its hand and everything public, never the other hand [15]."""
    write_deck(state, observation)
    write_match(state, seat, observation)
    write_hands(state, seat, observation)
    write_chain(state, seat, observation)
    write_actions(state, seat, observation)
    write_last_round(state, seat, observation)


@rule
def write_deck(state: Record, observation: Buffer) -> None:
    """Write the deck and the options that are played with [1, V1, V3, V4, V5, V6]."""
    for kind in range(MAX_KINDS):
        observation[AT.values + kind] = state.values[kind] / HIGHEST.values
        observation[AT.copies + kind] = state.copies[kind] / HIGHEST.copies
    observation[AT.hand_size] = state.hand_size / HIGHEST.hand_size
    observation[AT.surrender] = state.surrender
    observation[AT.take_with_empty_hand] = state.take_with_empty_hand
    observation[AT.mistaken_reveal] = state.mistaken_reveal
    observation[AT.reward_points] = state.reward_points


@rule
def write_match(state: Record, seat: int, observation: Buffer) -> None:
    """Write the points, what is missing to the end of the match, and whose turn it is [13, V2]."""
    for step in range(NUM_SEATS):
        points = state.points[(seat + step) % NUM_SEATS]
        observation[AT.points + step] = points / HIGHEST.points
        if state.rounds == 0:
            missing = min(max(state.target_points - points, 0), CRYSTALS)
            observation[AT.points_missing + step * (CRYSTALS + 1) + missing] = 1.0
    if state.rounds > 0:
        left = min(state.rounds - state.rounds_played, CRYSTALS)
        observation[AT.rounds_left + left] = 1.0
    if state.seat != NOBODY:
        observation[AT.to_act + (state.seat != seat)] = 1.0
    observation[AT.i_started] = state.starter == seat


@rule
def write_hands(state: Record, seat: int, observation: Buffer) -> None:
    """Write the observer's hand, the sizes of both, and the cards that lie open [4, 15]."""
    other = next_seat(state, seat)
    observation[AT.hand_sizes] = count_cards(state.hands[seat]) / HIGHEST.hand_sizes
    observation[AT.hand_sizes + 1] = count_cards(state.hands[other]) / HIGHEST.hand_sizes
    for kind in range(MAX_KINDS):
        unseen = state.hands[other, kind] + state.aside[kind]
        observation[AT.my_hand + kind] = state.hands[seat, kind] / HIGHEST.my_hand
        observation[AT.open_cards + kind] = state.open_cards[seat, kind] / HIGHEST.open_cards
        observation[AT.open_cards + MAX_KINDS + kind] = (
            state.open_cards[other, kind] / HIGHEST.open_cards
        )
        observation[AT.discard_pile + kind] = state.discard_pile[kind] / HIGHEST.discard_pile
        observation[AT.unseen + kind] = unseen / HIGHEST.unseen


@rule
def write_chain(state: Record, seat: int, observation: Buffer) -> None:
    """Write the chain, the limit, and how the observer's total stands to it [4]."""
    for place in range(state.chain_size):
        kind = state.chain[state.chain_size - 1 - place]
        observation[AT.chain + place * MAX_KINDS + kind] = 1.0
    my_total, now = total(state, seat), limit(state)
    their_open = sum_of_values(state, state.open_cards[next_seat(state, seat)])
    observation[AT.limit] = now / HIGHEST.limit
    observation[AT.my_total] = my_total / HIGHEST.my_total
    observation[AT.their_open_total] = their_open / HIGHEST.their_open_total
    margin = min(max(now - my_total, -MARGIN), MARGIN)
    observation[AT.margin + MARGIN + margin] = 1.0


@rule
def write_actions(state: Record, seat: int, observation: Buffer) -> None:
    """Write who did what in this round, in order: all actions are public [3, 15]."""
    mine, theirs = 0, 0
    for place in range(state.num_actions - 1, -1, -1):
        action = state.actions[place]
        is_mine = (place % NUM_SEATS == 0) == (state.starter == seat)
        if LASTING_PLACE[action] < 0:
            continue
        if is_mine:
            observation[AT.my_actions + mine * NUM_LASTING + LASTING_PLACE[action]] = 1.0
            mine += 1
        else:
            observation[AT.their_actions + theirs * NUM_LASTING + LASTING_PLACE[action]] = 1.0
            theirs += 1


@rule
def write_last_round(state: Record, seat: int, observation: Buffer) -> None:
    """Write how the round before ended, with the hands a reveal has shown [R5]."""
    if state.rounds_played == 0:
        return
    if state.last_ending == Ending.MISTAKEN_REVEAL:
        observation[AT.last_ending] = 1.0
        observation[AT.last_reveal_mistaken] = 1.0
    else:
        observation[AT.last_ending + state.last_ending - Ending.REVEAL] = 1.0
    observation[AT.last_winner + (state.last_winner != seat)] = 1.0
    for step in range(NUM_SEATS):
        for kind in range(MAX_KINDS):
            shown = state.shown_hands[(seat + step) % NUM_SEATS, kind]
            observation[AT.shown_hands + step * MAX_KINDS + kind] = shown / HIGHEST.shown_hands


# --- as text ---


def describe_view(view: Mapping[str, Any], seat: int) -> str:
    """Return a decoded observation in the words of the rules [15]."""
    me, them = seat_name(seat), seat_name(1 - seat)
    values = view["values"]
    chain = [values[kind - 1] for kind in reversed(view["chain"]) if kind]
    lines = [
        f"You are {me}. Points: you {view['points'][0]}, {them} {view['points'][1]}."
        + match_goal(view),
        *last_round_lines(view, them),
        f"Chain: {cards_in_words(chain)} (limit {view['limit']}).",
        f"Your hand: {pile_in_words(values, view['my_hand'])}; "
        f"your open cards: {pile_in_words(values, view['open_cards'][0])}; "
        f"your total: {view['my_total']}.",
        f"{them} holds {view['hand_sizes'][1]} cards; "
        f"open cards: {pile_in_words(values, view['open_cards'][1])} "
        f"(sum {view['their_open_total']}).",
        f"Discard pile: {pile_in_words(values, view['discard_pile'])}. "
        f"Unseen: {pile_in_words(values, view['unseen'])}.",
        f"This round: {actions_in_words(view, me, them)}.",
        {"me": "It is your turn.", "them": f"It is {them}'s turn.", None: "The match is over."}[
            view["to_act"]
        ],
    ]
    return "\n".join(lines)


def match_goal(view: Mapping[str, Any]) -> str:
    """Return what the match still needs [13, V2]."""
    if view["rounds_left"] is not None:
        return f" Rounds left: {or_more(view['rounds_left'])}."
    return " Missing to win: you {}, they {}.".format(*map(or_more, view["points_missing"]))


def or_more(number: int) -> str:
    """Return a number that is shown no higher than the crystals in the box."""
    return f"{number} or more" if number == CRYSTALS else f"{number}"


def last_round_lines(view: Mapping[str, Any], them: str) -> list[str]:
    """Return how the round before ended [R5]."""
    if view["last_ending"] is None:
        return []
    won = "you won" if view["last_winner"] == "me" else f"{them} won"
    mistaken = "mistaken " if view["last_reveal_mistaken"] else ""
    text = f"The round before ended by {mistaken}{view['last_ending']}; {won}."
    return [text + shown_hands_in_words(view, them)]


def shown_hands_in_words(view: Mapping[str, Any], them: str) -> str:
    """Return the hands that a reveal has shown [8]; a mistaken one shows the loser's [R2]."""
    if view["last_ending"] != "reveal":
        return ""
    mine, theirs = (pile_in_words(view["values"], hand) for hand in view["shown_hands"])
    if not view["last_reveal_mistaken"]:
        return f" Hands shown: you {mine}; {them} {theirs}."
    return f" Hand shown: {f'{them} {theirs}' if view['last_winner'] == 'me' else f'you {mine}'}."


def actions_in_words(view: Mapping[str, Any], me: str, them: str) -> str:
    """Return the actions of the round in order, with who took each [3]."""
    names = {me: view["my_actions"], them: view["their_actions"]}
    in_order = {who: [a for a in reversed(actions) if a] for who, actions in names.items()}
    starter, second = (me, them) if view["i_started"] else (them, me)
    told = []
    for turn in range(MAX_OWN_ACTIONS):
        for who in (starter, second):
            if turn < len(in_order[who]):
                told.append(f"{who} {with_value(in_order[who][turn], view['values'])}")
    return ", ".join(told) or f"{starter} begins"


def with_value(action: str, values: list[int]) -> str:
    """Return an action that names a kind with the value printed on that card."""
    verb, _, kind = action.partition(" ")
    if verb == "discard":
        return f"discard {max(values)}"
    return f"{verb} {values[int(kind) - 1]}" if kind else verb


def pile_in_words(values: list[int], pile: list[int]) -> str:
    """Return the cards of a counted pile by their values."""
    return cards_in_words(
        [value for value, count in zip(values, pile, strict=True) for _ in range(count)]
    )


def cards_in_words(cards: list[int]) -> str:
    """Return a row of cards."""
    return " ".join(map(str, cards)) or "none"


def describe_table(state: Record) -> str:
    """Return everything on the table, the hidden cards too [4]."""
    values = [int(value) for value in state["values"]]
    chain = [values[kind] for kind in state["chain"][: int(state["chain_size"])]]
    lines = [f"Chain: {cards_in_words(chain)} (limit {sum(chain)})."]
    for seat in range(NUM_SEATS):
        hand, open_cards = state["hands"][seat].tolist(), state["open_cards"][seat].tolist()
        lines.append(
            f"{seat_name(seat)}: {int(state['points'][seat])} points; "
            f"hand {pile_in_words(values, hand)}; open {pile_in_words(values, open_cards)}; "
            f"total {int(np.dot(values, np.add(hand, open_cards)))}."
        )
    lines.append(
        f"Aside: {pile_in_words(values, state['aside'].tolist())}; "
        f"discard pile: {pile_in_words(values, state['discard_pile'].tolist())}."
    )
    return "\n".join(lines)

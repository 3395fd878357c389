"""The words of Elements for people and language models, from what a seat knows [15]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boardgame_envs.core.guide.finding import Lesson, Refusal
from boardgame_envs.core.information import InformationState
from boardgame_envs.core.piles import count_cards
from boardgame_envs.core.seats import NOBODY, seat_name
from boardgame_envs.core.sight import View
from boardgame_envs.games.elements.actions import ACTION, KIND, KIND_OF, NUMBER_IN_KIND
from boardgame_envs.games.elements.observation import cards_in_words, pile_in_words
from boardgame_envs.games.elements.rules import (
    POINTS_FOR_REVEAL,
    POINTS_FOR_SURRENDER,
    is_within_limit,
    limit,
    move_card,
    total,
    yin_yang,
)

TURN_RULE, END_RULE = "3", "13"
ME, THEM = 0, 1


# --- what is asked, and what it would bring ---


def question(information: InformationState) -> str:
    """Ask for the one action of a turn [3]."""
    may, state = information.mask, information.imagined
    others = {
        ACTION.take: "take the top card",
        ACTION.discard: f"discard a {int(state.values[yin_yang(state)])}",
        ACTION.reveal: "reveal",
        ACTION.surrender: "surrender",
    }
    choices = either([words for action, words in others.items() if may[action]])
    if not may[ACTION.lay : ACTION.take].any():
        return f"Will you {choices}?"
    return f"Which card will you lay{f', or will you {choices}' if choices else ''}?"


def either(words: list[str]) -> str:
    """Return words with "or" before the last."""
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def consequence(information: InformationState, action: int) -> str:
    """Tell limit and total after an action [4-7], or who gets how many points [8-10]."""
    seat, state, kind = information.seat, information.imagined, KIND_OF[action]
    them = seat_name(1 - seat)
    if kind == KIND.surrender:
        return f"{them} gets {POINTS_FOR_SURRENDER} point, no hand is shown"
    if kind == KIND.reveal:
        if not is_within_limit(state, seat):
            return f"you are over the limit: {them} gets {POINTS_FOR_REVEAL} points"
        mine, most = total(state, seat), limit(state)
        return f"{POINTS_FOR_REVEAL} points: yours if {them} has over {most} or under {mine}"
    after = state.copy()
    move_card(after, action)
    return f"limit {limit(after)}, your total {total(after, seat)}: {standing(after, seat)}"


def standing(state: Any, seat: int) -> str:
    """Tell how a player's total stands to the limit [8]."""
    over = total(state, seat) - limit(state)
    return f"{over} over it" if over > 0 else "within it"


# --- why not ---


def refuse(information: InformationState, action: int) -> Refusal:
    """Tell why an action is not legal [5-8, 11, V1, V4, V6]."""
    seat, state, kind = information.seat, information.imagined, KIND_OF[action]
    if kind == KIND.surrender:
        return Refusal("Nobody can surrender in this game.", ("V1",))
    if kind == KIND.reveal:
        mine, most = total(state, seat), limit(state)
        return Refusal(f"Your total {mine} is over the limit of {most}.", ("8",))
    if kind == KIND.take:
        return refuse_take(information)
    if kind == KIND.lay and NUMBER_IN_KIND[action] >= state.num_kinds:
        return Refusal("This deck has no such card.", ("V4",))
    if count_cards(state.hands[seat]) == 0:
        return Refusal("You have no card in hand.", ("7" if kind == KIND.discard else "5",))
    if kind == KIND.discard:
        return Refusal(f"You hold no {int(state.values[yin_yang(state)])} to discard.", ("7",))
    value = int(state.values[NUMBER_IN_KIND[action]])
    return Refusal(f"You hold no {value} to lay.", ("5",))


def refuse_take(information: InformationState) -> Refusal:
    """Tell why nothing can be taken [6, 11, V6]."""
    state = information.imagined
    if state.chain_size == 0:
        return Refusal("The chain is empty: there is nothing to take.", ("6",))
    if not state.take_with_empty_hand and count_cards(state.hands[information.seat]) == 0:
        return Refusal("Without a card in hand you cannot take.", ("V6",))
    return Refusal("Without a card in hand and over the limit you cannot take.", ("11",))


def refuse_words(information: InformationState, text: str) -> Refusal | None:
    """Tell of cards that cannot be discarded, or that nobody has, by what is typed [5, 7]."""
    verb, _, card = text.lower().strip().partition(" ")
    state = information.imagined
    if verb == "discard" and card.isdecimal():
        value = int(state.values[yin_yang(state)])
        return Refusal(f"Only a {value} can be discarded.", ("7",))
    if verb == "take" and card:
        return Refusal("Only the top card can be taken: type take.", ("6",))
    if verb == "lay" and card.isdecimal():
        return Refusal(f"This deck has no {card}.", ("1",))
    return None


# --- what has happened ---


def announce(before: InformationState, told: str, after: InformationState) -> list[str]:
    """Tell how limit and standing change [4], and how a round ends [8-10, R4]."""
    if sum(before.view["points"]) != sum(after.view["points"]):
        return [*round_in_words(before, after), *match_in_words(after)]
    old, new = before.view, after.view
    notes = []
    if old["limit"] != new["limit"]:
        notes.append(f"The limit goes from {old['limit']} to {new['limit']}.")
    was_within, is_within = (view["my_total"] <= view["limit"] for view in (old, new))
    if was_within != is_within:
        place = "within" if is_within else "over"
        notes.append(f"Your total of {new['my_total']} is now {place} the limit.")
    for who in (ME, THEM):
        if old["hand_sizes"][who] and not new["hand_sizes"][who]:
            names = subject(after.seat, who), "have" if who == ME else "has"
            notes.append(f"{' '.join(names)} no card left in hand.")
    return notes


def subject(seat: int, who: int) -> str:
    """Return how a sentence about a player begins."""
    return "You" if who == ME else seat_name(1 - seat)


def round_in_words(before: InformationState, after: InformationState) -> list[str]:
    """Tell how a round ended: the totals if both were shown, and the points [8-10, R2, R4]."""
    view, seat = after.view, after.seat
    winner = ME if view["last_winner"] == "me" else THEM
    gained = view["points"][winner] - before.view["points"][winner]
    ending = view["last_ending"]
    notes = []
    if ending == "reveal":
        notes.append(totals_in_words(before.view, view, seat))
    elif ending == "no action":
        verb = "You have" if winner == THEM else f"{seat_name(1 - seat)} has"
        notes.append(
            f"{verb} no action left and {'lose' if winner == THEM else 'loses'} the round."
        )
    gets, points = "get" if winner == ME else "gets", "point" if gained == 1 else "points"
    mine, theirs = view["points"]
    notes.append(
        f"{subject(seat, winner)} {gets} {gained} {points}: "
        f"you have {mine}, {seat_name(1 - seat)} {theirs}."
    )
    return notes


def totals_in_words(old: View, new: View, seat: int) -> str:
    """Tell the totals of the hands that a reveal has shown, and the limit [4, 9, R2]."""
    shown = []
    for who in (ME, THEM):
        is_loser = new["last_winner"] != ("me" if who == ME else "them")
        if is_loser or not new["last_reveal_mistaken"]:
            piles = zip(old["values"], new["shown_hands"][who], old["open_cards"][who], strict=True)
            total = sum(value * (held + opened) for value, held, opened in piles)
            over = ", over it" if total > old["limit"] else ""
            shown.append(f"{'you' if who == ME else seat_name(1 - seat)} {total}{over}")
    return f"The limit is {old['limit']}; totals: {'; '.join(shown)}."


def match_in_words(after: InformationState) -> list[str]:
    """Tell who has won the match, once it is over [13, V2]."""
    if after.to_act != NOBODY:
        return []
    mine, theirs = after.view["points"]
    if mine == theirs:
        return ["The match is a draw."]
    return [
        "You win the match." if mine > theirs else f"{seat_name(1 - after.seat)} wins the match."
    ]


# --- lessons ---


def teach(num_players: int, options: Mapping[str, Any]) -> Lesson:
    """Teach the game with the options in play [1-13, V1-V6]."""
    deck = sorted(zip(options["values"], options["copies"], strict=True))
    highest, hand_size = deck[-1][0], options["hand_size"]
    left = sum(options["copies"]) - 2 * hand_size
    listed = ", ".join(f"{count} × {value}" for value, count in deck)
    aside = f"the other {left} lie aside unseen" if left else "none is left"
    goal = (
        f"Have the most points after {options['rounds']} rounds; equal points are a draw."
        if options["rounds"]
        else f"Be the first of the two players with {options['target_points']} points."
    )
    return Lesson(
        goal=goal,
        set_up=f"The deck has {sum(options['copies'])} cards: {listed}. For each round "
        f"it is shuffled and each player is dealt {hand_size} cards, hidden from the other; "
        f"{aside}.\n"
        "- The chain: cards laid in the middle, all visible. Its sum is the **limit** (empty: 0).\n"
        "- Your **total**: the sum of your hand and of your open cards.",
        turn=turn_lesson(highest, options),
        end=end_lesson(options),
        notation=notation_lesson(highest, options),
    )


def turn_lesson(highest: int, options: Mapping[str, Any]) -> str:
    """Teach the actions of a turn [3, 5-8, 10, 11, V1, V3, V6, R1]."""
    empty_hand = (
        "" if options["take_with_empty_hand"] else " You cannot take without a card in hand."
    )
    actions = [
        "lay: put a card from your hand on top of the chain. The limit rises, your total falls.",
        "take: the top card of the chain becomes one of your open cards. It counts for your total "
        f"and cannot be laid or discarded.{empty_hand}",
        f"discard: put a {highest} from your hand on the discard pile. No other card can be "
        "discarded.",
        "reveal: "
        + (
            "end the round. Over the limit it is lost by you."
            if options["mistaken_reveal"]
            else "end the round; only if your total is not over the limit."
        ),
    ]
    if options["surrender"]:
        actions.append(
            "surrender: end the round and give it up. With no card in hand and a total over the "
            "limit you can do nothing else"
            + (" but reveal." if options["mistaken_reveal"] else ".")
        )
    else:
        actions.append("Nobody can surrender. Who has no action at all loses the round.")
    return "\n".join(
        [
            "The players take turns; a turn is one action, seen by both:",
            *(f"- {a}" for a in actions),
        ]
    )


def end_lesson(options: Mapping[str, Any]) -> str:
    """Teach who gets the points of a round [9, 10, 12, R2, R4]."""
    lines = [
        f"- After a reveal both hands are shown, and the winner gets {POINTS_FOR_REVEAL} points: "
        "the revealer if the other's total is over the limit; else the higher total; if equal, "
        "the other player."
    ]
    if options["mistaken_reveal"]:
        lines.append(
            f"- A reveal over the limit shows the revealer's hand only; the other player gets "
            f"{POINTS_FOR_REVEAL} points."
        )
    if options["surrender"]:
        lines.append(
            f"- After a surrender the other player gets {POINTS_FOR_SURRENDER} point; no hand is "
            "shown."
        )
    else:
        lines.append(f"- If a player has no action, the other one gets {POINTS_FOR_REVEAL} points.")
    return "\n".join([*lines, "- The winner of a round starts the next one."])


def notation_lesson(highest: int, options: Mapping[str, Any]) -> str:
    """Teach how actions are written [5-8, 10]."""
    lowest = min(options["values"])
    words = ["`take`", f"`discard {highest}`", "`reveal`"]
    words += ["`surrender`"] if options["surrender"] else []
    return f"`lay {lowest}` (a card by its value), {', '.join(words)}."


def example(information: InformationState, action: int) -> str | None:
    """Tell of a card that brings its player within the limit [4, 5, 8]."""
    view, state = information.view, information.imagined
    if KIND_OF[action] != KIND.lay or view["my_total"] <= view["limit"]:
        return None
    after = state.copy()
    move_card(after, action)
    if not is_within_limit(after, information.seat):
        return None
    chain = cards_in_words([view["values"][kind - 1] for kind in reversed(view["chain"]) if kind])
    hand, opened = (
        pile_in_words(view["values"], pile) for pile in (view["my_hand"], view["open_cards"][ME])
    )
    name = information.legal_actions[action]
    so = "" if view["mistaken_reveal"] else ", so you may not reveal"
    return (
        f"The chain is {chain}: the limit is {view['limit']}. Your hand is {hand}, your open "
        f"cards: {opened}; your total is {view['my_total']}, over the limit{so}. You choose "
        f"`{name}`: the limit becomes {limit(after)}, your total {total(after, information.seat)}. "
        "If it is still within the limit when your next turn comes, you may reveal then."
    )

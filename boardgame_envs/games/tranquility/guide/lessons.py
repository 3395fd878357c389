"""Tranquility taught for the options in play, mode by mode [1-46, V1-V7]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boardgame_envs.core.guide.finding import Lesson
from boardgame_envs.core.information import InformationState
from boardgame_envs.games.tranquility.actions import ACTIONS, CELL_OF, SLOT_OF
from boardgame_envs.games.tranquility.field import gaps, shapes
from boardgame_envs.games.tranquility.guide.asking import cell_words
from boardgame_envs.games.tranquility.guide.prices import consequence
from boardgame_envs.games.tranquility.state import Mode, Phase
from boardgame_envs.games.tranquility.turn import discards
from boardgame_envs.games.tranquility.views.text import hand_in_words

SQUARE = (
    "The field has 6 rows of 6 cells, columns a to f, rows 1 to 6 from the bottom. It is one line: "
    "a1 to f1, then a2 to f2, up to f6; cells that follow each other in it are adjacent."
)
FIELDS = {
    "standard": SQUARE,
    "day_and_night": f"{SQUARE} A card lies sun or moon up.",
    "duel": SQUARE,
    "high_arch": "The field is an arch: two columns, each 2 cells wide and 3 high, and above them "
    "a vault of 3 rows. Each column and the vault is a line of its own, from its lower left cell, "
    "row by row.",
    "pyramid": "The field is a pyramid with rows of 11, 9, 7, 5, 3 and 1 cells, a1 to k1 at the "
    "bottom, a6 at the top. It is one line: row after row. Each second cell of a row, from its "
    "first, carries a border card (#).",
}
PLACING = (
    "Numbers ascend along the line: a card lies above the nearest number before it and below the "
    "nearest one after it. Cost: nothing if no adjacent cell is occupied; else the difference to "
    "the adjacent number, of two the smaller one. That many other cards are discarded from your "
    "hand; who cannot pay cannot place."
)


def teach(num_players: int, options: Mapping[str, Any]) -> Lesson:
    """Teach the game with the options in play."""
    if options["mode"] == "duel":
        return teach_duel(options)
    return Lesson(
        goal=goal_lesson(num_players, options["mode"]),
        set_up=set_up_lesson(num_players, options),
        turn=turn_lesson(num_players, options),
        end=end_lesson(options),
        notation=notation_lesson(num_players, options),
    )


def goal_lesson(num_players: int, mode: str) -> str:
    """Teach what the team is to do [16, 33, 37, 40]."""
    who = "You play alone" if num_players == 1 else "All play together"
    what = {
        "standard": "fill the field with islands in ascending order, play a Start on the way and a "
        "Finish at the end",
        "high_arch": "fill the arch with islands in ascending order, then play a Finish",
        "pyramid": "fill the pyramid with islands in ascending order, with a Start played and a "
        "Finish found by explorers",
        "day_and_night": "fill the field with islands in ascending order, rows 4 to 6 sun up and "
        "rows 1 to 3 moon up, play a Start on the way and a Finish at the end",
    }[mode]
    return f"{who}: {what}."


def set_up_lesson(num_players: int, options: Mapping[str, Any]) -> str:
    """Teach the cards, the field, and what is hidden [1, 2, 5, 6, 18, 19, V1]."""
    mode, deck = options["mode"], ["80 islands, numbered 1 to 80"]
    if options["removed_islands"]:
        deck.append(f"less {options['removed_islands']} that leave the game unseen")
    if mode != "pyramid":
        deck.append("5 Finish cards")
    if "monsters" in options["expansions"]:
        deck.append(f"{options['monsters']} sea monsters")
    if "storms" in options["expansions"]:
        deck.append("6 storms (2 yellow, 2 purple, 2 orange)")
    starts = {
        True: "",
        False: " Then one Start is shuffled into "
        + ("the upper half of your pile." if num_players == 1 else "each pile."),
    }[mode == "high_arch"]
    dealt = "your pile" if num_players == 1 else "dealt out as piles, one for each player"
    hidden = "" if num_players == 1 else " Hands are hidden."
    lines = [
        FIELDS[mode],
        f"The deck: {', '.join(deck)}; shuffled, it is {dealt}. A hand has 5 cards."
        f"{starts}{hidden}",
    ]
    if mode == "day_and_night":
        lines.append(
            "6 compasses are in the piles: one that is drawn is replaced and turns all hands, from "
            "sun up to moon up or back. A card is placed as hands are held."
        )
    return "\n".join(lines)


def turn_lesson(num_players: int, options: Mapping[str, Any]) -> str:
    """Teach the actions of a turn, and what an expansion or a mode adds [3, 4, 8-10, 12, 20-40]."""
    mode, expansions = options["mode"], options["expansions"]
    lines = ["One action, then refill your hand to 5 from your pile, while it lasts:"]
    lines.append(f"- Play an island on an empty cell. {PLACING}")
    if mode == "high_arch":
        lines.append(
            "  First only the columns are filled, at no cost; when both are full, the vault."
        )
    lines.append("- Or discard two cards, face down.")
    if mode == "day_and_night":
        lines.append("- Or rotate a card of the field, for one discard.")
    if mode not in ("high_arch", "pyramid"):
        lines.append("- Or play a Finish to win: " + finish_lesson(mode, expansions))
    elif mode == "high_arch":
        lines.append("- Or play a Finish to win, when all is full.")
    if mode != "high_arch":
        lines.append(start_lesson(num_players, options))
    if "reefs" in expansions:
        lines.append(
            "- Reef: it closes a row; nothing is placed there. At the end of each turn the player "
            "moves it to another row with an empty cell, or discards two cards to let it stay. It "
            "leaves when four rows are full."
        )
    if "monsters" in expansions:
        lines.append(
            "- Monsters cannot be discarded. Action: play one on an island of an open row; both "
            "leave the game."
        )
    if mode == "pyramid":
        lines.append(
            "- An island on an open border card (#) draws, after the payment, an explorer card: "
            "4 borders (nothing), 5 Finishes (found), 6 compasses, 6 storms, 5 monsters (destroy "
            "an island of an open row), 1 reef (closes a row with an empty cell; moved to another "
            "such row at the end of each turn, or kept for two discards; leaves when four "
            "rows are full)."
        )
    if "storms" in expansions or mode == "pyramid":
        lines.append(storm_lesson(options))
    return "\n".join(lines)


def finish_lesson(mode: str, expansions: list[str]) -> str:
    """Teach when a Finish may be played [16, 24, 40]."""
    needs = ["the field is full", "a Start lies"]
    if mode == "day_and_night":
        needs.append("all cards lie the right way up")
    if "monsters" in expansions:
        needs.append("no hand holds a monster")
    return f"when {', '.join(needs[:-1])} and {needs[-1]}."


def start_lesson(num_players: int, options: Mapping[str, Any]) -> str:
    """Teach what a Start brings [11-15, 31, V3]."""
    extra = {1: "You first draw 8 extra cards. ", 2: "Each first draws 2 extra cards. "}
    if num_players == 1:
        talk = "You discard 8 cards, then refill."
    else:
        rounds = options["talk_rounds"]
        often = "" if rounds == 1 else f"{rounds} times "
        offers = f"each {often}offers a number of cards, not binding; then " if rounds else ""
        talk = (
            f"Then the team discards 8 cards: clockwise from the player, {offers}each pledges a "
            "number, binding, so that the total can be exactly 8. All discard what they pledged, "
            "then refill."
        )
    return (
        "- Who holds a Start while none lies must play it; until then it cannot be discarded. "
        f"{extra.get(num_players, '')}{talk}"
    )


def storm_lesson(options: Mapping[str, Any]) -> str:
    """Teach storms and compasses [25-32, V2, R13, R14]."""
    is_ru, is_pyramid = options["edition"] == "ru", options["mode"] == "pyramid"
    blind = "discards" if is_ru else "may discard"
    owners = (
        "A compass belongs to who earned it (the Start's to its player and the next one together)"
        if is_ru
        else "Compasses belong to the team"
    )
    gains = (
        "They come from explorer cards only."
        if is_pyramid
        else "One is gained with the Start, with a placement that completes a row of six "
        "consecutive numbers, and by the action of discarding the whole hand (two cards "
        "or more, all of which may be), while the six last."
    )
    rescue = (
        " Others who have one may lift a storm for a player without a legal action."
        if is_ru
        else ""
    )
    return (
        "- Storms are resolved when drawn. Yellow, before its drawer: discard down to 3, which is "
        "the limit of the hand; when a Start is played its holder "
        f"{blind} the top two cards of the pile unseen, toward the 8. Purple closes a row with an "
        "empty cell, of the drawer's choice. Orange, before its drawer: play only beside an "
        "island.\n"
        f"- {owners}. One cancels a storm when it is drawn, or lifts one in play before your "
        f"action (a yellow one of yours also before the refill). {gains}{rescue}"
    )


def end_lesson(options: Mapping[str, Any]) -> str:
    """Teach how the game ends [16, 17, 37, R3]."""
    won = (
        "The team wins when the pyramid is full, a Start lies and a Finish is found."
        if options["mode"] == "pyramid"
        else "The team wins with the Finish."
    )
    lost = "It loses when the player to move has no legal action"
    if options["mode"] == "high_arch":
        return f"{won} {lost}."
    return f"{won} {lost}, or when a Start is played and 8 cards cannot be discarded."


def notation_lesson(num_players: int, options: Mapping[str, Any]) -> str:
    """Teach how actions are written, and in which order cards are named [R1]."""
    mode, expansions = options["mode"], options["expansions"]
    words = ["`play 32 c4`", "`discard 17` (one card at a time)"]
    if mode != "pyramid":
        words.append("`finish`")
    if mode != "high_arch":
        words.append("`start`")
        words += ["`offer 3`", "`pledge 3`"] if num_players > 1 else []
    if mode == "day_and_night":
        words.append("`rotate c4`")
    if "reefs" in expansions or mode == "pyramid":
        words += ["`reef 3`", "`reef stay`"]
    if "monsters" in expansions or mode == "pyramid":
        words.append("`monster c4`")
    if "storms" in expansions or mode == "pyramid":
        words += ["`storm 3` (purple)", "`cancel`", "`accept`", "`lift yellow P2`"]
        words += ["`lift orange P1`", "`lift purple 3`", "`no lift`"]
        words += ["`trade` (hand for a compass)"] if mode != "pyramid" else []
        words += ["`blind`", "`no blind`"] if options["edition"] == "uk" else []
    return (
        f"{', '.join(words)}. Several discards are named in the order of the hand: numbers "
        "ascending, start, finish. When all cards that may go are due, they go by themselves."
    )


def teach_duel(options: Mapping[str, Any]) -> Lesson:
    """Teach the duel [41-46, V7]."""
    by_choice = options["row"] == "choose"
    refill = (
        "take cards of your choice from the row, in ascending order"
        if by_choice
        else "take cards from the row, those farthest from the deck first"
    )
    take = ", `take 45` (from the row, ascending)" if by_choice else ""
    return Lesson(
        goal="Two opponents: have more points than the other.",
        set_up=f"{FIELDS['duel']}\nThe deck: 80 islands, numbered 1 to 80. Each player has 5 "
        "cards, hidden; 5 lie open in a row; the rest is the deck. Cards in the field belong "
        "to who placed them.",
        turn="One action, then refill your hand to 5:\n"
        f"- Play an island on an empty cell. {PLACING} A placement is not legal if a gap is left "
        "with more cells than there are numbers between its neighbours.\n"
        "- Or discard two cards, face down.\n"
        "- Or, with 5 cards and no legal placement, show your hand and ask for new cards. If your "
        "opponent agrees, you discard all five and take the whole row; if not, do something else.\n"
        f"To refill, {refill}; then the row is refilled from the deck.",
        end="The game ends when the field is full or both have one card or none; who has one "
        "card or none and cannot place it passes. Points: 2 for each card of yours in the field, "
        "the length of each run of 3 or more of your adjacent cards with consecutive numbers, -1 "
        "for each card you discarded. Equal points: more cards in the field win.",
        notation="`play 32 c4`, `discard 17` (one card at a time, in ascending order), `refresh` "
        f"(ask for new cards), `agree`, `refuse`{take}. When all your cards are due, they go by "
        "themselves.",
    )


def example(information: InformationState, action: int) -> str | None:
    """Tell of an island that costs a card or two, beside another [3, 4, 9]."""
    state, seat = information.imagined, information.seat
    if int(state.phase) != Phase.ACT or ACTIONS.kind_at(action).kind != "play":
        return None
    number, cell = int(state.hands[seat, SLOT_OF[action]]), int(CELL_OF[action])
    gap = gaps.gap_for(state, int(shapes.LINE_OF[state.field, cell]), number)
    cost = gaps.cost_in_gap(state, gap, cell, number)
    is_free = int(state.mode) == Mode.HIGH_ARCH and gaps.touches(gap, cell)
    pays = 0 < cost <= 2 and cost < discards.count_discardable(state, seat) - 1
    if not pays and not is_free:
        return None
    near = [
        f"{int(state.grid[other])} on {cell_words(state, other)}"
        for other, is_beside in (
            (cell - 1, gaps.is_beside_low(gap, cell)),
            (cell + 1, gaps.is_beside_high(gap, cell)),
        )
        if is_beside
    ]
    name = information.legal_actions[action]
    hand = hand_in_words(information.view["my_hand"])
    paid = f" Then you choose which of your other cards to discard, {cost} in all." if cost else ""
    beside = " and ".join(near)
    return (
        f"You hold {hand}. {beside[0].upper()}{beside[1:]} {'are' if len(near) > 1 else 'is'} "
        f"beside {cell_words(state, cell)}. You choose `{name}`: "
        f"{consequence(information, action)}.{paid}"
    )

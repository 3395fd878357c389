"""What a player of Tranquility sees, in words and as a drawing.

Made from the decoded numbers, so that it can show nothing that they do not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from boardgame_envs.core.compiled import Record
from boardgame_envs.core.seats import seat_name
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.field.shapes import COLUMNS, SHAPES, Shape, shape_of
from boardgame_envs.games.tranquility.modes.duel import MOST_LEAD
from boardgame_envs.games.tranquility.state import EXPANSIONS, MODES, NUM_ROWS, Mode

# --- what one player sees ---


def describe_view(view: Mapping[str, Any], seat: int) -> str:
    """Return a decoded observation in words, with the field drawn [2, 19]."""
    names = player_names(view, seat)
    shape = shape_of(Mode(MODES.index(view["mode"])), view["wide_arch"])
    lines = [
        f"You are {names[0]}. {setting_in_words(view)}",
        *draw_field(shape, cell_texts(view), row_notes(view)),
        f"Your hand: {hand_in_words(view['my_hand'])}.",
        *(player_line(view, names, steps) for steps in range(len(names))),
        *storm_lines(view),
        *mode_lines(view, names),
        unseen_line(view),
        *turn_lines(view, names),
    ]
    return "\n".join(lines)


def player_names(view: Mapping[str, Any], seat: int) -> list[str]:
    """Return the names of the players in order from a seat."""
    players = view["num_players"]
    return [seat_name((seat + steps) % players) for steps in range(players)]


def setting_in_words(view: Mapping[str, Any]) -> str:
    """Return the mode, expansions, edition and how the row is used [V1, V2, V7]."""
    words = [view["mode"].replace("_", " ")]
    words += [name for name, there in zip(EXPANSIONS, view["expansions"], strict=True) if there]
    if view["removed_islands"]:
        words.append(f"{view['removed_islands']} islands removed")
    if view["russian"]:
        words.append("Russian edition")
    if view["row_choice"]:
        words.append("cards of the row by choice")
    lies = "A Start lies." if view["start_played"] else "No Start lies."
    words[0] = words[0].capitalize()
    return f"{', '.join(words)}. {lies if has_starts(view) else ''}".strip()


def has_starts(view: Mapping[str, Any]) -> bool:
    """Tell whether there are Starts in a mode [33, 41]."""
    return view["mode"] not in ("high_arch", "duel")


def cell_texts(view: Mapping[str, Any]) -> list[str]:
    """Return what to draw in each cell: number and orientation or owner, a border, or nothing."""
    texts = []
    for number, moon, mine, border in zip(
        view["grid"], view["moon"], view["mine"], view["borders"], strict=True
    ):
        mark = ""
        if view["mode"] == "day_and_night":
            mark = "m" if moon else "s"
        elif view["mode"] == "duel":
            mark = "*" if mine else " "
        texts.append(f"{number}{mark}" if number else "#" if border else ".")
    return texts


def row_notes(view: Mapping[str, Any]) -> list[str]:
    """Return what lies at each row [20]."""
    notes = []
    for row, purples in enumerate(view["purples"], 1):
        words = ["reef"] if view["reef"] == row else []
        words += ["purple storm"] * purples
        notes.append(", ".join(words))
    return notes


def draw_field(shape: Shape, texts: list[str], notes: list[str]) -> list[str]:
    """Return a drawing of the field, the top row first; notes stand to the right [2, 33, 35]."""
    cells = SHAPES[shape]
    width = max(column for _, column, _ in cells) + 1
    lines = []
    for row in range(NUM_ROWS - 1, -1, -1):
        drawn = ["   "] * width
        for (_, column, at), text in zip(cells, texts, strict=False):
            if at == row:
                drawn[column] = f"{text:>3}"
        note = f"  {notes[row]}" if notes[row] else ""
        lines.append(f"{row + 1} {' '.join(drawn).rstrip()}{note}")
    lines.append("  " + " ".join(f"{letter:>3}" for letter in COLUMNS[:width]))
    return lines


def hand_in_words(hand: Iterable[int]) -> str:
    """Return cards in the order of the hand [11]."""
    return " ".join(str(cards.card_name(card)) for card in hand if card) or "nothing"


def player_line(view: Mapping[str, Any], names: list[str], steps: int) -> str:
    """Return the sizes of a player's hand and piles, and what lies before the player [19]."""
    who = "You have" if steps == 0 else f"{names[steps]} has"
    parts = [f"{view['hand_sizes'][steps]} in hand"]
    if view["mode"] != "duel":
        parts.append(f"{view['pile_sizes'][steps]} in the pile")
    parts.append(f"{view['discard_sizes'][steps]} discarded")
    for article, colour, key in (("a", "yellow", "yellows"), ("an", "orange", "oranges")):
        parts += [f"{article} {colour} storm"] * view[key][steps]
    if view["own_compasses"][steps]:
        parts.append(f"{view['own_compasses'][steps]} compasses")
    if view["shares_compass"][steps]:
        parts.append("a share in a compass")
    if view["holds_monster"][steps]:
        parts.append("a monster in hand")
    for key, word in (("offers", "offers"), ("pledges", "pledges")):
        if view[key][steps]:
            parts.append(f"{word} {view[key][steps] - 1}")
    return f"{who} {', '.join(parts)}."


def storm_lines(view: Mapping[str, Any]) -> list[str]:
    """Return the team's compasses and those to be gained [30, 31]."""
    if not view["expansions"][2] and view["mode"] != "pyramid":
        return []
    return [f"Compasses: {view['team_compasses']} of the team, {view['supply']} to be gained."]


def mode_lines(view: Mapping[str, Any], names: list[str]) -> list[str]:
    """Return what one mode has to show [35, 38, 41]."""
    if view["mode"] == "day_and_night":
        return [f"Hands are held {'moon' if view['moon_up'] else 'sun'} up."]
    if view["mode"] == "pyramid":
        left = sum(view["explorer"])
        return [f"Explorer cards: {left} left; Finishes found: {view['found_finishes']}."]
    if view["mode"] == "duel":
        return [
            f"Row: {hand_in_words(view['row'])}; {view['deck_size']} in the deck. "
            f"You lead by {view['lead'] - MOST_LEAD} points. Cards marked * are yours.",
            *opponent_lines(view, names[1]),
        ]
    return []


def opponent_lines(view: Mapping[str, Any], name: str) -> list[str]:
    """Return what is known of the opponent's cards [R7]."""
    words = ("has in hand", "has in hand or has discarded", "has discarded")
    lines = []
    for known, said in enumerate(words, 1):
        numbers = [str(n) for n, k in enumerate(view["their_cards"], 1) if k == known]
        if numbers:
            lines.append(f"{name} {said}: {' '.join(numbers)}.")
    return lines


def unseen_line(view: Mapping[str, Any]) -> str:
    """Return the cards that have not been seen, and the player's own discards [19]."""
    others = ("start", "finish", "monster", *cards.COLOURS, "compass")
    counted = [
        f"{count} {name}"
        for count, name in zip(view["unseen_others"], others, strict=True)
        if count
    ]
    discards = [n for n, there in enumerate(view["my_discards"], 1) if there]
    unseen = [n for n, there in enumerate(view["unseen"], 1) if there]
    more = [
        f"{count} {name}"
        for count, name in zip(view["my_other_discards"], ("start", "finish"), strict=True)
        if count
    ]
    return (
        f"Unseen: {', '.join([ranges(unseen), *counted])}. "
        f"Your discards: {', '.join([ranges(discards), *more])}."
    )


def ranges(numbers: list[int]) -> str:
    """Return numbers as runs: 3-7 9 12-14."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    texts = [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
    return " ".join(texts) or "no islands"


def turn_lines(view: Mapping[str, Any], names: list[str]) -> list[str]:
    """Return who decides what [8]."""
    if view["to_act"] is None:
        return ["The game is over."]
    who = "You decide" if view["to_act"] == 0 else f"{names[view['to_act']]} decides"
    more = f", {view['owed']} to discard" if view["owed"] else ""
    if view["revealed"]:
        more += f", a {view['revealed']} storm"
    if view["last_taken"]:
        more += f" above {view['last_taken']}"
    return [f"{who}: {view['phase']}{more}."]


# --- what lies on the whole table ---


def describe_table(state: Record) -> str:
    """Return everything on the table, the hidden cards too."""
    shape, players = Shape(int(state["field"])), int(state["num_players"])
    texts = [str(int(n)) if n else "." for n in state["grid"]]
    notes = [""] * NUM_ROWS
    lines = [f"{MODES[int(state['mode'])].replace('_', ' ').capitalize()}."]
    lines += draw_field(shape, texts, notes)
    for seat in range(players):
        pile = state["piles"][seat][: int(state["pile_sizes"][seat])][::-1]
        lines.append(
            f"{seat_name(seat)}: hand {hand_in_words(map(int, state['hands'][seat]))}; "
            f"pile {hand_in_words(map(int, pile))}."
        )
    if int(state["removed_islands"]):
        removed = state["removed"][: int(state["removed_islands"])]
        lines.append(f"Removed: {hand_in_words(map(int, removed))}.")
    if int(state["explorer_size"]):
        deck = state["explorer"][: int(state["explorer_size"])][::-1]
        lines.append(f"Explorer deck: {hand_in_words(map(int, deck))}.")
    if int(state["deck_size"]):
        deck = state["deck"][: int(state["deck_size"])][::-1]
        lines.append(f"Deck: {hand_in_words(map(int, deck))}.")
    return "\n".join(lines)

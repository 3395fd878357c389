"""The picture of a table of Tranquility, in all its modes, made from what is seen [2, 19]."""

from __future__ import annotations

from boardgame_envs.core.sight import Clicks, Sight, View
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.actions import ACTIONS
from boardgame_envs.games.tranquility.modes.duel import MOST_LEAD
from boardgame_envs.games.tranquility.picture import faces, sea
from boardgame_envs.games.tranquility.picture.players import hand_zone, player_zones
from boardgame_envs.games.tranquility.picture.sea import sea_zone
from boardgame_envs.games.tranquility.views.text import has_starts, ranges, setting_in_words
from boardgame_envs.pictures import frame
from boardgame_envs.pictures.cards import card_back, empty_place
from boardgame_envs.pictures.display import (
    Face,
    Mark,
    Piece,
    Scene,
    Words,
    Zone,
    card_piece,
    spread,
)
from boardgame_envs.pictures.lettering import fitting

HAND_Y, HAND_HEIGHT, HAND_WIDTH = 454, 142, 596
ROW_CARD = 48  # how wide the open cards of a duel are drawn
SIDE_X, SIDE_WIDTH = sea.X + HAND_WIDTH + 12, frame.INNER - HAND_WIDTH - 12


def draw(sight: Sight) -> Scene:
    """Return the picture of what is seen."""
    view = sight.view
    zones = (
        frame.background(),
        frame.heading("Tranquility", about(view), whose_turn(sight)),
        sea_zone(sight),
        *player_zones(sight, frame.TOP, HAND_Y - frame.TOP),
        hand_zone(sight, HAND_Y, HAND_HEIGHT, HAND_WIDTH),
        side_zone(sight),
        frame.last_line(sight.last, "" if sight.is_whole else unseen_words(view)),
    )
    words = " ".join(zone.words for zone in zones[1:])
    seen = "the whole table" if sight.is_whole else f"as {sight.name_after(0)} sees it"
    return Scene(frame.WIDTH, frame.HEIGHT, f"Tranquility, {seen}", words, zones)


# --- in words ---


def about(view: View) -> str:
    """Return the mode, the expansions and the edition [V1, V2, V7]."""
    return setting_in_words(view).partition(".")[0]


TASKS = {
    "act": "to act",
    "pay": "pays",
    "discard": "discards",
    "rotate": "pays for a rotation",
    "stay": "pays for the reef",
    "hold": "discards down",
    "shed": "sheds",
    "reef": "moves the reef",
    "new reef": "places the reef",
    "monster": "lets a monster loose",
    "storm": "places a storm",
    "answer": "answers a storm",
    "lift": "may lift a storm",
    "rescue": "may help",
    "blind": "may discard blind",
    "offer": "offers",
    "pledge": "pledges",
    "take": "takes from the row",
    "refresh": "answers a refresh",
}


def whose_turn(sight: Sight) -> str:
    """Return who decides what [8]."""
    view = sight.view
    if view["to_act"] is None:
        return "The game is over"
    said = f"{sight.name_after(view['to_act'])} {TASKS[view['phase']]}"
    if view["owed"]:
        said += f", {view['owed']} to go"
    return said + (f" ({view['revealed']})" if view["revealed"] else "")


def unseen_words(view: View) -> str:
    """Return which islands the observer has not seen [19]."""
    return f"Unseen: {ranges([n for n, there in enumerate(view['unseen'], 1) if there])}"


# --- what lies beside the hand ---


def side_zone(sight: Sight) -> Zone:
    """Return the Start and Finish, compasses, the explorer deck, or the row of a duel."""
    view = sight.view
    panel: Mark = frame.panel(SIDE_X, HAND_Y, SIDE_WIDTH, HAND_HEIGHT)
    if view["mode"] == "duel":
        return Zone("row", duel_words(sight), (panel, *duel_items(sight)))
    items: list[Mark | Piece] = [panel]
    words = []
    x = SIDE_X + 12
    if has_starts(view):
        said = "Start placed" if view["start_played"] else "No Start yet"
        face = faces.card_face(cards.START) if view["start_played"] else empty_place(62, 90)
        items.append(card_piece("start", said, face, x, HAND_Y + 36))
        items.append(Words(x, HAND_Y + 23, said, 13, "muted"))
        words.append(said)
        x += 100
    y = HAND_Y + 23
    for glyphs, said in side_lines(view):
        items.append(Words(x, y, fitting(said, 13, SIDE_X + SIDE_WIDTH - x - 8), 13, "muted"))
        items += [face.at(x + i * 24, y + 6, 20) for i, face in enumerate(glyphs)]
        y += 46 if glyphs else 24
        words.append(said)
    return Zone("side", "; ".join(words) or "nothing", tuple(items))


def side_lines(view: View) -> list[tuple[list[Face], str]]:
    """Return what the team has, with glyphs [16, 30, 31, 35, 38]."""
    lines: list[tuple[list[Face], str]] = []
    filled = sum(view["filled"])
    cells = len(sea.cells_of(sea.shape_in(view)).corners)
    lines.append(([], f"{filled} of {cells} cells filled"))
    if view["expansions"][2] or view["mode"] == "pyramid":
        compasses = [faces.COMPASS] * view["team_compasses"]
        said = f"Compasses: {view['team_compasses']}"
        lines.append((compasses, said + (f", supply {view['supply']}" if view["supply"] else "")))
    if view["mode"] == "day_and_night":
        lines.append(([faces.MOON if view["moon_up"] else faces.SUN],
                      f"Hands held {'moon' if view['moon_up'] else 'sun'} up"))  # fmt: skip
    if view["mode"] == "pyramid":
        finishes = [faces.FINISH] * view["found_finishes"]
        lines.append((finishes, f"Finishes found: {view['found_finishes']}"))
        lines.append(([], f"{sum(view['explorer'])} explorer cards left"))
    return lines


def duel_items(sight: Sight) -> list[Mark | Piece]:
    """Return the open row with the deck, and how the duel stands [41, 46]."""
    view = sight.view
    row = [number for number in view["row"] if number]
    lead = view["lead"] - MOST_LEAD
    stands = f"{sight.name_after(0 if lead >= 0 else 1)} leads by {abs(lead)}" if lead else "Even"
    items: list[Mark | Piece] = [
        Words(SIDE_X + 12, HAND_Y + 23, f"Row, deck {view['deck_size']}", 14, "muted"),
        Words(SIDE_X + SIDE_WIDTH - 12, HAND_Y + 23, stands, 14, "ink", "end", bold=True),
    ]
    width = SIDE_WIDTH - 24 - 44
    for place, (number, x) in enumerate(
        zip(row, spread(len(row), SIDE_X + 12, width, ROW_CARD, 2), strict=True)
    ):
        face = faces.card_face(number)
        items.append(
            card_piece(f"row-card-{place}", f"island {number}", face, x, HAND_Y + 46, ROW_CARD)
        )
    if view["deck_size"]:
        deck = card_piece("deck", f"deck of {view['deck_size']}", card_back(36, 54),
                          SIDE_X + SIDE_WIDTH - 48, HAND_Y + 52, kind="pile")  # fmt: skip
        items.append(deck)
    return items


def duel_words(sight: Sight) -> str:
    """Return the row of a duel in words [41]."""
    view = sight.view
    row = " ".join(str(number) for number in view["row"] if number) or "empty"
    lead = view["lead"] - MOST_LEAD
    return f"Row {row}, {view['deck_size']} in the deck; {sight.name_after(0)} leads by {lead}."


# --- pointing ---


def clicks(sight: Sight, action: int) -> Clicks:
    """Return what is pointed at to choose an action."""
    kind = ACTIONS.kind_at(action)
    return tuple(
        (piece_on(sight, axis.name, place),)
        for axis, place in zip(kind.axes, ACTIONS.indices(action), strict=True)
        if axis.name != "count"
    )


def piece_on(sight: Sight, axis: str, place: int) -> str:
    """Return the piece that a place on an axis of the actions belongs to."""
    if axis == "player":
        return f"player-{sight.seat_after(place)}"
    names = {"hand_slot": "hand", "cell": "cell", "row": "row", "row_place": "row-card"}
    return f"{names[axis]}-{place}"

"""The picture of a table of Noah, made from what is seen [2, 22]."""

from __future__ import annotations

from boardgame_envs.core.sight import Clicks, Sight, View
from boardgame_envs.games.noah import cards
from boardgame_envs.games.noah.actions import ACTIONS
from boardgame_envs.games.noah.animals import NOAH, SEX_MARKS, TEAR
from boardgame_envs.games.noah.faces import (
    CHIP_HEIGHT,
    CHIP_WIDTH,
    HULL_HEIGHT,
    HULL_WIDTH,
    WIDTH,
    animal_words,
    card_face,
    chip_face,
    hull,
    species_and_sex,
)
from boardgame_envs.games.noah.layout import SHOWN_ROUNDS
from boardgame_envs.games.noah.observation import pile_in_words
from boardgame_envs.pictures import frame
from boardgame_envs.pictures.cards import HIDDEN_CARD, card_back, seat_mark
from boardgame_envs.pictures.display import (
    Box,
    Face,
    Mark,
    Path,
    Piece,
    Scene,
    Words,
    Zone,
    card_piece,
    spread,
)
from boardgame_envs.pictures.lettering import counted, fitting, width_of
from boardgame_envs.pictures.patterns import waves

LEFT, TOP = frame.MARGIN, frame.TOP
RIVER_WIDTH, RIVER_HEIGHT = 656, 384
HAND_Y, HAND_HEIGHT = 446, 150
PLAYERS_X, PLAYERS_WIDTH = LEFT + RIVER_WIDTH + 12, frame.INNER - RIVER_WIDTH - 12
# the places of the boats on the river, column and row: a ring, clockwise from the top
PLACES = ((1, 0), (2, 0), (2, 1), (0, 1), (0, 0))
BERTH_WIDTH, BERTH_HEIGHT = 212, 184
IN_A_ROW = 7
WIDEST_CHIP = 50  # of an animal that has room on its boat
# waves, and the way that Noah goes round
RIVER = Face(
    "river-water",
    RIVER_WIDTH,
    RIVER_HEIGHT,
    (
        Box(1, 1, RIVER_WIDTH - 2, RIVER_HEIGHT - 2, "river", "river_line", 8),
        waves(8, 10, RIVER_WIDTH - 16, RIVER_HEIGHT - 20, "river_line", 24),
        Box(100, 80, RIVER_WIDTH - 200, RIVER_HEIGHT - 150, "", "river_line", 40, 8),
    ),
)


def draw(sight: Sight) -> Scene:
    """Return the picture of what is seen."""
    view = sight.view
    zones = (
        frame.background(),
        frame.heading("Noah", about(view), whose_turn(sight)),
        river_zone(sight),
        *(player_zone(sight, steps) for steps in range(sight.num_players)),
        hand_zone(sight),
        frame.last_line(sight.last, this_turn(sight)),
    )
    words = " ".join(zone.words for zone in zones[1:])
    seen = "the whole table" if sight.is_whole else f"as {sight.name_after(0)} sees it"
    return Scene(frame.WIDTH, frame.HEIGHT, f"Noah, {seen}", words, zones)


# --- in words ---


def about(view: View) -> str:
    """Return how long the match goes on [20, V1, V2]."""
    if view["rounds_left"] is None:
        return f"Until somebody has {view['play_to']} tears"
    more = "+" if view["rounds_left"] == SHOWN_ROUNDS else ""
    return f"Rounds left: {view['rounds_left']}{more}"


TASKS = {
    "load": "loads Noah's boat",
    "look": "looks at a hand",
    "draw": "draws a card",
    "return": "returns a card",
    "noah": "moves Noah",
    "give": "gives",
}


def whose_turn(sight: Sight) -> str:
    """Return who decides what [4, 9, 10, 13, 16]."""
    view = sight.view
    if view["to_act"] is None:
        return "The match is over"
    task = TASKS[view["phase"]]
    if view["phase"] == "give":
        task = f"gives {view['gifts_due']} more"
    return f"{sight.name_after(view['to_act'])} {task}"


def this_turn(sight: Sight) -> str:
    """Return what has happened in this turn [8, 10, 16]."""
    view, words = sight.view, list[str]()
    if view["to_act"] is None:
        return ""
    if view["animal"]:
        pair = ", a pair: another turn follows" if view["pair"] else ""
        words.append(f"{sight.name_after(view['to_act'])} played {view['animal']}{pair}")
    if view["drawn"]:
        words.append(f"drew {view['drawn']} from {sight.name_after(view['opponent'])}")
    if view["last_gift"]:
        words.append(f"gave {view['last_gift']} to {sight.name_after(view['last_receiver'])}")
    return "; ".join(words)


# --- the river ---


def river_zone(sight: Sight) -> Zone:
    """Return the boats in their ring, and those that are left [2, 15]."""
    view = sight.view
    middle_x, low = LEFT + RIVER_WIDTH // 2, TOP + RIVER_HEIGHT * 3 // 4
    items: list[Mark | Piece] = [
        RIVER.at(LEFT, TOP),
    ]
    items += spare_marks(view, middle_x, low)
    words = []
    for steps in range(cards.NUM_BOATS):
        number = (view["noah"] + steps) % cards.NUM_BOATS
        items += boat_items(view, steps, number)
        words.append(boat_words(view, steps, number))
    return Zone("river", " ".join(words), tuple(items))


def spare_marks(view: View, x: int, y: int) -> list[Mark]:
    """Return how many boats have left, and how many can take their place [2, 15]."""
    spare = max(cards.SPARE_BOATS - view["departures"], 0)
    marks: list[Mark] = [
        Box(x - 88, y - 44, 176, 96, "panel", "river_line", 8),
        Words(x, y - 24, f"Boats left: {view['departures']} of {cards.SPARE_BOATS + 1}", 14, "ink",
              "middle", bold=True),
        Words(x, y + 40, f"{spare} spare", 13, "muted", "middle"),
    ]  # fmt: skip
    marks += [hull().at(x - 76 + place * 52, y - 2, 46) for place in range(spare)]
    return marks


def load_of(view: View, steps: int) -> tuple[int, int]:
    """Return the weight aboard a boat, and its limit [5, 12]."""
    limit = cards.WOODPECKER_LIMIT if view["woodpecker"][steps] else cards.LIMIT
    return limit - view["room"][steps], limit


def boat_words(view: View, steps: int, number: int) -> str:
    """Return a boat in words [5, 6]."""
    weight, limit = load_of(view, steps)
    animals = [cards.ANIMAL_NAMES[animal - 1] for animal in view["boats"][steps] if animal]
    sex = view["needed_sex"][steps]
    said = f"Boat {number + 1}: {' '.join(animals) or 'empty'}, weight {weight} of {limit}"
    said += f", next must be {sex}" if sex else ""
    return said + (", Noah is here." if steps == 0 else ".")


def boat_items(view: View, steps: int, number: int) -> list[Mark | Piece]:
    """Return a boat: its animals in order, its hull, its load and limit, and Noah [2, 5, 6]."""
    column, row = PLACES[number]
    x = LEFT + 6 + column * (BERTH_WIDTH + 4)
    y = TOP + 8 + row * (BERTH_HEIGHT + 4)
    is_here = steps == 0
    hull_y = y + BERTH_HEIGHT - HULL_HEIGHT - 40
    marks: list[Mark] = []
    if is_here:
        marks.append(Box(x, y, BERTH_WIDTH, BERTH_HEIGHT, "panel", "accent", 10, 3))
        marks.append(NOAH.at(x + BERTH_WIDTH - 46, y + 4, 40))
        marks.append(Words(x + BERTH_WIDTH - 50, y + 22, "Noah", 14, "ink", "end", bold=True))
    hull_x = x + (BERTH_WIDTH - HULL_WIDTH) // 2
    marks.append(hull().at(hull_x, hull_y))
    marks += load_marks(view, steps, number, x, y)
    piece = Piece(
        f"boat-{number}", "boat", boat_words(view, steps, number), x, y, BERTH_WIDTH, BERTH_HEIGHT,
        tuple(marks),
    )  # fmt: skip
    return [piece, *aboard(view, steps, number, hull_x, hull_y)]


def load_marks(view: View, steps: int, number: int, x: int, y: int) -> list[Mark]:
    """Return a boat's number, load, limit, tears aboard and the sex that it needs."""
    weight, limit = load_of(view, steps)
    base, across = y + BERTH_HEIGHT - 27, BERTH_WIDTH - 20
    filled = weight * across // limit
    marks: list[Mark] = [
        Words(x + 12, y + 22, f"Boat {number + 1}", 14, "ink", bold=True),
        Box(x + 10, base - 6, across, 10, "inset", "rule", 5),
        Words(x + 12, base + 18, f"{weight} of {limit}", 13, "ink", bold=True),
    ]
    if filled:
        marks.append(Box(x + 10, base - 6, filled, 10, "hull", radius=min(5, filled // 2)))
    if view["tears_aboard"][steps]:
        marks += [
            TEAR.at(x + 86, base + 7, 13),
            Words(x + 102, base + 18, str(view["tears_aboard"][steps]), 13, "ink"),
        ]
    sex = view["needed_sex"][steps]
    if sex:
        right = x + BERTH_WIDTH - 10
        marks += [
            Words(right - 22, base + 18, "next", 13, "ink", "end"),
            Box(right - 18, base + 5, 18, 16, "plate", radius=4),
            SEX_MARKS[cards.SEXES.index(sex)].at(right - 15, base + 7, 12),
        ]
    return marks


def aboard(view: View, steps: int, number: int, x: int, hull_y: int) -> list[Mark | Piece]:
    """Return the animals on a boat, in order, in one row or two [2]."""
    animals = [animal - 1 for animal in view["boats"][steps] if animal]
    rows = [animals] if len(animals) <= IN_A_ROW else [animals[: len(animals) // 2 + 1]]
    if len(rows[0]) < len(animals):
        rows.append(animals[len(rows[0]) :])
    room = HULL_WIDTH - 8
    wide = CHIP_WIDTH if len(rows) > 1 else min(room // max(len(animals), 1) - 1, WIDEST_CHIP)
    wide = max(wide, CHIP_WIDTH)
    high = CHIP_HEIGHT * wide // CHIP_WIDTH
    items: list[Mark | Piece] = []
    for row, part in enumerate(rows):
        top = hull_y - (len(rows) - row) * (high + 1) + 3
        for animal, at in zip(part, spread(len(part), x + 4, room, wide, 1), strict=True):
            words = f"aboard: {animal_words(animal // 2, animal % 2)}"
            face, id = chip_face(animal // 2, animal % 2), f"boat-{number}-{len(items)}"
            items.append(card_piece(id, words, face, at, top, wide, "chip"))
    return items


# --- the players ---


def player_zone(sight: Sight, steps: int) -> Zone:
    """Return a player: name, tears, and what is known of the hand [19, 22]."""
    view, seat = sight.view, sight.seat_after(steps)
    height = (RIVER_HEIGHT + 8) // max(sight.num_players, 3)
    y = TOP + steps * height
    name = fitting(sight.name_after(steps), 16, 118, bold=True)
    size = view["hand_sizes"][steps]
    right = PLAYERS_X + PLAYERS_WIDTH - 12
    marks: list[Mark] = [
        frame.panel(PLAYERS_X, y, PLAYERS_WIDTH, height - 8, view["to_act"] == steps),
        seat_mark(seat).at(PLAYERS_X + 10, y + 8, 16),
        Words(PLAYERS_X + 34, y + 22, name, 16, "ink", bold=True),
        Words(right, y + 22, counted(size, "card"), 13, "muted", "end"),
        TEAR.at(right - 104, y + 9, 14),
        Words(right - 86, y + 22, str(view["tears"][steps]), 15, "ink", bold=True),
    ]
    if view["starter"] == steps:
        after = PLAYERS_X + 38 + width_of(name, 16, bold=True)
        marks.append(
            Path(f"M {after} {y + 11} L {after + 10} {y + 17} L {after} {y + 23} Z", "muted")
        )
    piece = Piece(
        f"player-{seat}", "player", player_words(sight, steps),
        PLAYERS_X, y, PLAYERS_WIDTH, height - 8, tuple(marks),
    )  # fmt: skip
    cards_seen = shown_hand(sight, steps)
    items = [piece, *small_hand(cards_seen, size, seat, y + 28, height - 40)]
    return Zone(f"seat-{seat}", player_words(sight, steps), tuple(items))


def shown_hand(sight: Sight, steps: int) -> list[int]:
    """Return the cards of a player that are shown: own, known, or all to spectators [22]."""
    seen = sight.view_after(steps)
    pile = sight.view["known"][steps - 1] if seen is None else seen["my_hand"]
    return [card for card, count in enumerate(pile) for _ in range(count)]


def small_hand(shown: list[int], size: int, seat: int, y: int, room: int) -> list[Mark | Piece]:
    """Return a hand in chips: the cards that are known, and backs for the others."""
    high = min(CHIP_HEIGHT, room)
    wide = CHIP_WIDTH * high // CHIP_HEIGHT
    back = card_back(CHIP_WIDTH, CHIP_HEIGHT)
    items: list[Mark | Piece] = []
    places = spread(size, PLAYERS_X + 10, PLAYERS_WIDTH - 20, wide, 2)
    for place, x in enumerate(places):
        if place < len(shown):
            species, sex = species_and_sex(shown[place])
            face, words = chip_face(species, sex), animal_words(species, sex)
        else:
            face, words = back, HIDDEN_CARD
        items.append(card_piece(f"seat-{seat}-{place}", words, face, x, y, wide, "chip"))
    return items


def player_words(sight: Sight, steps: int) -> str:
    """Return a player in words."""
    view, seen, size = sight.view, sight.view_after(steps), sight.view["hand_sizes"][steps]
    tears = counted(view["tears"][steps], "tear")
    said = f"{sight.name_after(steps)}: {tears}, {counted(size, 'card')}"
    if seen is None:
        known = view["known"][steps - 1]
        return said + (f", known: {pile_in_words(known)}." if any(known) else ".")
    return said + f": {pile_in_words(seen['my_hand'])}."


# --- the hand ---


def hand_cards(view: View) -> list[int]:
    """Return the cards of the hand at the bottom, one by one."""
    return [card for card, count in enumerate(view["my_hand"]) for _ in range(count)]


def hand_zone(sight: Sight) -> Zone:
    """Return the hand of the player at the bottom, large [22]."""
    view, name = sight.view, sight.name_after(0)
    held = hand_cards(view)
    tears = sum(int(cards.TEARS[card]) for card in held)
    said = f"{name}'s hand: {counted(len(held), 'card')}, {counted(tears, 'tear')}"
    items: list[Mark | Piece] = [
        frame.panel(LEFT, HAND_Y, frame.INNER, HAND_HEIGHT, view["to_act"] == 0),
        Words(LEFT + 12, HAND_Y + 24, fitting(said, 14, frame.INNER - 24), 14, "muted"),
    ]
    places = spread(len(held), LEFT + 12, frame.INNER - 24, WIDTH, 6)
    for place, (card, x) in enumerate(zip(held, places, strict=True)):
        species, sex = species_and_sex(card)
        face, words = card_face(species, sex), animal_words(species, sex)
        items.append(card_piece(f"hand-{place}", words, face, x, HAND_Y + 38))
    return Zone("hand", f"{said}: {pile_in_words(view['my_hand'])}.", tuple(items))


# --- pointing ---


def clicks(sight: Sight, action: int) -> Clicks:
    """Return what is pointed at to choose an action [4, 9, 10, 13, 16]."""
    kind, places = ACTIONS.kind_at(action).kind, ACTIONS.indices(action)
    if kind == "move_noah":
        boat = (sight.view["noah"] + places[0] + 1) % cards.NUM_BOATS
        return ((f"boat-{boat}",),)
    if kind in ("look", "draw"):
        return ((player_id(sight, places[0]),),)
    if kind == "load":
        return in_hand(sight, int(cards.CARD_OF[places[0]])), (f"boat-{sight.view['noah']}",)
    if kind == "give":
        return in_hand(sight, places[0]), (player_id(sight, places[1]),)
    return (in_hand(sight, places[0]),)


def in_hand(sight: Sight, card: int) -> tuple[str, ...]:
    """Return the pieces that are a card of the hand."""
    held = hand_cards(sight.view)
    return tuple(f"hand-{place}" for place, one in enumerate(held) if one == card)


def player_id(sight: Sight, opponent: int) -> str:
    """Return the piece of an opponent of the one who acts, the observer."""
    return f"player-{sight.seat_after(opponent + 1)}"

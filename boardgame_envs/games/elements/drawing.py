"""The picture of a table of Elements, made from what is seen [4, 15]."""

from __future__ import annotations

from collections.abc import Callable

from boardgame_envs.core.sight import Clicks, Sight, View
from boardgame_envs.games.elements.actions import ACTIONS
from boardgame_envs.games.elements.faces import (
    CRYSTAL,
    HEIGHT,
    NO_CRYSTAL,
    WIDTH,
    card_face,
    design_of,
    name_of,
)
from boardgame_envs.games.elements.observation import CRYSTALS, match_goal, pile_in_words
from boardgame_envs.pictures import frame
from boardgame_envs.pictures.cards import HIDDEN_CARD, card_back, empty_place, seat_mark
from boardgame_envs.pictures.display import (
    Anchor,
    Box,
    Mark,
    Path,
    Piece,
    Scene,
    Words,
    Zone,
    card_piece,
    spread,
)
from boardgame_envs.pictures.lettering import counted, fitting

ME, THEM = 0, 1
START: Anchor = "start"
END: Anchor = "end"
LEFT, INNER = frame.MARGIN, frame.INNER
# where the three strips begin, and how high those of the players are
THEIRS, MIDDLE, MINE = 56, 214, 446
STRIP = 148
HAND_X, HAND_WIDTH = LEFT + 176, 424
OPEN_X, OPEN_WIDTH = LEFT + 624, 292
CHAIN_X, CHAIN_WIDTH = LEFT + 120, 546
ASIDE_X, DISCARD_X, DISCARD_WIDTH = LEFT + 692, LEFT + 818, 96
PILES = MIDDLE + 38  # where the cards in the middle begin
RULER_X, RULER_Y, RULER_WIDTH = LEFT + 24, 381, INNER - 48


def draw(sight: Sight) -> Scene:
    """Return the picture of what is seen."""
    view = sight.view
    zones = (
        frame.background(),
        frame.heading("Elements", about(view, sight), whose_turn(view, sight)),
        player_zone(sight, THEM),
        middle_zone(sight),
        player_zone(sight, ME),
        frame.last_line(sight.last, last_round(view, sight)),
    )
    words = " ".join(zone.words for zone in zones[1:])
    return Scene(frame.WIDTH, frame.HEIGHT, title(sight), words, zones)


def title(sight: Sight) -> str:
    """Return what the picture is of."""
    seen = "the whole table" if sight.is_whole else f"as {sight.name_after(ME)} sees it"
    return f"Elements, {seen}"


# --- in words ---


def about(view: View, sight: Sight) -> str:
    """Return what the match still needs [13, V2]."""
    if view["rounds_left"] is not None:
        return match_goal(view).strip()
    missing = [
        f"{number}+" if number == CRYSTALS else f"{number}" for number in view["points_missing"]
    ]
    return "Points missing: " + ", ".join(
        f"{sight.name_after(who)} {missing[who]}" for who in (ME, THEM)
    )


def whose_turn(view: View, sight: Sight) -> str:
    """Return whose turn it is [3]."""
    if view["to_act"] is None:
        return "The match is over"
    return f"{sight.name_after(ME if view['to_act'] == 'me' else THEM)} to act"


def last_round(view: View, sight: Sight) -> str:
    """Return how the round before ended [R5]."""
    if view["last_ending"] is None:
        return ""
    won = sight.name_after(ME if view["last_winner"] == "me" else THEM)
    mistaken = "mistaken " if view["last_reveal_mistaken"] else ""
    shown = [
        f"{sight.name_after(who)} {pile_in_words(view['values'], view['shown_hands'][who])}"
        for who in (ME, THEM)
        if any(view["shown_hands"][who])
    ]
    hands = f"; hands {', '.join(shown)}" if shown else ""
    return f"Round before: {mistaken}{view['last_ending']}, {won} won{hands}"


# --- cards ---


def kinds_of(pile: list[int]) -> list[int]:
    """Return the cards of a counted pile, one by one."""
    return [kind for kind, count in enumerate(pile) for _ in range(count)]


def num_kinds(view: View) -> int:
    """Return how many kinds of cards the deck has [V4]."""
    return sum(value > 0 for value in view["values"])


def card(view: View, id: str, kind: int, x: int, y: int) -> Piece:
    """Return a card that is seen."""
    kinds, value = num_kinds(view), view["values"][kind]
    face = card_face(design_of(kind, kinds), value)
    return card_piece(id, f"{name_of(kind, kinds)} {value}", face, x, y)


def row(view: View, id: str, kinds: list[int], x: int, y: int, width: int) -> list[Mark | Piece]:
    """Return cards side by side."""
    places = spread(len(kinds), x, width, WIDTH, 6)
    return [
        card(view, f"{id}-{place}", kind, at, y)
        for place, (kind, at) in enumerate(zip(kinds, places, strict=True))
    ]


def hidden_row(id: str, number: int, x: int, y: int, width: int) -> list[Mark | Piece]:
    """Return cards that are not seen."""
    back = card_back(WIDTH, HEIGHT)
    places = spread(number, x, width, WIDTH, 6)
    return [
        card_piece(f"{id}-{place}", HIDDEN_CARD, back, at, y) for place, at in enumerate(places)
    ]


# --- the players ---


def player_zone(sight: Sight, who: int) -> Zone:
    """Return a player's strip: name, crystals, hand, open cards, total [4, 13]."""
    view, y = sight.view, MINE if who == ME else THEIRS
    seen = sight.view_after(who)
    is_active = view["to_act"] == ("me" if who == ME else "them")
    side = "mine" if who == ME else "theirs"
    items: list[Mark | Piece] = [frame.panel(LEFT, y, INNER, STRIP, is_active)]
    items += name_marks(sight, who, y)
    items.append(
        Words(HAND_X, y + 22, f"Hand: {counted(view['hand_sizes'][who], 'card')}", 14, "muted")
    )
    if seen is None:
        items += hidden_row(f"hand-{side}", view["hand_sizes"][who], HAND_X, y + 34, HAND_WIDTH)
    else:
        id = "hand" if who == ME else f"hand-{side}"
        items += row(view, id, kinds_of(seen["my_hand"]), HAND_X, y + 34, HAND_WIDTH)
    opened = kinds_of(view["open_cards"][who])
    items.append(Words(OPEN_X, y + 22, f"Open cards: {open_sum(view, who)}", 14, "muted"))
    items += row(view, f"open-{side}", opened, OPEN_X, y + 34, OPEN_WIDTH)
    if not opened:
        items.append(empty_place(WIDTH, HEIGHT).at(OPEN_X, y + 34))
    items.append(total_words(view, seen, y))
    return Zone(f"player-{who}", player_words(sight, who), tuple(items))


def name_marks(sight: Sight, who: int, y: int) -> list[Mark]:
    """Return a player's name and crystals [13]."""
    points = sight.view["points"][who]
    marks: list[Mark] = [
        seat_mark(sight.seat_after(who)).at(LEFT + 14, y + 14, 18),
        Words(
            LEFT + 40,
            y + 29,
            fitting(sight.name_after(who), 18, 120, True),
            18,
            "ink",
            bold=True,
        ),
        Words(LEFT + 14, y + 56, counted(points, "point"), 14, "ink"),
    ]
    missing = sight.view["points_missing"][who] or 0
    places = points + missing
    if places > CRYSTALS:
        return [*marks, CRYSTAL.at(LEFT + 120, y + 42, 18)]
    for place in range(places):
        face = CRYSTAL if place < points else NO_CRYSTAL
        marks.append(face.at(LEFT + 14 + place % 6 * 24, y + 66 + place // 6 * 24, 20))
    return marks


def open_sum(view: View, who: int) -> int:
    """Return the sum of a player's open cards [4]."""
    values = view["values"]
    return sum(values[kind] for kind in kinds_of(view["open_cards"][who]))


def total_words(view: View, seen: View | None, y: int) -> Mark:
    """Return a player's total beside the limit, if it may be seen [4]."""
    at = LEFT + 14, y + STRIP - 14
    if seen is None:
        return Words(*at, "Total: hidden", 14, "muted")
    over = seen["my_total"] - view["limit"]
    stands = f"{over} over" if over > 0 else "within the limit"
    ink = "over" if over > 0 else "within"
    return Words(*at, f"Total {seen['my_total']}: {stands}", 14, ink, bold=True)


def player_words(sight: Sight, who: int) -> str:
    """Return a player's strip in words."""
    view, seen, name = sight.view, sight.view_after(who), sight.name_after(who)
    values = view["values"]
    hand = (
        f"{view['hand_sizes'][who]} hidden cards"
        if seen is None
        else f"{pile_in_words(values, seen['my_hand'])}, total {seen['my_total']}"
    )
    opened = pile_in_words(values, view["open_cards"][who])
    return f"{name}: {view['points'][who]} points; hand {hand}; open cards {opened}."


# --- between the players ---


def middle_zone(sight: Sight) -> Zone:
    """Return the chain with the limit, what lies aside, and how the totals stand to it [4]."""
    view = sight.view
    chain = [kind - 1 for kind in reversed(view["chain"]) if kind]
    discards = kinds_of(view["discard_pile"])
    said = f"Chain: {counted(len(chain), 'card')}, the top one at the right" if chain else "Chain"
    items: list[Mark | Piece] = [
        frame.panel(LEFT, MIDDLE, INNER, 222),
        Words(LEFT + 14, MIDDLE + 25, "Limit", 16, "muted"),
        Words(LEFT + 56, MIDDLE + 94, str(view["limit"]), 46, "ink", "middle", bold=True),
        Words(CHAIN_X, MIDDLE + 25, said, 14, "muted"),
        Words(ASIDE_X, MIDDLE + 25, "Aside", 14, "muted"),
        Words(DISCARD_X, MIDDLE + 25, "Discards", 14, "muted"),
    ]
    items += pile(view, "chain", chain, CHAIN_X, CHAIN_WIDTH)
    items += aside_row(sight, PILES)
    items += pile(view, "discards", discards, DISCARD_X, DISCARD_WIDTH)
    items += ruler(sight)
    return Zone(
        "middle",
        f"Chain {values_of(view, chain)}, limit {view['limit']}; "
        f"discards {pile_in_words(view['values'], view['discard_pile'])}.",
        tuple(items),
    )


def pile(view: View, id: str, kinds: list[int], x: int, width: int) -> list[Mark | Piece]:
    """Return cards that lie open in the middle, on a place that can be pointed at."""
    words = f"{id}: {values_of(view, kinds)}"
    place = Box(x - 4, PILES - 4, width + 8, HEIGHT + 8, "inset", "rule", 8)
    mat = Piece(id, "pile", words, x - 4, PILES - 4, width + 8, HEIGHT + 8, (place,))
    return [mat, *row(view, id, kinds, x, PILES, width)]


def values_of(view: View, kinds: list[int]) -> str:
    """Return the values of cards."""
    return " ".join(str(view["values"][kind]) for kind in kinds) or "empty"


def aside_row(sight: Sight, y: int) -> list[Mark | Piece]:
    """Return the cards aside: spectators see them, for both hands leave no others [2]."""
    view, theirs = sight.view, sight.view_after(THEM)
    if theirs is not None:
        hidden = [all - held for all, held in zip(view["unseen"], theirs["my_hand"], strict=True)]
        return row(view, "aside", kinds_of(hidden), ASIDE_X, y, 104)
    return hidden_row("aside", sum(view["unseen"]) - view["hand_sizes"][THEM], ASIDE_X, y, 104)


def ruler(sight: Sight) -> list[Mark]:
    """Return a scale from 0 to the sum of the deck, with the limit and the totals [4]."""
    view = sight.view
    deck = zip(view["values"], view["copies"], strict=True)
    longest = max(sum(value * copies for value, copies in deck), 1)
    step = next(step for step in (5, 10, 20, 50) if longest // step <= 16)

    def at(number: int) -> int:
        return RULER_X + int(min(number, longest) * RULER_WIDTH // longest)

    limit = at(view["limit"])
    marks: list[Mark] = [
        Box(RULER_X, RULER_Y - 5, RULER_WIDTH, 10, "inset", "rule", 5),
        Box(RULER_X, RULER_Y - 5, max(limit - RULER_X, 1), 10, "crystal_soft", "crystal", 5),
    ]
    for number in range(0, longest + 1, step):
        marks.append(Words(at(number), RULER_Y + 21, str(number), 11, "muted", "middle"))
    for who in (THEM, ME):
        marks += total_flag(sight, who, at)
    marks.append(Path(f"M {limit} {RULER_Y - 9} L {limit} {RULER_Y + 9}", "", "crystal", 4))
    return marks


def total_flag(sight: Sight, who: int, at: Callable[[int], int]) -> list[Mark]:
    """Return where a player's total stands, or what of it lies open."""
    seen = sight.view_after(who)
    number = open_sum(sight.view, who) if seen is None else seen["my_total"]
    if seen is None and number == 0:
        return []
    said = f"{sight.name_after(who)} {number}" + ("+" if seen is None else "")
    x, y = at(number), RULER_Y - 19 if who == THEM else RULER_Y + 36
    is_left = x < RULER_X + RULER_WIDTH // 2
    near, anchor = (x + 11, START) if is_left else (x - 11, END)
    top = y + 6 if who == THEM else RULER_Y - 5
    return [
        Path(f"M {x} {top} L {x} {RULER_Y + 5}", "", "ink", 2),
        seat_mark(sight.seat_after(who)).at(x - 7, y - 7, 14),
        Words(near, y + 5, said, 12, "ink", anchor, bold=True),
    ]


# --- pointing ---


def clicks(sight: Sight, action: int) -> Clicks:
    """Return what is pointed at to choose an action [5-8, 10]."""
    view, kind = sight.view, ACTIONS.kind_at(action).kind
    hand = kinds_of(view["my_hand"])
    if kind == "lay":
        wanted = ACTIONS.indices(action)[0]
        return (
            (*(f"hand-{place}" for place, one in enumerate(hand) if one == wanted),),
            ("chain",),
        )
    if kind == "discard":
        highest = num_kinds(view) - 1
        cards = tuple(f"hand-{place}" for place, one in enumerate(hand) if one == highest)
        return cards, ("discards",)
    if kind == "take":
        return ((f"chain-{sum(kind is not None for kind in view['chain']) - 1}",),)
    return ()

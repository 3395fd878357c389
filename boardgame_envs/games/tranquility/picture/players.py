"""The players as they are drawn: hands, piles, storms and compasses before them [19]."""

from __future__ import annotations

from boardgame_envs.core.sight import Sight, View
from boardgame_envs.games.tranquility.picture import faces, sea
from boardgame_envs.pictures import frame
from boardgame_envs.pictures.cards import HIDDEN_CARD, card_back, seat_mark
from boardgame_envs.pictures.display import Mark, Piece, Words, Zone, card_piece, spread
from boardgame_envs.pictures.lettering import counted, fitting, width_of

X = sea.X + sea.WIDTH + 12
WIDTH = frame.INNER - sea.WIDTH - 12
CARD_WIDTH, CARD_HEIGHT = faces.SMALL_WIDTH, faces.SMALL_HEIGHT


def player_zones(sight: Sight, top: int, height: int) -> list[Zone]:
    """Return a zone for each player, one below the other."""
    each = min(height // sight.num_players, 98)
    return [
        player_zone(sight, steps, top + steps * each, each - 6)
        for steps in range(sight.num_players)
    ]


def player_zone(sight: Sight, steps: int, y: int, height: int) -> Zone:
    """Return one player."""
    view, seat = sight.view, sight.seat_after(steps)
    words = player_words(sight, steps)
    name = fitting(sight.name_after(steps), 15, 90, bold=True)
    marks: list[Mark] = [
        frame.panel(X, y, WIDTH, height, view["to_act"] == steps),
        seat_mark(seat).at(X + 10, y + 7, 14),
        Words(X + 30, y + 20, name, 15, "ink", bold=True),
        Words(X + WIDTH - 10, y + 19, sizes(view, steps), 12, "muted", "end"),
    ]
    marks += tokens(view, steps, X + 36 + width_of(name, 15, bold=True), y + 5)
    said = talk(view, steps)
    if said:
        at = X + WIDTH - 10, y + height - 10
        marks.append(Words(*at, said, 13, "ink", "end", bold=True))
    piece = Piece(f"player-{seat}", "player", words, X, y, WIDTH, height, tuple(marks))
    width = WIDTH - 20 - (width_of(said, 13, bold=True) + 8 if said else 0)
    items = [piece, *small_hand(sight, steps, y + 27, height - 32, width)]
    return Zone(f"seat-{seat}", words, tuple(items))


def sizes(view: View, steps: int) -> str:
    """Return the sizes of a player's piles [19]."""
    discards = f"{view['discard_sizes'][steps]} discarded"
    if view["mode"] == "duel":
        return discards
    return f"pile {view['pile_sizes'][steps]} · {discards}"


def tokens(view: View, steps: int, x: int, y: int) -> list[Mark]:
    """Return storms, compasses and monsters that are before a player [23, 26, 29, 30]."""
    shown = [faces.YELLOW] * view["yellows"][steps] + [faces.ORANGE] * view["oranges"][steps]
    shown += [faces.COMPASS] * (view["own_compasses"][steps] + view["shares_compass"][steps])
    shown += [faces.MONSTER] * view["holds_monster"][steps]
    return [face.at(x + place * 21, y, 18) for place, face in enumerate(shown)]


def talk(view: View, steps: int) -> str:
    """Return what a player has offered or pledged [14]."""
    if view["pledges"][steps]:
        return f"pledges {view['pledges'][steps] - 1}"
    return f"offers {view['offers'][steps] - 1}" if view["offers"][steps] else ""


def small_hand(sight: Sight, steps: int, y: int, room: int, width: int) -> list[Mark | Piece]:
    """Return a player's hand: backs, or the cards that are shown."""
    view, seat = sight.view, sight.seat_after(steps)
    size, shown = view["hand_sizes"][steps], shown_cards(sight, steps)
    high = min(CARD_HEIGHT, room)
    wide = CARD_WIDTH * high // CARD_HEIGHT
    moon = view["moon_up"] if view["mode"] == "day_and_night" else None
    back = card_back(CARD_WIDTH, CARD_HEIGHT)
    items: list[Mark | Piece] = []
    for place, x in enumerate(spread(size, X + 10, width, wide, 3)):
        id = f"seat-{seat}-{place}"
        if place < len(shown):
            face = faces.small_face(shown[place], moon)
            items.append(card_piece(id, faces.card_words(shown[place]), face, x, y, wide))
        else:
            items.append(card_piece(id, HIDDEN_CARD, back, x, y, wide))
    return items


def shown_cards(sight: Sight, steps: int) -> list[int]:
    """Return the cards of a hand that are shown: own, known in a duel, or all to spectators."""
    seen = sight.view_after(steps)
    if seen is not None:
        return [card for card in seen["my_hand"] if card]
    if sight.view["mode"] == "duel":
        return [number for number, known in enumerate(sight.view["their_cards"], 1) if known == 1]
    return []


def player_words(sight: Sight, steps: int) -> str:
    """Return a player in words."""
    view, shown = sight.view, shown_cards(sight, steps)
    said = [f"{view['hand_sizes'][steps]} in hand", sizes(view, steps).replace(" ·", ",")]
    if shown:
        said[0] += f" ({', '.join(map(faces.card_words, shown))})"
    for key, word in (("yellows", "yellow storm"), ("oranges", "orange storm")):
        said += [f"a {word}"] * view[key][steps]
    if view["own_compasses"][steps] or view["shares_compass"][steps]:
        said.append(f"{view['own_compasses'][steps] + view['shares_compass'][steps]} compasses")
    if view["holds_monster"][steps]:
        said.append("a monster in hand")
    said += filter(None, [talk(view, steps)])
    return f"{sight.name_after(steps)}: {', '.join(said)}."


def hand_zone(sight: Sight, y: int, height: int, width: int) -> Zone:
    """Return the hand of the player at the bottom, large [19]."""
    view, name = sight.view, sight.name_after(0)
    held = [card for card in view["my_hand"] if card]
    moon = view["moon_up"] if view["mode"] == "day_and_night" else None
    said = f"{name}'s hand: {counted(len(held), 'card')}"
    if moon is not None:
        said += f", held {'moon' if moon else 'sun'} up"
    items: list[Mark | Piece] = [
        frame.panel(sea.X, y, width, height, view["to_act"] == 0),
        Words(sea.X + 12, y + 23, said, 14, "muted"),
    ]
    places = spread(len(held), sea.X + 12, width - 24, faces.WIDTH, 6)
    for place, (card, x) in enumerate(zip(held, places, strict=True)):
        face, words = faces.card_face(card, moon), faces.card_words(card)
        items.append(card_piece(f"hand-{place}", words, face, x, y + 36))
    words = ", ".join(map(faces.card_words, held)) or "nothing"
    return Zone("hand", f"{said}: {words}.", tuple(items))

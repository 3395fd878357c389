"""The picture of a table of Cart, made from what is seen [2, R1]."""

from __future__ import annotations

from functools import lru_cache

from boardgame_envs.core.sight import Clicks, Sight
from boardgame_envs.pictures import frame
from boardgame_envs.pictures.cards import card_back, seat_mark
from boardgame_envs.pictures.display import (
    Box,
    Face,
    Mark,
    Piece,
    Scene,
    Words,
    Zone,
    card_piece,
    spread,
)
from boardgame_envs.pictures.lettering import counted
from boardgame_envs.pictures.patterns import dotted
from cart_game.actions import ACTIONS
from cart_game.cards import DECK_SIZE, WEIGHTS

WIDTH, HEIGHT = 62, 90
STRIP, CART_Y = 124, 466


@lru_cache(maxsize=8)
def sack(weight: int) -> Face:
    """Return a sack with its weight [1]."""
    marks = (
        Box(1, 1, WIDTH - 2, HEIGHT - 2, "card", "card_line", 7),
        Box(8, 42, WIDTH - 16, 40, "earth_soft", "earth", 14),
        dotted(14, 48, WIDTH - 28, 30, "earth"),
        Words(WIDTH // 2, 32, str(weight), 26, "card_ink", "middle", bold=True),
    )
    return Face(f"sack-{weight}", WIDTH, HEIGHT, marks)


def kinds_of(pile: list[int]) -> list[int]:
    """Return the sacks of a counted pile, one by one."""
    return [kind for kind, count in enumerate(pile) for _ in range(count)]


def sacks(id: str, kinds: list[int], y: int) -> list[Mark | Piece]:
    """Return sacks side by side."""
    places = spread(len(kinds), 200, frame.WIDTH - 240, WIDTH, 6)
    return [
        card_piece(f"{id}-{n}", f"a sack of weight {WEIGHTS[kind]}", sack(WEIGHTS[kind]), x, y)
        for n, (kind, x) in enumerate(zip(kinds, places, strict=True))
    ]


def draw(sight: Sight) -> Scene:
    """Return the picture of what is seen."""
    view = sight.view
    to_act = view["to_act"].index(True) if any(view["to_act"]) else None
    turn = "The game is over" if to_act is None else f"{sight.name_after(to_act)} to act"
    about = f"{view['deck_size']} in the deck, {sum(view['discard_pile'])} discarded"
    zones = (
        frame.background(),
        frame.heading("Cart", about, turn),
        *(player_zone(sight, steps, steps == to_act) for steps in range(sight.num_players)),
        cart_zone(sight),
        frame.last_line(sight.last),
    )
    words = " ".join(zone.words for zone in zones[1:])
    return Scene(frame.WIDTH, frame.HEIGHT, "Cart", words, zones)


def player_zone(sight: Sight, steps: int, is_active: bool) -> Zone:
    """Return a player: points, and the hand as far as it is seen [2, 4]."""
    view, seen, seat = sight.view, sight.view_after(steps), sight.seat_after(steps)
    y, size = frame.TOP + 4 + steps * (STRIP + 8), view["hand_sizes"][steps]
    points = view["points"][steps] - DECK_SIZE
    said = f"{sight.name_after(steps)}: {counted(points, 'point')}, {counted(size, 'card')}"
    items: list[Mark | Piece] = [
        frame.panel(frame.MARGIN, y, frame.INNER, STRIP, is_active),
        seat_mark(seat).at(30, y + 14, 18),
        Words(56, y + 29, sight.name_after(steps), 18, "ink", bold=True),
        Words(30, y + 60, counted(points, "point"), 14, "muted"),
    ]
    if seen is None:
        back = card_back(WIDTH, HEIGHT)
        places = spread(size, 200, frame.WIDTH - 240, WIDTH, 6)
        items += [
            card_piece(f"hand-{seat}-{n}", "a hidden card", back, x, y + 16)
            for n, x in enumerate(places)
        ]
    else:
        id = "hand" if steps == 0 else f"hand-{seat}"
        items += sacks(id, kinds_of(seen["my_hand"]), y + 16)
    return Zone(f"player-{seat}", said, tuple(items))


def cart_zone(sight: Sight) -> Zone:
    """Return the cart with its load and what it carries at most [4, V1]."""
    kinds = kinds_of(sight.view["cart"])
    load, limit = sum(WEIGHTS[kind] for kind in kinds), 12 if sight.view["strong_cart"] else 10
    said = f"The cart carries {load} of {limit}"
    place = frame.panel(frame.MARGIN, CART_Y, frame.INNER, STRIP)
    items: list[Mark | Piece] = [
        Piece("cart", "pile", said, frame.MARGIN, CART_Y, frame.INNER, STRIP, (place,)),
        Words(30, CART_Y + 29, "Cart", 18, "ink", bold=True),
        Words(30, CART_Y + 60, f"{load} of {limit}", 14, "muted"),
        *sacks("sack", kinds, CART_Y + 16),
    ]
    return Zone("load", said, tuple(items))


def clicks(sight: Sight, action: int) -> Clicks:
    """Return what is pointed at to load a sack: one of that weight, and the cart [3]."""
    (wanted,) = ACTIONS.indices(action)
    held = kinds_of(sight.view["my_hand"])
    return tuple(f"hand-{n}" for n, kind in enumerate(held) if kind == wanted), ("cart",)

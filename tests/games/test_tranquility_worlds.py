"""Tranquility: worlds are exact samples of the deals that a player holds possible.

Held against every past of short games, and against what is true in whole games.
"""

from __future__ import annotations

import pytest

from tests.games.tranquility_frequencies import compare
from tests.games.tranquility_pasts import furthest_off, pasts_of, sample
from tests.games.tranquility_tables import along_the_line, hand, position

MONSTERS = "tranquility 2 expansions=monsters"
MY_HAND = "hands 10 11 12 13 14"
FULL = f"grid {along_the_line()} | start lies"

# a position, the player who wonders, and what happens
PASTS = {
    "12: a Start may be among cards drawn since the last action": (
        f"tranquility 2 | {MY_HAND} / 20 21 22 | piles 2 / start 31 | turn P2",
        0,
        ["discard 20", "discard 21"],
    ),
    "12: and not among the others": (
        "tranquility 2 | hands 10 11 / 20 21 22 23 24 | piles / 30 31 start | turn P2",
        0,
        ["play 20 c3", "play 10 a1", "play 21 c4"],
    ),
    "26: who discards down to three keeps a Start": (
        f"tranquility 2 expansions=storms | {MY_HAND} / 20 21 22 23 | grid a1=1"
        " | piles / 31 yellow start 32 | turn P2",
        0,
        ["play 20 c3", "discard 21"],
    ),
    "18: alone, the Start is in the upper half": (
        "tranquility 1 | hands 10 11 12 13 14 | piles 1 2 start 3 4 5 | bottom 3",
        0,
        ["play 10 a1"],
    ),
    "V1: no Finish is among the removed islands": (
        "tranquility 2 removed_islands=2 | hands 10 11 12 13 14 / 20 finish | piles 2 / 31 32"
        " | removed 40 41 | turn P2",
        0,
        ["play 20 c3"],
    ),
    "38: nobody holds a compass": (
        "tranquility 2 mode=day_and_night | hands 10 11 / 20 21 | piles compass / 31 compass start",
        0,
        ["play 10 c3"],
    ),
    "23: a monster stays in the hand": (
        f"{MONSTERS} | {MY_HAND} / 20 21 22 | piles 2 / monster 31 | turn P2",
        0,
        ["discard 20", "discard 21"],
    ),
    "23: the fewer islands, the less likely one of them is played": (
        f"{MONSTERS} | {MY_HAND} / 20 21 monster | grid a1=1 | piles / 31 monster 32 33 | turn P2",
        0,
        ["play 20 c3"],
    ),
    "23: one that was played is there no more, another may be": (
        f"{MONSTERS} | {MY_HAND} / 20 21 monster monster | grid a1=1 | piles 2 / 31 32 | turn P2",
        0,
        ["monster a1"],
    ),
    "R1: of a set that is named in the hand's order the lowest cards come first": (
        f"{MONSTERS} | {MY_HAND} / 20 21 22 23 monster | piles 2 / monster | turn P2",
        0,
        ["discard 20"],
    ),
    "R1: a Start and a Finish come after islands": (
        f"tranquility 2 | {MY_HAND} / 20 21 22 finish | piles 2 / start 31 | start lies"
        " | grid a1=1 | turn P2",
        0,
        ["play 20 c3", "play 10 a2", "discard 21"],
    ),
    "R2: who is not asked holds nothing but monsters": (
        f"{MONSTERS} | {MY_HAND} / 42 21 monster | grid a1=41 | piles 2 / 31 monster | turn P2",
        0,
        ["play 42 b1"],
    ),
    "R2: who is asked holds something else": (
        f"{MONSTERS} | {MY_HAND} / 42 21 22 | grid a1=41 | piles / 31 monster 33 34 | turn P2",
        0,
        ["play 42 b1", "discard 21"],
    ),
    "32: who trades the hand held no monster": (
        f"tranquility 2 expansions=monsters,storms | {MY_HAND} / 20 21"
        " | piles 2 / monster 31 32 | supply 2 | turn P2",
        0,
        ["trade"],
    ),
    "24: who holds a monster is public in a full field": (
        f"tranquility 3 expansions=monsters | hands 60 61 / 62 monster / 63 64 | {FULL}"
        " | piles 65 / monster / 66",
        0,
        [],
    ),
    "24: and known after that": (
        f"tranquility 3 expansions=monsters | hands 60 61 / 62 monster / 63 64 | {FULL}"
        " | piles / monster 66 / 65 | turn P2",
        0,
        ["monster a1"],
    ),
    "14: one's own bounds tell how many cards all others may discard": (
        "tranquility 3 expansions=monsters | hands 11 12 13 14 start / 21 22 23 / 31 32 monster"
        " | piles / 33 / monster",
        0,
        ["start", "offer 0", "offer 2", "offer 1"],
    ),
    "14: a pledge shows how many cards one may discard, and others": (
        "tranquility 3 expansions=monsters | hands 11 12 13 14 start / 21 22 23 / 31 32 monster"
        " | piles / 33 / monster",
        0,
        ["start", "offer 0", "offer 2", "offer 1", "pledge 4"],
    ),
    "15: so it does when eight cards are discarded": (
        "tranquility 3 talk_rounds=0 expansions=monsters | hands 11 12 13 14 start / 21 22 23 24"
        " / 31 32 monster | piles / monster /",
        0,
        ["start", "pledge 3", "pledge 3", "discard 11", "discard 12", "discard 13", "discard 21"],
    ),
    "R3: eight cards are within reach": (
        "tranquility 3 expansions=monsters | hands 11 12 13 14 start / 21 22 23 / 31 monster"
        " | piles / 33 / monster",
        0,
        ["start"],
    ),
    "R3: or they are not": (
        "tranquility 3 expansions=monsters | hands 11 12 13 start / 21 22 / 31 monster"
        " | piles / 33 / monster 34",
        0,
        ["start"],
    ),
    "13: another's Start is in the pile, or among fresh and extra cards": (
        "tranquility 2 talk_rounds=0 expansions=storms | hands 11 12 13 14 start / 21 22 23"
        " | piles / 31 32 start 33 | yellows 0 / 1 | turn P2",
        0,
        ["play 21 c3", "start"],
    ),
    "15: and it may be discarded": (
        "tranquility 2 talk_rounds=0 | hands 11 12 13 14 start / 21 22 23"
        " | piles 1 2 / 31 start 32",
        0,
        [
            *("start", "pledge 5"),
            *(f"discard {card}" for card in (1, 2, 11, 12, 13)),
            *("discard 21", "discard 22"),
        ],
    ),
    "15: or kept": (
        "tranquility 2 talk_rounds=0 | hands 11 12 13 14 start / 21 22 23"
        " | piles 1 2 / 31 start 32",
        0,
        [
            *("start", "pledge 5"),
            *(f"discard {card}" for card in (1, 2, 11, 12, 13)),
            *("discard 21", "discard 22", "discard 23"),
        ],
    ),
    "17: who can act with one card holds one that fits": (
        f"tranquility 2 | hands 60 61 62 / 37 | grid {along_the_line(but='f6')}"
        " | piles 38 63 / | discards / 64 | turn P2",
        0,
        [],
    ),
    "17: with a monster beside it, too": (
        f"{MONSTERS} | hands 60 61 62 / 37 monster | grid {along_the_line(but='f6')}"
        " | piles 38 monster / | discards / 64 | turn P2 | reef 1",
        0,
        [],
    ),
    "17: who cannot act holds none": (
        f"tranquility 2 | hands 37 61 62 / 63 | grid {along_the_line(but='f6')}"
        " | piles 38 60 / | discards / 64 | turn P2 | outcome lost",
        0,
        [],
    ),
    "16: who has won holds a Finish": (
        f"tranquility 2 | hands 60 61 62 / 63 finish | {FULL}"
        " | piles finish 64 / | discards / 65 | turn P2",
        0,
        ["finish"],
    ),
    "27: cards discarded unseen may be anything": (
        "tranquility 2 talk_rounds=0 edition=ru expansions=storms"
        " | hands 11 12 13 14 start / 21 22 23 | piles / 31 32 33 start yellow"
        " | yellows 0 / 1",
        0,
        ["start"],
    ),
    "R14: who needs rescue cannot act": (
        "tranquility 3 edition=ru expansions=storms | hands 60 61 / 37 / 62"
        f" | grid {along_the_line(but='f6')} | piles 39 / / 38 | purples 6=1 | turn P2"
        " | own compasses 1 / 0 / 0",
        0,
        [],
    ),
    "41: the opponent's hand in a duel may be any five cards": (
        "tranquility 2 mode=duel | hands 10 11 / 20 21 | row 30 31 | deck 1 2",
        0,
        [],
    ),
    "R7: any card that was in the hand may be discarded, and none that came later": (
        "tranquility 2 mode=duel | hands 10 11 12 13 14 / 20 21 22 23 | row 30 31 32 33"
        " | deck 1 2 | turn P2",
        0,
        ["discard 20", "discard 21", "play 10 b2", "discard 22", "discard 23"],
    ),
    "R7: nor is a card left that was played": (
        "tranquility 2 mode=duel | hands 10 11 12 13 14 / 20 21 22 23 | row 30 31 32 33"
        " | deck 1 2 | turn P2",
        0,
        ["discard 20", "discard 21", "play 10 b2", "play 30 d4"],
    ),
    "R1: in a duel the lowest cards of a set come first, too": (
        "tranquility 2 mode=duel | hands 10 11 12 13 14 / 20 21 22 23 | row 30 31 32 33"
        " | deck 1 2 | turn P2",
        0,
        ["discard 20", "discard 21", "play 10 b2", "discard 22"],
    ),
}


@pytest.mark.parametrize("name", PASTS)
def test_19_every_past_that_looks_the_same_is_as_likely_as_it_is(name: str):
    position, seat, actions = PASTS[name]
    table, expected = pasts_of(position, seat, actions)

    assert len(expected) > 1
    assert furthest_off(sample(table, seat, 5_000), expected) < 4


# players and options
SETTINGS = {
    "standard": (3, {}),
    "alone": (1, {"expansions": ["storms"], "edition": "ru"}),
    "galatea, reefs": (4, {"removed_islands": "galatea", "expansions": ["reefs"]}),
    "poseidon": (2, {"removed_islands": "poseidon"}),
    "monsters": (3, {"expansions": ["monsters"], "monsters": 5}),
    "storms": (2, {"expansions": ["storms"]}),
    "all expansions": (5, {"expansions": ["reefs", "monsters", "storms"], "monsters": 4}),
    "Russian": (3, {"expansions": ["monsters", "storms"], "edition": "ru", "talk_rounds": 2}),
    "high arch": (4, {"mode": "high_arch", "removed_islands": 12}),
    "pyramid": (2, {"mode": "pyramid"}),
    "day and night": (3, {"mode": "day_and_night"}),
    "duel": (2, {"mode": "duel"}),
    "duel, by choice": (2, {"mode": "duel", "row": "choose"}),
}


# the others, which take longer, are compared in the slow tests
SOON = {"standard", "duel, by choice"}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name in SOON else pytest.mark.slow) for name in SETTINGS],
)
def test_19_cards_are_where_worlds_have_them_as_often_as_in_whole_games(name: str):
    players, options = SETTINGS[name]
    off = compare(players, options, games=24, seed=5)

    assert off
    assert max(map(abs, off.values())) < 4, off


def test_19_a_position_that_contradicts_its_past_has_worlds_without_it():
    table = position("tranquility 2 | hands 10 / 20 21 start | piles 1 2 / | fresh 1 / 0")

    worlds = [table.redealt(0, seed) for seed in range(60)]

    assert all(hand(world, 1).endswith(" start") for world in worlds)
    assert len({hand(world, 1) for world in worlds}) == 6

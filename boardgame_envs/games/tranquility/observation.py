"""What a player of Tranquility sees, as numbers; ``text.py`` puts it into words.

The parts are listed in ``layout.py``. What a good player computes at a glance is in ``glance.py``.
"""

from __future__ import annotations

import numpy as np

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.seats import NOBODY, relative_seat, seat_after
from boardgame_envs.games.tranquility.cards import (
    COMPASS,
    COMPASSES,
    FINISH,
    FINISHES,
    ISLANDS,
    MONSTER,
    NO_CARD,
    PURPLE,
    START,
    STORMS_OF_A_COLOUR,
    YELLOW,
)
from boardgame_envs.games.tranquility.duel import MOST_LEAD, points_of
from boardgame_envs.games.tranquility.glance import write_features
from boardgame_envs.games.tranquility.grid import empty_cells_in_row
from boardgame_envs.games.tranquility.hands import holds
from boardgame_envs.games.tranquility.layout import AT, EXPLORER_KINDS, HIGHEST, LAYOUT, OTHER_KINDS
from boardgame_envs.games.tranquility.monsters import are_monsters_public
from boardgame_envs.games.tranquility.shapes import Shape
from boardgame_envs.games.tranquility.start import cards_to_pledge
from boardgame_envs.games.tranquility.storms import shares_compass
from boardgame_envs.games.tranquility.table import NOWHERE, NUM_ROWS, Mode, Phase
from boardgame_envs.games.tranquility.text import describe_table, describe_view

__all__ = ["LAYOUT", "describe_table", "describe_view", "write_observation"]

# how each number is shown where there are many of them
GRID_SHOWN = LAYOUT.shown("grid")
MY_HAND_SHOWN = LAYOUT.shown("my_hand")
PILE_SIZES_SHOWN = LAYOUT.shown("pile_sizes")
DISCARD_SIZES_SHOWN = LAYOUT.shown("discard_sizes")
ROW_SHOWN = LAYOUT.shown("row")


@rule
def write_observation(state: Record, seat: int, observation: Buffer) -> None:
    """Write what a player knows: the own hand and discards, and all that lies open [19]."""
    write_setting(state, observation)
    write_course(state, seat, observation)
    write_field(state, observation)
    write_players(state, seat, observation)
    write_own_cards(state, seat, observation)
    write_unseen(state, seat, observation)
    if state.mode == Mode.PYRAMID:
        write_explorer(state, observation)
    if state.mode == Mode.DUEL:
        write_duel(state, seat, observation)
    if state.has_storms or state.mode == Mode.PYRAMID:
        write_stormy_seas(state, seat, observation)
    write_features(state, seat, observation)


@rule
def write_setting(state: Record, observation: Buffer) -> None:
    """Write the options [V1, V2, V3, V4, V5]."""
    observation[AT.num_players + state.num_players - 1] = 1.0
    observation[AT.mode + state.mode] = 1.0
    observation[AT.russian] = state.is_ru
    observation[AT.wide_arch] = state.field == Shape.WIDE_ARCH
    observation[AT.expansions] = state.has_reefs
    observation[AT.expansions + 1] = state.has_monsters
    observation[AT.expansions + 2] = state.has_storms
    if state.has_monsters:
        observation[AT.monsters] = state.monsters / HIGHEST.monsters
    observation[AT.removed_islands] = state.removed_islands / HIGHEST.removed_islands
    observation[AT.talk_rounds] = state.talk_rounds / HIGHEST.talk_rounds
    observation[AT.reward + state.reward] = 1.0


@rule
def write_course(state: Record, seat: int, observation: Buffer) -> None:
    """Write who decides what, and what is under way [8, 14, 19]."""
    observation[AT.active + relative_seat(state, seat, int(state.active))] = 1.0
    observation[AT.start_played] = state.is_start_played
    observation[AT.moon_up] = state.is_moon
    if state.seat == NOBODY:
        return
    observation[AT.to_act + relative_seat(state, seat, int(state.seat))] = 1.0
    observation[AT.phase + state.phase] = 1.0
    if state.owed > 0:
        observation[AT.owed] = state.owed / HIGHEST.owed
        if state.seat == seat:
            # the place of the last card discarded is the discarder's secret
            observation[AT.first_slot] = state.first_slot / HIGHEST.first_slot
    if state.revealed != NO_CARD:
        observation[AT.revealed + state.revealed - YELLOW] = 1.0
    write_talk(state, seat, observation)


@rule
def write_talk(state: Record, seat: int, observation: Buffer) -> None:
    """Write offers and pledges while a Start is being dealt with [14]."""
    for steps in range(state.num_players):
        other = seat_after(state, seat, steps)
        observation[AT.offers + steps] = (int(state.offers[other]) + 1) / HIGHEST.offers
        observation[AT.pledges + steps] = (int(state.pledges[other]) + 1) / HIGHEST.pledges
    if state.phase == Phase.OFFER or state.phase == Phase.PLEDGE:
        observation[AT.to_pledge] = cards_to_pledge(state) / HIGHEST.to_pledge
    if state.phase == Phase.OFFER:
        due = int(state.talk_rounds) * int(state.num_players) - int(state.talked)
        observation[AT.offers_due] = due / HIGHEST.offers_due


@rule
def write_field(state: Record, observation: Buffer) -> None:
    """Write what lies in the field, and at its rows [2, 20, 35, 38]."""
    for cell in range(state.num_cells):
        if state.grid[cell] != NO_CARD:
            observation[AT.grid + cell] = GRID_SHOWN[state.grid[cell]]
            observation[AT.filled + cell] = 1.0
            observation[AT.moon + cell] = state.moon[cell]
    for row in range(NUM_ROWS):
        observation[AT.row_room + row] = empty_cells_in_row(state, row) / HIGHEST.row_room
    if state.reef_row != NOWHERE:
        observation[AT.reef + state.reef_row] = 1.0


@rule
def write_players(state: Record, seat: int, observation: Buffer) -> None:
    """Write the sizes of hands, piles and discards, and who holds monsters if it is public [19, 24]."""
    are_public = are_monsters_public(state)
    for steps in range(state.num_players):
        other = seat_after(state, seat, steps)
        observation[AT.hand_sizes + steps] = state.hand_sizes[other] / HIGHEST.hand_sizes
        observation[AT.pile_sizes + steps] = PILE_SIZES_SHOWN[state.pile_sizes[other]]
        observation[AT.discard_sizes + steps] = DISCARD_SIZES_SHOWN[state.discard_sizes[other]]
        observation[AT.holds_monster + steps] = are_public and holds(state, other, MONSTER)


@rule
def write_stormy_seas(state: Record, seat: int, observation: Buffer) -> None:
    """Write storms in play, and compasses [25-32]."""
    for row in range(NUM_ROWS):
        observation[AT.purples + row] = state.purples[row] / HIGHEST.purples
    observation[AT.team_compasses] = state.team_compasses / HIGHEST.team_compasses
    observation[AT.supply] = state.supply / HIGHEST.supply
    for steps in range(state.num_players):
        other = seat_after(state, seat, steps)
        observation[AT.yellows + steps] = state.yellows[other] / HIGHEST.yellows
        observation[AT.oranges + steps] = state.oranges[other] / HIGHEST.oranges
        observation[AT.own_compasses + steps] = state.own_compasses[other] / HIGHEST.own_compasses
        observation[AT.shares_compass + steps] = shares_compass(state, other)


@rule
def write_own_cards(state: Record, seat: int, observation: Buffer) -> None:
    """Write the own hand and the own discards [19]."""
    for slot in range(state.hand_sizes[seat]):
        card = int(state.hands[seat, slot])
        observation[AT.my_hand + slot] = MY_HAND_SHOWN[card]
        observation[AT.my_kinds + slot * 4 + max(card - ISLANDS, 0)] = 1.0
    discards = state.discards[seat]
    for number in range(ISLANDS):
        observation[AT.my_discards + number] = discards[number + 1]
    for kind in range(2):
        observation[AT.my_other_discards + kind] = (
            discards[START + kind] / HIGHEST.my_other_discards
        )


@rule
def write_unseen(state: Record, seat: int, observation: Buffer) -> None:
    """Write which cards the player has not seen [19]."""
    unseen, discards = observation[AT.unseen : AT.unseen + ISLANDS], state.discards[seat]
    for number in range(ISLANDS):
        unseen[number] = np.float32(1 - discards[number + 1] - state.gone[number + 1])
    for cell in range(state.num_cells):
        if state.grid[cell] != NO_CARD:
            unseen[state.grid[cell] - 1] = 0.0
    for slot in range(state.hand_sizes[seat]):
        if state.hands[seat, slot] <= ISLANDS:
            unseen[state.hands[seat, slot] - 1] = 0.0
    for kind in range(START, COMPASS + 1):
        count = hidden_in_game(state, kind) - int(discards[kind]) - int(state.gone[kind])
        observation[AT.unseen_others + kind - START] = float(count)
    for slot in range(state.hand_sizes[seat] - 1, -1, -1):
        if state.hands[seat, slot] <= ISLANDS:
            break
        observation[AT.unseen_others + int(state.hands[seat, slot]) - START] -= 1.0
    for kind in range(OTHER_KINDS):
        observation[AT.unseen_others + kind] /= np.float32(HIGHEST.unseen_others)


@rule
def hidden_in_game(state: Record, kind: int) -> int:
    """Return how many cards of a kind are in piles, hands or discards, or have gone [5, 25, 38]."""
    if kind == START:
        return 0 if state.mode in (Mode.HIGH_ARCH, Mode.DUEL) else int(state.num_players)
    if state.mode == Mode.DUEL or state.mode == Mode.PYRAMID:
        return int(state.gone[kind])
    if kind == FINISH:
        return FINISHES
    if kind == MONSTER:
        return int(state.monsters) if state.has_monsters else 0
    if kind == COMPASS:
        return COMPASSES if state.mode == Mode.DAY_AND_NIGHT else int(state.gone[kind])
    return storms_hidden(state, kind) if state.has_storms else 0


@rule
def storms_hidden(state: Record, colour: int) -> int:
    """Return how many storms of a colour there are but for those in play [25]."""
    count = STORMS_OF_A_COLOUR - int(state.revealed == colour)
    if colour == PURPLE:
        for row in range(NUM_ROWS):
            count -= int(state.purples[row])
        return count
    for seat in range(state.num_players):
        count -= int(state.yellows[seat] if colour == YELLOW else state.oranges[seat])
    return count


@rule
def write_explorer(state: Record, observation: Buffer) -> None:
    """Write open borders, and what the explorer deck still holds: all that came was seen [35, 36]."""
    for cell in range(state.num_cells):
        observation[AT.borders + cell] = state.borders[cell]
    for place in range(state.explorer_size):
        observation[AT.explorer + int(state.explorer[place]) - FINISH] += 1.0
    for kind in range(EXPLORER_KINDS):
        observation[AT.explorer + kind] /= np.float32(HIGHEST.explorer)
    observation[AT.found_finishes] = state.found_finishes / HIGHEST.found_finishes


@rule
def write_duel(state: Record, seat: int, observation: Buffer) -> None:
    """Write the row, what was seen of the opponent's cards, and how the duel stands [41, 46, R7]."""
    other = 1 - seat
    for cell in range(state.num_cells):
        if state.grid[cell] != NO_CARD:
            observation[AT.mine + cell] = state.owner[cell] == seat
    for place in range(state.row_size):
        observation[AT.row + place] = ROW_SHOWN[state.row[place]]
        observation[AT.unseen + int(state.row[place]) - 1] = 0.0
    observation[AT.deck_size] = state.deck_size / HIGHEST.deck_size
    for number in range(1, ISLANDS + 1):
        observation[AT.their_cards + number - 1] = state.sight[other, number] / HIGHEST.their_cards
        if state.sight[other, number] > 0:
            observation[AT.unseen + number - 1] = 0.0
    lead = points_of(state, seat) - points_of(state, other)
    observation[AT.lead] = (lead + MOST_LEAD) / HIGHEST.lead

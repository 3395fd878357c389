"""What a player of Tranquility sees, as numbers; ``text.py`` puts it into words.

Players are counted clockwise from the observer (0), cells along the line, cards by their place
in the sorted hand. What a good player computes at a glance is in ``glance.py``.
"""

from __future__ import annotations

import numpy as np

from boardgame_envs.core.compiled import Buffer, Record, rule
from boardgame_envs.core.layout import Flag, Layout, Number, OneOf
from boardgame_envs.core.seats import NOBODY, relative_seat, seat_after
from boardgame_envs.games.tranquility.cards import (
    BORDER,
    COLOURS,
    COMPASS,
    COMPASSES,
    FINISH,
    FINISHES,
    HAND_LIMIT,
    ISLANDS,
    MAX_HAND,
    MAX_PILE,
    MAX_PLAYERS,
    MONSTER,
    MOST_MONSTERS,
    MOST_REMOVED,
    NO_CARD,
    PURPLE,
    START,
    STORMS_OF_A_COLOUR,
    YELLOW,
)
from boardgame_envs.games.tranquility.duel import MOST_LEAD, points_of
from boardgame_envs.games.tranquility.glance import (
    MOST_CELLS_SHOWN,
    MOST_COST,
    MOST_OFF,
    MOST_PLACES,
    MOST_ROOM,
    NO_PLACE,
    write_gaps,
    write_prey,
)
from boardgame_envs.games.tranquility.grid import empty_cells_in_row
from boardgame_envs.games.tranquility.hands import holds
from boardgame_envs.games.tranquility.monsters import are_monsters_public
from boardgame_envs.games.tranquility.pyramid_shape import ROW_WIDTHS
from boardgame_envs.games.tranquility.shapes import WIDE_ARCH
from boardgame_envs.games.tranquility.start import cards_to_pledge
from boardgame_envs.games.tranquility.storms import shares_compass
from boardgame_envs.games.tranquility.table import (
    DAY_AND_NIGHT,
    DUEL,
    EXPANSIONS,
    HIGH_ARCH,
    MAX_CELLS,
    MAX_PLEDGE,
    MODES,
    NOWHERE,
    NUM_ROWS,
    PHASES,
    PYRAMID,
    REWARDS,
    ROW_SIZE,
    TO_OFFER,
    TO_PLEDGE,
)
from boardgame_envs.games.tranquility.text import describe_table, describe_view

__all__ = ["LAYOUT", "describe_table", "describe_view", "write_observation"]

SEATS = tuple(range(MAX_PLAYERS))
MOST_TALK = 100
OTHER_KINDS = COMPASS - START + 1  # start, finish, monster, the storms, compass
EXPLORER_KINDS = BORDER - FINISH + 1

LAYOUT = Layout(
    (
        # the setting
        OneOf("num_players", "how many play", labels=tuple(range(1, MAX_PLAYERS + 1))),
        OneOf("mode", "the mode", labels=MODES),
        Flag("russian", "the rules are those of the Russian edition"),
        Flag("wide_arch", "the high arch is six wide"),
        Flag("expansions", f"{', '.join(EXPANSIONS)}", (len(EXPANSIONS),)),
        Number("monsters", "sea monsters in the game", highest=MOST_MONSTERS),
        Number("removed_islands", "islands that have left the game unseen", highest=MOST_REMOVED),
        Number("talk_rounds", "rounds of offers", highest=MOST_TALK),
        OneOf("reward", "what is rewarded", labels=REWARDS),
        # how far the game is
        OneOf("to_act", "who decides; none: the game is over", labels=SEATS),
        OneOf("phase", "what is decided", labels=PHASES),
        OneOf("active", "whose turn it is", labels=SEATS),
        Flag("start_played", "a Start lies"),
        Flag("moon_up", "all hands are held moon up"),
        Number("owed", "cards still to be discarded in this phase", highest=MAX_HAND),
        Number("first_slot", "places at the beginning of the hand that may not be discarded now", highest=MAX_HAND),
        OneOf("revealed", "the storm that has just been drawn", labels=COLOURS),
        Number("offers", "what each player has offered, plus one; 0: nothing yet", (MAX_PLAYERS,), highest=MAX_PLEDGE + 1),
        Number("pledges", "what each player has pledged, plus one; 0: nothing yet", (MAX_PLAYERS,), highest=MAX_PLEDGE + 2),
        Number("to_pledge", "cards that nobody has pledged yet", highest=MAX_PLEDGE + 1),
        Number("offers_due", "offers still to be made", highest=MOST_TALK * MAX_PLAYERS),
        # the field
        Number("grid", "the number on each cell, 0: none", (MAX_CELLS,), highest=ISLANDS),
        Flag("filled", "there is a card on the cell", (MAX_CELLS,)),
        Flag("moon", "the card lies moon up", (MAX_CELLS,)),
        Flag("mine", "I have placed the card; in the duel only", (MAX_CELLS,)),
        Flag("borders", "there is an open border card", (MAX_CELLS,)),
        Number("row_room", "empty cells of each row", (NUM_ROWS,), highest=max(ROW_WIDTHS)),
        OneOf("reef", "the row of the reef; none: there is no reef", labels=tuple(range(1, NUM_ROWS + 1))),
        Number("purples", "purple storms at each row", (NUM_ROWS,), highest=STORMS_OF_A_COLOUR),
        # the players, in order from me
        Number("hand_sizes", "cards in each hand", (MAX_PLAYERS,), highest=MAX_HAND),
        Number("pile_sizes", "cards in each pile", (MAX_PLAYERS,), highest=MAX_PILE),
        Number("discard_sizes", "cards on each discard pile", (MAX_PLAYERS,), highest=MAX_PILE),
        Number("yellows", "yellow storms before each player", (MAX_PLAYERS,), highest=STORMS_OF_A_COLOUR),
        Number("oranges", "orange storms before each player", (MAX_PLAYERS,), highest=STORMS_OF_A_COLOUR),
        Flag("holds_monster", "the player holds a monster; shown while that is public", (MAX_PLAYERS,)),
        Number("team_compasses", "compasses of the team", highest=COMPASSES),
        Number("own_compasses", "compasses of each player", (MAX_PLAYERS,), highest=COMPASSES),
        Flag("shares_compass", "the player shares a compass", (MAX_PLAYERS,)),
        Number("supply", "compasses that can still be gained", highest=COMPASSES),
        # the cards
        Number("my_hand", "my cards in order, 81: start, 82: finish, 83: monster, 0: none", (MAX_HAND,), private=True, highest=MONSTER),
        OneOf("my_kinds", "what my cards are", (MAX_HAND,), private=True, labels=("island", "start", "finish", "monster")),
        Flag("unseen", "islands that I have not seen: in piles, other hands, others' discards, or removed", (ISLANDS,), private=True),
        Number("unseen_others", "other cards that I have not seen: start, finish, monster, yellow, purple, orange, compass", (OTHER_KINDS,), private=True, highest=COMPASSES),
        Flag("my_discards", "islands that I have discarded", (ISLANDS,), private=True),
        Number("my_other_discards", "Starts and Finishes that I have discarded", (2,), private=True, highest=FINISHES),
        Number("explorer", "cards left in the explorer deck: finish, monster, yellow, purple, orange, compass, reef, border", (EXPLORER_KINDS,), highest=COMPASSES),
        Number("found_finishes", "Finishes that explorers have found", highest=FINISHES),
        # the duel
        Number("row", "the open cards, the first to be drawn first; 0: none", (ROW_SIZE,), highest=ISLANDS),
        Number("deck_size", "cards in the common deck", highest=ISLANDS),
        Number("their_cards", "what I know of each island of the opponent: 1 in hand, 2 in hand or discarded since, 3 discarded", (ISLANDS,), private=True, highest=3),
        Number("lead", "200 and my points less the opponent's", highest=2 * MOST_LEAD),
        # at a glance; a card may still come if it is unseen or in my hand
        Number("gap_room", "for each empty cell: cards that may still come into its gap, less its cells, and one; 0: it cannot be filled", (MAX_CELLS,), private=True, highest=MOST_ROOM),
        Number("room_beside", "for each card, with monsters about: the smaller room of the gaps beside it, 0: one cannot be filled", (MAX_CELLS,), private=True, highest=MOST_ROOM),
        Number("room_without", "for each card, with monsters about: the room of the gap that its destruction would leave", (MAX_CELLS,), private=True, highest=MOST_ROOM),
        Number("my_places", "cells where each card could lie and leave room for the others", (MAX_HAND,), private=True, highest=MOST_PLACES),
        Number("my_free_places", "those of them that cost nothing", (MAX_HAND,), private=True, highest=MOST_PLACES),
        Number("my_cheapest", "what the cheapest of them costs, 5: or more, 6: there is none", (MAX_HAND,), private=True, highest=NO_PLACE),
        Number("my_gap_room", "the room of the gap each card belongs in", (MAX_HAND,), private=True, highest=MOST_ROOM),
        Number("my_gap_cells", "the cells of that gap", (MAX_HAND,), private=True, highest=MOST_CELLS_SHOWN),
        Flag("fits", "the card may lie on the cell, whatever it costs", (HAND_LIMIT, MAX_CELLS), private=True),
        Number("cost", "what that costs, 5: or more", (HAND_LIMIT, MAX_CELLS), private=True, highest=MOST_COST),
        Number("room_after", "the smaller room of the gaps it leaves, 0: one cannot be filled", (HAND_LIMIT, MAX_CELLS), private=True, highest=MOST_ROOM),
        Number("off_centre", "how far, in quarters of a cell, it is from where the cards on both sides would be spread alike", (HAND_LIMIT, MAX_CELLS), private=True, highest=MOST_OFF),
    )
)  # fmt: skip

NUM_PLAYERS_AT = LAYOUT.start("num_players")
MODE = LAYOUT.start("mode")
RUSSIAN = LAYOUT.start("russian")
WIDE = LAYOUT.start("wide_arch")
EXPANSIONS_AT = LAYOUT.start("expansions")
MONSTERS = LAYOUT.start("monsters")
REMOVED = LAYOUT.start("removed_islands")
TALK_ROUNDS = LAYOUT.start("talk_rounds")
REWARD = LAYOUT.start("reward")
TO_ACT_AT = LAYOUT.start("to_act")
PHASE = LAYOUT.start("phase")
ACTIVE = LAYOUT.start("active")
START_PLAYED = LAYOUT.start("start_played")
MOON_UP = LAYOUT.start("moon_up")
OWED = LAYOUT.start("owed")
FIRST_SLOT = LAYOUT.start("first_slot")
REVEALED = LAYOUT.start("revealed")
OFFERS = LAYOUT.start("offers")
PLEDGES = LAYOUT.start("pledges")
TO_PLEDGE_AT = LAYOUT.start("to_pledge")
OFFERS_DUE = LAYOUT.start("offers_due")
GRID = LAYOUT.start("grid")
FILLED = LAYOUT.start("filled")
MOON = LAYOUT.start("moon")
MINE = LAYOUT.start("mine")
BORDERS_AT = LAYOUT.start("borders")
ROW_ROOM = LAYOUT.start("row_room")
REEF_AT = LAYOUT.start("reef")
PURPLES = LAYOUT.start("purples")
HAND_SIZES = LAYOUT.start("hand_sizes")
PILE_SIZES = LAYOUT.start("pile_sizes")
DISCARD_SIZES = LAYOUT.start("discard_sizes")
YELLOWS = LAYOUT.start("yellows")
ORANGES = LAYOUT.start("oranges")
HOLDS_MONSTER = LAYOUT.start("holds_monster")
TEAM_COMPASSES = LAYOUT.start("team_compasses")
OWN_COMPASSES = LAYOUT.start("own_compasses")
SHARES_COMPASS = LAYOUT.start("shares_compass")
SUPPLY = LAYOUT.start("supply")
MY_HAND = LAYOUT.start("my_hand")
MY_KINDS = LAYOUT.start("my_kinds")
UNSEEN = LAYOUT.start("unseen")
UNSEEN_OTHERS = LAYOUT.start("unseen_others")
MY_DISCARDS = LAYOUT.start("my_discards")
MY_OTHER_DISCARDS = LAYOUT.start("my_other_discards")
EXPLORER = LAYOUT.start("explorer")
FOUND = LAYOUT.start("found_finishes")
ROW = LAYOUT.start("row")
DECK_SIZE = LAYOUT.start("deck_size")
THEIR_CARDS = LAYOUT.start("their_cards")
LEAD = LAYOUT.start("lead")
GAP_ROOM = LAYOUT.start("gap_room")
ROOM_BESIDE = LAYOUT.start("room_beside")
ROOM_WITHOUT = LAYOUT.start("room_without")
MY_PLACES = LAYOUT.start("my_places")
MY_GAP_CELLS = LAYOUT.start("my_gap_cells")
FITS = LAYOUT.start("fits")

# what a number becomes when it is divided by its highest value
ISLANDS_SHOWN = (np.arange(ISLANDS + 1) / ISLANDS).astype(np.float32)
HAND_SHOWN = (np.arange(MONSTER + 1) / MONSTER).astype(np.float32)
SIZES_SHOWN = (np.arange(MAX_PILE + 1) / MAX_PILE).astype(np.float32)


@rule
def write_observation(state: Record, seat: int, observation: Buffer) -> None:
    """Write what a player knows: the own hand and discards, and all that lies open [19]."""
    write_setting(state, observation)
    write_course(state, seat, observation)
    write_field(state, observation)
    write_players(state, seat, observation)
    write_own_cards(state, seat, observation)
    write_unseen(state, seat, observation)
    if state.mode == PYRAMID:
        write_explorer(state, observation)
    if state.mode == DUEL:
        write_duel(state, seat, observation)
    if state.has_storms or state.mode == PYRAMID:
        write_stormy_seas(state, seat, observation)
    unseen = observation[UNSEEN : UNSEEN + ISLANDS]
    write_gaps(
        state, seat, unseen, observation[GAP_ROOM:ROOM_BESIDE], observation[MY_PLACES:FITS],
        observation[FITS:],
    )  # fmt: skip
    if state.has_monsters or state.mode == PYRAMID:
        write_prey(
            state, seat, unseen, observation[ROOM_BESIDE:ROOM_WITHOUT],
            observation[ROOM_WITHOUT:MY_PLACES],
        )  # fmt: skip


@rule
def write_setting(state: Record, observation: Buffer) -> None:
    """Write the options [V1, V2, V3, V4, V5]."""
    observation[NUM_PLAYERS_AT + state.num_players - 1] = 1.0
    observation[MODE + state.mode] = 1.0
    observation[RUSSIAN] = state.is_ru
    observation[WIDE] = state.field == WIDE_ARCH
    observation[EXPANSIONS_AT] = state.has_reefs
    observation[EXPANSIONS_AT + 1] = state.has_monsters
    observation[EXPANSIONS_AT + 2] = state.has_storms
    if state.has_monsters:
        observation[MONSTERS] = state.monsters / MOST_MONSTERS
    observation[REMOVED] = state.removed_islands / MOST_REMOVED
    observation[TALK_ROUNDS] = state.talk_rounds / MOST_TALK
    observation[REWARD + state.reward] = 1.0


@rule
def write_course(state: Record, seat: int, observation: Buffer) -> None:
    """Write who decides what, and what is under way [8, 14, 19]."""
    observation[ACTIVE + relative_seat(state, seat, int(state.active))] = 1.0
    observation[START_PLAYED] = state.is_start_played
    observation[MOON_UP] = state.is_moon
    if state.seat == NOBODY:
        return
    observation[TO_ACT_AT + relative_seat(state, seat, int(state.seat))] = 1.0
    observation[PHASE + state.phase] = 1.0
    if state.owed > 0:
        observation[OWED] = state.owed / MAX_HAND
        if state.seat == seat:
            # the place of the last card discarded is the discarder's secret
            observation[FIRST_SLOT] = state.first_slot / MAX_HAND
    if state.revealed != NO_CARD:
        observation[REVEALED + state.revealed - YELLOW] = 1.0
    write_talk(state, seat, observation)


@rule
def write_talk(state: Record, seat: int, observation: Buffer) -> None:
    """Write offers and pledges while a Start is being dealt with [14]."""
    for steps in range(state.num_players):
        other = seat_after(state, seat, steps)
        observation[OFFERS + steps] = (int(state.offers[other]) + 1) / (MAX_PLEDGE + 1)
        observation[PLEDGES + steps] = (int(state.pledges[other]) + 1) / (MAX_PLEDGE + 2)
    if state.phase == TO_OFFER or state.phase == TO_PLEDGE:
        observation[TO_PLEDGE_AT] = cards_to_pledge(state) / (MAX_PLEDGE + 1)
    if state.phase == TO_OFFER:
        due = int(state.talk_rounds) * int(state.num_players) - int(state.talked)
        observation[OFFERS_DUE] = due / (MOST_TALK * MAX_PLAYERS)


@rule
def write_field(state: Record, observation: Buffer) -> None:
    """Write what lies in the field, and at its rows [2, 20, 35, 38]."""
    for cell in range(state.num_cells):
        if state.grid[cell] != NO_CARD:
            observation[GRID + cell] = ISLANDS_SHOWN[state.grid[cell]]
            observation[FILLED + cell] = 1.0
            observation[MOON + cell] = state.moon[cell]
    for row in range(NUM_ROWS):
        observation[ROW_ROOM + row] = empty_cells_in_row(state, row) / max(ROW_WIDTHS)
    if state.reef_row != NOWHERE:
        observation[REEF_AT + state.reef_row] = 1.0


@rule
def write_players(state: Record, seat: int, observation: Buffer) -> None:
    """Write the sizes of hands, piles and discards, and who holds monsters if it is public [19, 24]."""
    are_public = are_monsters_public(state)
    for steps in range(state.num_players):
        other = seat_after(state, seat, steps)
        observation[HAND_SIZES + steps] = state.hand_sizes[other] / MAX_HAND
        observation[PILE_SIZES + steps] = SIZES_SHOWN[state.pile_sizes[other]]
        observation[DISCARD_SIZES + steps] = SIZES_SHOWN[state.discard_sizes[other]]
        observation[HOLDS_MONSTER + steps] = are_public and holds(state, other, MONSTER)


@rule
def write_stormy_seas(state: Record, seat: int, observation: Buffer) -> None:
    """Write storms in play, and compasses [25-32]."""
    for row in range(NUM_ROWS):
        observation[PURPLES + row] = state.purples[row] / STORMS_OF_A_COLOUR
    observation[TEAM_COMPASSES] = state.team_compasses / COMPASSES
    observation[SUPPLY] = state.supply / COMPASSES
    for steps in range(state.num_players):
        other = seat_after(state, seat, steps)
        observation[YELLOWS + steps] = state.yellows[other] / STORMS_OF_A_COLOUR
        observation[ORANGES + steps] = state.oranges[other] / STORMS_OF_A_COLOUR
        observation[OWN_COMPASSES + steps] = state.own_compasses[other] / COMPASSES
        observation[SHARES_COMPASS + steps] = shares_compass(state, other)


@rule
def write_own_cards(state: Record, seat: int, observation: Buffer) -> None:
    """Write the own hand and the own discards [19]."""
    for slot in range(state.hand_sizes[seat]):
        card = int(state.hands[seat, slot])
        observation[MY_HAND + slot] = HAND_SHOWN[card]
        observation[MY_KINDS + slot * 4 + max(card - ISLANDS, 0)] = 1.0
    discards = state.discards[seat]
    for number in range(ISLANDS):
        observation[MY_DISCARDS + number] = discards[number + 1]
    for kind in range(2):
        observation[MY_OTHER_DISCARDS + kind] = discards[START + kind] / FINISHES


@rule
def write_unseen(state: Record, seat: int, observation: Buffer) -> None:
    """Write which cards the player has not seen [19]."""
    unseen, discards = observation[UNSEEN : UNSEEN + ISLANDS], state.discards[seat]
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
        observation[UNSEEN_OTHERS + kind - START] = float(count)
    for slot in range(state.hand_sizes[seat] - 1, -1, -1):
        if state.hands[seat, slot] <= ISLANDS:
            break
        observation[UNSEEN_OTHERS + int(state.hands[seat, slot]) - START] -= 1.0
    for kind in range(OTHER_KINDS):
        observation[UNSEEN_OTHERS + kind] /= np.float32(COMPASSES)


@rule
def hidden_in_game(state: Record, kind: int) -> int:
    """Return how many cards of a kind are in piles, hands or discards, or have gone [5, 25, 38]."""
    if kind == START:
        return 0 if state.mode in (HIGH_ARCH, DUEL) else int(state.num_players)
    if state.mode == DUEL or state.mode == PYRAMID:
        return int(state.gone[kind])
    if kind == FINISH:
        return FINISHES
    if kind == MONSTER:
        return int(state.monsters) if state.has_monsters else 0
    if kind == COMPASS:
        return COMPASSES if state.mode == DAY_AND_NIGHT else int(state.gone[kind])
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
        observation[BORDERS_AT + cell] = state.borders[cell]
    for place in range(state.explorer_size):
        observation[EXPLORER + int(state.explorer[place]) - FINISH] += 1.0
    for kind in range(EXPLORER_KINDS):
        observation[EXPLORER + kind] /= np.float32(COMPASSES)
    observation[FOUND] = state.found_finishes / FINISHES


@rule
def write_duel(state: Record, seat: int, observation: Buffer) -> None:
    """Write the row, what was seen of the opponent's cards, and how the duel stands [41, 46, R7]."""
    other = 1 - seat
    for cell in range(state.num_cells):
        if state.grid[cell] != NO_CARD:
            observation[MINE + cell] = state.owner[cell] == seat
    for place in range(state.row_size):
        observation[ROW + place] = ISLANDS_SHOWN[state.row[place]]
        observation[UNSEEN + int(state.row[place]) - 1] = 0.0
    observation[DECK_SIZE] = state.deck_size / ISLANDS
    for number in range(1, ISLANDS + 1):
        observation[THEIR_CARDS + number - 1] = state.sight[other, number] / 3
        if state.sight[other, number] > 0:
            observation[UNSEEN + number - 1] = 0.0
    lead = points_of(state, seat) - points_of(state, other)
    observation[LEAD] = (lead + MOST_LEAD) / (2 * MOST_LEAD)

"""The named parts of what a player of Tranquility sees, and how their numbers are coded.

Players are counted clockwise from the observer (0), cells along the line, cards by their place
in the sorted hand.
"""

# the layout is a table: one part, one line
# ruff: noqa: E501

from __future__ import annotations

from boardgame_envs.core.layout import Flag, Layout, Number, OneOf
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
    START,
    STORMS_OF_A_COLOUR,
)
from boardgame_envs.games.tranquility.duel import MOST_LEAD
from boardgame_envs.games.tranquility.pyramid_shape import ROW_WIDTHS
from boardgame_envs.games.tranquility.table import (
    EXPANSIONS,
    MAX_CELLS,
    MAX_PLEDGE,
    MODES,
    MOST_TALK,
    NUM_ROWS,
    PHASES,
    REWARDS,
    ROW_SIZE,
)

# what is more than this is shown as this
MOST_ROOM = 8
MOST_PLACES = 8
MOST_COST = 5
NO_PLACE = MOST_COST + 1
MOST_GAP_CELLS = 12
MOST_OFF_CENTRE = 20

SEATS = tuple(range(MAX_PLAYERS))
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
        Number("my_gap_cells", "the cells of that gap", (MAX_HAND,), private=True, highest=MOST_GAP_CELLS),
        Flag("fits", "the card may lie on the cell, whatever it costs", (HAND_LIMIT, MAX_CELLS), private=True),
        Number("cost", "what that costs, 5: or more", (HAND_LIMIT, MAX_CELLS), private=True, highest=MOST_COST),
        Number("room_after", "the smaller room of the gaps it leaves, 0: one cannot be filled", (HAND_LIMIT, MAX_CELLS), private=True, highest=MOST_ROOM),
        Number("off_centre", "how far, in quarters of a cell, it is from where the cards on both sides would be spread alike", (HAND_LIMIT, MAX_CELLS), private=True, highest=MOST_OFF_CENTRE),
    )
)  # fmt: skip

# where each part begins, and what its numbers are divided by
AT = LAYOUT.offsets()
HIGHEST = LAYOUT.highest()

"""The named parts of what a player of Tranquility sees, and how their numbers are coded.

Players are counted clockwise from the observer (0), cells along the line, cards by their place
in the sorted hand.
"""

# the layout is a table: one part, one line
# ruff: noqa: E501

from __future__ import annotations

from boardgame_envs.core.layout import Flag, Layout, Number, OneOf
from boardgame_envs.games.tranquility import cards, state
from boardgame_envs.games.tranquility.modes.duel import MOST_LEAD
from boardgame_envs.games.tranquility.modes.pyramid_shape import ROW_WIDTHS
from boardgame_envs.games.tranquility.views.chances import MOST_LEVEL

# what is more than this is shown as this
MOST_ROOM = 8
MOST_PLACES = 8
MOST_COST = 5
NO_PLACE = MOST_COST + 1
MOST_GAP_CELLS = 12
MOST_OFF_CENTRE = 20
MOST_TROUBLE = 31
MOST_USE = 15
MOST_GIVEN = 63
MOST_LOSS = 7
MOST_PILE = 7
# empty cells on each side of a cell, where three stand for more
MOST_BESIDE = 3
# how a card stands among those that may be discarded, or taken
NOT_NOW, FIRST_WANTED, WANTED, NEXT_BEST, LEAST_WANTED = 0, 1, 2, 3, 6
# a run of a duel that a card would make or block
MOST_OWN_RUN, BLOCKS, MOST_RUN = 4, 5, 7

SEATS = tuple(range(cards.MAX_PLAYERS))
KINDS_IN_HAND = ("island", *cards.NAMES[: cards.MONSTER - cards.START + 1])

LAYOUT = Layout(
    (
        # the setting
        OneOf("num_players", "how many play", labels=tuple(range(1, cards.MAX_PLAYERS + 1))),
        OneOf("mode", "the mode", labels=state.MODES),
        Flag("russian", "the rules are those of the Russian edition"),
        Flag("wide_arch", "the high arch is six wide"),
        Flag("row_choice", "cards of the row of a duel are taken by choice"),
        Flag("expansions", f"{', '.join(state.EXPANSIONS)}", (len(state.EXPANSIONS),)),
        Number("monsters", "sea monsters in the game", highest=cards.MOST_MONSTERS),
        Number("removed_islands", "islands that have left the game unseen", highest=cards.MOST_REMOVED),
        Number("talk_rounds", "rounds of offers", highest=state.MOST_TALK),
        OneOf("reward", "what is rewarded", labels=state.REWARDS),
        # how far the game is
        OneOf("to_act", "who decides; none: the game is over", labels=SEATS),
        OneOf("phase", "what is decided", labels=state.PHASES),
        OneOf("active", "whose turn it is", labels=SEATS),
        Flag("start_played", "a Start lies"),
        Flag("moon_up", "all hands are held moon up"),
        Number("owed", "cards still to be discarded in this phase", highest=cards.MAX_HAND),
        Number("first_slot", "places at the beginning of the hand that may not be discarded now", private=True, highest=cards.MAX_HAND),
        OneOf("revealed", "the storm that has just been drawn", labels=cards.COLOURS),
        Number("offers", "what each player has offered, plus one; 0: nothing yet", (cards.MAX_PLAYERS,), highest=state.MAX_PLEDGE + 1),
        Number("pledges", "what each player has pledged, plus one; 0: nothing yet", (cards.MAX_PLAYERS,), highest=state.MAX_PLEDGE + 2),
        Number("to_pledge", "cards that nobody has pledged yet", highest=state.MAX_PLEDGE + 1),
        Number("offers_due", "offers still to be made", highest=state.MOST_TALK * cards.MAX_PLAYERS),
        # the field
        Number("grid", "the number on each cell, 0: none", (state.MAX_CELLS,), highest=cards.ISLANDS),
        Flag("filled", "there is a card on the cell", (state.MAX_CELLS,)),
        Flag("moon", "the card lies moon up", (state.MAX_CELLS,)),
        Flag("mine", "I have placed the card; in the duel only", (state.MAX_CELLS,)),
        Flag("borders", "there is an open border card", (state.MAX_CELLS,)),
        Number("row_room", "empty cells of each row", (state.NUM_ROWS,), highest=max(ROW_WIDTHS)),
        OneOf("reef", "the row of the reef; none: there is no reef", labels=tuple(range(1, state.NUM_ROWS + 1))),
        Number("purples", "purple storms at each row", (state.NUM_ROWS,), highest=cards.STORMS_OF_A_COLOUR),
        # the players, in order from me
        Number("hand_sizes", "cards in each hand", (cards.MAX_PLAYERS,), highest=cards.MAX_HAND),
        Number("pile_sizes", "cards in each pile", (cards.MAX_PLAYERS,), highest=cards.MAX_PILE),
        Number("discard_sizes", "cards on each discard pile", (cards.MAX_PLAYERS,), highest=cards.MAX_PILE),
        Number("yellows", "yellow storms before each player", (cards.MAX_PLAYERS,), highest=cards.STORMS_OF_A_COLOUR),
        Number("oranges", "orange storms before each player", (cards.MAX_PLAYERS,), highest=cards.STORMS_OF_A_COLOUR),
        Flag("holds_monster", "the player holds a monster; shown while that is public", (cards.MAX_PLAYERS,)),
        Number("team_compasses", "compasses of the team", highest=cards.COMPASSES),
        Number("own_compasses", "compasses of each player", (cards.MAX_PLAYERS,), highest=cards.COMPASSES),
        Flag("shares_compass", "the player shares a compass", (cards.MAX_PLAYERS,)),
        Number("supply", "compasses that can still be gained", highest=cards.COMPASSES),
        # the cards
        Number("my_hand", "my cards in order, 81: start, 82: finish, 83: monster, 0: none", (cards.MAX_HAND,), private=True, highest=cards.MONSTER),
        OneOf("my_kinds", "what my cards are", (cards.MAX_HAND,), private=True, labels=KINDS_IN_HAND),
        Flag("unseen", "islands that I have not seen: in piles, other hands, others' discards, or removed", (cards.ISLANDS,), private=True),
        Number("unseen_others", "other cards that I have not seen: start, finish, monster, yellow, purple, orange, compass", (cards.COMPASS - cards.START + 1,), private=True, highest=cards.COMPASSES),
        Flag("my_discards", "islands that I have discarded", (cards.ISLANDS,), private=True),
        Number("my_other_discards", "Starts and Finishes that I have discarded", (2,), private=True, highest=cards.FINISHES),
        Number("explorer", "cards left in the explorer deck: finish, monster, yellow, purple, orange, compass, reef, border", (cards.BORDER - cards.FINISH + 1,), highest=cards.COMPASSES),
        Number("found_finishes", "Finishes that explorers have found", highest=cards.FINISHES),
        # the duel
        Number("row", "the open cards, the farthest from the deck first; 0: none", (cards.ROW_SIZE,), highest=cards.ISLANDS),
        Number("last_taken", "the card of the row that was chosen last in this refill, 0: none", highest=cards.ISLANDS),
        Number("deck_size", "cards in the common deck", highest=cards.ISLANDS),
        Number("their_cards", "what I know of each island of the opponent: 1 in hand, 2 in hand or discarded since, 3 discarded", (cards.ISLANDS,), private=True, highest=3),
        Number("lead", "200 and my points less the opponent's", highest=2 * MOST_LEAD),
        # at a glance; a card may still come if it is unseen or in my hand
        Number("gap_room", "for each empty cell: cards that may still come into its gap, less its cells, and one; 0: it cannot be filled", (state.MAX_CELLS,), private=True, highest=MOST_ROOM),
        Number("room_beside", "for each card, with monsters about: the smaller room of the gaps beside it, 0: one cannot be filled", (state.MAX_CELLS,), private=True, highest=MOST_ROOM),
        Number("room_without", "for each card, with monsters about: the room of the gap that its destruction would leave", (state.MAX_CELLS,), private=True, highest=MOST_ROOM),
        Number("my_places", "cells where each card could lie and leave room for the others", (cards.MAX_HAND,), private=True, highest=MOST_PLACES),
        Number("my_free_places", "those of them that cost nothing", (cards.MAX_HAND,), private=True, highest=MOST_PLACES),
        Number("my_cheapest", "what the cheapest of them costs, 5: or more, 6: there is none", (cards.MAX_HAND,), private=True, highest=NO_PLACE),
        Number("my_gap_room", "the room of the gap each card belongs in", (cards.MAX_HAND,), private=True, highest=MOST_ROOM),
        Number("my_gap_cells", "the cells of that gap", (cards.MAX_HAND,), private=True, highest=MOST_GAP_CELLS),
        Number("row_places", "my_places for the open cards of a duel", (cards.ROW_SIZE,), private=True, highest=MOST_PLACES),
        Number("row_free_places", "my_free_places for them", (cards.ROW_SIZE,), private=True, highest=MOST_PLACES),
        Number("row_cheapest", "my_cheapest for them", (cards.ROW_SIZE,), private=True, highest=NO_PLACE),
        Number("row_gap_room", "my_gap_room for them", (cards.ROW_SIZE,), private=True, highest=MOST_ROOM),
        Number("row_gap_cells", "my_gap_cells for them", (cards.ROW_SIZE,), private=True, highest=MOST_GAP_CELLS),
        Flag("fits", "the card may lie on the cell, whatever it costs", (cards.HAND_LIMIT, state.MAX_CELLS), private=True),
        # what is said of actions, for learners that judge them one by one
        Number("trouble", "how unlikely it is that all gaps are filled: the logarithm, in halves", private=True, highest=MOST_TROUBLE),
        Number("my_use", "how useful each card is to me, by the cards that its gap lacks and what it costs", (cards.MAX_HAND,), private=True, highest=MOST_USE),
        Number("my_touching", "with storms about: what each card costs at its cheapest place beside another, 5: or more, 0: there is none", (cards.MAX_HAND,), private=True, highest=MOST_COST),
        Number("given_use", "how useful the cards are in all that I would give, by their number", (state.MAX_PLEDGE + 1,), private=True, highest=MOST_GIVEN),
        Number("wrong_up", "in day and night: 1 the card lies, or would lie now, the wrong way up, 2 it is the first that lies so", (state.MAX_CELLS,), highest=2),
        Number("my_run", "in the duel, where each card costs 1: 1 to 4 it makes a run of two to five of my cards, 5 to 7 it blocks one to three of theirs", (cards.MAX_HAND,), private=True, highest=MOST_RUN),
        Number("row_cards", "when a row is chosen: how many of my cards have a place in each row, closed or not", (state.NUM_ROWS,), private=True, highest=cards.HAND_LIMIT),
        Number("row_use", "my_use for the open cards of a duel", (cards.ROW_SIZE,), private=True, highest=MOST_USE),
        Number("row_standing", "when I take cards: 1 the lowest of those most useful, 2 another of them, 3 to 6 less and less useful", (cards.ROW_SIZE,), private=True, highest=LEAST_WANTED),
        Number("my_standing", "when I may discard: 1 the first of those least useful that are due (two as an action), 2 another of them, 3 to 6 more and more useful", (cards.MAX_HAND,), private=True, highest=LEAST_WANTED),
        Number("my_loss", "how much less likely the gap each card belongs in is to be filled without it", (cards.MAX_HAND,), private=True, highest=MOST_LOSS),
        Number("last_given", "how useful the last one is of so many cards that I would give", (state.MAX_PLEDGE + 1,), private=True, highest=MOST_USE),
        Number("still_missing", "when I offer or pledge cards: 8 and what would be missing if I give so many and others what they have offered", (state.MAX_PLEDGE + 1,), private=True, highest=2 * cards.CARDS_TO_SHED),
        Number("closed", "1 a reef lies at the row, 2 a purple storm, 3 both", (state.NUM_ROWS,), highest=3),
        Number("piles_left", "with storms about: a third of each pile", (cards.MAX_PLAYERS,), highest=MOST_PILE),
        Number("beside", "empty cells just before each cell, times four, and just behind it; three stand for more", (state.MAX_CELLS,), highest=(MOST_BESIDE + 1) ** 2 - 1),
        Number("relief", "when a monster may come: how much likelier the gaps beside each card are to be filled without it", (state.MAX_CELLS,), private=True, highest=MOST_LEVEL),
        Number("trouble_after", "how much less likely the gap is to be filled with the card on the cell; where there is room", (cards.HAND_LIMIT, state.MAX_CELLS), private=True, highest=MOST_LEVEL),
        Number("cost", "what that costs, 5: or more", (cards.HAND_LIMIT, state.MAX_CELLS), private=True, highest=MOST_COST),
        Number("room_after", "the smaller room of the gaps it leaves, 0: one cannot be filled", (cards.HAND_LIMIT, state.MAX_CELLS), private=True, highest=MOST_ROOM),
        Number("off_centre", "how far, in quarters of a cell, it is from where the cards on both sides would be spread alike", (cards.HAND_LIMIT, state.MAX_CELLS), private=True, highest=MOST_OFF_CENTRE),
    ),
    first_feature="trouble",
)  # fmt: skip

# how long an observation is without what can be worked out from it
SEEN_SIZE = LAYOUT.seen.size

# where each part begins, and what its numbers are divided by
AT = LAYOUT.offsets()
HIGHEST = LAYOUT.highest()

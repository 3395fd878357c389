"""How likely it is that enough cards come for a gap, from a table that is made once.

Of the cards that a player has not seen some are in piles and hands, others have been discarded or
removed, and of those that come some will be discarded, too. So each comes for its gap with some
chance. The *trouble* of a gap is the logarithm of one over the chance that enough of them do, in
eighths; the cards in one's own hand are sure to come. A whole number, looked up in a table, is the
same in compiled and in plain rules.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boardgame_envs.core.compiled import Buffer, Record, inlined_rule
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.state import MAX_CELLS

# the share of unseen cards that are in piles and hands, in so many parts
SHARES = 8
# of the cards in piles and hands, the share that is there when it is needed
SHARE_USED = 0.75
PARTS_OF_TROUBLE = 8
MOST_TROUBLE = 255

# from these amounts of trouble on it is shown as 1, 2, ...: small ones matter most
LEVELS = (1, 2, 3, 4, 6, 8, 10, 13, 16, 20, 26, 34, 46, 64, 96)
MOST_LEVEL = len(LEVELS)


def make_table() -> NDArray[np.int64]:
    """Return the trouble by the share in play, the cards unseen and the cells to be filled."""
    chance = SHARE_USED * np.arange(SHARES + 1)[:, None] / SHARES
    # how likely each number of cards is, of no cards at first and then of one more each time
    likely = np.zeros((SHARES + 1, cards.ISLANDS + 2))
    likely[:, 0] = 1.0
    table = np.zeros((SHARES + 1, cards.ISLANDS + 1, MAX_CELLS + 1), np.int64)
    for unseen in range(cards.ISLANDS + 1):
        enough = likely[:, ::-1].cumsum(1)[:, ::-1][:, : MAX_CELLS + 1]
        trouble = -PARTS_OF_TROUBLE * np.log(np.clip(enough, 1e-30, 1.0))
        table[:, unseen] = np.minimum(np.rint(trouble), MOST_TROUBLE)
        likely[:, 1:] = chance * likely[:, :-1] + (1.0 - chance) * likely[:, 1:]
        likely[:, 0] *= 1.0 - chance[:, 0]
    return table


# in bytes, so that much of it is near at hand
TROUBLE = make_table().astype(np.uint8)
# the most cells for which there is no trouble yet
SAFE_CELLS = ((TROUBLE == 0).sum(2) - 1).astype(np.int8)
LEVEL_OF = np.searchsorted(LEVELS, np.arange(2 * MOST_TROUBLE + 1), "right").astype(np.int8)


@inlined_rule
def share_in_play(state: Record, seat: int) -> int:
    """Return which share of the cards that a player has not seen is in piles and hands [19]."""
    in_play, out = int(state.deck_size), int(state.removed_islands)
    for other in range(state.num_players):
        in_play += int(state.pile_sizes[other])
        if other != seat:
            in_play += int(state.hand_sizes[other])
            out += int(state.discard_sizes[other])
    return (SHARES * in_play) // max(in_play + out, 1)


@inlined_rule
def count_own(state: Record, seat: int, low: int, high: int) -> int:
    """Return how many cards of a hand lie between two numbers [11]."""
    count = 0
    for slot in range(state.hand_sizes[seat]):
        count += int(low < state.hands[seat, slot] < high)
    return count


@inlined_rule
def trouble_of(share: int, unseen: int, cells: int) -> int:
    """Return the trouble of a number of cells for which so many unseen cards may come [3]."""
    # widened as a number that may be below 0, as differences are
    return int(np.int64(TROUBLE[share, max(unseen, 0), max(cells, 0)]))


@inlined_rule
def level_of(trouble: int) -> int:
    """Return how trouble is shown: 0 for none, or for less than there was."""
    return int(LEVEL_OF[max(trouble, 0)])


@inlined_rule
def count_between(to_come: Buffer, low: int, high: int) -> int:
    """Return how many cards between two numbers may still come [19]."""
    return int(to_come[high - 1] - to_come[low])

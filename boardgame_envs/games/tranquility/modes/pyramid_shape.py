"""The shape of the pyramid [35]: our reconstruction, the rulebooks only sketch it [R17]."""

from __future__ import annotations

import numpy as np

from boardgame_envs.games.tranquility import cards

ROW_WIDTHS = (11, 9, 7, 5, 3, 1)


def pyramid_cells() -> list[tuple[int, int, int]]:
    """Return the cells of the pyramid as (line, column, row) [35]."""
    return [(0, column, row) for row, width in enumerate(ROW_WIDTHS) for column in range(width)]


# each second cell of a row, from its first one, carries a border card [35]
HAS_BORDER = np.array([column % 2 == 0 for _, column, _ in pyramid_cells()])
# what is left over is in the explorer deck, with the Finishes and all cards of the expansions [35]
SPARE_BORDERS = cards.BORDERS - int(HAS_BORDER.sum())
# the same 18 cards in both editions [R9]
OF_EXPANSIONS = cards.REEFS + cards.MOST_MONSTERS + cards.STORMS + cards.COMPASSES
EXPLORER_SIZE = SPARE_BORDERS + cards.FINISHES + OF_EXPANSIONS

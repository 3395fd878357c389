"""High arch: two columns, and then a vault that rests on them [33, 34].

A reconstruction: the picture that shows the size of the arch is lost [R16].
"""

from __future__ import annotations

from boardgame_envs.core.compiled import Record, rule
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.state import Mode

COLUMN_ROWS = 3
ARCH_ROWS = 6
VAULT = 2  # its line; those before it are the columns
COLUMN_CELLS = VAULT * 2 * COLUMN_ROWS  # of both columns; the vault's cells come after them


def arch_cells(width: int) -> list[tuple[int, int, int]]:
    """Return the cells of an arch as (line, column, row): left, right, vault [33, R16]."""
    left = [(0, column, row) for row in range(COLUMN_ROWS) for column in (0, 1)]
    right = [(1, column, row) for row in range(COLUMN_ROWS) for column in (width - 2, width - 1)]
    vault = [
        (VAULT, column, row) for row in range(COLUMN_ROWS, ARCH_ROWS) for column in range(width)
    ]
    return left + right + vault


@rule
def are_columns_full(state: Record) -> bool:
    """Tell whether the vault may be begun [34]."""
    for cell in range(COLUMN_CELLS):
        if state.grid[cell] == cards.NO_CARD:
            return False
    return True


@rule
def lines_in_play(state: Record) -> tuple[int, int]:
    """Return the first line that may be filled now, and the one behind the last [34]."""
    if state.mode != Mode.HIGH_ARCH:
        return 0, 1
    return (VAULT, VAULT + 1) if are_columns_full(state) else (0, VAULT)

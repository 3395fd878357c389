"""The field as it is drawn: cells with islands, gaps, reefs and storms [2, 20, 33, 35, 38]."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from boardgame_envs.core.sight import Sight, View
from boardgame_envs.games.tranquility import cards
from boardgame_envs.games.tranquility.field.shapes import (
    CELL_NAMES,
    COLUMNS,
    LINE_OF,
    SHAPES,
    Shape,
    shape_of,
)
from boardgame_envs.games.tranquility.modes.pyramid_shape import ROW_WIDTHS
from boardgame_envs.games.tranquility.picture import faces
from boardgame_envs.games.tranquility.state import MODES, NUM_ROWS, Mode
from boardgame_envs.pictures import frame
from boardgame_envs.pictures.cards import seat_mark
from boardgame_envs.pictures.display import Box, Face, Mark, Piece, Words, Zone
from boardgame_envs.pictures.lettering import width_of
from boardgame_envs.pictures.patterns import waves

X, Y = frame.MARGIN, frame.TOP
WIDTH, HEIGHT = 596, 394
LABELS, TOKENS = 26, 52  # what is left of the cells, and right of them
CELL_HEIGHT, GAP = 58, 3


OPEN_SEA = Face(
    "open-sea",
    WIDTH,
    HEIGHT,
    (
        Box(1, 1, WIDTH - 2, HEIGHT - 2, "sea", "sea_line", 8),
        waves(8, 10, WIDTH - 16, HEIGHT - 20, "sea_deep", 24),
    ),
)


class Cells(NamedTuple):
    """Where the cells of a field are."""

    shape: Shape
    width: int
    corners: tuple[tuple[int, int], ...]
    names: tuple[str, ...]
    rows: tuple[int, ...]


@lru_cache(maxsize=8)
def cells_of(shape: Shape, has_tokens: bool = True) -> Cells:
    """Return where the cells of a shape are; rows of a pyramid are centred [2, 33, 35]."""
    places = SHAPES[shape]
    across = max(column for _, column, _ in places) + 1
    room = WIDTH - 2 * LABELS if not has_tokens else WIDTH - LABELS - TOKENS
    width = min(room // across, 90) - GAP
    left = X + LABELS + (room - across * (width + GAP)) // 2
    shift = dict.fromkeys(range(NUM_ROWS), 0)
    if shape == Shape.PYRAMID:
        shift = {row: (across - wide) * (width + GAP) // 2 for row, wide in enumerate(ROW_WIDTHS)}
    corners = tuple(
        (left + shift[row] + column * (width + GAP), row_top(row)) for _, column, row in places
    )
    return Cells(
        shape, width, corners, tuple(CELL_NAMES[shape]), tuple(row for _, _, row in places)
    )


def row_top(row: int) -> int:
    """Return where a row begins; the first is at the bottom [2]."""
    return Y + 8 + (NUM_ROWS - 1 - row) * (CELL_HEIGHT + GAP)


def shape_in(view: View) -> Shape:
    """Return the shape of the field."""
    return shape_of(Mode(MODES.index(view["mode"])), view["wide_arch"])


def sea_zone(sight: Sight) -> Zone:
    """Return the sea with all that lies in it."""
    view = sight.view
    has_tokens = any(view["expansions"][::2]) or view["mode"] == "pyramid"
    cells = cells_of(shape_in(view), has_tokens)
    items: list[Mark | Piece] = [
        OPEN_SEA.at(X, Y),
        *labels(cells),
    ]
    closed = closed_rows(view)
    gaps = gap_texts(view, cells)
    for cell in range(len(cells.corners)):
        items.append(cell_piece(sight, cells, cell, closed, gaps))
    if has_tokens:
        items += [row_piece(view, row) for row in range(NUM_ROWS)]
    return Zone("sea", sea_words(view, cells), tuple(items))


@lru_cache(maxsize=8)
def labels(cells: Cells) -> tuple[Mark, ...]:
    """Return the names of the rows and columns [2]."""
    marks: list[Mark] = [
        Words(X + 14, row_top(row) + 35, str(row + 1), 13, "sea_ink", "middle", bold=True)
        for row in range(NUM_ROWS)
    ]
    # the columns of a pyramid differ from row to row: its cells have their names in them
    columns = {
        COLUMNS.index(name[0]): corner[0]
        for name, corner in zip(cells.names, cells.corners, strict=True)
    }
    base = row_top(0) + CELL_HEIGHT + 15
    if cells.shape == Shape.PYRAMID:
        return tuple(marks)
    for column, x in columns.items():
        marks.append(Words(x + cells.width // 2, base, COLUMNS[column], 13, "sea_ink", "middle"))
    return tuple(marks)


def closed_rows(view: View) -> dict[int, str]:
    """Return the rows in which nothing may be placed, and the ink of what closes each [20]."""
    closed = {row: "purple" for row, purples in enumerate(view["purples"]) if purples}
    if view["reef"] is not None:
        closed[view["reef"] - 1] = "rock"
    return closed


def gap_texts(view: View, cells: Cells) -> dict[int, str]:
    """Return for the middle cell of each gap which numbers belong there [3]."""
    texts, grid, count = {}, view["grid"], len(cells.corners)
    cell = 0
    while cell < count:
        if grid[cell]:
            cell += 1
            continue
        line, first = LINE_OF[cells.shape, cell], cell
        while cell < count and not grid[cell] and LINE_OF[cells.shape, cell] == line:
            cell += 1
        starts = first == 0 or LINE_OF[cells.shape, first - 1] != line
        ends = cell == count or LINE_OF[cells.shape, cell] != line
        low = 1 if starts else grid[first - 1] + 1
        high = cards.ISLANDS if ends else grid[cell] - 1
        one_or_more = f"{low}" if low == high else f"{low}-{high}"
        texts[(first + cell - 1) // 2] = "none" if low > high else one_or_more
    return texts


def cell_piece(
    sight: Sight, cells: Cells, cell: int, closed: dict[int, str], gaps: dict[int, str]
) -> Piece:
    """Return a cell with what lies on it."""
    view, width = sight.view, cells.width
    (x, y), number, row = cells.corners[cell], view["grid"][cell], cells.rows[cell]
    marks: list[Mark] = []
    words = f"cell {cells.names[cell]}: "
    if number:
        moon = view["moon"][cell] if view["mode"] == "day_and_night" else None
        marks.append(faces.cell_face(number, width, CELL_HEIGHT, moon).at(x, y))
        words += f"island {number}" + ("" if moon is None else ", moon up" if moon else ", sun up")
        if view["mode"] == "duel":
            steps = 0 if view["mine"][cell] else 1
            marks.append(seat_mark(sight.seat_after(steps)).at(x + 5, y + 5, 13))
            words += f", placed by {sight.name_after(steps)}"
    else:
        is_border = view["borders"][cell]
        marks.append(faces.water_face(width, CELL_HEIGHT, is_border).at(x, y))
        words += "an open border card" if is_border else "empty"
        if row in closed:
            marks.append(faces.closed_face(width, CELL_HEIGHT, closed[row]).at(x, y))
            words += ", closed"
        marks += empty_marks(cells, cell, gaps.get(cell, ""))
        words += f", numbers {gaps[cell]}" if cell in gaps else ""
    return Piece(f"cell-{cell}", "cell", words, x, y, width, CELL_HEIGHT, tuple(marks))


def empty_marks(cells: Cells, cell: int, gap: str) -> list[Mark]:
    """Return what is written on an empty cell: the numbers of its gap, or its name."""
    (x, y), width = cells.corners[cell], cells.width
    middle = x + width // 2
    marks: list[Mark] = []
    if gap:
        wide = min(width_of(gap, 12, bold=True) + 8, width - 4)
        marks.append(Box(middle - wide // 2, y + 10, wide, 18, "sea_deep", radius=4))
        marks.append(Words(middle, y + 24, gap, 12, "sea_ink", "middle", bold=True))
    if cells.shape == Shape.PYRAMID:
        marks.append(Words(middle, y + CELL_HEIGHT - 9, cells.names[cell], 11, "sea_ink", "middle"))
    return marks


def row_piece(view: View, row: int) -> Piece:
    """Return what lies at the end of a row: a reef, purple storms [21, 28]."""
    x, y = X + WIDTH - TOKENS + 4, row_top(row)
    tokens = [(faces.REEF, "the reef")] if view["reef"] == row + 1 else []
    tokens += [(faces.PURPLE, "a purple storm")] * view["purples"][row]
    marks: list[Mark] = []
    wide = 40 if len(tokens) == 1 else 24
    for place, (face, _) in enumerate(tokens):
        at = x + (0 if len(tokens) == 1 else place % 2 * 21), y + 8 + (place // 2 * 22)
        marks.append(Box(at[0], at[1], wide, wide, "panel", "rule", 5))
        marks.append(face.at(at[0] + 3, at[1] + 3, wide - 6))
    if not tokens:
        # a row with nothing at its end can be pointed at as well
        marks.append(Box(x, y, TOKENS - 8, CELL_HEIGHT, ""))
    words = f"row {row + 1}" + "".join(f", {said}" for _, said in tokens)
    return Piece(f"row-{row}", "row", words, x, y, TOKENS - 8, CELL_HEIGHT, tuple(marks))


def sea_words(view: View, cells: Cells) -> str:
    """Return the field in words, row by row from the bottom."""
    rows: dict[int, list[str]] = {}
    for cell, row in enumerate(cells.rows):
        rows.setdefault(row, []).append(str(view["grid"][cell] or "empty"))
    said = [f"row {row + 1}: {' '.join(rows[row])}" for row in sorted(rows)]
    return f"The sea. {'; '.join(said)}."

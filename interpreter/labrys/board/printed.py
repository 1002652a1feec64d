"""Printed tiles: the drawing of a tile in, marks of its cells and sides out, read through its turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from labrys.board.errors import BoardError
from labrys.board.glyphs import PLAIN, Glyph
from labrys.board.sketch import CORNER, Sketch, read_sketch
from labrys.board.tiled import turn_tables


@dataclass(frozen=True)
class PrintedTile:
    """`marks[i]` and `sides[i][n e s w]` of a tile in turn 0, row by row; an empty text is no mark.

    A side between two cells of the tile belongs to both.
    """

    size: int
    marks: tuple[str, ...]
    sides: tuple[tuple[str, str, str, str], ...]

    def mark(self, turn: int, index: int) -> str:
        """What position `index` shows after `turn` clockwise quarters."""
        return self.marks[turn_tables(self.size)[1][turn % 4][index]]

    def side(self, turn: int, index: int, side: int) -> str:
        """The mark on a side (0 to 3: n e s w) of position `index` after `turn` clockwise quarters."""
        return self.sides[turn_tables(self.size)[1][turn % 4][index]][(side - turn) % 4]

    def turned(self, turn: int) -> PrintedTile:
        """The tile as it looks after `turn` clockwise quarters; loaders keep all four."""
        shows = turn_tables(self.size)[1][turn % 4]
        sides = [self.sides[at] for at in shows]
        by = turn % 4
        return PrintedTile(
            self.size,
            tuple(self.marks[at] for at in shows),
            tuple((row[-by % 4], row[(1 - by) % 4], row[(2 - by) % 4], row[(3 - by) % 4]) for row in sides),
        )


def read_tile(text: str, size: int, cells: Mapping[str, str], sides: Mapping[str, str]) -> PrintedTile:
    """Read the drawing of one tile with its legend of cells and of sides.

    `.` and blank cells need no legend and then have no mark. A side's legend key may be the line as drawn
    (`---`) or one character.
    """
    sketch = read_sketch(text)
    _check_size(sketch, size)
    marks = [_cell_mark(sketch.cells.get((row, column)), cells) for row in range(size) for column in range(size)]
    across = {place: _side_mark(glyph, sides) for place, glyph in sketch.across.items()}
    upright = {place: _side_mark(glyph, sides) for place, glyph in sketch.upright.items()}
    return PrintedTile(
        size,
        tuple(marks),
        tuple(
            (
                across.get((row, column), ""),
                upright.get((row, column + 1), ""),
                across.get((row + 1, column), ""),
                upright.get((row, column), ""),
            )
            for row in range(size)
            for column in range(size)
        ),
    )


def _check_size(sketch: Sketch, size: int) -> None:
    for place, glyph in sketch.corners.items():
        if glyph.text != CORNER:
            raise BoardError("unknown-corner", glyph=glyph.text, line=glyph.line, column=glyph.column)
        _inside(glyph, place, size + 1, size + 1)
    for drawn, rows, columns in (
        (sketch.cells, size, size),
        (sketch.across, size + 1, size),
        (sketch.upright, size, size + 1),
    ):
        for place, glyph in drawn.items():
            _inside(glyph, place, rows, columns)
    if sketch.rows < size:
        raise BoardError(
            "map-lines", line=2 * sketch.rows + 1, column=1, given=2 * sketch.rows + 1, wanted=2 * size + 1
        )


def _inside(glyph: Glyph, place: tuple[int, int], rows: int, columns: int) -> None:
    if place[0] >= rows or place[1] >= columns:
        raise BoardError("outside-map", glyph=glyph.text, line=glyph.line, column=glyph.column)


def _cell_mark(glyph: Glyph | None, legend: Mapping[str, str]) -> str:
    if glyph is None or glyph.text == PLAIN:
        return legend.get(PLAIN, "")
    if glyph.text not in legend:
        raise BoardError("unknown-glyph", glyph=glyph.text, line=glyph.line, column=glyph.column)
    return legend[glyph.text]


def _side_mark(glyph: Glyph, legend: Mapping[str, str]) -> str:
    for key in (glyph.text, glyph.text * 3):
        if key in legend:
            return legend[key]
    raise BoardError("unknown-side-mark", glyph=glyph.text, line=glyph.line, column=glyph.column)

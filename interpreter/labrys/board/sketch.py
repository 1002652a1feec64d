"""Cuts a drawing with sides (`+---+` lines between lines of cells) into cells, sides and corners.

Corners stand in every fourth column, cells are three wide. Printed tiles, shapes of edges and maps of
boards with edges are all drawn this way.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from labrys.board.errors import BoardError
from labrys.board.glyphs import Glyph, drawn_lines

PITCH = 4
CORNER = "+"
Place = tuple[int, int]


@dataclass(frozen=True)
class Sketch:
    """What a drawing shows, by (row, column); blanks are left out.

    `across[r, c]` is the side above cell (r, c), `upright[r, c]` the side to its left, `corners[r, c]` its
    top left corner. A line of equal characters counts as one: `---` is `-`.
    """

    rows: int
    columns: int
    cells: dict[Place, Glyph] = field(default_factory=dict)
    across: dict[Place, Glyph] = field(default_factory=dict)
    upright: dict[Place, Glyph] = field(default_factory=dict)
    corners: dict[Place, Glyph] = field(default_factory=dict)


def read_sketch(text: str, margin: int = 0) -> Sketch:
    """Cut a drawing. Its size is that of the widest line; whoever called compares it with what it should be."""
    lines = drawn_lines(text, margin)
    widest = max((len(line) for line in lines), default=0)
    sketch = Sketch(rows=len(lines) // 2, columns=max(0, (widest - 1 + PITCH - 1) // PITCH))
    for number, line in enumerate(lines):
        between, beside = (sketch.across, sketch.corners) if number % 2 == 0 else (sketch.cells, sketch.upright)
        for start in range(0, len(line), PITCH):
            place = (number // 2, start // PITCH)
            if line[start] != " ":
                beside[place] = Glyph(line[start], number + 1, margin + start + 1)
            mark = _middle(
                line[start + 1 : start + PITCH], number + 1, margin + start + 2, line_of_sides=number % 2 == 0
            )
            if mark is not None:
                between[place] = mark
    return sketch


def lying(mark: str) -> str:
    """A mark on a lying side: letters and digits stand in its middle, other marks fill it, three characters are drawn as they are."""
    if len(mark) == PITCH - 1:
        return mark
    return f" {mark} " if mark.isalnum() else mark * (PITCH - 1)


def centred(glyph: str) -> str:
    """A glyph in the middle of its cell; three characters are drawn as they are."""
    return glyph if len(glyph) == PITCH - 1 else f" {glyph} "


def _middle(three: str, line: int, column: int, *, line_of_sides: bool) -> Glyph | None:
    """The one character in the middle of three, or of three times the same on a line of sides."""
    if not three.strip():
        return None
    if line_of_sides and len(three) == 3 and len(set(three)) == 1:
        return Glyph(three[1], line, column + 1)
    if len(three) < 2 or three[0] != " " or three[2:].strip():
        off = next(at for at, char in enumerate(three) if char != " " and at != 1)
        raise BoardError("sketch-off-centre", glyph=three[off], line=line, column=column + off)
    return Glyph(three[1], line, column + 1)

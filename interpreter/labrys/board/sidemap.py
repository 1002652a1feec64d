"""Maps of boards with edges: lines of sides (`+---+   +`) between lines of cells (`| X   . |`)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from labrys.board.errors import BoardError
from labrys.board.glyphs import PLAIN, VOID, Glyph
from labrys.board.points import cell_at, edge_at, vertex_at
from labrys.board.sketch import CORNER, PITCH, Sketch, centred, lying, read_sketch
from labrys.board.tiled import slot_corners
from labrys.board.topology import NOWHERE, Topology

FRAME = ("-", "|")


@dataclass(frozen=True)
class Reading:
    """Glyphs with where they stand, by place: one for every cell, and those of marked edges and vertices."""

    cells: dict[int, Glyph] = field(default_factory=dict)
    edges: dict[int, Glyph] = field(default_factory=dict)
    vertices: dict[int, Glyph] = field(default_factory=dict)
    sides: bool = True


def read_sides(topology: Topology, text: str, margin: int = 0, printed: Collection[str] = ()) -> Reading:
    """Read a map with sides. Outer sides and sides of missing cells may be framed with `-` and `|`.

    Sides with a `printed` sign, and the names of slots at their corners, belong to the ground and are passed over.
    """
    sketch = read_sketch(text, margin)
    _check_extent(topology, sketch, margin)
    board = Reading()
    for row in range(topology.height):
        for column in range(topology.width):
            _read_cell(topology, board, sketch, (row, column), margin)
    slots = slot_corners(topology)
    for (row, column), glyph in sketch.across.items():
        if glyph.text in printed:
            continue
        _read_mark(board.edges, edge_at(topology, (2 * row, 2 * column + 1)), glyph, FRAME)
    for (row, column), glyph in sketch.upright.items():
        if glyph.text in printed:
            continue
        _read_mark(board.edges, edge_at(topology, (2 * row + 1, 2 * column)), glyph, FRAME)
    for corner, glyph in sketch.corners.items():
        if glyph.text != CORNER and slots.get(corner) != glyph.text:
            _read_mark(board.vertices, vertex_at(topology, corner), glyph, ())
    return board


def draw_sides(
    topology: Topology, cells: Mapping[int, str], edges: Mapping[int, str], vertices: Mapping[int, str]
) -> list[str]:
    """The lines of a map with sides. A rim that wraps shows its edges at both ends."""
    lines: list[str] = []
    for row in range(topology.height + 1):
        sides, filled = "", ""
        for column in range(topology.width + 1):
            vertex = vertex_at(topology, (row, column))
            sides += vertices.get(vertex, CORNER)
            filled += _side(topology, edges, (2 * row + 1, 2 * column), (row, column - 1), (row, column))
            mark = _side(topology, edges, (2 * row, 2 * column + 1), (row - 1, column), (row, column))
            if column < topology.width:
                sides += lying(mark)
                cell = topology.cell_at.get((row, column), NOWHERE)
                filled += centred(VOID if cell == NOWHERE else cells.get(cell, PLAIN))
        lines.append(sides.rstrip())
        if row < topology.height:
            lines.append(filled.rstrip())
    return lines


def _side(
    topology: Topology,
    edges: Mapping[int, str],
    middle: tuple[int, int],
    before: tuple[int, int],
    after: tuple[int, int],
) -> str:
    edge = edge_at(topology, middle)
    if edge != NOWHERE:
        return edges.get(edge, " ")
    at_a_cell = before in topology.cell_at or after in topology.cell_at
    return FRAME[middle[0] % 2] if at_a_cell else " "


def _check_extent(topology: Topology, sketch: Sketch, margin: int) -> None:
    height, width = topology.height, topology.width
    if sketch.rows != height:
        given, wanted = 2 * sketch.rows + 1, 2 * height + 1
        raise BoardError("map-lines", line=min(given, wanted), column=1, given=given, wanted=wanted)
    for drawn, columns in (
        (sketch.cells, width),
        (sketch.across, width),
        (sketch.upright, width + 1),
        (sketch.corners, width + 1),
    ):
        for (_, column), glyph in drawn.items():
            if column >= columns:
                raise BoardError("map-columns", line=glyph.line, column=glyph.column, given=column + 1, wanted=columns)
    if sketch.columns < width:
        raise BoardError(
            "map-columns", line=1, column=margin + sketch.columns * PITCH + 2, given=sketch.columns, wanted=width
        )


def _read_cell(topology: Topology, board: Reading, sketch: Sketch, place: tuple[int, int], margin: int) -> None:
    glyph = sketch.cells.get(place)
    cell = cell_at(topology, place)
    if cell != NOWHERE:
        if glyph is not None and glyph.text == VOID:
            raise BoardError("map-void", line=glyph.line, column=glyph.column, cell=topology.cells[cell])
        blank = Glyph(PLAIN, 2 * place[0] + 2, margin + PITCH * place[1] + 3)
        board.cells[cell] = glyph or blank
    elif glyph is not None and glyph.text != VOID:
        raise BoardError("no-place-here", glyph=glyph.text, line=glyph.line, column=glyph.column)


def _read_mark(marks: dict[int, Glyph], place: int, glyph: Glyph, frame: tuple[str, ...]) -> None:
    if place == NOWHERE:
        if glyph.text not in frame:
            raise BoardError("no-place-here", glyph=glyph.text, line=glyph.line, column=glyph.column)
    elif marks.setdefault(place, glyph).text != glyph.text:
        other = marks[place].text
        raise BoardError("map-disagrees", glyph=glyph.text, line=glyph.line, column=glyph.column, other=other)

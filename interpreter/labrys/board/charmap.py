"""Reads and draws maps of characters for every kind of board; whatever is drawn can be read back.

Scenarios and set-up read maps; screens and `labrys draw` draw them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from labrys.board.errors import BoardError
from labrys.board.glyphs import PLAIN, VOID, Glyph, drawn_lines, glyph_rows
from labrys.board.margin import cut_margin, with_margin
from labrys.board.rowmap import draw_hex, draw_list, read_hex, read_list
from labrys.board.sidemap import Reading, draw_sides, read_sides
from labrys.board.sketch import CORNER, PITCH
from labrys.board.topology import NOWHERE, Topology

GAP = 2


@dataclass(frozen=True)
class BoardMap:
    """What a map shows: a glyph for every cell, and the marks of edges and vertices that have one.

    `sides` is false for a map that cannot show edges and vertices. `where` has line and column of every cell.
    """

    cells: dict[int, str] = field(default_factory=dict)
    edges: dict[int, str] = field(default_factory=dict)
    vertices: dict[int, str] = field(default_factory=dict)
    sides: bool = field(default=True, compare=False)
    where: dict[int, tuple[int, int]] = field(default_factory=dict, compare=False)


def read_map(
    topology: Topology,
    text: str,
    legend: Collection[str] | None = None,
    edge_marks: Collection[str] | None = None,
    vertex_marks: Collection[str] | None = None,
    printed: Collection[str] = (),
) -> BoardMap:
    """Read a map with or without coordinates. Where a legend is given, any other glyph is an error.
    `printed` are marks on sides that belong to tiles and are passed over.

    Grids: one glyph a cell, side by side or with single spaces between, or the map with sides. Hexagons: the
    same, each row shifted at will. Graphs: a line `name: glyph` for every cell. Raises BoardError with the
    line and column of the text.
    """
    lines = drawn_lines(text)
    if topology.kind == "graph":
        found = read_list(topology, lines)
    elif topology.kind == "hex":
        found = read_hex(topology, lines)
    else:
        found = _read_grid(topology, lines, printed)
    return BoardMap(
        _known(found.cells, legend, "unknown-glyph"),
        _known(found.edges, edge_marks, "unknown-side-mark"),
        _known(found.vertices, vertex_marks, "unknown-corner"),
        found.sides,
        {cell: (glyph.line, glyph.column) for cell, glyph in found.cells.items()},
    )


def draw_map(
    topology: Topology,
    glyph_of_cell: Mapping[int, str],
    edge_mark: Mapping[int, str] | None = None,
    vertex_mark: Mapping[int, str] | None = None,
    coordinates: bool = True,
) -> list[str]:
    """The lines of a map. Cells without a glyph show `.`; with edge or vertex marks a grid is drawn with sides.

    A letter or digit stands in the middle of a lying edge; given as a line (`bbb`) it fills it, as other marks do.

    Hexagons and graphs list their marked edges below, a line `name: mark` each.
    """
    edges, vertices = edge_mark or {}, vertex_mark or {}
    _one_character(glyph_of_cell, (VOID,))
    _one_character({edge: mark[0] if mark == mark[:1] * 3 else mark for edge, mark in edges.items()}, ())
    _one_character(vertices, (CORNER,))
    return lay_out(topology, glyph_of_cell, edge_mark, vertex_mark, coordinates)


def lay_out(
    topology: Topology,
    glyph_of_cell: Mapping[int, str],
    edge_mark: Mapping[int, str] | None = None,
    vertex_mark: Mapping[int, str] | None = None,
    coordinates: bool = True,
) -> list[str]:
    """`draw_map` for whoever has looked at the characters; with sides, a cell may be three wide."""
    edges, vertices = edge_mark or {}, vertex_mark or {}
    if topology.kind == "graph":
        return draw_list(topology, glyph_of_cell, edges)
    if topology.kind == "hex":
        return draw_hex(topology, glyph_of_cell, edges, coordinates)
    if edge_mark is None and vertex_mark is None:
        lines = _draw_grid(topology, glyph_of_cell)
        return with_margin(topology, lines, 0, GAP, 1) if coordinates else lines
    lines = draw_sides(topology, glyph_of_cell, edges, vertices)
    return with_margin(topology, lines, PITCH // 2, PITCH, 2) if coordinates else lines


def too_many(glyph: str, most: int, line: int, column: int) -> BoardError:
    """A map with more signs of a kind of pieces than there are pieces."""
    return BoardError("map-too-many", glyph=glyph, most=most, line=line, column=column)


def _read_grid(topology: Topology, lines: list[str], printed: Collection[str]) -> Reading:
    """The kind of map is told by its number of lines; a wrong number by how its first line begins."""
    with_sides, margin = cut_margin(topology, lines, PITCH // 2, PITCH, 2)
    if not margin:
        plain, margin = cut_margin(topology, lines, 0, GAP, 1)
        if margin or len(lines) == topology.height:
            return _read_plain(topology, plain, margin)
        begins_with_corner = bool(lines) and lines[0].startswith(CORNER)
        if len(lines) != 2 * topology.height + 1 and not begins_with_corner:
            return _read_plain(topology, lines, 0)
    return read_sides(topology, "\n".join(with_sides), margin, printed)


def _read_plain(topology: Topology, lines: list[str], margin: int) -> Reading:
    rows = glyph_rows("\n".join(lines), margin)
    if len(rows) != topology.height:
        at = min(len(rows), topology.height) + 1
        raise BoardError("map-lines", line=at, column=1, given=len(rows), wanted=topology.height)
    found = Reading(sides=False)
    for row, glyphs in enumerate(rows):
        if len(glyphs) != topology.width:
            past = len(glyphs) > topology.width
            column = glyphs[topology.width].column if past else margin + len(lines[row]) + 1
            raise BoardError("map-columns", line=row + 1, column=column, given=len(glyphs), wanted=topology.width)
        for column, glyph in enumerate(glyphs):
            cell = topology.cell_at.get((row, column), NOWHERE)
            if (glyph.text == VOID) != (cell == NOWHERE) or glyph.text == " ":
                slug = "no-place-here" if cell == NOWHERE else "map-void"
                raise BoardError(slug, glyph=glyph.text, line=glyph.line, column=glyph.column)
            if cell != NOWHERE:
                found.cells[cell] = glyph
    return found


def _draw_grid(topology: Topology, glyph_of_cell: Mapping[int, str]) -> list[str]:
    return [
        " ".join(
            glyph_of_cell.get(topology.cell_at[row, column], PLAIN) if (row, column) in topology.cell_at else VOID
            for column in range(topology.width)
        )
        for row in range(topology.height)
    ]


def _known(found: dict[int, Glyph], legend: Collection[str] | None, slug: str) -> dict[int, str]:
    for glyph in found.values():
        if legend is not None and glyph.text not in legend:
            raise BoardError(slug, glyph=glyph.text, line=glyph.line, column=glyph.column)
    return {place: found[place].text for place in sorted(found)}


def _one_character(glyphs: Mapping[int, str], taken: Collection[str]) -> None:
    for glyph in glyphs.values():
        if len(glyph) != 1 or glyph == " " or not glyph.isprintable() or glyph in taken:
            raise BoardError("map-glyph", glyph=glyph)

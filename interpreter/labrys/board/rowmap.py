"""Maps of the boards that are no grids: slanted rows of hexagons, and graphs as a list of cells."""

from __future__ import annotations

from collections.abc import Mapping

from labrys.board.errors import BoardError
from labrys.board.glyphs import PLAIN, VOID, Glyph
from labrys.board.margin import cut_margin, with_margin
from labrys.board.sidemap import Reading
from labrys.board.topology import NOWHERE, Topology

GAP = 2


def draw_hex(topology: Topology, cells: Mapping[int, str], edges: Mapping[int, str], coordinates: bool) -> list[str]:
    """Each row one character, half a cell, further right; missing cells at its ends are left out."""
    lines: list[str] = []
    for row in range(topology.height):
        first, last = _span(topology, row)
        glyphs = []
        for column in range(first, last + 1):
            cell = topology.cell_at.get((row, column), NOWHERE)
            glyphs.append(VOID if cell == NOWHERE else cells.get(cell, PLAIN))
        lines.append(" " * (row + GAP * first) + " ".join(glyphs))
    if coordinates:
        lines = with_margin(topology, lines, topology.height, GAP, 1)
    return lines + _marked_edges(topology, edges)


def read_hex(topology: Topology, lines: list[str]) -> Reading:
    """Rows of glyphs, close or spaced. How far a row is shifted is not looked at, only what it holds."""
    found = Reading()
    rows = list(lines)
    while rows and _listed(rows[-1], topology.edge_number) is not None:
        _add_listed(found.edges, rows[-1], len(rows), topology.edge_number)
        rows.pop()
    rows, margin = cut_margin(topology, rows, topology.height, GAP, 1)
    if len(rows) != topology.height:
        at = min(len(rows), topology.height) + 1
        raise BoardError("map-lines", line=at, column=1, given=len(rows), wanted=topology.height)
    for row, line in enumerate(rows):
        glyphs = _row_glyphs(line, row + 1, margin)
        first, last = _span(topology, row)
        if len(glyphs) == topology.width:
            first = 0
        elif len(glyphs) != last - first + 1:
            wanted = last - first + 1
            column = glyphs[wanted].column if len(glyphs) > wanted else margin + len(line) + 1
            raise BoardError("map-columns", line=row + 1, column=column, given=len(glyphs), wanted=wanted)
        for column, glyph in enumerate(glyphs, first):
            cell = topology.cell_at.get((row, column), NOWHERE)
            if (glyph.text == VOID) != (cell == NOWHERE):
                slug = "no-place-here" if cell == NOWHERE else "map-void"
                raise BoardError(slug, glyph=glyph.text, line=glyph.line, column=glyph.column)
            if cell != NOWHERE:
                found.cells[cell] = glyph
    return found


def draw_list(topology: Topology, cells: Mapping[int, str], edges: Mapping[int, str]) -> list[str]:
    """A line `name: glyph` for every cell, then one for every marked edge."""
    lines = [f"{name}: {cells.get(cell, PLAIN)}" for cell, name in enumerate(topology.cells)]
    return lines + _marked_edges(topology, edges)


def read_list(topology: Topology, lines: list[str]) -> Reading:
    """The lines of `draw_list` in any order; every cell must be there, edges only if marked."""
    found = Reading()
    for number, line in enumerate(lines, 1):
        if _listed(line, topology.cell_number) is not None:
            _add_listed(found.cells, line, number, topology.cell_number)
        elif _listed(line, topology.edge_number) is not None:
            _add_listed(found.edges, line, number, topology.edge_number)
        else:
            raise BoardError("map-entry", given=line, line=number, column=1)
    for cell, name in enumerate(topology.cells):
        if cell not in found.cells:
            raise BoardError("map-misses", cell=name, line=len(lines) + 1, column=1)
    return found


def _span(topology: Topology, row: int) -> tuple[int, int]:
    """First and last column with a cell; the whole width for a row without any."""
    columns = [column for column in range(topology.width) if (row, column) in topology.cell_at]
    return (columns[0], columns[-1]) if columns else (0, topology.width - 1)


def _row_glyphs(line: str, number: int, margin: int) -> list[Glyph]:
    body = line.lstrip()
    start = margin + len(line) - len(body) + 1
    pitch = GAP if len(body) > 1 and not body[1::GAP].strip() else 1
    for at, char in enumerate(body[::pitch]):
        if char == " ":
            raise BoardError("map-glyph", glyph=char, line=number, column=start + at * pitch)
    return [Glyph(char, number, start + at * pitch) for at, char in enumerate(body[::pitch])]


def _marked_edges(topology: Topology, edges: Mapping[int, str]) -> list[str]:
    return [f"{topology.edges[edge]}: {edges[edge]}" for edge in sorted(edges)]


def _listed(line: str, number: Mapping[str, int]) -> tuple[int, str] | None:
    """The place and the glyph of `name: glyph`, if the line is one."""
    name, _, glyph = line.rpartition(": ")
    return (number[name], glyph) if name in number and len(glyph) == 1 else None


def _add_listed(marks: dict[int, Glyph], line: str, at: int, number: Mapping[str, int]) -> None:
    entry = _listed(line, number)
    if entry is None:
        return
    place, glyph = entry
    if place in marks:
        raise BoardError("map-repeats", given=line, line=at, column=1)
    marks[place] = Glyph(glyph, at, len(line))

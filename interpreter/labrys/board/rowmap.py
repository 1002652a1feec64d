"""Maps of the boards that are no grids: slanted rows of hexagons, and graphs as a list of cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from labrys.board.errors import BoardError
from labrys.board.glyphs import PLAIN, VOID, Glyph
from labrys.board.margin import cut_margin, footer, row_label, with_margin
from labrys.board.sidemap import Reading
from labrys.board.sketch import PITCH
from labrys.board.topology import NOWHERE, Topology

GAP = 2
WIDTH = 78


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


def draw_ways(
    topology: Topology,
    cells: Mapping[int, str],
    edges: Mapping[int, str],
    names: Sequence[str] | None = None,
    ways_called: Sequence[str] | None = None,
    most: int = WIDTH,
) -> list[str]:
    """The list of a graph in a column, each cell with the ways out of it; a marked link has its mark behind it.

    `names` of the cells and of the directions are those people read, if they are others than those they write.
    """
    called, directions = names or topology.cells, ways_called or topology.directions
    width = max(len(name) for name in called) + 1
    lines: list[str] = []
    for cell, name in enumerate(called):
        ways = []
        for leaving in topology.exits[cell]:
            way = f"{directions[leaving.way]} " if leaving.way != NOWHERE else ""
            mark = f" ({edges[leaving.edge]})" if leaving.edge in edges else ""
            ways.append(f"{way}{called[leaving.there]}{mark}")
        lines += _folded(f"{name + ':':<{width}} {cells.get(cell, PLAIN)}  ", ways, most)
    return lines


def _folded(head: str, words: list[str], width: int) -> list[str]:
    """The words behind the head, going on below in the same column where the line is full."""
    lines, line = [], head
    for at, word in enumerate(words):
        word += "," if at + 1 < len(words) else ""
        if len(line) > len(head) and len(line) + len(word) + 1 > width:
            lines.append(line.rstrip())
            line = " " * len(head)
        line += (" " if len(line) > len(head) else "") + word
    return [*lines, line.rstrip()]


def draw_hex_sides(topology: Topology, cells: Mapping[int, str], edges: Mapping[int, str]) -> list[str]:
    """Hexagons twice as wide, with the marked edges drawn between them; for looking at, not for reading."""
    e, se, sw = 1, 2, 3
    indent = 2
    last = topology.height if topology.wraps_columns else topology.height - 1
    canvas = [[" "] * (indent + 2 * topology.height + PITCH * topology.width + 2) for _ in range(2 * topology.height)]
    for cell, (row, column) in enumerate(topology.places):
        at = indent + 2 * row + PITCH * column
        canvas[2 * row][at] = cells.get(cell, PLAIN)
        for side, (down, right) in {e: (0, 2), se: (1, 1), sw: (1, -1)}.items():
            edge = topology.sides[cell][side]
            if edge in edges and edge != NOWHERE:
                canvas[2 * row + down][at + right] = edges[edge]
    lines = ["".join(line).rstrip() for line in canvas[: 2 * last + 1]]
    width = len(str(topology.height)) + 1
    labels = [row_label(topology, at // 2) if at % 2 == 0 and at // 2 < topology.height else "" for at in range(len(lines))]
    body = [f"{label:>{width - 1}} {line}".rstrip() for label, line in zip(labels, lines, strict=True)]
    return body + footer(topology, width + indent + 2 * (topology.height - 1) + 2, PITCH)


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
    """The place and the glyph of `name: glyph`, if the line is one; what stands two blanks behind it is a remark."""
    name, _, glyph = line.partition(": ")
    return (number[name], glyph[0]) if name in number and glyph and glyph[1:3] in ("", GAP * " ") else None


def _add_listed(marks: dict[int, Glyph], line: str, at: int, number: Mapping[str, int]) -> None:
    entry = _listed(line, number)
    if entry is None:
        return
    place, glyph = entry
    if place in marks:
        raise BoardError("map-repeats", given=line, line=at, column=1)
    marks[place] = Glyph(glyph, at, line.index(": ") + 3)

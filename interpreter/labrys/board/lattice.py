"""Builds the tables of a board whose cells stand in rows and columns; called by grid, hex, tiled and laid."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from labrys.board.directions import GRID_SIDES, HEX_OFFSETS, Directions, Offset
from labrys.board.errors import MOST_CELLS, BoardError
from labrys.board.topology import NOWHERE, Exit, Topology

Place = tuple[int, int]


@dataclass(frozen=True)
class Lattice:
    """What a builder knows before the tables exist: size, missing places, directions, names and wrapping."""

    kind: str
    rows: int
    columns: int
    ways: Directions
    names: str = "a1"
    absent: Collection[Place] = ()
    wrap: Collection[str] = ()
    areas: Mapping[str, Collection[Place]] = field(default_factory=dict)
    marks: Mapping[str, Collection[Place]] = field(default_factory=dict)


def build_lattice(plan: Lattice) -> Topology:
    """Every table of `Topology` for a plan. Raises BoardError for a size, name style or wrap that is none."""
    places = _places(plan)
    cell_at = {place: cell for cell, place in enumerate(places)}
    walk = _Walk(plan, places)
    step = tuple(
        tuple(cell_at.get(walk.from_place(place, offset), NOWHERE) for offset in plan.ways.offsets) for place in places
    )
    side_offsets = HEX_OFFSETS if plan.kind == "hex" else GRID_SIDES
    beside = [
        [cell_at.get(walk.from_place(place, offset), NOWHERE) for offset in side_offsets.values()] for place in places
    ]
    names = tuple(cell_name(plan.names, plan.rows, place) for place in places)
    edges, edge_cells, sides = _edges(names, beside, tuple(side_offsets))
    side_number = {offset: side for side, offset in enumerate(side_offsets.values())}
    edge_of = tuple(
        tuple(sides[cell][side_number[offset]] if offset in side_number else NOWHERE for offset in plan.ways.offsets)
        for cell in range(len(places))
    )
    corners = _Corners(names, beside, sides) if plan.kind != "hex" else None
    return Topology(
        kind=plan.kind,
        cells=names,
        directions=plan.ways.names,
        step=step,
        opposite=plan.ways.opposite,
        quarter=plan.ways.quarter,
        row=tuple(plan.rows - row if plan.names == "a1" else row + 1 for row, _ in places),
        column=tuple(column + 1 for _, column in places),
        places=places,
        edges=edges,
        edge_cells=edge_cells,
        edge_of=edge_of,
        sides=sides,
        neighbours=tuple(tuple(sorted({there for there in row if there != NOWHERE})) for row in step),
        exits=_exits(step, edge_of),
        vertices=corners.vertices if corners else (),
        vertex_cells=corners.cells if corners else (),
        vertex_edges=corners.edges if corners else (),
        edge_ends=corners.edge_ends(len(edges)) if corners else tuple(() for _ in edges),
        corner_of=corners.corner_of if corners else tuple(() for _ in places),
        areas={name: tuple(sorted(cell_at[place] for place in found)) for name, found in plan.areas.items()},
        marks={name: tuple(sorted(cell_at[place] for place in found)) for name, found in plan.marks.items()},
        offsets=plan.ways.offsets,
        height=plan.rows,
        width=plan.columns,
        names=plan.names,
        wraps_rows="rows" in plan.wrap,
        wraps_columns="columns" in plan.wrap,
    )


def column_letters(column: int) -> str:
    """0 is `a`, 25 is `z`, 26 is `aa`."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def cell_name(names: str, rows: int, place: Place) -> str:
    """`b1` (the bottom row is 1) or `3-5` (row, column; the top row is 1)."""
    row, column = place
    return f"{column_letters(column)}{rows - row}" if names == "a1" else f"{row + 1}-{column + 1}"


def _places(plan: Lattice) -> tuple[Place, ...]:
    if plan.names not in ("a1", "row-column"):
        raise BoardError("unknown-names", given=plan.names)
    if plan.rows < 1 or plan.columns < 1:
        raise BoardError("no-cells", rows=plan.rows, columns=plan.columns)
    if plan.rows * plan.columns > MOST_CELLS:
        raise BoardError("too-many-cells", cells=plan.rows * plan.columns, most=MOST_CELLS)
    for axis in plan.wrap:
        if axis not in ("rows", "columns"):
            raise BoardError("unknown-wrap", given=axis)
    absent = set(plan.absent)
    places = tuple(
        (row, column) for row in range(plan.rows) for column in range(plan.columns) if (row, column) not in absent
    )
    if not places:
        raise BoardError("no-cells", rows=plan.rows, columns=plan.columns)
    return places


class _Walk:
    """Where an offset leads, with wrapping.

    A straight line wraps from its last existing cell to its first, so holes at the rim are jumped and holes
    in the middle are not. Slanted offsets count modulo the whole board.
    """

    def __init__(self, plan: Lattice, places: Iterable[Place]) -> None:
        self.rows, self.columns = plan.rows, plan.columns
        self.along_row, self.along_column = "rows" in plan.wrap, "columns" in plan.wrap
        self.in_row: dict[int, list[int]] = {}
        self.in_column: dict[int, list[int]] = {}
        for row, column in places:
            self.in_row.setdefault(row, []).append(column)
            self.in_column.setdefault(column, []).append(row)

    def from_place(self, place: Place, offset: Offset) -> Place:
        (row, column), (down, right) = place, offset
        if down == 0 and self.along_row:
            return row, _around(column + right, self.in_row[row])
        if right == 0 and self.along_column:
            return _around(row + down, self.in_column[column]), column
        row, column = row + down, column + right
        return (row % self.rows if self.along_column else row), (column % self.columns if self.along_row else column)


def _around(goal: int, line: list[int]) -> int:
    low, high = min(line), max(line)
    return low + (goal - low) % (high - low + 1)


def _edges(
    names: tuple[str, ...], beside: list[list[int]], side_names: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[tuple[int, int], ...], tuple[tuple[int, ...], ...]]:
    """Edges by their first cell, then by side. A cell that wraps onto itself has no edge with itself."""
    half = len(side_names) // 2
    edges: list[str] = []
    edge_cells: list[tuple[int, int]] = []
    sides = [[NOWHERE] * len(side_names) for _ in names]
    for cell, around in enumerate(beside):
        for side, there in enumerate(around):
            if cell < there:
                sides[cell][side] = sides[there][(side + half) % len(side_names)] = len(edges)
                edges.append(names[cell] + side_names[side])
                edge_cells.append((cell, there))
    return tuple(edges), tuple(edge_cells), tuple(tuple(row) for row in sides)


def _exits(step: tuple[tuple[int, ...], ...], edge_of: tuple[tuple[int, ...], ...]) -> tuple[tuple[Exit, ...], ...]:
    return tuple(
        tuple(Exit(way, there, edge_of[cell][way]) for way, there in enumerate(row) if there != NOWHERE)
        for cell, row in enumerate(step)
    )


class _Corners:
    """Inner corners, where four different cells meet; each is named after its top-left cell."""

    def __init__(self, names: tuple[str, ...], beside: list[list[int]], sides: tuple[tuple[int, ...], ...]) -> None:
        _, east, south, _ = range(4)
        vertices: list[str] = []
        cells: list[tuple[int, ...]] = []
        edges: list[tuple[int, ...]] = []
        corner_of = [[NOWHERE] * 4 for _ in names]
        for cell, around in enumerate(beside):
            right, below = around[east], around[south]
            if right == NOWHERE or below == NOWHERE:
                continue
            across = beside[right][south]
            met = (cell, right, below, across)
            if across == NOWHERE or across != beside[below][east] or len(set(met)) < 4:
                continue
            # corner_of counts nw, ne, se, sw, as seen from the cell.
            for owner, corner in ((cell, 2), (right, 3), (below, 1), (across, 0)):
                corner_of[owner][corner] = len(vertices)
            vertices.append(names[cell] + "se")
            cells.append(met)
            edges.append((sides[cell][east], sides[right][south], sides[below][east], sides[cell][south]))
        self.vertices = tuple(vertices)
        self.cells = tuple(cells)
        self.edges = tuple(edges)
        self.corner_of = tuple(tuple(row) for row in corner_of)

    def edge_ends(self, count: int) -> tuple[tuple[int, ...], ...]:
        ends: list[list[int]] = [[] for _ in range(count)]
        for vertex, around in enumerate(self.edges):
            for edge in around:
                ends[edge].append(vertex)
        return tuple(tuple(row) for row in ends)

"""Which cell, edge or vertex lies at a point of a drawing, with wrapping; used by shapes and maps."""

from __future__ import annotations

from labrys.board.topology import NOWHERE, Topology

Point = tuple[int, int]


def cell_at(topology: Topology, place: Point) -> int:
    """The cell in this row and column, both from 0 at the top left; beyond the rim only where lines wrap."""
    row = place[0] % topology.height if topology.wraps_columns else place[0]
    column = place[1] % topology.width if topology.wraps_rows else place[1]
    return topology.cell_at.get((row, column), NOWHERE)


def edge_at(topology: Topology, middle: Point) -> int:
    """The edge with this middle, in half cells: an even first number is a horizontal edge."""
    north, east, south, west = range(4)
    row, column = middle[0] // 2, middle[1] // 2
    horizontal = middle[0] % 2 == 0
    cell = cell_at(topology, (row, column))
    if cell != NOWHERE:
        return topology.sides[cell][north if horizontal else west]
    cell = cell_at(topology, (row - 1, column) if horizontal else (row, column - 1))
    return topology.sides[cell][south if horizontal else east] if cell != NOWHERE else NOWHERE


def vertex_at(topology: Topology, corner: Point) -> int:
    """The vertex at the top left of place (row, column)."""
    row, column = corner
    for place, seen_from_there in (((row, column), 0), ((row, column - 1), 1), ((row - 1, column - 1), 2)):
        cell = cell_at(topology, place)
        if cell != NOWHERE and topology.corner_of[cell][seen_from_there] != NOWHERE:
            return topology.corner_of[cell][seen_from_there]
    return NOWHERE

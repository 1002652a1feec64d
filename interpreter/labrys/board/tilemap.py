"""Draws boards of tiles with what is printed on them: sides of cells, closed sides, names of slots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from labrys.board.glyphs import VOID
from labrys.board.margin import with_margin
from labrys.board.points import Point, edge_at, vertex_at
from labrys.board.sketch import CORNER, PITCH, centred, lying
from labrys.board.tiled import slot_corners
from labrys.board.topology import NOWHERE, Topology

OUTSIDE = " "


@dataclass(frozen=True)
class Plan:
    """Signs by where they are drawn, rows and columns from 0: `across` above a cell, `upright` to its left.

    Cells without a sign are blank, and so are sides; `open_across` and `open_upright` are drawn where no side is, and
    make no corners. A sign of a cell or above one may be three characters wide.
    """

    cells: dict[int, str] = field(default_factory=dict)
    across: dict[Point, str] = field(default_factory=dict)
    upright: dict[Point, str] = field(default_factory=dict)
    vertices: dict[int, str] = field(default_factory=dict)
    open_across: dict[Point, str] = field(default_factory=dict)
    open_upright: dict[Point, str] = field(default_factory=dict)
    slots: dict[str, str] = field(default_factory=dict)

    def put(self, place: Point, side: int, signs: tuple[str, ...]) -> None:
        """Draw a side (0 to 3: n e s w) of the cell at a place; the last sign is for upright sides."""
        row, column = place
        if side % 2 == 0:
            self.across[row + (side == 2), column] = signs[0]
        else:
            self.upright[row, column + (side == 1)] = signs[-1]

    def put_edges(self, topology: Topology, edges: Mapping[int, tuple[str, ...]]) -> None:
        """Draw what stands on edges over what is printed; a rim that wraps shows it at both ends."""
        for row in range(topology.height + 1):
            for column in range(topology.width + 1):
                lying = edge_at(topology, (2 * row, 2 * column + 1))
                upright = edge_at(topology, (2 * row + 1, 2 * column))
                if lying in edges and lying != NOWHERE:
                    self.across[row, column] = edges[lying][0]
                if upright in edges and upright != NOWHERE:
                    self.upright[row, column] = edges[upright][min(1, len(edges[upright]) - 1)]


def draw_plan(topology: Topology, plan: Plan) -> list[str]:
    """The lines of a plan with coordinates. Corners show where sides meet and where a tile may lie."""
    slots = slot_corners(topology)
    lines: list[str] = []
    for row in range(topology.height + 1):
        sides, filled = "", ""
        for column in range(topology.width + 1):
            sides += _corner(topology, plan, slots, (row, column))
            mark = plan.across.get((row, column)) or plan.open_across.get((row, column), OUTSIDE)
            filled += plan.upright.get((row, column)) or plan.open_upright.get((row, column), OUTSIDE)
            if column < topology.width:
                sides += lying(mark)
                cell = topology.cell_at.get((row, column), NOWHERE)
                missing = OUTSIDE if slots else VOID
                filled += centred(missing if cell == NOWHERE else plan.cells.get(cell, OUTSIDE))
        lines.append(sides.rstrip())
        if row < topology.height:
            lines.append(filled.rstrip())
    return with_margin(topology, lines, PITCH // 2, PITCH, 2)


def _corner(topology: Topology, plan: Plan, slots: Mapping[Point, str], corner: Point) -> str:
    row, column = corner
    vertex = vertex_at(topology, corner)
    if vertex != NOWHERE and vertex in plan.vertices:
        return plan.vertices[vertex]
    if corner in slots:
        return plan.slots.get(slots[corner], slots[corner])
    met = (corner in plan.across, (row, column - 1) in plan.across, corner in plan.upright, (row - 1, column) in plan.upright)
    size = getattr(topology, "tile_size", 1)
    around = [(row - down, column - right) in topology.cell_at for down in (0, 1) for right in (0, 1)]
    at_a_tile = row % size == 0 and column % size == 0 and any(around)
    return CORNER if any(met) or at_a_tile else OUTSIDE

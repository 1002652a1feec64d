"""Boards of six-sided cells: a rhombus of rows and columns, or a hexagon of a given side."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from labrys.board.directions import DirectionsSpec, hex_directions
from labrys.board.errors import MOST_CELLS, BoardError
from labrys.board.glyphs import ground_plan
from labrys.board.lattice import Lattice, build_lattice
from labrys.board.topology import Topology


def build_hex(
    rows: int | None = None,
    columns: int | None = None,
    *,
    shape: str = "rhombus",
    size: int | None = None,
    names: str = "a1",
    directions: DirectionsSpec = None,
    wrap: Collection[str] = (),
    map_text: str | None = None,
    legend: Mapping[str, object] | None = None,
) -> Topology:
    """A board of hexagons. `shape="hexagon"` takes `size`, its side in cells, and cannot wrap."""
    ways = hex_directions(directions)
    if shape == "hexagon":
        if rows is not None or columns is not None or map_text is not None or wrap:
            raise BoardError("hexagon-takes-size")
        across, absent = _hexagon(size)
        return build_lattice(Lattice("hex", across, across, ways, names, absent))
    if shape != "rhombus":
        raise BoardError("unknown-shape", given=shape)
    if map_text is not None:
        plan = ground_plan(map_text, legend or {}, rows, columns)
        return build_lattice(
            Lattice("hex", plan.rows, plan.columns, ways, names, plan.absent, wrap, plan.areas, plan.marks)
        )
    if rows is None or columns is None:
        raise BoardError("no-size", kind="hex")
    return build_lattice(Lattice("hex", rows, columns, ways, names, wrap=wrap))


def _hexagon(size: int | None) -> tuple[int, set[tuple[int, int]]]:
    """How many rows a hexagon has, and which places of the rhombus around it are no cells."""
    if size is None or size < 1:
        raise BoardError("no-size", kind="hex")
    across = 2 * size - 1
    if across * across > MOST_CELLS:
        raise BoardError("too-many-cells", cells=across * across, most=MOST_CELLS)
    reach = size - 1
    # Seen from the middle, row plus column counts the third axis of the hexagons.
    absent = {
        (row, column)
        for row in range(across)
        for column in range(across)
        if abs((row - reach) + (column - reach)) > reach
    }
    return across, absent

"""Boards of square cells: a size or a map in, a Topology out."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from labrys.board.directions import DirectionsSpec, grid_directions
from labrys.board.errors import BoardError
from labrys.board.glyphs import ground_plan
from labrys.board.lattice import Lattice, build_lattice
from labrys.board.topology import Topology


def build_grid(
    rows: int | None = None,
    columns: int | None = None,
    *,
    names: str = "a1",
    directions: DirectionsSpec = None,
    wrap: Collection[str] = (),
    map_text: str | None = None,
    legend: Mapping[str, object] | None = None,
    kind: str = "grid",
) -> Topology:
    """A board of squares. Without `directions` the four sides; sizes may be left to the map."""
    ways = grid_directions(directions)
    if map_text is not None:
        plan = ground_plan(map_text, legend or {}, rows, columns)
        return build_lattice(
            Lattice(kind, plan.rows, plan.columns, ways, names, plan.absent, wrap, plan.areas, plan.marks)
        )
    if rows is None or columns is None:
        raise BoardError("no-size", kind=kind)
    return build_lattice(Lattice(kind, rows, columns, ways, names, wrap=wrap))

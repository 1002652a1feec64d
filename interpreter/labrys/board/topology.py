"""The tables every kind of board is built into: cells, directions, steps, edges and vertices.

Builders (grid, hex, links, tiled, laid) fill it once at load time; everything else only reads it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

NOWHERE = -1


@dataclass(frozen=True)
class Exit:
    """One way out of a cell. `way` or `edge` is -1 where the board has no direction or no edge for it."""

    way: int
    there: int
    edge: int


@dataclass(frozen=True)
class Topology:
    """A board as integers: places are indices into `cells`, `edges` and `vertices`, and -1 is nowhere.

    Cells stand in canonical order: row by row from the top left as drawn, or as declared on a graph.
    """

    kind: str
    cells: tuple[str, ...]
    directions: tuple[str, ...]
    step: tuple[tuple[int, ...], ...]
    opposite: tuple[int, ...]
    quarter: tuple[int, ...]
    row: tuple[int, ...]
    column: tuple[int, ...]
    places: tuple[tuple[int, int], ...]
    edges: tuple[str, ...]
    edge_cells: tuple[tuple[int, int], ...]
    edge_of: tuple[tuple[int, ...], ...]
    sides: tuple[tuple[int, ...], ...]
    neighbours: tuple[tuple[int, ...], ...]
    exits: tuple[tuple[Exit, ...], ...]
    vertices: tuple[str, ...] = ()
    vertex_cells: tuple[tuple[int, ...], ...] = ()
    vertex_edges: tuple[tuple[int, ...], ...] = ()
    edge_ends: tuple[tuple[int, ...], ...] = ()
    corner_of: tuple[tuple[int, ...], ...] = ()
    areas: dict[str, tuple[int, ...]] = field(default_factory=dict)
    marks: dict[str, tuple[int, ...]] = field(default_factory=dict)
    offsets: tuple[tuple[int, int], ...] = ()
    height: int = 0
    width: int = 0
    names: str = "own"
    wraps_rows: bool = False
    wraps_columns: bool = False

    @property
    def has_grid(self) -> bool:
        """Square cells with four sides: grid, tiled and laid boards."""
        return self.kind in ("grid", "tiled", "laid")

    @property
    def links(self) -> tuple[tuple[int, int], ...]:
        """The pairs of cells a graph joins; on other boards there are none."""
        return self.edge_cells if self.kind == "graph" else ()

    @cached_property
    def cell_at(self) -> dict[tuple[int, int], int]:
        """The cell drawn at (row from the top, column from the left), both from 0."""
        return {place: cell for cell, place in enumerate(self.places)}

    @cached_property
    def cell_number(self) -> dict[str, int]:
        return {name: cell for cell, name in enumerate(self.cells)}

    @cached_property
    def edge_number(self) -> dict[str, int]:
        return {name: edge for edge, name in enumerate(self.edges)}

    @cached_property
    def vertex_number(self) -> dict[str, int]:
        return {name: vertex for vertex, name in enumerate(self.vertices)}

    @cached_property
    def direction_number(self) -> dict[str, int]:
        return {name: way for way, name in enumerate(self.directions)}

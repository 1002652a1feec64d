"""Shapes drawn as maps: every distinct way to place one on a board, over edges or over cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from labrys.board.errors import MOST_PLACEMENTS, BoardError
from labrys.board.glyphs import PLAIN, VOID, glyph_rows
from labrys.board.points import Point, cell_at, edge_at
from labrys.board.sketch import CORNER, read_sketch
from labrys.board.topology import NOWHERE, Topology

Figure = tuple[Point, ...]
Move = Callable[[Point], Point]


@dataclass(frozen=True)
class Shape:
    """A shape as declared: what it covers, its drawing, and whether it may be turned and mirrored."""

    on: str
    map_text: str
    turn: bool = False
    mirror: bool = False


@dataclass(frozen=True)
class Placement:
    """One set of places a shape covers: edges or cells, sorted.

    `cells` are the cells covered, or those with a covered side; `joints` the inner vertices the shape runs
    through, where at least two of its edges meet.
    """

    name: str
    places: tuple[int, ...]
    cells: tuple[int, ...]
    joints: tuple[int, ...]


def placements(topology: Topology, shape: Shape) -> tuple[Placement, ...]:
    """Every distinct placement, sorted by places. Raises BoardError for a shape that fits nowhere at all."""
    if shape.on not in ("edges", "cells"):
        raise BoardError("shape-on", given=shape.on)
    if topology.kind == "graph" or (shape.on == "edges" and not topology.has_grid):
        raise BoardError("shape-needs-rows", on=shape.on, kind=topology.kind)
    on_edges = shape.on == "edges"
    figures = _figures(topology, shape, _edge_figure(shape.map_text) if on_edges else _cell_figure(shape.map_text))
    found: set[tuple[int, ...]] = set()
    for figure in figures:
        for covered in _positions(topology, figure, on_edges):
            found.add(covered)
            if len(found) > MOST_PLACEMENTS:
                raise BoardError("too-many-placements", most=MOST_PLACEMENTS)
    if not found:
        raise BoardError("shape-fits-nowhere")
    return tuple(_placement(topology, covered, on_edges) for covered in sorted(found))


def touching(topology: Topology, found: Iterable[Placement]) -> tuple[tuple[int, ...], ...]:
    """For every cell, the numbers of the placements that cover it or one of its sides."""
    table: list[list[int]] = [[] for _ in topology.cells]
    for number, placement in enumerate(found):
        for cell in placement.cells:
            table[cell].append(number)
    return tuple(tuple(row) for row in table)


def _edge_figure(text: str) -> Figure:
    """Edges by their middles, counted in half cells: corners have two even numbers, edges one odd."""
    sketch = read_sketch(text)
    for glyph in (*sketch.cells.values(), *(g for g in sketch.corners.values() if g.text != CORNER)):
        if glyph.text != PLAIN:
            raise BoardError("shape-glyph", glyph=glyph.text, line=glyph.line, column=glyph.column)
    across = [(2 * row, 2 * column + 1) for row, column in sketch.across]
    upright = [(2 * row + 1, 2 * column) for row, column in sketch.upright]
    return _drawn((*across, *upright))


def _cell_figure(text: str) -> Figure:
    return _drawn(
        (row, column)
        for row, glyphs in enumerate(glyph_rows(text))
        for column, glyph in enumerate(glyphs)
        if glyph.text not in (PLAIN, VOID, " ")
    )


def _drawn(points: Iterable[Point]) -> Figure:
    figure = tuple(sorted(points))
    if not figure:
        raise BoardError("empty-shape")
    return figure


def _figures(topology: Topology, shape: Shape, figure: Figure) -> list[Figure]:
    """The drawn figure with its turns and mirror images, equal ones once."""
    hexagons = topology.kind == "hex"
    # The same two maps of the hexagonal lattice as in directions.py: a sixth clockwise, and top to bottom.
    turn: Move = (lambda p: (p[0] + p[1], -p[0])) if hexagons else (lambda p: (p[1], -p[0]))
    mirror: Move = (lambda p: (-p[0], p[0] + p[1])) if hexagons else (lambda p: (p[0], -p[1]))
    step = 2 if shape.on == "edges" else 1
    images = [figure]
    if shape.turn:
        for _ in range(5 if hexagons else 3):
            images.append(tuple(turn(point) for point in images[-1]))
    if shape.mirror:
        images += [tuple(mirror(point) for point in image) for image in images]
    return list(dict.fromkeys(_to_corner(image, step) for image in images))


def _to_corner(figure: Figure, step: int) -> Figure:
    """Moved by whole cells to the top left, so that equal figures are equal tuples."""
    top = min(row for row, _ in figure) // step * step
    left = min(column for _, column in figure) // step * step
    return tuple(sorted((row - top, column - left) for row, column in figure))


def _positions(topology: Topology, figure: Figure, on_edges: bool) -> Iterable[tuple[int, ...]]:
    step = 2 if on_edges else 1
    for down in range(topology.height + 1):
        for right in range(topology.width + 1):
            covered: set[int] = set()
            for row, column in figure:
                point = (row + step * down, column + step * right)
                place = edge_at(topology, point) if on_edges else cell_at(topology, point)
                if place == NOWHERE:
                    break
                covered.add(place)
            # On a board that wraps a long shape may meet itself; then it does not fit.
            if len(covered) == len(figure):
                yield tuple(sorted(covered))


def _placement(topology: Topology, covered: tuple[int, ...], on_edges: bool) -> Placement:
    if not on_edges:
        return Placement("+".join(topology.cells[cell] for cell in covered), covered, covered, ())
    ends = [vertex for edge in covered for vertex in topology.edge_ends[edge]]
    return Placement(
        name="+".join(topology.edges[edge] for edge in covered),
        places=covered,
        cells=tuple(sorted({cell for edge in covered for cell in topology.edge_cells[edge]})),
        joints=tuple(sorted({vertex for vertex in ends if ends.count(vertex) > 1})),
    )

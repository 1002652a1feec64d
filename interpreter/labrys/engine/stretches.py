"""Edges in words: on square cells as straight stretches beside cells, elsewhere by the cells they part."""

from __future__ import annotations

from collections.abc import Iterable

from labrys.board.topology import NOWHERE, Topology

_BESIDE = {"en": ("north of", "east of", "south of", "west of"), "fr": ("au nord de", "à l'est de", "au sud de", "à l'ouest de")}
_TO = {"en": " to ", "fr": " à "}


def stretches(board: Topology, edges: Iterable[int], lang: str) -> list[str]:
    """`north of b3 to d3` for three edges in a line; a wall between two cells is told of the southern or western one."""
    if not board.has_grid:
        return [_between(board, edge) for edge in edges]
    # Lying edges by row and upright ones by column, each with the cell they are told of.
    lying: dict[tuple[int, int], dict[int, int]] = {}
    upright: dict[tuple[int, int], dict[int, int]] = {}
    for edge in edges:
        cell, side = _told_of(board, edge)
        row, column = board.places[cell]
        if side % 2 == 0:
            lying.setdefault((side, row), {})[column] = cell
        else:
            upright.setdefault((side, column), {})[row] = cell
    found = []
    for lines in (lying, upright):
        for (side, _), cells in sorted(lines.items()):
            for first, last in _runs(cells):
                end = f"{_TO[lang]}{board.cells[cells[last]]}" if last != first else ""
                found.append(f"{_BESIDE[lang][side]} {board.cells[cells[first]]}{end}")
    return found


def _told_of(board: Topology, edge: int) -> tuple[int, int]:
    """A cell beside an edge and the side (0 to 3: n e s w) the edge is of it: its north or its east where it can be."""
    beside = [(cell, board.sides[cell].index(edge)) for cell in board.edge_cells[edge] if cell != NOWHERE]
    return min(beside, key=lambda each: each[1] >= 2)


def _runs(cells: Iterable[int]) -> list[tuple[int, int]]:
    """First and last of consecutive numbers."""
    runs: list[tuple[int, int]] = []
    for at in sorted(cells):
        if runs and runs[-1][1] == at - 1:
            runs[-1] = (runs[-1][0], at)
        else:
            runs.append((at, at))
    return runs


def _between(board: Topology, edge: int) -> str:
    return "-".join(board.cells[cell] for cell in board.edge_cells[edge] if cell != NOWHERE)


__all__ = ["stretches"]

"""Draws laid tiles as corridors: only the part of the table that is used, as large as the lines allow."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from labrys.board.glyphs import PLAIN
from labrys.board.margin import column_label, margin_width, row_label
from labrys.board.topology import NOWHERE, Topology

# By open sides: 1 north, 2 east, 4 south, 8 west.
BENDS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
LYING, UPRIGHT = "─", "│"
ARROWS = ("^", ">", "v", "<")
# A large cell has five columns and three lines; what stands on it beyond the first goes into its corners.
_CENTRE = (1, 2)
_CORNERS = ((0, 0), (0, 1), (2, 0), (2, 1), (2, 3), (2, 4))
_SIDES = ((0, 2), (1, 3), (2, 2), (1, 1))
_NUMBER = (0, 3)


@dataclass(frozen=True, slots=True)
class Corridor:
    """A tile as it lies: its open sides (n e s w), its own sign if it has one, and a number printed on it behind a star."""

    opens: tuple[bool, ...]
    sign: str = ""
    number: int = 0
    star: str = "*"

    @property
    def bend(self) -> str:
        return self.sign or BENDS[sum(1 << side for side in range(4) if self.opens[side])]


@dataclass(frozen=True, slots=True)
class Labyrinth:
    """What lies and stands on the cells of a table; `arrows` are the sides things are headed for.

    `shown` are empty cells that must be on the drawing; `dress` is told every finished piece of it with its cell.
    """

    tiles: Mapping[int, Corridor]
    standing: Mapping[int, list[str]]
    arrows: Mapping[int, int]
    shown: Collection[int] = ()
    dress: Callable[[str, int], str] = lambda text, cell: text


def draw_corridors(board: Topology, shown: Labyrinth, width: int) -> list[str]:
    """The used part of the table with a rim of empty cells: five columns a cell, or three, two, one, as `width` allows."""
    used = [board.places[cell] for cell in {*shown.tiles, *shown.standing, *shown.shown}]
    top, bottom = max(min((r for r, _ in used), default=0) - 1, 0), min(max((r for r, _ in used), default=0) + 1, board.height - 1)
    left, right = max(min((c for _, c in used), default=0) - 1, 0), min(max((c for _, c in used), default=0) + 1, board.width - 1)
    columns, margin = range(left, right + 1), margin_width(board)
    scale = next((size for size in (5, 3, 2) if margin + size * len(columns) <= width), 1)
    lines: list[str] = []
    for row in range(top, bottom + 1):
        cells = [board.cell_at.get((row, column), NOWHERE) for column in columns]
        if scale >= 3:
            drawn = [_large(shown, cell) if scale == 5 else _middling(shown, cell) for cell in cells]
            rows = ["".join(map(shown.dress, parts, cells)) for parts in zip(*drawn, strict=True)]
            labels = ["", row_label(board, row), ""][: len(rows)]
        else:
            rows, labels = ["".join(shown.dress(_small(shown, board, cell, scale), cell) for cell in cells)], [row_label(board, row)]
        lines += [f"{label:>{margin - 1}} {text}".rstrip() for label, text in zip(labels, rows, strict=True)]
    return lines + _footer(board, columns, margin, scale)


def _large(shown: Labyrinth, cell: int) -> list[str]:
    block = [[" "] * 5 for _ in range(3)]

    def put(spot: tuple[int, int], text: str) -> None:
        block[spot[0]][spot[1] : spot[1] + len(text)] = text

    tile, standing = shown.tiles.get(cell), shown.standing.get(cell, [])
    if tile is None:
        put(_CENTRE, standing[-1] if standing else PLAIN if cell != NOWHERE else " ")
        return ["".join(line) for line in block]
    for side, (spot, line) in enumerate(zip(((0, 2), (1, 3), (2, 2), (1, 0)), (UPRIGHT, LYING * 2) * 2, strict=True)):
        if tile.opens[side]:
            put(spot, line)
    put(_CENTRE, standing[-1] if standing else tile.bend)
    for spot, sign in zip(_CORNERS, reversed(standing[:-1]), strict=False):
        put(spot, sign)
    if tile.number:
        put(_NUMBER, f"{tile.star}{tile.number}")
    if cell in shown.arrows:
        put(_SIDES[shown.arrows[cell]], ARROWS[shown.arrows[cell]])
    return ["".join(line) for line in block]


def _middling(shown: Labyrinth, cell: int) -> list[str]:
    """Three columns and two lines: what stands there beside the way north, so that the bend below stays seen."""
    tile, standing = shown.tiles.get(cell), shown.standing.get(cell, [])
    if tile is None:
        return ["   ", f" {standing[-1] if standing else PLAIN if cell != NOWHERE else ' '} "]
    above = [standing[-1] if standing else " ", UPRIGHT if tile.opens[0] else " ", str(tile.number) if tile.number else " "]
    below = [LYING if tile.opens[3] else " ", tile.bend, LYING if tile.opens[1] else " "]
    if cell in shown.arrows:
        side = shown.arrows[cell]
        (above if side == 0 else below)[(1, 2, 1, 0)[side]] = ARROWS[side]
    return ["".join(above), "".join(below)]


def _small(shown: Labyrinth, board: Topology, cell: int, scale: int) -> str:
    tile, standing = shown.tiles.get(cell), shown.standing.get(cell, [])
    sign = standing[-1] if standing else tile.bend if tile else PLAIN if cell != NOWHERE else " "
    if scale == 1:
        return sign
    row, column = board.places[cell] if cell != NOWHERE else (-1, -1)
    beside = shown.tiles.get(board.cell_at.get((row, column + 1), NOWHERE))
    joined = tile is not None and tile.opens[1] and (beside is None or beside.opens[3])
    return sign + (LYING if joined else " ")


def _footer(board: Topology, columns: range, margin: int, scale: int) -> list[str]:
    labels = [column_label(board, column) for column in columns]
    if scale >= 3:
        return [(" " * margin + "".join(f"{label:^{scale}}" for label in labels)).rstrip()]
    tall = max(len(label) for label in labels)
    return [(" " * margin + "".join(label.rjust(tall)[level].ljust(scale) for label in labels)).rstrip() for level in range(tall)]

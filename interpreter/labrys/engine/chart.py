"""A position as shapes in the plane, for whoever draws it with lines and discs: cells, edges and corners with what is there.

Lengths are counted in cells: a square cell is 1 wide, a hexagon has sides of 1 / sqrt(3), so that it is 1 wide too.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from labrys.board.directions import GRID_SIDES
from labrys.board.laid import LaidBoard
from labrys.board.margin import column_label, row_label
from labrys.board.tiled import TiledBoard
from labrys.board.topology import NOWHERE, Topology
from labrys.engine.scene import Drawn, Scene
from labrys.engine.view import look

if TYPE_CHECKING:
    from labrys.engine.state import State

_SIDE = 1 / sqrt(3)
# Corners around a cell, clockwise; side i goes from corner i to the next. Squares begin with north, hexagons with ne.
_SQUARE = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
_HEXAGON = ((0.0, -_SIDE), (0.5, -_SIDE / 2), (0.5, _SIDE / 2), (0.0, _SIDE), (-0.5, _SIDE / 2), (-0.5, -_SIDE / 2))

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Token:
    """A sign with its colour and its name; `line` is true for what is drawn as a line, such as a wall."""

    sign: str
    colour: str | None = None
    name: str = ""
    line: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell: where its middle is, its corners, what stands on it (topmost last), and its ground.

    `opens` are the open sides of a tile that lies there, `number` is printed on it, `arrow` is the side the topmost
    heads for; `upper` and `lower` are the signs of a room with their numbers. `known` is false where nothing is seen.
    """

    name: str
    centre: Point
    corners: tuple[Point, ...]
    tokens: tuple[Token, ...] = ()
    ground: Token | None = None
    known: bool = True
    tile: bool = True
    opens: tuple[bool, ...] | None = None
    number: int = 0
    arrow: int = -1
    upper: tuple[tuple[Token, int], ...] = ()
    lower: tuple[tuple[Token, int], ...] = ()
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """What is on a side or at a corner of cells, between two points; at a corner they are the same. No token: a frame."""

    name: str
    start: Point
    end: Point
    token: Token | None = None
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """A coordinate, the name of a slot, or a sign at the rim with the direction (0 to 3: n e s w) it points in."""

    text: str
    at: Point
    colour: str | None = None
    arrow: int = -1


@dataclass(frozen=True, slots=True)
class Chart:
    """`kind` is that of the board, or `rooms`, or `corridors`; `size` is the width and height everything takes."""

    kind: str
    cells: tuple[Spot, ...] = ()
    sides: tuple[Side, ...] = ()
    labels: tuple[Label, ...] = ()
    slots: tuple[tuple[Label, float], ...] = ()
    origin: Point = (0.0, 0.0)
    size: Point = (0.0, 0.0)


def chart(state: State, seat: str | None, lang: str, marked: Collection[str] = ()) -> Chart | None:
    """The position as shapes; None for a game without a board, and for graphs, which have no place in the plane."""
    board = state.game.world.board
    if board is None or board.kind == "graph":
        return None
    return _Charter(Scene(state, board, look(state, seat), lang), board, frozenset(marked)).chart()


class _Charter:
    def __init__(self, scene: Scene, board: Topology, marked: frozenset[str]) -> None:
        self.scene, self.board, self.marked = scene, board, marked
        self.around = _HEXAGON if board.kind == "hex" else _SQUARE
        self.kind = board.kind
        self.arrows = scene.arrows()
        if isinstance(board, LaidBoard):
            rooms = bool(scene.state.game.program.room_lines)
            self.kind = "rooms" if rooms else "corridors" if scene.looks.corridors is not None else "laid"

    def chart(self) -> Chart:
        cells = self._shown()
        spots = tuple(self._spot(cell) for cell in cells)
        points = [point for spot in spots for point in spot.corners]
        left, top = min(x for x, _ in points), min(y for _, y in points)
        right, bottom = max(x for x, _ in points), max(y for _, y in points)
        sides = (*self._frame(cells), *self._printed(), *self._standing(), *self._vertices())
        labels = (*self._coordinates(cells, left, bottom), *self._rim(left, top, right, bottom))
        return Chart(self.kind, spots, sides, labels, self._slots(), (left, top), (right - left, bottom - top))

    def _shown(self) -> list[int]:
        """All cells; of a table on which tiles are laid the part that is used, with a rim of one cell where tiles may go."""
        board = self.board
        if not isinstance(board, LaidBoard):
            return list(range(len(board.cells)))
        used = {*self.scene.laid, *self.scene.on_cells, *(c for c, name in enumerate(board.cells) if name in self.marked)}
        places = [board.places[cell] for cell in used] or [board.places[0]]
        rim = 0 if self.kind == "rooms" else 1
        rows = range(min(r for r, _ in places) - rim, max(r for r, _ in places) + rim + 1)
        columns = range(min(c for _, c in places) - rim, max(c for _, c in places) + rim + 1)
        return [cell for cell, (row, column) in enumerate(board.places) if row in rows and column in columns]

    # -- places

    def _centre(self, cell: int) -> Point:
        row, column = self.board.places[cell]
        if self.board.kind == "hex":
            return column + row / 2 + 0.5, row * 1.5 * _SIDE + _SIDE
        return column + 0.5, row + 0.5

    def _corner(self, cell: int, corner: int) -> Point:
        (x, y), (right, down) = self._centre(cell), self.around[corner % len(self.around)]
        return x + right, y + down

    def _spot(self, cell: int) -> Spot:
        scene, board, name = self.scene, self.board, self.board.cells[cell]
        ground, slot = scene.ground(cell), board.slots[board.slot_of[cell]] if isinstance(board, TiledBoard) else ""
        laid = isinstance(board, LaidBoard)
        covered = laid and cell in scene.laid
        star = scene.star(cell) if covered else None
        room = scene.room(cell) if covered and self.kind == "rooms" else {"upper": [], "lower": []}
        return Spot(
            name,
            self._centre(cell),
            tuple(self._corner(cell, at) for at in range(len(self.around))),
            tuple(_token(drawn) for drawn in scene.on_cells.get(cell, [])),
            _token(ground) if ground.means is not None and ground is not scene.unknown else None,
            known=ground is not scene.unknown and cell not in scene.unseen,
            tile=covered if laid else ground.sign.strip() != "",
            opens=scene.opens(board, cell) if isinstance(board, LaidBoard) and covered else None,
            number=star[0] if star else 0,
            arrow=self.arrows.get(cell, -1),
            upper=tuple((_token(drawn), count) for drawn, count in room["upper"]),
            lower=tuple((_token(drawn), count) for drawn, count in room["lower"]),
            marked=name in self.marked or slot in self.marked,
        )

    # -- sides and corners

    def _at(self, cell: int, side: int) -> tuple[Point, Point]:
        return self._corner(cell, side), self._corner(cell, side + 1)

    def _frame(self, cells: list[int]) -> list[Side]:
        """The sides of cells beyond which there is no cell."""
        if isinstance(self.board, LaidBoard):
            return []
        found, across = [], {self.board.places[cell] for cell in cells}
        hexes = ((-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0))
        for cell in cells:
            row, column = self.board.places[cell]
            for side, (down, right) in enumerate(hexes if self.board.kind == "hex" else GRID_SIDES.values()):
                if (row + down, column + right) not in across:
                    found.append(Side("", *self._at(cell, side)))
        return found

    def _printed(self) -> list[Side]:
        board = self.board
        if not isinstance(board, TiledBoard):
            return []
        drawn: dict[tuple[Point, ...], Side] = {}
        for cell, side, each in self.scene.printed_sides(board):
            start, end = self._at(cell, side)
            edge = board.sides[cell][side]
            drawn[tuple(sorted((start, end)))] = Side(board.edges[edge] if edge != NOWHERE else "", start, end, _token(each, not each.sign.isalnum()))
        return list(drawn.values())

    def _standing(self) -> list[Side]:
        """What stands on edges, and the marked edges; where the board wraps, at both rims."""
        board, found = self.board, {}
        for cell, sides in enumerate(board.sides):
            for side, edge in enumerate(sides):
                here = self.scene.edges.get(edge) if edge != NOWHERE else None
                marked = edge != NOWHERE and board.edges[edge] in self.marked
                if here is not None or marked:
                    start, end = self._at(cell, side)
                    found[tuple(sorted((start, end)))] = Side(board.edges[edge], start, end, _on_edge(here) if here else None, marked)
        return list(found.values())

    def _vertices(self) -> list[Side]:
        board, found = self.board, {}
        for cell, corners in enumerate(board.corner_of):
            for corner, vertex in enumerate(corners):
                here = self.scene.vertices.get(vertex) if vertex != NOWHERE else None
                marked = vertex != NOWHERE and board.vertices[vertex] in self.marked
                if here is not None or marked:
                    at = self._corner(cell, corner)
                    found[at] = Side(board.vertices[vertex], at, at, _token(here) if here else None, marked)
        return list(found.values())

    # -- what is written around

    def _coordinates(self, cells: list[int], left: float, bottom: float) -> list[Label]:
        rows = dict.fromkeys(self.board.places[cell][0] for cell in cells)
        columns = dict.fromkeys(sorted(self.board.places[cell][1] for cell in cells))
        # Rooms are drawn larger than other cells, their coordinates are not.
        hexes, gap, labels = self.board.kind == "hex", 0.16 if self.kind == "rooms" else 0.36, []
        for row in rows:
            ends = [self._centre(cell) for cell in cells if self.board.places[cell][0] == row]
            x, y = min(ends)
            labels.append(Label(row_label(self.board, row), (x - 0.85 if hexes else left - gap, y)))
        for column in columns:
            low = max((cell for cell in cells if self.board.places[cell][1] == column), key=lambda cell: self.board.places[cell][0])
            x, y = self._centre(low)
            labels.append(Label(column_label(self.board, column), (x, y + 0.85 if hexes else bottom + gap)))
        return labels

    def _slots(self) -> tuple[tuple[Label, float], ...]:
        """The names of slots with the middle and the width of each."""
        board = self.board
        if not isinstance(board, TiledBoard):
            return ()
        size = board.tile_size
        return tuple(
            (Label(name, (column * size + size / 2, row * size + size / 2)), float(size))
            for name, (row, column) in zip(board.slots, board.slot_places, strict=True)
        )

    def _rim(self, left: float, top: float, right: float, bottom: float) -> list[Label]:
        spots = (((left + right) / 2, top - 0.5), (right + 0.5, (top + bottom) / 2), ((left + right) / 2, bottom + 0.95), (left - 0.95, (top + bottom) / 2))
        return [Label(drawn.sign, spots[side], drawn.colour, side) for side, drawn in self.scene.rim()]


def _token(drawn: Drawn, line: bool = False) -> Token:
    return Token(drawn.sign, drawn.colour, drawn.means.name if drawn.means else "", line)


def _on_edge(drawn: Drawn) -> Token:
    """A thing with a sign for lying and one for upright is a line, as are all that are no letters."""
    return _token(drawn, len(drawn.signs) > 1 or not drawn.sign.isalnum())


__all__ = ["Chart", "Label", "Side", "Spot", "Token", "chart"]

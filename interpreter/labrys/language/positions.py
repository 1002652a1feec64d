"""From a map of a position to what it puts where; used by set-up, scenarios and their checks."""

from __future__ import annotations

from dataclasses import dataclass

from labrys.board.charmap import read_map, too_many
from labrys.board.errors import BoardError
from labrys.board.laid import LaidBoard
from labrys.language.looks import CLOSED, Looks, Thing
from labrys.language.world import World

# A number stored in a field: (field, holder, value).
Store = tuple[int, int, int]


@dataclass(frozen=True)
class Position:
    """What a map puts on the board, and on which kinds of places (`cell`, `edge`, `vertex`) it says anything."""

    stores: tuple[Store, ...]
    places: frozenset[str]


def read_position(world: World, text: str) -> Position:
    """Read a map with the signs of `looks`. Raises BoardError with line and column of the text."""
    looks: Looks = world.looks
    board = world.board
    if board is None:
        raise BoardError("no-board", line=1, column=1)
    printed = {sign for signs in looks.sides.values() for sign in signs}
    if isinstance(board, LaidBoard):
        printed |= set(CLOSED)
    edges, vertices = looks.edge_signs, looks.vertex_signs
    found = read_map(board, text, {*looks.cells, *looks.ground}, edges, vertices, printed)
    stores: list[Store] = []
    left: dict[Thing, list[int]] = {}
    for cell, sign in found.cells.items():
        line, column = found.where[cell]
        stores += _put(looks.cells.get(sign), cell, left, sign, line, column)
    for edge, sign in found.edges.items():
        stores += _put(edges[sign], edge, left, sign)
    for vertex, sign in found.vertices.items():
        stores += _put(vertices[sign], vertex, left, sign)
    shown = {"cell", *(("edge",) if found.sides and edges else ()), *(("vertex",) if found.sides and vertices else ())}
    return Position(tuple(stores), frozenset(shown))


def _put(
    thing: Thing | None, place: int, left: dict[Thing, list[int]], sign: str, line: int = 1, column: int = 1
) -> list[Store]:
    """One thing on one place; pieces of a kind are taken in their order."""
    if thing is None:
        return []
    if not thing.piece:
        return [(thing.number, place, thing.values[0])]
    pieces = left.setdefault(thing, list(thing.values))
    if not pieces:
        raise too_many(sign, len(thing.values), line, column)
    return [(thing.number, pieces.pop(0), place)]


def emptied(world: World, places: frozenset[str]) -> list[Store]:
    """What takes every stone and piece off places of these kinds."""
    stores: list[Store] = []
    for stone in world.stones.values():
        if stone.lives in places:
            stores += [(stone.field.number, place, -1) for place in range(stone.field.count)]
    for piece in world.pieces.values():
        if piece.lives in places:
            stores += [(piece.place.number, index, -1) for index in range(piece.place.count)]
    return stores

"""Tiles of tiled and laid boards as domains, fields and constant tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labrys.board.directions import GRID_SIDES
from labrys.board.errors import BoardError
from labrys.board.laid import LaidBoard
from labrys.board.printed import PrintedTile, read_tile
from labrys.board.tiled import TiledBoard
from labrys.board.topology import Topology
from labrys.language.constants import Constants
from labrys.language.drawings import spot_in
from labrys.language.reasons import board_reason
from labrys.language.types import TRUTH, ListOf, Maybe, Number
from labrys.language.world import Domain, World
from labrys.source.tree import Mapping, Scalar

MOST_STACK = 64

if TYPE_CHECKING:
    from labrys.language.world import Text


def declare_tiles(world: World, board: Topology, constants: Constants) -> None:
    """The domain `tile`, the fields that say which lies where, and what is printed on each."""
    from labrys.language.declare import text_of

    names: dict[str, Text] = {}
    tiles = []
    section = world.section("tiles")
    for name, node in world.nodes("tiles"):
        tiles.append(name)
        shown = node.get("name") if isinstance(node, Mapping) else None
        if shown is not None:
            names[name] = text_of(shown)
        assert section is not None
        world.add_named(f"tiles.{name}", "tile", name, node, section.key_span(name))
    domain = world.add_domain(Domain("tile", tuple(tiles) or ("none",), "tile", names=names))
    turn = world.domains["turn"].type
    _fields_printed(world, tiles, constants)
    if isinstance(board, LaidBoard):
        size = len(board.cells)
        world.add_field("tile", "cell", size, Maybe(domain.type))
        world.add_field("turn", "cell", size, turn)
        stack = _stack(world, constants)
        if stack > 1:
            world.add_field("under", "cell", size, ListOf(domain.type, stack - 1))
            world.add_field("under-turn", "cell", size, ListOf(turn, stack - 1))
    elif isinstance(board, TiledBoard):
        size = len(board.slots)
        lying = world.add_field("tile", "slot", size, Maybe(domain.type))
        world.add_field("turn", "slot", size, turn)
        world.add_field("face-up", "slot", size, TRUTH, start_value=1)
        seen = world.section("board").get("seen by")  # type: ignore[union-attr]
        if isinstance(seen, Scalar):
            lying.seen_by, lying.seen = "condition", seen
        _marks(world, board)


def _stack(world: World, constants: Constants) -> int:
    section = world.section("board")
    found = section.get("stack") if section else None
    stack = constants.number(found) if isinstance(found, Scalar) else 1
    if stack is not None and not 1 <= stack <= MOST_STACK and isinstance(found, Scalar):
        world.findings.report("out-of-range", found.span, value=stack, low=1, high=MOST_STACK)
    return max(1, min(stack or 1, MOST_STACK))


def _fields_printed(world: World, tiles: list[str], constants: Constants) -> None:
    """`fields: {stars: 2}` on tiles: numbers that never change, 0 where a tile does not say."""
    values: dict[str, dict[str, int]] = {}
    for name, node in world.nodes("tiles"):
        fields = node.get("fields") if isinstance(node, Mapping) else None
        for field, value in fields.items() if isinstance(fields, Mapping) else ():
            if isinstance(value, Scalar):
                values.setdefault(field, {})[name] = constants.number(value) or 0
    for field, by_tile in values.items():
        row = [by_tile.get(name, 0) for name in tiles]
        world.tile_fields[field] = (Number(min(row), max(row)), row)


def _marks(world: World, board: TiledBoard) -> None:
    """Reads the drawings and lays out every mark by tile, turn and position."""
    legend = world.section("tile-legend")
    cells, sides = (_words(legend.get(key) if legend else None) for key in ("cells", "sides"))
    printed: list[PrintedTile] = []
    for _, node in world.nodes("tiles"):
        drawing = node.get("map") if isinstance(node, Mapping) else None
        blank = PrintedTile(board.tile_size, ("",) * board.tile_size**2, (("", "", "", ""),) * board.tile_size**2)
        if isinstance(drawing, Scalar):
            try:
                blank = read_tile(drawing.drawing(), board.tile_size, cells, sides)
            except BoardError as error:
                _report(world, drawing, error)
        printed.append(blank)
    marks, walls = ([mark for mark in dict.fromkeys(found.values()) if mark] for found in (cells, sides))
    world.add_domain(Domain("mark", tuple(marks) or ("none",), "enum"))
    world.add_domain(Domain("side-mark", tuple(walls) or ("none",), "enum"))
    order = list(GRID_SIDES.values())
    ways = [order.index(offset) if offset in order else -1 for offset in board.offsets]
    of_cells, of_sides = [], []
    for tile in printed or [PrintedTile(board.tile_size, ("",) * board.tile_size**2, (("",) * 4,) * board.tile_size**2)]:
        for turn in range(4):
            turned = tile.turned(turn)
            for index in range(board.tile_size**2):
                of_cells.append(_number(turned.marks[index], marks))
                of_sides += [_number(turned.sides[index][way] if way >= 0 else "", walls) for way in ways]
    world.tile_marks = {"mark": of_cells, "side-mark": of_sides}


def _number(mark: str, marks: list[str]) -> int:
    return marks.index(mark) if mark else -1


def _words(node: object) -> dict[str, str]:
    if not isinstance(node, Mapping):
        return {}
    return {key: value.value for key, value in node.items() if isinstance(value, Scalar)}


def _report(world: World, drawing: Scalar, error: BoardError) -> None:
    world.findings.report("bad-map", spot_in(drawing, error), why=board_reason(error))

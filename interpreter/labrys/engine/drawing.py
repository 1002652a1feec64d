"""The board and the panel as a seat sees them, drawn with the signs of `looks`."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any

from labrys.board.charmap import draw_map
from labrys.board.corridors import Corridor, Labyrinth, draw_corridors
from labrys.board.directions import GRID_SIDES
from labrys.board.laid import LaidBoard
from labrys.board.rowmap import WIDTH, draw_hex_sides, draw_ways
from labrys.board.tiled import TiledBoard
from labrys.board.tilemap import Plan, draw_plan
from labrys.board.topology import NOWHERE, Topology
from labrys.engine.rooms import Room, draw_rooms, floor_of
from labrys.engine.telling import name_of, show
from labrys.engine.view import View, look
from labrys.language.looks import CLOSED, UNKNOWN, Corridors, Looks, Thing
from labrys.language.types import BagOf, ListOf, Maybe, SetOf, empty_of
from labrys.language.world import Field, World

if TYPE_CHECKING:
    from labrys.engine.state import State


def draw(state: State, seat: str | None, lang: str) -> list[str]:
    """The lines of the board, then cells that hold more than their sign shows, then the panel."""
    view = look(state, seat)
    world = state.game.world
    lines: list[str] = []
    if world.board is not None:
        picture = _Picture(world, world.board, view)
        if state.game.program.room_lines and isinstance(world.board, LaidBoard):
            lines += picture.rooms(world.board, state)
        else:
            lines += [*picture.lines(lang), *picture.remarks(lang, state)]
    return lines + _panel(view, state, lang)


class _Picture:
    def __init__(self, world: World, board: Topology, view: View) -> None:
        self.world, self.board, self.seen = world, board, view.seen
        self.looks: Looks = world.looks
        self.on_cells: dict[int, list[str]] = {}
        for sign, thing in self.looks.cells.items():
            for cell in self._where(thing) if thing is not None else ():
                self.on_cells.setdefault(cell, []).append(sign)
        self.edges: dict[int, tuple[str, ...]] = dict.fromkeys(self._unseen("edge"), (UNKNOWN,))
        self.edges |= {place: signs for thing, signs in self.looks.edges.items() for place in self._where(thing)}
        self.vertices: dict[int, str] = dict.fromkeys(self._unseen("vertex"), UNKNOWN)
        self.vertices |= {place: sign for thing, sign in self.looks.vertices.items() for place in self._where(thing)}
        self.unseen = self._unseen("cell")

    def _where(self, thing: Thing) -> list[int]:
        """The places at which a seat sees a thing."""
        if thing.piece:
            return [at for index in thing.values if (at := self.seen.get((thing.number, index), NOWHERE)) >= 0]
        field = self.world.layout[thing.number]
        return [place for place in range(field.count) if self.seen.get((thing.number, place)) in thing.values]

    def _unseen(self, lives: str) -> set[int]:
        """The places at which there may be a stone the seat does not see."""
        fields = [stone.field for stone in self.world.stones.values() if stone.lives == lives]
        return {place for field in fields for place in range(field.count) if (field.number, place) not in self.seen}

    def lines(self, lang: str) -> list[str]:
        board = self.board
        if isinstance(board, LaidBoard) and self.looks.corridors is not None:
            return draw_corridors(board, self._labyrinth(board, self.looks.corridors), WIDTH)
        if isinstance(board, (TiledBoard, LaidBoard)):
            return draw_plan(board, self._tiled(board) if isinstance(board, TiledBoard) else self._laid(board))
        cells = {cell: self._sign(cell, self.looks.plain) for cell in range(len(board.cells))}
        if board.kind == "graph":
            marks = {edge: signs[0] for edge, signs in self.edges.items()}
            return draw_ways(board, cells, marks, self._names("cell", lang), self._names("direction", lang))
        if board.kind == "hex":
            slants = {edge: signs[min(self._slant(edge), len(signs) - 1)] for edge, signs in self.edges.items()}
            return draw_hex_sides(board, cells, slants) if self.looks.edges else draw_map(board, cells)
        if not self.looks.edges and not self.looks.vertices:
            return draw_map(board, cells)
        return draw_map(board, cells, {edge: self._of_edge(edge) for edge in self.edges}, self.vertices)

    def _names(self, domain: str, lang: str) -> list[str]:
        known = self.world.domains.get(domain)
        return [name_of(self.world, domain, value, lang) for value in range(known.size)] if known else []

    def _sign(self, cell: int, ground: str) -> str:
        """What stands on a cell, the last in the legend on top; else what is not known, else the ground."""
        if cell in self.on_cells:
            return self.on_cells[cell][-1]
        if cell in self.unseen:
            return UNKNOWN
        for mark in self.looks.marks:
            if cell in mark.cells or (mark.field >= 0 and self.seen.get((mark.field, cell))):
                return mark.sign
        return ground

    def _of_edge(self, edge: int) -> str:
        signs = self.edges[edge]
        first, second = (self.board.places[cell] for cell in self.board.edge_cells[edge])
        if first[1] != second[1]:
            return signs[-1]
        # A thing with a sign for lying and one for upright is a line: lying, it fills its side.
        return signs[0] * (3 if len(signs) > 1 else 1)

    def _slant(self, edge: int) -> int:
        """0 for an edge towards e, 1 towards se, 2 towards sw, on hexagons."""
        cell = self.board.edge_cells[edge][0]
        side = self.board.sides[cell].index(edge)
        return (side - 1) % 3

    # -- tiles

    def _tiled(self, board: TiledBoard) -> Plan:
        world, plan = self.world, Plan(vertices=self.vertices)
        lying, turned = world.fields["slot", "tile"].number, world.fields["slot", "turn"].number
        order = list(GRID_SIDES.values())
        ways = [order.index(offset) if offset in order else -1 for offset in board.offsets]
        rank = {mark: at for at, mark in enumerate(self.looks.sides)}
        shown: dict[tuple[str, int, int], int] = {}
        for cell, place in enumerate(board.places):
            slot = board.slot_of[cell]
            tile = self.seen.get((lying, slot))
            if tile is None:
                plan.cells[cell] = self._sign(cell, UNKNOWN)
                continue
            if tile < 0:
                plan.cells[cell] = self._sign(cell, " ")
                continue
            face = (tile * 4 + self.seen[turned, slot]) * board.tile_size**2 + board.index_in_slot[cell]
            printed = world.tile_marks["mark"][face]
            ground = next((m.sign for m in self.looks.marks if m.printed == printed >= 0), self.looks.plain)
            plan.cells[cell] = self._sign(cell, ground)
            for way, side in enumerate(ways):
                mark = world.tile_marks["side-mark"][face * len(ways) + way] if side >= 0 else -1
                if mark not in rank:
                    continue
                # Where two tiles meet, each has a side of its own; the one listed first is drawn.
                spot = ("lying" if side % 2 == 0 else "upright", place[0] + (side == 2), place[1] + (side == 1))
                if spot not in shown or rank[mark] < shown[spot]:
                    shown[spot] = rank[mark]
                    plan.put(place, side, self.looks.sides[mark])
        plan.put_edges(board, self.edges)
        return plan

    def _laid(self, board: LaidBoard) -> Plan:
        world, plan = self.world, Plan(vertices=self.vertices)
        top, turned = world.fields["cell", "tile"].number, world.fields["cell", "turn"].number
        for cell, place in enumerate(board.places):
            tile = self.seen.get((top, cell), NOWHERE)
            ground = self.looks.tiles.get(tile, self.looks.plain) if tile >= 0 else " "
            plan.cells[cell] = self._sign(cell, ground)
            if tile < 0:
                continue
            opens = board.sides_open(tile, self.seen[turned, cell])
            for side in range(4):
                if not opens[side]:
                    plan.put(place, side, CLOSED)
        plan.put_edges(board, self.edges)
        return plan

    def _labyrinth(self, board: LaidBoard, looks: Corridors) -> Labyrinth:
        top, turned = self.world.fields["cell", "tile"].number, self.world.fields["cell", "turn"].number
        tiles = {}
        for cell in range(len(board.cells)):
            tile = self.seen.get((top, cell), NOWHERE)
            if tile >= 0:
                number = looks.numbers[tile] if looks.numbers else 0
                tiles[cell] = Corridor(tuple(board.sides_open(tile, self.seen[turned, cell])), self.looks.tiles.get(tile, ""), number)
        order = list(GRID_SIDES.values())
        arrows: dict[int, int] = {}
        for thing, field in looks.arrows:
            way = self.seen.get((field, 0), NOWHERE)
            if way >= 0 and board.offsets[way] in order:
                arrows |= dict.fromkeys(self._where(thing), order.index(board.offsets[way]))
        return Labyrinth(tiles, self.on_cells, arrows)

    def rooms(self, board: LaidBoard, state: State) -> list[str]:
        """Every tile as a room: its sign and what the upper line tells, who is there, what the lower line tells."""
        game, found = state.game, {}
        top, turned = self.world.fields["cell", "tile"].number, self.world.fields["cell", "turn"].number
        for cell in range(len(board.cells)):
            tile = self.seen.get((top, cell), NOWHERE)
            if tile < 0:
                continue
            told = {"upper": "", "lower": ""}
            for line, sign, number in game.program.room_lines:
                told[line] += sign * max(0, int(game.flow.f[number](state.block, cell)))
            told["upper"] = f"{self.looks.tiles.get(tile, '')} {told['upper']}".strip()
            standing = "".join(self.on_cells.get(cell, []))
            found[cell] = Room(board.sides_open(tile, self.seen[turned, cell]), (told["upper"], standing, told["lower"]))
        return draw_rooms(floor_of(board, found))

    # -- what signs cannot show

    def remarks(self, lang: str, state: State) -> list[str]:
        """The cells on which several things stand or tiles lie on each other."""
        told = []
        under = self.world.field_of("cell", "under")
        for cell, name in enumerate(self._names("cell", lang)):
            words = list(reversed(self.on_cells.get(cell, [])))
            if len(words) < 2:
                words = []
            if under is not None and (held := _values(under, cell, state.block)):
                tiles = [self.seen[self.world.fields["cell", "tile"].number, cell], *reversed(held)]
                words.append(" / ".join(name_of(self.world, "tile", tile, lang) for tile in tiles))
            if words:
                told.append(f"{name}: {', '.join(words)}")
        return _folded("; ".join(told))


def _folded(line: str) -> list[str]:
    return wrap(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def _values(field: Field, index: int, block: list[int]) -> list[int]:
    at = field.slot + index * field.slots
    return block[at + 1 : at + 1 + block[at]]


# -- the panel


def _panel(view: View, state: State, lang: str) -> list[str]:
    """A line a field: its name, then what each holder has of it; a hidden one only as far as it may be counted.

    Of pieces only those are told of which there is something to tell.
    """
    game, lines = state.game, []
    for wanted in game.world.looks.panel:
        if wanted in game.world.timers:
            lines.append(_sand(state, wanted, lang))
        for this in game.world.layout:
            if this.name != wanted:
                continue
            holders = game.world.domains[this.of].values if this.of else ("",)
            told, silent = [], this.of in game.world.pieces
            for index, holder in enumerate(holders[: this.count]):
                value = _told(view, state, this, index, holder, lang)
                if this.of in game.world.pieces and _empty(view, this, index):
                    continue
                silent = False
                if value is not None:
                    who = name_of(game.world, this.of, index, lang) + " " if this.of else ""
                    told.append(f"{who}{value}")
            label = this.name_text.get(lang, this.name) + (" : " if lang == "fr" else ": ")
            if not silent:
                lines += _folded(label + (", ".join(told) or UNKNOWN))
    return lines


def _empty(view: View, this: Field, index: int) -> bool:
    return isinstance(this.type, Maybe) and view.seen.get((this.number, index)) == empty_of(this.type)


def _sand(state: State, timer: str, lang: str) -> str:
    """How many seconds a timer still runs."""
    world, clock = state.game.world, state.game.flow.clock
    assert clock is not None
    due = state.block[clock.due + list(world.timers).index(timer)]
    left = f"{(due - state.block[clock.now]) * world.tick:g} s" if due >= 0 else "-"
    return name_of(world, "timer", list(world.timers).index(timer), lang) + (" : " if lang == "fr" else ": ") + left


def _told(view: View, state: State, this: Field, index: int, holder: str, lang: str) -> str | None:
    path = f"{holder}.{this.name}" if holder else this.name
    if path not in view.fields:
        return UNKNOWN if this.of == "seat" else None
    world, kind = state.game.world, this.type
    if (this.number, index) not in view.seen:
        return f"({view.fields[path]['count']})"
    if isinstance(kind, BagOf):
        held: dict[str, int] = view.fields[path]
        values = world.domains[kind.of.domain].values
        names = [(name_of(world, kind.of.domain, values.index(item), lang), count) for item, count in held.items()]
        return "[" + ", ".join(name if count == 1 else f"{count} {name}" for name, count in names) + "]"
    at = this.slot + index * this.slots
    value: Any = _values(this, index, state.block) if isinstance(kind, ListOf) else state.block[at]
    said = show(world, kind, value, lang)
    return f"[{said}]" if isinstance(kind, (ListOf, SetOf)) else said

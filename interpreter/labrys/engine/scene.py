"""A board with what a seat sees on it, inked: every sign with its colour, its place and its meaning."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from labrys.board.charmap import lay_out
from labrys.board.corridors import Corridor, Labyrinth, draw_corridors
from labrys.board.directions import GRID_SIDES
from labrys.board.laid import LaidBoard
from labrys.board.rowmap import draw_hex_sides, draw_ways
from labrys.board.sketch import CORNER, lying
from labrys.board.tiled import TiledBoard
from labrys.board.tilemap import Plan, draw_plan
from labrys.board.topology import NOWHERE, Topology
from labrys.engine.legend import drawn_name, ground_name, thing_name, value_name
from labrys.engine.panel import folded, values_of
from labrys.engine.picture import Meaning, Palette
from labrys.engine.rooms import Room, draw_rooms, floor_of
from labrys.engine.telling import name_of
from labrys.engine.view import View
from labrys.language.looks import CLOSED, UNKNOWN, Corridors, Looks, Thing

if TYPE_CHECKING:
    from labrys.engine.state import State

_BLANK = " "
UNSEEN = {"en": "not known", "fr": "inconnu"}


class Drawn(NamedTuple):
    """A sign with its colour and what it means; edges have several signs."""

    sign: str
    colour: str | None = None
    means: Meaning | None = None
    signs: tuple[str, ...] = ()


class Scene:
    def __init__(self, state: State, board: Topology, view: View, palette: Palette, lang: str, width: int) -> None:
        self.state, self.world, self.board, self.seen = state, state.game.world, board, view.seen
        self.palette, self.lang, self.width = palette, lang, width
        self.looks: Looks = self.world.looks
        self.paint = self.looks.paint
        self.unknown = Drawn(UNKNOWN, None, Meaning((9,), UNSEEN[lang]), (UNKNOWN,))
        self.on_cells: dict[int, list[Drawn]] = {}
        for order, (sign, thing) in enumerate(self.looks.cells.items()):
            for cell, drawn in self._where(thing, (0, order), (sign,)) if thing is not None else ():
                self.on_cells.setdefault(cell, []).append(drawn)
        self.edges: dict[int, Drawn] = dict.fromkeys(self._unseen("edge"), self.unknown)
        for order, (thing, signs) in enumerate(self.looks.edges.items()):
            self.edges.update(self._where(thing, (1, order), signs))
        self.vertices: dict[int, Drawn] = dict.fromkeys(self._unseen("vertex"), self.unknown)
        for order, (thing, sign) in enumerate(self.looks.vertices.items()):
            self.vertices.update(self._where(thing, (2, order), (sign,)))
        self.unseen = self._unseen("cell")
        self.marks = [
            Drawn(mark.sign, self.paint.colours.get(mark.name), Meaning((3, order), ground_name(self.world, mark, lang)))
            for order, mark in enumerate(self.looks.marks)
        ]

    # -- what is where

    def _where(self, thing: Thing, order: tuple[int, ...], signs: tuple[str, ...]) -> list[tuple[int, Drawn]]:
        """The places at which a seat sees a thing, drawn in the colour of whoever owns it there."""
        places = self._places(thing)
        if not places:
            return []
        means = Meaning(order, thing_name(self.world, thing, self.lang))
        by_owner = {
            owner: Drawn(signs[0], self.paint.colour_of(thing.named, owner), means, signs) for owner in {o for _, o in places}
        }
        return [(place, by_owner[owner]) for place, owner in places]

    def _places(self, thing: Thing) -> list[tuple[int, int]]:
        """The places at which a seat sees a thing, with its owner there or -1."""
        field = self.world.layout[thing.number]
        if thing.piece:
            owners = self.world.domains[field.of or ""].owners
            found = [(self.seen.get((thing.number, index), NOWHERE), owners[index] if owners else -1) for index in thing.values]
            return [(place, owner) for place, owner in found if place >= 0]
        stone = next(stone for stone in self.world.stones.values() if stone.field is field)
        values, share = set(thing.values), stone.per_owner if stone.owned else 0
        standing = [(place, self.seen.get((thing.number, place), NOWHERE)) for place in range(field.count)]
        return [(place, value // share if share else -1) for place, value in standing if value in values]

    def _unseen(self, lives: str) -> set[int]:
        """The places at which there may be a stone the seat does not see."""
        fields = [stone.field for stone in self.world.stones.values() if stone.lives == lives]
        return {place for field in fields for place in range(field.count) if (field.number, place) not in self.seen}

    def _top(self, cell: int, ground: Drawn) -> Drawn:
        """What stands on a cell, the last in the legend on top; else what is not known, else the ground."""
        if cell in self.on_cells:
            return self.on_cells[cell][-1]
        if cell in self.unseen:
            return self.unknown
        for mark, drawn in zip(self.looks.marks, self.marks, strict=True):
            if cell in mark.cells or (mark.field >= 0 and self.seen.get((mark.field, cell))):
                return drawn
        return ground

    # -- inking

    def _cell(self, cell: int, ground: Drawn, wide: bool = False) -> str:
        """A cell's sign, with blanks around it where cells are three wide: they belong to it and are marked with it."""
        drawn, board = self._top(cell, ground), self.board
        among = (board.slots[board.slot_of[cell]],) if isinstance(board, TiledBoard) else ()
        text = f" {drawn.sign} " if wide else drawn.sign
        return self.palette.ink(text, drawn.colour, board.cells[cell], drawn.means, among)

    def _edge(self, edge: int, drawn: Drawn, across: bool) -> str:
        """What stands on an edge. A thing with a sign for lying and one for upright is a line: lying, it fills its side."""
        signs, place = drawn.signs, self.board.edges[edge] if edge != NOWHERE else None
        text = (signs[0] * 3 if len(signs) > 1 else lying(signs[0])) if across else signs[min(1, len(signs) - 1)]
        return self.palette.ink(text, drawn.colour, place, drawn.means)

    def _edges(self) -> dict[int, tuple[str, str]]:
        """Every edge that has something on it, lying and upright."""
        return {edge: (self._edge(edge, drawn, True), self._edge(edge, drawn, False)) for edge, drawn in self.edges.items()}

    def _corners(self, everywhere: bool) -> dict[int, str]:
        """What stands on vertices; empty ones as corners, all of them or those that are marked."""
        names = self.board.vertices
        empty = {v for v, name in enumerate(names) if everywhere or name in self.palette.marked} - self.vertices.keys()
        found = {vertex: self.palette.ink(CORNER, None, names[vertex]) for vertex in empty}
        for vertex, drawn in self.vertices.items():
            found[vertex] = self.palette.ink(drawn.sign, drawn.colour, names[vertex], drawn.means)
        return found

    def _dress(self, text: str, cell: int) -> str:
        return self.palette.ink(text, None, self.board.cells[cell]) if cell != NOWHERE else text

    # -- boards

    def lines(self) -> list[str]:
        board, plain = self.board, Drawn(self.looks.plain)
        if isinstance(board, LaidBoard) and self.looks.corridors is not None:
            return draw_corridors(board, self._labyrinth(board, self.looks.corridors), self.width)
        if isinstance(board, (TiledBoard, LaidBoard)):
            return draw_plan(board, self._tiled(board) if isinstance(board, TiledBoard) else self._laid(board))
        sides = bool(self.looks.edges or self.looks.vertices) and board.kind == "grid"
        cells = {cell: self._cell(cell, plain, sides) for cell in range(len(board.cells))}
        if board.kind == "graph":
            marks = {edge: upright for edge, (_, upright) in self._edges().items()}
            names = [self.palette.ink(name, None, id) for name, id in zip(self._names("cell"), board.cells, strict=True)]
            return draw_ways(board, cells, marks, names, self._names("direction"), self.width)
        if board.kind == "hex" and self.looks.edges:
            return draw_hex_sides(board, cells, {edge: self._slanted(edge) for edge in range(len(board.edges))})
        if not sides:
            return lay_out(board, cells)
        return lay_out(board, cells, {edge: self._of_edge(edge) for edge in range(len(board.edges))}, self._corners(True))

    def _names(self, domain: str) -> list[str]:
        known = self.world.domains.get(domain)
        return [name_of(self.world, domain, value, self.lang) for value in range(known.size)] if known else []

    def _of_edge(self, edge: int) -> str:
        first, second = (self.board.places[cell] for cell in self.board.edge_cells[edge])
        return self._edge(edge, self.edges.get(edge, Drawn(_BLANK, signs=(_BLANK,))), first[1] == second[1])

    def _slanted(self, edge: int) -> str:
        """An edge of hexagons: its first sign towards e, the second towards se, the third towards sw."""
        drawn = self.edges.get(edge, Drawn(_BLANK, signs=(_BLANK,)))
        slant = (self.board.sides[self.board.edge_cells[edge][0]].index(edge) - 1) % 3
        sign = drawn.signs[min(slant, len(drawn.signs) - 1)]
        return self.palette.ink(sign, drawn.colour, self.board.edges[edge], drawn.means)

    # -- tiles

    def _plan(self) -> Plan:
        """A plan with what stands on vertices and, as blanks, the marked edges on which nothing stands."""
        board, plan = self.board, Plan(vertices=self._corners(False))
        empty = [edge for edge, name in enumerate(board.edges) if name in self.palette.marked and edge not in self.edges]
        for edge in empty:
            cell = board.edge_cells[edge][0]
            open_side = board.sides[cell].index(edge)
            row, column = board.places[cell]
            if open_side % 2 == 0:
                plan.open_across[row + (open_side == 2), column] = self.palette.ink("   ", None, board.edges[edge])
            else:
                plan.open_upright[row, column + (open_side == 1)] = self.palette.ink(" ", None, board.edges[edge])
        return plan

    def _tiled(self, board: TiledBoard) -> Plan:
        world, plan = self.world, self._plan()
        plan.slots.update({name: self.palette.ink(name, None, name) for name in board.slots})
        lying_there, turned = world.fields["slot", "tile"].number, world.fields["slot", "turn"].number
        order = list(GRID_SIDES.values())
        ways = [order.index(offset) if offset in order else -1 for offset in board.offsets]
        rank = {mark: at for at, mark in enumerate(self.looks.sides)}
        sides = {mark: self._side_mark(mark, at) for mark, at in rank.items()}
        printed_as = {mark.printed: drawn for mark, drawn in zip(self.looks.marks, self.marks, strict=True) if mark.printed >= 0}
        shown: dict[tuple[str, int, int], int] = {}
        for cell, place in enumerate(board.places):
            slot = board.slot_of[cell]
            tile = self.seen.get((lying_there, slot))
            if tile is None:
                plan.cells[cell] = self._cell(cell, self.unknown, True)
                continue
            if tile < 0:
                plan.cells[cell] = self._cell(cell, Drawn(_BLANK), True)
                continue
            face = (tile * 4 + self.seen[turned, slot]) * board.tile_size**2 + board.index_in_slot[cell]
            ground = printed_as.get(world.tile_marks["mark"][face], Drawn(self.looks.plain))
            plan.cells[cell] = self._cell(cell, ground, True)
            for way, side in enumerate(ways):
                mark = world.tile_marks["side-mark"][face * len(ways) + way] if side >= 0 else -1
                if mark not in rank:
                    continue
                # Where two tiles meet, each has a side of its own; the one listed first is drawn.
                spot = ("lying" if side % 2 == 0 else "upright", place[0] + (side == 2), place[1] + (side == 1))
                if spot not in shown or rank[mark] < shown[spot]:
                    shown[spot] = rank[mark]
                    plan.put(place, side, self._printed(board.sides[cell][side], sides[mark]))
        plan.put_edges(board, self._edges())
        return plan

    def _side_mark(self, mark: int, order: int) -> Drawn:
        name, signs = self.world.domains["side-mark"].values[mark], self.looks.sides[mark]
        return Drawn(signs[0], self.paint.colours.get(name), Meaning((4, order), value_name(self.world, "side-mark", mark, self.lang)), signs)

    def _printed(self, edge: int, drawn: Drawn) -> tuple[str, str]:
        place = self.board.edges[edge] if edge != NOWHERE else None
        across = self.palette.ink(lying(drawn.signs[0]), drawn.colour, place, drawn.means)
        return across, self.palette.ink(drawn.signs[-1], drawn.colour, place, drawn.means)

    def _tile(self, tile: int) -> Drawn | None:
        """The sign of a kind of tiles, if it has one."""
        if tile not in self.looks.tiles:
            return None
        name = self.world.domains["tile"].values[tile]
        called = value_name(self.world, "tile", tile, self.lang)
        order = list(self.looks.tiles).index(tile)
        return Drawn(self.looks.tiles[tile], self.paint.colours.get(name), Meaning((5, order), called))

    def _laid(self, board: LaidBoard) -> Plan:
        world, plan = self.world, self._plan()
        top, turned = world.fields["cell", "tile"].number, world.fields["cell", "turn"].number
        for cell, place in enumerate(board.places):
            tile = self.seen.get((top, cell), NOWHERE)
            ground = self._tile(tile) or Drawn(self.looks.plain) if tile >= 0 else Drawn(_BLANK)
            plan.cells[cell] = self._cell(cell, ground, True)
            if tile < 0:
                continue
            opens = board.sides_open(tile, self.seen[turned, cell])
            for side in range(4):
                if not opens[side]:
                    plan.put(place, side, self._printed(board.sides[cell][side], Drawn(CLOSED[0], signs=CLOSED)))
        plan.put_edges(board, self._edges())
        return plan

    def _labyrinth(self, board: LaidBoard, looks: Corridors) -> Labyrinth:
        top, turned = self.world.fields["cell", "tile"].number, self.world.fields["cell", "turn"].number
        tiles = {}
        starred = Meaning((7,), drawn_name(self.world, looks.numbered, self.lang)) if looks.numbered else None
        for cell in range(len(board.cells)):
            tile = self.seen.get((top, cell), NOWHERE)
            if tile >= 0:
                number = looks.numbers[tile] if looks.numbers else 0
                drawn = self._tile(tile)
                sign = self.palette.ink(drawn.sign, drawn.colour, board.cells[cell], drawn.means) if drawn else ""
                star = self.palette.ink("*", None, board.cells[cell], starred) if number else ""
                tiles[cell] = Corridor(tuple(board.sides_open(tile, self.seen[turned, cell])), sign, number, star)
        order = list(GRID_SIDES.values())
        arrows: dict[int, int] = {}
        for thing, field in looks.arrows:
            way = self.seen.get((field, 0), NOWHERE)
            if way >= 0 and board.offsets[way] in order:
                arrows |= dict.fromkeys([place for place, _ in self._places(thing)], order.index(board.offsets[way]))
        marked = [cell for cell, name in enumerate(board.cells) if name in self.palette.marked]
        return Labyrinth(tiles, self._standing(), arrows, marked, self._dress)

    def _standing(self) -> dict[int, list[str]]:
        """What stands on cells, inked, the topmost last."""
        names, ink = self.board.cells, self.palette.ink
        return {cell: [ink(d.sign, d.colour, names[cell], d.means) for d in drawn] for cell, drawn in self.on_cells.items()}

    def rooms(self, board: LaidBoard) -> list[str]:
        """Every tile as a room: its sign and what the upper line tells, who is there, what the lower line tells."""
        game, found, standing = self.state.game, {}, self._standing()
        top, turned = self.world.fields["cell", "tile"].number, self.world.fields["cell", "turn"].number
        for cell, name in enumerate(board.cells):
            tile = self.seen.get((top, cell), NOWHERE)
            if tile < 0:
                continue
            told = {"upper": "", "lower": ""}
            for order, (line, sign, number) in enumerate(game.program.room_lines):
                text = sign * max(0, int(game.flow.f[number](self.state.block, cell)))
                means = Meaning((6, order), drawn_name(self.world, sign, self.lang))
                told[line] += self.palette.ink(text, self.paint.colours.get(sign), name, means)
            drawn = self._tile(tile)
            sign = self.palette.ink(drawn.sign, drawn.colour, name, drawn.means) if drawn else ""
            told["upper"] = f"{sign} {told['upper']}".strip()
            lines = (told["upper"], "".join(standing.get(cell, [])), told["lower"])
            found[cell] = Room(board.sides_open(tile, self.seen[turned, cell]), lines)
        floor = floor_of(board, found)
        floor.shown = [board.places[cell] for cell, name in enumerate(board.cells) if name in self.palette.marked]
        floor.dress = lambda text, place: self._dress(text, board.cell_at.get(place, NOWHERE))
        return draw_rooms(floor)

    # -- what signs cannot show

    def remarks(self) -> list[str]:
        """The cells on which several things stand or tiles lie on each other."""
        told = []
        under = self.world.field_of("cell", "under")
        for cell, name in enumerate(self._names("cell")):
            words = [drawn.sign for drawn in reversed(self.on_cells.get(cell, []))]
            if len(words) < 2:
                words = []
            if under is not None and (held := values_of(under, cell, self.state.block)):
                tiles = [self.seen[self.world.fields["cell", "tile"].number, cell], *reversed(held)]
                words.append(" / ".join(name_of(self.world, "tile", tile, self.lang) for tile in tiles))
            if words:
                told.append(f"{name}: {', '.join(words)}")
        return folded("; ".join(told), self.width)

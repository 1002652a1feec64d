"""What a seat sees on a board, before it is laid out: what stands where, the ground, tiles and what is printed on them.

Every sign comes with its colour and its meaning.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from labrys.board.directions import GRID_SIDES
from labrys.board.laid import LaidBoard
from labrys.board.tiled import TiledBoard
from labrys.board.topology import NOWHERE, Topology
from labrys.engine.legend import drawn_name, ground_name, thing_name, value_name
from labrys.engine.panel import COLON
from labrys.engine.picture import Meaning
from labrys.engine.telling import name_of
from labrys.engine.view import View
from labrys.language.looks import UNKNOWN, Looks, Thing
from labrys.language.paint import Rim

if TYPE_CHECKING:
    from labrys.engine.state import State

UNSEEN = {"en": "not known", "fr": "inconnu"}


class Drawn(NamedTuple):
    """A sign with its colour and what it means; edges have several signs."""

    sign: str
    colour: str | None = None
    means: Meaning | None = None
    signs: tuple[str, ...] = ()


BLANK = Drawn(" ", signs=(" ",))


class Scene:
    """A board with what a seat sees on it."""

    def __init__(self, state: State, board: Topology, view: View, lang: str) -> None:
        self.state, self.world, self.board, self.seen, self.lang = state, state.game.world, board, view.seen, lang
        self.looks: Looks = self.world.looks
        self.paint = self.looks.paint
        self.plain = Drawn(self.looks.plain)
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
        self.printed = {mark.printed: drawn for mark, drawn in zip(self.looks.marks, self.marks, strict=True) if mark.printed >= 0}

    # -- what stands where

    def _where(self, thing: Thing, order: tuple[int, ...], signs: tuple[str, ...]) -> list[tuple[int, Drawn]]:
        """The places at which a seat sees a thing, drawn in the colour of whoever owns it there."""
        places = self.places_of(thing)
        if not places:
            return []
        means = Meaning(order, thing_name(self.world, thing, self.lang))
        owners = {owner for _, owner in places}
        drawn = {owner: Drawn(signs[0], self.paint.colour_of(thing.named, owner), means, signs) for owner in owners}
        return [(place, drawn[owner]) for place, owner in places]

    def places_of(self, thing: Thing) -> list[tuple[int, int]]:
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

    def top(self, cell: int) -> Drawn:
        """What stands on a cell, the last in the legend on top; else what is not known, else the ground."""
        if cell in self.on_cells:
            return self.on_cells[cell][-1]
        return self.unknown if cell in self.unseen else self.ground(cell)

    def ground(self, cell: int) -> Drawn:
        """A mark of the cell, else what is printed there or the sign of its tile; blank where no tile lies."""
        for mark, drawn in zip(self.looks.marks, self.marks, strict=True):
            if cell in mark.cells or (mark.field >= 0 and self.seen.get((mark.field, cell))):
                return drawn
        if isinstance(self.board, TiledBoard):
            face = self.face(self.board, cell)
            if face is None:
                return self.unknown if self.tile_in(self.board.slot_of[cell]) is None else BLANK
            return self.printed.get(self.world.tile_marks["mark"][face], self.plain)
        if isinstance(self.board, LaidBoard):
            tile = self.laid.get(cell)
            return BLANK if tile is None else self.kind(tile) or self.plain
        return self.plain

    # -- printed tiles

    def tile_in(self, slot: int) -> int | None:
        """The tile in a slot, -1 where none lies; None where it is not seen."""
        return self.seen.get((self.world.fields["slot", "tile"].number, slot))

    def face(self, board: TiledBoard, cell: int) -> int | None:
        """Where the tables of printed marks tell of a cell; None where no tile is seen."""
        slot = board.slot_of[cell]
        tile = self.tile_in(slot)
        if tile is None or tile < 0:
            return None
        turn = self.seen[self.world.fields["slot", "turn"].number, slot]
        return int((tile * 4 + turn) * board.tile_size**2 + board.index_in_slot[cell])

    def printed_sides(self, board: TiledBoard) -> list[tuple[int, int, Drawn]]:
        """Cells and sides (0 to 3: n e s w) with what is printed on them.

        Where two tiles meet, each has a side of its own: the one listed first in `looks` comes last, over the other.
        """
        order = list(GRID_SIDES.values())
        ways = [order.index(offset) if offset in order else -1 for offset in board.offsets]
        rank = {mark: at for at, mark in enumerate(self.looks.sides)}
        drawn = {mark: self._side_mark(mark, at) for mark, at in rank.items()}
        marks, found = self.world.tile_marks["side-mark"], []
        for cell in range(len(board.cells)):
            face = self.face(board, cell)
            for way, side in enumerate(ways) if face is not None else ():
                mark = marks[(face or 0) * len(ways) + way] if side >= 0 else -1
                if mark in rank:
                    found.append((rank[mark], cell, side, drawn[mark]))
        return [(cell, side, each) for _, cell, side, each in sorted(found, key=lambda row: -row[0])]

    def _side_mark(self, mark: int, order: int) -> Drawn:
        name, signs = self.world.domains["side-mark"].values[mark], self.looks.sides[mark]
        means = Meaning((4, order), value_name(self.world, "side-mark", mark, self.lang))
        return Drawn(signs[0], self.paint.colours.get(name), means, signs)

    # -- laid tiles

    @cached_property
    def laid(self) -> dict[int, int]:
        """The tile on top of every cell that has one."""
        top = self.world.fields["cell", "tile"].number
        found = ((cell, self.seen.get((top, cell), NOWHERE)) for cell in range(len(self.board.cells)))
        return {cell: tile for cell, tile in found if tile >= 0}

    def opens(self, board: LaidBoard, cell: int) -> tuple[bool, ...]:
        """Which sides (n e s w) of the tile on a cell are open."""
        return board.sides_open(self.laid[cell], self.seen[self.world.fields["cell", "turn"].number, cell])

    def kind(self, tile: int) -> Drawn | None:
        """The sign of a kind of tiles, if it has one."""
        if tile not in self.looks.tiles:
            return None
        name, order = self.world.domains["tile"].values[tile], list(self.looks.tiles).index(tile)
        return Drawn(self.looks.tiles[tile], self.paint.colours.get(name), Meaning((5, order), value_name(self.world, "tile", tile, self.lang)))

    def star(self, cell: int) -> tuple[int, Drawn] | None:
        """The number printed on the tile of a cell and the star it stands behind, if it has one."""
        corridors = self.looks.corridors
        number = corridors.numbers[self.laid[cell]] if corridors is not None and corridors.numbers else 0
        if corridors is None or not number:
            return None
        return number, Drawn("*", None, Meaning((7,), drawn_name(self.world, corridors.numbered, self.lang)))

    def arrows(self) -> dict[int, int]:
        """The sides (0 to 3: n e s w) things on cells are headed for."""
        order, found = list(GRID_SIDES.values()), {}
        for thing, field in self.looks.corridors.arrows if self.looks.corridors is not None else ():
            way = self.seen.get((field, 0), NOWHERE)
            if way >= 0 and self.board.offsets[way] in order:
                found.update(dict.fromkeys([place for place, _ in self.places_of(thing)], order.index(self.board.offsets[way])))
        return found

    def room(self, cell: int) -> dict[str, list[tuple[Drawn, int]]]:
        """The signs of the upper and the lower line of a room, each with how often it is drawn."""
        game = self.state.game
        told: dict[str, list[tuple[Drawn, int]]] = {"upper": [], "lower": []}
        for order, (line, sign, number) in enumerate(game.program.room_lines):
            count = int(game.flow.f[number](self.state.block, cell))
            if count > 0:
                means = Meaning((6, order), drawn_name(self.world, sign, self.lang))
                told[line].append((Drawn(sign, self.paint.colours.get(sign), means), count))
        return told

    # -- the rim

    def rim(self) -> list[tuple[int, Drawn]]:
        """The signs outside the board with their sides (0 to 3: n e s w)."""
        sides, found = list(GRID_SIDES.values()), []
        for order, rim in enumerate(self.paint.rim if self.board.has_grid else ()):
            for way, offset in enumerate(self.board.offsets):
                value = self.seen.get((rim.field, way))
                if offset not in sides or (value is not None and value not in rim.signs):
                    continue
                drawn = Drawn(UNKNOWN)
                if value is not None:
                    name, sign = rim.signs[value]
                    drawn = Drawn(sign, self.paint.colours.get(name), Meaning((8, order, value), self._rim_name(rim, value)))
                found.append((sides.index(offset), drawn))
        return found

    def _rim_name(self, rim: Rim, value: int) -> str:
        """`arrows: red`."""
        field = self.world.layout[rim.field]
        return str(field.name_text.get(self.lang, field.name)) + COLON[self.lang] + name_of(self.world, rim.domain, value, self.lang)

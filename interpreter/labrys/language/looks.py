"""The section `looks`: which sign stands for what, for reading maps and for drawing them alike."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from labrys.board.glyphs import PLAIN, VOID
from labrys.board.laid import LaidBoard
from labrys.board.sketch import CORNER
from labrys.board.tiled import TiledBoard
from labrys.language.paint import Paint, read_paint
from labrys.language.types import Truth
from labrys.language.world import World
from labrys.source.catalogue import Both
from labrys.source.findings import suggestion
from labrys.source.spans import Span
from labrys.source.tree import Mapping, Node, Scalar, words_of

CLOSED = ("-", "|")
UNKNOWN = "?"
NONE = "nothing"


@dataclass(frozen=True, slots=True)
class Thing:
    """What a sign stands for: a stone with one of these values, or these individuals of a kind of pieces.

    `number` is the field that holds the stone, or the place of the pieces; `named` is how `looks` calls it.
    """

    piece: bool
    number: int
    values: tuple[int, ...]
    named: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Ground:
    """Something of the ground that shows where nothing stands: fixed cells, a truth of cells, or a printed mark."""

    sign: str
    name: str
    cells: frozenset[int] = frozenset()
    field: int = -1
    printed: int = -1


@dataclass(frozen=True, slots=True)
class Corridors:
    """Laid tiles as corridors: a number printed on each kind, and pieces with the field that says where they head."""

    numbers: tuple[int, ...] = ()
    arrows: tuple[tuple[Thing, int], ...] = ()
    numbered: str = ""


@dataclass(slots=True)
class Looks:
    """Signs by what they are drawn on. Edges have one sign a kind of side: lying and upright, or e, se and sw."""

    plain: str = PLAIN
    cells: dict[str, Thing | None] = field(default_factory=dict)
    edges: dict[Thing, tuple[str, ...]] = field(default_factory=dict)
    vertices: dict[Thing, str] = field(default_factory=dict)
    marks: list[Ground] = field(default_factory=list)
    # Printed marks of sides, those first that are drawn over others where two tiles meet.
    sides: dict[int, tuple[str, ...]] = field(default_factory=dict)
    tiles: dict[int, str] = field(default_factory=dict)
    corridors: Corridors | None = None
    panel: list[str] = field(default_factory=list)
    paint: Paint = field(default_factory=Paint)

    @property
    def ground(self) -> set[str]:
        """Signs of cells that say nothing about what stands there."""
        return {PLAIN, self.plain, *(mark.sign for mark in self.marks), *self.tiles.values()}

    @property
    def edge_signs(self) -> dict[str, Thing]:
        return {sign: thing for thing, signs in self.edges.items() for sign in signs}

    @property
    def vertex_signs(self) -> dict[str, Thing]:
        return {sign: thing for thing, sign in self.vertices.items()}


def read_looks(world: World) -> Looks:
    """The looks of a game; what is wrong with them is reported, and then left out."""
    return _Reader(world).read()


class _Reader:
    def __init__(self, world: World) -> None:
        self.world = world
        self.looks = Looks()
        self.section = world.section("looks")
        board = world.board
        self.tiled, self.laid = isinstance(board, TiledBoard), isinstance(board, LaidBoard)
        with_sides = self.tiled or self.laid or (board is not None and board.has_grid and (world.edges_named or world.vertices_named))
        self.taken = {VOID, *((CORNER, *CLOSED) if with_sides else ())}
        self.hexagons = board is not None and board.kind == "hex"
        self.used: dict[str, dict[str, str]] = {"cells": {}, "edges": {}, "vertices": {}}

    def read(self) -> Looks:
        for sign, node in self._entries("legend"):
            thing = self._thing(node.value, node.span, "cell") if isinstance(node, Scalar) else None
            span = self._span("legend", sign)
            if len(sign) != 1:  # reported where the structure is read
                continue
            if not isinstance(node, Scalar) or not self._fits(sign, node.value, span, "cells", self.taken):
                continue
            if node.value.strip() == NONE:
                self.looks.plain = sign
            elif sign == PLAIN:
                self._refuse(sign, span, Both("it is a cell where nothing stands", "c'est une case où rien ne se trouve"))
                continue
            self.looks.cells[sign] = thing
        self._edges()
        for name, node in self._entries("vertices"):
            thing = self._thing(name, self._span("vertices", name), "vertex")
            for word in words_of(node)[:1]:
                if self._fits(word.value, name, word.span, "vertices", {VOID, CORNER}) and thing is not None:
                    self.looks.vertices[thing] = word.value
        self._marks()
        self._sides()
        self._tiles()
        self._corridors()
        self._misplaced()
        self.looks.paint = read_paint(self.world)
        self.looks.panel = [word.value for word in words_of(self.section.get("panel") if self.section else None)]
        return self.looks

    # -- things

    def _edges(self) -> None:
        for name, node in self._entries("edges"):
            thing = self._thing(name, self._span("edges", name), "edge")
            words = words_of(node)
            for word in words[2 + self.hexagons :]:
                self._refuse(word.value, word.span, Both("a side has no further direction", "un côté n'a pas d'autre direction"))
            signs = [w.value for w in words if self._fits(w.value, name, w.span, "edges", self._side_signs_taken())]
            if signs and thing is not None:
                self.looks.edges[thing] = tuple(signs)

    def _side_signs_taken(self) -> set[str]:
        """On tiles that are laid, lines are closed sides."""
        return {VOID, CORNER, *(CLOSED if self.laid else ())}

    def _thing(self, text: str, span: Span, lives: str) -> Thing | None:
        """`nothing`, `man`, `pawn of white`, `rock`: what stands on a cell, an edge or a vertex."""
        world = self.world
        text = " ".join(text.split())
        if text == NONE:
            return None
        name, _, owner = text.partition(" of ")
        if owner in world.absent_seats:
            return None
        if owner and owner not in world.seats:
            self._unknown(owner, span, world.seats)
            return None
        seat = world.seats.index(owner) if owner else -1
        for stone in world.stones.values():
            if stone.lives == lives and (name == stone.name or name in stone.kinds):
                kinds = [stone.kinds.index(name)] if name in stone.kinds else list(range(stone.per_owner))
                owners = [seat] if seat >= 0 else list(range(len(world.seats) if stone.owned else 1))
                if seat >= 0 and not stone.owned:
                    world.findings.report("nobody-owns", span, name=name)
                return Thing(False, stone.field.number, tuple(s * stone.per_owner + k for s in owners for k in kinds), text)
        for piece in world.pieces.values():
            values, owned = piece.domain.values, piece.domain.owners
            if piece.lives != lives or (name != piece.name and name not in values):
                continue
            if seat >= 0 and not owned:
                world.findings.report("nobody-owns", span, name=name)
            if name in values:
                return Thing(True, piece.place.number, (values.index(name),), text)
            chosen = tuple(i for i in range(len(values)) if seat < 0 or not owned or owned[i] == seat)
            return Thing(True, piece.place.number, chosen, text)
        here = [s for s in world.stones.values() if s.lives == lives]
        pieces = [p for p in world.pieces.values() if p.lives == lives]
        names = [*(s.name for s in here), *(k for s in here for k in s.kinds), *(p.name for p in pieces)]
        self._unknown(name, span, [*names, *(v for p in pieces for v in p.domain.values)])
        return None

    # -- the ground

    def _marks(self) -> None:
        """Declared signs first, then the printed marks with the signs their tiles are drawn with."""
        world, board = self.world, self.world.board
        printed = {mark: i for i, mark in enumerate(world.domains["mark"].values)} if self.tiled else {}
        areas = {**board.areas, **board.marks} if board is not None else {}
        for name, node in self._entries("marks"):
            truth = world.field_of("cell", name)
            for word in words_of(node)[:1]:
                if not self._fits(word.value, name, word.span, "cells", self.taken | {PLAIN}):
                    printed.pop(name, None)
                elif name in printed:
                    self.looks.marks.append(Ground(word.value, name, printed=printed.pop(name)))
                elif name in areas:
                    self.looks.marks.append(Ground(word.value, name, frozenset(areas[name])))
                elif truth is not None and isinstance(truth.type, Truth):
                    self.looks.marks.append(Ground(word.value, name, field=truth.number))
                else:
                    fields = [n for of, n in world.fields if of == "cell"]
                    self._unknown(name, self._span("marks", name), [*printed, *areas, *fields])
        for sign, mark, span in _legend(world, "cells"):
            if mark in printed and sign != PLAIN and self._fits(sign, mark, span, "cells", self.taken):
                self.looks.marks.append(Ground(sign, mark, printed=printed.pop(mark)))

    def _sides(self) -> None:
        marks = {mark: i for i, mark in enumerate(self.world.domains["side-mark"].values)} if self.tiled else {}
        for name, node in self._entries("sides"):
            if name not in marks:
                self._unknown(name, self._span("sides", name), marks)
                continue
            signs = [w.value for w in words_of(node) if self._fits(w.value, name, w.span, "edges", {VOID, CORNER})]
            self.looks.sides[marks[name]] = tuple(signs[:2]) or (UNKNOWN,)
        drawn: dict[str, list[str]] = {}
        for key, mark, span in _legend(self.world, "sides"):
            if mark not in marks or marks[mark] in self.looks.sides:
                continue
            if self._fits(key[:1], mark, span, "edges", {VOID, CORNER}):
                drawn.setdefault(mark, []).append(key[0])
        for mark, signs in drawn.items():
            lying = next((sign for sign in signs if sign != CLOSED[1]), signs[0])
            upright = next((sign for sign in signs if sign != CLOSED[0]), signs[0])
            self.looks.sides[marks[mark]] = (lying, upright)

    def _tiles(self) -> None:
        tiles = self.world.domains["tile"].values if self.laid else ()
        for name, node in self._entries("tiles"):
            if name not in tiles:
                self._unknown(name, self._span("tiles", name), tiles)
                continue
            for word in words_of(node)[:1]:
                if self._fits(word.value, name, word.span, "cells", self.taken | {PLAIN}, shared=True):
                    self.looks.tiles[tiles.index(name)] = word.value

    def _corridors(self) -> None:
        found = self.section.get("corridors") if self.section else None
        if not isinstance(found, Mapping) or not self.laid:
            return
        numbers: tuple[int, ...] = ()
        numbered = ""
        for word in words_of(found.get("number")):
            if word.value in self.world.tile_fields:
                numbers, numbered = tuple(self.world.tile_fields[word.value][1]), word.value
            else:
                self._unknown(word.value, word.span, self.world.tile_fields)
        arrows = []
        table = found.get("arrows")
        for name, node in table.items() if isinstance(table, Mapping) else ():
            thing = self._thing(name, table.key_span(name), "cell")  # type: ignore[union-attr]
            for word in words_of(node)[:1]:
                heading = self.world.field_of(None, word.value)
                if heading is None:
                    self._unknown(word.value, word.span, [n for of, n in self.world.fields if of is None and not n.startswith("$")])
                elif thing is not None:
                    arrows.append((thing, heading.number))
        self.looks.corridors = Corridors(numbers, tuple(arrows), numbered)

    def _misplaced(self) -> None:
        """What is drawn of laid tiles, said of a board that has none."""
        for key in ("corridors", "rooms", "tiles"):
            if self.section is not None and key in self.section and not self.laid:
                what = Both("the looks of a board without laid tiles", "l'aspect d'un plateau sans tuiles posées")
                self.world.findings.report("unknown-key", self.section.key_span(key), key=key, what=what)

    # -- signs

    def _fits(self, sign: str, meaning: str, span: Span, where: str, taken: set[str], shared: bool = False) -> bool:
        """Whether a sign can be drawn there and has no other meaning there; several kinds of tiles may share one."""
        if len(sign) != 1:
            self._refuse(sign, span, Both("a sign is one character", "un signe est un seul caractère"))
        elif sign == " " or not sign.isprintable():
            self._refuse(sign, span, Both("it cannot be seen", "il ne se voit pas"))
        elif sign in taken:
            self._refuse(sign, span, Both("maps use it themselves", "les plans s'en servent eux-mêmes"))
        elif self.used[where].get(sign, meaning) not in (meaning, *(("ground",) if shared else ())):
            self._refuse(sign, span, Both(f"it stands for `{self.used[where][sign]}` already", f"il désigne déjà `{self.used[where][sign]}`"))
        else:
            self.used[where][sign] = "ground" if shared else meaning
            return True
        return False

    def _refuse(self, sign: str, span: Span, why: Both) -> None:
        self.world.findings.report("bad-sign", span, sign=sign, why=why)

    def _unknown(self, name: str, span: Span, known: Iterable[str]) -> None:
        self.world.findings.report("unknown-name", span, suggestion(name, known), name=name)

    def _entries(self, key: str) -> list[tuple[str, Node]]:
        found = self.section.get(key) if self.section else None
        return list(found.items()) if isinstance(found, Mapping) else []

    def _span(self, key: str, entry: str) -> Span:
        found = self.section.get(key) if self.section else None
        return found.key_span(entry) if isinstance(found, Mapping) else self.world.tree.span


def _legend(world: World, key: str) -> list[tuple[str, str, Span]]:
    """Signs of the tiles' own legend with their marks."""
    section = world.section("tile-legend")
    found = section.get(key) if section else None
    if not isinstance(found, Mapping):
        return []
    return [(sign, node.value, found.key_span(sign)) for sign, node in found.items() if isinstance(node, Scalar)]


__all__ = ["CLOSED", "UNKNOWN", "Corridors", "Ground", "Looks", "Thing", "read_looks"]

"""Words of the board and of the table: fields, calls, what stands where, steps, rays, floods."""

from __future__ import annotations

from typing import Any

from labrys.board.laid import LaidBoard
from labrys.board.tiled import TiledBoard
from labrys.graph.builder import Collection, filtered, over_bits, over_list, over_range
from labrys.graph.code import (
    EMPTY,
    FALSE,
    Node,
    binary,
    bit,
    both,
    choice,
    either,
    negated,
    node,
    num,
    var,
)
from labrys.graph.expressions import Expressions, family
from labrys.graph.scope import Scope, key_of
from labrys.graph.values import Value, number, truth, wrong
from labrys.language.parse import Syntax
from labrys.language.types import BagOf, ListOf, Maybe, Member, Nothing, Number, SetOf, Type, single
from labrys.language.world import PieceKind, Stone
from lark import Token


class Words(Expressions):
    # -- fields

    def x_field(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        holder_tree, name = tree.children[0], str(tree.children[1])
        assert holder_tree is not None
        holder = self.need(self.expr(holder_tree, scope), holder_tree, scope)
        return self.field_value(holder, name, tree, scope)

    def field_value(self, holder: Value, name: str, tree: Syntax, scope: Scope) -> Value:
        if holder.wrong:
            return wrong()
        kind = holder.type
        if not isinstance(kind, Member):
            return self.mismatch(tree, scope, kind, "something with fields")
        domain = self.world.domains[kind.domain]
        built = self._built_in_field(holder, name, tree, scope)
        if built is not None:
            return built
        field = self.world.field_of(kind.domain, name)
        if field is not None:
            return self.narrowed(self.read(field, holder.node, tree, scope), tree, scope)
        if self.is_definition(name):
            # `x.word` also calls a definition with one parameter of that type.
            found = self.define(name, tree, scope)
            if found is not None and len(found.params) == 1 and found.params[0][1] == kind:
                self.using.calls.add(f"define.{name}")
                return Value(node("call", found.function, holder.node), found.type)
        names = [n for of, n in self.world.fields if of == kind.domain]
        return self.unknown(name, tree.children[1] if len(tree.children) > 1 else tree, scope, [*names, "owner", "kind", "row", "column"] if domain else names)

    def _built_in_field(self, holder: Value, name: str, tree: Syntax, scope: Scope) -> Value | None:
        assert isinstance(holder.type, Member)
        domain = self.world.domains[holder.type.domain]
        board = self.world.board
        if domain.kind == "stone":
            stone = self.world.stones[domain.name]
            if name == "owner" and stone.owned:
                return Value(binary("div", holder.node, num(stone.per_owner)), self.kind_of("seat"))
            if name == "kind" and stone.kinds:
                return Value(binary("mod", holder.node, num(stone.per_owner)), self.kind_of(f"{stone.name}-kind"))
        if domain.kind == "piece" and name == "owner" and domain.owners:
            return Value(node("tab", self.builder.table("numbers", domain.owners), holder.node), self.kind_of("seat"))
        if domain.kind == "cell" and board is not None and name in ("row", "column"):
            numbers = board.row if name == "row" else board.column
            kind = Number(min(numbers), max(numbers))
            return Value(node("tab", self.builder.table("numbers", numbers), holder.node), kind)
        if domain.kind == "tile" and name in self.world.tile_fields:
            printed, values = self.world.tile_fields[name]
            return Value(node("tab", self.builder.table("numbers", values), holder.node), printed)
        if domain.kind == "cell" and name == "slot" and isinstance(board, TiledBoard):
            return Value(node("tab", self.builder.table("numbers", board.slot_of), holder.node), self.kind_of("slot"))
        if domain.kind == "slot" and isinstance(board, TiledBoard):
            if name == "cells":
                table = self.builder.table("rows", board.cells_of)
                return Value(node("row", table, holder.node), ListOf(self.kind_of("cell"), board.tile_size**2))
            if name == "centre" and min(board.centre_of) >= 0:
                return Value(node("tab", self.builder.table("numbers", board.centre_of), holder.node), self.kind_of("cell"))
        if domain.kind == "placement" and name == "kind":
            shape = self.world.shapes[domain.name.removeprefix("placement of ")]
            if shape.kinds:
                kind_of = self.builder.table("numbers", shape.kinds)
                return Value(node("tab", kind_of, holder.node), self.kind_of(f"{shape.name}-kind"))
        if domain.kind == "placement" and name in ("edges", "cells", "joints"):
            shape = self.world.shapes[domain.name.removeprefix("placement of ")]
            of = {"edges": "edge", "cells": "cell", "joints": "vertex"}[name]
            if name == "edges" and shape.on != "edges":
                return None
            rows = [p.places if name == "edges" else p.cells if name == "cells" else p.joints for p in shape.placements]
            most = max((len(row) for row in rows), default=0)
            return Value(node("row", self.builder.table("rows", rows), holder.node), ListOf(self.kind_of(of), most))
        return None

    def x_my(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        if scope.me is None:
            self.report("no-me", tree, scope)
            return wrong()
        name = str(tree.children[0])
        return self._of_seat(name, Value(scope.me, self.kind_of("seat")), tree, scope)

    def _of_seat(self, name: str, owner: Value, tree: Syntax, scope: Scope) -> Value:
        piece = self.world.pieces.get(name)
        if piece is not None and piece.per_seat:
            each = piece.domain.size // len(self.world.seats)
            if each == 1:
                return Value(owner.node, piece.domain.type)
        plural = self.world.plurals.get(name)
        if plural in self.world.pieces and self.world.pieces[plural].per_seat:
            domain = self.world.pieces[plural].domain
            table = [
                tuple(i for i, seat in enumerate(domain.owners) if seat == s) for s in range(len(self.world.seats))
            ]
            row = node("row", self.builder.table("rows", table), owner.node)
            return Value(row, ListOf(domain.type, domain.size))
        return self.field_value(owner, name, tree, scope)

    def x_of(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        left, right = tree.children
        assert left is not None and right is not None and not isinstance(left, Token)
        if left.data != "name":
            stone = self._stone_value(tree, scope)
            return stone if stone is not None else self.mismatch(tree, scope, Nothing(), "`name of thing`")
        name = str(left.children[0])
        stone = self._stone_value(tree, scope)
        if stone is not None:
            return stone
        holder = self.need(self.expr(right, scope), right, scope)
        if holder.wrong:
            return wrong()
        if holder.type == self.kind_of("seat"):
            return self._of_seat(name, holder, tree, scope)
        return self.field_value(holder, name, tree, scope)

    def _stone_value(self, tree: Syntax, scope: Scope) -> Value | None:
        """`pawn of me`, `man of s`, `k of s`: a stone with its owner."""
        left, right = tree.children
        assert left is not None and not isinstance(left, Token)
        name = str(left.children[0]) if left.data == "name" else ""
        if name not in scope.locals:
            for stone in self.world.stones.values():
                if stone.owned and (name == stone.name or name in stone.kinds) and not self._is_field(name):
                    owner = self.member(right, scope, "seat")
                    kind = stone.kinds.index(name) if name in stone.kinds else 0
                    return self.stone_of(stone, owner, num(kind))
        if left.data == "name" and name not in scope.locals:
            return None
        value = self.expr(left, scope)
        if isinstance(value.type, Member) and self.world.domains[value.type.domain].kind == "kind":
            stone = self.world.stones[value.type.domain.removesuffix("-kind")]
            return self.stone_of(stone, self.member(right, scope, "seat"), value.node)
        return None

    def _is_field(self, name: str) -> bool:
        return ("seat", name) in self.world.fields

    def stone_of(self, stone: Stone, owner: Node, kind: Node) -> Value:
        made = binary("add", binary("mul", owner, num(stone.per_owner)), kind)
        return Value(made, self.kind_of(stone.name))

    # -- what stands where

    def x_on(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        thing, place_tree = tree.children
        assert thing is not None and place_tree is not None and not isinstance(thing, Token)
        name = str(thing.children[0]) if thing.data == "name" else ""
        place = self.expr(place_tree, scope)
        if place.wrong:
            return wrong()
        if name in self.world.stones:
            return self._stone_on(self.world.stones[name], place, tree, place_tree, scope)
        if name in self.world.plurals and self.world.plurals[name] in self.world.pieces:
            piece = self.world.pieces[self.world.plurals[name]]
            return Value(num(0), SetOf(piece.domain.type), self._pieces_on(piece, place, place_tree, scope))
        if name in self.world.pieces:
            piece = self.world.pieces[name]
            coll = self._pieces_on(piece, place, place_tree, scope)
            each = self.builder.fresh()
            body = [*coll.make(each, [node("return", var(each))]), node("return", num(-1))]
            return self.narrowed(Value(self.builder.lift(body, "piece"), Maybe(piece.domain.type)), tree, scope)
        if isinstance(place.type, (Member, Maybe)) and name:
            holder = self.need(place, place_tree, scope)
            return self.field_value(holder, name, tree, scope)
        names = [*self.world.stones, *self.world.pieces, *self.world.plurals]
        return self.unknown(name or self.words(thing), thing, scope, names)

    def _place_of(self, place: Value, lives: str, tree: Syntax | Token, scope: Scope) -> tuple[Node, bool] | None:
        """The place's number, and whether it may be none."""
        if single(place.type) != self.kind_of(lives):
            self.mismatch(tree, scope, place.type, lives)
            return None
        return place.node, isinstance(place.type, Maybe)

    def _stone_on(self, stone: Stone, place: Value, tree: Syntax, place_tree: Syntax | Token, scope: Scope) -> Value:
        found = self._place_of(place, stone.lives, place_tree, scope)
        if found is None:
            return wrong()
        at, optional = found
        value = self.read(stone.field, at, tree, scope)
        known = key_of(tree) in scope.known or any(
            f"holds:{name}:{key_of(place_tree)}" in scope.known for name in (stone.name, *stone.kinds)
        )
        if known:
            names = (stone.name, *stone.kinds)
            self.relied |= {key_of(tree), *(f"holds:{name}:{key_of(place_tree)}" for name in names)}
            return Value(self.still_there(value.node, value.type), self.kind_of(stone.name))
        if optional:
            return Value(choice(node("lt", at, num(0)), num(-1), value.node), value.type)
        return value

    def _pieces_on(self, piece: PieceKind, place: Value, tree: Syntax | Token, scope: Scope) -> Collection:
        found = self._place_of(place, piece.lives, tree, scope)
        size = piece.domain.size
        whole = over_range(piece.domain.type, num(0), num(size), size)
        if found is None:
            return whole
        each = self.builder.fresh()
        here = self.read(piece.place, var(each), tree, scope).node
        condition = node("eq", here, found[0])
        if found[1]:
            condition = both(node("ge", found[0], num(0)), condition)
        return filtered(whole, each, condition)

    def pattern(self, place: Node, lives: str, pattern: Syntax, scope: Scope) -> Node:
        """Whether a place holds what a pattern says."""
        kind_tree, owner_tree = pattern.children
        assert kind_tree is not None and not isinstance(kind_tree, Token)
        name = str(kind_tree.children[0])
        owner: Node | None = None
        if kind_tree.data == "my_kind":
            if scope.me is None:
                self.report("no-me", kind_tree, scope)
                return FALSE
            owner = scope.me
        elif owner_tree is not None:
            owner = self.member(owner_tree, scope, "seat")
        made = self._holds(name, owner, place, lives, kind_tree, scope)
        return negated(made) if pattern.data == "holding_no" else made

    def _holds(self, name: str, owner: Node | None, place: Node, lives: str, tree: Syntax, scope: Scope) -> Node:
        world = self.world
        if name == "nothing" and name not in scope.locals:
            empty = num(1)
            for stone in world.stones.values():
                if stone.lives == lives:
                    empty = both(empty, node("lt", self.read(stone.field, place, tree, scope).node, num(0)))
            for piece in world.pieces.values():
                if piece.lives == lives:
                    empty = both(empty, negated(self._piece_there(piece, place, tree, scope)))
            return empty
        if name in world.stones and world.stones[name].lives == lives:
            stone = world.stones[name]
            here = self.read(stone.field, place, tree, scope).node
            if owner is None:
                return node("ge", here, num(0))
            if stone.per_owner == 1:
                return node("eq", here, owner)
            return node("eq", node("div", here, num(stone.per_owner)), owner)
        if name in world.pieces:
            return self._piece_there(world.pieces[name], place, tree, scope, owner)
        local = scope.locals.get(name)
        for stone in world.stones.values():
            if stone.lives != lives:
                continue
            kind: Node | None = None
            if local is not None and local.type == Member(f"{stone.name}-kind", len(stone.kinds)):
                kind = local.node
            elif local is not None and local.type == self.kind_of(stone.name):
                return node("eq", self.read(stone.field, place, tree, scope).node, local.node)
            elif local is None and name in stone.kinds:
                kind = num(stone.kinds.index(name))
            if kind is not None:
                here = self.read(stone.field, place, tree, scope).node
                if owner is not None:
                    return node("eq", here, self.stone_of(stone, owner, kind).node)
                if not stone.owned:
                    return node("eq", here, kind)
                return both(node("ge", here, num(0)), node("eq", node("mod", here, num(stone.per_owner)), kind))
        kinds = [k for stone in world.stones.values() for k in stone.kinds]
        self.unknown(name, tree, scope, [*world.stones, *world.pieces, *kinds, "nothing"])
        return FALSE

    def _piece_there(self, piece: PieceKind, place: Node, tree: Syntax, scope: Scope, owner: Node | None = None) -> Node:
        made = FALSE
        domain = piece.domain
        if domain.size > 6:
            each = self.builder.fresh()
            test = node("eq", self.read(piece.place, var(each), tree, scope).node, place)
            if owner is not None:
                test = both(node("eq", node("tab", self.builder.table("numbers", domain.owners), var(each)), owner), test)
            body = [node("for", each, node("range", num(0), num(domain.size)), [node("when", test, [node("return", num(1))], [])])]
            return self.builder.lift([*body, node("return", FALSE)], "there")
        for index in range(domain.size):
            here = node("eq", self.read(piece.place, num(index), tree, scope).node, place)
            if owner is not None:
                if not domain.owners:
                    self.report("nobody-owns", tree, scope, name=piece.name)
                    return FALSE
                here = both(binary("eq", num(domain.owners[index]), owner), here)
            made = either(made, here)
        return made

    def x_holds(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        place_tree, pattern = tree.children
        assert place_tree is not None and pattern is not None and not isinstance(pattern, Token)
        place = self.expr(place_tree, scope)
        kind = single(place.type)
        if not isinstance(kind, Member):
            return self.mismatch(place_tree, scope, place.type, "a place")
        at = place.node
        if at.op not in ("var", "num"):
            # Worked out once: the pattern may ask about the place several times.
            name = self.builder.fresh()
            made = self.pattern(var(name), kind.domain, pattern, scope)
            if isinstance(place.type, Maybe):
                made = both(node("ge", var(name), num(0)), made)
            return truth(self.builder.lift([node("let", name, at), node("return", made)], "holds"))
        made = self.pattern(at, kind.domain, pattern, scope)
        if isinstance(place.type, Maybe):
            made = both(node("ge", at, num(0)), made)
        return truth(made)

    def x_holding_set(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        places, pattern = tree.children
        assert places is not None and pattern is not None and not isinstance(pattern, Token)
        coll = self.collection(self.expr(places, scope), places, scope)
        if not isinstance(coll.of, Member):
            return wrong()
        each = self.builder.fresh()
        condition = self.pattern(var(each), coll.of.domain, pattern, scope)
        return Value(num(0), SetOf(coll.of), filtered(coll, each, condition))

    def x_touching(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        places, cell_tree = tree.children
        assert places is not None and cell_tree is not None
        coll = self.collection(self.expr(places, scope), places, scope)
        if not isinstance(coll.of, Member) or not coll.of.domain.startswith("placement of "):
            return self.mismatch(places, scope, SetOf(coll.of), "placements")
        shape = self.world.shapes[coll.of.domain.removeprefix("placement of ")]
        from labrys.board.shapes import touching

        assert self.world.board is not None
        rows = touching(self.world.board, shape.placements)
        cell = self.member(cell_tree, scope, "cell")
        return Value(node("row", self.builder.table("rows", rows), cell), ListOf(coll.of, len(shape.placements)))

    def x_index(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        holder_tree, index_tree = tree.children
        assert holder_tree is not None and index_tree is not None
        if not isinstance(holder_tree, Token) and holder_tree.data == "name":
            local = scope.locals.get(str(holder_tree.children[0]))
            if local is not None and local.by_seat:
                self.secrets += local.taint
                seat = self.member(index_tree, scope, "seat")
                return self.narrowed(Value(node("item", local.node, seat), local.type), tree, scope)
        holder = self.expr(holder_tree, scope)
        kind = holder.type
        if isinstance(kind, BagOf):
            index = self.typed(index_tree, scope, kind.of)
            return Value(node("bagget", *holder.node.args, index), Number(0, kind.most))
        if isinstance(kind, ListOf):
            at = self.integer(index_tree, scope)
            return Value(node("item", holder.node, at.node), kind.of)
        return self.mismatch(holder_tree, scope, kind, "a list or a bag")

    # -- calls

    def x_call(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        name = str(tree.children[0])
        args = [kid.children[-1] for kid in tree.children[1:] if kid is not None and not isinstance(kid, Token)]
        if self.is_definition(name):
            return self.narrowed(self.call_definition(name, args, tree, scope), tree, scope)
        word = getattr(self, f"w_{name.replace('-', '_')}", None)
        if word is None:
            known = [n[2:].replace("_", "-") for n in dir(self) if n.startswith("w_")]
            return self.unknown(name, tree.children[0], scope, [*known, *(n for n, _ in self.world.nodes("define"))])
        least, most = _ARITY.get(name, (1, 1))
        if not least <= len(args) <= most:
            wanted_count = str(least) if least == most else f"{least}-{most}"
            self.report("wrong-arity", tree, scope, name=name, wanted=wanted_count, given=len(args))
            return wrong()
        if name in _OF_BOARD and (self.world.board is None or (name in _OF_WAYS and not self.world.board.directions)):
            self.report("no-such-places", tree, scope, name=name)
            return wrong()
        value: Value = word(tree, args, scope)
        return self.narrowed(value, tree, scope)

    def _steps_table(self) -> Node:
        assert self.world.board is not None
        return num(self.builder.table("numbers", [there for row in self.world.board.step for there in row]))

    def _cell_way(self, cell: Node, way: Node) -> Node:
        assert self.world.board is not None
        return binary("add", binary("mul", cell, num(len(self.world.board.directions))), way)

    def w_step(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        cell_kind = self.kind_of("cell")
        cell = self.expr(args[0], scope, cell_kind)
        if single(cell.type) != cell_kind:
            return self.mismatch(args[0], scope, cell.type, cell_kind)
        cell = self.need(cell, args[0], scope)
        way = self.expr(args[1], scope, self.kind_of("direction"))
        steps = self._steps_table().args[0]
        if isinstance(way.type, ListOf):
            at, each = self.builder.fresh(), self.builder.fresh()
            body = [
                node("let", at, cell.node),
                node("for", each, way.node, [
                    node("assign", at, node("tab", steps, self._cell_way(var(at), var(each)))),
                    node("when", node("lt", var(at), num(0)), [node("return", num(-1))], []),
                ]),
                node("return", var(at)),
            ]  # fmt: skip
            return Value(self.builder.lift(body, "steps"), Maybe(cell_kind))
        way = self.convert(way, self.kind_of("direction"), args[1], scope)
        return Value(node("tab", steps, self._cell_way(cell.node, way.node)), Maybe(cell_kind))

    def _rows_by_way(self, rows: list[tuple[int, ...]], args: list[Syntax], scope: Scope) -> Value:
        cell, way = self.member(args[0], scope, "cell"), self.member(args[1], scope, "direction")
        table = self.builder.table("rows", rows)
        most = max((len(row) for row in rows), default=0)
        return Value(node("row", table, self._cell_way(cell, way)), ListOf(self.kind_of("cell"), max(most, 1)))

    def w_ray(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        assert self.world.measure is not None
        return self._rows_by_way([ray for rays in self.world.measure.rays for ray in rays], args, scope)

    def w_line(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        assert self.world.measure is not None and self.world.board is not None
        ways = range(len(self.world.board.directions))
        rows = [self.world.measure.line(cell, way) for cell in range(len(self.world.board.cells)) for way in ways]
        return self._rows_by_way(rows, args, scope)

    def _pairs(self, args: list[Syntax], scope: Scope) -> Node:
        assert self.world.board is not None
        a, b = self.member(args[0], scope, "cell"), self.member(args[1], scope, "cell")
        return binary("add", binary("mul", a, num(len(self.world.board.cells))), b)

    def w_between(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        assert self.world.measure is not None and self.world.board is not None
        size = len(self.world.board.cells)
        if size > 512:
            self.report("board-too-large", tree, scope, name="between", most=512)
            return wrong()
        rows = self.world.measure.all_between
        most = max((len(row) for row in rows), default=0)
        table = self.builder.table("rows", rows)
        return Value(node("row", table, self._pairs(args, scope)), ListOf(self.kind_of("cell"), max(most, 1)))

    def w_steps(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        assert self.world.measure is not None and self.world.board is not None
        size = len(self.world.board.cells)
        if size > 512:
            self.report("board-too-large", tree, scope, name="steps", most=512)
            return wrong()
        flat = [n for row in self.world.measure.distances for n in row]
        return Value(node("tab", self.builder.table("numbers", flat), self._pairs(args, scope)), Number(-1, size))

    def w_way(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        assert self.world.measure is not None and self.world.board is not None
        size = len(self.world.board.cells)
        flat = [self.world.measure.way(a, b) for a in range(size) for b in range(size)]
        made = node("tab", self.builder.table("numbers", flat), self._pairs(args, scope))
        return Value(made, Maybe(self.kind_of("direction")))

    def w_neighbours(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        assert self.world.board is not None
        cell = self.member(args[0], scope, "cell")
        rows = self.world.board.neighbours
        most = max((len(row) for row in rows), default=0)
        value = Value(node("row", self.builder.table("rows", rows), cell), ListOf(self.kind_of("cell"), max(most, 1)))
        if len(args) == 1:
            return value
        return self.flood("next", args[0], None, args[1], tree, scope)

    def w_opposite(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        assert self.world.board is not None
        way = self.member(args[0], scope, "direction")
        table = self.builder.table("numbers", self.world.board.opposite)
        kind = self.kind_of("direction")
        whole = min(self.world.board.opposite) >= 0
        return Value(node("tab", table, way), kind if whole else Maybe(kind))

    def w_rotated(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        assert self.world.board is not None
        way = self.member(args[0], scope, "direction")
        by = self.integer(args[1], scope)
        quarter = self.world.board.quarter
        rows, now = [], list(range(len(quarter)))
        # A full turn has four quarters, on hexagons six sixths.
        full = 6 if self.world.board.kind == "hex" else 4
        for _ in range(full):
            rows.append(tuple(now))
            now = [quarter[w] if w >= 0 else -1 for w in now]
        flat = [w for row in rows for w in row]
        at = binary("add", binary("mul", binary("mod", by.node, num(full)), num(len(quarter))), way)
        kind = self.kind_of("direction")
        made = node("tab", self.builder.table("numbers", flat), at)
        return Value(made, kind if min(flat) >= 0 else Maybe(kind))

    def w_edge(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        assert self.world.board is not None
        cell, way = self.member(args[0], scope, "cell"), self.member(args[1], scope, "direction")
        flat = [edge for row in self.world.board.edge_of for edge in row]
        made = node("tab", self.builder.table("numbers", flat), self._cell_way(cell, way))
        return Value(made, Maybe(self.kind_of("edge")))

    def _rows_of(self, rows: object, arg: Syntax, of: str, to: str, scope: Scope) -> Value:
        table = [tuple(row) for row in rows]  # type: ignore[attr-defined]
        most = max((len(row) for row in table), default=0)
        at = self.member(arg, scope, of)
        return Value(node("row", self.builder.table("rows", table), at), ListOf(self.kind_of(to), max(most, 1)))

    def w_sides(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        assert self.world.board is not None
        rows = [tuple(e for e in row if e >= 0) for row in self.world.board.sides]
        return self._rows_of(rows, args[0], "cell", "edge", scope)

    def w_ends(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        assert self.world.board is not None
        rows = [tuple(c for c in pair if c >= 0) for pair in self.world.board.edge_cells]
        return self._rows_of(rows, args[0], "edge", "cell", scope)

    def w_corners(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        assert self.world.board is not None
        rows = [tuple(v for v in row if v >= 0) for row in self.world.board.corner_of]
        return self._rows_of(rows, args[0], "cell", "vertex", scope)

    def w_placements(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        name = str(args[0].children[0]) if args[0].data == "name" else ""
        if name not in self.world.shapes:
            return self.unknown(name, args[0], scope, self.world.shapes)
        return self.whole(f"placement of {name}")

    def w_next(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        return self._round(args, 1, scope)

    def w_previous(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        return self._round(args, -1, scope)

    def _round(self, args: list[Syntax], by: int, scope: Scope) -> Value:
        """The next living seat, clockwise or back."""
        seat = self.member(args[0], scope, "seat")
        return Value(node("around", self.system("$living"), seat, num(by), num(len(self.world.seats))), self.kind_of("seat"))

    def w_min(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        return self._between_two("min", args, scope)

    def w_max(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        return self._between_two("max", args, scope)

    def _between_two(self, op: str, args: list[Syntax], scope: Scope) -> Value:
        a, b = self.integer(args[0], scope), self.integer(args[1], scope)
        if not isinstance(a.type, Number) or not isinstance(b.type, Number):
            return wrong()
        pick = min if op == "min" else max
        kind = Number(pick(a.type.low, b.type.low), pick(a.type.high, b.type.high))
        return Value(binary(op, a.node, b.node), kind)

    def w_before(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        if scope.before is None:
            self.report("not-here", tree, scope, name="before")
            return wrong()
        value = self.expr(args[0], scope)
        made = self.bits(value, args[0], scope) if isinstance(value.type, (SetOf, ListOf)) else value.node
        name = self.builder.fresh()
        scope.before.append((name, made))
        kind = SetOf(value.type.of) if isinstance(value.type, ListOf) else value.type
        return Value(var(name), kind)

    def w_done(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        if not args:
            return Value(self.system("$acts"), Number(0, 2**31 - 2))
        name = str(args[0].children[0])
        names = [n for n, _ in self.world.nodes("actions")]
        if name not in names:
            return self.unknown(name, args[0], scope, names)
        field = self.world.fields[None, "$done"]
        return Value(node("get", field.number, num(names.index(name))), Number(0, 2**31 - 2))

    def w_can(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        name = str(args[0].children[0])
        names = [n for n, _ in self.world.nodes("actions")]
        if name not in names:
            return self.unknown(name, args[0], scope, names)
        if scope.me is None:
            self.report("no-me", tree, scope)
            return wrong()
        self.using.calls.add(f"actions.{name}")
        return truth(node("can", names.index(name), scope.me))

    def w_cause(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        name = str(args[0].children[0]) if args[0].data == "name" else ""
        known = [n for n, _ in self.world.nodes("events")]
        if name not in known:
            return self.unknown(name, args[0], scope, known)
        if scope.place not in ("before", "after", "event", "do", "then", "hook"):
            self.report("not-here", tree, scope, name="cause")
            return wrong()
        return truth(node("nested", self.event(name).index))

    def event(self, name: str) -> Any:
        raise NotImplementedError

    def w_running(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        if not self.world.timers:
            self.report("no-clock", tree, scope)
            return wrong()
        timer = self.member(args[0], scope, "timer")
        return truth(node("ge", node("get", self.world.fields[None, "$due"].number, timer), num(0)))

    def w_left(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        """Ticks until a timer rings; 0 for one that does not run."""
        if not self.world.timers:
            self.report("no-clock", tree, scope)
            return wrong()
        timer = self.member(args[0], scope, "timer")
        due = node("get", self.world.fields[None, "$due"].number, timer)
        return Value(node("max", num(0), node("sub", due, self.system("$now"))), Number(0, 2**31 - 2))

    # -- tiles

    def w_turns(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        """The turns of a kind of tile that differ."""
        board = self.world.board
        if not isinstance(board, LaidBoard):
            self.report("no-such-places", tree, scope, name="turns")
            return wrong()
        kind = self.member(args[0], scope, "tile")
        return Value(node("row", self.builder.table("rows", board.turns), kind), ListOf(self.kind_of("turn"), 4))

    def _open_table(self) -> int:
        board = self.world.board
        assert isinstance(board, LaidBoard)
        return self.builder.table("numbers", [int(side) for kind in board.open_side for turn in kind for side in turn])

    def _open_at(self, kind: Node, turn: Node, way: Node) -> Node:
        assert self.world.board is not None
        at = binary("add", binary("mul", kind, num(4)), turn)
        return node("tab", self._open_table(), binary("add", binary("mul", at, num(len(self.world.board.directions))), way))

    def w_open_side(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        if not isinstance(self.world.board, LaidBoard):
            self.report("no-such-places", tree, scope, name="open-side")
            return wrong()
        kind, turn = self.member(args[0], scope, "tile"), self.typed(args[1], scope, self.kind_of("turn"))
        return truth(self._open_at(kind, turn, self.member(args[2], scope, "direction")))

    def w_opens(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        """Whether a tile lies on the cell and has an open side that way."""
        if not isinstance(self.world.board, LaidBoard):
            self.report("no-such-places", tree, scope, name="opens")
            return wrong()
        cell, way = self.member(args[0], scope, "cell"), self.member(args[1], scope, "direction")
        top, turn = self.world.fields["cell", "tile"], self.world.fields["cell", "turn"]
        at, kind, to = (self.builder.fresh() for _ in range(3))
        self.using.reads |= {"cell.tile", "cell.turn"}
        opened = self._open_at(var(kind), node("get", turn.number, var(at)), var(to))
        body = [
            node("let", at, cell), node("let", to, way), node("let", kind, node("get", top.number, var(at))),
            node("return", both(node("ge", var(kind), num(0)), opened)),
        ]  # fmt: skip
        return truth(self.builder.lift(body, "opens"))

    def w_printed(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        """The mark printed on a cell, read through the tile that lies there and its turn."""
        return self._on_tile(tree, args, scope, "mark")

    def w_side(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        """The mark printed on a side of a cell."""
        return self._on_tile(tree, args, scope, "side-mark")

    def _on_tile(self, tree: Syntax, args: list[Syntax], scope: Scope, domain: str) -> Value:
        board = self.world.board
        if not isinstance(board, TiledBoard) or domain not in self.world.domains:
            self.report("no-such-places", tree, scope, name="printed" if domain == "mark" else "side")
            return wrong()
        cell = self.member(args[0], scope, "cell")
        at, slot, tile, index = (self.builder.fresh() for _ in range(4))
        lying, turned = self.world.fields["slot", "tile"], self.world.fields["slot", "turn"]
        if lying.seen_by != "all":
            self.secrets.append((lying, var(slot), None))
        self.using.reads |= {"slot.tile", "slot.turn"}
        size = board.tile_size * board.tile_size
        faces = binary("add", binary("mul", var(tile), num(4)), node("get", turned.number, var(slot)))
        where = binary("add", binary("mul", faces, num(size)), var(index))
        body = [
            node("let", at, cell),
            node("let", slot, node("tab", self.builder.table("numbers", board.slot_of), var(at))),
            node("let", tile, node("get", lying.number, var(slot))),
            node("let", index, node("tab", self.builder.table("numbers", board.index_in_slot), var(at))),
            node("when", node("lt", var(tile), num(0)), [node("return", num(-1))], []),
        ]
        if domain == "side-mark":
            way = self.member(args[1], scope, "direction")
            where = binary("add", binary("mul", where, num(len(board.directions))), way)
        table = self.world.tile_marks[domain]
        body.append(node("return", node("tab", self.builder.table("numbers", table), where)))
        return Value(self.builder.lift(body, "printed"), Maybe(self.kind_of(domain)))

    # -- walking

    def flood(self, kind: str, start: Syntax, goal: Syntax | None, relation: Syntax | None, tree: Syntax, scope: Scope) -> Value:
        """A walk over the board: `region`, `reaches`, `distance`, `path` or one step (`next`)."""
        cell = self.kind_of("cell")
        begin = self.member(start, scope, "cell")
        goal_bits: Node = EMPTY
        if goal is not None:
            value = self.expr(goal, scope, cell)
            if single(value.type) == cell:
                goal_bits = bit(self.need(value, goal, scope).node, cell.size)
            else:
                goal_bits = self.convert(value, SetOf(cell), goal, scope).node
        found = self._relation_call(relation, scope)
        if found is None and relation is not None:
            return wrong()
        here, way, there, side, came = (self.builder.fresh() for _ in range(5))
        condition, links, first = num(1), None, None
        if found is not None:
            condition, links, first = found(here, way, there, side, came)
        s, g = self.builder.fresh(), self.builder.fresh()
        body = [node("flood", kind, s, g, here, way, there, side, condition, links, came, first)]
        free = [v for v in self._free(condition, links, first) if v not in (here, way, there, side, came)]
        made = self.builder.function([s, g, *free], body, kind)
        call = node("call", made.number, begin, goal_bits, *[var(v) for v in free])
        # A walk that remembers how it came may pass a cell once each way.
        size = cell.size if first is None else cell.size * (self.kind_of("direction").size + 1)
        result: Type = {
            "region": SetOf(cell), "next": SetOf(cell), "reaches": truth(call).type,
            "distance": Maybe(Number(0, size)), "path": ListOf(cell, size),
        }[kind]  # fmt: skip
        return Value(call, result)

    def _free(self, *parts: Node | None) -> list[int]:
        from labrys.graph.code import free_variables

        return free_variables([part for part in parts if part is not None])

    def _relation_call(self, tree: Syntax | None, scope: Scope):  # type: ignore[no-untyped-def]
        raise NotImplementedError

    def w_region(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        return self.flood("region", args[0], None, args[1] if len(args) > 1 else None, tree, scope)

    def w_group(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        return self.flood("region", args[0], None, args[1], tree, scope)

    def w_reaches(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        return self.flood("reaches", args[0], args[1], args[2] if len(args) > 2 else None, tree, scope)

    def w_distance(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        return self.flood("distance", args[0], args[1], args[2] if len(args) > 2 else None, tree, scope)

    def w_path(self, tree: Syntax, args: list[Syntax], scope: Scope) -> Value:
        return self.flood("path", args[0], args[1], args[2] if len(args) > 2 else None, tree, scope)

    def region_meets(self, tree: Syntax, scope: Scope) -> Value | None:
        """`region(a, r) meets B` stops as soon as it has met B."""
        left, right = tree.children
        if isinstance(left, Token) or left is None or left.data != "call" or str(left.children[0]) != "region":
            return None
        args = [kid.children[-1] for kid in left.children[1:] if kid is not None and not isinstance(kid, Token)]
        if not 1 <= len(args) <= 2:
            return None
        return self.flood("reaches", args[0], right, args[1] if len(args) > 1 else None, tree, scope)  # type: ignore[arg-type]

    def x_seen(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        name = str(tree.children[0])
        if name not in self.world.histories:
            return self.unknown(name, tree, scope, self.world.histories)
        return Value(node("seen", name), Number(0, self.world.histories[name].keep))


_ARITY = {
    "step": (2, 2), "ray": (2, 2), "line": (2, 2), "between": (2, 2), "steps": (2, 2), "way": (2, 2),
    "neighbours": (1, 2), "rotated": (2, 2), "edge": (2, 2), "min": (2, 2), "max": (2, 2), "done": (0, 1),
    "side": (2, 2), "opens": (2, 2), "open-side": (3, 3), "region": (1, 2), "group": (2, 2), "reaches": (2, 3), "distance": (2, 3), "path": (2, 3),
}  # fmt: skip
_OF_WAYS = frozenset({"step", "ray", "line", "way", "opposite", "rotated", "edge"})
_OF_BOARD = _OF_WAYS | {
    "between", "steps", "neighbours", "sides", "ends", "corners", "placements", "region", "group", "reaches", "distance", "path",
}  # fmt: skip

__all__ = ["Words", "family", "number", "over_bits", "over_list"]

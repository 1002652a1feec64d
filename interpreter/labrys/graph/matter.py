"""Matter: stones, pieces and tiles put, lifted, moved, laid, turned, swapped and flipped."""

from __future__ import annotations

from labrys.graph.bodies import Bodies, Code
from labrys.graph.code import Node, node, num, var
from labrys.graph.scope import Scope
from labrys.graph.values import Value
from labrys.language.parse import Syntax
from labrys.language.types import ListOf, Member, SetOf, single
from lark import Token


class Matter(Bodies):
    # -- stones and pieces

    def s_put(self, tree: Syntax, scope: Scope) -> Code:
        what = tree.children[0]
        if isinstance(what, Token) or what is None or what.data != "on":
            assert what is not None
            self.report("put-where", what, scope)
            return []
        thing, place_tree = what.children
        assert thing is not None and place_tree is not None and not isinstance(thing, Token)
        name = str(thing.children[0]) if thing.data == "name" else ""
        place = self.expr(place_tree, scope)
        stone = self.world.stones.get(name) if name not in scope.locals else None
        if stone is not None:
            if stone.owned:
                self.report("whose-stone", thing, scope, name=name)
                return []
            value = Value(num(0), self.kind_of(stone.name))
        else:
            value = self._thing(thing, scope, place)
        if value.wrong or place.wrong or not isinstance(value.type, Member):
            if not value.wrong and not place.wrong:
                self.mismatch(thing, scope, value.type, "a stone or a piece")
            return []
        if value.type.domain in self.world.pieces:
            return self._place_piece(value, place, place_tree, scope)
        if value.type.domain in self.world.stones:
            return self._on_places(value.type.domain, value.node, place, place_tree, scope)
        self.mismatch(thing, scope, value.type, "a stone or a piece")
        return []

    def _thing(self, thing: Syntax, scope: Scope, place: Value) -> Value:
        """A piece, or a stone made of a kind where the stone has no owner."""
        value = self.expr(thing, scope)
        if isinstance(value.type, Member) and self.world.domains[value.type.domain].kind == "kind":
            name = value.type.domain.removesuffix("-kind")
            if not self.world.stones[name].owned:
                return Value(value.node, self.kind_of(name))
            self.report("whose-stone", thing, scope, name=name)
            return Value(num(0), self.kind_of(name))
        return self.need(value, thing, scope)

    def _place_piece(self, piece: Value, place: Value, tree: Syntax | Token, scope: Scope) -> Code:
        assert isinstance(piece.type, Member)
        kind = self.world.pieces[piece.type.domain]
        wanted = self.kind_of(kind.lives)
        at = self.convert(place, wanted, tree, scope)
        self.using.writes.add(f"{kind.name}.{kind.place.name}")
        return self.change(kind.place, piece.node, at.node) if not at.wrong else []

    def _on_places(self, stone_name: str, stone: Node, place: Value, tree: Syntax | Token, scope: Scope) -> Code:
        field = self.world.stones[stone_name].field
        self.using.writes.add(f"{field.of}.{field.name}")
        lives = self.kind_of(self.world.stones[stone_name].lives)
        if single(place.type) is not None:
            at = self.convert(place, lives, tree, scope)
            return self.change(field, at.node, stone) if not at.wrong else []
        coll = self.collection(place, tree, scope)
        if coll.of != lives or not isinstance(coll.of, Member):
            self.mismatch(tree, scope, SetOf(coll.of), lives)
            return []
        each = self.builder.fresh()
        # The set may depend on what is put there, so it is worked out first.
        bits = self.bits(place, tree, scope)
        return [node("for", each, node("bits", bits, coll.of.size), self.change(field, var(each), stone))]

    def s_lift(self, tree: Syntax, scope: Scope) -> Code:
        what = tree.children[0]
        assert what is not None and not isinstance(what, Token)
        if what.data == "on":
            thing, place_tree = what.children
            assert thing is not None and place_tree is not None and not isinstance(thing, Token)
            name = str(thing.children[0])
            if name == "tile" and thing.data == "name" and name not in scope.locals:
                return self._lift_tile(tree, place_tree, scope)
            if name in self.world.stones and name not in scope.locals:
                place = self.expr(place_tree, scope)
                return [] if place.wrong else self._on_places(name, num(-1), place, place_tree, scope)
        value = self.expr(what, scope)
        if isinstance(value.type, (SetOf, ListOf)):
            coll = self.collection(value, what, scope)
            if isinstance(coll.of, Member) and coll.of.domain in self.world.pieces:
                kind = self.world.pieces[coll.of.domain]
                each = self.builder.fresh()
                bits = self.bits(value, what, scope)
                self.using.writes.add(f"{kind.name}.{kind.place.name}")
                return [node("for", each, node("bits", bits, coll.of.size), self.change(kind.place, var(each), num(-1)))]
        value = self.need(value, what, scope)
        if isinstance(value.type, Member) and value.type.domain in self.world.pieces:
            kind = self.world.pieces[value.type.domain]
            self.using.writes.add(f"{kind.name}.{kind.place.name}")
            return self.change(kind.place, value.node, num(-1))
        self.mismatch(what, scope, value.type, "a stone on a place or a piece")
        return []

    def s_move(self, tree: Syntax, scope: Scope) -> Code:
        what, goal_tree = tree.children
        assert what is not None and goal_tree is not None and not isinstance(what, Token)
        goal = self.expr(goal_tree, scope)
        if what.data == "on":
            thing, from_tree = what.children
            assert thing is not None and from_tree is not None and not isinstance(thing, Token)
            name = str(thing.children[0])
            stone = self.world.stones.get(name) if name not in scope.locals else None
            if stone is None:
                for candidate in self.world.stones.values():
                    if name in candidate.kinds and name not in scope.locals:
                        stone = candidate
            if stone is not None:
                lives = self.kind_of(stone.lives)
                start = self.convert(self.expr(from_tree, scope, lives), lives, from_tree, scope)
                end = self.convert(goal, lives, goal_tree, scope)
                if start.wrong or end.wrong:
                    return []
                number = stone.field.number
                self.using.writes.add(f"{stone.field.of}.{stone.field.name}")
                kept = self.builder.fresh()
                # Lifted before it is put down: a move to its own place leaves it there.
                return [
                    node("let", kept, node("get", number, start.node)),
                    *self.change(stone.field, start.node, num(-1)),
                    *self.change(stone.field, end.node, var(kept)),
                ]
        piece = self.need(self.expr(what, scope), what, scope)
        if isinstance(piece.type, Member) and piece.type.domain in self.world.pieces:
            return self._place_piece(piece, goal, goal_tree, scope)
        self.mismatch(what, scope, piece.type, "a stone on a place or a piece")
        return []


    # -- tiles

    def s_lay(self, tree: Syntax, scope: Scope) -> Code:
        what, turn_tree = tree.children
        assert what is not None
        if isinstance(what, Token) or what.data != "on":
            self.report("put-where", what, scope)
            return []
        thing, place_tree = what.children
        assert thing is not None and place_tree is not None
        if not self._tiles_here(tree, scope, "lay"):
            return []
        where = "cell" if self.world.fields.get(("cell", "tile")) else "slot"
        tile, at = self.member(thing, scope, "tile"), self.member(place_tree, scope, where)
        turn = num(0) if turn_tree is None else self.turn_number(turn_tree, scope)
        self.using.writes |= {f"{where}.tile", f"{where}.turn"}
        place, kind, quarter = self.builder.fresh(), self.builder.fresh(), self.builder.fresh()
        code = [node("let", place, at), node("let", kind, tile), node("let", quarter, turn)]
        under = self.world.field_of(where, "under")
        if under is not None:
            # The tile that is covered stays below, with the turn it had.
            fields = self.world.field_of(where, "tile"), self.world.field_of(where, "turn"), self.world.field_of(where, "under-turn")
            assert all(fields)
            site = self.site(tree, scope)
            top, turned, below = (field.number for field in fields if field is not None)
            code.append(node("when", node("ge", node("get", top, var(place)), num(0)), [
                node("listadd", under.number, var(place), node("get", top, var(place)), site),
                node("listadd", below, var(place), node("get", turned, var(place)), site),
            ], []))  # fmt: skip
        for name, value in (("turn", quarter), ("tile", kind)):
            field = self.world.field_of(where, name)
            assert field is not None
            code += self.change(field, var(place), var(value))
        return code

    def _lift_tile(self, tree: Syntax, place_tree: Syntax | Token, scope: Scope) -> Code:
        """Takes the tile off a cell; the one it covered, if any, shows again."""
        top, turned = self.world.field_of("cell", "tile"), self.world.field_of("cell", "turn")
        if top is None or turned is None:
            self.report("no-such-places", tree, scope, name="lift")
            return []
        self.using.writes |= {"cell.tile", "cell.turn"}
        place = self.builder.fresh()
        bare = [*self.change(turned, var(place), num(0)), *self.change(top, var(place), num(-1))]
        code = [node("let", place, self.member(place_tree, scope, "cell"))]
        under, below = self.world.field_of("cell", "under"), self.world.field_of("cell", "under-turn")
        if under is None or below is None:
            return code + bare
        site, shown = self.site(tree, scope), []
        for lying, field in ((below, turned), (under, top)):
            # A list is taken from at its front: what lies lowest goes behind until the uppermost is first.
            taken, each = node("listtake", lying.number, var(place), site), self.builder.fresh()
            others = node("range", num(1), node("listlen", lying.number, var(place)))
            shown.append(node("for", each, others, [node("listadd", lying.number, var(place), taken, site)]))
            shown += self.change(field, var(place), taken)
        return [*code, node("when", node("gt", node("listlen", under.number, var(place)), num(0)), shown, bare)]

    def turn_number(self, tree: Syntax | Token, scope: Scope) -> Node:
        """A number of quarter turns, as 0 to 3."""
        value = self.need(self.expr(tree, scope, self.kind_of("turn")), tree, scope)
        if value.type == self.kind_of("turn"):
            return value.node
        return node("mod", self.integer(tree, scope).node, num(4))

    def _tiles_here(self, tree: Syntax, scope: Scope, word: str) -> bool:
        if "tile" in self.world.domains:
            return True
        self.report("no-such-places", tree, scope, name=word)
        return False

    def s_turn(self, tree: Syntax, scope: Scope) -> Code:
        place_tree, by_tree = tree.children
        assert place_tree is not None and by_tree is not None
        if not self._tiles_here(tree, scope, "turn"):
            return []
        where = "slot" if "slot" in self.world.domains else "cell"
        at, by = self.member(place_tree, scope, where), self.turn_number(by_tree, scope)
        self.using.writes.add(f"{where}.turn")
        place, quarter = self.builder.fresh(), self.builder.fresh()
        code = [node("let", place, at), node("let", quarter, by)]
        if where == "slot":
            code.append(node("turntile", var(place), var(quarter)))
        else:
            field = self.world.field_of("cell", "turn")
            assert field is not None
            turned = node("mod", node("add", node("get", field.number, var(place)), var(quarter)), num(4))
            code += self.change(field, var(place), turned)
        return [*code, *self.told("turned", [var(place), var(quarter)])]

    def s_swap(self, tree: Syntax, scope: Scope) -> Code:
        if "slot" not in self.world.domains:
            self.report("no-such-places", tree, scope, name="swap")
            return []
        first, second = (self.member(kid, scope, "slot") for kid in tree.children)
        self.using.writes |= {"slot.tile", "slot.turn"}
        a, b = self.builder.fresh(), self.builder.fresh()
        code = [node("let", a, first), node("let", b, second), node("swaptiles", var(a), var(b))]
        return [*code, *self.told("swapped", [var(a), var(b)])]

    def s_flip(self, tree: Syntax, scope: Scope) -> Code:
        field = self.world.field_of("slot", "face-up")
        if field is None:
            self.report("no-such-places", tree, scope, name="flip")
            return []
        at = self.builder.fresh()
        self.using.writes.add("slot.face-up")
        code = [node("let", at, self.member(tree.children[0], scope, "slot"))]
        code += self.change(field, var(at), node("sub", num(1), node("get", field.number, var(at))))
        return [*code, *self.told("flipped", [var(at)])]

    def told(self, name: str, args: list[Node]) -> Code:
        """Raises a change that is not of one field, where somebody listens."""
        raise NotImplementedError

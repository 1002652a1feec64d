"""Statements: what bodies do to the state, to the flow and to the players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from labrys.graph.code import Node, binary, node, num, var
from labrys.graph.scope import Local, Scope, key_of, known_when
from labrys.graph.values import Value
from labrys.graph.words import Words
from labrys.language.parse import Syntax, parse, span_of
from labrys.language.types import (
    LEAST,
    MOST,
    BagOf,
    ListOf,
    Maybe,
    Member,
    Number,
    SetOf,
    Type,
    bounds,
    single,
)
from labrys.language.world import Field
from labrys.source.tree import Scalar
from lark import Token

Code = list[Node]


class Statements(Words):
    def body(self, scalar: Scalar, scope: Scope) -> Code:
        """The code of a whole body."""
        tree = parse(scalar, "body", self.findings)
        return self.block(tree, scope.at(scalar))[0] if tree is not None else []

    def block(self, tree: Syntax | Token | None, scope: Scope) -> tuple[Code, Scope]:
        assert tree is not None and not isinstance(tree, Token)
        code: Code = []
        for child in tree.children:
            assert child is not None and not isinstance(child, Token)
            made, scope = self.statement(child, scope)
            code += made
        return code, scope

    def statement(self, tree: Syntax, scope: Scope) -> tuple[Code, Scope]:
        method: Callable[[Syntax, Scope], Any] = getattr(self, f"s_{tree.data}")
        made = method(tree, scope)
        if isinstance(made, tuple):
            code, after = made
            return code, after
        return made, scope

    # -- locals and fields

    def s_let(self, tree: Syntax, scope: Scope) -> tuple[Code, Scope]:
        name, value_tree = str(tree.children[0]), tree.children[1]
        assert value_tree is not None
        value = self.expr(value_tree, scope)
        if isinstance(value.type, SetOf) or value.coll is not None:
            value = self.as_set(value, value_tree, scope)
        made = self.builder.fresh()
        kind = Number(LEAST, MOST) if isinstance(value.type, Number) and False else value.type
        return [node("let", made, value.node)], scope.with_local(name, Local(var(made), kind, settable=True))

    def s_set(self, tree: Syntax, scope: Scope) -> tuple[Code, Scope]:
        target, value = tree.children
        code = self._assign(target, lambda kind: self._for_store(value, scope, kind), scope)
        changed = f"name({key_of(target)[5:-1]})" if key_of(target).startswith("name(") else key_of(target)
        known = frozenset(key for key in scope.known if changed not in key)
        return code, Scope(scope.scalar, scope.locals, known, scope.me, scope.place, scope.before)

    def _for_store(self, tree: Syntax | Token | None, scope: Scope, kind: Type) -> Value:
        assert tree is not None
        return self.convert(self.expr(tree, scope, kind), kind, tree, scope)

    def _assign(self, target: Syntax | Token | None, value: Callable[[Type], Value], scope: Scope) -> Code:
        assert target is not None and not isinstance(target, Token)
        if target.data == "name":
            name = str(target.children[0])
            local = scope.locals.get(name)
            if local is not None:
                if not local.settable or local.node.op != "var":
                    self.report("not-settable", target, scope, name=name)
                    return []
                wanted: Type = Number(LEAST, MOST) if isinstance(local.type, Number) else local.type
                made = value(wanted)
                if isinstance(local.type, Number) and isinstance(made.type, Number):
                    low, high = min(local.type.low, made.type.low), max(local.type.high, made.type.high)
                    local.type = Number(low, high)
                return [node("assign", local.node.args[0], made.node)]
            field = self.world.field_of(None, name)
            if field is None:
                fields = [n for of, n in self.world.fields if of is None and not n.startswith("$")]
                self.unknown(name, target, scope, [*fields, *scope.locals])
                return []
            return self.store(field, num(0), value(field.type), target, scope)
        if target.data == "index":
            return self._assign_item(target, value, scope)
        place = self.place_of_field(target, scope)
        if place is None:
            return []
        field, holder = place
        return self.store(field, holder, value(field.type), target, scope)

    def _assign_item(self, target: Syntax, value: Callable[[Type], Value], scope: Scope) -> Code:
        holder_tree, index_tree = target.children
        assert holder_tree is not None and index_tree is not None
        holder = self.expr(holder_tree, scope)
        if isinstance(holder.type, BagOf):
            index = self.typed(index_tree, scope, holder.type.of)
            made = value(Number(0, holder.type.most))
            return [node("bagset", *holder.node.args, index, made.node, self.site(target, scope))]
        if isinstance(holder.type, ListOf) and holder.node.op == "list":
            at = self.integer(index_tree, scope)
            return [node("listset", *holder.node.args, at.node, value(holder.type.of).node, self.site(target, scope))]
        self.mismatch(holder_tree, scope, holder.type, "a list or a bag")
        return []

    def place_of_field(self, target: Syntax, scope: Scope) -> tuple[Field, Node] | None:
        """`x.field`, `my field`, `field of x` as something to store into."""
        if target.data == "field":
            holder_tree, name_token = target.children
            name = str(name_token)
            assert holder_tree is not None
            holder = self.need(self.expr(holder_tree, scope), holder_tree, scope)
        elif target.data == "my" and scope.me is not None:
            name = str(target.children[0])
            holder = Value(scope.me, self.kind_of("seat"))
        else:
            self.report("not-settable", target, scope, name=self.words(target))
            return None
        if holder.wrong:
            return None
        domain = holder.type.domain if isinstance(holder.type, Member) else ""
        field = self.world.field_of(domain, name)
        if field is None:
            self.unknown(name, target, scope, [n for of, n in self.world.fields if of == domain])
            return None
        return field, holder.node

    def store(self, field: Field, holder: Node, value: Value, tree: Syntax, scope: Scope) -> Code:
        self.using.writes.add(f"{field.of}.{field.name}" if field.of else field.name)
        if value.wrong:
            return []
        if isinstance(field.type, ListOf):
            return [node("listall", field.number, holder, value.node, self.site(tree, scope))]
        if isinstance(field.type, BagOf):
            self.mismatch(tree, scope, field.type, "a field that can be set")
            return []
        checked = -1
        if isinstance(field.type, Number):
            low, high = bounds(value.type)
            if low < field.type.low or high > field.type.high:
                checked = self.site(tree, scope)
        return [node("store", field.number, holder, value.node, checked)]

    def site(self, tree: Syntax | Token, scope: Scope, **more: Any) -> int:
        """A number for a place in the text, for faults and questions."""
        span = span_of(scope.scalar, tree)
        self.sites.append({"file": span.file, "line": span.line, "column": span.column, **more})
        return len(self.sites) - 1

    def _change(self, tree: Syntax, scope: Scope, op: str) -> Code:
        target, amount_tree, clamp = tree.children
        assert target is not None
        amount = self.integer(amount_tree, scope)

        def changed(kind: Type) -> Value:
            before = self.need(self.expr(target, scope), target, scope)
            if not isinstance(before.type, Number) or not isinstance(amount.type, Number):
                return self.mismatch(target, scope, before.type, "a number")
            made = binary(op, before.node, amount.node)
            a, b = before.type, amount.type
            low, high = (a.low + b.low, a.high + b.high) if op == "add" else (a.low - b.high, a.high - b.low)
            if clamp is not None:
                assert not isinstance(clamp, Token)
                limit = self.integer(clamp.children[0], scope)
                if isinstance(limit.type, Number):
                    if clamp.data == "at_most":
                        made, high = binary("min", made, limit.node), min(high, limit.type.high)
                    else:
                        made, low = binary("max", made, limit.node), max(low, limit.type.low)
            return Value(made, Number(max(low, LEAST), min(high, MOST)))

        return self._assign(target, changed, scope)

    def s_gain(self, tree: Syntax, scope: Scope) -> Code:
        return self._change(tree, scope, "add")

    def s_lose(self, tree: Syntax, scope: Scope) -> Code:
        return self._change(tree, scope, "sub")

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
        return [node("store", kind.place.number, piece.node, at.node, -1)] if not at.wrong else []

    def _on_places(self, stone_name: str, stone: Node, place: Value, tree: Syntax | Token, scope: Scope) -> Code:
        field = self.world.stones[stone_name].field
        self.using.writes.add(f"{field.of}.{field.name}")
        lives = self.kind_of(self.world.stones[stone_name].lives)
        if single(place.type) is not None:
            at = self.convert(place, lives, tree, scope)
            return [node("store", field.number, at.node, stone, -1)] if not at.wrong else []
        coll = self.collection(place, tree, scope)
        if coll.of != lives:
            self.mismatch(tree, scope, SetOf(coll.of), lives)
            return []
        each = self.builder.fresh()
        # The set may depend on what is put there, so it is worked out first.
        bits = self.bits(place, tree, scope)
        return [node("for", each, node("bits", bits), [node("store", field.number, var(each), stone, -1)])]

    def s_lift(self, tree: Syntax, scope: Scope) -> Code:
        what = tree.children[0]
        assert what is not None and not isinstance(what, Token)
        if what.data == "on":
            thing, place_tree = what.children
            assert thing is not None and place_tree is not None and not isinstance(thing, Token)
            name = str(thing.children[0])
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
                return [node("for", each, node("bits", bits), [node("store", kind.place.number, var(each), num(-1), -1)])]
        value = self.need(value, what, scope)
        if isinstance(value.type, Member) and value.type.domain in self.world.pieces:
            kind = self.world.pieces[value.type.domain]
            self.using.writes.add(f"{kind.name}.{kind.place.name}")
            return [node("store", kind.place.number, value.node, num(-1), -1)]
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
                    node("store", number, start.node, num(-1), -1),
                    node("store", number, end.node, var(kept), -1),
                ]
        piece = self.need(self.expr(what, scope), what, scope)
        if isinstance(piece.type, Member) and piece.type.domain in self.world.pieces:
            return self._place_piece(piece, goal, goal_tree, scope)
        self.mismatch(what, scope, piece.type, "a stone on a place or a piece")
        return []

    # -- collections

    def _holder(self, tree: Syntax | Token | None, scope: Scope) -> tuple[Type, tuple[Any, ...], bool] | None:
        """A field or local that is a collection: its type, (field, holder) or (variable,), and whether it is a field."""
        assert tree is not None and not isinstance(tree, Token)
        if tree.data == "name" and str(tree.children[0]) in scope.locals:
            local = scope.locals[str(tree.children[0])]
            if local.settable and local.node.op == "var" and isinstance(local.type, SetOf):
                return local.type, (local.node.args[0],), False
        value = self.expr(tree, scope)
        if value.wrong:
            return None
        if value.node.op in ("get", "list", "bag") and isinstance(value.type, (SetOf, ListOf, BagOf)):
            field = self.world.layout[value.node.args[0]]
            self.using.writes.add(f"{field.of}.{field.name}" if field.of else field.name)
            return value.type, value.node.args, True
        self.mismatch(tree, scope, value.type, "a collection that can be changed")
        return None

    def _update(self, tree: Syntax, what: Syntax | Token | None, group: Syntax | Token | None, op: str, many: bool, scope: Scope) -> Code:
        found = self._holder(group, scope)
        if found is None or what is None:
            return []
        kind, at, is_field = found
        if isinstance(kind, SetOf):
            low = kind.of.low if isinstance(kind.of, Number) else 0
            if many:
                change = self.convert(self.expr(what, scope, kind), kind, what, scope).node
            else:
                change = node("bit", binary("sub", self.typed(what, scope, kind.of), num(low)))
            made_op = "bor" if op == "add" else "bandnot"
            if not is_field:
                return [node("assign", at[0], node(made_op, var(at[0]), change))]
            return [node("store", at[0], at[1], node(made_op, node("get", *at), change), -1)]
        assert isinstance(kind, (ListOf, BagOf))
        site = self.site(tree, scope)
        if many:
            value = self.expr(what, scope, SetOf(kind.of))
            each = self.builder.fresh()
            coll = self.collection(value, what, scope)
            inner = self._update_one(kind, at, var(each), op, site)
            return coll.make(each, inner)
        return self._update_one(kind, at, self.typed(what, scope, kind.of), op, site)

    def _update_one(self, kind: ListOf | BagOf, at: tuple[Any, ...], item: Node, op: str, site: int) -> Code:
        if isinstance(kind, ListOf):
            return [node("listadd" if op == "add" else "listremove", *at, item, site)]
        return [node("bagadd", *at, item, num(1 if op == "add" else -1), site)]

    def s_add(self, tree: Syntax, scope: Scope) -> Code:
        return self._update(tree, tree.children[0], tree.children[1], "add", False, scope)

    def s_add_all(self, tree: Syntax, scope: Scope) -> Code:
        return self._update(tree, tree.children[0], tree.children[1], "add", True, scope)

    def s_remove(self, tree: Syntax, scope: Scope) -> Code:
        return self._update(tree, tree.children[0], tree.children[1], "remove", False, scope)

    def s_remove_all(self, tree: Syntax, scope: Scope) -> Code:
        return self._update(tree, tree.children[0], tree.children[1], "remove", True, scope)

    def s_move_from(self, tree: Syntax, scope: Scope) -> Code:
        item, source, target = tree.children
        return [
            *self._update(tree, item, source, "remove", False, scope),
            *self._update(tree, item, target, "add", False, scope),
        ]

    def s_take(self, tree: Syntax, scope: Scope) -> tuple[Code, Scope] | Code:
        name, source = str(tree.children[0]), tree.children[1]
        found = self._holder(source, scope)
        if found is None:
            return []
        kind, at, _ = found
        if not isinstance(kind, ListOf):
            assert source is not None
            self.mismatch(source, scope, kind, "a list")
            return []
        made = self.builder.fresh()
        code = [node("let", made, node("listtake", *at, self.site(tree, scope)))]
        return code, scope.with_local(name, Local(var(made), kind.of))

    def s_clear(self, tree: Syntax, scope: Scope) -> Code:
        found = self._holder(tree.children[0], scope)
        if found is None:
            return []
        kind, at, is_field = found
        if not is_field:
            return [node("assign", at[0], num(0))]
        if isinstance(kind, SetOf):
            return [node("store", *at, num(0), -1)]
        return [node("listclear" if isinstance(kind, ListOf) else "bagclear", *at)]

    # -- control

    def s_cond(self, tree: Syntax, scope: Scope) -> tuple[Code, Scope]:
        question, then, rest = tree.children
        assert rest is not None and not isinstance(rest, Token)
        condition = self.test(question, scope)
        yes = self.block(then, scope.knowing(known_when(question, True)))[0]
        otherwise = scope.knowing(known_when(question, False))
        no = self._otherwise(list(rest.children), otherwise)
        # After `if x is empty: finish` the rest may rely on x.
        left = bool(yes) and yes[-1].op in ("return", "break", "continue", "over")
        return [node("when", condition, yes, no)], (otherwise if left else scope)

    def _otherwise(self, rest: list[Syntax | Token | None], scope: Scope) -> Code:
        rest = list(rest)
        if not rest or rest == [None]:
            return []
        if len(rest) == 1:
            return self.block(rest[0], scope)[0]
        question, then = rest[0], rest[1]
        condition = self.test(question, scope)
        yes = self.block(then, scope.knowing(known_when(question, True)))[0]
        return [node("when", condition, yes, self._otherwise(rest[2:], scope.knowing(known_when(question, False))))]

    def s_loop(self, tree: Syntax, scope: Scope) -> Code:
        name, group, still, inside = tree.children
        assert group is not None
        value = self.expr(group, scope)
        coll = self.collection(value, group, scope)
        each = self.builder.fresh()
        inner = scope.with_local(str(name), Local(var(each), coll.of))
        body = self._repeated(inside, inner)
        if still is not None:
            body = [node("when", self._contains(coll, var(each)), body, [])]
        if coll.of == self.kind_of("seat") and coll.listed is None:
            bits = self.bits(value, group, scope)
            return [node("for", each, node("ring", bits, self.system("$active"), num(len(self.world.seats))), body)]
        if coll.every is not None or (coll.listed is not None and coll.listed.op == "row"):
            return coll.make(each, body)
        if coll.listed is not None:
            return [node("for", each, node("copy", coll.listed), body)]
        if isinstance(coll.of, Number) and coll.bits is None:
            return coll.make(each, body)
        # A snapshot: the body may change what the collection depends on.
        return [node("for", each, node("bits", self.bits(value, group, scope)), body)]

    def _repeated(self, inside: Syntax | Token | None, scope: Scope) -> Code:
        """The body of a loop: what is chosen in it is a list of values."""
        self.loops += 1
        body = self.block(inside, scope)[0]
        self.loops -= 1
        return body

    def s_times(self, tree: Syntax, scope: Scope) -> Code:
        count = self.integer(tree.children[0], scope)
        each = self.builder.fresh()
        return [node("for", each, node("range", num(0), count.node), self._repeated(tree.children[1], scope))]

    def s_repeat_while(self, tree: Syntax, scope: Scope) -> Code:
        most, question, inside = tree.children
        limit = self.integer(most, scope)
        left = self.builder.fresh()
        condition = self.test(question, scope)
        body = self._repeated(inside, scope.knowing(known_when(question, True)))
        guard = node("when", binary("le", var(left), num(0)), [node("fault", "repeat", self.site(tree, scope))], [])
        count = node("assign", left, binary("sub", var(left), num(1)))
        return [node("let", left, limit.node), node("while", condition, [guard, count, *body])]

    def s_stop(self, tree: Syntax, scope: Scope) -> Code:
        return [node("break")]

    def s_skip(self, tree: Syntax, scope: Scope) -> Code:
        return [node("continue")]

    def s_finish(self, tree: Syntax, scope: Scope) -> Code:
        return [node("return", num(0))]

    # -- chance

    def s_roll_as(self, tree: Syntax, scope: Scope) -> tuple[Code, Scope] | Code:
        name, enum = str(tree.children[0]), str(tree.children[1])
        domain = self.world.domains.get(enum)
        if domain is None:
            self.unknown(enum, tree.children[1], scope, self.world.domains)
            return []
        weights = domain.weights or (1,) * domain.size
        made = self.builder.fresh()
        table = self.builder.table("rows", [tuple(range(domain.size))])
        weight_table = self.builder.table("rows", [weights])
        site = self.site(tree, scope, chance="roll", name=name, type=domain.name)
        code = [node("let", made, node("chance", site, node("row", table, num(0)), node("row", weight_table, num(0))))]
        return code, scope.with_local(name, Local(var(made), domain.type))

    def s_roll_from(self, tree: Syntax, scope: Scope) -> tuple[Code, Scope] | Code:
        name = str(tree.children[0])
        low, high = self.integer(tree.children[1], scope), self.integer(tree.children[2], scope)
        if not isinstance(low.type, Number) or not isinstance(high.type, Number):
            return []
        made = self.builder.fresh()
        site = self.site(tree, scope, chance="roll", name=name, type="")
        values = node("numbers", low.node, binary("add", high.node, num(1)))
        kind = Number(low.type.low, high.type.high)
        return [node("let", made, node("chance", site, values, node("even")))], scope.with_local(name, Local(var(made), kind))

    def s_draw(self, tree: Syntax, scope: Scope) -> tuple[Code, Scope] | Code:
        name, source = str(tree.children[0]), tree.children[1]
        assert source is not None and not isinstance(source, Token)
        value = self.expr(source, scope)
        kind = value.type
        made = self.builder.fresh()
        if isinstance(kind, BagOf):
            site = self.site(tree, scope, chance="draw", name=name, type=str(kind.of))
            field = self.world.layout[value.node.args[0]]
            self.using.writes.add(f"{field.of}.{field.name}" if field.of else field.name)
            values, weights = node("listof", self.kinds_in(value)), node("bagweights", *value.node.args)
            code = [
                node("let", made, node("chance", site, values, weights)),
                node("bagadd", *value.node.args, var(made), num(-1), site),
            ]
            return code, scope.with_local(name, Local(var(made), kind.of))
        coll = self.collection(value, source, scope)
        site = self.site(tree, scope, chance="draw", name=name, type=str(coll.of))
        listed = node("listof", self.bits(value, source, scope))
        return [node("let", made, node("chance", site, listed, node("even")))], scope.with_local(name, Local(var(made), coll.of))

    # -- choosing

    def s_choose(self, tree: Syntax, scope: Scope) -> tuple[Code, Scope] | Code:
        name, domain_tree = str(tree.children[0]), tree.children[1]
        if scope.place != "do":
            self.report("not-here", tree, scope, name="choose")
            return []
        assert domain_tree is not None and not isinstance(domain_tree, Token)
        inner, optional = split_optional(domain_tree.children[0])
        value = self.expr(inner, scope)
        coll = self.collection(value, inner, scope)
        if optional and not isinstance(coll.of, (Member, Number)):
            return []
        made = self.builder.fresh()
        listed = coll.listed if coll.listed is not None else node("listof", self.bits(value, inner, scope))
        if isinstance(coll.of, Number) and coll.listed is None:
            listed = node("listfrom", self.bits(value, inner, scope), num(coll.low or coll.of.low))
        if optional:
            listed = node("withnone", listed, num(-1))
        site = self.site(tree, scope, choose=name, type=str(coll.of), many=self.loops > 0)
        kind: Type = Maybe(coll.of) if optional else coll.of
        self.chosen.append((name, kind, site))
        return [node("let", made, node("choose", site, listed))], scope.with_local(name, Local(var(made), kind))

    chosen: list[tuple[str, Type, int]]
    loops: int = 0

    # -- ends

    def s_win(self, tree: Syntax, scope: Scope) -> Code:
        seat = self.member(tree.children[0], scope, "seat")
        return self._over(1, node("bit", seat))

    def s_win_all(self, tree: Syntax, scope: Scope) -> Code:
        tree_ = tree.children[0]
        assert tree_ is not None
        kind = SetOf(self.kind_of("seat"))
        return self._over(1, self.convert(self.expr(tree_, scope, kind), kind, tree_, scope).node)

    def s_drawn(self, tree: Syntax, scope: Scope) -> Code:
        reason = tree.children[0]
        code = self._over(2, num(0))
        if reason is not None:
            if str(reason) not in self.reasons:
                self.reasons.append(str(reason))
            code.insert(0, node("store", self._system_number("$reason"), num(0), num(self.reasons.index(str(reason))), -1))
        return code

    def s_all_win(self, tree: Syntax, scope: Scope) -> Code:
        return self._over(3, node("mask", len(self.world.seats)))

    def s_all_lose(self, tree: Syntax, scope: Scope) -> Code:
        return self._over(4, num(0))

    def s_rank(self, tree: Syntax, scope: Scope) -> Code:
        """`rank by E`: E is a number of each `seat`; the greatest comes first."""
        each = self.builder.fresh()
        inner = scope.with_local("seat", Local(var(each), self.kind_of("seat")))
        key = self.integer(tree.children[0], inner)
        scores = self._system_number("$score")
        fill = node("for", each, node("range", num(0), num(len(self.world.seats))), [node("store", scores, var(each), key.node, -1)])
        return [fill, node("rank"), node("over")]

    def _system_number(self, name: str) -> int:
        return self.world.fields[None, name].number

    def _over(self, outcome: int, winners: Node) -> Code:
        return [
            node("store", self._system_number("$outcome"), num(0), num(outcome), -1),
            node("store", self._system_number("$winners"), num(0), winners, -1),
            node("over"),
        ]

    def s_eliminate(self, tree: Syntax, scope: Scope) -> Code:
        seat = self.member(tree.children[0], scope, "seat")
        living = self._system_number("$living")
        return [node("store", living, num(0), node("bandnot", node("get", living, num(0)), node("bit", seat)), -1)]

    # -- flow

    def s_end_turn(self, tree: Syntax, scope: Scope) -> Code:
        return [node("store", self._system_number("$stage"), num(0), num(ENDING_TURN), -1)]

    def s_end_phase(self, tree: Syntax, scope: Scope) -> Code:
        return [node("store", self._system_number("$stage"), num(0), num(LEAVING), -1)]

    def s_turn_goes(self, tree: Syntax, scope: Scope) -> Code:
        seat = self.member(tree.children[0], scope, "seat")
        return [node("store", self._system_number("$next"), num(0), seat, -1)]

    def s_reverse(self, tree: Syntax, scope: Scope) -> Code:
        number = self._system_number("$direction")
        return [node("store", number, num(0), node("sub", num(0), node("get", number, num(0))), -1)]

    def s_remember(self, tree: Syntax, scope: Scope) -> Code:
        return self._history("remember", tree, scope)

    def s_forget(self, tree: Syntax, scope: Scope) -> Code:
        return self._history("forget", tree, scope)

    def _history(self, op: str, tree: Syntax, scope: Scope) -> Code:
        name = str(tree.children[0])
        if name not in self.world.histories:
            self.unknown(name, tree, scope, self.world.histories)
            return []
        return [node(op, name)]

    # -- events

    def s_raise_event(self, tree: Syntax, scope: Scope) -> Code:
        call = tree.children[0] if tree.data == "raise_event" else tree
        assert call is not None and not isinstance(call, Token)
        name = str(call.children[0])
        known = [n for n, _ in self.world.nodes("events")]
        if name not in known:
            self.unknown(name, call, scope, known)
            return []
        event = self.event(name)
        args = [kid.children[-1] for kid in call.children[1:] if kid is not None and not isinstance(kid, Token)]
        if len(args) != len(event.params):
            self.report("wrong-arity", call, scope, name=name, wanted=len(event.params), given=len(args))
            return []
        self.using.emits.add(name)
        nodes = [self.typed(arg, scope, kind) for arg, (_, kind) in zip(args, event.params, strict=True)]
        return [node("do", node("callx", event.function, *nodes))]

    def event(self, name: str) -> Any:
        raise NotImplementedError

    def s_base_body(self, tree: Syntax, scope: Scope) -> Code:
        if scope.scalar.base is None:
            self.report("no-base", tree, scope)
            return []
        return self.body(scope.scalar.base, scope)

    def unsupported(self, tree: Syntax, scope: Scope) -> Code:
        self.report("not-yet", tree, scope, name=str(tree.data).replace("_", " "))
        return []

    s_lay = s_turn = s_swap = s_flip = s_shuffle = s_tell = s_start = s_start_for = s_stop_timer = unsupported
    s_alter = s_become = s_later = s_cancel = s_enter_phase = s_leave_phase = s_move_all = unsupported
    s_loop_copies = s_attempt = s_ask = s_ask_few = s_ask_play = unsupported


# Stages of the flow a body may send it to: leave the phase, or leave it and end the turn.
ENDING_TURN, LEAVING = 6, 3


def split_optional(tree: Syntax | Token | None) -> tuple[Syntax, bool]:
    """`S or none` as the set and whether none is allowed."""
    assert tree is not None and not isinstance(tree, Token)
    if tree.data == "or_":
        last = tree.children[1]
        if last is not None and not isinstance(last, Token) and last.data == "none":
            first = tree.children[0]
            assert first is not None and not isinstance(first, Token)
            return first, True
    return tree, False

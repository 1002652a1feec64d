"""Bodies: blocks of statements, locals, fields set and changed, choice and loops."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from labrys.graph.builder import over_bits
from labrys.graph.code import Node, binary, node, num, var
from labrys.graph.scope import Local, Scope, key_of, known_when
from labrys.graph.texts import Texts
from labrys.graph.values import Value, wrong
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
# Statements that cannot be taken back, so that they cannot be tried either.
NOISY = {
    "roll_as": "roll", "roll_from": "roll", "draw": "draw", "shuffle": "shuffle", "tell": "tell", "enter_phase": "enter phase",
    "win": "win", "win_all": "win", "drawn": "game drawn", "all_win": "all win", "all_lose": "all lose", "rank": "rank by",
    "start": "start", "start_for": "start", "stop_timer": "stop timer",
}  # fmt: skip


class Bodies(Texts):
    def body(self, scalar: Scalar, scope: Scope) -> Code:
        """The code of a whole body."""
        tree = parse(scalar, "body", self.findings)
        return self.block(tree, scope.at(scalar))[0] if tree is not None else []

    def block(self, tree: Syntax | Token | None, scope: Scope) -> tuple[Code, Scope]:
        assert tree is not None and not isinstance(tree, Token)
        code: Code = []
        for child in tree.children:
            assert child is not None and not isinstance(child, Token)
            if child.data == "enter_phase" and (child is not tree.children[-1] or self.loops):
                self.report("not-last", child, scope)
            made, scope = self.statement(child, scope)
            code += made
        return code, scope

    def statement(self, tree: Syntax, scope: Scope) -> tuple[Code, Scope]:
        if scope.trying and tree.data in NOISY:
            self.report("not-here", tree, scope, name=NOISY[str(tree.data)])
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
        mark = len(self.secrets)
        value = self.expr(value_tree, scope)
        if isinstance(value.type, SetOf) or value.coll is not None:
            value = self.as_set(value, value_tree, scope)
        if isinstance(value.type, BagOf):
            self.mismatch(value_tree, scope, value.type, "a value that can be kept")
            return [], scope
        made = self.builder.fresh()
        local = Local(var(made), value.type, settable=True, taint=self.hidden_since(mark))
        self.origins.kept(made, value.node, scope.because)
        return [node("let", made, value.node)], scope.with_local(name, local)

    def hidden_since(self, mark: int) -> tuple[Any, ...]:
        """The hidden fields read since then, taken off the record of the text."""
        found = tuple(self.secrets[mark:])
        del self.secrets[mark:]
        return found

    def decided_by(self, mark: int, scope: Scope, made: Node | None = None) -> Scope:
        """The scope of what runs or not by a condition that was just elaborated."""
        hidden = self.hidden_since(mark)
        came = self.origins.of(made)
        if came:
            scope = replace(scope, because=scope.because | came)
        return replace(scope, secret=(*scope.secret, *hidden)) if hidden else scope

    def s_set(self, tree: Syntax, scope: Scope) -> tuple[Code, Scope]:
        target, value = tree.children
        mark = len(self.secrets)
        code = self._assign(target, lambda kind: self._for_store(value, scope, kind), scope, mark)
        changed = f"name({key_of(target)[5:-1]})" if key_of(target).startswith("name(") else key_of(target)
        known = frozenset(key for key in scope.known if changed not in key)
        return code, replace(scope, known=known)

    def _for_store(self, tree: Syntax | Token | None, scope: Scope, kind: Type) -> Value:
        assert tree is not None
        return self.convert(self.expr(tree, scope, kind), kind, tree, scope)

    def _assign(self, target: Syntax | Token | None, value: Callable[[Type], Value], scope: Scope, mark: int) -> Code:
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
                # What is set from something hidden, or because of it, is hidden from now on.
                local.taint = (*local.taint, *self.hidden_since(mark), *scope.secret)
                self.origins.kept(local.node.args[0], made.node, scope.because)
                if isinstance(local.type, Number) and isinstance(made.type, Number):
                    low, high = min(local.type.low, made.type.low), max(local.type.high, made.type.high)
                    local.type = Number(low, high)
                if isinstance(local.type, Maybe) is False and isinstance(made.type, Maybe):
                    local.type = made.type
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

    def field_place(self, target: Syntax, scope: Scope) -> tuple[Field, Node] | None:
        """The field a cost is paid from: `energy`, `me.energy`, `my energy`."""
        if target.data == "name":
            known = self.world.field_of(None, str(target.children[0]))
            return (known, num(0)) if known is not None else None
        return self.place_of_field(target, scope)

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
        inner = single(field.type)
        if isinstance(inner, Number):
            low, high = bounds(value.type)
            if isinstance(value.type, Maybe):
                low = min(bounds(value.type.of)[0], inner.low)
            if low < inner.low or high > inner.high:
                checked = self.site(tree, scope)
        return self.change(field, holder, value.node, checked)

    def change(self, field: Field, holder: Node, value: Node, checked: int = -1) -> Code:
        """Stores a value, and raises `changed` where somebody listens."""
        listening = self.change_event(field)
        if listening is None:
            return [node("store", field.number, holder, value, checked)]
        at, old = self.builder.fresh(), self.builder.fresh()
        new = node("get", field.number, var(at))
        told = [*([var(at)] if field.of is not None else []), var(old), new]
        return [
            node("let", at, holder),
            node("let", old, node("get", field.number, var(at))),
            node("store", field.number, var(at), value, checked),
            node("when", node("ne", var(old), new), [node("do", node("callx", listening, *told))], []),
        ]

    def change_event(self, field: Field) -> int | None:
        """The function that raises `changed` (or `moved`) for this field, if anybody listens."""
        raise NotImplementedError

    def site(self, tree: Syntax | Token, scope: Scope, **more: Any) -> int:
        """A number for a place in the text, for faults and questions."""
        span = span_of(scope.scalar, tree)
        self.sites.append({"file": span.file, "line": span.line, "column": span.column, **more})
        return len(self.sites) - 1

    def _change(self, tree: Syntax, scope: Scope, op: str) -> Code:
        target, amount_tree, clamp = tree.children
        assert target is not None
        mark = len(self.secrets)
        amount = self.integer(amount_tree, scope)

        def changed(kind: Type) -> Value:
            before = self.need(self.expr(target, scope), target, scope)
            if amount.wrong or before.wrong:
                return wrong()
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

        return self._assign(target, changed, scope, mark)

    def s_gain(self, tree: Syntax, scope: Scope) -> Code:
        return self._change(tree, scope, "add")

    def s_lose(self, tree: Syntax, scope: Scope) -> Code:
        return self._change(tree, scope, "sub")

    # -- control

    def s_cond(self, tree: Syntax, scope: Scope) -> tuple[Code, Scope]:
        question, then, rest = tree.children
        assert rest is not None and not isinstance(rest, Token)
        mark = len(self.secrets)
        condition = self.test(question, scope)
        inner = self.decided_by(mark, scope, condition)
        yes = self.block(then, inner.knowing(known_when(question, True)))[0]
        otherwise = inner.knowing(known_when(question, False))
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
        mark = len(self.secrets)
        condition = self.test(question, scope)
        scope = self.decided_by(mark, scope, condition)
        yes = self.block(then, scope.knowing(known_when(question, True)))[0]
        return [node("when", condition, yes, self._otherwise(rest[2:], scope.knowing(known_when(question, False))))]

    def s_loop(self, tree: Syntax, scope: Scope) -> Code:
        name, group, still, inside = tree.children
        assert group is not None
        mark = len(self.secrets)
        value = self.expr(group, scope)
        coll = self.collection(value, group, scope)
        each = self.builder.fresh()
        taint = tuple(self.secrets[mark:])
        self.origins.kept(each, value.node)
        inner = self.decided_by(mark, scope, value.node).with_local(str(name), Local(var(each), coll.of, taint=taint))
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
        low = coll.of.low if isinstance(coll.of, Number) else 0
        return over_bits(coll.of, self.bits(value, group, scope), low).make(each, body)

    def _repeated(self, inside: Syntax | Token | None, scope: Scope) -> Code:
        """The body of a loop: what is chosen in it is a list of values."""
        self.loops += 1
        # What is known before the loop may no longer hold in its second turn.
        body = self.block(inside, replace(scope, known=self._lasting(inside, scope.known)))[0]
        self.loops -= 1
        return body

    def _lasting(self, inside: Syntax | Token | None, known: frozenset[str]) -> frozenset[str]:
        """What stays known although the loop sets names again."""
        assert inside is not None and not isinstance(inside, Token)
        targets = [key_of(part.children[0]) for part in inside.iter_subtrees() if part.data in ("set", "gain", "lose")]
        return frozenset(key for key in known if not any(target in key for target in targets))

    loops: int = 0

    def s_times(self, tree: Syntax, scope: Scope) -> Code:
        mark = len(self.secrets)
        count = self.integer(tree.children[0], scope)
        inner = self.decided_by(mark, scope, count.node)
        each = self.builder.fresh()
        return [node("for", each, node("range", num(0), count.node), self._repeated(tree.children[1], inner))]

    def s_repeat_while(self, tree: Syntax, scope: Scope) -> Code:
        most, question, inside = tree.children
        limit = self.integer(most, scope)
        left = self.builder.fresh()
        mark = len(self.secrets)
        condition = self.test(question, scope)
        inner = self.decided_by(mark, scope, condition)
        body = self._repeated(inside, inner.knowing(known_when(question, True)))
        guard = node("when", binary("le", var(left), num(0)), [node("fault", "repeat", self.site(tree, scope))], [])
        count = node("assign", left, binary("sub", var(left), num(1)))
        return [node("let", left, limit.node), node("while", condition, [guard, count, *body])]

    def s_stop(self, tree: Syntax, scope: Scope) -> Code:
        return self._leaving(tree, scope, "stop", node("break"))

    def s_skip(self, tree: Syntax, scope: Scope) -> Code:
        return self._leaving(tree, scope, "skip", node("continue"))

    def s_finish(self, tree: Syntax, scope: Scope) -> Code:
        return self._leaving(tree, scope, "finish", node("return", num(0)))

    def _leaving(self, tree: Syntax, scope: Scope, word: str, made: Node) -> Code:
        if scope.trying or (word != "finish" and not self.loops):
            self.report("not-here", tree, scope, name=word)
            return []
        return [made]

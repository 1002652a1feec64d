"""Expressions: names, arithmetic, comparison, logic, sets and quantifiers."""

from __future__ import annotations

from collections.abc import Callable

from labrys.graph.builder import Collection, filtered, mapped, over_range, renamed, uses, weight
from labrys.graph.code import (
    EMPTY,
    FALSE,
    TRUE,
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
from labrys.graph.elaborator import Elaborator, joined
from labrys.graph.fixed import narrow
from labrys.graph.scope import Local, Scope, key_of, known_when
from labrys.graph.values import Value, number, truth, wrong
from labrys.language.constants import ticks, whole_ticks
from labrys.language.parse import Syntax
from labrys.language.types import (
    LEAST,
    MOST,
    NO_NUMBER,
    NONE,
    TRUTH,
    WRONG,
    BagOf,
    ListOf,
    Maybe,
    Member,
    Nothing,
    Number,
    SetOf,
    Single,
    Truth,
    Type,
    empty_of,
    single,
)
from lark import Token

_COMPARE = {"=": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


class Expressions(Elaborator):
    def expr(self, tree: Syntax | Token | None, scope: Scope, wanted: Type | None = None) -> Value:
        """The code and type of an expression; `wanted` helps to tell apart values of the same name."""
        assert tree is not None and not isinstance(tree, Token)
        method: Callable[[Syntax, Scope, Type | None], Value] = getattr(self, f"x_{tree.data}")
        return method(tree, scope, wanted)

    def test(self, tree: Syntax | Token | None, scope: Scope) -> Node:
        assert tree is not None
        return self.condition(self.expr(tree, scope, TRUTH), tree, scope)

    def typed(self, tree: Syntax | Token | None, scope: Scope, wanted: Type) -> Node:
        """The expression as a value of this type."""
        assert tree is not None
        return self.convert(self.expr(tree, scope, wanted), wanted, tree, scope).node

    def member(self, tree: Syntax | Token | None, scope: Scope, domain: str) -> Node:
        if domain not in self.world.domains:
            assert tree is not None
            self.report("no-such-places", tree, scope, name=domain)
            return FALSE
        return self.typed(tree, scope, self.kind_of(domain))

    def integer(self, tree: Syntax | Token | None, scope: Scope) -> Value:
        assert tree is not None
        value = self.need(self.expr(tree, scope, Number(LEAST, MOST)), tree, scope)
        if not isinstance(value.type, Number):
            return self.mismatch(tree, scope, value.type, "a number")
        return value

    # -- literals and names

    def x_number(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        text = str(tree.children[0])
        if len(text) > 10 or int(text) > MOST:
            self.report("number-too-large", tree, scope)
            return wrong()
        one = single(wanted) if wanted else None
        if isinstance(one, Member):
            found = self._value_named(text, one)  # a turn is written as its number
            if found is not None:
                return found
        return number(int(text))

    def x_duration(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        if not self.world.clocked:
            self.report("no-clock", tree, scope)
            return wrong()
        if not whole_ticks(str(tree.children[0]), self.world.tick):
            self.report("part-of-a-tick", tree, scope, text=str(tree.children[0]))
        return number(ticks(str(tree.children[0]), self.world.tick))

    def x_true(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        return truth(TRUE)

    def x_false(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        return truth(FALSE)

    def x_none(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        return Value(num(-1), NONE)

    def x_bracket(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        return self.expr(tree.children[0], scope, wanted)

    def x_place(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        return self._literal(str(tree.children[0]), tree, scope, wanted)

    def x_name(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        name = str(tree.children[0])
        local = scope.locals.get(name)
        if local is not None and local.by_seat:
            self.report("answers-by-seat", tree, scope, name=name)
            return wrong()
        if local is not None:
            self.secrets += local.taint
            return self.narrowed(Value(local.node, local.type), tree, scope)
        if name in self.constants.values:
            if name in self.world.words_of_options:
                return wrong() if wanted is None else number(self.constants.values[name])
            is_truth = self._is_truth_option(name)
            return truth(num(self.constants.values[name])) if is_truth else number(self.constants.values[name])
        if self.is_definition(name):
            return self.narrowed(self.call_definition(name, [], tree, scope), tree, scope)
        field = self.world.field_of(None, name)
        if field is not None:
            return self.narrowed(self.read(field, None, tree, scope), tree, scope)
        builtin = self.builtin_name(name, tree, scope)
        if builtin is not None:
            return builtin
        if name in self.world.plurals:
            return self.whole(self.world.plurals[name])
        areas = self.world.board.areas if self.world.board else {}
        if name in areas:
            bits = sum(1 << cell for cell in areas[name])
            return Value(node("bits_const", bits), SetOf(self.kind_of("cell")))
        wanted_one = single(wanted) if wanted is not None else None
        if isinstance(wanted, (SetOf, ListOf)):
            wanted_one = wanted.of
        found = self._value_named(name, wanted_one)
        if found is not None:
            return found
        if name in self.world.domains:
            return self.whole(name)
        return self._literal(name, tree, scope, wanted)

    def _is_truth_option(self, name: str) -> bool:
        options = self.world.section("options")
        node_ = options.get(name) if options else None
        kind = node_.get("type") if node_ is not None else None
        return getattr(kind, "value", "") == "truth"

    def _value_named(self, name: str, wanted: Single | None) -> Value | None:
        found = self.world.values.get(name, [])
        if isinstance(wanted, Member):
            found = [place for place in found if place[0] == wanted.domain] or found
        if not found:
            return None
        domain, index = found[0]
        return Value(num(index), self.kind_of(domain))

    def _literal(self, name: str, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        found = self._value_named(name, single(wanted) if wanted else None)
        if found is not None:
            return found
        if name in self.world.absent_seats:
            self.report("absent-seat", tree, scope, name=name)
            return wrong()
        return self.unknown(name, tree, scope)

    def builtin_name(self, name: str, tree: Syntax, scope: Scope) -> Value | None:
        seat = self.kind_of("seat")
        match name:
            case "me":
                if scope.me is None:
                    self.report("no-me", tree, scope)
                    return wrong()
                return Value(scope.me, seat)
            case "active":
                return Value(self.system("$active"), seat)
            case "living":
                return Value(self.system("$living"), SetOf(seat))
            case "others":
                if scope.me is None:
                    self.report("no-me", tree, scope)
                    return wrong()
                return Value(node("bandnot", self.system("$living"), bit(scope.me, seat.size)), SetOf(seat))
            case "turn-number":
                return Value(self.system("$turn"), Number(0, MOST - 1))
            case "phase":
                return Value(self.system("$phase"), self.kind_of("phase"))
            case "now" if self.world.clocked:
                return Value(self.system("$now"), Number(0, MOST - 1))
        return None

    def narrowed(self, value: Value, tree: Syntax, scope: Scope) -> Value:
        if isinstance(value.type, Maybe) and key_of(tree) in scope.known:
            self.relied.add(key_of(tree))
            return Value(self.still_there(value.node, value.type), value.type.of)
        return value

    # -- arithmetic

    def _sum(self, tree: Syntax, scope: Scope, wanted: Type | None, op: str) -> Value:
        left_tree, right_tree = tree.children
        assert left_tree is not None and right_tree is not None
        left = self.expr(left_tree, scope, wanted)
        if isinstance(left.type, (SetOf, ListOf, BagOf)):
            return self._set_operation(tree, left, scope, {"add": "bor", "sub": "bandnot", "common": "band"}[op])
        if op == "common":
            return self.mismatch(left_tree, scope, left.type, "a set")
        left = self.need(left, left_tree, scope)
        right = self.integer(right_tree, scope)
        if not isinstance(left.type, Number):
            return self.mismatch(left_tree, scope, left.type, "a number")
        if right.wrong or not isinstance(right.type, Number):
            return wrong()
        a, b = left.type, right.type
        low, high = (a.low + b.low, a.high + b.high) if op == "add" else (a.low - b.high, a.high - b.low)
        return self.bounded(binary(op, left.node, right.node), low, high, tree, scope)

    def bounded(self, made: Node, low: int, high: int, tree: Syntax, scope: Scope) -> Value:
        if made.op == "num":
            low = high = made.args[0]
        if low < LEAST or high > MOST:
            self.report("may-overflow", tree, scope)
            return wrong()
        return Value(made, Number(low, high))

    def _set_operation(self, tree: Syntax, left: Value, scope: Scope, op: str) -> Value:
        left_tree, right_tree = tree.children
        assert left_tree is not None and right_tree is not None
        of = self.collection(left, left_tree, scope).of
        right = self.expr(right_tree, scope, SetOf(of))
        if single(right.type) is not None and not isinstance(right.type, Maybe):
            # `S + x` and `S - x` with one element.
            converted = self.convert(right, of, right_tree, scope)
            low = of.low if isinstance(of, Number) else 0
            right_bits = bit(binary("sub", converted.node, num(low)), _size(of))
        else:
            shared = self._shared(left, left_tree, right, right_tree, scope)
            if shared is not None and op == "bor":
                of = shared
            if shared is None:
                return self.mismatch(right_tree, scope, right.type, SetOf(of)) if not right.wrong else wrong()
            right_bits = self.bits_of(right, of, right_tree, scope)
        return Value(node(op, self.bits_of(left, of, left_tree, scope), right_bits), SetOf(of))

    def _shared(self, left: Value, left_tree: Syntax | Token, right: Value, right_tree: Syntax | Token, scope: Scope) -> Single | None:
        """The type of the members of both; numbers of two ranges are counted from the lesser start."""
        if left.wrong or right.wrong:
            return None
        one = self.collection(left, left_tree, scope).of
        if isinstance(right.type, SetOf) and isinstance(right.type.of, Nothing):
            return one
        if isinstance(left.type, SetOf) and isinstance(left.type.of, Nothing):
            return self.collection(right, right_tree, scope).of
        other = self.collection(right, right_tree, scope).of
        if isinstance(one, Number) and isinstance(other, Number):
            return Number(min(one.low, other.low), max(one.high, other.high))
        return one if one == other else None

    def x_plus(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        return self._sum(tree, scope, wanted, "add")

    def x_minus(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        return self._sum(tree, scope, wanted, "sub")

    def x_common(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        return self._sum(tree, scope, wanted, "common")

    def x_times_op(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        left, right = self.integer(tree.children[0], scope), self.integer(tree.children[1], scope)
        if not isinstance(left.type, Number) or not isinstance(right.type, Number):
            return wrong()
        ends = [x * y for x in (left.type.low, left.type.high) for y in (right.type.low, right.type.high)]
        return self.bounded(binary("mul", left.node, right.node), min(ends), max(ends), tree, scope)

    def _divide(self, tree: Syntax, scope: Scope, op: str) -> Value:
        left, right = self.integer(tree.children[0], scope), self.integer(tree.children[1], scope)
        if not isinstance(left.type, Number) or not isinstance(right.type, Number):
            return wrong()
        if right.type.low <= 0 <= right.type.high:
            self.report("may-divide-by-zero", tree, scope)
            return wrong()
        if op == "mod":
            low, high = (0, right.type.high - 1) if right.type.low > 0 else (right.type.low + 1, 0)
        else:
            ends = [x // y for x in (left.type.low, left.type.high) for y in (right.type.low, right.type.high)]
            low, high = min(ends), max(ends)
        return self.bounded(binary(op, left.node, right.node), low, high, tree, scope)

    def x_div(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        return self._divide(tree, scope, "div")

    def x_mod(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        return self._divide(tree, scope, "mod")

    def x_negative(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        value = self.integer(tree.children[0], scope)
        if not isinstance(value.type, Number):
            return wrong()
        return Value(binary("sub", num(0), value.node), Number(-value.type.high, -value.type.low))

    # -- logic and comparison

    def x_and_(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        left = self.test(tree.children[0], scope)
        right = self.test(tree.children[1], scope.knowing(known_when(tree.children[0], True)))
        return truth(both(left, right))

    def x_or_(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        left = self.test(tree.children[0], scope)
        right = self.test(tree.children[1], scope.knowing(known_when(tree.children[0], False)))
        return truth(either(left, right))

    def x_not_(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        return truth(negated(self.test(tree.children[0], scope)))

    def x_choice(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        question, yes, no = tree.children
        assert yes is not None and no is not None
        condition = self.test(question, scope)
        a = self.expr(yes, scope.knowing(known_when(question, True)), wanted)
        b = self.expr(no, scope.knowing(known_when(question, False)), wanted or a.type)
        return self._one_of(condition, a, b, yes, no, scope)

    def _one_of(self, condition: Node, a: Value, b: Value, yes: Syntax | Token, no: Syntax | Token, scope: Scope) -> Value:
        if a.wrong or b.wrong:
            return wrong()
        sets = (SetOf, ListOf, BagOf)
        if isinstance(a.type, sets) or isinstance(b.type, sets):
            pair = [(a, yes), (b, no)]
            kinds = [self.collection(v, t, scope).of for v, t in pair if not _empty_literal(v)]
            of = kinds[0] if kinds else TRUTH
            left, right = (EMPTY if _empty_literal(v) else self.bits(v, t, scope) for v, t in pair)
            if len(kinds) == 2 and _family(kinds[0]) != _family(kinds[1]):
                return self.mismatch(no, scope, b.type, a.type)
            return Value(choice(condition, left, right), SetOf(of))
        kind = joined(a.type, b.type)
        if _family(a.type) != _family(b.type) and not isinstance(a.type, Nothing) and not isinstance(b.type, Nothing):
            return self.mismatch(no, scope, b.type, a.type)
        left, right = (num(empty_of(kind)) if isinstance(v.type, Nothing) else v.node for v in (a, b))
        return Value(choice(condition, left, right), kind)

    def x_compare(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        left_tree, sign, right_tree = tree.children
        assert left_tree is not None and right_tree is not None
        op = _COMPARE[str(sign)]
        left = self.expr(left_tree, scope)
        right = self.expr(right_tree, scope, left.type)
        if single(left.type) != single(right.type) and single(right.type) and _is_name(left_tree) and isinstance(left.type, Member):
            # A name may stand for values of several domains; the other side says which is meant.
            left = self.expr(left_tree, scope, right.type)
        if left.wrong or right.wrong:
            return wrong()
        if isinstance(left.type, Nothing) or isinstance(right.type, Nothing):
            value, where = (right, right_tree) if isinstance(left.type, Nothing) else (left, left_tree)
            if not isinstance(value.type, Maybe) or op not in ("eq", "ne"):
                if key_of(where) in scope.known:
                    return truth(TRUE if op == "ne" else FALSE)
                return self.mismatch(where, scope, value.type, "an optional value")
            return truth(node(op, value.node, num(empty_of(value.type))))
        sets = (SetOf, ListOf)
        if isinstance(left.type, ListOf) and isinstance(right.type, ListOf) and op in ("eq", "ne") and left.coll is None and right.coll is None:
            same = node("samelist", left.node, right.node)
            return truth(same if op == "eq" else negated(same))
        if isinstance(left.type, sets) and isinstance(right.type, sets) and op in ("eq", "ne"):
            of = self._shared(left, left_tree, right, right_tree, scope)
            if of is None:
                return self.mismatch(right_tree, scope, right.type, left.type)
            return truth(node(op, self.bits_of(left, of, left_tree, scope), self.bits_of(right, of, right_tree, scope)))
        if isinstance(left.type, Maybe) and isinstance(right.type, Maybe):
            self.report("two-optionals", tree, scope)
            return wrong()
        if op not in ("eq", "ne"):
            left, right = self.need(left, left_tree, scope), self.need(right, right_tree, scope)
            if not isinstance(left.type, Number):
                return self.mismatch(left_tree, scope, left.type, "a number")
            if not isinstance(right.type, Number):
                return self.mismatch(right_tree, scope, right.type, "a number")
        a, b = single(left.type), single(right.type)
        if a is None or b is None or _family(a) != _family(b):
            return self.mismatch(right_tree, scope, right.type, left.type)
        if isinstance(a, Number) and isinstance(b, Number) and (a.high < b.low or b.high < a.low):
            constant = right_tree if b.low == b.high else left_tree
            if op in ("eq", "ne") and a != b:
                self.report("never-equal", constant, scope, value=b if constant is right_tree else a, other=a if constant is right_tree else b)
        return truth(binary(op, left.node, right.node))

    def _holding(self, tree: Syntax | Token | None, scope: Scope) -> Value:
        """Something of which only the size is wanted: no secret where all may count it."""
        mark = len(self.secrets)
        value = self.expr(tree, scope)
        if value.node.op in ("list", "bag", "get") and value.coll is None and len(self.secrets) > mark:
            field = self.secrets[-1][0]
            if field.counted_by == "all" and field.number == value.node.args[0]:
                del self.secrets[-1]
        return value

    def x_exists(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        value = self._holding(tree.children[0], scope)
        return truth(self.present(value, tree.children[0], scope))

    def present(self, value: Value, tree: Syntax | Token | None, scope: Scope) -> Node:
        """Whether an optional is there or a collection has a member."""
        assert tree is not None
        kind = value.type
        if isinstance(kind, Maybe):
            return node("ne", value.node, num(empty_of(kind)))
        if isinstance(kind, SetOf) and value.coll is None:
            return node("bany", value.node)
        if isinstance(kind, ListOf) and value.coll is None:
            return binary("gt", self.length(value), num(0))
        if isinstance(kind, BagOf):
            return node("bany", self.kinds_in(value))
        if isinstance(kind, (SetOf, ListOf)):
            coll = self.collection(value, tree, scope)
            if coll.bits is not None:
                return node("bany", coll.bits)
            if coll.count is not None:
                return binary("gt", coll.count, num(0))
            each = self.builder.fresh()
            body = [*coll.make(each, [node("return", TRUE)]), node("return", FALSE)]
            return self.builder.lift(body, "any")
        if not value.wrong and key_of(tree) in scope.known:
            return TRUE
        self.mismatch(tree, scope, kind, "a collection or an optional value")
        return FALSE

    def x_any(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        return self.x_exists(tree, scope, wanted)

    def x_no(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        return truth(negated(self.x_exists(tree, scope, wanted).node))

    def x_is_empty(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        return self.x_no(tree, scope, wanted)

    def length(self, value: Value) -> Node:
        if value.node.op == "list":
            return node("listlen", *value.node.args)
        return node("len", value.node)

    def x_count(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        inner = tree.children[0]
        assert inner is not None
        value = self._holding(inner, scope)
        kind = value.type
        if isinstance(kind, ListOf) and value.coll is None:
            return Value(self.length(value), Number(0, kind.most))
        if isinstance(kind, BagOf):
            return Value(node("bagsum", *value.node.args), Number(0, kind.most))
        if isinstance(kind, SetOf):
            coll = self.collection(value, inner, scope)
            most = _size(coll.of)
            if coll.every is not None:
                return number(coll.every)
            if coll.bits is not None:
                return Value(node("bcount", coll.bits), Number(0, most))
            if coll.count is not None:
                return Value(coll.count, Number(0, most))
            total, each = self.builder.fresh(), self.builder.fresh()
            body = [
                node("let", total, num(0)),
                *coll.make(each, [node("assign", total, binary("add", var(total), num(1)))]),
                node("return", var(total)),
            ]
            return Value(self.builder.lift(body, "count"), Number(0, most))
        if isinstance(kind, Maybe):
            return Value(self.present(value, inner, scope), Number(0, 1))
        return self.mismatch(inner, scope, kind, "a collection")

    # -- membership

    def x_member(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        thing, group = tree.children
        assert thing is not None and group is not None
        value = self.expr(group, scope)
        if value.wrong:
            return wrong()
        if isinstance(value.type, BagOf):
            kind = self.typed(thing, scope, value.type.of)
            return truth(binary("gt", node("bagget", *value.node.args, kind), num(0)))
        coll = self.collection(value, group, scope)
        element = self.expr(thing, scope, coll.of)
        optional = isinstance(element.type, Maybe)
        if not optional:
            element = self.convert(element, coll.of, thing, scope)
        elif _family(element.type) != _family(coll.of):
            return self.mismatch(thing, scope, element.type, coll.of)
        if element.wrong:
            return wrong()
        made = self._contains(coll, element.node)
        if optional and made.op not in ("inlist",):
            made = both(node("ne", element.node, num(empty_of(element.type))), made)
        return truth(made)

    def _contains(self, coll: Collection, element: Node) -> Node:
        if coll.every is not None:
            return TRUE
        low = coll.low or (coll.of.low if isinstance(coll.of, Number) and coll.bits is not None else 0)
        if coll.bits is not None:
            return node("bhas", coll.bits, binary("sub", element, num(low)))
        if coll.listed is not None:
            return node("inlist", element, coll.listed)
        each, sought = self.builder.fresh(), self.builder.fresh()
        body = [
            *coll.make(each, [node("when", node("eq", var(each), var(sought)), [node("return", TRUE)], [])]),
            node("return", FALSE),
        ]
        # The element is worked out once, by the caller.
        call = self.builder.lift(body, "in")
        made: Node = renamed(call, sought, element)
        return made

    def x_not_member(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        return truth(negated(self.x_member(tree, scope, wanted).node))

    def _two_sets(self, tree: Syntax, scope: Scope) -> tuple[Node, Node] | None:
        left_tree, right_tree = tree.children
        assert left_tree is not None and right_tree is not None
        left = self.expr(left_tree, scope)
        if left.wrong:
            return None
        of = self.collection(left, left_tree, scope).of
        right = self.expr(right_tree, scope, SetOf(of))
        if right.wrong:
            return None
        shared = self._shared(left, left_tree, right, right_tree, scope)
        if shared is None:
            return self.bits(left, left_tree, scope), self.convert(right, SetOf(of), right_tree, scope).node
        return self.bits_of(left, shared, left_tree, scope), self.bits_of(right, shared, right_tree, scope)

    def x_meets(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        short = self.region_meets(tree, scope)
        if short is not None:
            return short
        pair = self._two_sets(tree, scope)
        return truth(node("bany", node("band", *pair))) if pair else wrong()

    def region_meets(self, tree: Syntax, scope: Scope) -> Value | None:
        return None

    def x_within(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        pair = self._two_sets(tree, scope)
        return truth(negated(node("bany", node("bandnot", *pair)))) if pair else wrong()

    def x_span(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        low, high = self.integer(tree.children[0], scope), self.integer(tree.children[1], scope)
        if not isinstance(low.type, Number) or not isinstance(high.type, Number):
            return wrong()
        of = Number(low.type.low, max(high.type.high, low.type.low))
        coll = over_range(of, low.node, binary("add", high.node, num(1)))
        coll.sure = low.type.high <= high.type.low
        return Value(num(0), SetOf(of), coll)

    def x_collection(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        items = [child for child in tree.children if child is not None]
        of_wanted = wanted.of if isinstance(wanted, (SetOf, ListOf)) else None
        if not items:
            return Value(EMPTY, SetOf(of_wanted) if of_wanted else SetOf(WRONG), None)  # type: ignore[arg-type]
        values = [self.expr(item, scope, of_wanted) for item in items]
        if any(value.wrong for value in values):
            return wrong()
        first = single(values[0].type)
        kinds = [value.type for value in values]
        if isinstance(first, Number) and all(isinstance(kind, Number) for kind in kinds):
            first = Number(min(k.low for k in kinds if isinstance(k, Number)), max(k.high for k in kinds if isinstance(k, Number)))
        if first is None:
            return self.mismatch(items[0], scope, values[0].type, "a single value")
        nodes = [self.convert(v, first, item, scope).node for v, item in zip(values, items, strict=True)]
        return self.literal_list(first, nodes)

    def literal_list(self, of: Single, nodes: list[Node]) -> Value:
        listed = (
            node("row", self.builder.table("rows", [tuple(n.args[0] for n in nodes)]), num(0))
            if all(n.op == "num" for n in nodes)
            else node("tuple", list(nodes))
        )
        return Value(listed, ListOf(of, len(nodes)))

    # -- quantifiers

    def _bind(self, tree: Syntax, scope: Scope, name_at: int, domain_at: int) -> tuple[Collection, int, Scope]:
        name, domain = str(tree.children[name_at]), tree.children[domain_at]
        assert domain is not None
        coll = self.collection(self.expr(domain, scope), domain, scope)
        each = self.builder.fresh()
        return coll, each, scope.with_local(name, Local(var(each), coll.of))

    def _with(self, tree: Syntax | Token | None, coll: Collection, each: int, scope: Scope) -> tuple[Collection, Scope]:
        if tree is None:
            return coll, scope
        condition = self.test(tree, scope)
        return self.narrowed_to(coll, each, condition, scope), scope.knowing(known_when(tree, True))

    def narrowed_to(self, coll: Collection, each: int, condition: Node, scope: Scope) -> Collection:
        """The members for which a condition holds."""
        if self.covering:
            return filtered(coll, each, condition)
        types: dict[int, Type] = {
            local.node.args[0]: local.type
            for local in scope.locals.values()
            if local.node.op == "var" and not local.settable and isinstance(local.type, (Number, Member))
        }
        return narrow(self.builder, coll, each, condition, types)

    def x_every(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        coll, each, inner = self._bind(tree, scope, 0, 1)
        condition = self.test(tree.children[2], inner)
        body = [*coll.make(each, [node("when", negated(condition), [node("return", FALSE)], [])]), node("return", TRUE)]
        return truth(self.builder.lift(body, "every"))

    def x_some(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        coll, each, inner = self._bind(tree, scope, 0, 1)
        found = self.narrowed_to(coll, each, self.test(tree.children[2], inner), inner)
        body = [*found.make(each, [node("return", TRUE)]), node("return", FALSE)]
        return truth(self.builder.lift(body, "some"))

    def x_those(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        coll, each, inner = self._bind(tree, scope, 0, 1)
        found = self.narrowed_to(coll, each, self.test(tree.children[2], inner), inner)
        return Value(num(0), SetOf(coll.of), found)

    def x_first(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        coll, each, inner = self._bind(tree, scope, 0, 1)
        coll, _ = self._with(tree.children[2], coll, each, inner)
        kind = Maybe(coll.of)
        body = [*coll.make(each, [node("return", var(each))]), node("return", num(empty_of(kind)))]
        return Value(self.builder.lift(body, "first"), kind)

    def _extreme(self, tree: Syntax, scope: Scope, better: str) -> Value:
        coll, each, inner = self._bind(tree, scope, 0, 1)
        coll, inner = self._with(tree.children[2], coll, each, inner)
        keys_tree = tree.children[3]
        assert keys_tree is not None and not isinstance(keys_tree, Token)
        keys = [self.integer(key, inner) for key in keys_tree.children]
        kind = Maybe(coll.of)
        empty = num(empty_of(kind))
        found = self.builder.fresh()
        best = [self.builder.fresh() for _ in keys]
        now = [self.builder.fresh() for _ in keys]
        wins = node(better, var(now[-1]), var(best[-1]))
        for a, b in reversed(list(zip(now[:-1], best[:-1], strict=True))):
            wins = either(node(better, var(a), var(b)), both(node("eq", var(a), var(b)), wins))
        take = [node("assign", found, var(each)), *[node("assign", b, var(a)) for a, b in zip(now, best, strict=True)]]
        body = [
            node("let", found, empty),
            *[node("let", name, num(0)) for name in best],
            *coll.make(
                each,
                [
                    *[node("let", name, key.node) for name, key in zip(now, keys, strict=True)],
                    node("when", either(node("eq", var(found), empty), wins), take, []),
                ],
            ),
            node("return", var(found)),
        ]
        return Value(self.builder.lift(body, "best"), kind)

    def x_best(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        return self._extreme(tree, scope, "gt")

    def x_least(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        return self._extreme(tree, scope, "lt")

    def _fold(self, tree: Syntax, scope: Scope) -> tuple[Collection, int, Value]:
        coll, each, inner = self._bind(tree, scope, 1, 2)
        coll, inner = self._with(tree.children[3], coll, each, inner)
        return coll, each, self.integer(tree.children[0], inner)

    def x_sum(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        coll, each, value = self._fold(tree, scope)
        if not isinstance(value.type, Number):
            return wrong()
        total, size = self.builder.fresh(), _size(coll.of)
        body = [
            node("let", total, num(0)),
            *coll.make(each, [node("assign", total, binary("add", var(total), value.node))]),
            node("return", var(total)),
        ]
        low, high = min(0, value.type.low * size), max(0, value.type.high * size)
        return self.bounded(self.builder.lift(body, "sum"), low, high, tree, scope)

    def _peak(self, tree: Syntax, scope: Scope, better: str) -> Value:
        coll, each, value = self._fold(tree, scope)
        if not isinstance(value.type, Number):
            return wrong()
        found, now = self.builder.fresh(), self.builder.fresh()
        body = [
            node("let", found, num(NO_NUMBER)),
            *coll.make(
                each,
                [
                    node("let", now, value.node),
                    node(
                        "when",
                        either(node("eq", var(found), num(NO_NUMBER)), node(better, var(now), var(found))),
                        [node("assign", found, var(now))],
                        [],
                    ),
                ],
            ),
            node("return", choice(node("eq", var(found), num(NO_NUMBER)), num(0), var(found))),
        ]
        kind = Number(min(0, value.type.low), max(0, value.type.high))
        return Value(self.builder.lift(body, "peak"), kind)

    def x_most(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        return self._peak(tree, scope, "gt")

    def x_fewest(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        return self._peak(tree, scope, "lt")

    def x_each(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        coll, each, inner = self._bind(tree, scope, 1, 2)
        coll, inner = self._with(tree.children[3], coll, each, inner)
        item = tree.children[0]
        assert item is not None
        value = self.need(self.expr(item, inner), item, inner)
        of = single(value.type)
        if of is None:
            return self.mismatch(item, inner, value.type, "a single value")
        made = mapped(coll, each, value.node, of)
        # Values may repeat, so the set is built before anybody runs through it.
        bits = self.bits(Value(num(0), SetOf(of), made), item, scope)
        return Value(bits, SetOf(of))

    def x_grow(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        name, start_tree, more_tree = str(tree.children[0]), tree.children[1], tree.children[2]
        assert start_tree is not None and more_tree is not None
        start = self.as_set(self.expr(start_tree, scope, wanted), start_tree, scope)
        if not isinstance(start.type, SetOf):
            return wrong()
        grown, before = self.builder.fresh(), self.builder.fresh()
        inner = scope.with_local(name, Local(var(grown), start.type))
        more = self.convert(self.expr(more_tree, inner, start.type), start.type, more_tree, inner)
        body = [
            node("let", grown, start.node),
            node("let", before, EMPTY),
            node(
                "while",
                node("ne", var(grown), var(before)),
                [
                    node("assign", before, var(grown)),
                    node("assign", grown, node("bor", var(grown), more.node)),
                ],
            ),
            node("return", var(grown)),
        ]
        # Growing from nothing still asks once what follows from nothing.
        body[1] = node("let", before, node("bandnot", node("mask", 1), var(grown)))
        return Value(self.builder.lift(body, "grow"), start.type)

    # -- tables

    def x_table(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        subject_tree = tree.children[0]
        assert subject_tree is not None and not isinstance(subject_tree, Token)
        if subject_tree.data == "name" and str(subject_tree.children[0]) in ("seats", *self.world.words_of_options):
            return self._constant_table(tree, scope, wanted)
        if subject_tree.data == "name" and str(subject_tree.children[0]) == "seat" and "seat" not in scope.locals:
            if scope.me is None:
                self.report("no-me", subject_tree, scope)
                return wrong()
            subject = Value(scope.me, self.kind_of("seat"))
        else:
            subject = self.expr(subject_tree, scope)
        subject = self.need(subject, subject_tree, scope)
        if subject.wrong:
            return wrong()
        rows: dict[int, tuple[Value, Syntax | Token]] = {}
        otherwise: tuple[Value, Syntax | Token] | None = None
        for pair in tree.children[1:]:
            assert pair is not None and not isinstance(pair, Token)
            item = pair.children[-1]
            assert item is not None
            if pair.data == "pair_else":
                otherwise = (self.expr(item, scope, wanted), item)
                continue
            key = self._key(str(pair.children[0]), subject.type, pair, scope)
            value = self.expr(item, scope, wanted)
            wanted = wanted or (value.type if not value.wrong else None)
            if key is not None:
                if key in rows:
                    self.report("repeated-row", pair, scope, name=pair.children[0])
                rows[key] = (value, item)
        return self._by_rows(tree, subject, rows, otherwise, scope)

    def _key(self, label: str, kind: Type, pair: Syntax, scope: Scope) -> int | None:
        if isinstance(kind, Number) and label.isdigit():
            return int(label)
        if isinstance(kind, Member):
            if label in self.world.absent_seats:
                return None
            values = self.world.domains[kind.domain].values
            if label in values:
                return values.index(label)
            self.unknown(label, pair.children[0], scope, values)
            return None
        self.mismatch(pair, scope, kind, "a value with names")
        return None

    def _by_rows(
        self,
        tree: Syntax,
        subject: Value,
        rows: dict[int, tuple[Value, Syntax | Token]],
        otherwise: tuple[Value, Syntax | Token] | None,
        scope: Scope,
    ) -> Value:
        size = _size(single(subject.type) or TRUTH)
        if otherwise is None and isinstance(subject.type, Member):
            missing = [name for index, name in enumerate(self.world.domains[subject.type.domain].values) if index not in rows]
            if missing:
                self.report("missing-row", tree, scope, name=missing[0])
                return wrong()
        if otherwise is None and not isinstance(subject.type, Member):
            self.report("missing-row", tree, scope, name="else")
            return wrong()
        everything = [*rows.values(), *([otherwise] if otherwise else [])]
        if not everything or any(value.wrong for value, _ in everything):
            return wrong()
        dense = isinstance(subject.type, Member) and size <= 4_096
        if dense and all(value.node.op in ("num",) and value.coll is None and single(value.type) for value, _ in everything):
            kind = everything[0][0].type
            for value, item in everything[1:]:
                if _family(value.type) != _family(kind):
                    return self.mismatch(item, scope, value.type, kind)
                kind = joined(kind, value.type)
            filler = otherwise[0].node.args[0] if otherwise else 0
            table = [rows[i][0].node.args[0] if i in rows else filler for i in range(size)]
            return Value(node("tab", self.builder.table("numbers", table), subject.node), kind)
        listy = dense and all(value.node.op == "row" and value.coll is None for value, _ in everything)
        if listy:
            first = everything[0][0].type
            assert isinstance(first, ListOf)
            lists = [self._constant_row(rows[i][0] if i in rows else otherwise[0]) for i in range(size)]  # type: ignore[index]
            most = max(len(row) for row in lists)
            for value, item in everything:
                if isinstance(value.type, ListOf) and _family(value.type.of) != _family(first.of):
                    return self.mismatch(item, scope, value.type, first)
            return Value(node("row", self.builder.table("rows", lists), subject.node), ListOf(first.of, most))
        at = self.builder.fresh()
        result = otherwise if otherwise else everything[-1]
        keys = list(rows.items()) if otherwise else list(rows.items())[:-1]
        value, where = result
        for key, (row, item) in reversed(keys):
            value = self._one_of(node("eq", var(at), num(key)), row, value, item, where, scope)
            where = item
        if value.wrong:
            return wrong()
        if subject.node.op in ("var", "num"):
            return Value(renamed(value.node, at, subject.node), value.type)
        body = [node("let", at, subject.node), node("return", value.node)]
        return Value(self.builder.lift(body, "table"), value.type)

    def _constant_row(self, value: Value) -> tuple[int, ...]:
        table, index = value.node.args
        row: tuple[int, ...] = self.builder.tables[table].values[index.args[0]]
        return row

    def _constant_table(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        subject = tree.children[0]
        assert subject is not None and not isinstance(subject, Token)
        name = str(subject.children[0])
        current = str(self.constants.players)
        if name != "seats":
            current = self.world.words_of_options[name][self.constants.values[name]]
        for pair in tree.children[1:]:
            assert pair is not None and not isinstance(pair, Token)
            if pair.data == "pair_else" or str(pair.children[0]) == current:
                return self.expr(pair.children[-1], scope, wanted)
        self.report("missing-row", tree, scope, name=current)
        return wrong()

    # -- calls of definitions

    def is_definition(self, name: str) -> bool:
        section = self.world.section("define")
        return name in self.definitions or bool(section and name in section)

    def definition(self, name: str) -> object:
        raise NotImplementedError

    def call_definition(self, name: str, args: list[Syntax | Token], tree: Syntax, scope: Scope) -> Value:
        found = self.define(name, tree, scope)
        if found is None:
            return wrong()
        self.using.calls.add(f"define.{name}")
        if len(args) != len(found.params):
            self.report("wrong-arity", tree, scope, name=name, wanted=len(found.params), given=len(args))
            return wrong()
        nodes: list[Node] = []
        failed = False
        for arg, (_, kind) in zip(args, found.params, strict=True):
            value = self.convert(self.expr(arg, scope, kind), kind, arg, scope)
            failed |= value.wrong
            nodes.append(value.node)
        if failed or found.type == WRONG:
            return wrong()
        from labrys.language.parse import span_of

        for field, position in found.secrets:
            self.secrets.append((field, nodes[position] if position is not None else None, span_of(scope.scalar, tree)))
        if found.body is not None and weight(found.body) <= 14 and not self.covering:
            simple = all(
                n.op in ("var", "num") or uses(found.body, name_) <= 1
                for n, name_ in zip(nodes, found.variables, strict=True)
            )
            if simple:
                body = found.body
                for n, name_ in zip(nodes, found.variables, strict=True):
                    body = renamed(body, name_, n)
                return Value(body, found.type)
        return Value(node("call", found.function, *nodes), found.type)

    def define(self, name: str, tree: Syntax, scope: Scope):  # type: ignore[no-untyped-def]
        raise NotImplementedError

    def x_base_value(self, tree: Syntax, scope: Scope, wanted: Type | None) -> Value:
        """What a variant's text replaces."""
        from labrys.language.parse import parse

        if scope.scalar.base is None:
            self.report("no-base", tree, scope)
            return wrong()
        inner = parse(scope.scalar.base, "expr", self.findings)
        return self.expr(inner, scope.at(scope.scalar.base), wanted) if inner else wrong()


def _is_name(tree: Syntax | Token) -> bool:
    return not isinstance(tree, Token) and tree.data in ("name", "place")


def _empty_literal(value: Value) -> bool:
    return isinstance(value.type, SetOf) and isinstance(value.type.of, Nothing)


def _family(kind: Type) -> str:
    """Types of one family are comparable whatever their bounds."""
    one = single(kind)
    if isinstance(one, Number):
        return "number"
    if isinstance(one, Truth):
        return "truth"
    return one.domain if isinstance(one, Member) else str(kind)


def _size(kind: Single) -> int:
    if isinstance(kind, Member):
        return kind.size
    return kind.high - kind.low + 1 if isinstance(kind, Number) else 2


family, size_of = _family, _size

"""The shared state of elaboration: names, definitions, findings, reads and writes for the rule graph."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from labrys.graph.builder import Builder, Collection, over_bits, over_list, over_range, size_of
from labrys.graph.code import EMPTY, Node, bit, node, num, var
from labrys.graph.origins import Origins
from labrys.graph.scope import Scope, key_of
from labrys.graph.values import Value, wrong
from labrys.language.constants import Constants
from labrys.language.parse import Syntax, span_of
from labrys.language.types import (
    LEAST,
    MOST,
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
    Type,
    empty_of,
    fits,
)
from labrys.language.world import Field, World
from labrys.source.catalogue import Both
from labrys.source.findings import suggestion
from labrys.source.spans import Span
from labrys.source.tree import Mapping, words_of
from lark import Token


@dataclass(slots=True)
class Definition:
    """A `define`, or a relation's condition, elaborated once and called by number."""

    name: str
    params: list[tuple[str, Type]]
    type: Type
    function: int
    body: Node | None = None
    variables: list[int] = field(default_factory=list)
    secrets: list[tuple[Field, int | None]] = field(default_factory=list)
    id: str = ""


@dataclass(slots=True)
class Relation:
    name: str
    params: list[tuple[str, Type]]
    variables: list[int]
    here: int
    way: int
    there: int
    side: int
    condition: Node
    links: Node | None
    id: str
    # How a walk came to a cell, and to its first one, where the relation speaks of it.
    came: int = -1
    begin: Node | None = None


@dataclass(slots=True)
class Uses:
    """What a node of the ruleset does, for the rule graph."""

    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)
    emits: set[str] = field(default_factory=set)
    # Events that others become.
    becomes: set[str] = field(default_factory=set)
    # Events raised where something hidden decided that they are.
    quietly: set[str] = field(default_factory=set)


class Elaborator:
    """Base of the parts that turn syntax into code; each part adds the words of its subject."""

    def __init__(self, world: World, builder: Builder, constants: Constants, covering: bool = False) -> None:
        self.world = world
        self.builder = builder
        self.constants = constants
        self.findings = world.findings
        self.covering = covering
        self.definitions: dict[str, Definition] = {}
        self.relations: dict[str, Relation] = {}
        self.events: dict[str, Any] = {}
        self.actions: dict[str, Any] = {}
        self.guards: dict[str, Any] = {}
        self.uses: dict[str, Uses] = {}
        self.using = Uses()
        # Fields not seen by all that the text being elaborated reads: (field, variable of its holder).
        self.secrets: list[tuple[Field, Node | None, Span | None]] = []
        # Keys of optional values the text being elaborated relies on.
        self.relied: set[str] = set()
        self.in_progress: list[str] = []
        self.sites: list[dict[str, Any]] = []
        self.reasons: list[str] = []
        self.origins = Origins()

    # -- findings

    def span(self, tree: Syntax | Token, scope: Scope) -> Span:
        return span_of(scope.scalar, tree)

    def report(self, slug: str, tree: Syntax | Token, scope: Scope, fix: Any = None, **values: object) -> None:
        self.findings.report(slug, span_of(scope.scalar, tree), fix, **values)

    def mismatch(self, tree: Syntax | Token, scope: Scope, given: Type, wanted: object) -> Value:
        if given != WRONG:
            self.report("wrong-type", tree, scope, given=given, wanted=wanted)
        return wrong()

    def unknown(self, name: str, tree: Syntax | Token, scope: Scope, candidates: Any = None) -> Value:
        if candidates is None:
            candidates = self.all_names(scope)
        fix = suggestion(name, candidates)
        if "-" in name and fix is None:
            left, _, right = name.rpartition("-")
            if left in self.all_names(scope) or right.isdigit():
                fix = Both(f"a difference is written `{left} - {right}`", f"une différence s'écrit `{left} - {right}`")
        marked = self._marked(name)
        if marked is not None:
            remedy = Both(f"write `area {name}`", f"écrivez `area {name}`")
            self.findings.report("mark-for-area", marked, remedy, name=name)
        else:
            self.report("unknown-name", tree, scope, fix, name=name)
        return wrong()

    def _marked(self, name: str) -> Span | None:
        """Where the legend of the board makes a name a mark, which is drawn and cannot be read."""
        board = self.world.section("board")
        legend = board.get("legend") if board is not None else None
        for _, entry in legend.items() if isinstance(legend, Mapping) else ():
            for word in words_of(entry):
                if word.value == name:
                    return word.span
        return None

    def all_names(self, scope: Scope) -> list[str]:
        world = self.world
        return [
            *scope.locals, *self.definitions, *(name for name, _ in world.nodes("define")), *(n for _, n in world.fields if not n.startswith("$")),
            *world.domains, *world.plurals, *world.values, *self.constants.values, "me", "active", "living", "others", "nothing",
        ]  # fmt: skip

    # -- conversions

    def need(self, value: Value, tree: Syntax | Token, scope: Scope) -> Value:
        """The value as one that is certainly there."""
        if isinstance(value.type, Maybe):
            if key_of(tree) not in scope.known:
                self.report("may-be-empty", tree, scope, name=self.words(tree))
            self.relied.add(key_of(tree))
            return Value(self.still_there(value.node, value.type), value.type.of)
        if isinstance(value.type, Nothing) and not value.wrong:
            return self.mismatch(tree, scope, value.type, "a value")
        return value

    def still_there(self, made: Node, kind: Type) -> Node:
        """A field that was tested may have been emptied since: using it then is a fault, not nonsense."""
        return node("sure", made, empty_of(kind)) if made.op == "get" else made

    def words(self, tree: Syntax | Token) -> str:
        """How the author wrote it, roughly."""
        if isinstance(tree, Token):
            return str(tree)
        if tree.data in ("name", "number", "place"):
            return str(tree.children[0])
        if tree.data == "on":
            return " on ".join(self.words(kid) for kid in tree.children if kid is not None)
        if tree.data == "field":
            return ".".join(self.words(kid) for kid in tree.children if kid is not None)
        if tree.data == "call":
            args = [self.words(kid) for kid in tree.children[1:] if kid is not None]
            return f"{tree.children[0]}({', '.join(args)})"
        if tree.data in ("plain_arg", "bracket"):
            return self.words(tree.children[0])
        if tree.data == "my":
            return f"my {tree.children[0]}"
        return "this value"

    def collection(self, value: Value, tree: Syntax | Token, scope: Scope) -> Collection:
        """The value as something to run through."""
        if value.coll is not None:
            return value.coll
        kind = value.type
        if isinstance(kind, SetOf):
            low = kind.of.low if isinstance(kind.of, Number) else 0
            return over_bits(kind.of, value.node, low)
        if isinstance(kind, ListOf):
            return over_list(kind.of, value.node)
        if isinstance(kind, BagOf):
            return over_bits(kind.of, self.kinds_in(value))
        if isinstance(kind, Maybe):
            # An optional value is a collection of at most one.
            made = value.node

            def make(name: int, body: list[Node]) -> list[Node]:
                return [node("let", name, made), node("when", node("ne", var(name), num(_empty(kind))), body, [])]

            return Collection(kind.of, make)
        if not value.wrong:
            self.mismatch(tree, scope, kind, Both("a collection", "une collection").en)
        # Its elements are as wrong as it is, so that what is said about them is not reported again.
        return Collection(WRONG, lambda _name, _body: [])  # type: ignore[arg-type]

    def kinds_in(self, value: Value) -> Node:
        """The set of kinds of which a bag holds at least one."""
        return node("bagbits", *value.node.args)

    def bits(self, value: Value, tree: Syntax | Token, scope: Scope) -> Node:
        """The value as a set of bits."""
        if isinstance(value.type, SetOf) and value.coll is None:
            return value.node
        coll = self.collection(value, tree, scope)
        if coll.bits is not None:
            return coll.bits
        if coll.every is not None:
            return node("mask", coll.every)
        if coll.listed is not None and coll.low == 0 and isinstance(coll.of, Member):
            return node("listbits", coll.listed, coll.of.size)
        made, each = self.builder.fresh(), self.builder.fresh()
        index = var(each) if not coll.low else node("sub", var(each), num(coll.low))
        if isinstance(coll.of, Number) and not coll.low:
            index = var(each) if coll.of.low == 0 else node("sub", var(each), num(coll.of.low))
        body = [
            node("let", made, EMPTY),
            *coll.make(each, [node("assign", made, node("bor", var(made), bit(index, size_of(coll.of))))]),
            node("return", var(made)),
        ]
        return self.builder.lift(body, "set")

    def bits_of(self, value: Value, of: Single, tree: Syntax | Token, scope: Scope) -> Node:
        """The same as bits of another range of numbers; members outside of it are left out."""
        coll = self.collection(value, tree, scope)
        if not isinstance(of, Number) or not isinstance(coll.of, Number) or (coll.of.low == of.low and coll.of.high <= of.high):
            return self.bits(value, tree, scope)
        made, each = self.builder.fresh(), self.builder.fresh()
        join: list[Node] = [node("assign", made, node("bor", var(made), bit(node("sub", var(each), num(of.low)), size_of(of))))]
        if not fits(coll.of, of):
            inside = node("and", node("ge", var(each), num(of.low)), node("le", var(each), num(of.high)))
            join = [node("when", inside, join, [])]
        body = [node("let", made, EMPTY), *coll.make(each, join), node("return", var(made))]
        return self.builder.lift(body, "set")

    def as_set(self, value: Value, tree: Syntax | Token, scope: Scope) -> Value:
        coll = self.collection(value, tree, scope)
        return Value(self.bits(value, tree, scope), SetOf(coll.of))

    def convert(self, value: Value, wanted: Type, tree: Syntax | Token, scope: Scope) -> Value:
        """The value where a type is wanted: checked, narrowed, `none` turned into its number."""
        if value.wrong or wanted == WRONG:
            return value
        if isinstance(value.type, Nothing):
            if isinstance(wanted, Maybe):
                return Value(num(_empty(wanted)), wanted)
            return self.mismatch(tree, scope, value.type, wanted)
        if isinstance(wanted, SetOf):
            if isinstance(value.type, (SetOf, ListOf, BagOf)) or value.coll is not None:
                of = self.collection(value, tree, scope).of
                if isinstance(value.type, SetOf) and isinstance(value.type.of, Nothing):
                    return Value(EMPTY, wanted)
                if not fits(of, wanted.of):
                    return self.mismatch(tree, scope, value.type, wanted)
                return Value(self.bits_of(value, wanted.of, tree, scope), wanted)
            return self.mismatch(tree, scope, value.type, wanted)
        if isinstance(value.type, Maybe) and not isinstance(wanted, Maybe):
            value = self.need(value, tree, scope)
        if not fits(value.type, wanted):
            if isinstance(value.type, Number) and isinstance(wanted, Number):
                self.report("out-of-range", tree, scope, value=value.type, low=wanted.low, high=wanted.high)
                return wrong()
            return self.mismatch(tree, scope, value.type, wanted)
        return value

    def condition(self, value: Value, tree: Syntax | Token, scope: Scope) -> Node:
        if not isinstance(value.type, type(TRUTH)):
            self.mismatch(tree, scope, value.type, TRUTH)
        return value.node

    # -- fields

    def read(self, this: Field, holder: Node | None, tree: Syntax | Token, scope: Scope) -> Value:
        """The value of a field; `holder` is None for fields of the game."""
        self.using.reads.add(_field_id(this))
        if this.seen_by != "all":
            self.secrets.append((this, holder, span_of(scope.scalar, tree)))
        at = holder if holder is not None else num(0)
        if isinstance(this.type, ListOf):
            return Value(node("list", this.number, at), this.type)
        if isinstance(this.type, BagOf):
            return Value(node("bag", this.number, at), this.type)
        return Value(node("get", this.number, at), this.type)

    def system(self, name: str) -> Node:
        return node("get", self.world.fields[None, name].number, num(0))

    def kind_of(self, domain: str) -> Member:
        return self.world.domains[domain].type

    def whole(self, domain: str) -> Value:
        """The set of all values of a domain."""
        found = self.world.domains[domain]
        coll = over_range(found.type, num(0), num(found.size), found.size)
        return Value(num(0), SetOf(found.type), coll)


def _field_id(this: Field) -> str:
    return f"{this.of}.{this.name}" if this.of else this.name


def _empty(kind: Maybe) -> int:
    return LEAST - 1 if isinstance(kind.of, Number) else -1


def joined(a: Type, b: Type) -> Type:
    """The type of a value that is one or the other."""
    if a == WRONG or b == WRONG:
        return WRONG
    if isinstance(a, Nothing):
        return b if isinstance(b, (Maybe, SetOf, ListOf)) else Maybe(b) if isinstance(b, (Member, Number)) else b
    if isinstance(b, Nothing):
        return joined(b, a)
    if isinstance(a, Maybe) or isinstance(b, Maybe):
        inner = joined(a.of if isinstance(a, Maybe) else a, b.of if isinstance(b, Maybe) else b)
        return Maybe(inner) if isinstance(inner, (Truth_, Member, Number)) else inner
    if isinstance(a, Number) and isinstance(b, Number):
        return Number(min(a.low, b.low), max(a.high, b.high))
    return a


Truth_ = type(TRUTH)


def number_type(low: int, high: int) -> Number:
    return Number(max(low, LEAST), min(high, MOST))


__all__ = ["Definition", "Elaborator", "Relation", "Single", "Uses", "joined", "number_type"]

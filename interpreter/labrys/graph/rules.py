"""Definitions, relations, guards, events and triggers: the named rules that others call."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from labrys.graph.builder import renamed
from labrys.graph.code import FALSE, Node, negated, node, num, var
from labrys.graph.elaborator import Definition, Relation, Uses
from labrys.graph.scope import Local, Scope
from labrys.graph.statements import Statements
from labrys.graph.values import Value
from labrys.language.declare import read_type
from labrys.language.parse import Syntax, parse
from labrys.language.types import WRONG, ListOf, Maybe, SetOf, Type, empty_of
from labrys.source.findings import suggestion
from labrys.source.spans import Span
from labrys.source.tree import Mapping, Scalar
from labrys.source.tree import Node as YamlNode


@dataclass(slots=True)
class Event:
    name: str
    params: list[tuple[str, Type]]
    function: int
    listeners: list[str] = field(default_factory=list)


class Rules(Statements):
    def params(self, given: YamlNode | None) -> list[tuple[str, Type]]:
        """Typed parameters as `given:` writes them."""
        found: list[tuple[str, Type]] = []
        if isinstance(given, Mapping):
            for name, kind in given.items():
                if isinstance(kind, Scalar):
                    found.append((name, read_type(kind, self.world, self.constants) or WRONG))
        return found

    def bind(self, params: list[tuple[str, Type]], scalar: Scalar, **more: Any) -> tuple[list[int], Scope]:
        numbers = [self.builder.fresh() for _ in params]
        names = {name: Local(var(n), kind) for (name, kind), n in zip(params, numbers, strict=True)}
        return numbers, Scope(scalar, names, **more)

    def named(self, id: str, kind: str, name: str, found: YamlNode, span: Span) -> None:
        if id not in self.world.named:
            self.world.add_named(id, kind, name, found, span)

    def cover(self, id: str) -> list[Node]:
        """In a covering build, a mark that this node ran."""
        if not self.covering or id not in self.world.named:
            return []
        return [node("cover", self.world.named[id].number)]

    def spot(self, section: str, name: str) -> Span:
        found = self.world.section(section)
        return found.key_span(name) if found else self.world.tree.span

    # -- define

    def define(self, name: str, tree: Syntax, scope: Scope) -> Definition | None:
        if name in self.definitions:
            return self.definitions[name]
        if name in self.in_progress:
            chain = " -> ".join([*self.in_progress[self.in_progress.index(name) :], name])
            self.report("definition-cycle", tree, scope, chain=chain)
            return None
        return self.define_now(name)

    def define_now(self, name: str) -> Definition | None:
        section = self.world.section("define")
        entry = section.get(name) if section else None
        formula = entry.get("is") if isinstance(entry, Mapping) else entry
        if not isinstance(formula, Scalar):
            return None
        outer = self.using, self.secrets
        self.using, self.secrets = Uses(), []
        self.in_progress.append(name)
        id = f"define.{name}"
        assert entry is not None
        self.named(id, "define", name, entry, self.spot("define", name))
        params = self.params(entry.get("given"))
        numbers, scope = self.bind(params, formula)
        syntax = parse(formula, "expr", self.findings)
        value = self.expr(syntax, scope) if syntax else Value(FALSE, WRONG)
        if syntax is not None and (value.coll is not None or isinstance(value.type, SetOf)) and not value.wrong:
            value = self.as_set(value, syntax, scope)
        made = value.node
        if id in self.world.disabled:
            made = num(empty_of(value.type)) if isinstance(value.type, Maybe) else num(0)
            if isinstance(value.type, ListOf):
                made = node("tuple", [])
        function = self.builder.function(numbers, [*self.cover(id), node("return", made)], name)
        positions = {n: i for i, n in enumerate(numbers)}
        secrets = [
            (f, positions.get(h.args[0]) if h is not None and h.op == "var" else None) for f, h, _ in self.secrets
        ]
        found = Definition(name, params, value.type, function.number, made, numbers, secrets, id)
        self.definitions[name] = found
        self.uses[id] = self.using
        self.in_progress.pop()
        self.using, self.secrets = outer
        return found

    # -- relations

    def relation(self, name: str) -> Relation | None:
        if name in self.relations:
            return self.relations[name]
        section = self.world.section("relations")
        entry = section.get(name) if section else None
        if not isinstance(entry, Mapping) or self.world.board is None:
            return None
        outer, self.using = self.using, Uses()
        id = f"relations.{name}"
        self.named(id, "relation", name, entry, self.spot("relations", name))
        params = self.params(entry.get("given"))
        sides, links = entry.get("sides"), entry.get("links")
        anchor = sides if isinstance(sides, Scalar) else links
        if not isinstance(anchor, Scalar):
            self.using = outer
            return None
        numbers, scope = self.bind(params, anchor)
        here, way, there, side = (self.builder.fresh() for _ in range(4))
        cell = self.kind_of("cell")
        scope = scope.with_local("here", Local(var(here), cell))
        linked = scope
        scope = scope.with_local("there", Local(var(there), cell))
        if self.world.board.directions:
            scope = scope.with_local("way", Local(var(way), self.kind_of("direction")))
        if "edge" in self.world.domains:
            scope = scope.with_local("side", Local(var(side), self.kind_of("edge")))
        condition: Node = num(1)
        if isinstance(sides, Scalar):
            syntax = parse(sides, "expr", self.findings)
            condition = self.test(syntax, scope) if syntax else FALSE
        more: Node | None = None
        if isinstance(links, Scalar):
            syntax = parse(links, "expr", self.findings)
            if syntax is not None:
                inner = linked.at(links)
                more = self.convert(self.expr(syntax, inner, SetOf(cell)), SetOf(cell), syntax, inner).node
        if id in self.world.disabled:
            condition = num(1)
        found = Relation(name, params, numbers, here, way, there, side, condition, more, id)
        self.relations[name] = found
        self.uses[id], self.using = self.using, outer
        return found

    def _relation_call(self, tree: Syntax | None, scope: Scope):  # type: ignore[no-untyped-def]
        if tree is None:
            return None
        name = str(tree.children[0]) if tree.data in ("name", "call") else ""
        known = [n for n, _ in self.world.nodes("relations")]
        found = self.relation(name) if name in known else None
        if found is None:
            self.unknown(name or self.words(tree), tree, scope, known)
            return None
        self.using.calls.add(found.id)
        args = [kid.children[-1] for kid in tree.children[1:] if kid is not None] if tree.data == "call" else []  # type: ignore[union-attr]
        if len(args) != len(found.params):
            self.report("wrong-arity", tree, scope, name=name, wanted=len(found.params), given=len(args))
            return None
        nodes = [self.typed(arg, scope, kind) for arg, (_, kind) in zip(args, found.params, strict=True)]

        def place(here: int, way: int, there: int, side: int) -> tuple[Node, Node | None]:
            pairs = [*zip(found.variables, nodes, strict=True)]
            pairs += [(found.here, var(here)), (found.way, var(way)), (found.there, var(there)), (found.side, var(side))]
            condition, links = found.condition, found.links
            for old, new in pairs:
                condition = renamed(condition, old, new)
                links = renamed(links, old, new) if links is not None else None
            return condition, links

        return place

    # -- events and triggers

    def event(self, name: str) -> Event:
        if name in self.events:
            found: Event = self.events[name]
            return found
        section = self.world.section("events")
        assert section is not None
        entry = section.get(name)
        assert entry is not None
        id = f"events.{name}"
        self.named(id, "event", name, entry, self.spot("events", name))
        params = self.params(entry.get("given"))
        made = self.builder.function([], [], name, effect=True)
        event = Event(name, params, made.number)
        self.events[name] = event
        outer, self.using = self.using, Uses()
        body_text, needs = entry.get("do"), entry.get("needs")
        anchor = body_text if isinstance(body_text, Scalar) else Scalar(name, self.spot("events", name))
        numbers, scope = self.bind(params, anchor, place="event")
        code = [node("log", "event", name, [var(n) for n in numbers]), *self.cover(id)]
        code += self._triggers("before", event, numbers)
        if isinstance(needs, Scalar):
            syntax = parse(needs, "expr", self.findings)
            if syntax is not None:
                code.append(node("when", negated(self.test(syntax, scope.at(needs))), [node("return", num(0))], []))
                from labrys.graph.scope import known_when

                scope = scope.knowing(known_when(syntax, True))
        if isinstance(body_text, Scalar) and id not in self.world.disabled:
            body = self.body(body_text, scope)
            inner = self.builder.function(numbers, [*body, node("return", num(0))], name, effect=True)
            code.append(node("do", node("callx", inner.number, *[var(n) for n in numbers])))
        code += self._triggers("after", event, numbers)
        made.params, made.body = numbers, [*code, node("return", num(0))]
        self.uses[id], self.using = self.using, outer
        return event

    def _triggers(self, window: str, event: Event, numbers: list[int]) -> list[Node]:
        code: list[Node] = []
        for name, entry in self.world.nodes("triggers"):
            head = entry.get(window)
            if not isinstance(head, Scalar):
                continue
            tree = parse(head, "head", self.findings)
            if tree is None or tree.data != "head_event" or str(tree.children[0]) != event.name:
                continue
            names = [str(kid) for kid in tree.children[1:] if kid is not None]
            id = f"triggers.{name}"
            self.named(id, "trigger", name, entry, self.spot("triggers", name))
            event.listeners.append(name)
            if len(names) != len(event.params):
                self.findings.report(
                    "wrong-arity", head.span, name=event.name, wanted=len(event.params), given=len(names)
                )
                continue
            outer, self.using = self.using, Uses()
            locals_ = {n: Local(var(v), kind) for n, v, (_, kind) in zip(names, numbers, event.params, strict=True)}
            scope = Scope(head, locals_, place=window)
            condition, body_text = entry.get("if"), entry.get("do")
            inner_code: list[Node] = [node("log", "trigger", name, []), *self.cover(id)]
            if isinstance(body_text, Scalar):
                body = self.body(body_text, scope)
                made = self.builder.function(numbers, [*inner_code, *body, node("return", num(0))], name, effect=True)
                call: list[Node] = [node("do", node("callx", made.number, *[var(n) for n in numbers]))]
                if isinstance(condition, Scalar):
                    syntax = parse(condition, "expr", self.findings)
                    if syntax is not None:
                        call = [node("when", self.test(syntax, scope.at(condition)), call, [])]
                code += call
            self.uses[id], self.using = self.using, outer
        return code

    def check_heads(self) -> None:
        """Triggers must listen to something that exists."""
        events = [name for name, _ in self.world.nodes("events")]
        for _, entry in self.world.nodes("triggers"):
            for window in ("before", "after"):
                head = entry.get(window)
                if isinstance(head, Scalar):
                    tree = parse(head, "head", self.findings)
                    if tree is not None and tree.data == "head_event" and str(tree.children[0]) not in events:
                        name = str(tree.children[0])
                        self.findings.report("unknown-event", head.span, suggestion(name, events), name=name)

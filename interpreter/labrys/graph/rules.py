"""Definitions and relations: the named words of a game that its rules are written with."""

from __future__ import annotations

from typing import Any

from labrys.graph.builder import renamed
from labrys.graph.code import EMPTY, FALSE, Node, node, num, var
from labrys.graph.elaborator import Definition, Relation, Uses
from labrys.graph.flowing import Flowing
from labrys.graph.scope import Local, Scope
from labrys.graph.values import Value
from labrys.language.declare import read_type
from labrys.language.parse import Syntax, parse
from labrys.language.types import WRONG, ListOf, Maybe, SetOf, Type, empty_of
from labrys.source.spans import Span
from labrys.source.tree import Mapping, Scalar
from labrys.source.tree import Node as YamlNode


class Rules(Flowing):
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
            made = num(empty_of(value.type)) if isinstance(value.type, Maybe) else EMPTY if isinstance(value.type, SetOf) else num(0)
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
        came, begin = self._coming(entry.get("came"), scope)
        if begin is not None:
            scope = scope.with_local("came", Local(var(came), Maybe(self.kind_of("direction"))))
        scope = scope.with_local("there", Local(var(there), cell))
        # Slanted steps have no side, and links of a graph need not have a direction.
        leaving = [e for row in self.world.board.exits for e in row]
        for word, domain, variable, always in (
            ("way", "direction", way, all(e.way >= 0 for e in leaving)),
            ("side", "edge", side, all(e.edge >= 0 for e in leaving)),
        ):
            if domain in self.world.domains:
                kind = self.kind_of(domain)
                scope = scope.with_local(word, Local(var(variable), kind if always else Maybe(kind)))
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
        found = Relation(name, params, numbers, here, way, there, side, condition, more, id, came, begin)
        self.relations[name] = found
        self.uses[id], self.using = self.using, outer
        return found

    def _coming(self, entry: YamlNode | None, scope: Scope) -> tuple[int, Node | None]:
        """`came: E`: walks remember by which way they came to a cell; E is how one came to the first."""
        if not isinstance(entry, Scalar) or self.world.board is None or not self.world.board.directions:
            return -1, None
        syntax = parse(entry, "expr", self.findings)
        if syntax is None:
            return -1, None
        kind, inner = Maybe(self.kind_of("direction")), scope.at(entry)
        return self.builder.fresh(), self.convert(self.expr(syntax, inner, kind), kind, syntax, inner).node

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

        def place(here: int, way: int, there: int, side: int, came: int) -> tuple[Node, Node | None, Node | None]:
            pairs = [*zip(found.variables, nodes, strict=True)]
            pairs += [(found.here, var(here)), (found.way, var(way)), (found.there, var(there)), (found.side, var(side))]
            pairs += [(found.came, var(came))] if found.begin is not None else []
            condition, links, begin = found.condition, found.links, found.begin
            for old, new in pairs:
                condition = renamed(condition, old, new)
                links = renamed(links, old, new) if links is not None else None
                begin = renamed(begin, old, new) if begin is not None else None
            return condition, links, begin

        return place

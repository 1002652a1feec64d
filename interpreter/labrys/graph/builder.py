"""Collects the functions and tables of a game while its rules are elaborated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from labrys.graph.code import Function, Node, Table, free_variables, node, num, var, walk
from labrys.language.types import Member, Number, Single


@dataclass(slots=True)
class Builder:
    functions: list[Function] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    _table_numbers: dict[tuple[str, tuple[Any, ...]], int] = field(default_factory=dict)
    variables: int = 0

    def fresh(self) -> int:
        self.variables += 1
        return self.variables

    def function(
        self, params: Sequence[int], body: list[Node], label: str, effect: bool = False
    ) -> Function:
        made = Function(len(self.functions), list(params), body, effect, label)
        self.functions.append(made)
        return made

    def table(self, kind: str, values: Iterable[Any]) -> int:
        key = (kind, tuple(values))
        if key not in self._table_numbers:
            self._table_numbers[key] = len(self.tables)
            self.tables.append(Table(len(self.tables), kind, key[1]))
        return self._table_numbers[key]

    def lift(self, body: list[Node], label: str) -> Node:
        """A function made of these statements, called with the variables they use."""
        params = free_variables(body)
        made = self.function(params, body, label)
        return node("call", made.number, *[var(name) for name in params])


Make = Callable[[int, list[Node]], list[Node]]


@dataclass(slots=True)
class Collection:
    """Something to run through: `make(v, body)` gives the statements that run `body` for every member `v`."""

    of: Single
    make: Make
    bits: Node | None = None
    listed: Node | None = None
    count: Node | None = None
    # The elements are numbers from `low` on; their bits are counted from it.
    low: int = 0
    every: int | None = None
    # Never without a member, whatever the position.
    sure: bool = False


def renamed(part: Any, old: int, new: Node) -> Any:
    """The same code with one variable replaced by another expression."""
    if isinstance(part, Node):
        if part.op == "var" and part.args[0] == old:
            return new
        args = tuple(renamed(arg, old, new) if isinstance(arg, (Node, list)) else arg for arg in part.args)
        if all(a is b for a, b in zip(args, part.args, strict=True)):
            return part
        return Node(part.op, args)
    if isinstance(part, list):
        return [renamed(item, old, new) for item in part]
    return part


def weight(part: Any) -> int:
    return sum(1 for _ in walk(part))


def uses(part: Any, name: int) -> int:
    return sum(1 for this in walk(part) if this.op == "var" and this.args[0] == name)


def over_range(of: Single, low: Node, high: Node, size: int | None = None) -> Collection:
    """The numbers from low up to, not including, high."""

    def make(name: int, body: list[Node]) -> list[Node]:
        return [node("for", name, node("range", low, high), body)]

    return Collection(of, make, every=size)


def over_bits(of: Single, bits: Node, low: int = 0) -> Collection:
    size = size_of(of)

    def make(name: int, body: list[Node]) -> list[Node]:
        if low:
            from_zero = name + 1_000_000
            shifted = node("let", name, node("add", var(from_zero), num(low)))
            return [node("for", from_zero, node("bits", bits, size), [shifted, *body])]
        return [node("for", name, node("bits", bits, size), body)]

    return Collection(of, make, bits=bits, low=low)


def size_of(kind: Single) -> int:
    """How many values a single type has."""
    if isinstance(kind, Member):
        return kind.size
    return kind.high - kind.low + 1 if isinstance(kind, Number) else 2


def over_list(of: Single, listed: Node) -> Collection:
    def make(name: int, body: list[Node]) -> list[Node]:
        return [node("for", name, listed, body)]

    return Collection(of, make, listed=listed, count=node("len", listed))


def filtered(inner: Collection, name: int, condition: Node) -> Collection:
    def make(target: int, body: list[Node]) -> list[Node]:
        test: Node = renamed(condition, name, var(target))
        return inner.make(target, [node("when", test, body, [])])

    return Collection(inner.of, make, low=inner.low)


def mapped(inner: Collection, name: int, value: Node, of: Single) -> Collection:
    """The values of an expression; equal ones may come more than once, so only for building sets."""

    def make(target: int, body: list[Node]) -> list[Node]:
        return inner.make(name, [node("let", target, value), *body])

    return Collection(of, make)

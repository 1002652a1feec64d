"""The small code both engines print: expressions and statements over the flat state, in numbered names.

The elaborator builds it from checked rules; `engine/printer.py` prints it as Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """An operation and its operands: other nodes, numbers, fields, lists of statements."""

    op: str
    args: tuple[Any, ...]


def node(op: str, *args: Any) -> Node:
    return Node(op, args)


def num(value: int) -> Node:
    return Node("num", (int(value),))


def var(name: int) -> Node:
    return Node("var", (name,))


@dataclass(slots=True)
class Function:
    """A function of the generated code. `params` are variable numbers; effects also receive the run."""

    number: int
    params: list[int]
    body: list[Node]
    effect: bool
    label: str
    # Whether it can stop in its middle to ask or for chance, and whether it can reach itself.
    noisy: bool = False
    recursive: bool = False
    calls: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Table:
    """A constant table: numbers, rows of numbers, or sets of bits."""

    number: int
    kind: str
    values: tuple[Any, ...]


def walk(part: Any) -> Iterator[Node]:
    """Every node in a node or list of statements, outermost first."""
    stack: list[Any] = [part]
    while stack:
        this = stack.pop()
        if isinstance(this, Node):
            yield this
            stack.extend(reversed(this.args))
        elif isinstance(this, (list, tuple)):
            stack.extend(reversed(this))


def free_variables(parts: Sequence[Node]) -> list[int]:
    """Variables used but not bound inside, in order of first use."""
    bound: set[int] = set()
    used: dict[int, None] = {}
    for this in walk(parts):
        if this.op == "var":
            used.setdefault(this.args[0])
        elif this.op in ("let", "for"):
            bound.add(this.args[0])
        elif this.op == "assign":
            used.setdefault(this.args[0])
    return [name for name in used if name not in bound]


def called(parts: Sequence[Node]) -> set[int]:
    """Numbers of the functions called from here."""
    found = {this.args[0] for this in walk(parts) if this.op in ("call", "callx", "callq", "veiled")}
    return found | {this.args[2] for this in walk(parts) if this.op == "askeach"}


TRUE, FALSE = num(1), num(0)
# The set without members: sets and numbers are printed differently by the native engine.
EMPTY = Node("bits_const", (0,))


def bit(index: Node, size: int) -> Node:
    """The set of one member, of a domain of that size."""
    return Node("bit", (index, size))


def both(a: Node, b: Node) -> Node:
    if is_true(a) or is_false(b):
        return b
    if is_true(b) or is_false(a):
        return a
    return node("and", a, b)


def either(a: Node, b: Node) -> Node:
    if is_true(a) or is_false(b):
        return a
    if is_true(b) or is_false(a):
        return b
    return node("or", a, b)


def negated(a: Node) -> Node:
    if a.op == "num":
        return FALSE if a.args[0] else TRUE
    opposite = {"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}.get(a.op)
    if opposite:
        return node(opposite, *a.args)
    if a.op == "not":
        inner: Node = a.args[0]
        return inner
    return node("not", a)


def is_true(a: Node) -> bool:
    return a.op == "num" and a.args[0] != 0


def is_false(a: Node) -> bool:
    return a.op == "num" and a.args[0] == 0


_FOLD: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "eq": lambda a, b: int(a == b),
    "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b),
    "le": lambda a, b: int(a <= b),
    "gt": lambda a, b: int(a > b),
    "ge": lambda a, b: int(a >= b),
    "min": min,
    "max": max,
}


def binary(op: str, a: Node, b: Node) -> Node:
    """An operation of two operands, worked out at once where both are known."""
    if a.op == "num" and b.op == "num":
        if op in _FOLD:
            return num(_FOLD[op](a.args[0], b.args[0]))
        if op == "div" and b.args[0]:
            return num(a.args[0] // b.args[0])
        if op == "mod" and b.args[0]:
            return num(a.args[0] % b.args[0])
    if op in ("add", "sub") and b.op == "num" and b.args[0] == 0:
        return a
    if op == "add" and a.op == "num" and a.args[0] == 0:
        return b
    if op == "mul" and b.op == "num" and b.args[0] == 1:
        return a
    return node(op, a, b)


def choice(condition: Node, a: Node, b: Node) -> Node:
    if condition.op == "num":
        return a if condition.args[0] else b
    return node("if", condition, a, b)

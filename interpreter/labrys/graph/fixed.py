"""Conditions that do not depend on the state: worked out at load time, so that a search runs over a short list.

`least c in cells with c.column = column and c holds nothing` looks at the cells of one column only: the first part
of the condition speaks of nothing but `c` and `column`, and so makes a table of cells by column.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from labrys.graph.builder import Builder, Collection, filtered, over_list, size_of
from labrys.graph.code import Node, binary, free_variables, node, num, var
from labrys.language.types import Member, Number, Type

# Largest number of pairs that are tried, and how much shorter the lists must get.
MOST_PAIRS = 60_000

_WORKED_OUT: dict[str, Callable[[Any, Any], int]] = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "div": lambda a, b: a // b, "mod": lambda a, b: a % b,
    "eq": lambda a, b: int(a == b), "ne": lambda a, b: int(a != b), "lt": lambda a, b: int(a < b), "le": lambda a, b: int(a <= b),
    "gt": lambda a, b: int(a > b), "ge": lambda a, b: int(a >= b), "min": min, "max": max, "bhas": lambda a, b: a >> b & 1,
}  # fmt: skip


class NotFixed(Exception):
    """The condition depends on the state."""


def narrow(builder: Builder, inner: Collection, each: int, condition: Node, types: dict[int, Type]) -> Collection:
    """The members for which a condition holds; its fixed part picks a list from a table."""
    size = inner.every
    if size is None:
        return filtered(inner, each, condition)
    fixed: list[Node] = []
    rest: list[Node] = []
    other: int | None = None
    for part in _parts(condition):
        names = set(free_variables([part])) - {each}
        wanted = names | ({other} if other is not None else set())
        if len(wanted) <= 1 and all(name in types for name in names) and _is_fixed(part):
            fixed.append(part)
            other = next(iter(wanted), None)
        else:
            rest.append(part)
    low, count = _span(types[other]) if other is not None else (0, 1)
    if not fixed or size * count > MOST_PAIRS:
        return filtered(inner, each, condition)
    try:
        rows = [_row(builder, fixed, each, other, low + k, size) for k in range(count)]
    except (NotFixed, IndexError, ZeroDivisionError):
        return filtered(inner, each, condition)
    at = num(0) if other is None else binary("sub", var(other), num(low))
    found = over_list(inner.of, node("row", builder.table("rows", rows), at))
    for part in rest:
        found = filtered(found, each, part)
    return found


@dataclass(slots=True)
class _Env:
    each: int
    value: int
    other: int | None
    fixed: int


def _row(builder: Builder, fixed: list[Node], each: int, other: int | None, value: int, size: int) -> tuple[int, ...]:
    return tuple(k for k in range(size) if all(_value(builder, part, _Env(each, k, other, value)) for part in fixed))


def _parts(condition: Node) -> list[Node]:
    if condition.op == "and":
        return [*_parts(condition.args[0]), *_parts(condition.args[1])]
    return [condition]


def _span(kind: Type) -> tuple[int, int]:
    """The least value of a type and how many there are."""
    if isinstance(kind, Number):
        return kind.low, size_of(kind)
    return 0, size_of(kind) if isinstance(kind, Member) else 2


def _is_fixed(part: Any) -> bool:
    if isinstance(part, Node):
        if part.op in ("num", "var", "bits_const", "mask"):
            return True
        if part.op not in _WORKED_OUT and part.op not in ("tab", "row", "inlist", "not", "and", "or", "if"):
            return False
        return all(_is_fixed(arg) for arg in part.args if isinstance(arg, Node))
    return True


def _value(builder: Builder, part: Node, env: _Env) -> Any:
    a, op = part.args, part.op
    if op in _WORKED_OUT:
        return _WORKED_OUT[op](_value(builder, a[0], env), _value(builder, a[1], env))
    match op:
        case "num" | "bits_const":
            return a[0]
        case "mask":
            return (1 << a[0]) - 1
        case "var":
            if a[0] not in (env.each, env.other):
                raise NotFixed
            return env.value if a[0] == env.each else env.fixed
        case "tab" | "row":
            at = _value(builder, a[1], env)
            if at < 0:
                raise NotFixed
            return builder.tables[a[0]].values[at]
        case "inlist":
            return int(_value(builder, a[0], env) in _value(builder, a[1], env))
        case "not":
            return int(not _value(builder, a[0], env))
        case "and":
            return int(bool(_value(builder, a[0], env)) and bool(_value(builder, a[1], env)))
        case "or":
            return int(bool(_value(builder, a[0], env)) or bool(_value(builder, a[1], env)))
        case "if":
            return _value(builder, a[1] if _value(builder, a[0], env) else a[2], env)
    raise NotFixed

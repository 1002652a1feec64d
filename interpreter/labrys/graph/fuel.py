"""Which functions could run long: a static bound of their steps as the product of declared sizes.

Only those pay for every turn of their loops, so that ordinary rules cost nothing extra.
"""

from __future__ import annotations

from typing import Any

from labrys.graph.builder import Builder
from labrys.graph.code import Node

# Steps a function may take in the worst case before its loops are counted.
LIGHT = 200_000
# A loop whose size is not known from its text: at most the largest collection there can be.
UNKNOWN = 4_096


def heavy_functions(builder: Builder) -> set[int]:
    """Numbers of the functions whose loops must burn fuel."""
    bounds = static_bounds(builder)
    return {f.number for f in builder.functions if f.recursive or bounds[f.number] > LIGHT}


def static_bounds(builder: Builder) -> list[int]:
    """For each function the greatest number of steps one call can take, at most 10**12."""
    known: dict[int, int] = {}

    def bound(number: int) -> int:
        if number not in known:
            known[number] = 1  # a circle of events is bounded by its depth, not here
            known[number] = min(cost(builder.functions[number].body), 10**12)
        return known[number]

    def cost(part: Any) -> int:
        if isinstance(part, list):
            return sum(cost(item) for item in part)
        if not isinstance(part, Node):
            return 0
        a = part.args
        if part.op == "for":
            return 1 + cost(a[1]) + _turns(a[1], builder) * (1 + cost(a[2]))
        if part.op == "while":
            return UNKNOWN * (1 + cost(a[0]) + cost(a[1]))
        if part.op == "flood":
            return 512 * (1 + cost(a[7]))
        inner = sum(cost(arg) for arg in a if isinstance(arg, (Node, list)))
        if part.op in ("call", "callx", "callq"):
            return 1 + bound(a[0]) + inner
        return inner + (1 if part.op in ("store", "let", "assign", "when") else 0)

    return [bound(function.number) for function in builder.functions]


def _turns(iterable: Node, builder: Builder) -> int:
    a = iterable.args
    match iterable.op:
        case "range" if a[1].op == "num":
            return int(a[1].args[0])
        case "bits" if len(a) > 1:
            return int(a[1])
        case "ring":
            return 8
        case "row":
            return max((len(row) for row in builder.tables[a[0]].values), default=0)
    return UNKNOWN if iterable.op != "range" else 64

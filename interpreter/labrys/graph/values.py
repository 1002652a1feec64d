"""What elaborating an expression gives: code, its type and, for collections, how to run through them."""

from __future__ import annotations

from dataclasses import dataclass

from labrys.graph.builder import Collection
from labrys.graph.code import FALSE, Node, num
from labrys.language.types import TRUTH, WRONG, Number, Type


@dataclass(slots=True)
class Value:
    node: Node
    type: Type
    coll: Collection | None = None

    @property
    def wrong(self) -> bool:
        return self.type == WRONG


def wrong() -> Value:
    """Stands for text already reported; it fits everywhere, so that one mistake gives one finding."""
    return Value(FALSE, WRONG)


def truth(node: Node) -> Value:
    return Value(node, TRUTH)


def number(value: int) -> Value:
    return Value(num(value), Number(value, value))

"""Names a piece of text can use, and what is already known to exist there."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from labrys.graph.code import Node
from labrys.language.parse import Syntax
from labrys.language.types import Type
from labrys.source.tree import Scalar
from lark import Token


@dataclass(slots=True)
class Local:
    node: Node
    type: Type
    settable: bool = False
    # A table of answers, one a seat, read as `x[s]`.
    by_seat: bool = False
    # Hidden fields the value comes from: whoever may not see them may not learn it either.
    taint: tuple[Any, ...] = ()


@dataclass(slots=True)
class Scope:
    scalar: Scalar
    locals: dict[str, Local] = field(default_factory=dict)
    known: frozenset[str] = frozenset()
    me: Node | None = None
    # Where the text stands: decides which words are allowed (`choose`, `cancel`, `before`, `here` …).
    place: str = ""
    before: list[tuple[int, Node]] | None = None
    # Hidden things that decided that this text runs at all: nobody may be asked here.
    secret: tuple[Any, ...] = ()
    # The same for arguments of events, of which it is not known yet whether they are hidden.
    because: frozenset[tuple[str, int]] = frozenset()
    # Inside `try keeping`, where the body must come to its end.
    trying: bool = False
    # The arguments of the event a `before` trigger may alter: name -> position.
    alterable: dict[str, int] | None = None

    def at(self, scalar: Scalar) -> Scope:
        return replace(self, scalar=scalar)

    def with_local(self, name: str, local: Local) -> Scope:
        known = self.known
        if name in self.locals:
            known = frozenset(key for key in known if f"name({name})" not in key)
        return replace(self, locals={**self.locals, name: local}, known=known)

    def knowing(self, keys: frozenset[str]) -> Scope:
        return replace(self, known=self.known | keys) if keys else self


def key_of(tree: Syntax | Token | None) -> str:
    """Spelling without brackets: two texts with equal keys name the same value."""
    if tree is None:
        return "-"
    if isinstance(tree, Token):
        return str(tree)
    if tree.data == "bracket":
        return key_of(tree.children[0])
    return f"{tree.data}({','.join(key_of(child) for child in tree.children)})"


def known_when(tree: Syntax | Token | None, truth: bool) -> frozenset[str]:
    """What is known to exist where the condition came out as `truth`."""
    if tree is None or isinstance(tree, Token):
        return frozenset()
    kids = tree.children
    match tree.data:
        case "bracket":
            return known_when(kids[0], truth)
        case "not_":
            return known_when(kids[0], not truth)
        case "and_" if truth:
            return known_when(kids[0], True) | known_when(kids[1], True)
        case "or_" if not truth:
            return known_when(kids[0], False) | known_when(kids[1], False)
        case "exists" | "any" if truth:
            return frozenset({key_of(kids[0])})
        case "no" if not truth:
            return frozenset({key_of(kids[0])})
        case "compare":
            a, b = kids[0], kids[2]
            empty = [isinstance(x, type(tree)) and x.data == "none" for x in (a, b)]
            if any(empty):
                if (str(kids[1]) == "!=") == truth:
                    return frozenset({key_of(b if empty[0] else a)})
            elif (str(kids[1]) == "=") == truth:
                # Two optionals are not comparable, so equal means both are there.
                return frozenset({key_of(a), key_of(b)})
        case "member" if truth:
            return frozenset({key_of(kids[0])})
        case "not_member" if not truth:
            return frozenset({key_of(kids[0])})
        case "holds" if truth:
            pattern = kids[1]
            assert pattern is not None and not isinstance(pattern, Token)
            if pattern.data == "holding":
                kind = pattern.children[0]
                assert kind is not None and not isinstance(kind, Token)
                return frozenset({f"holds:{kind.children[0]}:{key_of(kids[0])}"})
    return frozenset()

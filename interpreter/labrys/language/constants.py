"""Values fixed before the game is laid out: options, constants, the number of seats, and `when:`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from labrys.language.parse import Syntax, parse, span_of
from labrys.language.types import LEAST, MOST
from labrys.source.findings import Findings, suggestion
from labrys.source.spans import Span
from labrys.source.tree import Entry, Mapping, Node, Scalar, Sequence
from lark import Token

_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


@dataclass(slots=True)
class Constants:
    """Names with a known value. Words of options are numbers that `words` lead back to their names."""

    values: dict[str, int]
    words: dict[str, int]
    players: int
    findings: Findings
    # Seconds a tick lasts, for durations.
    tick: float = 1.0
    # Names that stand only in nodes whose `when` is false: what is said of them is no mistake.
    left_out: set[str] = field(default_factory=set)

    def number(self, scalar: Scalar) -> int | None:
        """The value of a constant expression, or None after a report."""
        tree = parse(scalar, "expr", self.findings)
        if tree is None:
            return None
        try:
            value = self.evaluate(tree, scalar)
        except _Unknown as error:
            if error.name:
                near = suggestion(error.name, [*self.values, *self.words])
                self.findings.report("unknown-name", error.span, near, name=error.name)
            else:
                self.findings.report("not-constant", error.span)
            return None
        if not LEAST <= value <= MOST:
            self.findings.report("number-too-large", scalar.span)
            return None
        return value

    def evaluate(self, tree: Syntax | Token, scalar: Scalar) -> int:
        if isinstance(tree, Token):
            raise _Unknown("", span_of(scalar, tree))
        kids = tree.children

        def value(index: int) -> int:
            kid = kids[index]
            assert kid is not None
            return self.evaluate(kid, scalar)

        match tree.data:
            case "number":
                text = str(kids[0])
                if len(text) > 10:
                    return MOST + 1
                return int(text)
            case "duration":
                if not whole_ticks(str(kids[0]), self.tick):
                    self.findings.report("part-of-a-tick", span_of(scalar, tree), text=str(kids[0]))
                return ticks(str(kids[0]), self.tick)
            case "true":
                return 1
            case "false":
                return 0
            case "name":
                name = str(kids[0])
                if name in self.values:
                    return self.values[name]
                if name in self.words:
                    return self.words[name]
                raise _Unknown(name, span_of(scalar, tree))
            case "bracket":
                return value(0)
            case "plus":
                return value(0) + value(1)
            case "minus":
                return value(0) - value(1)
            case "times_op":
                return value(0) * value(1)
            case "div" | "mod":
                divisor = value(1)
                if divisor == 0:
                    raise _Unknown("", span_of(scalar, tree))
                return value(0) // divisor if tree.data == "div" else value(0) % divisor
            case "negative":
                return -value(0)
            case "not_":
                return int(not value(0))
            case "and_":
                return int(bool(value(0)) and bool(value(1)))
            case "or_":
                return int(bool(value(0)) or bool(value(1)))
            case "choice":
                return value(1) if value(0) else value(2)
            case "compare":
                a, b = value(0), value(2)
                tests = {"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}
                return int(tests[str(kids[1])])
            case "count":
                inner = kids[0]
                named = not isinstance(inner, Token) and inner is not None and inner.data == "name"
                if named and str(inner.children[0]) == "seats":  # type: ignore[union-attr]
                    return self.players
            case "table":
                return self._table(tree, scalar)
            case "base_value" if scalar.base is not None:
                replaced = parse(scalar.base, "expr", self.findings)
                if replaced is not None:
                    return self.evaluate(replaced, scalar.base)
        raise _Unknown("", span_of(scalar, tree))

    def _table(self, tree: Syntax, scalar: Scalar) -> int:
        subject = tree.children[0]
        assert isinstance(subject, type(tree))
        by_seats = subject.data == "name" and str(subject.children[0]) == "seats"
        key = self.players if by_seats else self.evaluate(subject, scalar)
        for pair in tree.children[1:]:
            assert isinstance(pair, type(tree))
            if pair.data == "pair_else":
                found = pair.children[0]
            else:
                label = str(pair.children[0])
                known = int(label) if label.isdigit() else self.words.get(label, self.values.get(label))
                if known is None:
                    raise _Unknown(label, span_of(scalar, pair))
                if known != key:
                    continue
                found = pair.children[1]
            assert found is not None
            return self.evaluate(found, scalar)
        raise _Unknown("", span_of(scalar, tree))


class _Unknown(Exception):
    def __init__(self, name: str, span: Span) -> None:
        self.name = name
        self.span = span


def prune(tree: Mapping, constants: Constants) -> Mapping:
    """The tree without the nodes whose `when` is false."""
    kept = _pruned(tree, constants)
    assert isinstance(kept, Mapping)
    return kept


def _pruned(node: Node, constants: Constants) -> Node:
    if isinstance(node, Mapping):
        entries: dict[str, Entry] = {}
        for key, entry in node.entries.items():
            value = entry.value
            if isinstance(value, Mapping):
                condition = value.get("when")
                # Scenario steps are called `when` too, but they are never part of a game's tree.
                if isinstance(condition, Scalar):
                    holds = constants.number(condition)
                    if holds == 0:
                        constants.left_out |= {key, *_words(value)}
                        continue
                    value = value.without("when")
            entries[key] = Entry(entry.key_span, _pruned(value, constants))
        return Mapping(entries, node.span, node.flow)
    if isinstance(node, Sequence):
        return Sequence([_pruned(item, constants) for item in node.items], node.span, node.flow)
    return node


def _words(node: Node) -> set[str]:
    """Every name that stands in a node, as a key or in a text."""
    if isinstance(node, Mapping):
        return set(node.entries).union(*(_words(entry.value) for entry in node.entries.values()))
    if isinstance(node, Sequence):
        return set[str]().union(*map(_words, node.items))
    return set(_NAME.findall(node.value)) if isinstance(node, Scalar) else set()


def seconds(text: str) -> float | None:
    """`1.5 s`, `200 ms`, `2 min` as seconds."""
    for unit, factor in (("ms", 0.001), ("min", 60.0), ("s", 1.0)):
        if text.endswith(unit):
            try:
                return float(text[: -len(unit)].strip()) * factor
            except ValueError:
                return None
    return None


def whole_ticks(text: str, tick: float) -> bool:
    """Whether a duration is a whole number of ticks, as far as one can tell."""
    number = (seconds(text) or 0) / tick
    return abs(number - round(number)) < 1e-6


def ticks(text: str, tick: float) -> int:
    """A duration as a whole number of ticks: `30 s`, `1 tick`."""
    if text.endswith(("tick", "ticks")):
        return int(float(text.split("t")[0]))
    return round((seconds(text) or 0) / tick)

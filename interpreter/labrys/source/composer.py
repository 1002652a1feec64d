"""YAML events to a positioned tree. Works on events, so that aliases, depth and size are refused
before anything is built from them; called by the reader, one file at a time.
"""

from collections.abc import Iterator
from typing import Any

import yaml

from labrys.source.characters import named, strange
from labrys.source.commas import mend_items, mend_pairs
from labrys.source.findings import Findings
from labrys.source.spans import Span
from labrys.source.tree import Entry, Mapping, Node, Scalar, Sequence, Style

MOST_DEPTH = 40
MOST_NODES = 100_000

_STYLES: dict[str | None, Style] = {
    None: "plain",
    "": "plain",
    "'": "single",
    '"': "double",
    "|": "literal",
    ">": "folded",
}


class Refused(Exception):
    """Reading cannot go on; what is wrong has been reported."""


class Composer:
    """Builds the tree of one file from its text, which has plain `\\n` line ends."""

    def __init__(self, text: str, file: str, findings: Findings) -> None:
        self.text = text
        self.lines = text.split("\n")
        self.file = file
        self.findings = findings
        self.nodes = 0
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        self.events: Iterator[Any] = iter(yaml.parse(text, Loader=loader))

    def compose(self) -> Node | None:
        """The tree of the only document; None if the file is empty."""
        root: Node | None = None
        documents = 0
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self._refuse("several-documents", self._span(event))
            elif not isinstance(
                event, (yaml.StreamStartEvent, yaml.StreamEndEvent, yaml.DocumentEndEvent)
            ):
                root = self._node(event, 1)
        return root

    def _node(self, event: Any, depth: int) -> Node:
        span = self._span(event)
        self.nodes += 1
        if self.nodes > MOST_NODES:
            self._refuse("too-many-nodes", span, most=MOST_NODES)
        if depth > MOST_DEPTH:
            self._refuse("too-deep", span, most=MOST_DEPTH)
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            self._refuse("anchor", span, name=event.anchor)
        if event.tag is not None:
            self._refuse("tag", span, tag=event.tag)
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, span)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(event, span, depth)
        return self._mapping(event, span, depth)

    def _sequence(self, event: Any, span: Span, depth: int) -> Sequence:
        items: list[Node] = []
        for inner in self.events:
            if isinstance(inner, yaml.SequenceEndEvent):
                break
            item = self._node(inner, depth + 1)
            if _is_nothing(item) and not event.flow_style:
                self.findings.report("empty-value", item.span, name="-")
                continue
            items.append(item)
        if event.flow_style:
            span = span.to(self._span(inner))
            items = mend_items(items, self.lines, self.findings)
        elif items:
            span = span.to(items[-1].span)
        return Sequence(items, span, bool(event.flow_style))

    def _mapping(self, event: Any, span: Span, depth: int) -> Node:
        pairs: list[tuple[Scalar, Node]] = []
        for inner in self.events:
            if isinstance(inner, yaml.MappingEndEvent):
                break
            key = self._node(inner, depth + 1)
            value = self._node(next(self.events), depth + 1)
            if isinstance(key, Scalar):
                pairs.append((key, value))
            else:
                self.findings.report("odd-key", key.span)
        if event.flow_style:
            span = span.to(self._span(inner))
            mended = mend_pairs(pairs, span, self.lines, self.findings)
            if isinstance(mended, Sequence):
                return mended
            pairs = mended
        elif pairs:
            span = span.to(pairs[-1][1].span)
        return Mapping(self._entries(pairs), span, bool(event.flow_style))

    def _entries(self, pairs: list[tuple[Scalar, Node]]) -> dict[str, Entry]:
        entries: dict[str, Entry] = {}
        for key, value in pairs:
            name = key.value
            if name in entries:
                first = entries[name].key_span
                self.findings.report("repeated-key", key.span, name=name, first=first.line)
            elif _is_nothing(value):
                self.findings.report("empty-value", key.span, name=name)
            else:
                entries[name] = Entry(key.span, value)
        return entries

    def _scalar(self, event: Any, span: Span) -> Scalar:
        style = _STYLES[event.style]
        value: str = event.value
        bad = strange(value)
        if bad is not None:
            self.findings.report("strange-character", span, character=named(value[bad]))
        raw = self.text[event.start_mark.index : event.end_mark.index]
        here = (span.line, span.column)
        if style in ("literal", "folded"):
            return self._block(value, span, style)
        if style == "plain":
            return Scalar(value, span, style, body=raw, at=here)
        inside = raw[1:-1]
        at = (span.line, span.column + 1)
        if ("''" if style == "single" else "\\") in inside:
            return Scalar(value, span, style, body=value, at=at, exact=False)
        return Scalar(value, span, style, body=inside, at=at)

    def _block(self, value: str, span: Span, style: Style) -> Scalar:
        """A block's text begins on the line below its `|`; its lines are the file's, indented."""
        first = span.line
        indent = 0
        for offset, line in enumerate(value.split("\n")):
            if line:
                indent = len(self.lines[min(first + offset, len(self.lines) - 1)]) - len(line)
                break
        last = first + max(1, value.count("\n"))
        end = min(last, len(self.lines))
        # libyaml ends a block where the next token starts; people expect its last line.
        span = Span(self.file, span.line, span.column, end, len(self.lines[end - 1]) + 1)
        exact = style == "literal"
        return Scalar(
            value, span, style, body=value, at=(first + 1, indent + 1), indent=indent, exact=exact
        )

    def _span(self, event: Any) -> Span:
        start, end = event.start_mark, event.end_mark
        return Span(self.file, start.line + 1, start.column + 1, end.line + 1, end.column + 1)

    def _refuse(self, slug: str, span: Span, **values: object) -> None:
        self.findings.report(slug, span, None, **values)
        raise Refused


def _is_nothing(node: Node) -> bool:
    """No value at all, or a `|` with nothing below it."""
    if not isinstance(node, Scalar) or node.style in ("single", "double"):
        return False
    return not node.value.strip()

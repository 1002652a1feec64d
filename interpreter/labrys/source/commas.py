"""Commas that cut language text in two: inside `{…}` and `[…]` YAML ends a plain text at a comma.

The composer passes what YAML made of it; here the pieces are put together again and reported
with the repaired line, so that one slip gives one finding.
"""

import re
from typing import TypeGuard

from labrys.source.catalogue import Both
from labrys.source.findings import Findings
from labrys.source.spans import Span
from labrys.source.tree import Node, Scalar, Sequence

# What no key looks like: a call, a comparison, or several words (but `seen by`, `counted by`).
_LANGUAGE = re.compile(r"[()\[\]=<>]|\s(?!by$)")


def mend_pairs(
    pairs: list[tuple[Scalar, Node]], span: Span, lines: list[str], findings: Findings
) -> list[tuple[Scalar, Node]] | Sequence:
    """The pairs of a flow mapping with cut texts joined; a list if it was a set in braces."""
    if pairs and all(_is_cut(key, value) and _is_nothing(value) for key, value in pairs):
        listed = ", ".join(key.value for key, _ in pairs)
        findings.report(
            "unquoted-comma",
            span,
            Both(f"a list is written [{listed}]", f"une liste s'écrit [{listed}]"),
            text=pairs[0][0].value,
        )
        return Sequence([key for key, _ in pairs], span, True)
    mended: list[tuple[Scalar, Node]] = []
    index = 0
    while index < len(pairs):
        key, value = pairs[index]
        index += 1
        last: Node | None = None
        while index < len(pairs) and _is_plain(value) and _is_cut(*pairs[index]):
            last = pairs[index][0] if _is_nothing(pairs[index][1]) else pairs[index][1]
            index += 1
        if last is not None:
            value = _joined(value, last, lines, findings)
        mended.append((key, value))
    return mended


def mend_items(items: list[Node], lines: list[str], findings: Findings) -> list[Node]:
    """The items of a flow list; `[f(a, b)]` is one item, though YAML makes two of it."""
    mended: list[Node] = []
    index = 0
    while index < len(items):
        item = items[index]
        index += 1
        last: Node | None = None
        still_open = _opened(item)
        while still_open > 0 and index < len(items) and isinstance(items[index], Scalar):
            last = items[index]
            still_open += _opened(last)
            index += 1
        mended.append(item if last is None else _joined(item, last, lines, findings))
    return mended


def _opened(item: Node) -> int:
    """How many brackets a plain text opens and does not close."""
    return item.value.count("(") - item.value.count(")") if _is_plain(item) else 0


def _is_cut(key: Scalar, value: Node) -> bool:
    if key.style != "plain":
        return False
    return _is_nothing(value) or (len(key.value) > 1 and bool(_LANGUAGE.search(key.value)))


def _is_plain(node: Node) -> TypeGuard[Scalar]:
    return isinstance(node, Scalar) and node.style == "plain"


def _is_nothing(node: Node) -> bool:
    return _is_plain(node) and node.value == ""


def _joined(first: Node, last: Node, lines: list[str], findings: Findings) -> Scalar:
    span = first.span.to(last.span)
    body = _slice(lines, span)
    text = " ".join(body.split())
    fix: Both | None = None
    if span.line == span.end_line:
        line = lines[span.line - 1]
        repaired = line[: span.column - 1] + _quoted(body) + line[span.end_column - 1 :]
        fix = Both(f"write {repaired.strip()}", f"écrivez {repaired.strip()}")
    findings.report("unquoted-comma", span, fix, text=text)
    return Scalar(text, span, "plain", body=body, at=(span.line, span.column))


def _slice(lines: list[str], span: Span) -> str:
    if span.line == span.end_line:
        return lines[span.line - 1][span.column - 1 : span.end_column - 1]
    whole = [lines[span.line - 1][span.column - 1 :], *lines[span.line : span.end_line - 1]]
    return "\n".join([*whole, lines[span.end_line - 1][: span.end_column - 1]])


def _quoted(text: str) -> str:
    if '"' in text or "\\" in text:
        return "'" + text.replace("'", "''") + "'"
    return f'"{text}"'

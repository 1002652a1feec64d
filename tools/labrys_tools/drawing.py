"""A rule graph as DOT or Mermaid text, with findings as comments at its head."""

from collections.abc import Sequence
from dataclasses import dataclass

import networkx

# What only says how something is worked out; drawn on request, for it triples the picture.
INNER = frozenset({"field", "define", "relation", "guard", "constant", "option", "enum", "stone"})

_DOT_SHAPES = {
    "action": "box",
    "event": "ellipse",
    "trigger": "hexagon",
    "phase": "folder",
    "end": "doubleoctagon",
    "field": "note",
}
_MERMAID_SHAPES = {
    "action": ("[", "]"),
    "event": ("(", ")"),
    "trigger": ("{{", "}}"),
    "phase": ("[[", "]]"),
    "end": ("((", "))"),
    "field": ("[(", ")]"),
}


@dataclass(frozen=True)
class Picture:
    """The part of a rule graph that is drawn: nodes as (id, kind, name), edges with their kind."""

    nodes: tuple[tuple[str, str, str], ...]
    edges: tuple[tuple[str, str, str], ...]


def picture(graph: networkx.DiGraph, everything: bool) -> Picture:
    """What acts in a graph, or really all of it, in an order that does not depend on chance."""
    nodes = [
        (str(node), str(data.get("kind", "")), str(data.get("name", node)))
        for node, data in graph.nodes(data=True)
        if everything or data.get("kind") not in INNER
    ]
    kept = {node for node, _, _ in nodes}
    edges = [
        (str(start), str(end), str(data.get("kind", "")))
        for start, end, data in graph.edges(data=True)
        if str(start) in kept and str(end) in kept
    ]
    return Picture(tuple(sorted(nodes)), tuple(sorted(edges)))


def dot(drawn: Picture, title: str, remarks: Sequence[str]) -> str:
    lines = [*(f"// {remark}" for remark in remarks), f"digraph {_quoted(title)} {{"]
    lines.append("  rankdir=LR;")
    numbers = _numbers(drawn)
    for node, kind, name in drawn.nodes:
        label = _quoted(f"{kind} {name}")
        shape = _DOT_SHAPES.get(kind, "plaintext")
        lines.append(f"  {numbers[node]} [label={label}, shape={shape}];")
    for start, end, kind in drawn.edges:
        lines.append(f"  {numbers[start]} -> {numbers[end]} [label={_quoted(kind)}];")
    return "\n".join([*lines, "}"])


def mermaid(drawn: Picture, title: str, remarks: Sequence[str]) -> str:
    lines = ["---", f"title: {_quoted(title)}", "---", "flowchart LR"]
    lines += [f"  %% {remark}" for remark in remarks]
    numbers = _numbers(drawn)
    for node, kind, name in drawn.nodes:
        left, right = _MERMAID_SHAPES.get(kind, ("[", "]"))
        lines.append(f"  {numbers[node]}{left}{_quoted(f'{kind} {name}')}{right}")
    for start, end, kind in drawn.edges:
        lines.append(f"  {numbers[start]} -->|{kind or ' '}| {numbers[end]}")
    return "\n".join(lines)


def _numbers(drawn: Picture) -> dict[str, str]:
    # Both notations have words of their own; a number can never be one of them.
    return {node: f"n{index}" for index, (node, _, _) in enumerate(drawn.nodes)}


def _quoted(text: str) -> str:
    # Names of a ruleset hold neither quotes nor backslashes; a folder's name may.
    return '"' + text.replace("\\", "/").replace('"', "'") + '"'

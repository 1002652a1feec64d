"""A rule graph as DOT or Mermaid text, with findings as comments at its head."""

from collections.abc import Sequence

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


def shown_part(graph: networkx.DiGraph, everything: bool) -> networkx.DiGraph:
    """The part of the graph worth drawing: what acts, or really all of it."""
    if everything:
        return graph
    kept = [node for node, data in graph.nodes(data=True) if data.get("kind") not in INNER]
    return graph.subgraph(kept)


def dot(graph: networkx.DiGraph, title: str, remarks: Sequence[str]) -> str:
    lines = [*(f"// {remark}" for remark in remarks), f"digraph {_quoted(title)} {{"]
    lines.append("  rankdir=LR;")
    numbers = {node: f"n{index}" for index, node in enumerate(sorted(graph.nodes, key=str))}
    for node, number in numbers.items():
        data = graph.nodes[node]
        kind = str(data.get("kind", ""))
        label = _quoted(f"{kind} {data.get('name', node)}")
        lines.append(f"  {number} [label={label}, shape={_DOT_SHAPES.get(kind, 'plaintext')}];")
    for start, end, kind in _edges(graph):
        lines.append(f"  {numbers[start]} -> {numbers[end]} [label={_quoted(kind)}];")
    return "\n".join([*lines, "}"])


def mermaid(graph: networkx.DiGraph, title: str, remarks: Sequence[str]) -> str:
    lines = ["---", f"title: {_quoted(title)}", "---", "flowchart LR"]
    lines[4:] = [f"  %% {remark}" for remark in remarks]
    numbers = {node: f"n{index}" for index, node in enumerate(sorted(graph.nodes, key=str))}
    for node, number in numbers.items():
        data = graph.nodes[node]
        kind = str(data.get("kind", ""))
        left, right = _MERMAID_SHAPES.get(kind, ("[", "]"))
        label = _quoted(f"{kind} {data.get('name', node)}")
        lines.append(f"  {number}{left}{label}{right}")
    for start, end, kind in _edges(graph):
        lines.append(f"  {numbers[start]} -->|{kind or ' '}| {numbers[end]}")
    return "\n".join(lines)


def _edges(graph: networkx.DiGraph) -> list[tuple[object, object, str]]:
    rows = [(start, end, str(data.get("kind", ""))) for start, end, data in graph.edges(data=True)]
    return sorted(rows, key=lambda row: (str(row[0]), str(row[1]), row[2]))


def _quoted(text: str) -> str:
    # Names of a ruleset hold neither quotes nor backslashes; a folder's name may.
    return '"' + text.replace("\\", "/").replace('"', "'") + '"'

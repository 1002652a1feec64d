"""`labrys graph`: the rule graph as DOT, Mermaid or data."""

import json
from pathlib import Path

import networkx
from labrys_tools.drawing import dot, mermaid, picture
from side_table import Run, run, tiny

__all__ = ["run", "tiny"]


def graph() -> networkx.DiGraph:
    drawn = networkx.DiGraph()
    drawn.add_node("actions.end", kind="action", name="end")
    drawn.add_node("events.hit", kind="event", name="hit")
    drawn.add_node("fields.score", kind="field", name="score")
    drawn.add_edge("actions.end", "events.hit", kind="emits")
    drawn.add_edge("events.hit", "fields.score", kind="writes")
    return drawn


def test_what_only_works_things_out_is_left_out() -> None:
    assert [name for _, _, name in picture(graph(), everything=False).nodes] == ["end", "hit"]
    assert len(picture(graph(), everything=True).edges) == 2


def test_names_that_the_notations_use_themselves_do_no_harm() -> None:
    text = mermaid(picture(graph(), everything=True), 'a "title"', ["LB601 nobody raises it"])
    assert 'n0["action end"]' in text
    assert "n0 -->|emits| n1" in text
    assert "title: \"a 'title'\"" in text
    assert "  %% LB601 nobody raises it" in text


def test_dot_has_every_node_and_edge() -> None:
    text = dot(picture(graph(), everything=True), "tiny", ["LB601 nobody raises it"])
    assert text.startswith('// LB601 nobody raises it\ndigraph "tiny" {\n')
    assert text.count("->") == 2
    assert text.endswith("}")


def test_a_good_ruleset_has_no_remarks(run: Run, tiny: Path) -> None:
    done = run("graph", tiny)
    assert done.code == 0
    assert done.out.startswith('digraph "tiny" {')
    assert 'label="action place"' in done.out
    assert run("graph", tiny, "--format", "mermaid").out.splitlines()[3] == "flowchart LR"


def test_programs_get_nodes_edges_and_findings(run: Run, tiny: Path) -> None:
    answer = json.loads(run("graph", tiny, "--json", "--all").out)
    assert answer["findings"] == []
    assert {"id", "kind", "name"} == answer["nodes"][0].keys()
    known = {node["id"] for node in answer["nodes"]}
    assert all({edge["from"], edge["to"]} <= known for edge in answer["edges"])

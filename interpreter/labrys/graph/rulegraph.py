"""The action/trigger graph of a ruleset as a networkx DiGraph, and what can be told from it alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from labrys.graph.compile import Program
from labrys.source.findings import Findings

if TYPE_CHECKING:
    import networkx


def rule_graph(program: Program) -> networkx.DiGraph:
    """Nodes are actions, events, triggers, phases, definitions and fields; edges say who calls, raises, reads, writes."""
    import networkx

    graph: networkx.DiGraph = networkx.DiGraph()
    for named in program.world.named.values():
        graph.add_node(named.id, kind=named.kind, name=named.name)
    for id, uses in program.uses.items():
        for event in sorted(uses.emits):
            graph.add_edge(id, f"events.{event}", kind="emits")
        for called in sorted(uses.calls):
            graph.add_edge(id, called, kind="calls")
        for name in sorted(uses.reads):
            _field(graph, name)
            graph.add_edge(id, f"state.{name}", kind="reads")
        for name in sorted(uses.writes):
            _field(graph, name)
            graph.add_edge(id, f"state.{name}", kind="writes")
    for name, event in program.events.items():
        for listener in event.listeners:
            graph.add_edge(f"events.{name}", f"triggers.{listener}", kind="listens")
    for action in program.actions:
        for phase in action.phases:
            graph.add_edge(f"phases.{phase}", f"actions.{action.name}", kind="offers")
    return graph


def _field(graph: networkx.DiGraph, name: str) -> None:
    graph.add_node(f"state.{name}", kind="state", name=name)


def analyse(program: Program, findings: Findings) -> None:
    """Reports what the graph shows: events nobody raises, and cascades without end."""
    import networkx

    raised = {event for uses in program.uses.values() for event in uses.emits}
    for name in program.events:
        if name not in raised:
            named = program.world.named[f"events.{name}"]
            findings.report("never-raised", named.span, name=name)
    graph = rule_graph(program)
    flow = [(a, b) for a, b, kind in graph.edges(data="kind") if kind in ("emits", "listens")]
    cascade: networkx.DiGraph = networkx.DiGraph(flow)
    for circle in sorted(networkx.simple_cycles(cascade)):
        first = program.world.named.get(circle[0])
        if first is not None:
            chain = " -> ".join([*circle, circle[0]])
            findings.report("endless-cascade", first.span, chain=chain)

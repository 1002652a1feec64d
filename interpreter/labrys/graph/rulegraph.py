"""The action/trigger graph of a ruleset as a networkx DiGraph, and what can be told from it alone."""

from __future__ import annotations

from collections.abc import Collection
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
        for event in sorted(uses.becomes):
            graph.add_edge(id, f"events.{event}", kind="becomes")
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


def raised_events(program: Program) -> set[str]:
    return {event for uses in program.uses.values() for event in uses.emits | uses.becomes}


def analyse(program: Program, findings: Findings, elsewhere: Collection[str] = ()) -> None:
    """Reports what the graph shows: events nobody raises, and cascades without end.

    What is raised elsewhere, with other options, is not missing here.
    """
    import networkx

    raised = raised_events(program)
    for name in program.events:
        # Timers ring by themselves.
        if name not in raised and name not in elsewhere and not name.startswith("rings "):
            # A change nothing makes is found where somebody listens to it.
            listening = [f"triggers.{listener}" for listener in program.events[name].listeners]
            for id in [f"events.{name}"] if f"events.{name}" in program.world.named else listening:
                findings.report("never-raised", program.world.named[id].span, name=program.events[name].head)
    graph = rule_graph(program)
    measured = {f"events.{name}" for name, event in program.events.items() if event.measured}
    kinds = ("emits", "becomes", "listens")
    flow = [(a, b) for a, b, kind in graph.edges(data="kind") if kind in kinds and not {a, b} & measured]
    cascade: networkx.DiGraph = networkx.DiGraph(flow)
    circles = [_from_a_node(circle, program) for circle in networkx.simple_cycles(cascade)]
    for circle in sorted(circles):
        # A trigger touches an event and what it becomes once, so becoming alone always ends.
        if any(graph.edges[a, b]["kind"] == "emits" for a, b in zip(circle, [*circle[1:], circle[0]], strict=True)):
            chain = " -> ".join([*circle, circle[0]])
            findings.report("endless-cascade", program.world.named[circle[0]].span, chain=chain)


def _from_a_node(circle: list[str], program: Program) -> list[str]:
    """The same circle, beginning at its first node of the rules: changes of fields are none."""
    names = [name for name in circle if name in program.world.named]
    at = circle.index(min(names))
    return circle[at:] + circle[:at]

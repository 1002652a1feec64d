"""Which rules a ruleset states, which nodes cite them, and which scenarios prove them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import labrys
from labrys import Game, LabrysError, Node
from labrys.source.findings import Findings
from labrys.source.load import read_checked
from labrys.source.schema import to_plain
from labrys.source.variants import Variant, load_variants

from labrys_tools import scenarios
from labrys_tools.scenario_files import Scenario, read_scenarios
from labrys_tools.scenarios import Bench, game_for
from labrys_tools.speech import language
from labrys_tools.trouble import Failed

# What these nodes say is so from the start or forbids something: nothing ever runs them, or the
# game cannot be without them. A scenario proves their rule by what is then offered or refused.
STANDING = frozenset(
    {
        *("game", "players", "seat", "seats", "seating", "option", "constant", "enum", "word"),
        *("board", "shape", "tile", "stone", "piece", "field", "history", "clock", "timer"),
        *("setup", "turns", "phase", "limit", "invariant", "look", "looks"),
    }
)
_OFFERS = frozenset({"offered", "not-offered", "illegal", "decisions", "to-act"})

WATCHED = Bench(covering=True)


@dataclass(frozen=True)
class Proof:
    """One scenario that proves a rule, by the nodes it ran that cite it."""

    rule: str
    scenario: Scenario
    nodes: tuple[str, ...]


@dataclass
class Case:
    """Everything known about the rules of one ruleset."""

    folder: Path
    rules: dict[str, dict[str, Any]]
    gaps: dict[str, dict[str, Any]]
    cited: dict[str, list[str]] = field(default_factory=dict)
    proofs: list[Proof] = field(default_factory=list)
    failing: list[Scenario] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    def proven(self) -> list[str]:
        found = {proof.rule for proof in self.proofs}
        return [rule for rule in self.rules if rule in found]

    def missing(self) -> list[str]:
        found = set(self.proven())
        return [rule for rule in self.rules if rule not in found]


def read_case(folder: Path) -> tuple[Case, list[Scenario]]:
    """The rules of a ruleset and its scenarios; raises Failed if they cannot be read."""
    rules, gaps = read_rules(folder)
    findings = Findings()
    found = read_scenarios(folder, findings)
    if findings.has_errors():
        raise Failed(findings.render(language()))
    return Case(folder, rules, gaps), found


def read_rules(folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The numbered rules of a ruleset and its gaps; raises Failed if they cannot be read."""
    findings = Findings()
    rules: dict[str, Any] = {}
    if (folder / "rules.yaml").exists():
        tree = read_checked(folder / "rules.yaml", "rules", folder, findings)
        rules = {} if tree is None else to_plain(tree, findings)
    if findings.has_errors():
        raise Failed(findings.render(language()))
    return rules.get("rules") or {}, rules.get("gaps") or {}


def companies(folder: Path, wanted: Sequence[str]) -> list[tuple[str, ...]]:
    """The sets of variants to look at: none, and each one with what it requires.

    With `wanted` only those variants, together.
    """
    if wanted:
        return [tuple(wanted)]
    variants = load_variants(folder, Findings())
    return [(), *(tuple(sorted(_needed(name, variants))) for name in sorted(variants))]


def _needed(name: str, variants: dict[str, Variant]) -> set[str]:
    needed: set[str] = set()
    todo = [name]
    while todo:
        one = todo.pop()
        if one not in needed and one in variants:
            needed.add(one)
            todo += [word.value for word in variants[one].requires]
    return needed


def cite(case: Case, chosen: Iterable[tuple[str, ...]]) -> None:
    """Collect which nodes cite which rule, over the base and the variants."""
    for variants in chosen:
        for node in labrys.load(case.folder, variants=variants).nodes:
            note_citations(case, node)


def note_citations(case: Case, node: Node) -> None:
    for rule in node.cites:
        if rule not in case.rules and rule not in case.gaps and rule not in case.unknown:
            case.unknown.append(rule)
        nodes = case.cited.setdefault(rule, [])
        if node.id not in nodes:
            nodes.append(node.id)


def watch(scenario: Scenario) -> tuple[scenarios.Verdict, dict[str, tuple[str, ...]]]:
    """Run a scenario watched: its verdict, and for each rule it proves the nodes that do."""
    verdict = scenarios.run(scenario, WATCHED)
    if not verdict.passed or not scenario.then:
        return verdict, {}
    return verdict, _proves(game_for(scenario, Bench()), verdict)


def _proves(game: Game, verdict: scenarios.Verdict) -> dict[str, tuple[str, ...]]:
    scenario = verdict.scenario
    shows = bool(_OFFERS & scenario.then.keys())
    proven: dict[str, tuple[str, ...]] = {}
    for rule in scenario.cites:
        nodes = [
            node.id
            for node in game.nodes
            if rule in node.cites
            and (node.id in verdict.covered or (shows and node.kind in STANDING))
        ]
        if nodes:
            proven[rule] = tuple(nodes)
    return proven


def demand(proof: Proof) -> str | None:
    """The node without which the scenario fails, or None if it passes without any of them.

    A standing node that cannot be taken away is shown by the offers themselves, and a guard on
    which the rest of its action is built by its refusal.
    """
    kinds = {node.id: node.kind for node in game_for(proof.scenario, Bench()).nodes}
    for node in proof.nodes:
        bench = Bench(without=(node,))
        try:
            game_for(proof.scenario, bench)
        except LabrysError:
            # A game that cannot be loaded without the node says nothing about the scenario, unless
            # the node is the very guard that refuses: what rests on it cannot do without it.
            if kinds[node] == "guard" and node.rpartition(".")[2] == proof.scenario.then.get("illegal"):
                return node
            continue
        if not scenarios.run(proof.scenario, bench).passed:
            return node
    standing = [node for node in proof.nodes if kinds.get(node) in STANDING]
    if standing and _OFFERS & proof.scenario.then.keys():
        return standing[0]
    return None

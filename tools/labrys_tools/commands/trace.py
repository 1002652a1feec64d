"""`labrys trace`: rule by rule, what cites it and which scenarios prove it."""

import argparse

from labrys_tools import shelf
from labrys_tools.parser import Parser, add_format, add_jobs, add_ruleset, add_variants
from labrys_tools.progress import Progress
from labrys_tools.proof import (
    Case,
    Proof,
    cite,
    companies,
    demand,
    note_citations,
    read_case,
    watch,
)
from labrys_tools.scenario_files import Scenario
from labrys_tools.scenarios import Bench, game_for
from labrys_tools.speech import language, say
from labrys_tools.terminal import out, out_json
from labrys_tools.trouble import FINDINGS, FINE, without_escapes
from labrys_tools.workers import spread


def describe(parser: Parser) -> None:
    add_ruleset(parser)
    add_variants(parser)
    parser.add_argument(
        "--prove",
        action="store_true",
        help=say(
            "also take away the node that states a rule, and demand that the scenario then fails",
            "retirer aussi le nœud qui énonce une règle, et exiger que le scénario échoue alors",
        ),
    )
    add_jobs(parser)
    add_format(parser)


def run(args: argparse.Namespace) -> int:
    folder = shelf.folder(args.ruleset)
    shelf.demand_variants(folder, args.variant)
    case, found = read_case(folder)
    if args.variant:
        found = [scenario for scenario in found if set(scenario.variants) <= set(args.variant)]
    cite(case, companies(case.folder, args.variant))
    doubtful = _prove(case, found, args.prove, args.jobs)
    bad = bool(case.missing() or case.failing or doubtful or case.unknown)
    if args.format == "json":
        out_json(_rows(case, doubtful))
    else:
        out(without_escapes(_report(case, doubtful)))
    return FINDINGS if bad else FINE


def _prove(case: Case, found: list[Scenario], prove: bool, jobs: int | None) -> list[Proof]:
    """Run every scenario; with `prove` keep only the proofs that hold, and give the others."""
    few = 1 if len(found) < 40 and not prove else jobs
    with Progress(len(found), say("scenarios", "scénarios")) as bar:
        for verdict, proven in spread(watch, found, jobs or few):
            bar.step()
            if not verdict.passed:
                case.failing.append(verdict.scenario)
            for rule, nodes in proven.items():
                case.proofs.append(Proof(rule, verdict.scenario, nodes))
    for variants in {scenario.variants for scenario in found}:
        # Combinations of variants only a scenario uses may cite rules of their own.
        scenario = next(s for s in found if s.variants == variants)
        if scenario not in case.failing:
            for node in game_for(scenario, Bench()).nodes:
                note_citations(case, node)
    if not prove:
        return []
    doubtful: list[Proof] = []
    kept: list[Proof] = []
    with Progress(len(case.proofs), say("proofs", "preuves")) as bar:
        for proof, needed in zip(case.proofs, spread(demand, case.proofs, jobs), strict=True):
            bar.step()
            if needed is None:
                doubtful.append(proof)
            else:
                kept.append(Proof(proof.rule, proof.scenario, (needed,)))
    case.proofs = kept
    return doubtful


def _rows(case: Case, doubtful: list[Proof]) -> dict[str, object]:
    return {
        "ruleset": case.folder.name,
        "rules": list(case.rules),
        "cited": [rule for rule in case.rules if rule in case.cited],
        "proven": case.proven(),
        "missing": case.missing(),
        "gaps": list(case.gaps),
        "unknown": case.unknown,
        "failing": [scenario.place() for scenario in case.failing],
        "doubtful": [
            {"rule": proof.rule, "scenario": proof.scenario.name, "at": proof.scenario.place()}
            for proof in doubtful
        ],
        "details": {
            rule: {
                "cited_by": case.cited.get(rule, []),
                "proven_by": [
                    {
                        "scenario": proof.scenario.name,
                        "at": proof.scenario.place(),
                        "nodes": list(proof.nodes),
                    }
                    for proof in case.proofs
                    if proof.rule == rule
                ],
            }
            for rule in case.rules
        },
    }


def _report(case: Case, doubtful: list[Proof]) -> str:
    lines: list[str] = []
    for rule, text in case.rules.items():
        lines.append(f"{rule}  {text.get(language(), '')}")
        cited = ", ".join(case.cited.get(rule, [])) or say("nothing", "rien")
        lines.append(say(f"    cited by {cited}", f"    citée par {cited}"))
        proofs = [proof for proof in case.proofs if proof.rule == rule]
        for proof in proofs:
            lines.append(
                say("    proven by ", "    prouvée par ")
                + f"{proof.scenario.name} ({proof.scenario.place()})"
            )
        for proof in doubtful:
            if proof.rule == rule:
                taken = ", ".join(proof.nodes)
                lines.append(
                    say(
                        f"    NOT by {proof.scenario.name}: it passes without {taken} too",
                        f"    NON par {proof.scenario.name} : il réussit aussi sans {taken}",
                    )
                )
        if not proofs:
            lines.append(say("    NOT PROVEN", "    NON PROUVÉE"))
    for rule in case.unknown:
        lines.append(
            say(f"{rule} is cited, but is no rule", f"{rule} est citée, mais n'est pas une règle")
        )
    for scenario in case.failing:
        lines.append(
            say(f"{scenario.place()} fails: ", f"{scenario.place()} échoue : ") + scenario.name
        )
    proven, total = len(case.proven()), len(case.rules)
    missing = ", ".join(case.missing())
    lines.append(
        say(
            f"{proven} of {total} rules proven, {len(case.gaps)} gaps declared",
            f"{proven} règles prouvées sur {total}, {len(case.gaps)} lacunes déclarées",
        )
        + (say(f"; missing: {missing}", f" ; manquent : {missing}") if missing else "")
    )
    return "\n".join(lines)

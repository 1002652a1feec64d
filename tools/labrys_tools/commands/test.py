"""`labrys test`: runs the scenarios of rulesets, and their perft counts on request."""

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import labrys
from labrys.source.findings import Findings

from labrys_tools import counts, scenarios, shelf
from labrys_tools.engines import engine_for
from labrys_tools.junit import junit
from labrys_tools.parser import Parser, add_engine, add_format, add_jobs, add_rulesets, whole
from labrys_tools.progress import Progress
from labrys_tools.scenario_files import Scenario, read_scenarios
from labrys_tools.scenarios import Bench, Verdict
from labrys_tools.speech import counted, language, say
from labrys_tools.terminal import out, out_json
from labrys_tools.trouble import FINDINGS, FINE, Failed, without_escapes, write_file
from labrys_tools.workers import spread

# Starting a process and loading a game there costs as much as some fifty scenarios.
_FEW = 100


def describe(parser: Parser) -> None:
    add_rulesets(parser)
    parser.add_argument(
        "--junit",
        type=Path,
        metavar=say("FILE", "FICHIER"),
        help=say("also write the results as JUnit XML", "écrire aussi les résultats en XML JUnit"),
    )
    parser.add_argument(
        "--perft",
        type=whole,
        metavar="N",
        help=say(
            "also run the perft files, every depth that counts at most N",
            "aussi les fichiers perft, aux profondeurs qui comptent au plus N",
        ),
    )
    add_engine(parser)
    add_jobs(parser)
    add_format(parser)


def run(args: argparse.Namespace) -> int:
    bench = Bench(engine_for(args.engine))
    found, wanted = _collect(args.rulesets, args.perft is not None)
    jobs = args.jobs or (1 if len(found) < _FEW and not wanted else None)
    verdicts: list[Verdict] = []
    with Progress(len(found) + len(wanted), say("scenarios", "scénarios")) as bar:
        for batch in spread(partial(_run_batch, bench=bench), _batches(found), jobs):
            verdicts += batch
            bar.step(len(batch))
        for verdict in spread(
            partial(counts.count, most=args.perft or 0, bench=bench), wanted, jobs
        ):
            verdicts.append(verdict)
            bar.step()
    if args.format == "json":
        out_json([_row(verdict) for verdict in verdicts])
    else:
        out(without_escapes(_report(verdicts)))
    if args.junit is not None:
        write_file(args.junit, junit(verdicts))
    return FINE if all(verdict.passed for verdict in verdicts) else FINDINGS


def _collect(named: Sequence[str], perft: bool) -> tuple[list[Scenario], list[counts.Counts]]:
    """The scenarios of every ruleset named; of one file only, where a scenario file is named."""
    findings = Findings()
    found: list[Scenario] = []
    wanted: list[counts.Counts] = []
    for word in named or [str(folder) for folder in shelf.folders([])]:
        path = Path(word)
        only = path if path.is_file() and path.name != "game.yaml" else None
        for folder in shelf.folders([word]):
            scenarios_here = read_scenarios(folder, findings, only)
            if not scenarios_here:
                # Where no scenario runs the game, nothing else would tell that it is broken.
                labrys.load(folder)
            found += scenarios_here
            if perft and only is None:
                wanted += counts.read_counts(folder, findings)
    if findings.has_errors():
        raise Failed(findings.render(language()))
    return found, wanted


def _batches(found: Sequence[Scenario]) -> list[list[Scenario]]:
    """Scenarios that share a file share a game, and go to the same process."""
    batches: dict[Path, list[Scenario]] = {}
    for scenario in found:
        batches.setdefault(scenario.file, []).append(scenario)
    return list(batches.values())


def _run_batch(batch: list[Scenario], bench: Bench) -> list[Verdict]:
    return [scenarios.run(scenario, bench) for scenario in batch]


def _row(verdict: Verdict) -> dict[str, object]:
    scenario = verdict.scenario
    return {
        "ruleset": scenario.ruleset.name,
        "file": f"{scenario.ruleset.name}/{scenario.file.parent.name}/{scenario.file.name}",
        "line": scenario.line,
        "scenario": scenario.name,
        "cites": list(scenario.cites),
        "passed": verdict.passed,
        "complaints": list(verdict.complaints),
        "seconds": round(verdict.seconds, 4),
    }


def _report(verdicts: Sequence[Verdict]) -> str:
    lines = []
    for verdict in verdicts:
        if not verdict.passed:
            lines.append(f"{verdict.scenario.place()}: {verdict.scenario.name}")
            for complaint in verdict.complaints:
                lines += [f"    {line}" for line in complaint.split("\n")]
    failed = sum(not verdict.passed for verdict in verdicts)
    games = len({verdict.scenario.ruleset for verdict in verdicts})
    rulesets = counted(games, "ruleset", "jeu de règles", fr_many="jeux de règles")
    number = counted(len(verdicts), "scenario", "scénario")
    if failed:
        lines.append(
            say(
                f"{failed} of {number} failed, {rulesets}",
                f"{failed} sur {number} en échec, {rulesets}",
            )
        )
    else:
        good = "réussi" if len(verdicts) < 2 else "réussis"
        lines.append(say(f"{number} passed, {rulesets}", f"{number} {good}, {rulesets}"))
    return "\n".join(lines)

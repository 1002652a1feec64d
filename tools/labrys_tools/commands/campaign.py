"""`labrys campaign`: many random games of every ruleset, and a report of what they showed."""

import argparse
import json
import subprocess
import time
from pathlib import Path
from typing import Any

import labrys

from labrys_tools import shelf
from labrys_tools.campaign.games import Tally
from labrys_tools.campaign.run import CLOSELY, engines_here, one_game, run_task, tasks_for
from labrys_tools.campaign.tables import Table
from labrys_tools.parser import Parser, add_format, add_jobs, add_rulesets, at_most, positive, whole
from labrys_tools.progress import Progress
from labrys_tools.speech import counted, say
from labrys_tools.terminal import out, out_json
from labrys_tools.trouble import FINDINGS, FINE, without_escapes, write_file
from labrys_tools.workers import spread

# How many complaints of one ruleset a report shows; the first is usually all the others too.
_SHOWN = 10


def describe(parser: Parser) -> None:
    add_rulesets(parser)
    parser.add_argument(
        "--games",
        type=at_most(1_000_000),
        default=100,
        metavar="N",
        help=say("games of each ruleset (default: 100)", "parties par jeu (défaut : 100)"),
    )
    parser.add_argument(
        "--seed",
        type=whole,
        default=1,
        metavar="S",
        help=say("the same seed, the same games (default: 1)", "même graine, mêmes parties (1)"),
    )
    parser.add_argument(
        "--variant",
        action="append",
        default=[],
        metavar="V",
        help=say(
            "only with these variants together (default: without, with each, with every two)",
            "seulement avec ces variantes ensemble (défaut : sans, avec chacune, deux à deux)",
        ),
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar=say("K=V", "C=V"),
        help=say(
            "only with this option so (default: as they start, and otherwise)",
            "seulement avec cette option (défaut : comme au départ, et autrement)",
        ),
    )
    parser.add_argument(
        "--players",
        type=positive,
        metavar="N",
        help=say(
            "only with so many players (default: every number)",
            "seulement à N joueurs (défaut : tous les nombres)",
        ),
    )
    parser.add_argument(
        "--closely",
        type=positive,
        default=CLOSELY,
        metavar="K",
        help=say(
            f"look closely at one game in K: both engines, secrets swapped (default: {CLOSELY})",
            f"regarder de près une partie sur K : deux moteurs, secrets échangés (défaut : {CLOSELY})",
        ),
    )
    parser.add_argument(
        "--repeat",
        type=whole,
        metavar="SEED",
        help=say(
            "the one game a complaint names, watched closely",
            "la seule partie que nomme une plainte, suivie de près",
        ),
    )
    parser.add_argument(
        "--report",
        type=Path,
        metavar=say("FILE", "FICHIER"),
        help=say("also write the report in JSON", "écrire aussi le rapport en JSON"),
    )
    add_jobs(parser)
    add_format(parser)


def run(args: argparse.Namespace) -> int:
    start = time.perf_counter()
    rulesets: list[dict[str, Any]] = []
    folders = shelf.folders(args.rulesets)
    for folder in folders:
        shelf.demand_variants(folder, args.variant)
    engines = engines_here()
    table = Table(args.players, tuple(args.variant), tuple(sorted(shelf.options_of(args).items())))
    games = args.games if args.repeat is None else 1
    with Progress(games * len(folders), say("games", "parties")) as bar:
        for folder in folders:
            if args.repeat is None:
                tasks = tasks_for(folder, args.games, args.seed, engines, table, args.closely)
            else:
                tasks = one_game(folder, args.repeat, engines, table)
            tally = Tally()
            for task, part in zip(tasks, spread(run_task, tasks, args.jobs), strict=True):
                tally.add(part)
                bar.step(len(task.seeds))
            rulesets.append(_row(folder.name, engines, tally, len({task.table for task in tasks})))
    report = {
        "labrys": labrys.__version__,
        "commit": _commit(),
        "seed": args.seed,
        "games": games,
        "seconds": round(time.perf_counter() - start, 1),
        "rulesets": rulesets,
    }
    # Printed first: what took hours must not be lost to a disk that is full.
    if args.format == "json":
        out_json(report)
    else:
        out(without_escapes(_text(report)))
    if args.report is not None:
        write_file(args.report, json.dumps(report, indent=2, ensure_ascii=False) + "\n")
    return FINDINGS if any(row["complaints"] for row in rulesets) else FINE


def _row(name: str, engines: tuple[str, ...], tally: Tally, tables: int) -> dict[str, Any]:
    row: dict[str, Any] = {
        "ruleset": name,
        "engines": list(engines),
        "games": tally.games,
        "decisions": tally.decisions,
        "length": {
            "shortest": tally.shortest,
            "mean": round(tally.decisions / tally.games, 1) if tally.games else 0,
            "longest": tally.longest,
        },
        "tried": tally.tried,
        "refused": tally.refused,
        "compared": tally.compared,
        "swapped": tally.swapped,
        "tables": tables,
        "watched": tally.watched,
        "ended_by_limit": tally.stopped,
        "by_policy": tally.led,
        "endings": dict(sorted(tally.endings.items())),
        "winners": dict(sorted(tally.winners.items())),
        "complaints": tally.complaints,
    }
    for kind in ("action", "trigger"):
        known = {node for node, its_kind in tally.nodes.items() if its_kind == kind}
        row[f"{kind}s"] = len(known)
        row[f"{kind}s_run"] = len(known & tally.covered)
        row[f"{kind}s_never_run"] = sorted(known - tally.covered)
    return row


def _commit() -> str | None:
    """The commit of the checkout that runs, so that a report can be repeated."""
    here = Path(__file__).resolve().parent
    try:
        done = subprocess.run(
            ["git", "rev-parse", "--short=12", "HEAD"],
            cwd=here,
            capture_output=True,
            text=True,
            timeout=10,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None


def _text(report: dict[str, Any]) -> str:
    head = say("seed", "graine")
    lines = [f"labrys {report['labrys']}, {head} {report['seed']}, {report['seconds']} s"]
    if report["commit"]:
        lines[0] += f", commit {report['commit']}"
    for row in report["rulesets"]:
        length = row["length"]
        lines.append("")
        lines.append(
            f"{row['ruleset']} ({', '.join(row['engines'])}){say(': ', ' : ')}"
            + counted(row["games"], "game", "partie")
            + ", "
            + counted(row["decisions"], "decision", "décision")
            + say(
                f", {length['shortest']} to {length['longest']} a game, {length['mean']} on average",
                f", de {length['shortest']} à {length['longest']} par partie, {length['mean']} en moyenne",
            )
        )
        lines.append(
            say(
                f"    {counted(row['tables'], 'table', 'table')}; "
                f"{row['tried']} other decisions tried, {row['refused']} refused as they should, "
                f"{row['compared']} compared between engines, {row['swapped']} with secrets swapped",
                f"    {counted(row['tables'], 'table', 'table')} ; "
                f"{row['tried']} autres décisions essayées, {row['refused']} refusées à raison, "
                f"{row['compared']} comparées entre moteurs, {row['swapped']} à secrets échangés",
            )
        )
        lines.append(
            f"    actions {row['actions_run']}/{row['actions']}, "
            + say("triggers ", "déclencheurs ")
            + f"{row['triggers_run']}/{row['triggers']}"
            + _never(row)
        )
        for title, counts in (
            (say("ended", "fins"), _endings(row["endings"])),
            (say("won", "victoires"), row["winners"]),
        ):
            named = ", ".join(f"{key} {number}" for key, number in counts.items())
            if named:
                lines.append(f"    {title}{say(': ', ' : ')}{named}")
        if row["by_policy"]:
            number = row["by_policy"]
            lines.append(
                say(
                    f"    {number} of the games were played by the ruleset's policy",
                    f"    {number} de ces parties ont été jouées par la politique du jeu de règles",
                )
            )
        lines.append(
            say(
                f"    of {row['watched']} games watched, the declared limit ended {row['ended_by_limit']}",
                f"    sur {row['watched']} parties suivies, la limite déclarée en a arrêté {row['ended_by_limit']}",
            )
        )
        complaints = row["complaints"]
        lines += [f"    ! {complaint}" for complaint in complaints[:_SHOWN]]
        if len(complaints) > _SHOWN:
            lines.append(f"    ! … {len(complaints) - _SHOWN}")
    return "\n".join(lines)


def _endings(counts: dict[str, int]) -> dict[str, int]:
    """How games ended, in words; the reason of a draw is the ruleset's own word."""
    words = {
        "won": say("won", "gagnées"),
        "drawn": say("drawn", "nulles"),
        "all-win": say("all win", "tous gagnent"),
        "all-lose": say("all lose", "tous perdent"),
        "ranked": say("ranked", "classées"),
    }
    shown = {}
    for key, number in counts.items():
        kind, _, reason = key.partition(": ")
        shown[f"{words.get(kind, kind)} ({reason})" if reason else words.get(kind, kind)] = number
    return shown


def _never(row: dict[str, Any]) -> str:
    never = [*row["actions_never_run"], *row["triggers_never_run"]]
    return "" if not never else say("; never run: ", " ; jamais : ") + ", ".join(never)

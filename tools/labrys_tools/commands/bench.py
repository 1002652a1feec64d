"""`labrys bench`: playouts and moves a second, and on request what loading and copying cost."""

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from labrys_tools import shelf
from labrys_tools.costs import costs, import_time
from labrys_tools.parser import Parser, add_format, add_rulesets, seconds
from labrys_tools.progress import Progress
from labrys_tools.speech import say
from labrys_tools.speed import measure
from labrys_tools.terminal import out
from labrys_tools.trouble import FINE


def describe(parser: Parser) -> None:
    add_rulesets(parser)
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=2.0,
        metavar="S",
        help=say("for each ruleset (default: 2)", "pour chaque jeu (défaut : 2)"),
    )
    parser.add_argument(
        "--engine",
        choices=("python", "native"),
        action="append",
        help=say("which engine (may be repeated)", "quel moteur (répétable)"),
    )
    parser.add_argument(
        "--costs",
        action="store_true",
        help=say(
            "only import, loading, size and copy of a state; rows of their own in JSON",
            "seulement import, chargement, taille et copie ; des lignes à part en JSON",
        ),
    )
    add_format(parser)


def run(args: argparse.Namespace) -> int:
    folders = shelf.folders(args.rulesets)
    if args.format == "json":
        out(json.dumps(_cost_rows(folders) if args.costs else _speed_rows(folders, args), indent=2))
        return FINE
    if not args.costs:
        _print_speeds(_speed_rows(folders, args))
        out()
    _print_costs(_cost_rows(folders))
    return FINE


def _speed_rows(folders: list[Path], args: argparse.Namespace) -> list[dict[str, object]]:
    engines = args.engine or ["python"]
    rows = []
    with Progress(len(folders) * len(engines), say("games", "parties")) as bar:
        for folder in folders:
            for engine in dict.fromkeys(engines):
                rows.append(asdict(measure(folder, engine, args.seconds)))
                bar.step()
    return rows


def _cost_rows(folders: list[Path]) -> list[dict[str, object]]:
    rows = []
    imported = import_time()
    with Progress(len(folders), say("loading", "chargement")) as bar:
        for folder in folders:
            rows.append({**asdict(costs(folder)), "import": imported})
            bar.step()
    return rows


def _print_speeds(rows: list[dict[str, object]]) -> None:
    names = (
        say("ruleset", "jeu"),
        say("engine", "moteur"),
        say("playouts/s", "parties/s"),
        say("moves/s", "coups/s"),
        say("length", "longueur"),
    )
    out(f"{names[0]:<20} {names[1]:<8} {names[2]:>12} {names[3]:>12} {names[4]:>9}")
    for row in rows:
        out(
            f"{row['ruleset']:<20} {row['engine']:<8} {row['playouts_per_s']:>12,} "
            f"{row['moves_per_s']:>12,} {row['mean_length']:>9}"
        )


def _print_costs(rows: list[dict[str, object]]) -> None:
    if rows:
        imported = float(str(rows[0]["import"])) * 1000
        out(say(f"import labrys: {imported:.0f} ms", f"import labrys : {imported:.0f} ms"))
    names = (
        say("ruleset", "jeu"),
        say("cold ms", "à froid ms"),
        say("warm ms", "à chaud ms"),
        say("bytes/state", "octets/état"),
        say("copy µs", "copie µs"),
    )
    out(f"{names[0]:<20} {names[1]:>10} {names[2]:>10} {names[3]:>12} {names[4]:>9}")
    for row in rows:
        cold, warm = float(str(row["cold_load"])) * 1000, float(str(row["warm_load"])) * 1000
        copied = float(str(row["copy"])) * 1e6
        out(
            f"{row['ruleset']:<20} {cold:>10.0f} {warm:>10.0f} {row['state_bytes']:>12} {copied:>9.2f}"
        )

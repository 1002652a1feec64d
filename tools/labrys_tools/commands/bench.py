"""`labrys bench`: playouts and moves a second, what loading and copying cost, and OpenSpiel beside it."""

import argparse
from dataclasses import asdict
from pathlib import Path

from labrys_tools import shelf
from labrys_tools.costs import costs, import_time
from labrys_tools.engines import ENGINES, engines_for, why_not_native
from labrys_tools.openspiel import ENGINE as OPENSPIEL
from labrys_tools.openspiel import demand_openspiel, measure_openspiel
from labrys_tools.parser import Parser, add_format, add_rulesets, add_table, seconds
from labrys_tools.progress import Progress
from labrys_tools.speech import say
from labrys_tools.speed import Speed, measure
from labrys_tools.terminal import out, out_json
from labrys_tools.trouble import FINE, WrongUse


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
        choices=ENGINES,
        action="append",
        help=say("which engine (default: both)", "quel moteur (défaut : les deux)"),
    )
    add_table(parser)
    parser.add_argument(
        "--against",
        choices=(OPENSPIEL,),
        help=say(
            "also the same games in OpenSpiel, and how many times as fast ours are",
            "aussi les mêmes jeux dans OpenSpiel, et combien de fois les nôtres sont plus vite",
        ),
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
    for folder in folders:
        shelf.demand_variants(folder, args.variant)
    if args.against:
        demand_openspiel()
        if args.variant or args.option or args.players:
            raise WrongUse(
                say(
                    "--against measures the games as they come: without --players, --variant and --option.",
                    "--against mesure les jeux tels quels : sans --players, --variant ni --option.",
                )
            )
    if args.format == "json":
        out_json(_cost_rows(folders) if args.costs else _speed_rows(folders, args))
        return FINE
    if not args.costs:
        _print_speeds(_speed_rows(folders, args))
        out()
    _print_costs(_cost_rows(folders))
    return FINE


def _speed_rows(folders: list[Path], args: argparse.Namespace) -> list[dict[str, object]]:
    engines = engines_for(args.engine)
    table = (args.players, args.variant, shelf.options_of(args))
    rows: list[dict[str, object]] = []
    with Progress(len(folders) * (len(engines) + bool(args.against)), say("games", "parties")) as bar:
        for folder in folders:
            speeds = []
            for engine in engines:
                speeds.append(measure(folder, engine, args.seconds, *table))
                bar.step()
            rows += _against(speeds, args.seconds) if args.against else map(asdict, speeds)
            bar.step(bool(args.against))
    return rows


def _against(speeds: list[Speed], seconds: float) -> list[dict[str, object]]:
    """The rows of one ruleset with OpenSpiel's behind them, and how many times as fast each is."""
    other = measure_openspiel(speeds[0].ruleset, seconds)
    rows: list[dict[str, object]] = []
    for speed in [*speeds, *([other] if other else [])]:
        ratio = round(speed.playouts_per_s / other.playouts_per_s, 3) if other else None
        rows.append({**asdict(speed), "ratio": ratio})
    return rows


def _cost_rows(folders: list[Path]) -> list[dict[str, object]]:
    rows = []
    imported = import_time()
    native = why_not_native() is None
    with Progress(len(folders), say("loading", "chargement")) as bar:
        for folder in folders:
            rows.append({**asdict(costs(folder, native)), "import": imported})
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
    against = any("ratio" in row for row in rows)
    head = f"{names[0]:<20} {names[1]:<9} {names[2]:>13} {names[3]:>13} {names[4]:>9}"
    out(head + (f" {say('ratio', 'rapport'):>9}" if against else ""))
    for row in rows:
        ratio = row.get("ratio")
        out(
            f"{row['ruleset']:<20} {row['engine']:<9} {row['playouts_per_s']:>13,} "
            f"{row['moves_per_s']:>13,} {row['mean_length']:>9}"
            + (f" {ratio:>9}" if ratio is not None else "")
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
        say("native: cold", "natif : froid"),
        say("warm", "chaud"),
    )
    out(
        f"{names[0]:<20} {names[1]:>10} {names[2]:>10} {names[3]:>12} {names[4]:>9} "
        f"{names[5]:>13} {names[6]:>6}"
    )
    for row in rows:
        cold, warm = float(str(row["cold_load"])) * 1000, float(str(row["warm_load"])) * 1000
        copied = float(str(row["copy"])) * 1e6
        out(
            f"{row['ruleset']:<20} {cold:>10.0f} {warm:>10.0f} {row['state_bytes']:>12} {copied:>9.2f} "
            f"{_milliseconds(row['cold_native']):>13} {_milliseconds(row['warm_native']):>6}"
        )


def _milliseconds(seconds: object) -> str:
    return "-" if seconds is None else f"{float(str(seconds)) * 1000:.0f}"

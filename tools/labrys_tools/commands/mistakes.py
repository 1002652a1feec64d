"""`labrys mistakes`: how many mistakes the checker finds, and how often on the right line."""

import argparse

import labrys

from labrys_tools import shelf
from labrys_tools.mistakes.measure import KINDS, Answer, Figures, examine, seed_mistakes
from labrys_tools.parser import Parser, add_format, add_jobs, add_rulesets, at_most, whole
from labrys_tools.progress import Progress
from labrys_tools.speech import language, say
from labrys_tools.terminal import out, out_json
from labrys_tools.trouble import FINDINGS, FINE, Failed, without_escapes
from labrys_tools.workers import spread

# What the checker promises, in hundredths.
REPORTED, PLACED = 97, 95


def describe(parser: Parser) -> None:
    add_rulesets(parser)
    parser.add_argument(
        "--count",
        type=at_most(100_000),
        default=300,
        metavar="N",
        help=say("how many mistakes to seed (default: 300)", "combien de fautes (défaut : 300)"),
    )
    parser.add_argument(
        "--seed", type=whole, default=1, metavar="S", help=say("which mistakes", "quelles fautes")
    )
    parser.add_argument(
        "--missed",
        action="store_true",
        help=say("show those not found or misplaced", "montrer les manquées et mal placées"),
    )
    add_jobs(parser)
    add_format(parser)


def run(args: argparse.Namespace) -> int:
    folders = shelf.folders(args.rulesets)
    for folder in folders:
        findings = labrys.check(folder)
        if len(findings):
            raise Failed(
                say(
                    f"{folder.name} is no good ruleset to begin with:\n",
                    f"{folder.name} n'est pas sans faute au départ :\n",
                )
                + findings.render(language())
            )
    mistakes = seed_mistakes(folders, args.count, args.seed)
    total = Figures()
    kinds = {kind: Figures() for kind in KINDS}
    with Progress(len(mistakes), say("mistakes", "fautes")) as bar:
        for answer in spread(examine, mistakes, args.jobs):
            total.add(answer)
            kinds[answer.mistake.kind].add(answer)
            bar.step()
    if args.format == "json":
        out_json(_rows(args.seed, total, kinds))
    else:
        out(without_escapes(_report(args.seed, total, kinds, args.missed)))
    good = (
        total.reported * 100 >= REPORTED * total.seeded
        and total.placed * 100 >= PLACED * total.seeded
    )
    return FINE if good else FINDINGS


def _rows(seed: int, total: Figures, kinds: dict[str, Figures]) -> dict[str, object]:
    return {
        "seed": seed,
        "mistakes": total.seeded,
        "reported": total.reported,
        "placed": total.placed,
        "kinds": {
            kind: {"mistakes": f.seeded, "reported": f.reported, "placed": f.placed}
            for kind, f in kinds.items()
            if f.seeded
        },
        "missed": [_missed(answer) for answer in total.missed],
    }


def _missed(answer: Answer) -> dict[str, object]:
    mistake = answer.mistake
    return {
        "kind": mistake.kind,
        "file": f"{mistake.ruleset}/{mistake.file}",
        "lines": sorted(mistake.lines),
        "mistake": mistake.note,
        "reported": answer.reported,
        "said": answer.said,
    }


def _report(seed: int, total: Figures, kinds: dict[str, Figures], missed: bool) -> str:
    lines = []
    if missed:
        for answer in total.missed:
            row = _missed(answer)
            lines.append(f"{row['kind']}: {row['file']}:{row['lines']}: {row['mistake']}")
            lines.append(f"    {row['said'] or say('nothing said', 'rien dit')}")
        lines.append("")
    head = (
        say("kind", "genre"),
        say("seeded", "semées"),
        say("reported", "vues"),
        say("placed", "placées"),
    )
    lines.append(f"{head[0]:<38} {head[1]:>7} {head[2]:>9} {head[3]:>9}")
    for kind, figures in kinds.items():
        if figures.seeded:
            lines.append(_line(kind, figures))
    lines.append(_line(say("all", "toutes") + f" (seed {seed})", total))
    lines.append(
        say(
            f"{total.seeded} mistakes of {sum(f.seeded > 0 for f in kinds.values())} kinds: "
            f"{_share(total.reported, total.seeded)} reported, "
            f"{_share(total.placed, total.seeded)} in the right file and line",
            f"{total.seeded} fautes de {sum(f.seeded > 0 for f in kinds.values())} genres : "
            f"{_share(total.reported, total.seeded)} signalées, "
            f"{_share(total.placed, total.seeded)} au bon fichier et à la bonne ligne",
        )
    )
    return "\n".join(lines)


def _line(name: str, figures: Figures) -> str:
    return (
        f"{name:<38} {figures.seeded:>7} {_share(figures.reported, figures.seeded):>9} "
        f"{_share(figures.placed, figures.seeded):>9}"
    )


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else "-"

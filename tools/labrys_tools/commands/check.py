"""`labrys check`: everything wrong with rulesets, for people or as rows for programs."""

import argparse

import labrys

from labrys_tools import shelf
from labrys_tools.parser import Parser, add_format, add_rulesets
from labrys_tools.progress import Progress
from labrys_tools.speech import counted, language, say
from labrys_tools.terminal import colourful, out, out_json
from labrys_tools.trouble import FINDINGS, FINE


def describe(parser: Parser) -> None:
    add_rulesets(parser)
    parser.add_argument(
        "--variant",
        action="append",
        metavar="V",
        help=say(
            "only with these variants together (default: without, and with each)",
            "seulement avec ces variantes ensemble (défaut : sans, et avec chacune)",
        ),
    )
    add_format(parser)


def run(args: argparse.Namespace) -> int:
    folders = shelf.folders(args.rulesets)
    for folder in folders:
        shelf.demand_variants(folder, args.variant or [])
    reports = []
    with Progress(len(folders), say("checking", "vérification")) as bar:
        for folder in folders:
            reports.append(labrys.check(folder, variants=args.variant))
            bar.step()
    number = sum(len(findings) for findings in reports)
    if args.format == "json":
        rows = [row for findings in reports for row in findings.to_json(language())]
        out_json(rows)
        return FINDINGS if number else FINE
    for findings in reports:
        if len(findings):
            out(findings.render(language(), colourful()))
    rulesets = counted(len(folders), "ruleset", "jeu de règles", fr_many="jeux de règles")
    found = counted(number, "finding", "constat") if number else say("no findings", "aucun constat")
    out(f"{rulesets}: {found}" if language() == "en" else f"{rulesets} : {found}")
    return FINDINGS if number else FINE

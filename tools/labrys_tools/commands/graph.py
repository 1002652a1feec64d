"""`labrys graph`: the actions, events and triggers of a game and how they hang together."""

import argparse

import labrys

from labrys_tools import shelf
from labrys_tools.drawing import dot, mermaid, picture
from labrys_tools.parser import Parser, add_ruleset, add_variants
from labrys_tools.speech import language, say
from labrys_tools.terminal import out, out_json
from labrys_tools.trouble import FINDINGS, FINE, Failed

# The codes of the analyses that run on the graph.
_ANALYSES = "LB6"


def describe(parser: Parser) -> None:
    add_ruleset(parser)
    add_variants(parser)
    parser.add_argument(
        "--format",
        choices=("dot", "mermaid", "json"),
        default="dot",
        help=say("for Graphviz, for Mermaid, or as data", "pour Graphviz, Mermaid, ou en données"),
    )
    parser.add_argument(
        "--json",
        dest="format",
        action="store_const",
        const="json",
        help=say("the same as --format json", "équivaut à --format json"),
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help=say("fields, definitions and guards too", "aussi champs, définitions et conditions"),
    )


def run(args: argparse.Namespace) -> int:
    folder = shelf.folder(args.ruleset)
    shelf.demand_variants(folder, args.variant)
    findings = labrys.check(folder, variants=args.variant)
    if any(not finding.code.startswith(_ANALYSES) for finding in findings.errors()):
        # What is not understood cannot be drawn; `check` says the same at more length.
        raise Failed(findings.render(language()))
    rows = [row for row in findings.to_json(language()) if str(row["code"]).startswith(_ANALYSES)]
    drawn = picture(labrys.rule_graph(folder, args.variant), args.all)
    if args.format == "json":
        answer = {
            "ruleset": folder.name,
            "nodes": [{"id": node, "kind": kind, "name": name} for node, kind, name in drawn.nodes],
            "edges": [{"from": one, "to": other, "kind": kind} for one, other, kind in drawn.edges],
            "findings": rows,
        }
        out_json(answer)
    else:
        remarks = [
            f"{row['file']}:{row['line']}: {row['code']} {row['message']}".replace("\n", " ")
            for row in rows
        ]
        print_as = mermaid if args.format == "mermaid" else dot
        out(print_as(drawn, " + ".join([folder.name, *args.variant]), remarks))
    return FINDINGS if rows else FINE

"""`labrys perft`: the exact number of decision sequences of a length, alone on the last line."""

import argparse

import labrys

from labrys_tools import shelf
from labrys_tools.engines import engine_for
from labrys_tools.parser import Parser, add_engine, add_format, add_ruleset, add_table, whole
from labrys_tools.speech import language, say
from labrys_tools.terminal import out, out_json
from labrys_tools.trouble import FINE
from labrys_tools.written_positions import add_scenario, scenario_of, start_at


def describe(parser: Parser) -> None:
    add_ruleset(parser)
    parser.add_argument(
        "depth",
        type=whole,
        metavar=say("DEPTH", "PROFONDEUR"),
        help=say(
            "the length; chance branches but adds none, a finished line does not count",
            "la longueur ; le hasard fait branche sans compter, une partie finie ne compte pas",
        ),
    )
    add_table(parser)
    add_scenario(parser, say("count from this scenario's position", "compter depuis la position de ce scénario"))
    parser.add_argument(
        "--divide",
        action="store_true",
        help=say(
            "also the number below each first decision", "aussi le nombre sous chaque décision"
        ),
    )
    add_engine(parser)
    add_format(parser)


def run(args: argparse.Namespace) -> int:
    folder = shelf.folder(args.ruleset)
    shelf.demand_variants(folder, args.variant)
    scenario = scenario_of(args)
    game = labrys.load(
        folder,
        players=args.players or (scenario.players if scenario else None),
        variants=args.variant or (scenario.variants if scenario else ()),
        options={**(scenario.options if scenario else {}), **shelf.options_of(args)},
        engine=engine_for(args.engine),
    )
    state = start_at(game, scenario)
    rows = []
    if args.divide and args.depth > 0:
        rows = [
            (decision.text(language()), str(decision), n)
            for decision, n in labrys.divide(state, args.depth)
        ]
        total = sum(number for _, _, number in rows)
    else:
        total = labrys.perft(state, args.depth)
    if args.format == "json":
        answer: dict[str, object] = {"ruleset": game.id, "depth": args.depth, "count": total}
        if args.divide:
            answer["divide"] = [{"decision": written, "count": n} for _, written, n in rows]
        out_json(answer)
        return FINE
    for text, _, number in rows:
        out(f"{text}: {number}")
    if rows:
        out()
    out(str(total))
    return FINE

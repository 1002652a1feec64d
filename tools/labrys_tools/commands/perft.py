"""`labrys perft`: the exact number of decision sequences of a length, alone on the last line."""

import argparse
from pathlib import Path

import labrys
from labrys import Game, LabrysError, State

from labrys_tools import shelf
from labrys_tools.engines import engine_for
from labrys_tools.parser import Parser, add_engine, add_format, add_ruleset, add_table, whole
from labrys_tools.scenario_files import Scenario, position_file
from labrys_tools.scenarios import position
from labrys_tools.speech import language, say
from labrys_tools.steps import NoSuchStep
from labrys_tools.terminal import out, out_json
from labrys_tools.trouble import FINE, Failed, WrongUse, sentence_of


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
    parser.add_argument(
        "--from",
        dest="scenario",
        type=Path,
        metavar="SCENARIO.yaml",
        help=say(
            "count from this scenario's position, with its players, variants and options",
            "compter depuis la position de ce scénario, avec ses joueurs, variantes et options",
        ),
    )
    parser.add_argument(
        "--named",
        metavar=say("NAME", "NOM"),
        help=say(
            "which scenario, where the file holds several",
            "quel scénario, si le fichier en contient plusieurs",
        ),
    )
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
    if args.named is not None and args.scenario is None:
        raise WrongUse(
            say(
                "--named chooses from a file; name the file with --from.",
                "--named choisit dans un fichier ; nommez ce fichier avec --from.",
            )
        )
    scenario = None if args.scenario is None else _named(args.scenario, args.named)
    game = labrys.load(
        folder,
        players=args.players or (scenario.players if scenario else None),
        variants=args.variant or (scenario.variants if scenario else ()),
        options={**(scenario.options if scenario else {}), **shelf.options_of(args)},
        engine=engine_for(args.engine),
    )
    state = _start(game, scenario)
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


def _named(path: Path, name: str | None) -> Scenario:
    found = position_file(path)
    if name is not None:
        found = [scenario for scenario in found if scenario.name == name]
    if len(found) == 1:
        return found[0]
    if not found:
        raise WrongUse(
            say(f"{path} holds no such scenario.", f"{path} ne contient pas ce scénario.")
        )
    names = "; ".join(scenario.name for scenario in found)
    raise WrongUse(
        say(
            f"{path} holds {len(found)} scenarios; choose one with --named: {names}",
            f"{path} contient {len(found)} scénarios ; choisissez avec --named : {names}",
        )
    )


def _start(game: Game, scenario: Scenario | None) -> State:
    if scenario is None:
        return game.start()
    try:
        return position(game, scenario)
    except NoSuchStep as error:
        raise Failed(f"{scenario.file}:{scenario.line}: {error}") from None
    except LabrysError as error:
        raise Failed(f"{scenario.file}:{scenario.line}: {sentence_of(error)[0]}") from None

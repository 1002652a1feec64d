"""`labrys draw`: a position as a picture, in the terminal or as a file."""

import argparse
import random
import shutil
import sys
from pathlib import Path

import labrys
from labrys import Game, State
from labrys.match import is_journal

from labrys_tools import seats, shelf
from labrys_tools.engines import engine_for
from labrys_tools.parser import Parser, add_engine, add_table, whole
from labrys_tools.pictures.ansi import coloured, coloured_legend, depth_of_terminal
from labrys_tools.pictures.svg import svg
from labrys_tools.runner import opening
from labrys_tools.speech import language, say
from labrys_tools.terminal import out
from labrys_tools.trouble import FINE, WrongUse, quoted
from labrys_tools.written_positions import add_scenario, scenario_of, start_at


def describe(parser: Parser) -> None:
    parser.add_argument(
        "ruleset",
        metavar=say("ID|PATH|FILE", "ID|CHEMIN|FICHIER"),
        help=say("a game by its id, a folder, or a game that was kept", "un jeu par son id, un dossier, ou une partie gardée"),
    )
    parser.add_argument(
        "--at",
        type=whole,
        metavar="N",
        help=say("of a game that was kept: after N decisions (default: where it stands)", "d'une partie gardée : après N décisions (défaut : où elle en est)"),
    )
    add_table(parser)
    add_scenario(
        parser, say("draw the position of this scenario", "dessiner la position de ce scénario")
    )
    parser.add_argument(
        "--seed", type=whole, metavar="S", help=say("deal with this seed", "distribuer avec cette graine")
    )
    parser.add_argument(
        "--moves",
        type=whole,
        default=0,
        metavar="N",
        help=say("play N random decisions first", "jouer d'abord N décisions au hasard"),
    )
    parser.add_argument(
        "--seat",
        metavar=say("SEAT", "SIÈGE"),
        help=say(
            "as this seat sees it (default: what everybody sees)",
            "comme ce siège la voit (défaut : ce que tous voient)",
        ),
    )
    parser.add_argument(
        "--mark",
        action="append",
        default=[],
        metavar=say("PLACE", "LIEU"),
        help=say("mark a place (may be repeated)", "marquer un lieu (répétable)"),
    )
    parser.add_argument(
        "--words",
        action="store_true",
        help=say("in words, for reading aloud", "en mots, à lire à voix haute"),
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar=say("FILE.svg", "FICHIER.svg"),
        help=say("write a vector picture", "écrire une image vectorielle"),
    )
    add_engine(parser)


def run(args: argparse.Namespace) -> int:
    if is_journal(Path(args.ruleset)):
        match = opening.replayed(Path(args.ruleset), args.engine)
        show(match.states[opening.position(match, args.at)], match.game, args)
        return FINE
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
    state = played(start_at(game, scenario, args.seed or 0), args.moves, args.seed or 0)
    show(state, game, args)
    return FINE


def played(state: State, moves: int, seed: int) -> State:
    """The position after so many random decisions, or the last one before the game would be over."""
    dice = random.Random(seed)
    for _ in range(moves):
        if state.over:
            break
        state = state.play(seats.pick(dice, state.decisions))
    return state


def show(state: State, game: Game, args: argparse.Namespace) -> None:
    """Print a position or write it to a file, as `--seat`, `--mark`, `--words` and `-o` ask."""
    if args.seat is not None and args.seat not in game.seats:
        known = ", ".join(game.seats)
        raise WrongUse(
            say(
                f"There is no seat {quoted(args.seat)} in this game; there are {known}.",
                f"Il n'y a pas de siège {quoted(args.seat)} dans ce jeu ; il y a {known}.",
            )
        )
    if args.output is not None:
        if args.output.suffix.lower() != ".svg":
            raise WrongUse(
                say(
                    f"{args.output}: pictures are written as .svg.",
                    f"{args.output} : les images s'écrivent en .svg.",
                )
            )
        args.output.write_text(svg(state, args.seat, language(), args.mark), encoding="utf-8")
        return
    if args.words:
        out("\n".join(state.describe(args.seat, language())))
        return
    width = max(40, shutil.get_terminal_size((80, 24)).columns - 2)
    depth = depth_of_terminal() if sys.stdout.isatty() else 0
    picture = state.picture(args.seat, language(), args.mark, width)
    lines = [*coloured(picture, depth), *picture.remarks, *picture.panel]
    legend = coloured_legend(picture.legend, depth, width)
    out("\n".join([*lines, *([""] if legend else []), *legend]))

"""Positions written in scenario files, for commands that begin there: `--from FILE --named NAME`."""

import argparse
from pathlib import Path

from labrys import Game, LabrysError, State

from labrys_tools.scenario_files import Scenario, position_file
from labrys_tools.scenarios import position
from labrys_tools.speech import say
from labrys_tools.steps import NoSuchStep
from labrys_tools.trouble import Failed, WrongUse, sentence_of


def add_scenario(parser: argparse.ArgumentParser, what: str) -> None:
    """`--from` and `--named`; `what` says what is done with the position."""
    parser.add_argument(
        "--from",
        dest="scenario",
        type=Path,
        metavar="SCENARIO.yaml",
        help=what
        + say(
            ", with its players, variants and options",
            ", avec ses joueurs, variantes et options",
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


def scenario_of(args: argparse.Namespace) -> Scenario | None:
    """The scenario the arguments name; None if they name none."""
    if args.scenario is None:
        if args.named is not None:
            raise WrongUse(
                say(
                    "--named chooses from a file; name the file with --from.",
                    "--named choisit dans un fichier ; nommez ce fichier avec --from.",
                )
            )
        return None
    return _named(args.scenario, args.named)


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


def start_at(game: Game, scenario: Scenario | None, seed: int | None = None) -> State:
    """The position of a scenario, or the beginning of a game."""
    if scenario is None:
        return game.start(seed)
    try:
        return position(game, scenario)
    except NoSuchStep as error:
        raise Failed(f"{scenario.file}:{scenario.line}: {error}") from None
    except LabrysError as error:
        raise Failed(f"{scenario.file}:{scenario.line}: {sentence_of(error)[0]}") from None

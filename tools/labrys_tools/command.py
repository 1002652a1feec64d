"""The `labrys` command: finds the word that was asked for, runs it, and ends with a code."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module

from labrys_tools import terminal, trouble
from labrys_tools.parser import Answered, Parser
from labrys_tools.speech import LANGUAGES, choose, language_of, say

# Word -> what it does, in both languages, in the order people meet them.
COMMANDS = {
    "list": ("the games, with their variants and options", "les jeux, leurs variantes et options"),
    "play": ("play a game in the terminal", "jouer une partie dans le terminal"),
    "replay": ("step through a game that was kept", "revoir une partie gardée"),
    "draw": ("a position as a picture", "une position en image"),
    "check": ("everything wrong with a ruleset", "tout ce qui cloche dans un jeu de règles"),
    "explain": ("the page of a finding's code", "la page d'un code de diagnostic"),
    "test": ("run the scenarios", "exécuter les scénarios"),
    "trace": ("which scenarios prove which rules", "quels scénarios prouvent quelles règles"),
    "graph": ("the graph of actions and triggers", "le graphe des actions et déclencheurs"),
    "perft": ("count the decision sequences", "compter les suites de décisions"),
    "campaign": ("many random games, thoroughly checked", "beaucoup de parties, bien vérifiées"),
    "contest": ("automatic players against each other", "des joueurs automatiques entre eux"),
    "bench": ("how fast the games run", "la vitesse des parties"),
    "mistakes": ("measure the checker", "mesurer le vérificateur"),
    "cache": ("where compiled games are kept", "où sont gardés les jeux compilés"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code: 0 fine, 1 findings, 2 wrong use."""
    words = list(sys.argv[1:] if argv is None else argv)
    terminal.prepare_streams()
    choose(language_of(words))
    try:
        code = _run(words)
        # What still waits must be written here, where a full disk can be told in a sentence.
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        if _is_broken():
            terminal.forget_output()
        terminal.err("")
        return trouble.INTERRUPTED
    except BrokenPipeError:
        terminal.forget_output()
        return trouble.PIPE_CLOSED
    except Exception as error:
        if os.environ.get("LABRYS_TRACEBACK"):
            raise
        sentence, code = trouble.sentence_of(error)
        if _is_broken():
            terminal.forget_output()
        terminal.err(trouble.without_escapes(sentence))
        return code


def _run(words: list[str]) -> int:
    # Python 3.11 to 3.14 word argparse's sub-commands differently, and all import everything.
    while words and words[0].partition("=")[0] == "--lang":
        wanted = words[0].partition("=")[2] if "=" in words[0] else "".join(words[1:2])
        if wanted not in LANGUAGES:
            raise trouble.WrongUse(
                say(
                    f"--lang {trouble.quoted(wanted)}: choose en or fr.",
                    f"--lang {trouble.quoted(wanted)} : choisissez en ou fr.",
                )
            )
        words = words[1:] if "=" in words[0] else words[2:]
    if not words:
        raise trouble.WrongUse(_help())
    word = words[0]
    if word in ("-h", "--help", "help"):
        if word == "help" and len(words) > 1:
            return _run([words[1], "--help"])
        terminal.out(_help())
        return trouble.FINE
    if word in ("-V", "--version"):
        from labrys import __version__

        terminal.out(f"labrys {__version__}")
        return trouble.FINE
    if word not in COMMANDS:
        raise trouble.WrongUse(_unknown(word))
    module = import_module(f"labrys_tools.commands.{word}")
    parser = Parser(word, say(*COMMANDS[word]))
    module.describe(parser)
    try:
        args = parser.parse(words[1:])
    except Answered as answered:
        return answered.code
    code: int = module.run(args)
    return code


def _help() -> str:
    width = max(map(len, COMMANDS))
    rows = [f"  {word:<{width}}  {say(*summary)}" for word, summary in COMMANDS.items()]
    return "\n".join(
        [
            say(
                "usage: labrys COMMAND … [--lang en|fr]",
                "usage : labrys COMMANDE … [--lang en|fr]",
            ),
            "",
            *rows,
            "",
            say(
                "`labrys COMMAND --help` says more; `labrys --version` says which Labrys this is.\n"
                "Exit codes: 0 fine, 1 findings, 2 wrong use.",
                "`labrys COMMANDE --help` en dit plus ; `labrys --version` donne la version.\n"
                "Codes de sortie : 0 tout va bien, 1 des constats, 2 mauvais emploi.",
            ),
        ]
    )


def _unknown(word: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(word, COMMANDS, n=1)
    hint = say(f" Did you mean {near[0]}?", f" Vouliez-vous dire {near[0]} ?") if near else ""
    return say(
        f"There is no command {trouble.quoted(word)}.{hint} `labrys --help` lists them.",
        f"Il n'y a pas de commande {trouble.quoted(word)}.{hint} `labrys --help` en donne la liste.",
    )


def _is_broken() -> bool:
    """Whether standard output refuses what still waits in it."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except (OSError, ValueError):
        return True
    return False

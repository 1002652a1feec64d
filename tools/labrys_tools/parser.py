"""Command lines in both languages, and the arguments that several commands share."""

import argparse
import re
import shutil
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn

from labrys_tools.speech import LANGUAGES, say
from labrys_tools.trouble import WrongUse, quoted

# Windows cannot wait for more processes than this at once.
MOST_JOBS = 61

# What argparse says, and what it says in French; `{0}` … are the groups of the pattern.
_FRENCH = (
    (r"unrecognized arguments: (.*)", "argument inconnu : {0}"),
    (r"the following arguments are required: (.*)", "il manque : {0}"),
    (r"argument (\S+): expected one argument", "{0} demande une valeur"),
    (r"argument (\S+): expected at least one argument", "{0} demande au moins une valeur"),
    (r"argument (\S+): invalid choice: (.*) \(choose from (.*)\)", "{0} : {1} n'est pas parmi {2}"),
    (r"argument (\S+): not allowed with argument (.*)", "{0} ne va pas avec {1}"),
    (r"argument (\S+): ignored explicit argument (.*)", "{0} ne prend pas de valeur ({1})"),
    (r"argument (\S+): (.*)", "{0} : {1}"),
)


class _Format(argparse.RawDescriptionHelpFormatter):
    def __init__(self, prog: str) -> None:
        width = min(100, shutil.get_terminal_size((100, 24)).columns - 1)
        super().__init__(prog, max_help_position=28, width=max(width, 11))

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, prefix or say("usage: ", "usage : "))


class Parser(argparse.ArgumentParser):
    """The arguments of one command. What is wrong with them is raised as WrongUse."""

    def __init__(self, command: str, summary: str) -> None:
        super().__init__(
            prog=f"labrys {command}",
            description=summary[:1].upper() + summary[1:] + ".",
            formatter_class=_Format,
            add_help=False,
            allow_abbrev=False,
        )
        # argparse adds the colon; French has a space before it.
        self._positionals.title = say("what", "quoi ")
        self._optionals.title = say("options", "options ")
        self.add_argument(
            "-h", "--help", action="help", help=say("show this help", "afficher cette aide")
        )
        self.add_argument(
            "--lang",
            choices=LANGUAGES,
            help=say("the language to read (default: the locale's)", "la langue (défaut : locale)"),
        )

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        try:
            return self.parse_args(words)
        except SystemExit as done:
            # Only `--help` ends this way, after printing it.
            raise Answered(int(done.code or 0)) from None

    def error(self, message: str) -> NoReturn:
        said = message
        for pattern, french in _FRENCH:
            found = re.fullmatch(pattern, message, re.DOTALL)
            if found:
                said = say(message, french.format(*found.groups()))
                break
        help_hint = say(f"See {self.prog} --help.", f"Voir {self.prog} --help.")
        raise WrongUse(f"{self.prog}{say(':', ' :')} {said}. {help_hint}")


class Answered(Exception):
    """The command line was a question to the parser itself, and is answered."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


def whole(text: str) -> int:
    """A whole number, not negative; for `type=`."""
    return _number(text, 0)


def positive(text: str) -> int:
    """A whole number of at least 1; for `type=`."""
    return _number(text, 1)


def at_most(most: int) -> Callable[[str], int]:
    """Whole numbers from 1 to this: what is made ready for each of them must fit in memory."""
    return lambda text: _number(text, 1, most)


def _number(text: str, least: int, most: int = 10**18) -> int:
    word = quoted(text)
    if re.fullmatch(r"[0-9]{19,}", text) or (re.fullmatch(r"[0-9]+", text) and int(text) > most):
        raise argparse.ArgumentTypeError(
            say(
                f"{word} is too large a number; at most {most}",
                f"{word} est un nombre trop grand ; au plus {most}",
            )
        )
    if not re.fullmatch(r"[0-9]+", text) or int(text) < least:
        raise argparse.ArgumentTypeError(
            say(
                f"{word} is not a whole number of at least {least}",
                f"{word} n'est pas un nombre entier d'au moins {least}",
            )
        )
    return int(text)


def seconds(text: str) -> float:
    """A time, at least a hundredth of a second and at most an hour; for `type=`."""
    if not re.fullmatch(r"[0-9]{0,6}(\.[0-9]{0,6})?", text) or not 0.01 <= float(text or 0) <= 3600:
        raise argparse.ArgumentTypeError(
            say(
                f"{quoted(text)} is not a number of seconds from 0.01 to 3600",
                f"{quoted(text)} n'est pas un nombre de secondes de 0.01 à 3600",
            )
        )
    return float(text)


def add_format(parser: argparse.ArgumentParser, *others: str) -> None:
    """`--format text|json` and its short form `--json`."""
    parser.add_argument(
        "--format",
        choices=("text", "json", *others),
        default="text",
        help=say("for people, or for programs", "pour les gens, ou pour les programmes"),
    )
    parser.add_argument(
        "--json",
        dest="format",
        action="store_const",
        const="json",
        help=say("the same as --format json", "équivaut à --format json"),
    )


def add_rulesets(parser: argparse.ArgumentParser) -> None:
    """Any number of rulesets; none means all that come with Labrys."""
    parser.add_argument(
        "rulesets",
        nargs="*",
        metavar=say("ID|PATH", "ID|CHEMIN"),
        help=say(
            "games by id, or folders and files (default: all that come with Labrys)",
            "jeux par leur nom, ou dossiers et fichiers (défaut : tous ceux fournis)",
        ),
    )


def add_ruleset(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "ruleset",
        metavar=say("ID|PATH", "ID|CHEMIN"),
        help=say("a game by its id, or a folder", "un jeu par son nom, ou un dossier"),
    )


def add_variants(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--variant",
        action="append",
        default=[],
        metavar="V",
        help=say("with this variant (may be repeated)", "avec cette variante (répétable)"),
    )


def add_table(parser: argparse.ArgumentParser) -> None:
    """How a game is set up: players, variants, options."""
    parser.add_argument(
        "--players", type=positive, metavar="N", help=say("how many play", "combien jouent")
    )
    add_variants(parser)
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar=say("K=V", "C=V"),
        help=say("set an option of the game (may be repeated)", "régler une option (répétable)"),
    )


def add_engine(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--engine",
        choices=("python", "native"),
        default="python",
        help=say(
            "which engine runs the rules (default: python; native compiles them)",
            "le moteur qui exécute les règles (défaut : python ; native les compile)",
        ),
    )


def add_jobs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--jobs",
        type=at_most(MOST_JOBS),
        metavar="N",
        help=say("processes at once (default: the cores)", "processus à la fois (défaut : cœurs)"),
    )

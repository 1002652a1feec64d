"""The rulesets a command is about: ids, folders and files on the command line to folders."""

import argparse
import os
import re
from collections.abc import Iterable
from pathlib import Path

from labrys.source.folder import find_ruleset, list_rulesets

from labrys_tools.speech import say
from labrys_tools.trouble import WrongUse, quoted

# A file deeper than this below its game.yaml belongs to something else.
_UP = 3


def folders(named: Iterable[str]) -> list[Path]:
    """The folder of each ruleset named, once each; all that come with Labrys if none is."""
    wanted = list(named)
    if not wanted:
        found = list_rulesets()
        if not found:
            raise WrongUse(say("No rulesets are installed.", "Aucun jeu de règles n'est installé."))
        return found
    found = [folder for name in wanted for folder in _folders_of(name)]
    return list(dict.fromkeys(found))


def folder(named: str) -> Path:
    """The folder of the one ruleset named."""
    found = _folders_of(named)
    if len(found) > 1:
        raise WrongUse(
            say(
                f"{named} holds several rulesets; name one of them.",
                f"{named} contient plusieurs jeux ; nommez-en un.",
            )
        )
    return found[0]


def _folders_of(named: str) -> list[Path]:
    if "\0" in named or not named:
        raise WrongUse(say("That is no name of a game.", "Ce n'est pas un nom de jeu."))
    path = Path(named)
    if path.is_dir() and not (path / "game.yaml").is_file():
        inside = sorted(game.parent for game in path.glob("*/game.yaml"))
        if inside:
            return inside
    if path.is_file() and path.name != "game.yaml":
        return [ruleset_of(path)]
    found = find_ruleset(named)
    # `.` has no name, and reports call a ruleset by the name of its folder.
    return [found if found.name not in ("", "..") else Path(os.path.abspath(found))]


def name_of(folder: Path) -> str:
    """What to type for a ruleset: the id of one that comes with Labrys, else its folder."""
    return folder.name if folder in list_rulesets() else str(folder)


def demand_variants(folder: Path, names: Iterable[str]) -> None:
    """Raises WrongUse for a variant that the ruleset has not."""
    known = sorted(path.stem for path in (folder / "variants").glob("*.yaml"))
    for name in names:
        if name in known:
            continue
        there = ", ".join(known)
        raise WrongUse(
            say(
                f"{folder.name} has no variant {quoted(name)}; "
                + (f"there is {there}." if known else "it has none."),
                f"{folder.name} n'a pas de variante {quoted(name)} ; "
                + (f"il y a {there}." if known else "il n'en a aucune."),
            )
        )


def ruleset_of(file: Path) -> Path:
    """The folder of the ruleset a file belongs to."""
    above = Path(os.path.abspath(file)).parents
    for folder in above[:_UP]:
        if (folder / "game.yaml").is_file():
            return folder
    raise WrongUse(
        say(
            f"{file} belongs to no ruleset: no game.yaml stands above it.",
            f"{file} n'appartient à aucun jeu : pas de game.yaml au-dessus.",
        )
    )


def options_of(args: argparse.Namespace) -> dict[str, object]:
    """`--option K=V` as a mapping; numbers and truths as such."""
    options: dict[str, object] = {}
    for word in args.option:
        name, sign, value = word.partition("=")
        if not sign or not name or not value:
            raise WrongUse(
                say(
                    f"--option {word}: write it as NAME=VALUE.",
                    f"--option {word} : écrivez NOM=VALEUR.",
                )
            )
        options[name.strip()] = plain_value(value.strip())
    return options


def plain_value(text: str) -> object:
    """A value as YAML would read it, of the kinds options have."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"-?[0-9]{1,18}", text) else text

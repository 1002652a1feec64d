"""`labrys cache`: where compiled games are kept, and how to be rid of them."""

import argparse
import re
from contextlib import suppress
from pathlib import Path

import labrys

from labrys_tools.parser import Parser
from labrys_tools.speech import counted, language, say
from labrys_tools.terminal import out
from labrys_tools.trouble import FINE, WrongUse, reason_of, without_escapes

# How Labrys names what it keeps: by the hash of what it was made from. Nothing else is removed,
# for `LABRYS_CACHE` may name a folder where other things lie too.
OURS = re.compile(r"labrys-[0-9a-f]{16,64}(\.[a-z0-9]+)*")
# Compiled libraries have a folder of their own there.
NATIVE = "native"


def describe(parser: Parser) -> None:
    parser.add_argument(
        "what",
        choices=("path", "clear"),
        metavar="path|clear",
        help=say(
            "print the folder, or remove what Labrys keeps there (all of it can be made again)",
            "afficher le dossier, ou supprimer ce que Labrys y garde (tout peut être refait)",
        ),
    )


def run(args: argparse.Namespace) -> int:
    folder = _folder()
    if args.what == "path":
        out(without_escapes(str(folder)))
        return FINE
    libraries = _empty(folder / NATIVE)
    if libraries:
        # It is made again with the next library; what somebody else put there keeps it.
        with suppress(OSError):
            (folder / NATIVE).rmdir()
    removed = _empty(folder) + libraries
    files = counted(removed, "file", "fichier")
    gone = "supprimés" if removed > 1 else "supprimé"
    said = f"{files} removed from {folder}" if language() == "en" else f"{files} {gone} de {folder}"
    out(without_escapes(said))
    return FINE


def _folder() -> Path:
    try:
        return labrys.cache_folder()
    except RuntimeError:
        # A user without a home, as in some containers.
        raise WrongUse(
            say(
                "Nobody knows where your home folder is; name a folder with LABRYS_CACHE.",
                "On ne sait pas où est votre dossier personnel ; nommez un dossier par LABRYS_CACHE.",
            )
        ) from None


def _empty(folder: Path) -> int:
    """Remove Labrys's files from the folder, not the folder: somebody may have linked it elsewhere."""
    if not folder.is_dir():
        return 0
    removed = 0
    for path in sorted(folder.iterdir()):
        if not OURS.fullmatch(path.name) or (path.is_dir() and not path.is_symlink()):
            continue
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            reason = reason_of(error)
            raise WrongUse(
                say(
                    f"{path} cannot be removed: {reason}.",
                    f"{path} ne peut pas être supprimé : {reason}.",
                )
            ) from None
        removed += 1
    return removed

"""`labrys cache`: where compiled games are kept, and how to be rid of them."""

import argparse
import shutil
from pathlib import Path

import labrys

from labrys_tools.parser import Parser
from labrys_tools.speech import counted, say
from labrys_tools.terminal import out
from labrys_tools.trouble import FINE, WrongUse


def describe(parser: Parser) -> None:
    parser.add_argument(
        "what",
        choices=("path", "clear"),
        help=say(
            "print the folder, or empty it (everything in it can be made again)",
            "afficher le dossier, ou le vider (tout y peut être refait)",
        ),
    )


def run(args: argparse.Namespace) -> int:
    folder = labrys.cache_folder()
    if args.what == "path":
        out(str(folder))
        return FINE
    removed = _empty(folder)
    files = counted(removed, "file", "fichier")
    out(say(f"{files} removed from {folder}", f"{files} supprimés de {folder}"))
    return FINE


def _empty(folder: Path) -> int:
    """Remove what is in the folder, not the folder: somebody may have linked it elsewhere."""
    if not folder.is_dir():
        return 0
    removed = 0
    for path in sorted(folder.iterdir()):
        try:
            if path.is_dir() and not path.is_symlink():
                inside = sum(1 for file in path.rglob("*") if file.is_file())
                shutil.rmtree(path)
                removed += inside
            else:
                path.unlink(missing_ok=True)
                removed += 1
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise WrongUse(
                say(
                    f"{path} cannot be removed: {reason}.",
                    f"{path} ne peut pas être supprimé : {reason}.",
                )
            ) from None
    return removed

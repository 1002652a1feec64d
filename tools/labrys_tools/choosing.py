"""Which game to play, asked at the terminal where nobody named one."""

import sys
from collections.abc import Sequence

from labrys_tools import shelf
from labrys_tools.commands.list import row_of
from labrys_tools.speech import language, say
from labrys_tools.terminal import is_terminal, out
from labrys_tools.trouble import WrongUse
from labrys_tools.typing_in import Lines


def ask_for_game(lines: Lines) -> str | None:
    """The folder of a game, asked for by number or name; None if the person leaves."""
    if not is_terminal(sys.stdin):
        raise WrongUse(
            say(
                "Name a game to play; `labrys list` shows them.",
                "Nommez un jeu ; `labrys list` les montre.",
            )
        )
    folders = shelf.folders([])
    rows = [row_of(folder) for folder in folders]
    titles = [str(row["title"].get(language(), "")) if row else "" for row in rows]
    for number, (folder, title) in enumerate(zip(folders, titles, strict=True), start=1):
        out(f"{number:>3} {folder.name:<18} {title}".rstrip())
    while True:
        line = lines.next(say("which game? ", "quel jeu ? "))
        if line is None or line.strip() in ("quit", "exit", "q", "quitter"):
            return None
        index = meant([folder.name for folder in folders], titles, line.strip())
        if index is not None:
            return str(folders[index])
        if line.strip():
            out(
                say(
                    "Type the number of a game, its name, or quit.",
                    "Tapez le numéro d'un jeu, son nom, ou quitter.",
                )
            )


def meant(ids: Sequence[str], titles: Sequence[str], text: str) -> int | None:
    """The index of the game meant by a number, an id, a title, or a part only one of them has."""
    if text.isascii() and text.isdecimal():
        number = int(text[:6])
        return number - 1 if 1 <= number <= len(ids) else None
    typed = text.casefold()
    names = [(one.casefold(), other.casefold()) for one, other in zip(ids, titles, strict=True)]
    exact = [index for index, both in enumerate(names) if typed in both]
    near = [index for index, both in enumerate(names) if any(typed in name for name in both)]
    for found in (exact, near):
        if typed and len(found) == 1:
            return found[0]
    return None

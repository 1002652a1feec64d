"""Pictures on a terminal: colours that read on dark and light ground, brackets where there are none."""

import os
from collections.abc import Sequence

from labrys import Ink, LegendRow, Picture

from labrys_tools.terminal import plain

# Codes of the sixteen colours every terminal has. White and black are one of them on light and on
# dark ground the ground itself: they are the terminal's own colour, bold, and grey.
_SIXTEEN = {
    "black": "90", "white": "1", "grey": "90", "red": "1;31", "green": "1;32", "yellow": "33",
    "blue": "1;94", "magenta": "1;35", "cyan": "1;36", "orange": "1;91", "brown": "33", "purple": "1;95",
}  # fmt: skip
# Of 256 colours the ones half way between black and white.
_MANY = {
    "black": "38;5;244", "white": "1", "grey": "38;5;246", "red": "1;38;5;160", "green": "1;38;5;34",
    "yellow": "1;38;5;172", "blue": "1;38;5;33", "magenta": "1;38;5;163", "cyan": "1;38;5;37",
    "orange": "1;38;5;202", "brown": "1;38;5;130", "purple": "1;38;5;98",
}  # fmt: skip
_REVERSE = "7"


def depth_of_terminal() -> int:
    """How many colours the terminal has: 0 where none are wanted, 16, or 256."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM", "") == "dumb":
        return 0
    many = os.environ.get("COLORTERM") or "256" in os.environ.get("TERM", "")
    return 256 if many else 16


def coloured(picture: Picture, depth: int) -> list[str]:
    """The lines of the board in that many colours, marked places in reverse.

    With no colours (0, or NO_COLOR) there are no escapes at all, and marked places stand in brackets.
    """
    if os.environ.get("NO_COLOR") or depth < 8:
        return [_bracketed(line) for line in picture.board]
    return ["".join(_escaped(ink, depth) for ink in line) for line in picture.board]


def coloured_legend(rows: Sequence[LegendRow], depth: int, width: int) -> list[str]:
    """The legend, sign and name, in as many columns as fit."""
    if os.environ.get("NO_COLOR"):
        depth = 0
    wide = max((len(row.sign) for row in rows), default=0)
    for across in range(len(rows), 0, -1):
        down = -(-len(rows) // across)
        columns = [rows[at : at + down] for at in range(0, len(rows), down)]
        widths = [wide + 1 + max(len(row.name) for row in column) for column in columns]
        if across == 1 or sum(widths) + 3 * (len(widths) - 1) <= width:
            break
    lines = []
    for at in range(down if rows else 0):
        line = ""
        for column, room in zip(columns, widths, strict=True):
            for row in column[at : at + 1]:
                shown = row.sign if depth < 8 else _escaped(Ink(row.sign, row.colour), depth)
                line += shown + " " * (wide - len(row.sign) + 1) + row.name.ljust(room - wide - 1 + 3)
        lines.append(line.rstrip())
    return lines


def _escaped(ink: Ink, depth: int) -> str:
    codes = [(_MANY if depth >= 256 else _SIXTEEN)[ink.colour]] if ink.colour else []
    codes += [_REVERSE] if ink.marked else []
    return f"\033[{';'.join(codes)}m{ink.text}\033[0m" if codes else ink.text


def _bracketed(line: Sequence[Ink]) -> str:
    """Brackets on the blanks around marked places; neighbours that share a blank stand in one pair."""
    chars = [(char, ink.place if ink.marked else None) for ink in line for char in ink.text]
    shown = [char for char, _ in chars] + [" "]
    places = [place for _, place in chars] + [None]
    for at, place in enumerate(places):
        before = places[at - 1] if at else None
        if place is not None and place != before and not _put(shown, places, at, "[", -1):
            _put(shown, places, at - 1, "[", -1)
        if before is not None and place != before and not _put(shown, places, at - 1, "]", 1):
            _put(shown, places, at, "]", 1)
    return "".join(shown).rstrip()


def _put(shown: list[str], places: list[str | None], at: int, bracket: str, way: int) -> bool:
    """Write a bracket on a blank, unless it is the one between two marked places."""
    if not 0 <= at < len(shown) or shown[at] not in " []":
        return False
    beyond = at + way
    shared = places[at] is None and 0 <= beyond < len(places) and places[beyond] is not None
    shown[at] = " " if shared else bracket
    return True


def ascii_only(text: str) -> str:
    """The text in ASCII alone: lines as `-`, `|` and `+`, letters without their accents."""
    return plain(text)


def windows_safe(text: str) -> str:
    """Lines and rare signs in ASCII; accented letters, which every Windows console has, stay."""
    return "".join(char if char in _LATIN else plain(char) for char in text)


_LATIN = frozenset(chr(code) for code in range(0x20, 0x7F)) | frozenset("éèêëàâäçîïôöùûüÿÉÈÊËÀÂÄÇÎÏÔÖÙÛÜ\n\033")

"""How a person wants to see the game: wide or narrow, in colour or not, drawn or in words."""

import os
import shutil
import sys
from dataclasses import dataclass

from labrys import State

from labrys_tools.pictures.ansi import ascii_only, coloured, coloured_legend, depth_of_terminal
from labrys_tools.speech import language
from labrys_tools.terminal import is_terminal

_NARROWEST = 20


@dataclass(frozen=True)
class Look:
    """The choices of one person: `plain` is words instead of drawings, `ascii` no sign outside ASCII."""

    plain: bool = False
    ascii: bool = False
    depth: int = 0

    @property
    def width(self) -> int:
        return max(_NARROWEST, shutil.get_terminal_size((80, 24)).columns - 1)

    @property
    def height(self) -> int:
        return shutil.get_terminal_size((80, 24)).lines

    def board(self, state: State, seat: str | None, marked: tuple[str, ...] = (), legend: bool = True) -> list[str]:
        """The board, what signs cannot show, the legend and the panel; or all of it in words."""
        if self.plain:
            return [self.safe(line) for line in state.describe(seat, language())]
        picture = state.picture(seat, language(), marked, max(self.width, 78))
        lines = [*coloured(picture, self.depth), *picture.remarks]
        rows = coloured_legend(picture.legend, self.depth, self.width) if legend else []
        blocks = [block for block in (lines, rows, picture.panel) if block]
        return [self.safe(line) for number, block in enumerate(blocks) for line in ([""] if number else []) + list(block)]

    def safe(self, text: str) -> str:
        return ascii_only(text) if self.ascii else text

    def faint(self, text: str) -> str:
        return f"\033[2m{text}\033[0m" if self.depth else text

    def bold(self, text: str) -> str:
        return f"\033[1m{text}\033[0m" if self.depth else text


def look_of(plain: bool, ascii_signs: bool) -> Look:
    """Colours only where a person sees them."""
    shown = is_terminal(sys.stdout) and not plain
    if shown and os.name == "nt":
        # A console of old must be told that escapes are to be understood.
        os.system("")
    return Look(plain, ascii_signs, depth_of_terminal() if shown else 0)

"""Where in a drawn map the slip is: the line a person would mend."""

from __future__ import annotations

from collections.abc import Callable

from labrys.board.errors import BoardError
from labrys.source.spans import Span
from labrys.source.tree import Scalar


def spot_in(drawing: Scalar, error: BoardError, read: Callable[[str], object] | None = None) -> Span:
    """The place of an error in a drawing. `read` reads a drawing, to try whether it is right without a line.

    A line too many is the one without which the map is right, if there is just one such; otherwise, and where lines
    are missing, nobody can tell which: the whole map is meant.
    """
    if error.slug == "map-lines":
        lines = drawing.drawing().split("\n")
        spare = [at for at in range(len(lines)) if lines[at].strip() and _reads(lines[:at] + lines[at + 1 :], read)]
        if len(spare) != 1:
            return drawing.span
        return drawing.part(spare[0] + 1, 1, spare[0] + 1, 2)
    if "line" not in error.values:
        return drawing.span
    line, column = int(str(error.values["line"])), int(str(error.values.get("column", 1)))
    return drawing.part(line, column, line, column + 1)


def _reads(lines: list[str], read: Callable[[str], object] | None) -> bool:
    if read is None:
        return False
    try:
        read("\n".join(lines))
    except BoardError:
        return False
    return True

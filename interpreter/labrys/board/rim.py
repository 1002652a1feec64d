"""Signs outside a drawn board, in the middle of its sides, with arrows that lead away from it."""

from __future__ import annotations

from collections.abc import Mapping

from labrys.board.margin import column_label, margin_width
from labrys.board.topology import Topology

ARROWS = ("^", ">", "v", "<")
NORTH, EAST, SOUTH, WEST = range(4)


def with_rim(board: Topology, lines: list[str], signs: Mapping[int, str]) -> list[str]:
    """The lines of a board with what stands at its sides (0 to 3: n e s w), each ready drawn with its arrow."""
    below = max(len(column_label(board, column)) for column in range(board.width))
    body, margin = lines[: len(lines) - below], margin_width(board)
    wide = max((len(line) for line in lines), default=0)
    indent = len(signs.get(WEST, "")) + 1
    middle, across = len(body) // 2, indent + margin + (wide - margin) // 2
    shown = []
    for at, line in enumerate(lines):
        before = signs.get(WEST, "") + " " if at == middle and WEST in signs else " " * indent
        after = " " * (wide - len(line) + 1) + signs[EAST] if at == middle and EAST in signs else ""
        shown.append(before + line + after)
    above = [" " * across + signs[NORTH]] if NORTH in signs else []
    return [*above, *shown, *([" " * across + signs[SOUTH]] if SOUTH in signs else [])]


__all__ = ["ARROWS", "EAST", "NORTH", "SOUTH", "WEST", "with_rim"]

"""The coordinates around a drawn board: row labels on the left, column labels below, written downwards."""

from __future__ import annotations

from labrys.board.errors import BoardError
from labrys.board.lattice import column_letters
from labrys.board.topology import Topology


def row_label(topology: Topology, row: int) -> str:
    return str(topology.height - row if topology.names == "a1" else row + 1)


def column_label(topology: Topology, column: int) -> str:
    return column_letters(column) if topology.names == "a1" else str(column + 1)


def margin_width(topology: Topology) -> int:
    return len(str(topology.height)) + 1


def footer(topology: Topology, first: int, pitch: int) -> list[str]:
    """Column labels under their glyphs: the first stands in text column `first`, the next `pitch` further.

    Labels longer than one character are written downwards, so that they never widen the map.
    """
    labels = [column_label(topology, column) for column in range(topology.width)]
    tall = max(len(label) for label in labels)
    lines = []
    for level in range(tall):
        line = [" "] * (first + pitch * topology.width)
        for column, label in enumerate(labels):
            line[first + pitch * column] = label.rjust(tall)[level]
        lines.append("".join(line).rstrip())
    return lines


def with_margin(topology: Topology, lines: list[str], first: int, pitch: int, every: int) -> list[str]:
    """Add coordinates. Row r of the board stands in line `every * r + every - 1`."""
    width = margin_width(topology)
    labels = {every * row + every - 1: row_label(topology, row) for row in range(topology.height)}
    body = [f"{labels.get(at, ''):>{width - 1}} {line}".rstrip() for at, line in enumerate(lines)]
    return body + footer(topology, width + first, pitch)


def cut_margin(topology: Topology, lines: list[str], first: int, pitch: int, every: int) -> tuple[list[str], int]:
    """The lines without coordinates, and how many characters were cut; (lines, 0) if they have none."""
    width = margin_width(topology)
    below = footer(topology, width + first, pitch)
    bare = every * topology.height + every - 1
    if len(lines) == bare or [line.rstrip() for line in lines[-len(below) :]] != below:
        return lines, 0
    body = lines[: -len(below)]
    for row in range(topology.height):
        at = every * row + every - 1
        if at < len(body) and body[at][:width].strip() != row_label(topology, row):
            raise BoardError("map-label", line=at + 1, column=1, wanted=row_label(topology, row))
    return [line[width:] for line in body], width

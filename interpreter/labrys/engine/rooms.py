"""Laid tiles drawn large: each a room with its doorways, what `looks: rooms` says of it, and who stands there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import partial

from labrys.board.laid import LaidBoard
from labrys.board.margin import column_label, row_label

# Between its walls a room is seven signs wide and three lines high; walls are shared with the neighbours.
WIDE, HIGH = 7, 3
_WALL, _DOORWAY = "-" * WIDE, "--   --"


@dataclass(frozen=True)
class Room:
    """A tile as it lies: which sides are open (n, e, s, w), and its three lines."""

    opens: tuple[bool, ...]
    lines: tuple[str, str, str] = ("", "", "")


@dataclass
class Floor:
    """The rooms by row and column, and how rows and columns are called."""

    rooms: Mapping[tuple[int, int], Room] = field(default_factory=dict)
    row_name: Callable[[int], str] = str
    column_name: Callable[[int], str] = str
    # Places without a room that must be on the drawing, and who is told every line of a place.
    shown: Collection[tuple[int, int]] = ()
    dress: Callable[[str, tuple[int, int]], str] = lambda text, place: text


def draw_rooms(floor: Floor) -> list[str]:
    """The part of the table where tiles lie; nothing if there is none."""
    if not floor.rooms:
        return []
    places = [*floor.rooms, *floor.shown]
    rows = range(min(r for r, _ in places), max(r for r, _ in places) + 1)
    columns = range(min(c for _, c in places), max(c for _, c in places) + 1)
    margin = max(len(floor.row_name(row)) for row in rows) + 1
    lines = []
    for row in [*rows, rows.stop]:
        lines.append(" " * margin + _lying(floor, row, columns))
        for line in range(HIGH if row < rows.stop else 0):
            label = floor.row_name(row).rjust(margin - 1) + " " if line == 1 else " " * margin
            lines.append(label + _across(floor, row, columns, line))
    names = "".join(floor.column_name(column).center(WIDE + 1) for column in columns)
    return [line.rstrip() for line in [*lines, " " * (margin + 1) + names]]


def _lying(floor: Floor, row: int, columns: range) -> str:
    """The walls between a row and the one above."""
    shown = ""
    for column in [*columns, columns.stop]:
        around = [(row + dr, column + dc) for dr in (-1, 0) for dc in (-1, 0)]
        shown += "+" if any(place in floor.rooms for place in around) else " "
        if column < columns.stop:
            sides = _sides(floor, ((row - 1, column), 2), ((row, column), 0))
            shown += " " * WIDE if not sides else _DOORWAY if all(sides) else _WALL
    return shown


def _across(floor: Floor, row: int, columns: range, line: int) -> str:
    """One of the lines of a row of rooms, with the walls between them."""
    shown = ""
    for column in [*columns, columns.stop]:
        sides = _sides(floor, ((row, column - 1), 1), ((row, column), 3))
        shown += " " if not sides or (all(sides) and line == HIGH // 2) else "|"
        if column < columns.stop:
            room = floor.rooms.get((row, column))
            shown += floor.dress((room.lines[line] if room else "")[:WIDE].center(WIDE), (row, column))
    return shown


def _sides(floor: Floor, *places: tuple[tuple[int, int], int]) -> list[bool]:
    """Whether each room beside a wall is open there."""
    return [floor.rooms[place].opens[side] for place, side in places if place in floor.rooms]


def floor_of(board: LaidBoard, rooms: Mapping[int, Room]) -> Floor:
    """Rooms by cell as a floor with the names of the board."""
    return Floor({board.places[cell]: room for cell, room in rooms.items()}, partial(row_label, board), partial(column_label, board))

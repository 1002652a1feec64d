"""The boards of the examples, worked out from their descriptions without the library's boards."""

from collections.abc import Iterator
from pathlib import Path

EXAMPLES = Path(__file__).parent / "examples"

Sides = dict[str, tuple[str, str]]

STEPS = {
    "grid": {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)},
    # Each row lies half a cell further right than the one above it.
    "hex": {"ne": (-1, 1), "e": (0, 1), "se": (1, 0), "sw": (1, -1), "w": (0, -1), "nw": (-1, 0)},
}


def rows_of_cells(rows: int, columns: int) -> list[list[str]]:
    letters = "abcdefghij"[:columns]
    return [[f"{letter}{row}" for letter in letters] for row in range(rows, 0, -1)]


def squares(rows: int, columns: int, kind: str = "grid", wrap: bool = False) -> Sides:
    """Each side between two cells, named after the first of them and the way from it."""
    names = rows_of_cells(rows, columns)
    order = [name for row in names for name in row]
    found: Sides = {}
    for row, column, way, (down, right) in _exits(rows, columns, STEPS[kind]):
        there = (row + down, column + right)
        if wrap:
            there = (there[0] % rows, there[1] % columns)
        if there[0] in range(rows) and there[1] in range(columns):
            a, b = names[row][column], names[there[0]][there[1]]
            if order.index(a) < order.index(b):
                found[a + way] = (a, b)
    return found


def _exits(
    rows: int, columns: int, ways: dict[str, tuple[int, int]]
) -> Iterator[tuple[int, int, str, tuple[int, int]]]:
    for row in range(rows):
        for column in range(columns):
            for way, offset in ways.items():
                yield row, column, way, offset


GROUNDS: dict[str, Sides] = {
    "walls-grid": squares(4, 5),
    "walls-torus": squares(4, 3, wrap=True),
    "walls-hex": squares(4, 4, "hex"),
    "walls-graph": {
        link: (link[0], link[1]) for link in ("ab", "bc", "cd", "da", "ae", "ef", "fg", "gc", "dh")
    },
}

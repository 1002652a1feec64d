"""Boards of every kind worked out from their descriptions alone, as networkx needs them: cells, steps, sides.

Nothing here comes from the library: what stands on a board is read from a seat's public view.
"""

from dataclasses import dataclass, field
from typing import Any

import networkx as nx

Place = tuple[int, int]
Exit = tuple[str | None, str, str | None]  # way, cell there, side in between

SQUARE = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
SLANTED = {"ne": (-1, 1), "se": (1, 1), "sw": (1, -1), "nw": (-1, -1)}
# Each row of hexagons lies half a cell further right than the one above it.
SIXFOLD = {"ne": (-1, 1), "e": (0, 1), "se": (1, 0), "sw": (1, -1), "w": (0, -1), "nw": (-1, 0)}
BACK = {"n": "s", "e": "w", "s": "n", "w": "e", "ne": "sw", "se": "nw", "sw": "ne", "nw": "se"}


@dataclass(frozen=True)
class Ground:
    """`exits[cell]` lists the ways out of a cell; `steps[cell, way]` is the cell one step that way."""

    exits: dict[str, list[Exit]]
    steps: dict[tuple[str, str], str] = field(default_factory=dict)
    sides: dict[str, tuple[str, str]] = field(default_factory=dict)

    @property
    def cells(self) -> list[str]:
        return list(self.exits)

    def graph(self, goes: Any) -> nx.DiGraph:
        """Where one may go, if `goes(here, way, there, side)` says so."""
        graph = nx.DiGraph()
        graph.add_nodes_from(self.exits)
        for here, ways in self.exits.items():
            graph.add_edges_from((here, there) for way, there, side in ways if goes(here, way, there, side))
        return graph

    def ray(self, cell: str, way: str) -> list[str]:
        met = [cell]
        while (there := self.steps.get((met[-1], way))) is not None and there not in met:
            met.append(there)
        return met[1:]


def rows(board: dict[str, Any]) -> Ground:
    """A board with rows: drawn as a map, or of a number of rows and columns."""
    hexagons = board["kind"] == "hex"
    drawn = board.get("map", "\n".join(["." * board.get("columns", 0)] * board.get("rows", 0))).split()
    if board.get("shape") == "hexagon":
        size = board["size"]
        drawn = ["".join("." if size - 1 <= r + c <= 3 * size - 3 else "#" for c in range(2 * size - 1)) for r in range(2 * size - 1)]
    height, width = len(drawn), len(drawn[0])
    places = [(r, c) for r in range(height) for c in range(width) if drawn[r][c] != "#"]
    named = {(r, c): f"{'abcdefghijkl'[c]}{height - r}" for r, c in places}
    if board.get("names", "row-column" if board["kind"] == "tiled" else "a1") == "row-column":
        named = {(r, c): f"{r + 1}-{c + 1}" for r, c in places}
    known = SIXFOLD if hexagons else {**SQUARE, **SLANTED}
    ways = board.get("directions") or list(SIXFOLD if hexagons else SQUARE)
    offsets = {way: tuple(ways[way]) if isinstance(ways, dict) else known[way] for way in ways}
    ground = Ground({name: [] for name in named.values()})
    beside = SIXFOLD if hexagons else SQUARE
    for place in places:
        for side, offset in beside.items():
            there = _from(place, offset, places, (height, width), board.get("wrap", []))
            if there in named and places.index(place) < places.index(there):
                ground.sides[named[place] + side] = (named[place], named[there])
        for way, offset in offsets.items():
            there = _from(place, offset, places, (height, width), board.get("wrap", []))
            if there not in named:
                continue
            ground.steps[named[place], way] = named[there]
            side = next((side for side, other in beside.items() if other == offset), None)
            # A side is named after the first of its cells; a cell that wraps onto itself has none with itself.
            if side is not None and place != there:
                first = places.index(place) < places.index(there)
                side = named[place] + side if first else named[there] + BACK[side]
            ground.exits[named[place]].append((way, named[there], None if place == there else side))
    return ground


def _from(place: Place, offset: Place, places: list[Place], size: Place, wrap: list[str]) -> Place:
    (r, c), (down, right) = place, offset
    if down == 0 and "rows" in wrap:
        line = [column for row, column in places if row == r]
        return r, min(line) + (c + right - min(line)) % (max(line) - min(line) + 1)
    if right == 0 and "columns" in wrap:
        line = [row for row, column in places if column == c]
        return min(line) + (r + down - min(line)) % (max(line) - min(line) + 1), c
    r, c = r + down, c + right
    return (r % size[0] if "columns" in wrap else r), (c % size[1] if "rows" in wrap else c)


def links(board: dict[str, Any]) -> Ground:
    """A board of named links."""
    ground = Ground({cell: [] for cell in board["cells"]})
    for name, link in board["links"].items():
        a, b = link if isinstance(link, list) else (link["from"], link["to"])
        way = None if isinstance(link, list) else link.get("way")
        back = None if isinstance(link, list) else link.get("back", BACK.get(way or ""))
        ground.sides[name] = (a, b)
        for here, there, towards in ((a, b, way), (b, a, back)):
            ground.exits[here].append((towards, there, name))
            if towards is not None:
                ground.steps[here, towards] = there
    return ground


def walls_of(drawing: str) -> set[tuple[Place, str]]:
    """The walled sides of the cells of a drawn tile."""
    lines = drawing.rstrip("\n").split("\n")
    size = len(lines) // 2
    found = set()
    for r in range(size):
        for c in range(size):
            for side, (y, x) in {"n": (2 * r, 4 * c + 2), "s": (2 * r + 2, 4 * c + 2), "w": (2 * r + 1, 4 * c), "e": (2 * r + 1, 4 * c + 4)}.items():
                if lines[y].ljust(4 * size + 1)[x] in "-|":
                    found.add(((r, c), side))
    return found


def quarter(walls: set[tuple[Place, str]], size: int) -> set[tuple[Place, str]]:
    """A tile turned clockwise."""
    return {((c, size - 1 - r), "eswn"["nesw".index(side)]) for (r, c), side in walls}

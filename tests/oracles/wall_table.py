"""The wall labyrinth worked out from what everybody sees: where things may stand, and who would be walled in.

Shapes, walks, keys and doors are computed here, with networkx; nothing is shared with the engine.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise

import labrys
import networkx as nx

Point = tuple[int, int]
Placement = frozenset[str]
LETTERS = "abcdefghijk"
SMALL = {1: ("c9", "i9", "i3", "c3"), 2: ("d8", "h8", "h4", "d4")}
CENTRE = "f6"
# Unit steps from a lattice point: pairs of ends.
PIECES: dict[str, list[tuple[Point, Point]]] = {
    "bar": [((0, 0), (1, 0)), ((1, 0), (2, 0))],
    "long-bar": [((0, 0), (1, 0)), ((1, 0), (2, 0)), ((2, 0), (3, 0))],
    "corner": [((0, 0), (1, 0)), ((1, 0), (1, 1))],
    "hook": [((0, 0), (1, 0)), ((1, 0), (2, 0)), ((2, 0), (2, 1))],
    "tee": [((0, 0), (1, 0)), ((1, 0), (2, 0)), ((1, 0), (1, 1))],
    "crank": [((0, 0), (1, 0)), ((1, 0), (1, 1)), ((1, 1), (2, 1))],
}
STOCK = {"bar": 2, "long-bar": 1, "corner": 2, "hook": 1, "tee": 1, "crank": 1}


def cell(column: int, row: int) -> str:
    return f"{LETTERS[column]}{row}"


@cache
def cells(players: int) -> frozenset[str]:
    """Eleven by eleven without corners; with two players also without the yellow and green lines."""
    columns = range(1, 10) if players == 2 else range(11)
    return frozenset(cell(c, r) for c in columns for r in range(1, 12) if c in range(1, 10) or r in range(2, 11))


@cache
def edges(players: int) -> dict[str, tuple[str, str]]:
    """Sides between two cells, named by the cell west or north of them."""
    found = {}
    for c in range(11):
        for r in range(1, 12):
            for name, pair in ((f"{cell(c, r)}e", (cell(c, r), cell(min(c + 1, 10), r))), (f"{cell(c, r)}s", (cell(c, r), cell(c, r - 1)))):
                if pair[0] != pair[1] and set(pair) <= cells(players):
                    found[name] = pair
    return found


@cache
def goals(players: int, seat: str) -> frozenset[str]:
    lines = {"blue": "11", "red": "1", "yellow": "a", "green": "k"}
    return frozenset(name for name in cells(players) if lines[seat] in (name[0], name[1:]))


def written(sides: Iterable[str]) -> str:
    """A placement as decisions write it: from the top left, and of one cell the eastern side first."""
    return "+".join(sorted(sides, key=lambda side: (-int(side[1:-1]), side[0], side[-1])))


def side_at(start: Point, end: Point) -> str:
    """The side that runs between two lattice points; point (0, 0) is the south-west corner of a1."""
    (x, y), (along, _) = min(start, end), max(start, end)
    if along > x:
        return f"{LETTERS[x]}{y + 1}s" if 0 <= x < 11 else ""
    return f"{LETTERS[x - 1]}{y + 1}e" if 0 < x <= 11 else ""


@cache
def placements(players: int) -> dict[Placement, str]:
    """Every way to put every piece on the board, turned and turned over, along inner sides only."""
    found: dict[Placement, str] = {}
    for kind, steps in PIECES.items():
        for turn in range(8):
            moved = [(_turned(a, turn), _turned(b, turn)) for a, b in steps]
            for dx in range(-3, 15):
                for dy in range(-3, 15):
                    ends = [((a[0] + dx, a[1] + dy), (b[0] + dx, b[1] + dy)) for a, b in moved]
                    sides = frozenset(side_at(a, b) for a, b in ends)
                    if sides <= edges(players).keys():
                        found[sides] = kind
    return found


def _turned(point: Point, turn: int) -> Point:
    x, y = point
    for _ in range(turn % 4):
        x, y = -y, x
    return (-x, y) if turn >= 4 else (x, y)


class Table:
    """A position as everybody sees it, and what it means for who can get where."""

    def __init__(self, state: labrys.State) -> None:
        shown = state.view(None).fields
        self.state, self.fields = state, shown
        self.players, self.level = len(state.game.seats), int(state.game.options["level"])
        self.living: tuple[str, ...] = shown["living"]
        self.walls = {e for e in edges(self.players) if {shown[f"{e}.wall"], shown[f"{e}.masonry"]} != {"none"}}
        self.doors = {e: shown[f"{e}.door"] for e in edges(self.players) if shown[f"{e}.door"] != "none"}
        self.rocks = {c: shown[f"{c}.rock"] for c in cells(self.players) if shown[f"{c}.rock"] != "none"}
        self.tokens = {c: shown[f"{c}.token"] for c in cells(self.players) if shown[f"{c}.token"] != "none"}
        self.pawns = {seat: shown[f"{seat}-pawn.cell"] for seat in self.living}
        colours = ("blue", "green", "red", "yellow")
        self.held = {colour: shown[f"{colour}-key.holder"] for colour in colours}
        self.lying = {colour: shown[f"{colour}-key.cell"] for colour in colours}
        self._survey()

    def _survey(self) -> None:
        found = {seat: self.route(seat) for seat in self.living}
        self.routes = {seat: walks for seat, walks in found.items() if walks}

    def _copy(self, **changed: object) -> Table:
        after = object.__new__(Table)
        after.__dict__ |= self.__dict__ | changed
        return after

    def built(self, **changed: object) -> Table:
        """The same table with other walls, doors or rocks."""
        after = self._copy(**changed)
        after._survey()
        return after

    def ways(self, seat: str, opened: set[str]) -> nx.Graph[str]:
        graph: nx.Graph[str] = nx.Graph()
        graph.add_nodes_from(cells(self.players))
        for name, ends in edges(self.players).items():
            if name not in self.walls and self.doors.get(name, seat) in opened:
                graph.add_edge(*ends)
        graph.add_edges_from((CENTRE, door) for door in SMALL[self.level])
        graph.remove_nodes_from([c for c, owner in self.rocks.items() if owner != seat])
        return graph

    def keys(self, seat: str) -> set[str]:
        return {seat} | {colour for colour, holder in self.held.items() if holder == seat}

    def route(self, seat: str) -> list[list[str]]:
        """A walk to every key on the way, as far as it is needed, and one to the own colour; nothing if there is no route.

        Keys open doors behind which there may be keys, and so on until nothing changes.
        """
        opened, start = self.keys(seat), self.pawns[seat]
        walks: list[list[str]] = []
        while True:
            ways = self.ways(seat, opened)
            found = nx.single_source_shortest_path(ways, start)
            ends = goals(self.players, seat)
            # Who stands on the own colour already wins by moving there, so must be able to move.
            reached = set(ways[start]) if start in ends else ends & found.keys()
            if reached:
                return [*walks, min((found[end] for end in sorted(reached)), key=len)]
            more = {colour: at for colour, at in self.lying.items() if colour not in opened and at in found}
            if not more:
                return []
            walks += [found[at] for at in more.values()]
            opened |= more.keys()

    def in_the_way(self, sides: Placement) -> int:
        """How many steps of all routes a wall would cross."""
        cut = {frozenset(edges(self.players)[side]) for side in sides}
        return sum(frozenset(step) in cut for walks in self.routes.values() for walk in walks for step in pairwise(walk))

    def shut_in(self, sides: Iterable[str] = (), door: str = "", rock: str = "", owner: str = "") -> list[str]:
        """Who would lose the last way if this were built, in the order of the seats."""
        after = self._copy(
            walls=self.walls | set(sides),
            doors={**self.doors, door: owner} if door else self.doors,
            rocks={**self.rocks, rock: owner} if rock else self.rocks,
        )
        cut = {frozenset(edges(self.players)[side]) for side in {*sides, door} - {""}}
        lost = []
        for seat in (seat for seat in self.state.game.seats if seat in self.routes):
            # A route that nothing touches is still there; else another one is looked for.
            walks = self.routes[seat]
            touched = any(rock in walk or any(frozenset(step) in cut for step in pairwise(walk)) for walk in walks)
            if touched and not after.route(seat):
                lost.append(seat)
        return lost

    def buildable(self, seat: str, spot: str) -> dict[Placement, list[str]]:
        """Every piece left that fits on free sides along a cell, and whom it would wall in."""
        stock = self.fields[f"{seat}.walls"]
        own = {name for name, ends in edges(self.players).items() if spot in ends}
        return {
            sides: self.shut_in(sides)
            for sides, kind in placements(self.players).items()
            if stock.get(kind, 0) and sides & own and not sides & (self.walls | self.doors.keys())
        }

    def doors_to_put(self, seat: str) -> dict[str, list[str]]:
        open_sides = edges(self.players).keys() - self.walls - self.doors.keys() if self.fields[f"{seat}.doors"] else ()
        return {side: self.shut_in(door=side, owner=seat) for side in open_sides}

    def rocks_to_put(self, seat: str) -> dict[str, list[str]]:
        bare = cells(self.players) - self.rocks.keys() - set(self.pawns.values()) if self.fields[f"{seat}.rocks"] else ()
        return {at: self.shut_in(rock=at, owner=seat) for at in bare}

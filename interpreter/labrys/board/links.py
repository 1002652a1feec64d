"""Boards drawn as points and lines: named cells joined by links, each link an edge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from labrys.board.directions import OPPOSITE_NAMES, opposite_name, short_name
from labrys.board.errors import MOST_CELLS, MOST_LINKS, BoardError
from labrys.board.topology import NOWHERE, Exit, Topology

QUARTER_NAMES = {"n": "e", "ne": "se", "e": "s", "se": "sw", "s": "w", "sw": "nw", "w": "n", "nw": "ne"}
LinksSpec = Mapping[str, object] | Sequence[object]


@dataclass(frozen=True)
class _Link:
    name: str
    start: str
    goal: str
    way: str | None
    back: str | None


def build_links(
    cells: Sequence[str], links: LinksSpec, *, directions: Iterable[str] | None = None,
    areas: Mapping[str, Sequence[str]] | None = None,
) -> Topology:  # fmt: skip
    """A board of kind graph. Links run both ways; `way` names the step from one end, `back` from the other.

    A compass way gives its opposite back, if that is declared. Two links between the same cells are one edge
    only if the second names the way back.
    """
    number = _numbered(cells)
    found = _read_links(links)
    if len(found) > MOST_LINKS:
        raise BoardError("too-many-links", links=len(found), most=MOST_LINKS)
    ways = tuple(dict.fromkeys(_ways(found))) if directions is None else tuple(directions)
    if len(set(ways)) < len(ways):
        raise BoardError("repeated-direction", direction=next(way for way in ways if ways.count(way) > 1))
    board = _Joined(number, ways)
    for link in found:
        board.join(link)
    exits = board.exits()
    return Topology(
        kind="graph",
        cells=tuple(cells),
        directions=ways,
        step=tuple(tuple(row) for row in board.step),
        opposite=board.opposite(),
        quarter=tuple(_declared(QUARTER_NAMES.get(short_name(way)), ways) for way in ways),
        row=(0,) * len(cells),
        column=(0,) * len(cells),
        places=tuple((cell, 0) for cell in range(len(cells))),
        edges=tuple(board.pairs.values()),
        edge_cells=tuple(board.pairs),
        edge_of=tuple(tuple(row) for row in board.edge_of),
        sides=tuple(tuple(row) for row in board.sides),
        neighbours=tuple(tuple(sorted({leaving.there for leaving in row})) for row in exits),
        exits=exits,
        edge_ends=tuple(() for _ in board.pairs),
        corner_of=tuple(() for _ in cells),
        areas={name: _members(name, members, number) for name, members in (areas or {}).items()},
        height=len(cells),
        width=1,
    )


class _Joined:
    """The tables while links are added one by one."""

    def __init__(self, number: dict[str, int], ways: tuple[str, ...]) -> None:
        self.number, self.ways = number, ways
        self.step = [[NOWHERE] * len(ways) for _ in number]
        self.edge_of = [[NOWHERE] * len(ways) for _ in number]
        self.pairs: dict[tuple[int, int], str] = {}
        self.edge_number: dict[str, int] = {}
        self.sides: list[list[int]] = [[] for _ in number]
        self.back_of: dict[int, set[int]] = {}

    def join(self, link: _Link) -> None:
        for end in (link.start, link.goal):
            if end not in self.number:
                raise BoardError("unknown-cell", cell=end, link=link.name)
        start, goal = self.number[link.start], self.number[link.goal]
        if start == goal:
            raise BoardError("link-to-itself", cell=link.start, link=link.name)
        pair = (min(start, goal), max(start, goal))
        if pair not in self.pairs:
            if link.name in self.edge_number or link.name in self.number:
                raise BoardError("repeated-link", link=link.name)
            for cell in pair:
                self.sides[cell].append(len(self.pairs))
            self.edge_number[link.name] = len(self.pairs)
            self.pairs[pair] = link.name
        elif link.way is None:
            raise BoardError("repeated-link", link=link.name)
        edge = self.edge_number[self.pairs[pair]]
        back = link.back if link.back is not None else opposite_name(link.way or "", self.ways)
        self._lead(start, link.way, goal, edge, link)
        self._lead(goal, back, start, edge, link)
        if link.way is not None and back is not None:
            there, here = self.ways.index(link.way), self.ways.index(back)
            self.back_of.setdefault(there, set()).add(here)
            self.back_of.setdefault(here, set()).add(there)

    def _lead(self, start: int, way: str | None, goal: int, edge: int, link: _Link) -> None:
        if way is None:
            return
        if way not in self.ways:
            raise BoardError("unknown-direction", direction=way, known=self.ways, link=link.name)
        at = self.ways.index(way)
        if self.step[start][at] not in (NOWHERE, goal):
            raise BoardError("two-links-one-way", link=link.name, direction=way)
        self.step[start][at], self.edge_of[start][at] = goal, edge

    def opposite(self) -> tuple[int, ...]:
        """By compass name, else the one direction that always leads back."""
        found = []
        for way, name in enumerate(self.ways):
            by_name = _declared(OPPOSITE_NAMES.get(short_name(name)), self.ways)
            back = self.back_of.get(way, set())
            found.append(by_name if by_name != NOWHERE else min(back) if len(back) == 1 else NOWHERE)
        return tuple(found)

    def exits(self) -> tuple[tuple[Exit, ...], ...]:
        """Directed exits in the order of the directions, then the links that no direction of this cell covers."""
        rows: list[tuple[Exit, ...]] = []
        pairs = tuple(self.pairs)
        for cell, steps in enumerate(self.step):
            row = [Exit(way, there, self.edge_of[cell][way]) for way, there in enumerate(steps) if there != NOWHERE]
            covered = {leaving.edge for leaving in row}
            for edge in self.sides[cell]:
                if edge not in covered:
                    first, second = pairs[edge]
                    row.append(Exit(NOWHERE, second if cell == first else first, edge))
            rows.append(tuple(row))
        return tuple(rows)


def _numbered(cells: Sequence[str]) -> dict[str, int]:
    if not cells:
        raise BoardError("no-cells", rows=0, columns=0)
    if len(cells) > MOST_CELLS:
        raise BoardError("too-many-cells", cells=len(cells), most=MOST_CELLS)
    number: dict[str, int] = {}
    for cell in cells:
        if cell in number:
            raise BoardError("repeated-cell", cell=cell)
        number[cell] = len(number)
    return number


def _read_links(links: LinksSpec) -> list[_Link]:
    if isinstance(links, Mapping):
        return [_read_link(entry, str(name)) for name, entry in links.items()]
    return [_read_link(entry, None) for entry in links]


def _read_link(entry: object, name: str | None) -> _Link:
    if isinstance(entry, (list, tuple)) and len(entry) == 2 and all(map(_is_name, entry)):
        return _Link(name or f"{entry[0]}-{entry[1]}", entry[0], entry[1], None, None)
    known = {"from", "to", "way", "back"}
    if isinstance(entry, Mapping) and {"from", "to"} <= set(entry) <= known and all(map(_is_name, entry.values())):
        start, goal = entry["from"], entry["to"]
        return _Link(name or f"{start}-{goal}", start, goal, entry.get("way"), entry.get("back"))
    raise BoardError("bad-link", given=entry, link=name)


def _is_name(value: object) -> bool:
    return isinstance(value, str)


def _ways(found: list[_Link]) -> list[str]:
    return [way for link in found for way in (link.way, link.back) if way is not None]


def _declared(wanted: str | None, ways: tuple[str, ...]) -> int:
    return next((at for at, way in enumerate(ways) if wanted is not None and short_name(way) == wanted), NOWHERE)


def _members(area: str, members: Sequence[str], number: dict[str, int]) -> tuple[int, ...]:
    for cell in members:
        if cell not in number:
            raise BoardError("unknown-cell", cell=cell, area=area)
    return tuple(sorted({number[cell] for cell in members}))

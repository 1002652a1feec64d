"""One legend reads maps and draws them: glyph to what stands there, and back."""

from __future__ import annotations

from dataclasses import dataclass, field

from labrys.language.world import World
from labrys.source.findings import suggestion
from labrys.source.tree import Mapping, Scalar

Put = tuple[int, int, int]


@dataclass(slots=True)
class Legend:
    """`cells[glyph]` is what to put on a cell: (field, value) of a stone, or (place field, piece)."""

    cells: dict[str, list[tuple[str, int, int]]] = field(default_factory=dict)
    edges: dict[str, int] = field(default_factory=dict)

    def put(self, glyph: str, cell: int) -> list[Put]:
        found: list[Put] = []
        for kind, number, value in self.cells.get(glyph, []):
            found.append((number, cell, value) if kind == "stone" else (number, value, cell))
        return found


def read_legend(world: World) -> Legend:
    legend = Legend()
    looks = world.section("looks")
    section = looks.get("legend") if looks else None
    if not isinstance(section, Mapping):
        return legend
    for glyph, node in section.items():
        if isinstance(node, Scalar):
            legend.cells[glyph] = _meaning(node, world)
    edges = looks.get("edges") if looks else None
    if isinstance(edges, Mapping):
        for name in list(edges.keys()):
            if name in world.stones:
                legend.edges[name] = world.stones[name].field.number
    return legend


def _meaning(node: Scalar, world: World) -> list[tuple[str, int, int]]:
    """`nothing`, `man`, `pawn of white`, `rock`: what a glyph of the legend stands for."""
    text = node.value.strip()
    if text == "nothing":
        return []
    thing, _, owner = text.partition(" of ")
    if owner in world.absent_seats:
        return []
    if owner and owner not in world.seats:
        world.findings.report("unknown-name", node.span, suggestion(owner, world.seats), name=owner)
        return []
    seat = world.seats.index(owner) if owner else 0
    for stone in world.stones.values():
        if thing == stone.name or thing in stone.kinds:
            kind = stone.kinds.index(thing) if thing in stone.kinds else 0
            return [("stone", stone.field.number, seat * stone.per_owner + kind)]
    for piece in world.pieces.values():
        values = piece.domain.values
        if thing == piece.name:
            index = piece.domain.owners.index(seat) if piece.domain.owners else 0
            return [("piece", piece.place.number, index)]
        if thing in values:
            return [("piece", piece.place.number, values.index(thing))]
    near = suggestion(thing, [*world.stones, *world.pieces, *(k for s in world.stones.values() for k in s.kinds)])
    world.findings.report("unknown-name", node.span, near, name=thing)
    return []

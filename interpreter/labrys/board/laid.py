"""Boards on whose cells tiles with open sides are laid: kinds, their distinct turns and open sides."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from labrys.board.directions import GRID_SIDES, DirectionsSpec, short_name
from labrys.board.errors import BoardError
from labrys.board.grid import build_grid
from labrys.board.topology import Topology


@dataclass(frozen=True)
class LaidBoard(Topology):
    """A grid whose cells hold tiles. Turns are clockwise quarters.

    `turns[kind]` lists the turns that differ, least first; `open_side[kind][turn][direction]` is there for
    all four turns, and false for directions that are no sides.
    """

    kinds: tuple[str, ...] = ()
    turns: tuple[tuple[int, ...], ...] = ()
    open_side: tuple[tuple[tuple[bool, ...], ...], ...] = ()
    open_at_0: tuple[frozenset[int], ...] = ()

    def sides_open(self, kind: int, turn: int) -> tuple[bool, ...]:
        """Which of the sides n, e, s, w of a tile are open in a turn, whatever the directions of the board."""
        return tuple((side - turn) % 4 in self.open_at_0[kind] for side in range(4))


def build_laid(
    rows: int | None,
    columns: int | None,
    kinds: Mapping[str, Iterable[str]],
    *,
    names: str = "a1",
    directions: DirectionsSpec = None,
    wrap: Collection[str] = (),
    map_text: str | None = None,
    legend: Mapping[str, object] | None = None,
) -> LaidBoard:
    """A laid board. `kinds` names the open sides of every kind in its turn 0: n, e, s, w or their long names."""
    base = build_grid(
        rows, columns, names=names, directions=directions, wrap=wrap, map_text=map_text, legend=legend, kind="laid"
    )
    order = list(GRID_SIDES.values())
    sides = [order.index(offset) if offset in order else -1 for offset in base.offsets]
    open_side: list[tuple[tuple[bool, ...], ...]] = []
    for kind, given in kinds.items():
        opens = _open_sides(kind, given)
        # Side s of a tile turned q times is what its side s - q was.
        open_side.append(tuple(tuple(s >= 0 and (s - turn) % 4 in opens for s in sides) for turn in range(4)))
    return LaidBoard(
        **{name: getattr(base, name) for name in Topology.__dataclass_fields__},
        kinds=tuple(kinds),
        turns=tuple(_distinct(_open_sides(kind, given)) for kind, given in kinds.items()),
        open_side=tuple(open_side),
        open_at_0=tuple(_open_sides(kind, given) for kind, given in kinds.items()),
    )


def _open_sides(kind: str, given: Iterable[str]) -> frozenset[int]:
    order = list(GRID_SIDES)
    found: set[int] = set()
    for name in given:
        if short_name(name) not in GRID_SIDES:
            raise BoardError("unknown-side", kind=kind, side=name, known=tuple(order))
        found.add(order.index(short_name(name)))
    return frozenset(found)


def _distinct(opens: frozenset[int]) -> tuple[int, ...]:
    seen: set[frozenset[int]] = set()
    turns: list[int] = []
    for turn in range(4):
        turned = frozenset((side + turn) % 4 for side in opens)
        if turned not in seen:
            seen.add(turned)
            turns.append(turn)
    return tuple(turns)

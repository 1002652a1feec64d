"""Boards made of square printed tiles: slots, the cells in each, and where cells go when a tile turns."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from labrys.board.directions import DirectionsSpec, grid_directions
from labrys.board.errors import MOST_CELLS, BoardError
from labrys.board.glyphs import glyph_rows
from labrys.board.lattice import Lattice, build_lattice
from labrys.board.topology import NOWHERE, Topology

NO_SLOT = (".", " ")


@dataclass(frozen=True)
class TiledBoard(Topology):
    """A Topology whose cells belong to slots.

    `cells_of[slot]` counts the cells of a slot row by row. After q clockwise quarter turns the content of
    position i stands at `goes[q][i]`, and position i shows what is printed at `shows[q][i]`.
    `centre_of` is -1 when the tile size is even.
    """

    tile_size: int = 1
    slots: tuple[str, ...] = ()
    slot_places: tuple[tuple[int, int], ...] = ()
    slot_of: tuple[int, ...] = ()
    index_in_slot: tuple[int, ...] = ()
    cells_of: tuple[tuple[int, ...], ...] = ()
    centre_of: tuple[int, ...] = ()
    goes: tuple[tuple[int, ...], ...] = ()
    shows: tuple[tuple[int, ...], ...] = ()


def build_tiled(
    slots: str,
    tile_size: int | None,
    *,
    names: str = "row-column",
    directions: DirectionsSpec = None,
    wrap: Collection[str] = (),
) -> TiledBoard:
    """A board of slots drawn as a map, one letter a slot; `.` and blanks are no slots."""
    found = _slots(slots)
    if tile_size is None or tile_size < 1:
        raise BoardError("bad-tile-size", given=tile_size)
    rows = (1 + max(row for row, _ in found.values())) * tile_size
    columns = (1 + max(column for _, column in found.values())) * tile_size
    if rows * columns > MOST_CELLS:
        raise BoardError("too-many-cells", cells=rows * columns, most=MOST_CELLS)
    here = set(found.values())
    absent = {
        (row, column)
        for row in range(rows)
        for column in range(columns)
        if (row // tile_size, column // tile_size) not in here
    }
    base = build_lattice(Lattice("tiled", rows, columns, grid_directions(directions), names, absent, wrap))
    slot_at = {place: slot for slot, place in enumerate(found.values())}
    cells_of = tuple(
        tuple(
            base.cell_at[row * tile_size + down, column * tile_size + right]
            for down in range(tile_size)
            for right in range(tile_size)
        )
        for row, column in found.values()
    )
    goes, shows = turn_tables(tile_size)
    return TiledBoard(
        **{name: getattr(base, name) for name in Topology.__dataclass_fields__},
        tile_size=tile_size,
        slots=tuple(found),
        slot_places=tuple(found.values()),
        slot_of=tuple(slot_at[row // tile_size, column // tile_size] for row, column in base.places),
        index_in_slot=tuple((row % tile_size) * tile_size + column % tile_size for row, column in base.places),
        cells_of=cells_of,
        centre_of=tuple(cells[len(cells) // 2] if tile_size % 2 else NOWHERE for cells in cells_of),
        goes=goes,
        shows=shows,
    )


def turn_tables(size: int) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """`goes` and `shows` for 0 to 3 clockwise quarter turns of a size x size tile."""
    once = tuple((at % size) * size + size - 1 - at // size for at in range(size * size))
    goes = [tuple(range(size * size))]
    for _ in range(3):
        goes.append(tuple(once[at] for at in goes[-1]))
    return tuple(goes), tuple(goes[-turn % 4] for turn in range(4))


def slot_corners(topology: Topology) -> dict[tuple[int, int], str]:
    """The name of each slot by the row and column of its top left cell; nothing on boards without slots."""
    if not isinstance(topology, TiledBoard):
        return {}
    size = topology.tile_size
    return {(row * size, column * size): topology.slots[i] for i, (row, column) in enumerate(topology.slot_places)}


def _slots(text: str) -> dict[str, tuple[int, int]]:
    """Slot letters with their places, in canonical order, moved up and left as far as they go."""
    found: dict[str, tuple[int, int]] = {}
    for row, glyphs in enumerate(glyph_rows(text)):
        for column, glyph in enumerate(glyphs):
            if glyph.text in NO_SLOT:
                continue
            if glyph.text in found:
                raise BoardError("repeated-slot", slot=glyph.text, line=glyph.line, column=glyph.column)
            found[glyph.text] = (row, column)
    if not found:
        raise BoardError("no-slots")
    top = min(row for row, _ in found.values())
    left = min(column for _, column in found.values())
    return {name: (row - top, column - left) for name, (row, column) in found.items()}

"""Turns a `directions:` list into offsets with their opposites and clockwise turns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from labrys.board.errors import BoardError

Offset = tuple[int, int]
DirectionsSpec = Iterable[object] | Mapping[str, object] | None

GRID_SIDES: dict[str, Offset] = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
GRID_OFFSETS: dict[str, Offset] = {
    "n": (-1, 0), "ne": (-1, 1), "e": (0, 1), "se": (1, 1),
    "s": (1, 0), "sw": (1, -1), "w": (0, -1), "nw": (-1, -1),
}  # fmt: skip
# Every row lies half a cell to the right of the row above, so `se` keeps the column and `sw` loses one.
HEX_OFFSETS: dict[str, Offset] = {
    "ne": (-1, 1), "e": (0, 1), "se": (1, 0), "sw": (1, -1), "w": (0, -1), "nw": (-1, 0),
}  # fmt: skip
LONG_NAMES = {
    "north": "n", "north-east": "ne", "east": "e", "south-east": "se",
    "south": "s", "south-west": "sw", "west": "w", "north-west": "nw",
}  # fmt: skip
OPPOSITE_NAMES = {"n": "s", "ne": "sw", "e": "w", "se": "nw", "s": "n", "sw": "ne", "w": "e", "nw": "se"}


@dataclass(frozen=True)
class Directions:
    """Declared directions in order; `quarter` is a quarter turn on squares, a sixth on hexagons."""

    names: tuple[str, ...]
    offsets: tuple[Offset, ...]
    opposite: tuple[int, ...]
    quarter: tuple[int, ...]


def grid_directions(spec: DirectionsSpec) -> Directions:
    """Directions on squares; without a spec the four sides."""
    named = _named_offsets(tuple(GRID_SIDES) if spec is None else spec, GRID_OFFSETS)
    return _directions(named, {offset: (offset[1], -offset[0]) for offset in named.values()})


def hex_directions(spec: DirectionsSpec) -> Directions:
    """Directions on hexagons; without a spec all six."""
    named = _named_offsets(tuple(HEX_OFFSETS) if spec is None else spec, HEX_OFFSETS)
    return _directions(named, {offset: (offset[0] + offset[1], -offset[0]) for offset in named.values()})


def short_name(name: str) -> str:
    """`north-east` as `ne`; every other name as it is."""
    return LONG_NAMES.get(name, name)


def opposite_name(name: str, among: Iterable[str]) -> str | None:
    """The declared name of the compass direction opposite to `name`, if there is one."""
    wanted = OPPOSITE_NAMES.get(short_name(name))
    return next((other for other in among if wanted is not None and short_name(other) == wanted), None)


def _directions(named: dict[str, Offset], turned: dict[Offset, Offset]) -> Directions:
    number = {offset: way for way, offset in enumerate(named.values())}
    return Directions(
        names=tuple(named),
        offsets=tuple(named.values()),
        opposite=tuple(number.get((-down, -right), -1) for down, right in named.values()),
        quarter=tuple(number.get(turned[offset], -1) for offset in named.values()),
    )


def _named_offsets(spec: Iterable[object] | Mapping[str, object], compass: dict[str, Offset]) -> dict[str, Offset]:
    if isinstance(spec, str):
        raise BoardError("bad-directions", given=spec)
    named: dict[str, Offset] = {}
    for name, offset in _items(spec, compass):
        if name in named or offset in named.values():
            raise BoardError("repeated-direction", direction=name)
        if offset == (0, 0):
            raise BoardError("still-direction", direction=name)
        named[name] = offset
    return named


def _items(spec: Iterable[object] | Mapping[str, object], compass: dict[str, Offset]) -> list[tuple[str, Offset]]:
    if isinstance(spec, Mapping):
        return [(str(name), _offset(str(name), value)) for name, value in spec.items()]
    found: list[tuple[str, Offset]] = []
    for entry in spec:
        if not isinstance(entry, str) or short_name(entry) not in compass:
            raise BoardError("unknown-direction", direction=entry, known=tuple(compass))
        found.append((entry, compass[short_name(entry)]))
    return found


def _offset(name: str, value: object) -> Offset:
    if isinstance(value, (list, tuple)) and len(value) == 2:
        down, right = value
        if type(down) is int and type(right) is int:
            return down, right
    raise BoardError("bad-offset", direction=name, given=value)

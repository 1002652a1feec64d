"""What generated code calls: sets, lists, bags, history, faults. Names here are the only ones it sees."""

from __future__ import annotations

import struct
import zlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

State = list[int]
MOST_FUEL, MOST_DEPTH, MOST_SUBSETS = 1_000_000, 32, 4_096


class Fault(Exception):
    """The rules broke one of their own bounds; the state stays as it was."""

    def __init__(self, kind: str, site: int = -1) -> None:
        super().__init__(kind)
        self.kind = kind
        self.site = site


class Over(Exception):
    """The game is over; nothing more runs."""


class Fuel:
    """What a job may spend: steps of long loops and depth of events. `nest` counts events that are running."""

    __slots__ = ("depth", "left", "measures", "nest")

    def __init__(self) -> None:
        self.left, self.depth = MOST_FUEL, 0
        self.nest: defaultdict[int, int] = defaultdict(int)
        self.measures: defaultdict[int, list[int]] = defaultdict(list)

    def clear(self) -> None:
        self.left, self.depth = MOST_FUEL, 0
        if self.nest or self.measures:
            self.nest.clear()
            self.measures.clear()

    def measure(self, event: int, value: int, site: int) -> None:
        """An event within itself must have a smaller measure, and none below 0."""
        held = self.measures[event]
        if value < 0 or (held and value >= held[-1]):
            raise Fault("measure", site)
        held.append(value)

    def burn(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Fault("fuel")

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise Fault("too-deep")
        self.burn()

    def shallower(self) -> None:
        self.depth -= 1


class TilePlan(NamedTuple):
    """What a turned or swapped tile takes along: (first slot, slots a value) of fields, (first slot, count) of pieces."""

    turn: int
    cells_of: tuple[tuple[int, ...], ...]
    goes: tuple[tuple[int, ...], ...]
    by_cell: tuple[tuple[int, int], ...]
    by_slot: tuple[tuple[int, int], ...]
    standing: tuple[tuple[int, int], ...]


class HistoryPlace(NamedTuple):
    size: int
    keys: int
    keep: int
    # First slot, how many, and words each takes: sets may take several.
    fields: tuple[tuple[int, int, int], ...]


@lru_cache(maxsize=65_536)
def members(bits: int) -> tuple[int, ...]:
    """The members of a set, ascending."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return tuple(found)


def members_from(bits: int, low: int) -> tuple[int, ...]:
    return tuple(member + low for member in members(bits))


def bits_of(values: Iterable[int]) -> int:
    bits = 0
    for value in values:
        bits |= 1 << value
    return bits


@lru_cache(maxsize=4_096)
def subsets(bits: int, least: int, most: int) -> tuple[int, ...]:
    """Sets of members, by size and then in order."""
    found = [
        bits_of(group)
        for size in range(max(least, 0), min(most, bits.bit_count()) + 1)
        for group in combinations(members(bits), size)
    ] if _choices(bits.bit_count(), least, most) <= MOST_SUBSETS else None  # fmt: skip
    if found is None:
        raise Fault("too-many-sets")
    return tuple(found)


def _choices(size: int, least: int, most: int) -> int:
    return sum(comb(size, n) for n in range(max(least, 0), min(most, size) + 1))


def turn_tile(S: State, plan: TilePlan, slot: int, by: int) -> None:
    """Turns the tile of a slot clockwise, with everything that stands on it."""
    cells, goes = plan.cells_of[slot], plan.goes[by % 4]
    S[plan.turn + slot] = (S[plan.turn + slot] + by) % 4
    _carry(S, plan, {cells[i]: cells[there] for i, there in enumerate(goes)})


def swap_tiles(S: State, plan: TilePlan, a: int, b: int) -> None:
    """Two tiles change places, with everything that stands on them."""
    for first, width in plan.by_slot:
        one, other = first + a * width, first + b * width
        S[one : one + width], S[other : other + width] = S[other : other + width], S[one : one + width]
    pairs = zip(plan.cells_of[a], plan.cells_of[b], strict=True)
    _carry(S, plan, {here: there for x, y in pairs for here, there in ((x, y), (y, x))})


def _carry(S: State, plan: TilePlan, goes: dict[int, int]) -> None:
    for first, width in plan.by_cell:
        held = {there: S[first + here * width : first + (here + 1) * width] for here, there in goes.items()}
        for there, values in held.items():
            S[first + there * width : first + (there + 1) * width] = values
    for first, count in plan.standing:
        for at in range(first, first + count):
            S[at] = goes.get(S[at], S[at])


def ring(bits: int, first: int, size: int) -> list[int]:
    """Seats of a set, clockwise from one of them."""
    return [seat % size for seat in range(first, first + size) if bits >> (seat % size) & 1]


def around(living: int, seat: int, by: int, size: int) -> int:
    """The next living seat that way; the seat itself if there is no other."""
    for step in range(1, size + 1):
        found = (seat + by * step) % size
        if living >> found & 1:
            return found
    return seat


def sure(value: int, none: int) -> int:
    """A value that was there when it was tested, and must still be."""
    if value == none:
        raise Fault("empty")
    return value


def item(values: Sequence[int], index: int) -> int:
    if not 0 <= index < len(values):
        raise Fault("index")
    return values[index]


def list_add(S: State, at: int, most: int, value: int, site: int) -> None:
    if S[at] >= most:
        raise Fault("full", site)
    S[at] += 1
    S[at + S[at]] = value


def list_remove(S: State, at: int, value: int, site: int) -> None:
    held = S[at + 1 : at + 1 + S[at]]
    if value not in held:
        raise Fault("missing", site)
    held.remove(value)
    # What is beyond the end is zero, so that equal lists are equal bytes.
    S[at : at + 2 + len(held)] = [len(held), *held, 0]


def list_take(S: State, at: int, site: int) -> int:
    if not S[at]:
        raise Fault("missing", site)
    value = S[at + 1]
    list_remove(S, at, value, site)
    return value


def list_set(S: State, at: int, most: int, values: Sequence[int], site: int) -> None:
    if len(values) > most:
        raise Fault("full", site)
    S[at : at + 1 + most] = [len(values), *values, *([0] * (most - len(values)))]


def list_put(S: State, at: int, index: int, value: int, site: int) -> None:
    if not 0 <= index < S[at]:
        raise Fault("index", site)
    S[at + 1 + index] = value


def bag_add(S: State, at: int, slots: int, most: int, kind: int, by: int, site: int) -> None:
    if S[at + kind] + by < 0:
        raise Fault("missing", site)
    S[at + kind] += by
    if by > 0 and sum(S[at : at + slots]) > most:
        raise Fault("full", site)


def bag_set(S: State, at: int, slots: int, most: int, kind: int, count: int, site: int) -> None:
    bag_add(S, at, slots, most, kind, count - S[at + kind], site)


def kinds_in(counts: Sequence[int]) -> int:
    return bits_of(kind for kind, count in enumerate(counts) if count)


def weights_in(counts: Sequence[int]) -> tuple[int, ...]:
    return tuple(count for count in counts if count)


def way_back(came: dict[int, int], there: int, as_distance: bool) -> Any:
    steps: list[int] = []
    while came[there] >= 0:
        steps.append(there)
        there = came[there]
    return len(steps) if as_distance else tuple(reversed(steps))


def rank(S: State, ranks: int, scores: int, outcome: int, winners: int, seats: int) -> None:
    """Ranks from the scores, equal scores sharing a rank; the first ones win."""
    order = S[scores : scores + seats]
    for seat in range(seats):
        S[ranks + seat] = 1 + sum(1 for other in order if other > order[seat])
    S[outcome] = 5
    S[winners] = bits_of(seat for seat in range(seats) if S[ranks + seat] == 1)


def position_key(S: State, place: HistoryPlace) -> tuple[int, int]:
    """64 bits of the listed fields: a checksum of their words read forwards and one read backwards."""
    words: list[int] = []
    for slot, length, width in place.fields:
        if width == 1:
            words += S[slot : slot + length]
        else:
            words += [value >> 32 * k & 0xFFFFFFFF for value in S[slot : slot + length] for k in range(width)]
    data = struct.pack(f"<{len(words)}I", *[word & 0xFFFFFFFF for word in words])
    low, high = zlib.crc32(data), zlib.crc32(data[::-1])
    return low - (1 << 32) if low >> 31 else low, high - (1 << 32) if high >> 31 else high


def times_seen(S: State, place: HistoryPlace) -> int:
    low, high = position_key(S, place)
    at, end = place.keys, place.keys + 2 * S[place.size]
    return sum(1 for i in range(at, end, 2) if S[i] == low and S[i + 1] == high)


def remember(S: State, place: HistoryPlace) -> None:
    if S[place.size] >= place.keep:
        raise Fault("history")
    at = place.keys + 2 * S[place.size]
    S[at], S[at + 1] = position_key(S, place)
    S[place.size] += 1


def forget(S: State, place: HistoryPlace) -> None:
    S[place.keys : place.keys + 2 * place.keep] = [0] * (2 * place.keep)
    S[place.size] = 0


class _Quiet:
    """The run of code tried hypothetically: it logs nothing and can neither ask nor throw dice."""

    log = None

    def __init__(self) -> None:
        self.frames: list[list[int]] = []
        self.touched = 0

    def later(self, S: State, what: int, args: tuple[int, ...], site: int) -> None:
        """What is queued does not happen in a trial."""

    def chance(self, *_: object) -> int:
        raise Fault("noisy")

    def choose(self, *_: object) -> int:
        raise Fault("noisy")


QUIET = _Quiet()
ZEROS = [0] * 4_096
__all__ = [
    "QUIET",
    "ZEROS",
    "Fault",
    "HistoryPlace",
    "Over",
    "around",
    "bag_add",
    "bag_set",
    "bits_of",
    "forget",
    "item",
    "kinds_in",
    "list_add",
    "list_put",
    "list_remove",
    "list_set",
    "list_take",
    "members",
    "members_from",
    "rank",
    "remember",
    "ring",
    "subsets",
    "sure",
    "swap_tiles",
    "times_seen",
    "turn_tile",
    "way_back",
    "weights_in",
]  # fmt: skip

"""What generated code calls: sets, lists, bags, history, faults. Names here are the only ones it sees."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

State = list[int]


class Fault(Exception):
    """The rules broke one of their own bounds; the state stays as it was."""

    def __init__(self, kind: str, site: int = -1) -> None:
        super().__init__(kind)
        self.kind = kind
        self.site = site


class Over(Exception):
    """The game is over; nothing more runs."""


class HistoryPlace(NamedTuple):
    size: int
    keys: int
    keep: int
    fields: tuple[tuple[int, int], ...]


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
    for slot, length in place.fields:
        words += S[slot : slot + length]
    try:
        data = struct.pack(f"<{len(words)}i", *words)
    except struct.error:
        data = b"".join(word.to_bytes(64, "little", signed=True) for word in words)
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
    "times_seen",
    "way_back",
    "weights_in",
]  # fmt: skip

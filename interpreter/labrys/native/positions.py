"""Positions kept as the library has them, for searches: played on without being unpacked, and played out from anywhere."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

from labrys.native.engine import DECIDE, FAULT, OVER, PAUSE, PAUSES, Context

if TYPE_CHECKING:
    from labrys.engine.state import State
    from labrys.native.engine import Native

_I32, _P32 = ctypes.c_int32, ctypes.POINTER(ctypes.c_int32)
Words = tuple[int, ...]


class Position:
    """A settled block and, inside a job, the job with its transcript; the decisions as words, and what a policy makes of them."""

    __slots__ = ("base", "entries", "first", "job", "kind", "offers", "over", "site", "weights")

    def __init__(self, base: bytes, offers: list[Words], over: bool = False) -> None:
        self.base, self.offers, self.over = base, offers, over
        self.job: Words = ()
        self.entries: tuple[Words, ...] = ()
        # A question that is open: its kind and place, and where the answers of `ask each` begin.
        self.kind, self.site, self.first = "", -1, -1
        self.weights: list[int] = []

    def on(self, offer: Words) -> tuple[Words, tuple[Words, ...]]:
        """The job and the transcript that play a decision here, from `base`."""
        if not self.kind:
            return offer, ()
        entry = (self.site, offer[0], *(offer[1:] if self.kind == "play" else offer[2:]))
        entries = [*self.entries, entry]
        if self.first >= 0:
            entries = entries[: self.first] + sorted(entries[self.first :], key=lambda row: row[1])
        return self.job, tuple(entries)


class Ended:
    """What came of a game that was played out: whether it ended, after how many decisions, how, who won, and the ranks."""

    __slots__ = ("moves", "outcome", "over", "ranks", "won")

    def __init__(self, over: bool, moves: int, outcome: int, won: list[int], ranks: list[int]) -> None:
        self.over, self.moves, self.outcome, self.won, self.ranks = over, moves, outcome, won, ranks


class Positions:
    """Plays positions of one game in a context of its own. One thread at a time."""

    def __init__(self, native: Native, policy: bool = False) -> None:
        self.native, self.lib, self.policy = native, native.lib, policy
        self.context = Context(native)
        self.lib.lb_weights.argtypes = [ctypes.c_void_p, ctypes.c_char_p, _I32, _I32, _P32]
        self.lib.lb_rollout.argtypes = [
            ctypes.c_void_p, ctypes.c_char_p, _P32, _I32, _P32, _I32, ctypes.c_uint64, _I32, _I32, _I32, _P32,
        ]  # fmt: skip
        world = native.program.world
        self.size, self.seats = 4 * native.words, len(world.seats)
        self.word = {name: world.fields[None, name].word for name in ("$outcome", "$winners", "$rank")}
        self.out = (_I32 * (3 + 2 * self.seats))()

    def of(self, state: State, seat: int = -1) -> Position:
        """The position of a state, weighed for a seat; its decisions stand in the order of `state.decisions`."""
        base, job, entries = state.origin
        flat = list(self.native._entries(entries))
        rows: list[Words] = []
        while flat and len(rows) < len(entries):
            rows.append(tuple(flat[1 : 1 + flat[0]]))
            flat = flat[1 + flat[0] :]
        return self._go(state.game.pack(base), tuple(self.native._job(job) or ()), tuple(rows), seat)

    def after(self, position: Position, offer: Words) -> Position:
        """The position after a decision."""
        return self._go(position.base, *position.on(offer))

    def play_out(self, position: Position, offer: Words | None, seed: int, noise: int, most: int) -> Ended:
        """One game from a position, after a decision if one is named. Every decision is the policy's if there is one, but `noise` in 256."""
        job, entries = position.on(offer) if offer is not None else (position.job, position.entries)
        packed_job, packed = _packed(job), _packed([word for row in entries for word in (len(row), *row)])
        if self.lib.lb_rollout(
            self.context.at, position.base, packed_job, len(job), packed, len(entries), seed, self.policy, noise, most, self.out
        ):
            self.native._raise(self.context)
        over, moves, outcome, *rest = self.out
        return Ended(bool(over), moves, outcome, rest[0::2], rest[1::2])

    def ended(self, position: Position) -> Ended:
        """What came of a game that is over."""
        block = position.base
        word = {name: int.from_bytes(block[4 * at : 4 * at + 4], "little") for name, at in self.word.items()}
        rank = 4 * self.word["$rank"]
        ranks = [int.from_bytes(block[rank + 4 * seat : rank + 4 * seat + 4], "little") for seat in range(self.seats)]
        return Ended(True, 0, word["$outcome"], [word["$winners"] >> seat & 1 for seat in range(self.seats)], ranks)

    def _go(self, base: bytes, job: Words, entries: tuple[Words, ...], seat: int = -1) -> Position:
        context, lib = self.context, self.lib
        buffer = ctypes.create_string_buffer(base, self.size)
        packed = _packed([word for row in entries for word in (len(row), *row)])
        status = lib.lb_go(context.at, buffer, _packed(job), len(job), packed, len(entries))
        if status == FAULT:
            self.native._raise(context)
        if status == OVER:
            return Position(buffer.raw, [], over=True)
        count = context.info(2)
        flat, at = context.data(0, 0, context.info(3)), context.data(1, 0, count + 1)
        offers = [tuple(flat[at[k] : at[k + 1]]) for k in range(count)]
        found = Position(buffer.raw if status == DECIDE else b"", offers)
        if status == PAUSE:
            found.base = ctypes.string_at(lib.lb_data(context.at, 3, 0), self.size)
            found.kind, found.site, found.first = PAUSES[context.info(4)], context.info(5), context.info(12)
            job_words = context.info(9)
            found.job = tuple(context.data(4, 0, job_words)) if job_words > 0 else ()
            lengths = context.data(6, 0, context.info(10))
            found.entries = tuple(tuple(context.data(5, k, size)) for k, size in enumerate(lengths))
        if self.policy and count > 1:
            out = (_I32 * count)()
            if lib.lb_weights(context.at, buffer, status, offers[0][0] if seat < 0 else seat, out):
                self.native._raise(context)
            found.weights = list(out)
        return found


def _packed(words: Any) -> Any:
    return (_I32 * max(len(words), 1))(*words)

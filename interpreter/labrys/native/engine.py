"""Runs jobs, counts and random games in the compiled library; same blocks, same decisions as the Python engine."""

from __future__ import annotations

import ctypes
import struct
import threading
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from labrys.engine.primitives import Fault
from labrys.engine.run import ANSWER, PASS, Block, Entry, Misfit, Offer, Pause
from labrys.language.types import SetOf, Type
from labrys.native.build import library
from labrys.native.faults import FAULTS
from labrys.native.kinds import BITS, kind_of_type, widest_set
from labrys.native.source import _Source, words_of_block

if TYPE_CHECKING:
    from labrys.engine.game import Game
    from labrys.graph.compile import Program

DECIDE, OVER, PAUSE, FAULT = range(4)
# Games in one call of the library.
_SLICE = 100
PAUSES = ("chance", "answer", "play", "react")
_I32, _P32 = ctypes.c_int32, ctypes.POINTER(ctypes.c_int32)


class Native:
    """One compiled game. A context holds what one thread is at, so threads take one each."""

    def __init__(self, program: Program, sanitize: bool = False) -> None:
        source = _Source(program)
        self.program, self.width = program, source.width
        self.lib = library(source.text(), sanitize)
        self.lib.lb_new.restype = ctypes.c_void_p
        self.lib.lb_free.argtypes = [ctypes.c_void_p]
        self.lib.lb_info.argtypes = [ctypes.c_void_p, _I32]
        self.lib.lb_data.argtypes = [ctypes.c_void_p, _I32, _I32]
        self.lib.lb_data.restype = _P32
        self.lib.lb_go.argtypes = [ctypes.c_void_p, ctypes.c_char_p, _P32, _I32, _P32, _I32]
        self.lib.lb_playouts.argtypes = [ctypes.c_void_p, ctypes.c_char_p, _I32, ctypes.c_uint64, ctypes.POINTER(ctypes.c_int64)]
        self.lib.lb_policy.argtypes = self.lib.lb_playouts.argtypes
        self.lib.lb_perft.argtypes = [ctypes.c_void_p, ctypes.c_char_p, _P32, _I32, _P32, _I32, _I32, ctypes.POINTER(ctypes.c_int64)]
        self.lib.lb_stop.argtypes = [ctypes.c_void_p]
        self.words = self.lib.lb_words()
        self._own = threading.local()

    @property
    def context(self) -> Context:
        """This thread's own: other threads run meanwhile."""
        if not hasattr(self._own, "context"):
            self._own.context = Context(self)
        context: Context = self._own.context
        return context

    # -- jobs

    def go(self, game: Game, base: Block, job: Offer | None, entries: list[Entry]) -> Result:
        """Runs a job with its transcript, and the flow after it. Raises Fault and Misfit."""
        buffer = ctypes.create_string_buffer(game.pack(base), 4 * self.words)
        packed_job, packed = self._job(job), self._entries(entries)
        context = self.context
        status = self.lib.lb_go(context.at, buffer, packed_job, len(packed_job or ()), packed, len(entries))
        if status == FAULT:
            self._raise(context)
        block = game.unpack(buffer.raw, 0)
        if status != PAUSE:
            return Result(block, self._offers(context, -1) if status == DECIDE else [])
        site = context.info(5)
        kind = PAUSES[context.info(4)]
        weights = context.data(2, 0, context.info(6)) if kind == "chance" and context.info(6) else None
        default = context.info(8) if context.info(7) else None
        plays = self._plays(context) if kind == "play" else ()
        pause = Pause(kind, site, self._offers(context, site), weights, default, plays, context.info(12))
        held = struct.pack(f"<{self.words}i", *context.data(3, 0, self.words))
        job_words = context.info(9)
        kept = self._offer(context.data(4, 0, job_words), -1) if job_words > 0 else None
        lengths = context.data(6, 0, context.info(10))
        taken = tuple(self._entry(context.data(5, k, lengths[k])) for k in range(context.info(10)))
        return Result(block, [], pause, game.unpack(held, 0), kept, taken)

    def _raise(self, context: Context) -> None:
        fault = FAULTS[context.info(0)]
        if fault == "misfit":
            raise Misfit
        raise Fault(fault, context.info(1))

    # -- decisions as words, and back

    def _split(self, words: list[int], kinds: list[Type]) -> tuple[int, ...]:
        """Values out of words: a set takes several."""
        found, at = [], 0
        for kind in kinds:
            if kind_of_type(kind) == BITS:
                found.append(sum((word & 0xFFFFFFFF) << 32 * k for k, word in enumerate(words[at : at + 2 * self.width])))
                at += 2 * self.width
            else:
                found.append(words[at])
                at += 1
        return (*found, *words[at:])

    def _joined(self, values: tuple[int, ...], kinds: list[Type]) -> list[int]:
        words: list[int] = []
        for index, value in enumerate(values):
            if index < len(kinds) and kind_of_type(kinds[index]) == BITS:
                parts = [value >> 32 * k & 0xFFFFFFFF for k in range(2 * self.width)]
                words += [part - (1 << 32) if part >> 31 else part for part in parts]
            else:
                words.append(int(value))
        return words

    def _kinds(self, code: int, site: int) -> list[Type]:
        if code >= 0:
            return [kind for _, kind in self.program.actions[code].params]
        if code == ANSWER and site >= 0:
            return [self.program.sites[site]["kind"]]
        return []

    def _offer(self, words: list[int], site: int) -> Offer:
        # An outcome of chance is nobody's action.
        kinds = self._kinds(words[1], site) if words[0] >= 0 else []
        return (words[0], words[1], *self._split(words[2:], kinds))

    def _offers(self, context: Context, site: int) -> list[Offer]:
        count = context.info(2)
        flat, at = context.data(0, 0, context.info(3)), context.data(1, 0, count + 1)
        plain = self._all_plain
        if plain:
            return [tuple(flat[at[k] : at[k + 1]]) for k in range(count)]
        return [self._offer(flat[at[k] : at[k + 1]], site) for k in range(count)]

    @property
    def _all_plain(self) -> bool:
        if not hasattr(self, "_plain"):
            kinds = [kind for action in self.program.actions for _, kind in action.params]
            kinds += [site["kind"] for site in self.program.sites if "kind" in site]
            self._plain = not any(isinstance(kind, SetOf) for kind in kinds)
        return self._plain

    def _job(self, job: Offer | None) -> Any:
        if job is None:
            return None
        words = [job[0], job[1], *self._joined(job[2:], self._kinds(job[1], -1))]
        return (_I32 * len(words))(*words)

    def _entries(self, entries: list[Entry]) -> Any:
        words: list[int] = []
        for entry in entries:
            told = self.program.sites[entry[0]] if 0 <= entry[0] < len(self.program.sites) else {}
            kinds = [told["kind"]] if "ask" in told else []
            tail = list(entry[2:])
            if "play" in told and tail:
                if not PASS <= tail[0] < len(self.program.actions):
                    raise Misfit
                tail = [tail[0], *self._joined(tuple(tail[1:]), self._kinds(tail[0], -1))]
            else:
                tail = self._joined(tuple(tail), kinds)
            words += [2 + len(tail), entry[0], entry[1], *tail]
        return (_I32 * max(len(words), 1))(*words)

    def _entry(self, words: list[int]) -> Entry:
        told = self.program.sites[words[0]]
        if "play" in told:
            return (words[0], words[1], words[2], *self._split(words[3:], self._kinds(words[2], -1)))
        return (words[0], words[1], *self._split(words[2:], [told["kind"]] if "ask" in told else []))

    def _plays(self, context: Context) -> tuple[tuple[int, tuple[Any, ...]], ...]:
        found = []
        for index, action in enumerate(context.data(7, 0, context.info(11))):
            kinds = [kind for _, kind in self.program.actions[action].given]
            size = sum(2 * self.width if kind_of_type(kind) == BITS else 1 for kind in kinds)
            found.append((action, self._split(context.data(8, index, size), kinds)))
        return tuple(found)

    # -- many games

    def playouts(self, game: Game, block: Block, n: int, seed: int, policy: bool = False) -> list[int]:
        """Games, moves, drawn games and wins by seat; at random or as the policy says. The GIL is free meanwhile."""
        play = self.lib.lb_policy if policy else self.lib.lb_playouts
        context = Context(self)
        out = (ctypes.c_int64 * (3 + len(game.seats)))()
        # In slices, so that Ctrl-C is heard; of a fixed size, so that the same seed plays the same games.
        left, number = n, 0
        packed = game.pack(block)
        while left > 0:
            part = min(left, _SLICE)
            mixed = (seed * 0x9E3779B97F4A7C15 + number * 0xD1B54A32D192ED03 + 1) & (1 << 64) - 1
            if play(context.at, packed, part, mixed, out) != 0:
                self._raise(context)
            left, number = left - part, number + 1
        return list(out)

    def perft(self, game: Game, base: Block, job: Offer | None, entries: list[Entry], depth: int) -> int:
        context = Context(self)
        buffer = ctypes.create_string_buffer(game.pack(base), 4 * self.words)
        packed_job, packed = self._job(job), self._entries(entries)
        total = ctypes.c_int64()
        words = (context.at, buffer, packed_job, len(packed_job or ()), packed, len(entries), depth, ctypes.byref(total))
        if self._stoppable(context, lambda: int(self.lib.lb_perft(*words))) != 0:
            self._raise(context)
        return total.value

    def _stoppable(self, context: Context, count: Callable[[], int]) -> int:
        """Runs a long call. C hears no Ctrl-C, so the main thread waits for it and stops it if it must."""
        if threading.current_thread() is not threading.main_thread():
            return count()
        done: list[int] = []
        worker = threading.Thread(target=lambda: done.append(count()), daemon=True)
        worker.start()
        try:
            worker.join()
        except KeyboardInterrupt:
            self.lib.lb_stop(context.at)
            worker.join()
            raise
        return done[0]


class Context:
    """What one thread is at: the job, the decisions found, the pause."""

    def __init__(self, native: Native) -> None:
        self.lib = native.lib
        self.at = native.lib.lb_new()
        if not self.at:
            raise MemoryError
        weakref.finalize(self, native.lib.lb_free, self.at)

    def info(self, what: int) -> int:
        return int(self.lib.lb_info(self.at, what))

    def data(self, what: int, which: int, size: int) -> list[int]:
        return list(self.lib.lb_data(self.at, what, which)[:size])


class Result:
    """What a run of jobs came to."""

    __slots__ = ("base", "block", "job", "offers", "pause", "taken")

    def __init__(
        self,
        block: Block,
        offers: list[Offer],
        pause: Pause | None = None,
        base: Block | None = None,
        job: Offer | None = None,
        taken: tuple[Entry, ...] = (),
    ) -> None:
        self.block, self.offers, self.pause, self.base, self.job, self.taken = block, offers, pause, base, job, taken


__all__ = ["Native", "Result", "widest_set", "words_of_block"]

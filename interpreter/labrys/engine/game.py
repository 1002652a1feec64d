"""The library's face: a Game loaded from a ruleset, which starts, arranges and restores States."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from labrys.engine.cursor import check_cursor
from labrys.engine.decisions import Decision, read_decision
from labrys.engine.errors import RuleFault, SaveError
from labrys.engine.flow import SETUP, Flow
from labrys.engine.primitives import Fault
from labrys.engine.printer import Functions
from labrys.engine.run import Block, Entry, Misfit, Offer, Pause, Run, store_words
from labrys.engine.state import MAGIC, State, Story
from labrys.graph.compile import Program
from labrys.language.types import BagOf, ListOf, SetOf, Type, bounds
from labrys.language.world import set_size

if TYPE_CHECKING:
    from labrys.native.engine import Native

MOST_SAVE = 4_000_000


class Game:
    """A ruleset ready to play. Made by `labrys.load`."""

    def __init__(self, program: Program, functions: Functions, facts: dict[str, Any]) -> None:
        self.program, self.functions = program, functions
        self.world = program.world
        self.flow = Flow(program, functions)
        self.id: str = facts["id"]
        self.title: dict[str, str] = facts["title"]
        self.about: dict[str, str] = facts["about"]
        self.hash: str = facts["hash"]
        self.variants: tuple[str, ...] = facts["variants"]
        self.options: dict[str, Any] = facts["options"]
        self.evaluator: Callable[[str], tuple[Callable[..., Any], Type]] = facts["evaluator"]
        self.native: Native | None = facts.get("native")
        self.seats = self.world.seats
        self.players = len(self.seats)

    @property
    def engine(self) -> str:
        return "native" if self.native is not None else "python"

    @property
    def nodes(self) -> list[Any]:
        return list(self.world.named.values())

    @property
    def layout(self) -> list[tuple[str, int, int]]:
        return [(f"{f.of}.{f.name}" if f.of else f.name, f.word, f.words * f.count) for f in self.world.layout]

    @property
    def tick(self) -> float | None:
        """The seconds of a tick in a game in which time passes."""
        return self.world.tick if self.flow.clock is not None else None

    def seat_name(self, seat: str, lang: str = "en") -> str:
        text = self.world.domains["seat"].names.get(seat, {}).get(lang, seat)
        return text if isinstance(text, str) else next(iter(text.values()), seat)

    def label(self, name: str, lang: str = "en") -> str:
        """What people call an action, a parameter, a phase, a question or a reaction; its own name where `words` says nothing."""
        text = self.world.labels[name][0].get(lang) if name in self.world.labels else None
        if isinstance(text, dict):
            text = next(iter(text.values()), None)
        return str(text) if text else name.replace("-", " ")

    def start(self, seed: int | None = None) -> State:
        """The position after set-up. Without a seed the game stops at every chance point."""
        return self.go(self.fresh(seed), None, [])

    def fresh(self, seed: int | None) -> Block:
        """The block before set-up."""
        block = self.flow.starts[:]
        block[self.flow.stage] = SETUP
        if seed is not None:
            store_words(block, self.flow.rng, (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & (1 << 64) - 1 or 1)
        return block

    def go(self, base: Block, job: Offer | None, transcript: list[Entry], earlier: State | None = None) -> State:
        """Runs a job with its transcript, and the flow after it, from a settled block; `earlier` is where it stopped before."""
        if self.native is not None:
            return self._go_native(base, job, transcript, earlier)
        run = Run(self.flow, list(transcript), [])
        block, pause = self.run(base, job, run)
        if pause is None:
            return State(self, block, run.offers, (run.log or [], run.told, run.begun), earlier=earlier)
        taken = tuple(run.transcript[: run.taken])
        return State(self, block, [], (run.log or [], run.told, run.begun), pause, run.base, run.job, taken, earlier)

    def _go_native(self, base: Block, job: Offer | None, transcript: list[Entry], earlier: State | None) -> State:
        assert self.native is not None
        try:
            found = self.native.go(self, base, job, list(transcript))
        except Fault as fault:
            raise self.fault(fault) from None

        def story() -> Story:
            # What happened is told by the Python engine, from the same base; both come to the same block.
            run = Run(self.flow, list(transcript), [])
            self.run(base, job, run)
            return run.log or [], run.told, run.begun

        return State(self, found.block, found.offers, story, found.pause, found.base, found.job, found.taken, earlier)

    def run(self, base: Block, job: Offer | None, run: Run) -> tuple[Block, Pause | None]:
        """The block when the flow stops, and what it stopped for if a job is not over."""
        block = base[:]
        run.base, run.job = base[:] if self.flow.noisy else [], job
        try:
            if job is not None:
                self.flow.perform(block, run, job)
            else:
                self.flow.run(block, run)
        except Pause as pause:
            return block, pause
        except Fault as fault:
            raise self.fault(fault, run) from None
        return block, None

    def fault(self, fault: Fault, run: Run | None = None) -> RuleFault:
        """A fault as people read it: what, where in the files, and the chain of events that led there."""
        place = ""
        if 0 <= fault.site < len(self.program.sites):
            site = self.program.sites[fault.site]
            place = f" ({site['file']}:{site['line']})"
        chain = ""
        if run is not None and run.log and run.open_at:
            chain = ": " + " -> ".join(run.log[index][3] for index in run.open_at[:12])
        return RuleFault(
            f"The rules stopped with the fault `{fault.kind}`{place}{chain}.",
            f"Les règles se sont arrêtées sur la faute `{fault.kind}`{place}{chain}.",
        )

    def arrange(self, given: Mapping[str, Any], seed: int | None = None) -> State:
        """The position after set-up, changed as a scenario's `given` says."""
        from labrys.engine.arrange import arrange

        return arrange(self, given, seed)

    def settled(self, block: Block) -> State:
        """The state of a block in which a seat is about to decide."""
        return self.go(block, None, [])

    def decision(self, data: Mapping[str, Any]) -> Decision:
        """A decision from its written form; whether it is legal is another question."""
        return read_decision(self, data)

    # -- saves

    def from_bytes(self, data: bytes) -> State:
        """The state of a save. Raises SaveError for anything else."""
        words = sum(f.words * f.count for f in self.world.layout)
        head = len(MAGIC) + 36
        if len(data) > MOST_SAVE or data[: len(MAGIC)] != MAGIC or len(data) < head + 4 + 4 * words:
            raise SaveError("These bytes are no save of Labrys.", "Ces octets ne sont pas une sauvegarde de Labrys.")
        if data[len(MAGIC) : head - 4] != bytes.fromhex(self.hash):
            raise SaveError("This save belongs to other rules.", "Cette sauvegarde appartient à d'autres règles.")
        (size,) = struct.unpack_from("<i", data, head)
        tail = data[head + 4 + 4 * words :]
        try:
            if size != len(tail) or struct.unpack_from("<I", data, head - 4)[0] != zlib.crc32(data[head:]):
                raise ValueError(size)
            job, entries = _tail(tail)
            for site, _, *said in entries:
                # An answer, a reaction and an outcome are one value each.
                if not 0 <= site < len(self.program.sites) or ("play" not in self.program.sites[site] and len(said) != 1):
                    raise ValueError(site)
            block = self.unpack(data, head + 4)
            self._check_ranges(block)
            check_cursor(self, block)
            if job is not None and job not in self.settled(block).offers:
                raise ValueError(job)
            state = self.go(block, job, entries)
            # A save is what would be saved again; everything else was written by somebody else.
            if state.to_bytes() != data:
                raise ValueError(size)
            return state
        except (RuleFault, Misfit, LookupError, ValueError, TypeError, RecursionError):
            raise SaveError("The save is damaged.", "La sauvegarde est abîmée.") from None

    def _check_ranges(self, block: Block) -> None:
        for this in self.world.layout:
            values = block[this.slot : this.slot + this.slots * this.count]
            if isinstance(this.type, ListOf):
                for at in range(0, len(values), this.slots):
                    held = values[at]
                    if not 0 <= held <= this.type.most:
                        raise ValueError(this.name)
                    _within(values[at + 1 : at + 1 + held], *bounds(this.type.of))
            elif isinstance(this.type, BagOf):
                _within(values, 0, this.type.most)
            elif isinstance(this.type, SetOf):
                _within(values, 0, (1 << set_size(this.type)) - 1)
            else:
                _within(values, *bounds(this.type))

    def pack(self, block: Block) -> bytes:
        """A block as little-endian 32-bit words."""
        words: list[int] = []
        for this in self.world.layout:
            length = this.slots * this.count
            values = block[this.slot : this.slot + length]
            if isinstance(this.type, SetOf):
                for value in values:
                    for index in range(this.words):
                        word = value >> (32 * index) & 0xFFFFFFFF
                        words.append(word - (1 << 32) if word >> 31 else word)
            else:
                words += values
        return struct.pack(f"<{len(words)}i", *words)

    def unpack(self, data: bytes, at: int) -> Block:
        block: Block = []
        for this in self.world.layout:
            words = struct.unpack_from(f"<{this.words * this.count}i", data, at)
            at += 4 * len(words)
            if isinstance(this.type, SetOf):
                size = this.words
                for first in range(0, len(words), size):
                    block.append(sum((word & 0xFFFFFFFF) << (32 * i) for i, word in enumerate(words[first : first + size])))
            else:
                block += words
        return block


def _within(values: list[int], low: int, high: int) -> None:
    if values and not low <= min(values) <= max(values) <= high:
        raise ValueError


def _tail(tail: bytes) -> tuple[Offer | None, list[Entry]]:
    """The job and its transcript, as rows of plain numbers."""
    job, entries = json.loads(tail)
    rows = [*([] if job is None else [job]), *entries]
    if not all(isinstance(row, list) and all(type(word) is int for word in row) for row in rows):
        raise ValueError("not numbers")
    return None if job is None else tuple(job), [tuple(entry) for entry in entries]

"""The library's face: a Game loaded from a ruleset, and States that are values."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from labrys.engine.errors import IllegalDecision, RuleFault, SaveError
from labrys.engine.flow import OVER, PASS, SETUP, Flow, Offer, Pause, Run, store_words
from labrys.engine.primitives import Fault, members
from labrys.engine.printer import Functions
from labrys.engine.values import parse_value, value_name
from labrys.graph.compile import Program
from labrys.language.types import ListOf, SetOf, Type
from labrys.language.world import set_size

OUTCOMES = ("", "won", "drawn", "all-win", "all-lose", "ranked")
MAGIC = b"LABRYS1\n"
MOST_SAVE = 4_000_000


@dataclass(frozen=True)
class Outcome:
    """How a game ended. `ranking` lists seats with their rank, best first."""

    kind: str
    winners: tuple[str, ...]
    losers: tuple[str, ...]
    reason: str | None
    ranking: tuple[tuple[str, int], ...] = ()
    scores: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Refusal:
    """A guard that refuses a decision, with its message; `tested` is false if it rests on a failed one."""

    guard: str
    messages: dict[str, str]
    tested: bool = True


@dataclass(frozen=True)
class Cause:
    number: int
    parent: int | None
    kind: str
    name: str
    arguments: tuple[int, ...]


@dataclass(frozen=True)
class Decision:
    """What a seat may do, or an outcome of chance. Decisions compare by what they say."""

    seat: str | None
    kind: str
    action: str
    offer: Offer
    arguments: dict[str, Any] = field(default_factory=dict)
    probability: Fraction | None = None
    game: Any = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Decision) and (self.kind, self.offer) == (other.kind, other.offer)

    def __hash__(self) -> int:
        return hash((self.kind, self.offer))

    @property
    def data(self) -> dict[str, Any]:
        """The written form."""
        if self.kind == "chance":
            return {"chance": self.action, "gives": self.arguments.get("gives")}
        return {"seat": self.seat, "play": self.action, **{n: _plain(v) for n, v in self.arguments.items()}}

    def __str__(self) -> str:
        if self.kind == "chance":
            return f"{self.action}: {self.arguments.get('gives')}"
        told = " ".join(f"{name}={_shown(value)}" for name, value in self.arguments.items())
        return f"{self.seat} {self.action} {told}".strip()

    def text(self, lang: str = "en") -> str:
        shown: str = self.game.move_text(self, lang)
        return shown


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _shown(value: Any) -> str:
    return "+".join(map(str, value)) if isinstance(value, tuple) else str(value)


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
        self.seats = self.world.seats
        self.players = len(self.seats)

    @property
    def nodes(self) -> list[Any]:
        return list(self.world.named.values())

    @property
    def layout(self) -> list[tuple[str, int, int]]:
        return [(f"{f.of}.{f.name}" if f.of else f.name, f.word, f.words * f.count) for f in self.world.layout]

    def seat_name(self, seat: str, lang: str = "en") -> str:
        text = self.world.domains["seat"].names.get(seat, {}).get(lang, seat)
        return text if isinstance(text, str) else next(iter(text.values()), seat)

    def start(self, seed: int | None = None) -> State:
        """The position after set-up. Without a seed the game stops at every chance point."""
        block = self.flow.starts[:]
        block[self.flow.stage] = SETUP
        if seed is not None:
            store_words(block, self.flow.rng, (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & (1 << 64) - 1 or 1)
        return self._go(block, None, [])

    def _go(self, base: list[int], job: Offer | None, transcript: list[int]) -> State:
        """Runs a job, and the flow after it, from a settled block."""
        block = base[:]
        run = Run(self.flow, transcript[:], [])
        run.base = base[:] if self.flow.noisy else []
        run.job = job
        try:
            if job is not None:
                self.flow.perform(block, run, job)
            else:
                self.flow.run(block, run)
        except Pause as pause:
            return State(self, block, run.offers, run.log or [], pause, run.base, run.job, tuple(run.transcript[: run.taken]))
        except Fault as fault:
            raise self._fault(fault) from None
        return State(self, block, run.offers, run.log or [])

    def _fault(self, fault: Fault) -> RuleFault:
        place = ""
        if 0 <= fault.site < len(self.program.sites):
            site = self.program.sites[fault.site]
            place = f" ({site['file']}:{site['line']})"
        return RuleFault(
            f"The rules stopped with the fault `{fault.kind}`{place}.",
            f"Les règles se sont arrêtées sur la faute `{fault.kind}`{place}.",
        )

    def arrange(self, given: Mapping[str, Any], seed: int | None = None) -> State:
        """The position after set-up, changed as a scenario's `given` says."""
        from labrys.engine.arrange import arrange

        return arrange(self, given, seed)

    def settled(self, block: list[int]) -> State:
        """The state of a block in which a seat is about to decide."""
        return self._go(block, None, [])

    def decision(self, data: Mapping[str, Any]) -> Decision:
        """A decision from its written form; whether it is legal is another question."""
        if "chance" in data:
            gives = data.get("gives", data.get("chance"))
            return Decision(None, "chance", "chance", (), {"gives": str(gives)}, game=self)
        seat, name = data.get("seat"), data.get("play")
        if seat is None and len(self.seats) == 1:
            seat = self.seats[0]
        if seat is not None and seat not in self.seats:
            raise _wrong(f"There is no seat {seat}.", f"Il n'y a pas de place {seat}.")
        number = self.seats.index(seat) if seat is not None else -1
        if name == "pass" and not any(a.name == "pass" for a in self.program.actions):
            return Decision(seat, "play", "pass", (number, PASS), game=self)
        action = next((a for a in self.program.actions if a.name == name), None)
        if action is None:
            raise _wrong(f"There is no action {name}.", f"Il n'y a pas d'action {name}.")
        values: list[int] = []
        for param, kind in action.params:
            if param not in data:
                raise _wrong(f"{name} needs `{param}`.", f"{name} demande `{param}`.")
            values.append(parse_value(self.world, kind, data[param]))
        values += self._chosen(action, data)
        return self._decision((number, action.index, *values))

    def _chosen(self, action: Any, data: Mapping[str, Any]) -> list[int]:
        """Values chosen inside the body: one name may stand for several, written as a list."""
        queues = {}
        for name, kind, _ in action.chosen:
            given = data.get(name, [])
            queues[name] = [parse_value(self.world, kind, item) for item in (given if isinstance(given, (list, tuple)) else [given])]
        if len(queues) == 1:
            return next(iter(queues.values()))
        found: list[int] = []
        while any(queues.values()):
            for queue in queues.values():
                if queue:
                    found.append(queue.pop(0))
        return found

    def _decision(self, offer: Offer) -> Decision:
        seat = self.seats[offer[0]]
        if offer[1] == PASS:
            return Decision(seat, "play", "pass", offer, game=self)
        action = self.program.actions[offer[1]]
        values = offer[2:]
        named: dict[str, Any] = {}
        for (name, kind), value in zip(action.params, values, strict=False):
            named[name] = value_name(self.world, kind, value)
        rest = values[len(action.params) :]
        if rest:
            names = list(dict.fromkeys((name, kind) for name, kind, _ in action.chosen))
            many = {name for name, _, site in action.chosen if self.program.sites[site]["many"]}
            for index, value in enumerate(rest):
                name, kind = names[index % len(names)]
                told = value_name(self.world, kind, value)
                named[name] = (*named.get(name, ()), told) if name in many else told
        return Decision(seat, "play", action.name, offer, named, game=self)

    def move_text(self, decision: Decision, lang: str) -> str:
        action = next((a for a in self.program.actions if a.name == decision.action), None)
        template = action.text.get(lang) if action else None
        if not isinstance(template, str):
            return str(decision) if decision.kind == "chance" else str(decision).partition(" ")[2]
        for name, value in decision.arguments.items():
            template = template.replace("{" + name + "}", _shown(value))
        return template

    def from_bytes(self, data: bytes) -> State:
        """The state of a save. Raises SaveError for anything else."""
        words = sum(f.words * f.count for f in self.world.layout)
        head = len(MAGIC) + 32
        if len(data) > MOST_SAVE or data[: len(MAGIC)] != MAGIC or len(data) < head + 8 + 4 * words:
            raise SaveError("These bytes are no save of Labrys.", "Ces octets ne sont pas une sauvegarde de Labrys.")
        if data[len(MAGIC) : head] != bytes.fromhex(self.hash):
            raise SaveError("This save belongs to other rules.", "Cette sauvegarde appartient à d'autres règles.")
        jobs, entries = struct.unpack_from("<ii", data, head)
        if not (-1 <= jobs <= 4_096 and 0 <= entries <= 4_096) or len(data) != head + 8 + 4 * (words + max(jobs, 0) + entries):
            raise SaveError("The save is damaged.", "La sauvegarde est abîmée.")
        block = self._unpack(data, head + 8)
        at = head + 8 + 4 * words
        job = struct.unpack_from(f"<{max(jobs, 0)}i", data, at) if jobs >= 0 else None
        transcript = struct.unpack_from(f"<{entries}i", data, at + 4 * max(jobs, 0))
        try:
            self._check_ranges(block)
            return self._go(block, job, list(transcript))
        except (RuleFault, IndexError, ValueError, TypeError):
            raise SaveError("The save is damaged.", "La sauvegarde est abîmée.") from None

    def _check_ranges(self, block: list[int]) -> None:
        from labrys.language.types import bounds

        for this in self.world.layout:
            if isinstance(this.type, (SetOf, ListOf)) or this.words != 1:
                continue
            low, high = bounds(this.type)
            for value in block[this.slot : this.slot + this.count]:
                if not low <= value <= high:
                    raise ValueError(this.name)

    def pack(self, block: list[int]) -> bytes:
        """A block as little-endian 32-bit words."""
        words: list[int] = []
        for this in self.world.layout:
            length = this.slots * this.count
            values = block[this.slot : this.slot + length]
            if isinstance(this.type, SetOf):
                for value in values:
                    for index in range((set_size(this.type) + 31) // 32):
                        word = value >> (32 * index) & 0xFFFFFFFF
                        words.append(word - (1 << 32) if word >> 31 else word)
            else:
                words += values
        return struct.pack(f"<{len(words)}i", *words)

    def _unpack(self, data: bytes, at: int) -> list[int]:
        block: list[int] = []
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


def _wrong(en: str, fr: str) -> IllegalDecision:
    return IllegalDecision(en, fr)


class State:
    """A position. A value: playing gives another one and leaves this as it is."""

    def __init__(
        self,
        game: Game,
        block: list[int],
        offers: list[Offer],
        log: list[Any],
        pause: Pause | None = None,
        base: list[int] | None = None,
        job: Offer | None = None,
        transcript: tuple[int, ...] = (),
    ) -> None:
        self.game, self.block, self.offers, self._log = game, block, offers, log
        self._pause, self._base, self._job, self._transcript = pause, base, job, transcript

    @property
    def over(self) -> bool:
        return self._pause is None and self.block[self.game.flow.stage] == OVER

    @property
    def at(self) -> str:
        return "over" if self.over else "chance" if self._pause else "decision"

    @cached_property
    def decisions(self) -> list[Decision]:
        if self.over:
            return []
        if self._pause is None:
            return [self.game._decision(offer) for offer in self.offers]
        pause = self._pause
        site = self.game.program.sites[pause.site]
        weights = pause.weights or (1,) * len(pause.values)
        domain = self.game.world.domains.get(site.get("type", ""))
        return [
            Decision(
                None, "chance", site["chance"], (value,),
                {"gives": domain.values[value] if domain else str(value)}, Fraction(weight, sum(weights)), self.game,
            )
            for value, weight in zip(pause.values, weights, strict=True)
        ]  # fmt: skip

    @property
    def to_act(self) -> tuple[str, ...]:
        if self._pause is not None or self.over:
            return ()
        return tuple(dict.fromkeys(self.game.seats[offer[0]] for offer in self.offers))

    def play(self, decision: Decision) -> State:
        """The position after a decision. Raises IllegalDecision."""
        if self._pause is not None:
            value = self._outcome_named(decision)
            assert self._base is not None
            return self.game._go(self._base, self._job, [*self._transcript, value])
        if self.over:
            raise IllegalDecision("The game is over.", "La partie est finie.")
        if decision.kind != "play" or decision.offer not in set(self.offers):
            refusals = self._refusals(decision)
            raise IllegalDecision(f"{decision} is not allowed.", f"{decision} n'est pas permis.", refusals)
        return self.game._go(self.block, decision.offer, [])

    def _outcome_named(self, decision: Decision) -> int:
        gives = str(decision.arguments.get("gives"))
        for known in self.decisions:
            if decision.kind == "chance" and known.arguments["gives"] == gives:
                return known.offer[0]
        raise IllegalDecision(f"Chance cannot give {gives} here.", f"Le hasard ne peut pas donner {gives} ici.")

    def _refusals(self, decision: Decision) -> list[Refusal]:
        if decision.kind != "play" or decision.offer[1] == PASS:
            return []
        if self.game.seats[decision.offer[0]] not in self.to_act:
            return [Refusal("turn", {"en": "It is not your turn", "fr": "Ce n'est pas votre tour"})]
        return self._judged(decision.offer)

    def _judged(self, offer: Offer) -> list[Refusal]:
        action = self.game.program.actions[offer[1]]
        phase = self.game.program.phases[self.block[self.game.flow.phase]].name
        if phase not in action.phases:
            return [Refusal("phase", {"en": "Not in this phase", "fr": "Pas dans cette phase"})]
        verdicts = self.game.functions.verdicts
        verdicts.clear()
        self.game.flow.f[action.judge](self.block, offer[0], *offer[2 : 2 + len(action.params)])
        found = []
        for number, ok in verdicts:
            if ok is True:
                continue
            if number < 0:
                name = action.params[-1 - number][0]
                found.append(Refusal("choice", {"en": f"{name} is not a choice here", "fr": f"{name} n'est pas un choix ici"}))
            else:
                guard = action.guards[number]
                found.append(Refusal(guard.name, self._filled(guard.text, offer), ok is not None))
        if not found and offer not in self.offers:
            found.append(Refusal("choice", {"en": "not a choice here", "fr": "pas un choix ici"}))
        return found

    def _filled(self, text: dict[str, Any], offer: Offer) -> dict[str, str]:
        told = self.game._decision(offer).arguments
        found = {}
        for lang, sentence in text.items():
            if isinstance(sentence, str):
                for name, value in told.items():
                    sentence = sentence.replace("{" + name + "}", _shown(value))
                found[lang] = sentence
        return found

    def why_not(self, action: str, arguments: Mapping[str, Any], seat: str | None = None) -> list[Refusal]:
        """The guards that refuse an action with these arguments; empty if it is legal."""
        if seat is None:
            seat = self.to_act[0] if self.to_act else self.game.seats[0]
        decision = self.game.decision({"seat": seat, "play": action, **arguments})
        if decision.offer in self.offers:
            return []
        return self._refusals(decision)

    @property
    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        flow, seats, block = self.game.flow, self.game.seats, self.block
        kind = OUTCOMES[block[flow.outcome]] or "drawn"
        winners = tuple(seats[s] for s in members(block[flow.winners]))
        losers = tuple(seat for seat in seats if seat not in winners) if kind in ("won", "all-lose") else ()
        reason = block[flow.reason]
        ranking: tuple[tuple[str, int], ...] = ()
        scores: dict[str, int] = {}
        if kind == "ranked":
            fields = self.game.world.fields
            ranks, points = fields[None, "$rank"].slot, fields[None, "$score"].slot
            ranking = tuple(sorted(((seat, block[ranks + i]) for i, seat in enumerate(seats)), key=lambda row: row[1]))
            scores = {seat: block[points + i] for i, seat in enumerate(seats)}
        return Outcome(kind, winners, losers, self.game.program.reasons[reason] if reason >= 0 else None, ranking, scores)

    @property
    def causes(self) -> list[Cause]:
        """What happened since the last decision, in order."""
        return [Cause(i, i - 1 if i else None, kind, name, tuple(args)) for i, (kind, name, args) in enumerate(self._log)]

    @property
    def active(self) -> str:
        return self.game.seats[self.block[self.game.flow.active]]

    @property
    def turn(self) -> int:
        return self.block[self.game.flow.turn]

    @property
    def phase(self) -> str | None:
        number = self.block[self.game.flow.phase]
        return self.game.program.phases[number].name if 0 <= number < len(self.game.program.phases) else None

    @property
    def covered(self) -> frozenset[str]:
        names = [named.id for named in self.game.world.named.values()]
        return frozenset(names[number] for number in self.game.functions.covered)

    def holds(self, text: str) -> bool:
        return bool(self.value(text))

    def value(self, text: str) -> Any:
        """An expression of the language worked out in this position, for scenarios and tools."""
        function, kind = self.game.evaluator(text)
        seat = self.block[self.game.flow.active] if not self.to_act else self.game.seats.index(self.to_act[0])
        return value_name(self.game.world, kind, function(self.block, seat))

    def broken(self) -> list[str]:
        """Declared invariants that do not hold; they are promised at every decision."""
        if self.over:
            return []
        return [name for name, number in self.game.program.invariants if not self.game.flow.f[number](self.block)]

    def differences(self, text: str) -> list[str]:
        """The cells at which the position is not as a map says."""
        from labrys.engine.arrange import differences

        return differences(self, text)

    def view(self, seat: str | None = None) -> Any:
        from labrys.engine.view import look

        return look(self, seat)

    def draw(self, seat: str | None = None, lang: str = "en") -> list[str]:
        from labrys.engine.view import draw

        return draw(self, seat, lang)

    def to_bytes(self) -> bytes:
        job, transcript = self._job, self._transcript
        base = self._base if self._pause is not None and self._base is not None else self.block
        if self._pause is None:
            job, transcript = None, ()
        jobs = -1 if job is None else len(job)
        tail = struct.pack(f"<{max(jobs, 0) + len(transcript)}i", *(job or ()), *transcript)
        return MAGIC + bytes.fromhex(self.game.hash) + struct.pack("<ii", jobs, len(transcript)) + self.game.pack(base) + tail

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash(self.to_bytes())

"""A State is a value: a position, what may be decided in it, why not, and what led to it."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from labrys.engine.decisions import Decision, decision_of, matching, to_ticks
from labrys.engine.errors import IllegalDecision
from labrys.engine.flow import OVER
from labrys.engine.primitives import Fault, Over, members
from labrys.engine.run import ANSWER, NATURE, PASS, TIME, WAIT, Block, Entry, Offer, Pause, Run
from labrys.engine.telling import fill
from labrys.engine.values import value_name
from labrys.language.types import MOST

if TYPE_CHECKING:
    from labrys.engine.chart import Chart
    from labrys.engine.game import Game
    from labrys.engine.picture import Picture
    from labrys.graph.actions import Action
    from labrys.language.types import Type

# Causes in order, and glimpses: (site, seat, value).
# Causes and glimpses of a run, and how many of each there were when the job it stopped in began.
Story = tuple[list[Any], list[tuple[int, int, Any]], tuple[int, int]]
OUTCOMES = ("", "won", "drawn", "all-win", "all-lose", "ranked")
MAGIC = b"LABRYS1\n"


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
    """A guard that refuses a decision, its message and the values it names; `tested` is false if it rests on a failed one."""

    guard: str
    messages: dict[str, str]
    values: dict[str, Any] = field(default_factory=dict)
    tested: bool = True


@dataclass(frozen=True)
class Cause:
    """Something that happened since the last decision, and what it follows from."""

    number: int
    parent: int | None
    kind: str
    name: str
    arguments: tuple[Any, ...]


class State:
    """A position. Playing gives another one and leaves this as it is."""

    def __init__(
        self,
        game: Game,
        block: Block,
        offers: list[Offer],
        story: Story | Callable[[], Story],
        pause: Pause | None = None,
        base: Block | None = None,
        job: Offer | None = None,
        transcript: tuple[Entry, ...] = (),
        earlier: State | None = None,
    ) -> None:
        self.game, self.block, self.offers, self._story = game, block, offers, story
        self._pause, self._base, self._job, self._transcript = pause, base, job, transcript
        # The stop before this one in the same job: what was told there is not told again.
        self._earlier = earlier

    @cached_property
    def story(self) -> Story:
        """What happened since the last decision, and what seats were told."""
        return self._story if isinstance(self._story, tuple) else self._story()

    @property
    def known(self) -> tuple[int, int]:
        """How many causes and glimpses of the running job were told at its stop before this one."""
        if self._earlier is None:
            return (0, 0)
        log, told, begun = self._earlier.story
        return len(log) - begun[0], len(told) - begun[1]

    # -- where the game is

    @property
    def over(self) -> bool:
        return self._pause is None and self.block[self.game.flow.stage] == OVER

    @property
    def at(self) -> str:
        """`decision`, `chance` or `over`."""
        if self.over:
            return "over"
        return "chance" if self._pause is not None and self._pause.kind == "chance" else "decision"

    @cached_property
    def decisions(self) -> list[Decision]:
        """What may be decided, in canonical order; at a chance point its outcomes."""
        if self.over:
            return []
        pause = self._pause
        if pause is None:
            return [decision_of(self.game, offer, self.block) for offer in self.offers]
        if pause.kind == "chance":
            return self._outcomes(pause)
        return [decision_of(self.game, offer, self.block, pause.site, self._given(pause)) for offer in pause.offers]

    def _given(self, pause: Pause) -> dict[int, tuple[Any, ...]]:
        return dict(pause.plays)

    def _outcomes(self, pause: Pause) -> list[Decision]:
        site = self.game.program.sites[pause.site]
        weights = pause.weights or (1,) * len(pause.offers)
        domain = self.game.world.domains.get(site.get("type", ""))
        total = sum(weights)
        return [
            Decision(
                None, "chance", site["chance"], offer,
                {"gives": domain.values[offer[2]] if domain else offer[2]}, Fraction(weight, total), self.game,
                domain=domain.name if domain else "",
            )
            for offer, weight in zip(pause.offers, weights, strict=True)
        ]  # fmt: skip

    @property
    def to_act(self) -> tuple[str, ...]:
        """The seats that may decide."""
        if self.over or self.at == "chance":
            return ()
        offers = self.offers if self._pause is None else self._pause.offers
        return tuple(dict.fromkeys(self.game.seats[offer[0]] for offer in offers))

    @property
    def question(self) -> str | None:
        """The name of the question that is open: what is asked, or the event a reaction is offered to."""
        if self._pause is None or self._pause.kind == "chance":
            return None
        site = self.game.program.sites[self._pause.site]
        return str(site.get("ask") or site.get("event") or "play")

    @property
    def default(self) -> Decision | None:
        """The answer that counts if nobody gives one in time."""
        pause = self._pause
        if pause is None or pause.kind == "chance":
            return None
        if pause.kind == "play":
            return self.decisions[0]
        if pause.kind == "react":
            return self.decisions[-1]
        value = pause.default if pause.default is not None else pause.offers[0][2]
        for decision in self.decisions:
            if decision.offer[2:3] == (value,):
                return decision
        return self.decisions[0]

    @property
    def weights(self) -> list[int]:
        """What the ruleset's `policy` makes of every decision, in their order; 0 where it says nothing."""
        program, flow = self.game.program, self.game.flow
        pause = self._pause
        offers = self.offers if pause is None else pause.offers
        plays = self._given(pause) if pause is not None else {}
        lets: dict[int, list[int]] = {}
        found = []
        for offer in offers:
            number, args = -1, list(offer[2:])
            seen = flow.masked(self.block, offer[0])
            if offer[0] not in lets:
                known = lets[offer[0]] = []
                for each in program.policy_lets:
                    known.append(flow.f[each](seen, offer[0], *known))
            if offer[1] >= 0:
                action = program.actions[offer[1]]
                number, end = action.weight, 2 + len(action.params)
                names = len({name for name, _, _ in action.chosen})
                lists: list[Any] = [list(offer[end:][first::names]) for first in range(names)]
                args = [*plays.get(offer[1], ()), *offer[2:end], *lists]
            elif offer[1] == WAIT:
                number = program.wait_weight
            elif offer[1] == ANSWER and pause is not None:
                number = program.answer_weights.get(pause.site, -1)
            found.append(flow.f[number](seen, offer[0], *lets[offer[0]], *args) if number >= 0 else 0)
        return found

    # -- playing

    def play(self, decision: Decision) -> State:
        """The position after a decision. Raises IllegalDecision and Fault."""
        if self.over:
            raise IllegalDecision("The game is over.", "La partie est finie.")
        if decision.kind == "time":
            return self._wait_until(decision.offer[2])
        pause = self._pause
        if pause is None:
            if decision.kind != "play" or decision.offer not in set(self.offers):
                raise self._refused(decision)
            return self.game.go(self.block, decision.offer, [])
        found = matching(decision, self.decisions)
        if found is None:
            raise self._refused(decision)
        offer = found.offer
        value = offer[1:] if pause.kind == "play" else offer[2:]
        entries = pause.ordered([*self._transcript, (pause.site, offer[0], *value)])
        assert self._base is not None
        return self.game.go(self._base, self._job, entries, self)

    def advance(self, seconds: float) -> State:
        """The position when the clock stands at that many seconds. Raises IllegalDecision."""
        return self._wait_until(to_ticks(self.game, seconds))

    def _wait_until(self, ticks: int) -> State:
        clock = self.game.flow.clock
        if clock is None or self._pause is not None:
            raise IllegalDecision("Time does not pass here.", "Le temps ne passe pas ici.")
        if ticks < self.block[clock.now]:
            raise IllegalDecision("Time does not run backwards.", "Le temps ne revient pas en arrière.")
        return self.game.go(self.block, (NATURE, TIME, ticks), [])

    def _refused(self, decision: Decision) -> IllegalDecision:
        return IllegalDecision(f"{decision} is not allowed.", f"{decision} n'est pas permis.", self._refusals(decision))

    # -- why not

    def why_not(self, action: str, arguments: Mapping[str, Any], seat: str | None = None) -> list[Refusal]:
        """The guards that refuse an action with these arguments; empty if it is legal."""
        if seat is None:
            seat = self.to_act[0] if self.to_act else self.game.seats[0]
        decision = self.game.decision({"seat": seat, "play": action, **arguments})
        if matching(decision, self.decisions) is not None:
            return []
        return self._refusals(decision)

    def _refusals(self, decision: Decision) -> list[Refusal]:
        if decision.seat is not None and decision.seat not in self.to_act:
            return [Refusal("turn", {"en": "It is not your turn", "fr": "Ce n'est pas votre tour"})]
        if decision.kind != "play" or decision.offer[1] < 0:
            return [Refusal("choice", {"en": "That is not offered here", "fr": "Cela n'est pas proposé ici"})]
        action = self.game.program.actions[decision.offer[1]]
        given: tuple[Any, ...] = ()
        if self._pause is not None:
            plays = self._given(self._pause)
            if action.index not in plays:
                return [Refusal("question", {"en": "Something else is asked", "fr": "Autre chose est demandé"})]
            given = plays[action.index]
        elif self.phase not in action.phases:
            return [Refusal("phase", {"en": "Not in this phase", "fr": "Pas dans cette phase"})]
        return self._judged(action, decision.offer, given)

    def _judged(self, action: Action, offer: Offer, given: tuple[Any, ...]) -> list[Refusal]:
        game = self.game
        verdicts = game.functions.verdicts
        verdicts.clear()
        end = 2 + len(action.params)
        seen = game.flow.masked(self.block, offer[0])
        game.flow.f[action.judge](seen, offer[0], *given, *offer[2:end])
        if action.chosen and action.trial >= 0 and all(row[1] for row in verdicts):
            run = Run(game.flow, [])
            run.choices = offer[end:]
            try:
                game.flow.f[action.trial](self.block[:], run, offer[0], *given, *offer[2:end])
            except (Over, Exception):
                verdicts.clear()
        found = [self._refusal(action, offer, row) for row in verdicts if row[1] is not True]
        return found or [Refusal("choice", {"en": "That is not a choice here", "fr": "Ce n'est pas un choix ici"})]

    def _refusal(self, action: Action, offer: Offer, row: tuple[int, bool | None, tuple[Any, ...]]) -> Refusal:
        number, ok, values = row
        world = self.game.world
        if number < 0:
            name, kind = action.params[-1 - number]
            value = value_name(world, kind, offer[1 - number])
            return Refusal("choice", {
                "en": f"{value} is not a choice for `{name}` here", "fr": f"{value} n'est pas un choix pour `{name}` ici",
            }, {name: value})  # fmt: skip
        guard = action.guards[number]
        told: dict[str, tuple[Type, Any]] = {
            name: (kind, value) for (name, kind), value in zip(action.params, offer[2:], strict=False)
        }
        told |= {gap.name: (gap.type, value) for gap, value in zip(guard.gaps, values, strict=False)}
        messages = {lang: fill(world, text, lang, told) for lang, text in guard.text.items() if isinstance(text, str)}
        shown = {gap.name: value_name(world, gap.type, value) for gap, value in zip(guard.gaps, values, strict=False)}
        return Refusal(guard.name, messages, shown, ok is not None)

    def costs(self, decision: Decision) -> list[tuple[dict[str, str], int]]:
        """What an action costs: the names of what is paid with, and how much of it."""
        if decision.kind != "play" or decision.offer[1] < 0:
            return []
        action = self.game.program.actions[decision.offer[1]]
        seen = self.game.flow.masked(self.block, decision.offer[0])
        words = decision.offer[2 : 2 + len(action.params)]
        found = []
        for name, price in action.cost:
            this = next(field for field in self.game.world.layout if field.name == name)
            label = {lang: str(this.name_text.get(lang, name)) for lang in ("en", "fr")}
            found.append((label, int(self.game.flow.f[price](seen, decision.offer[0], *decision.given, *words))))
        return found

    # -- what came of it

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
        """Everything that happened since the last decision, in order, with what it follows from. It may hold secrets."""
        from labrys.engine.journal import causes

        return causes(self)

    def log(self, seat: str | None, lang: str = "en", sentences: bool = False) -> list[str]:
        """What happened since the last decision, as far as this seat may know it; perhaps only what has a text."""
        from labrys.engine.journal import told_to

        return told_to(self, seat, lang, sentences)

    # -- reading

    @property
    def active(self) -> str:
        return self.game.seats[self.block[self.game.flow.active]]

    @property
    def turn(self) -> int:
        return self.block[self.game.flow.turn]

    @property
    def now(self) -> float:
        """Seconds on the virtual clock; 0 where a game has none."""
        clock = self.game.flow.clock
        return self.block[clock.now] * self.game.world.tick if clock is not None else 0.0

    def ready_at(self, seat: str) -> float | None:
        """The second at which a busy seat is ready again; None for one that waits for something to happen."""
        clock = self.game.flow.clock
        ticks = 0 if clock is None else self.block[clock.busy + self.game.seats.index(seat)]
        return None if ticks == MOST else ticks * self.game.world.tick

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
        try:
            found = function(self.block, seat)
        except Fault as fault:
            raise self.game.fault(fault) from None
        return value_name(self.game.world, kind, found)

    def broken(self) -> list[str]:
        """Declared invariants that do not hold; they are promised at every decision."""
        if self.over or self._pause is not None:
            return []
        return [name for name, number in self.game.program.invariants if not self.game.flow.f[number](self.block)]

    def differences(self, text: str) -> list[str]:
        """The cells at which the position is not as a map says."""
        from labrys.engine.arrange import differences

        return differences(self, text)

    def view(self, seat: str | None = None) -> Any:
        from labrys.engine.view import look

        return look(self, seat)

    def picture(self, seat: str | None = None, lang: str = "en", marked: Collection[str] = (), width: int = 78) -> Picture:
        """The position as this seat sees it, with colours and places; cells, edges, vertices and slots may be marked."""
        from labrys.engine.drawing import picture

        return picture(self, seat, lang, marked, width)

    def chart(self, seat: str | None = None, lang: str = "en", marked: Collection[str] = ()) -> Chart | None:
        """The position as shapes in the plane, for drawing it with lines; None where it has no place there."""
        from labrys.engine.chart import chart

        return chart(self, seat, lang, marked)

    def panel(self, seat: str | None = None, lang: str = "en", width: int = 78) -> list[str]:
        """The lines of the panel alone, seat by seat where `looks` wants it beside the board."""
        from labrys.engine.panel import panel, panel_by_seat
        from labrys.engine.view import look

        by_seat = self.game.world.looks.paint.beside
        return (panel_by_seat if by_seat else panel)(look(self, seat), self, lang, width)

    def describe(self, seat: str | None = None, lang: str = "en") -> list[str]:
        """The position in words, as this seat sees it: for reading aloud."""
        from labrys.engine.describing import describe

        return describe(self, seat, lang)

    def draw(self, seat: str | None = None, lang: str = "en") -> list[str]:
        """The picture as plain lines."""
        drawn = self.picture(seat, lang)
        return [*drawn.lines(), *drawn.remarks, *drawn.panel]

    @property
    def origin(self) -> tuple[Block, Offer | None, list[Entry]]:
        """The settled block, the job and its transcript this position comes from."""
        if self._pause is None or self._base is None:
            return self.block, None, []
        return self._base, self._job, list(self._transcript)

    # -- saving

    def to_bytes(self) -> bytes:
        """The save: the settled block and, inside a job, the job with its transcript."""
        job, entries = self._job, self._transcript
        base = self._base if self._pause is not None and self._base is not None else self.block
        if self._pause is None:
            job, entries = None, ()
        tail = json.dumps([job, entries], separators=(",", ":")).encode()
        body = struct.pack("<i", len(tail)) + self.game.pack(base) + tail
        return MAGIC + bytes.fromhex(self.game.hash) + struct.pack("<I", zlib.crc32(body)) + body

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash(self.to_bytes())


__all__ = ["ANSWER", "MAGIC", "PASS", "Cause", "Outcome", "Refusal", "State"]

"""One running of jobs: the transcript it follows, what it asks, and what it has found out.

A job stops with `Pause` at the first question or chance point its transcript has no entry for. It is run
again from its base when the entry is there, so nothing half-way is ever kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from labrys.engine.primitives import Fault, ring

if TYPE_CHECKING:
    from labrys.engine.flow import Flow

Offer = tuple[int, ...]
Entry = tuple[int, ...]
Block = list[int]

# Decisions that are no action: their second number.
PASS, ANSWER, REACT, WAIT, TIME = -1, -2, -3, -4, -5
NATURE = -1
MOST_ENTRIES = 64


class Pause(Exception):
    """A job needs an answer, a reaction or an outcome of chance that is not in its transcript."""

    def __init__(
        self,
        kind: str,
        site: int,
        offers: list[Offer],
        weights: Sequence[int] | None = None,
        default: int | None = None,
        plays: tuple[tuple[int, tuple[Any, ...]], ...] = (),
        first: int = -1,
    ) -> None:
        self.kind, self.site, self.offers = kind, site, offers
        self.weights, self.default, self.plays = weights, default, plays
        # Where the answers of `ask each` begin in the transcript.
        self.first = first

    def ordered(self, entries: list[Entry]) -> list[Entry]:
        """Answers of one `ask each` by seat, so that the order in which they came leaves no trace."""
        if self.first < 0:
            return entries
        return entries[: self.first] + sorted(entries[self.first :], key=lambda entry: entry[1])


class Misfit(Exception):
    """An entry of the transcript that does not answer what is asked."""


class NeedChoice(Exception):
    def __init__(self, site: int, values: tuple[int, ...]) -> None:
        self.site, self.values = site, values


class Run:
    __slots__ = (
        "base", "begun", "choices", "depth", "flow", "frames", "job", "log", "offers", "only_setup", "open_at", "taken", "told", "touched", "transcript", "void",
    )  # fmt: skip

    def __init__(self, flow: Flow, transcript: list[Entry], log: list[Any] | None = None) -> None:
        self.flow = flow
        self.transcript = transcript
        self.taken = 0
        self.choices: tuple[int, ...] = ()
        self.log = log
        # Numbers of the causes that are not over yet, the innermost last.
        self.open_at: list[int] = []
        self.told: list[tuple[int, int, Any]] = []
        # Causes and glimpses when the running job began.
        self.begun = (0, 0)
        self.base: Block = []
        self.job: Offer | None = None
        # Phases entered when the job began: what it queues waits for those it enters itself.
        self.depth = 0
        self.offers: list[Offer] = []
        self.only_setup = False
        self.void = False
        self.frames: list[list[int]] = []
        self.touched = 0

    # -- causes

    def open(self, kind: str, number: int, name: str, args: tuple[Any, ...]) -> None:
        assert self.log is not None
        self.log.append((self.open_at[-1] if self.open_at else None, kind, number, name, args))
        self.open_at.append(len(self.log) - 1)

    def close(self) -> None:
        self.open_at.pop()

    def altered(self, args: tuple[Any, ...]) -> None:
        """The innermost cause happens with other arguments than it was raised with."""
        if self.log is not None:
            self.log[self.open_at[-1]] = (*self.log[self.open_at[-1]][:4], args)

    def cancelled(self) -> None:
        """The innermost cause does not happen after all."""
        if self.log is not None:
            parent, _, number, name, args = self.log[self.open_at[-1]]
            self.log[self.open_at[-1]] = (parent, "cancelled", number, name, args)

    # -- the transcript

    def _next(self, site: int, seat: int) -> Entry | None:
        """The entry that answers this question, if the transcript has one."""
        if self.taken >= len(self.transcript):
            if self.taken >= MOST_ENTRIES:
                raise Fault("transcript", site)
            return None
        entry = self.transcript[self.taken]
        self.taken += 1
        if entry[0] != site or entry[1] != seat:
            raise Misfit
        return entry

    def chance(self, S: Block, site: int, values: Sequence[int], weights: Sequence[int] | None) -> int:
        if not values:
            raise Fault("nothing-to-draw", site)
        entry = self._next(site, NATURE)
        if entry is not None:
            if entry[2] not in values:
                raise Misfit
            return entry[2]
        rng = self.flow.rng
        if not (S[rng] or S[rng + 1]):
            raise Pause("chance", site, [(NATURE, 0, value) for value in values], weights)
        at = draw_number(S, rng, len(values) if weights is None else sum(weights))
        index = at
        if weights is not None:
            index = 0
            while at >= weights[index]:
                at -= weights[index]
                index += 1
        self.transcript.append((site, NATURE, values[index]))
        self.taken += 1
        # The generator's words are the only ones of the base that change while a job waits.
        if self.base:
            self.base[rng], self.base[rng + 1] = S[rng], S[rng + 1]
        return values[index]

    def choose(self, site: int, values: tuple[int, ...]) -> int:
        if not self.choices:
            raise NeedChoice(site, values)
        value, self.choices = self.choices[0], self.choices[1:]
        return value

    # -- questions

    def ask(self, S: Block, site: int, seat: int, values: Sequence[int], public: int, default: int | None) -> int:
        """One seat answers. With nothing to choose from the question is void."""
        self.void = not values or not S[self.flow.living] >> seat & 1
        if self.void and (public or not S[self.flow.living] >> seat & 1):
            return 0
        if public and len(values) == 1:
            return values[0]
        # That there is nothing to choose from may be the seat's secret: it is asked all the same.
        values = values or [self.flow.program.sites[site]["nothing"]]
        entry = self._next(site, seat)
        if entry is None:
            raise Pause("answer", site, [(seat, ANSWER, value) for value in values], default=None if self.void else default)
        if entry[2] not in values:
            raise Misfit
        return entry[2]

    def ask_any(self, S: Block, site: int, seats: int, values: Sequence[int], public: int, default: int | None) -> int:
        """The first answer counts, whoever gives it."""
        asked = ring(seats & S[self.flow.living], S[self.flow.active], self.flow.seats)
        self.void = not values or not asked
        if self.void:
            return 0
        if public and len(values) == 1:
            return values[0]
        if self.taken < len(self.transcript):
            entry = self.transcript[self.taken]
            self.taken += 1
            if entry[0] != site or entry[1] not in asked or entry[2] not in values:
                raise Misfit
            return entry[2]
        if self.taken >= MOST_ENTRIES:
            raise Fault("transcript", site)
        raise Pause("answer", site, [(seat, ANSWER, value) for seat in asked for value in values], default=default)

    def ask_each(
        self, S: Block, site: int, seats: int, question: Callable[..., Sequence[int]], args: tuple[Any, ...], nobody: int, public: int
    ) -> list[int]:
        """All answer, unseen; the answers stand by seat. A seat with nothing to choose from has none."""
        answers = [nobody] * self.flow.seats
        open_: dict[int, Sequence[int]] = {}
        for seat in ring(seats & S[self.flow.living], S[self.flow.active], self.flow.seats):
            values = question(self.flow.masked(S, seat), seat, *args)
            if public and len(values) == 1:
                answers[seat] = values[0]
            elif values or not public:
                open_[seat] = values or [nobody]
        first = self.taken
        while open_ and self.taken < len(self.transcript):
            found, seat, value = self.transcript[self.taken]
            if found != site or value not in open_.get(seat, ()):
                raise Misfit
            self.taken += 1
            answers[seat] = value
            del open_[seat]
        if open_:
            if self.taken >= MOST_ENTRIES:
                raise Fault("transcript", site)
            raise Pause("answer", site, [(seat, ANSWER, value) for seat, values in open_.items() for value in values], first=first)
        return answers

    def ask_play(self, S: Block, site: int, seat: int, plays: tuple[tuple[int, tuple[Any, ...]], ...]) -> int:
        """The seat must play one of these actions, with all its guards; void if none is legal."""
        flow = self.flow
        offers: list[Offer] = []
        self.void = not S[flow.living] >> seat & 1
        if self.void:
            return 0
        given = dict(plays)
        seen = flow.masked(S, seat)
        for action, args in plays:
            flow.f[flow.program.actions[action].lister](seen, seat, offers, *args)
        offers = flow.best(S, offers, given) if flow.keeping else offers
        self.void = not offers
        if self.void and not any(flow.program.actions[action].secret for action, _ in plays):
            return 0
        # That nothing is legal may be the seat's secret: it is asked all the same, and can only pass.
        offers = offers or [(seat, PASS)]
        entry = self._next(site, seat)
        if entry is None:
            raise Pause("play", site, offers, plays=plays)
        if self.void and entry[2:] == (PASS,):
            return 0
        offer = (seat, *entry[2:])
        if offer not in offers:
            raise Misfit
        S[flow.done + flow.counts[offer[1]]] += 1
        outer, end = self.choices, flow.widths[offer[1]]
        self.choices = offer[end:]
        flow.deeds[offer[1]](S, self, seat, *given[offer[1]], *offer[2:end])
        self.choices, self.void = outer, False
        return 1

    def react(self, S: Block, site: int, seat: int, may: int, size: int) -> int:
        """A seat uses one of the triggers it is offered, or none (-1)."""
        entry = self._next(site, seat)
        if entry is None:
            uses = [number for number in range(size) if may >> number & 1]
            raise Pause("react", site, [(seat, REACT, number) for number in [*uses, -1]])
        if entry[2] >= 0 and not may >> entry[2] & 1:
            raise Misfit
        return entry[2]

    def tell(self, site: int, seat: int, value: Any) -> None:
        if self.log is not None:
            self.told.append((site, seat, value))

    # -- the flow, from inside a job

    def enter_phase(self, S: Block, phase: int, site: int) -> None:
        self.flow.push(S, phase, site)

    def later(self, S: Block, what: int, args: tuple[int, ...], site: int) -> None:
        self.flow.queue_up(S, self.depth, what, args, site)

    def start_timer(self, S: Block, timer: int, length: int, site: int) -> None:
        assert self.flow.clock is not None
        self.flow.clock.start(S, timer, length, site)


def draw_number(S: Block, rng: int, size: int) -> int:
    """A number below `size`: splitmix64 with rejection, its state in two words of the block."""
    mask = (1 << 64) - 1
    state = (S[rng] & 0xFFFFFFFF) | (S[rng + 1] & 0xFFFFFFFF) << 32
    limit = (1 << 64) - (1 << 64) % size
    while True:
        state = (state + 0x9E3779B97F4A7C15) & mask
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        z ^= z >> 31
        if z < limit:
            break
    store_words(S, rng, state or 1)
    return z % size


def store_words(S: Block, at: int, value: int) -> None:
    low, high = value & 0xFFFFFFFF, value >> 32 & 0xFFFFFFFF
    S[at] = low - (1 << 32) if low >> 31 else low
    S[at + 1] = high - (1 << 32) if high >> 31 else high

"""Runs a game from decision to decision: jobs, phases, turns, ends and the limit, over the flat state."""

from __future__ import annotations

from typing import Any

from labrys.engine.primitives import Fault, Over, around
from labrys.engine.printer import Functions
from labrys.graph.compile import Phase, Program

BEGIN, ENTER, ACT, LEAVE, END, OVER, ENDING, SETUP = 0, 1, 2, 3, 4, 5, 6, 7
PASS = -1
MOST_STEPS = 10_000

Offer = tuple[int, ...]
State = list[int]


class Pause(Exception):
    """A job needs an outcome of chance that is not in its transcript."""

    def __init__(self, site: int, values: tuple[int, ...], weights: tuple[int, ...] | None) -> None:
        self.site, self.values, self.weights = site, values, weights


class Run:
    """One running of jobs: the transcript it follows and what it has found out."""

    __slots__ = ("base", "choices", "flow", "job", "log", "offers", "taken", "transcript")

    def __init__(self, flow: Flow, transcript: list[int], log: list[Any] | None = None) -> None:
        self.flow = flow
        self.transcript = transcript
        self.taken = 0
        self.choices: tuple[int, ...] = ()
        self.log = log
        self.base: State = []
        self.job: Offer | None = None
        self.offers: list[Offer] = []

    def chance(self, S: State, site: int, values: tuple[int, ...], weights: tuple[int, ...] | None) -> int:
        if self.taken < len(self.transcript):
            self.taken += 1
            return self.transcript[self.taken - 1]
        if not values:
            raise Fault("nothing-to-draw", site)
        rng = self.flow.rng
        if not (S[rng] or S[rng + 1]):
            raise Pause(site, values, weights)
        total = len(values) if weights is None else sum(weights)
        at = draw_number(S, rng, total)
        if weights is None:
            value = values[at]
        else:
            index = 0
            while at >= weights[index]:
                at -= weights[index]
                index += 1
            value = values[index]
        self.transcript.append(value)
        self.taken += 1
        # The generator's words are the only ones of the base that change while a job waits.
        if self.base:
            self.base[rng], self.base[rng + 1] = S[rng], S[rng + 1]
        return value

    def choose(self, site: int, values: tuple[int, ...]) -> int:
        if not self.choices:
            raise NeedChoice(site, values)
        value, self.choices = self.choices[0], self.choices[1:]
        return value


class NeedChoice(Exception):
    def __init__(self, site: int, values: tuple[int, ...]) -> None:
        self.site, self.values = site, values


def draw_number(S: State, rng: int, size: int) -> int:
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


def store_words(S: State, at: int, value: int) -> None:
    low, high = value & 0xFFFFFFFF, value >> 32 & 0xFFFFFFFF
    S[at] = low - (1 << 32) if low >> 31 else low
    S[at + 1] = high - (1 << 32) if high >> 31 else high


class Flow:
    """The flow of one game. Works on lists in place; `Game` and `State` keep the values."""

    def __init__(self, program: Program, functions: Functions) -> None:
        self.program = program
        self.f = functions.by_number
        world = program.world
        slot = {name: field.slot for (of, name), field in world.fields.items() if of is None}
        self.stage, self.phase, self.active = slot["$stage"], slot["$phase"], slot["$active"]
        self.turn, self.acts, self.fresh = slot["$turn"], slot["$acts"], slot["$fresh"]
        self.living, self.next, self.direction = slot["$living"], slot["$next"], slot["$direction"]
        self.count, self.done, self.setup = slot["$count"], slot["$done"], slot["$setup"]
        self.outcome, self.winners, self.losers = slot["$outcome"], slot["$winners"], slot["$losers"]
        self.rng, self.reason = slot["$rng"], slot["$reason"]
        self.seats = len(world.seats)
        self.deeds = [self.f[a.deed] for a in program.actions]
        self.listers = [[self.f[program.actions[i].lister] for i in p.actions] for p in program.phases]
        self.keeping = any(a.keep >= 0 for a in program.actions)
        self.free = [a.free for a in program.actions]
        self.ends = {
            at: [(self.f[e.that], self.f[e.do]) for e in program.ends if e.at == at and e.do >= 0]
            for at in ("job", "turn-begin", "turn-end")
        }
        self.most_turns = program.limit[1] if program.limit and program.limit[0] == "turns" else 0
        self.most_decisions = program.limit[1] if program.limit and program.limit[0] == "decisions" else 0
        self.noisy = any(s.get("chance") for s in program.sites)
        self.resets = [(f.reset, f.slot, f.slots * f.count, f) for f in world.layout if f.reset]
        functions.can.append(self._can)
        functions.explore.append(self.explore)
        self.starts = _start_block(program)

    # -- playing

    def perform(self, S: State, X: Run, offer: Offer) -> None:
        """Plays a decision known to be legal, and runs on to the next one."""
        if self.noisy and not X.base:
            X.base, X.job = S[:], offer
        try:
            action = offer[1]
            S[self.count] += 1
            if action == PASS or not self.free[action]:
                S[self.acts] += 1
            if action != PASS:
                S[self.done + action] += 1
                params = len(self.program.actions[action].params)
                X.choices = offer[2 + params :]
                self.deeds[action](S, X, offer[0], *offer[2 : 2 + params])
            self._test_ends("job", S, X)
            if not S[self.living] >> S[self.active] & 1 and S[self.stage] == ACT:
                S[self.stage] = ENDING
        except Over:
            S[self.stage] = OVER
        self.run(S, X)

    def run(self, S: State, X: Run) -> None:
        """Runs the flow until a seat must decide or the game is over."""
        try:
            for _ in range(MOST_STEPS):
                if S[self.stage] == OVER:
                    return
                if S[self.stage] == ACT:
                    if self._act(S, X):
                        return
                else:
                    self._job(S, X)
                    self._step(S, X)
            raise Fault("endless-flow")
        except Over:
            S[self.stage] = OVER
            X.offers = []

    def _job(self, S: State, X: Run) -> None:
        if self.noisy:
            X.base, X.job = S[:], None
            del X.transcript[: X.taken]
            X.taken = 0

    def _step(self, S: State, X: Run) -> None:
        program, stage = self.program, S[self.stage]
        if stage == SETUP:
            index = S[self.setup]
            if index < len(program.setup):
                S[self.setup] += 1
                self.f[program.setup[index]](S, X)
            else:
                if program.first >= 0:
                    S[self.active] = self.f[program.first](S)
                S[self.turn] = 1
                S[self.stage] = BEGIN
        elif stage == BEGIN:
            if self.most_turns and S[self.turn] > self.most_turns:
                self._limit(S, X)
            S[self.stage], S[self.fresh], S[self.phase] = ENTER, 1, -1
            if program.begin >= 0:
                self.f[program.begin](S, X)
            if S[self.stage] == ENTER:
                S[self.phase] = self.f[program.first_phase](S) if program.first_phase >= 0 else 0
        elif stage == ENTER:
            phase = program.phases[S[self.phase]]
            S[self.stage], S[self.acts] = ACT, 0
            self._reset("phase", S)
            if phase.enter >= 0:
                self.f[phase.enter](S, X)
            self._test_ends("job", S, X)
        elif stage in (LEAVE, ENDING):
            self._leave(S, X, stage == ENDING)
        elif stage == END:
            self._end_turn(S, X)

    def _leave(self, S: State, X: Run, turn_over: bool) -> None:
        phase = self.program.phases[S[self.phase]] if S[self.phase] >= 0 else None
        S[self.stage] = END
        if phase is not None:
            if phase.leave >= 0:
                self.f[phase.leave](S, X)
            self._test_ends("job", S, X)
            following = self.f[phase.next](S) if phase.next >= 0 and not turn_over else -1
            if 0 <= following < len(self.program.phases) and S[self.stage] == END:
                S[self.phase], S[self.stage] = following, ENTER

    def _end_turn(self, S: State, X: Run) -> None:
        S[self.stage] = BEGIN
        if self.program.end >= 0:
            self.f[self.program.end](S, X)
        self._test_ends("turn-end", S, X)
        following = S[self.next]
        if following < 0:
            following = around(S[self.living], S[self.active], S[self.direction], self.seats)
        S[self.next] = -1
        if following <= S[self.active]:
            self._reset("round", S)
        S[self.active] = following
        S[self.turn] += 1
        S[self.acts] = 0
        S[self.done : self.done + len(self.deeds)] = [0] * len(self.deeds)
        self._reset("turn", S)
        for kind, slot, _length, field in self.resets:
            if kind == "own-turn" and field.of == "seat":
                at = slot + following * field.slots
                S[at : at + field.slots] = self.starts[at : at + field.slots]

    def _reset(self, when: str, S: State) -> None:
        for kind, slot, length, _ in self.resets:
            if kind == when:
                S[slot : slot + length] = self.starts[slot : slot + length]

    def _limit(self, S: State, X: Run) -> None:
        assert self.program.limit is not None
        if self.program.limit[2] >= 0:
            self.f[self.program.limit[2]](S, X)
        S[self.outcome] = 2
        raise Over

    def _test_ends(self, at: str, S: State, X: Run) -> None:
        for that, do in self.ends[at]:
            if that(S):
                do(S, X)

    def _act(self, S: State, X: Run) -> bool:
        """True if somebody must decide."""
        phase = self.program.phases[S[self.phase]]
        if phase.loop >= 0:
            self._job(S, X)
            if self.f[phase.loop](S):
                self.f[phase.each](S, X)
                self._test_ends("job", S, X)
            else:
                S[self.stage] = LEAVE
            return False
        if phase.most >= 0 and S[self.acts] >= self.f[phase.most](S):
            S[self.stage] = LEAVE
            return False
        if self.most_decisions and S[self.count] >= self.most_decisions:
            self._limit(S, X)
        offers = self.offers_at(S, phase)
        if not offers and not self._stuck(S, X, phase, offers):
            return False
        if S[self.fresh]:
            S[self.fresh] = 0
            self._test_ends("turn-begin", S, X)
        X.offers = offers
        return True

    def offers_at(self, S: State, phase: Phase) -> list[Offer]:
        offers: list[Offer] = []
        deciding = self.f[phase.who](S) & S[self.living]
        listers = self.listers[S[self.phase]]
        for step in range(self.seats):
            seat = (S[self.active] + step) % self.seats
            if deciding >> seat & 1:
                for lister in listers:
                    lister(S, seat, offers)
        return self._best(S, offers) if self.keeping else offers

    def _best(self, S: State, offers: list[Offer]) -> list[Offer]:
        """Of an action with `keep`, only its best decisions, seat by seat."""
        scores: dict[Offer, int] = {}
        most: dict[Offer, int] = {}
        for offer in offers:
            action = self.program.actions[offer[1]]
            if action.keep >= 0:
                end = 2 + len(action.params)
                rest, names = offer[end:], len({name for name, _, _ in action.chosen}) or 1
                lists = [rest[first::names] for first in range(names)] if action.chosen else []
                score = scores[offer] = self.f[action.keep](S, offer[0], *offer[2:end], *lists)
                most[offer[:2]] = max(score, most.get(offer[:2], score))
        return [offer for offer in offers if offer not in scores or scores[offer] == most[offer[:2]]]

    def _stuck(self, S: State, X: Run, phase: Phase, offers: list[Offer]) -> bool:
        """What happens to a seat without a decision; true if it has one after all."""
        seat = S[self.active]
        if phase.stuck == "pass":
            offers.append((seat, PASS))
            return True
        if phase.stuck == "skip":
            S[self.stage] = LEAVE
        elif phase.stuck == "loses":
            S[self.outcome], S[self.winners] = 1, S[self.living] & ~(1 << seat)
            S[self.losers] = 1 << seat
            raise Over
        elif phase.stuck == "body":
            self._job(S, X)
            self.f[phase.stuck_body](S, X)
            if S[self.stage] == ACT:
                S[self.stage] = LEAVE
        else:
            raise Fault("stuck")
        return False

    # -- compound decisions

    def explore(self, S: State, out: list[Offer], seat: int, action: int, args: tuple[int, ...]) -> None:
        """Every complete way of choosing inside the body of an action, by running it again and again."""
        probe = self.f[self.program.actions[action].probe]
        trial = self.program.actions[action].trial
        stack: list[tuple[int, ...]] = [()]
        while stack:
            chosen = stack.pop()
            run = Run(self, [])
            run.choices = chosen
            copy = S[:]
            try:
                probe(copy, run, seat, *args)
            except NeedChoice as need:
                stack += [(*chosen, value) for value in reversed(need.values)]
                continue
            except Over:
                pass
            if trial >= 0:
                raise Fault("choose-and-ensure")
            out.append((seat, action, *args, *chosen))

    def _can(self, S: State, action: int, seat: int) -> bool:
        offers: list[Offer] = []
        self.f[self.program.actions[action].lister](S, seat, offers)
        return bool(offers)


def _start_block(program: Program) -> State:
    from labrys.language.types import BagOf, ListOf, Maybe, empty_of

    block: State = []
    for field in program.world.layout:
        for _ in range(field.count):
            value = field.start_value
            if isinstance(field.type, ListOf):
                listed = list(value or ())
                block += [len(listed), *listed, *([0] * (field.type.most - len(listed)))]
            elif isinstance(field.type, BagOf):
                block += [0] * field.slots
            elif isinstance(field.type, Maybe) and value is None:
                block.append(empty_of(field.type))
            else:
                block.append(value or 0)
    return block

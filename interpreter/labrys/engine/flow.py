"""Runs a game from decision to decision: jobs, phases, turns, ends and the limit, over the flat state."""

from __future__ import annotations

from typing import Any

from labrys.engine.clock import Clock
from labrys.engine.primitives import Fault, Over, around
from labrys.engine.printer import Functions
from labrys.engine.run import ANSWER, PASS, REACT, TIME, WAIT, Block, NeedChoice, Offer, Pause, Run
from labrys.graph.compile import Phase, Program
from labrys.language.types import BagOf, ListOf, Maybe, SetOf, empty_of

BEGIN, ENTER, ACT, LEAVE, END, OVER, ENDING, SETUP = 0, 1, 2, 3, 4, 5, 6, 7
# Once `leave` or `end` has run: a phase entered there comes first, then the flow goes on from here.
LEFT, LEFT_FOR_GOOD, ENDED = 8, 9, 10
MOST_STEPS = 10_000
# A row of the queue: what, at which depth of phases, its arguments. A frame of the phases entered: phase, stage, acts.
QUEUE_ROW, QUEUE_ROWS, FRAME, FRAMES = 10, 32, 3, 4


class Flow:
    """The flow of one game. Works on lists in place; `Game` and `State` keep the values."""

    def __init__(self, program: Program, functions: Functions) -> None:
        self.program = program
        self.f = functions.by_number
        self.fuel = functions.fuel
        world = program.world
        slot = {name: field.slot for (of, name), field in world.fields.items() if of is None}
        self.stage, self.phase, self.active = slot["$stage"], slot["$phase"], slot["$active"]
        self.turn, self.acts, self.fresh = slot["$turn"], slot["$acts"], slot["$fresh"]
        self.living, self.next, self.direction = slot["$living"], slot["$next"], slot["$direction"]
        self.count, self.done, self.setup = slot["$count"], slot["$done"], slot["$setup"]
        self.outcome, self.winners, self.losers = slot["$outcome"], slot["$winners"], slot["$losers"]
        self.rng, self.reason = slot["$rng"], slot["$reason"]
        self.stack, self.waiting, self.queue = slot["$stack"], slot["$later"], slot["$queue"]
        self.seats = len(world.seats)
        self.deeds = [self.f[a.deed] for a in program.actions]
        self.listers = [[self.f[program.actions[i].lister] for i in p.actions] for p in program.phases]
        self.keeping = any(a.keep >= 0 for a in program.actions)
        self.free = [a.free for a in program.actions]
        self.counts = [a.counts for a in program.actions]
        self.widths = [2 + len(a.params) for a in program.actions]
        self.ends = {
            at: [(self.f[e.that], self.f[e.do]) for e in program.ends if e.at == at and e.do >= 0]
            for at in ("job", "turn-begin", "turn-end")
        }
        limit = program.limit or ("", 0, -1)
        self.most_turns = limit[1] if limit[0] == "turns" else 0
        self.most_decisions = limit[1] if limit[0] == "decisions" else 0
        self.noisy = any(function.noisy for function in program.builder.functions)
        self.resets = [(f.reset, f.slot, f.slots * f.count, f) for f in world.layout if f.reset]
        # Fields hidden by a condition: what a seat may not see is blank when its decisions are listed.
        self.veiled = [(world.layout[number], self.f[sight]) for number, sight in program.sight.items()]
        functions.can.append(self._can)
        functions.explore.append(self.explore)
        self.starts = start_block(program)
        self.clock = Clock(self, limit[1] if limit[0] == "ticks" else 0) if world.clocked else None

    # -- playing

    def perform(self, S: Block, X: Run, offer: Offer) -> None:
        """Plays a decision known to be legal, and runs on to the next one."""
        action = offer[1]
        X.depth = S[self.stack]
        if self.noisy:
            X.base, X.job = S[:], offer
        self.fuel.clear()
        try:
            if action >= 0:
                S[self.count] += 1
                if not self.free[action]:
                    S[self.acts] += 1
                S[self.done + self.counts[action]] += 1
                end = self.widths[action]
                X.choices = offer[end:]
                if self.clock is not None:
                    self.clock.begin(S, offer)
                self.deeds[action](S, X, offer[0], *offer[2:end])
                self._test_ends("job", S, X)
            elif action == PASS:
                S[self.count] += 1
                S[self.acts] += 1
                self._test_ends("job", S, X)
            elif self.clock is not None:
                self.clock.perform(S, offer)
        except Over:
            S[self.stage] = OVER
        self.run(S, X)

    def run(self, S: Block, X: Run) -> None:
        """Runs the flow until a seat must decide or the game is over."""
        try:
            for _ in range(MOST_STEPS):
                stage = S[self.stage]
                if stage == OVER:
                    break
                if stage == BEGIN and X.only_setup:
                    return
                due = self._due(S) if S[self.waiting] else -1
                if due >= 0:
                    self._job(S, X)
                    self._run_queued(S, X, due)
                elif not S[self.living] >> S[self.active] & 1 and stage in (ENTER, ACT) and S[self.turn]:
                    self._moved_on(S, stage, ENDING)
                elif stage == ACT:
                    if self._act(S, X):
                        return
                else:
                    self._job(S, X)
                    self._step(S, X)
            else:
                raise Fault("endless-flow")
        except Over:
            S[self.stage] = OVER
        X.offers = []

    def _job(self, S: Block, X: Run) -> None:
        """A new job begins: what was asked before belongs to the one that is over."""
        self.fuel.clear()
        X.depth = S[self.stack]
        if self.noisy:
            X.begun = (len(X.log or ()), len(X.told))
            X.base, X.job = S[:], None
            del X.transcript[: X.taken]
            X.taken = 0

    def _step(self, S: Block, X: Run) -> None:
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
                if self.clock is not None:
                    self.clock.wind_up(S)
        elif stage == BEGIN:
            if self.most_turns and S[self.turn] > self.most_turns:
                self.end_by_limit(S, X)
            S[self.stage], S[self.fresh], S[self.phase] = ENTER, 1, -1
            if program.begin >= 0:
                self.f[program.begin](S, X)
        elif stage == ENTER:
            if S[self.phase] < 0:
                S[self.phase] = self.f[program.first_phase](S) if program.first_phase >= 0 else 0
            phase = program.phases[S[self.phase]]
            S[self.stage], S[self.acts] = ACT, 0
            self._reset("phase", S)
            if phase.enter >= 0:
                self.f[phase.enter](S, X)
            self._test_ends("job", S, X)
        elif stage in (LEAVE, ENDING):
            self._leave(S, X, stage == ENDING)
        elif stage in (LEFT, LEFT_FOR_GOOD):
            self._go_on(S, stage == LEFT_FOR_GOOD)
        elif stage == END:
            S[self.stage] = ENDED
            if program.end >= 0:
                self.f[program.end](S, X)
                if S[self.stage] in (LEAVE, ENDING):
                    S[self.stage] = ENDED
        elif stage == ENDED:
            self._end_turn(S, X)

    def _leave(self, S: Block, X: Run, turn_over: bool) -> None:
        """The `leave` of a phase; where the flow goes then is another step."""
        phase = self.program.phases[S[self.phase]] if S[self.phase] >= 0 else None
        S[self.stage] = LEFT_FOR_GOOD if turn_over else LEFT
        if phase is not None:
            if phase.leave >= 0:
                self.f[phase.leave](S, X)
            self._test_ends("job", S, X)
            if S[self.stage] in (LEAVE, ENDING):
                S[self.stage] = LEFT_FOR_GOOD if turn_over or S[self.stage] == ENDING else LEFT

    def _go_on(self, S: Block, turn_over: bool) -> None:
        """Out of a phase: to the next one, back into the one it was entered from, or to the end of the turn."""
        phase = self.program.phases[S[self.phase]] if S[self.phase] >= 0 else None
        S[self.stage] = END
        if phase is not None:
            following = self.f[phase.next](S) if phase.next >= 0 and not turn_over else -1
            if 0 <= following < len(self.program.phases):
                S[self.phase], S[self.stage] = following, ENTER
                return
            turn_over = turn_over or following >= 0
        if S[self.stack]:
            self._pop(S)
            if turn_over:
                self._moved_on(S, S[self.stage], ENDING)

    def _moved_on(self, S: Block, before: int, wish: int) -> None:
        """`end phase` or `end turn`, said where the flow stood at `before`: what was left is not left again."""
        if before == ACT:
            S[self.stage] = wish
        elif before in (ENTER, LEFT):
            S[self.stage] = LEFT_FOR_GOOD if wish == ENDING else LEFT
        else:
            S[self.stage] = ENDING if before == LEAVE and wish == ENDING else before

    def push(self, S: Block, phase: int, site: int) -> None:
        """Enters a phase; what was going on is kept below it."""
        depth = S[self.stack]
        if depth >= FRAMES:
            raise Fault("phases-too-deep", site)
        at = self.stack + 1 + FRAME * depth
        S[at : at + FRAME] = [S[self.phase], S[self.stage], S[self.acts]]
        S[self.stack] = depth + 1
        S[self.phase], S[self.stage] = phase, ENTER

    def _pop(self, S: Block) -> None:
        S[self.stack] -= 1
        at = self.stack + 1 + FRAME * S[self.stack]
        S[self.phase], S[self.stage], S[self.acts] = S[at : at + FRAME]
        S[at : at + FRAME] = [0] * FRAME

    # -- jobs for later

    def _due(self, S: Block) -> int:
        """The first row of the queue that does not wait for a phase to be over, or -1."""
        for row in range(S[self.waiting]):
            if S[self.queue + QUEUE_ROW * row + 1] >= S[self.stack]:
                return row
        return -1

    def queue_up(self, S: Block, depth: int, what: int, args: tuple[int, ...], site: int) -> None:
        if S[self.waiting] >= QUEUE_ROWS:
            raise Fault("queue", site)
        at = self.queue + QUEUE_ROW * S[self.waiting]
        S[at : at + 2 + len(args)] = [what, depth, *args]
        S[self.waiting] += 1

    def _run_queued(self, S: Block, X: Run, row: int) -> None:
        at = self.queue + QUEUE_ROW * row
        what, count = S[at], self.program.queueables[S[at]][1]
        args = S[at + 2 : at + 2 + count]
        end = self.queue + QUEUE_ROW * S[self.waiting]
        S[at:end] = [*S[at + QUEUE_ROW : end], *([0] * QUEUE_ROW)]
        S[self.waiting] -= 1
        before = S[self.stage]
        self.f[self.program.queueables[what][0]](S, X, *args)
        self._test_ends("job", S, X)
        if S[self.stage] in (LEAVE, ENDING):
            self._moved_on(S, before, S[self.stage])

    # -- turns

    def _end_turn(self, S: Block, X: Run) -> None:
        S[self.stage] = BEGIN
        self._test_ends("turn-end", S, X)
        if not S[self.living]:
            raise Fault("nobody-left")
        following, direction = S[self.next], S[self.direction]
        extra = following == S[self.active]
        if following < 0 or not S[self.living] >> following & 1:
            following = around(S[self.living], S[self.active], direction, self.seats)
        S[self.next] = -1
        if not extra and self._comes_round(S[self.active], following, direction):
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

    def _comes_round(self, before: int, after: int, direction: int) -> bool:
        """A round is over when the turn comes to the first seat or passes it, whichever way play goes."""
        if direction > 0:
            return after <= before
        return after == 0 or (after >= before and before != 0)

    def _reset(self, when: str, S: Block) -> None:
        for kind, slot, length, _ in self.resets:
            if kind == when:
                S[slot : slot + length] = self.starts[slot : slot + length]

    def end_by_limit(self, S: Block, X: Run) -> None:
        assert self.program.limit is not None
        if self.program.limit[2] >= 0:
            self.f[self.program.limit[2]](S, X)
        S[self.outcome] = 2
        raise Over

    def _test_ends(self, at: str, S: Block, X: Run) -> None:
        for that, do in self.ends[at]:
            if that(S):
                do(S, X)

    # -- deciding

    def _act(self, S: Block, X: Run) -> bool:
        """True if somebody must decide."""
        phase = self.program.phases[S[self.phase]]
        if phase.loop >= 0:
            self._job(S, X)
            if self.f[phase.loop](S):
                self.f[phase.each](S, X)
                self._test_ends("job", S, X)
            elif S[self.stage] == ACT:
                S[self.stage] = LEAVE
            return False
        if phase.most >= 0 and S[self.acts] >= self.f[phase.most](S):
            S[self.stage] = LEAVE
            return False
        if self.most_decisions and S[self.count] >= self.most_decisions:
            self.end_by_limit(S, X)
        if self.clock is not None and not self.clock.somebody_ready(S, X):
            return False
        self.fuel.clear()
        offers = self.offers_at(S, phase)
        if not offers and not self._stuck(S, X, phase, offers):
            return False
        if S[self.fresh]:
            S[self.fresh] = 0
            self._test_ends("turn-begin", S, X)
        X.offers = offers
        return True

    def offers_at(self, S: Block, phase: Phase) -> list[Offer]:
        offers: list[Offer] = []
        deciding = self.f[phase.who](S) & S[self.living]
        listers = self.listers[S[self.phase]]
        for step in range(self.seats):
            seat = (S[self.active] + step) % self.seats
            if deciding >> seat & 1:
                if self.clock is not None and not self.clock.ready(S, seat):
                    continue
                seen = self.masked(S, seat) if self.veiled else S
                for lister in listers:
                    lister(seen, seat, offers)
                if self.clock is not None:
                    offers.append((seat, WAIT))
        return self.best(S, offers) if self.keeping else offers

    def masked(self, S: Block, seat: int) -> Block:
        """The block as this seat knows it, where fields are hidden by a condition."""
        if not self.veiled:
            return S
        seen = S[:]
        for this, sight in self.veiled:
            for index in range(this.count):
                if not sight(S, index, seat):
                    at = this.slot + index * this.slots
                    seen[at : at + this.slots] = self.starts[at : at + this.slots]
        return seen

    def best(self, S: Block, offers: list[Offer], given: dict[int, tuple[Any, ...]] | None = None) -> list[Offer]:
        """Of an action with `keep`, only its best decisions, seat by seat."""
        scores: dict[Offer, int] = {}
        most: dict[Offer, int] = {}
        for offer in offers:
            action = self.program.actions[offer[1]] if offer[1] >= 0 else None
            if action is not None and action.keep >= 0:
                end = 2 + len(action.params)
                rest, names = offer[end:], len({name for name, _, _ in action.chosen}) or 1
                lists = [rest[first::names] for first in range(names)] if action.chosen else []
                fixed = (given or {}).get(offer[1], ())
                score = scores[offer] = self.f[action.keep](S, offer[0], *fixed, *offer[2:end], *lists)
                most[offer[:2]] = max(score, most.get(offer[:2], score))
        return [offer for offer in offers if offer not in scores or scores[offer] == most[offer[:2]]]

    def _stuck(self, S: Block, X: Run, phase: Phase, offers: list[Offer]) -> bool:
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

    def explore(self, S: Block, out: list[Offer], seat: int, action: int, given: tuple[int, ...], args: tuple[int, ...]) -> None:
        """Every complete way of choosing inside the body of an action, by running it again and again."""
        probe = self.f[self.program.actions[action].probe]
        stack: list[tuple[int, ...]] = [()]
        run = Run(self, [])
        while stack:
            chosen = stack.pop()
            run.choices = chosen
            try:
                if probe(S[:], run, seat, *given, *args):
                    out.append((seat, action, *args, *chosen))
            except NeedChoice as need:
                if self.program.sites[need.site].get("final"):
                    out += [(seat, action, *args, *chosen, value) for value in need.values]
                else:
                    stack += [(*chosen, value) for value in reversed(need.values)]
            except Over:
                out.append((seat, action, *args, *chosen))

    def _can(self, S: Block, action: int, seat: int) -> bool:
        offers: list[Offer] = []
        self.f[self.program.actions[action].lister](S, seat, offers)
        return bool(offers)


def start_block(program: Program) -> Block:
    """The block before set-up: every field at its start value."""
    block: Block = []
    for field in program.world.layout:
        for _ in range(field.count):
            value = field.start_value
            if isinstance(field.type, ListOf):
                listed = list(value or ())
                block += [len(listed), *listed, *([0] * (field.type.most - len(listed)))]
            elif isinstance(field.type, BagOf):
                block += list(value) if value else [0] * field.slots
            elif isinstance(field.type, Maybe) and value is None:
                block.append(empty_of(field.type))
            elif isinstance(field.type, SetOf) and isinstance(value, tuple):
                block.append(sum({1 << item for item in value}))
            else:
                block.append(value or 0)
    return block


__all__ = ["ACT", "ANSWER", "BEGIN", "OVER", "REACT", "SETUP", "TIME", "Flow", "Pause", "start_block"]

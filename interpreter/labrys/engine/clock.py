"""Virtual time: seats that are busy, timers that ring, and the clock that jumps to the next event.

Times are ticks since the game began. Whenever no seat is ready the clock goes on to the earliest of a seat
becoming ready and a timer running out; a person's game passes the time that went by with a TIME decision.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from labrys.engine.primitives import Fault
from labrys.engine.run import TIME, WAIT, Block, Offer, Run
from labrys.language.types import MOST

if TYPE_CHECKING:
    from labrys.engine.flow import Flow


class Clock:
    def __init__(self, flow: Flow, most: int) -> None:
        world = flow.program.world
        slot = {name: field.slot for (of, name), field in world.fields.items() if of is None}
        self.flow, self.most = flow, most
        self.now, self.due, self.started = slot["$now"], slot["$due"], slot["$started"]
        self.busy, self.starts, self.until = slot["$busy"], slot["$starts"], slot["$until"]
        self.runs, self.begins = world.timer_runs, world.timer_starts
        self.rings = flow.program.rings
        self.takes = [action.takes for action in flow.program.actions]

    def wind_up(self, S: Block) -> None:
        """Timers that start by themselves: their end is known from the beginning."""
        for timer, at in enumerate(self.begins):
            if at >= 0:
                self._set(S, timer, at + max(self.runs[timer], 1))

    def _set(self, S: Block, timer: int, due: int) -> None:
        S[self.due + timer] = due
        S[self.starts] += 1
        S[self.started + timer] = S[self.starts]

    def start(self, S: Block, timer: int, length: int, site: int) -> None:
        if not 0 < length < MOST - S[self.now]:
            raise Fault("range", site)
        self._set(S, timer, S[self.now] + length)

    def ready(self, S: Block, seat: int) -> bool:
        return S[self.busy + seat] <= S[self.now]

    def begin(self, S: Block, offer: Offer) -> None:
        """The seat is busy from now on, for at least one tick; whoever waited looks again."""
        flow, takes = self.flow, self.takes[offer[1]]
        length = 1
        if takes >= 0:
            length = max(1, flow.f[takes](S, offer[0], *offer[2 : flow.widths[offer[1]]]))
        S[self.busy + offer[0]] = S[self.now] + length
        self._wake(S, offer[0])

    def _wake(self, S: Block, but: int = -1) -> None:
        for seat in range(self.flow.seats):
            if seat != but and S[self.busy + seat] == MOST:
                S[self.busy + seat] = S[self.now]

    def perform(self, S: Block, offer: Offer) -> None:
        if offer[1] == WAIT:
            S[self.busy + offer[0]] = MOST
        elif offer[1] == TIME:
            S[self.until] = max(offer[2], S[self.now])

    def somebody_ready(self, S: Block, X: Run) -> bool:
        """True if a seat can decide now; else time goes on by one event, which may be a job."""
        flow = self.flow
        now = S[self.now]
        # Timers come before seats: of several that are due together all ring before anybody acts.
        if S[self.until] > now or any(0 <= S[self.due + timer] <= now for timer in range(len(self.rings))):
            self._advance(S, X, max(S[self.until], now))
            return False
        deciding = flow.f[flow.program.phases[S[flow.phase]].who](S) & S[flow.living]
        seats = [seat for seat in range(flow.seats) if deciding >> seat & 1]
        if any(self.ready(S, seat) for seat in seats):
            return True
        times = [S[self.busy + seat] for seat in seats if S[self.busy + seat] < MOST]
        times += [S[self.due + timer] for timer in range(len(self.rings)) if S[self.due + timer] >= 0]
        if self.most:
            times.append(self.most)
        if not times:
            raise Fault("clock-stands")
        self._advance(S, X, min(times))
        return False

    def _advance(self, S: Block, X: Run, to: int) -> None:
        """On to the next timer that rings until then, else to that time."""
        flow = self.flow
        due = [
            (S[self.due + timer], S[self.started + timer], timer)
            for timer in range(len(self.rings))
            if 0 <= S[self.due + timer] <= to
        ]
        if self.most and min([to, *(row[0] for row in due)]) >= self.most:
            S[self.now] = self.most
            flow.end_by_limit(S, X)
        if not due:
            S[self.now] = to
            self._wake(S)
            return
        flow._job(S, X)
        at, _, timer = min(due)
        S[self.now] = max(S[self.now], at)
        S[self.due + timer] = -1
        self._wake(S)
        if self.rings[timer] >= 0:
            flow.f[self.rings[timer]](S, X, timer)
        flow._test_ends("job", S, X)

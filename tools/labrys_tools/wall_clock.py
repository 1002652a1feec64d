"""Real time for games with a clock and people: the wall drives the game's clock, and everybody else plays meanwhile."""

import time
from collections.abc import Callable

from labrys import State


class WallClock:
    """How late it is in the game by the clock on the wall. Questions stop the game's clock, so this one is set back then."""

    def __init__(
        self,
        state: State,
        watch: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._watch, self._pause = watch, pause
        self._zero = watch() - state.now

    def now(self) -> float:
        """Seconds since the game began."""
        return self._watch() - self._zero

    def set_to(self, state: State) -> None:
        """The time since then was spent on a question and does not count."""
        self._zero = self._watch() - state.now

    def hold(self, state: State) -> None:
        """A seat that is busy is busy in the world too: wait until the wall has come as far as the game."""
        ahead = state.now - self.now()
        if ahead > 0:
            self._pause(ahead)


def next_moment(state: State, until: float, seats: list[str]) -> float:
    """The earliest time at which one of these seats is ready again, not later than `until`."""
    times = [state.ready_at(seat) for seat in seats]
    return min([until, *(at for at in times if at is not None and at > state.now)])

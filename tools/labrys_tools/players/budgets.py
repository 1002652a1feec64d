"""How long an opponent may think: in seconds, in games tried, or both."""

from collections.abc import Callable
from dataclasses import dataclass

# A game that was cut off counts as even; without a clock it is cut here.
LONGEST = 20_000


@dataclass(frozen=True)
class Budget:
    """At most so many seconds, at most so many games tried. Whichever is used up first ends the thinking."""

    seconds: float | None = None
    tries: int | None = None

    def __str__(self) -> str:
        parts = [f"{self.seconds:g}s" if self.seconds is not None else "", str(self.tries or "")]
        return " ".join(part for part in parts if part)


# What is kept back of the seconds, for what follows the last try and for a machine that is busy elsewhere: a part, and at least so much of short ones.
_KEPT, _LEAST_KEPT = 0.08, 0.01

# Easy sees what wins at once and little else; normal keeps a game going; hard is for those who can wait.
LEVELS = {
    "easy": Budget(seconds=0.5, tries=40),
    "normal": Budget(seconds=1.0),
    "hard": Budget(seconds=5.0),
}


class Timer:
    """Watches a budget. A try that might not be over in time is not begun."""

    def __init__(self, budget: Budget, clock: Callable[[], float]) -> None:
        self.budget, self.clock = budget, clock
        self.begin = self.last = clock() if budget.seconds is not None else 0.0
        seconds = budget.seconds or 0.0
        self.end = self.begin + seconds - max(_KEPT * seconds, min(_LEAST_KEPT, seconds / 4))
        self.tries, self.longest = 0, 0.0
        self.decisions = 0

    def done(self) -> bool:
        """Asked before every try."""
        if self.budget.tries is not None and self.tries >= self.budget.tries:
            return True
        if self.budget.seconds is None:
            return False
        now = self.clock()
        if self.tries:
            self.longest = max(self.longest, now - self.last)
        self.last = now
        return now + self.longest >= self.end

    def late(self) -> bool:
        """Asked inside a try that takes long."""
        return self.budget.seconds is not None and self.clock() >= self.end

    def tried(self, decisions: int) -> None:
        self.tries += 1
        self.decisions += decisions

    def reach(self) -> int:
        """How many decisions a game may have that is played out now."""
        if self.budget.seconds is None:
            return LONGEST
        spent = self.last - self.begin
        if self.tries < 2 or spent <= 0:
            return 200
        return max(20, min(LONGEST, int(0.8 * (self.end - self.last) * self.decisions / spent)))

    def share(self) -> float:
        """How much of the budget is used up, from 0 to 1."""
        shares = [0.0]
        if self.budget.tries:
            shares.append(self.tries / self.budget.tries)
        if self.budget.seconds:
            shares.append((self.last - self.begin) / self.budget.seconds)
        return min(1.0, max(shares))

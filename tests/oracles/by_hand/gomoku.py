"""Gomoku on any board: free-style, exactly five, and the pro opening."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from by_hand.table import End, Square, Written, drawn, longest_line, name, square, squares, won


@dataclass(frozen=True)
class Gomoku:
    size: int = 15
    exact: bool = False
    pro: bool = False
    stones: dict[Square, str] = field(default_factory=dict)
    last: Square | None = None

    def mover(self) -> str:
        return "black" if len(self.stones) % 2 == 0 else "white"

    def end(self) -> End | None:
        if self.last is not None:
            seat = self.stones[self.last]
            held = {at for at, owner in self.stones.items() if owner == seat}
            if self.has_won(held, self.last):
                return won(seat)
        return drawn("full") if len(self.stones) == self.size**2 else None

    def has_won(self, held: set[Square], last: Square) -> bool:
        if not self.exact:
            return longest_line(held, last) >= 5
        x, y = last
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            before = after = 0
            while (x - (before + 1) * dx, y - (before + 1) * dy) in held:
                before += 1
            while (x + (after + 1) * dx, y + (after + 1) * dy) in held:
                after += 1
            if before + 1 + after == 5:
                return True
        return False

    def allowed(self, at: Square) -> bool:
        if at in self.stones:
            return False
        centre = (self.size + 1) // 2  # of an even side, the lower and left one
        away = max(abs(at[0] - centre), abs(at[1] - centre))
        if self.pro and len(self.stones) == 0:
            return away == 0
        if self.pro and len(self.stones) == 2 and self.size > 5:
            return away >= 3
        return True

    def to_act(self) -> str | None:
        return None if self.end() else self.mover()

    def decisions(self) -> list[Written]:
        if self.end():
            return []
        points = [at for at in squares(self.size, self.size) if self.allowed(at)]
        return [{"seat": self.mover(), "play": "place", "point": name(at)} for at in points]

    def after(self, decision: Written) -> Gomoku:
        at = square(decision["point"])
        return replace(self, stones={**self.stones, at: self.mover()}, last=at)

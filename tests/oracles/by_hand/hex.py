"""Hex on any board, with and without the pie rule."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from by_hand.table import End, Square, Written, name, square, squares, won

OTHER = {"red": "blue", "blue": "red"}
# Rows are drawn from the top, each half a cell further right than the one above it. So the two cells below
# are the one of the same column and the one of the column before, and the two above the same mirrored.
NEIGHBOURS = [(1, 0), (-1, 0), (0, -1), (-1, -1), (0, 1), (1, 1)]


@dataclass(frozen=True)
class Hex:
    size: int = 11
    pie: bool = False
    stones: dict[Square, str] = field(default_factory=dict)
    mover: str = "red"
    turn: int = 1

    def joined(self, seat: str) -> bool:
        """Red joins bottom and top, Blue left and right."""
        side = 1 if seat == "red" else 0
        held = {at for at, owner in self.stones.items() if owner == seat}
        reached = {at for at in held if at[side] == 1}
        waiting = list(reached)
        while waiting:
            x, y = waiting.pop()
            for dx, dy in NEIGHBOURS:
                there = x + dx, y + dy
                if there in held and there not in reached:
                    reached.add(there)
                    waiting.append(there)
        return any(at[side] == self.size for at in reached)

    def end(self) -> End | None:
        for seat in OTHER:
            if self.joined(seat):
                return won(seat)
        return None

    def to_act(self) -> str | None:
        return None if self.end() else self.mover

    def decisions(self) -> list[Written]:
        if self.end():
            return []
        free = [at for at in squares(self.size, self.size) if at not in self.stones]
        found: list[Written] = [
            {"seat": self.mover, "play": "place", "spot": name(at)} for at in free
        ]
        if self.pie and self.turn == 2:
            found.append({"seat": self.mover, "play": "take-over"})
        return found

    def after(self, decision: Written) -> Hex:
        stones = dict(self.stones)
        if decision["play"] == "place":
            stones[square(decision["spot"])] = self.mover
        else:
            (taken,) = stones
            x, y = taken
            stones = {(self.size + 1 - y, self.size + 1 - x): self.mover}
        return replace(self, stones=stones, mover=OTHER[self.mover], turn=self.turn + 1)

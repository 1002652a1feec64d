"""Reversi on any board, anti-reversi, and the open start."""

from __future__ import annotations

from dataclasses import dataclass, replace

from by_hand.table import EIGHT_WAYS, End, Square, Written, drawn, name, square, squares, won

OTHER = {"black": "white", "white": "black"}


@dataclass(frozen=True)
class Reversi:
    size: int
    discs: dict[Square, str]
    anti: bool = False
    open_start: bool = False
    mover: str = "black"

    @classmethod
    def start(cls, size: int = 8, anti: bool = False, open_start: bool = False) -> Reversi:
        low = size // 2
        high = low + 1
        black = dict.fromkeys([(low, low), (high, high)], "black")
        white = dict.fromkeys([(low, high), (high, low)], "white")
        return cls(size, {} if open_start else {**black, **white}, anti, open_start)

    def caught(self, at: Square, seat: str) -> list[Square]:
        found = []
        for dx, dy in EIGHT_WAYS:
            line = []
            x, y = at[0] + dx, at[1] + dy
            while self.discs.get((x, y)) == OTHER[seat]:
                line.append((x, y))
                x, y = x + dx, y + dy
            if self.discs.get((x, y)) == seat:
                found += line
        return found

    def places(self, seat: str) -> list[Square]:
        low = self.size // 2
        if self.open_start and len(self.discs) < 4:
            middle = [(x, y) for x in (low, low + 1) for y in (low, low + 1)]
            return [at for at in middle if at not in self.discs]
        free = [at for at in squares(self.size, self.size) if at not in self.discs]
        return [at for at in free if self.caught(at, seat)]

    def end(self) -> End | None:
        if self.places("black") or self.places("white"):
            return None
        black = list(self.discs.values()).count("black")
        white = list(self.discs.values()).count("white")
        if black == white:
            return drawn("equal")
        return won("black" if (black > white) != self.anti else "white")

    def to_act(self) -> str | None:
        return None if self.end() else self.mover

    def decisions(self) -> list[Written]:
        if self.end():
            return []
        places = self.places(self.mover)
        found: list[Written] = [
            {"seat": self.mover, "play": "place", "square": name(at)} for at in places
        ]
        return found or [{"seat": self.mover, "play": "pass"}]

    def after(self, decision: Written) -> Reversi:
        there = replace(self, mover=OTHER[self.mover])
        if decision["play"] == "pass":
            return there
        at = square(decision["square"])
        turned = [] if self.open_start and len(self.discs) < 4 else self.caught(at, self.mover)
        return replace(there, discs={**self.discs, **dict.fromkeys([at, *turned], self.mover)})

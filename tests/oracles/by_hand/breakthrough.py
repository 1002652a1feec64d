"""Breakthrough on any board, and with compulsory captures."""

from __future__ import annotations

from dataclasses import dataclass, replace

from by_hand.table import End, Square, Written, name, square, squares, won

OTHER = {"white": "black", "black": "white"}
WAYS = {
    "white": {"nw": (-1, 1), "n": (0, 1), "ne": (1, 1)},
    "black": {"sw": (-1, -1), "s": (0, -1), "se": (1, -1)},
}


@dataclass(frozen=True)
class Breakthrough:
    rows: int
    columns: int
    must_capture: bool
    men: dict[Square, str]
    mover: str = "white"

    @classmethod
    def start(cls, rows: int = 8, columns: int = 8, must_capture: bool = False) -> Breakthrough:
        men = {}
        for x in range(1, columns + 1):
            men[x, 1] = men[x, 2] = "white"
            men[x, rows] = men[x, rows - 1] = "black"
        return cls(rows, columns, must_capture, men)

    def end(self) -> End | None:
        for seat, far in (("white", self.rows), ("black", 1)):
            if any(owner == seat and y == far for (_, y), owner in self.men.items()):
                return won(seat)
            if OTHER[seat] not in self.men.values():
                return won(seat)
        return None

    def to_act(self) -> str | None:
        return None if self.end() else self.mover

    def decisions(self) -> list[Written]:
        if self.end():
            return []
        quiet: list[Written] = []
        captures: list[Written] = []
        for x, y in squares(self.columns, self.rows):
            if self.men.get((x, y)) != self.mover:
                continue
            for way, (dx, dy) in WAYS[self.mover].items():
                goal = x + dx, y + dy
                if not (1 <= goal[0] <= self.columns and 1 <= goal[1] <= self.rows):
                    continue
                written = {"seat": self.mover, "play": "advance", "from": name((x, y)), "way": way}
                if goal not in self.men:
                    quiet.append(written)
                elif self.men[goal] != self.mover and dx != 0:
                    captures.append(written)
        return captures if self.must_capture and captures else quiet + captures

    def after(self, decision: Written) -> Breakthrough:
        x, y = square(decision["from"])
        dx, dy = WAYS[self.mover][decision["way"]]
        men = dict(self.men)
        del men[x, y]
        men[x + dx, y + dy] = self.mover
        return replace(self, men=men, mover=OTHER[self.mover])

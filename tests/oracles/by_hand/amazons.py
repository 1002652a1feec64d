"""The game of the amazons on any board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from by_hand.table import EIGHT_WAYS, End, Square, Written, name, square, won

OTHER = {"white": "black", "black": "white"}


@dataclass(frozen=True)
class Amazons:
    size: int
    amazons: dict[Square, str]
    arrows: frozenset[Square] = frozenset()
    mover: str = "white"

    @classmethod
    def start(cls, size: int = 10) -> Amazons:
        third = (size + 2) // 3
        far = size + 1 - third
        white = [(1, third), (third, 1), (far, 1), (size, third)]
        black = [(1, far), (third, size), (far, size), (size, far)]
        return cls(size, {**dict.fromkeys(white, "white"), **dict.fromkeys(black, "black")})

    def flights(self, start: Square, left: Square | None = None) -> Iterator[Square]:
        """Where a queen could go from here; the square `left` counts as free."""
        for dx, dy in EIGHT_WAYS:
            x, y = start[0] + dx, start[1] + dy
            while 1 <= x <= self.size and 1 <= y <= self.size:
                if (x, y) != left and ((x, y) in self.amazons or (x, y) in self.arrows):
                    break
                yield x, y
                x, y = x + dx, y + dy

    def can_move(self) -> bool:
        mine = [at for at, owner in self.amazons.items() if owner == self.mover]
        return any(True for at in mine for _ in self.flights(at))

    def end(self) -> End | None:
        return None if self.can_move() else won(OTHER[self.mover])

    def to_act(self) -> str | None:
        return None if self.end() else self.mover

    def decisions(self) -> list[Written]:
        found = []
        for start in [at for at, owner in self.amazons.items() if owner == self.mover]:
            for goal in self.flights(start):
                for target in self.flights(goal, left=start):
                    written = {"from": name(start), "to": name(goal), "target": name(target)}
                    found.append({"seat": self.mover, "play": "move-and-shoot", **written})
        return found

    def after(self, decision: Written) -> Amazons:
        amazons = dict(self.amazons)
        amazons[square(decision["to"])] = amazons.pop(square(decision["from"]))
        arrows = self.arrows | {square(decision["target"])}
        return replace(self, amazons=amazons, arrows=arrows, mover=OTHER[self.mover])

"""Quoridor for two, three and four players, on any board, with any box of fences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from by_hand.table import End, Square, Written, drawing, drawn, name, square, won

SEATING = {
    2: ["south", "north"],
    3: ["south", "west", "north"],
    4: ["south", "west", "north", "east"],
}
WAYS = [(0, 1), (1, 0), (0, -1), (-1, 0)]
LONGEST = 1000  # turns
Fence = tuple[
    str, int, int
]  # `lying` or `standing`, and the square to the lower left of its middle


def fence_name(fence: Fence) -> str:
    kind, x, y = fence
    if kind == "lying":
        return f"{name((x, y + 1))}s+{name((x + 1, y + 1))}s"
    return f"{name((x, y + 1))}e+{name((x, y))}e"


@dataclass(frozen=True)
class Quoridor:
    size: int
    seats: list[str]
    pawns: dict[str, Square]
    stock: dict[str, int]
    fences: frozenset[Fence] = frozenset()
    turn: int = 1
    mover: int = 0
    arrived: str | None = None

    @classmethod
    def start(cls, players: int = 2, size: int = 9, box: int = 20) -> Quoridor:
        middle = (size + 1) // 2
        homes = {
            "south": (middle, 1),
            "west": (1, middle),
            "north": (middle, size),
            "east": (size, middle),
        }
        seats = SEATING[players]
        stock = dict.fromkeys(seats, box // players)
        return cls(size, seats, {seat: homes[seat] for seat in seats}, stock)

    def with_pawns(self, signs: dict[Square, str]) -> Quoridor:
        """With the pawns on these squares, each written by the first letter of its seat."""
        return replace(
            self,
            pawns={
                seat: at
                for seat in self.seats
                for at, sign in signs.items()
                if sign == seat[0].upper()
            },
        )

    def as_given(self) -> Written:
        return {
            "map": drawing(
                self.size, self.size, {at: seat[0].upper() for seat, at in self.pawns.items()}
            )
        }

    def at_goal(self, seat: str, at: Square) -> bool:
        x, y = at
        goals = {"south": y == self.size, "north": y == 1, "west": x == self.size, "east": x == 1}
        return goals[seat]

    def barred(self, a: Square, b: Square, fences: frozenset[Fence]) -> bool:
        """Is there a fence, or the edge of the board, between two squares side by side?"""
        if not (1 <= b[0] <= self.size and 1 <= b[1] <= self.size):
            return True
        x, y = min(a, b)
        if (
            a[0] == b[0]
        ):  # one above the other: a lying fence, its middle to the right or to the left
            return ("lying", x, y) in fences or ("lying", x - 1, y) in fences
        return ("standing", x, y) in fences or ("standing", x, y - 1) in fences

    def beside(self, at: Square, fences: frozenset[Fence]) -> Iterator[tuple[Square, Square]]:
        """The ways that are open from a square, each with where it leads."""
        for dx, dy in WAYS:
            there = at[0] + dx, at[1] + dy
            if not self.barred(at, there, fences):
                yield (dx, dy), there

    def has_way(self, seat: str, fences: frozenset[Fence]) -> bool:
        reached = {self.pawns[seat]}
        waiting = list(reached)
        while waiting:
            for _, there in self.beside(waiting.pop(), fences):
                if there not in reached:
                    reached.add(there)
                    waiting.append(there)
        return any(self.at_goal(seat, at) for at in reached)

    def goals(self) -> set[Square]:
        """Where the pawn of the player to move may go."""
        found = set()
        taken = set(self.pawns.values())
        here = self.pawns[self.seats[self.mover]]
        for (dx, dy), there in self.beside(here, self.fences):
            if there not in taken:
                found.add(there)
                continue
            behind = there[0] + dx, there[1] + dy
            if not self.barred(there, behind, self.fences) and behind not in taken:
                found.add(behind)
                continue
            for way, aside in self.beside(there, self.fences):
                if way not in ((dx, dy), (-dx, -dy)) and aside not in taken:
                    found.add(aside)
        return found

    def may_stand(self, fence: Fence) -> bool:
        kind, x, y = fence
        if ("lying", x, y) in self.fences or ("standing", x, y) in self.fences:
            return False
        if kind == "lying" and {("lying", x - 1, y), ("lying", x + 1, y)} & self.fences:
            return False
        if kind == "standing" and {("standing", x, y - 1), ("standing", x, y + 1)} & self.fences:
            return False
        return all(self.has_way(seat, self.fences | {fence}) for seat in self.seats)

    @cached_property
    def possible(self) -> list[Written]:
        seat = self.seats[self.mover]
        found: list[Written] = []
        for goal in self.goals():
            found.append(
                {"seat": seat, "play": "step", "from": name(self.pawns[seat]), "to": name(goal)}
            )
        if self.stock[seat] > 0:
            for kind in ("lying", "standing"):
                for x in range(1, self.size):
                    for y in range(1, self.size):
                        if self.may_stand((kind, x, y)):
                            found.append(
                                {"seat": seat, "play": "build", "at": fence_name((kind, x, y))}
                            )
        return found

    def end(self) -> End | None:
        if self.arrived:
            return won(self.arrived)
        return drawn("limit") if self.turn > LONGEST else None

    def to_act(self) -> str | None:
        return None if self.end() else self.seats[self.mover]

    def decisions(self) -> list[Written]:
        if self.end():
            return []
        return self.possible or [{"seat": self.seats[self.mover], "play": "pass"}]  # shut in

    def after(self, decision: Written) -> Quoridor:
        seat = self.seats[self.mover]
        there = replace(self, turn=self.turn + 1, mover=(self.mover + 1) % len(self.seats))
        if decision["play"] == "pass":
            return there
        if decision["play"] == "step":
            goal = square(decision["to"])
            arrived = seat if self.at_goal(seat, goal) else None
            return replace(there, pawns={**self.pawns, seat: goal}, arrived=arrived)
        kinds = [
            (kind, x, y)
            for kind in ("lying", "standing")
            for x in range(1, 11)
            for y in range(1, 11)
        ]
        (fence,) = [fence for fence in kinds if fence_name(fence) == decision["at"]]
        stock = {**self.stock, seat: self.stock[seat] - 1}
        return replace(there, fences=self.fences | {fence}, stock=stock)

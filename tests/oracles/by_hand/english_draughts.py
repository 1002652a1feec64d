"""English draughts, with flying kings, and with most captures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from by_hand.table import End, Square, Written, drawing, drawn, name, square, squares, won

OTHER = {"black": "white", "white": "black"}
SLANTED = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
FORWARD = {"black": -1, "white": 1}
FAR = {"black": 1, "white": 8}
SIGNS = {"black": "b", "white": "w"}  # a king is written large


def on_board(at: Square) -> bool:
    return 1 <= at[0] <= 8 and 1 <= at[1] <= 8


@dataclass(frozen=True)
class EnglishDraughts:
    pieces: dict[Square, str]
    mover: str = "black"
    flying: bool = False
    most: bool = False
    repetitions: int = 3
    quiet_moves: int = 40
    quiet: int = 0  # turns without a capture or a move of a man
    seen: tuple[object, ...] = ()  # positions since then, the last one included

    @classmethod
    def start(cls, **how: int) -> EnglishDraughts:
        dark = [(x, y) for x, y in squares(8, 8) if (x + y) % 2 == 0]
        black = {at: "b" for at in dark if at[1] >= 6}
        white = {at: "w" for at in dark if at[1] <= 3}
        return cls.given({**black, **white}, "black", **how)

    @classmethod
    def given(cls, pieces: dict[Square, str], mover: str, **how: int) -> EnglishDraughts:
        there = cls(pieces, mover, **how)  # type: ignore[arg-type]
        return replace(there, seen=(there.key(),))

    def as_given(self) -> Written:
        lines = drawing(8, 8, self.pieces).splitlines()
        rows = enumerate(lines)
        shown = [
            "".join("#" if (i + j) % 2 == 0 else c for j, c in enumerate(row)) for i, row in rows
        ]
        return {"map": "\n".join(shown) + "\n", "active": self.mover, "quiet-plies": self.quiet}

    def key(self) -> object:
        return frozenset(self.pieces.items()), self.mover

    def ways(self, piece: str) -> list[Square]:
        return [(dx, dy) for dx, dy in SLANTED if piece in "BW" or dy == FORWARD[self.mover]]

    def landings(self, pieces: dict[Square, str], at: Square) -> Iterator[tuple[Square, Square]]:
        """Each captured square with a square to land on."""
        piece = pieces[at]
        reach = 7 if self.flying and piece in "BW" else 1
        for dx, dy in self.ways(piece):
            over = at[0] + dx, at[1] + dy
            for _ in range(reach - 1):
                if on_board(over) and over not in pieces:
                    over = over[0] + dx, over[1] + dy
            if pieces.get(over, piece).lower() == piece.lower():
                continue
            goal = over[0] + dx, over[1] + dy
            for _ in range(reach):
                if not on_board(goal) or goal in pieces:
                    break
                yield over, goal
                goal = goal[0] + dx, goal[1] + dy

    def chains(self, pieces: dict[Square, str], at: Square) -> Iterator[list[Square]]:
        """Every whole chain of jumps of the piece here; without a jump, the empty chain."""
        jumps = list(self.landings(pieces, at))
        if not jumps:
            yield []
        for over, goal in jumps:
            there = dict(pieces)
            del there[over]
            there[goal] = there.pop(at)
            if there[goal] in "bw" and goal[1] == FAR[self.mover]:
                yield [goal]  # crowned, and the move ends
                continue
            for rest in self.chains(there, goal):
                yield [goal, *rest]

    def mine(self) -> list[Square]:
        return [at for at, piece in self.pieces.items() if piece.lower() == SIGNS[self.mover]]

    @cached_property
    def jumps(self) -> list[Written]:
        found = []
        for at in self.mine():
            for chain in self.chains(self.pieces, at):
                if chain:
                    found.append((at, chain))
        if self.most and found:
            longest = max(len(chain) for _, chain in found)
            found = [(at, chain) for at, chain in found if len(chain) == longest]
        return [
            {
                "seat": self.mover,
                "play": "jump",
                "from": name(at),
                "to": [name(goal) for goal in chain],
            }
            for at, chain in found
        ]

    @cached_property
    def steps(self) -> list[Written]:
        found = []
        for at in self.mine():
            for dx, dy in self.ways(self.pieces[at]):
                goal = at[0] + dx, at[1] + dy
                far = self.flying and self.pieces[at] in "BW"
                while on_board(goal) and goal not in self.pieces:
                    step = {"play": "step", "from": name(at), "to": name(goal)}
                    found.append({"seat": self.mover, **step})
                    if not far:
                        break
                    goal = goal[0] + dx, goal[1] + dy
        return found

    def end(self) -> End | None:
        if not self.jumps and not self.steps:
            return won(OTHER[self.mover])
        if self.seen.count(self.key()) >= self.repetitions:
            return drawn("repetition")
        return drawn("quiet") if self.quiet >= 2 * self.quiet_moves else None

    def to_act(self) -> str | None:
        return None if self.end() else self.mover

    def decisions(self) -> list[Written]:
        return [] if self.end() else self.jumps or self.steps

    def after(self, decision: Written) -> EnglishDraughts:
        pieces = dict(self.pieces)
        at = square(decision["from"])
        final = pieces[at] in "bw" or decision["play"] == "jump"
        goals = decision["to"] if decision["play"] == "jump" else [decision["to"]]
        for goal in map(square, goals):
            dx = 1 if goal[0] > at[0] else -1
            dy = 1 if goal[1] > at[1] else -1
            for i in range(1, abs(goal[0] - at[0])):
                pieces.pop((at[0] + i * dx, at[1] + i * dy), None)
            pieces[goal] = pieces.pop(at)
            at = goal
        if at[1] == FAR[self.mover]:
            pieces[at] = pieces[at].upper()
        there = replace(self, pieces=pieces, mover=OTHER[self.mover])
        quiet, seen = (0, ()) if final else (self.quiet + 1, self.seen)
        return replace(there, quiet=quiet, seen=(*seen, there.key()))

"""Connect four on any board for any length, and the pop-out game."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from by_hand.table import End, Square, Written, drawn, longest_line, name, square, won

OTHER = {"red": "yellow", "yellow": "red"}
POP_OUT_TURNS = 500


@dataclass(frozen=True)
class ConnectFour:
    rows: int = 6
    columns: int = 7
    length: int = 4
    pop_out: bool = False
    discs: dict[Square, str] = field(default_factory=dict)
    mover: str = "red"
    turn: int = 1

    def has_line(self, seat: str) -> bool:
        held = {at for at, owner in self.discs.items() if owner == seat}
        return any(longest_line(held, at) >= self.length for at in held)

    def end(self) -> End | None:
        # Whoever has just played comes first: that decides when one disc out makes a line for both.
        for seat in (OTHER[self.mover], self.mover):
            if self.has_line(seat):
                return won(seat)
        if not self.pop_out:
            return drawn("full") if len(self.discs) == self.rows * self.columns else None
        if self.turn > POP_OUT_TURNS:
            return drawn("long")
        return None if self.possible() else drawn("full")

    def possible(self) -> list[Written]:
        found: list[Written] = []
        for column in range(1, self.columns + 1):
            if (column, self.rows) not in self.discs:
                found.append({"seat": self.mover, "play": "drop", "column": column})
            if self.pop_out and self.discs.get((column, 1)) == self.mover:
                found.append({"seat": self.mover, "play": "pop", "out": name((column, 1))})
        return found

    def to_act(self) -> str | None:
        return None if self.end() else self.mover

    def decisions(self) -> list[Written]:
        return [] if self.end() else self.possible()

    def after(self, decision: Written) -> ConnectFour:
        discs = dict(self.discs)
        if decision["play"] == "drop":
            column = decision["column"]
            height = sum(at[0] == column for at in discs)
            discs[column, height + 1] = self.mover
        else:
            column, _ = square(decision["out"])
            height = sum(at[0] == column for at in discs)
            for row in range(1, height):
                discs[column, row] = discs[column, row + 1]
            del discs[column, height]
        return replace(self, discs=discs, mover=OTHER[self.mover], turn=self.turn + 1)

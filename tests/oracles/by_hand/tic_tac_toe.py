"""Tic-tac-toe on any square board, and the misère game."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from by_hand.table import End, Square, Written, drawn, name, square, squares, won


@dataclass(frozen=True)
class TicTacToe:
    size: int = 3
    misere: bool = False
    marks: dict[Square, str] = field(default_factory=dict)

    def mover(self) -> str:
        return "cross" if len(self.marks) % 2 == 0 else "nought"

    def lines(self) -> list[list[Square]]:
        side = range(1, self.size + 1)
        rows = [[(x, y) for x in side] for y in side]
        columns = [[(x, y) for y in side] for x in side]
        return [*rows, *columns, [(i, i) for i in side], [(i, self.size + 1 - i) for i in side]]

    def end(self) -> End | None:
        for seat, other in (("cross", "nought"), ("nought", "cross")):
            for line in self.lines():
                if all(self.marks.get(at) == seat for at in line):
                    return won(other if self.misere else seat)
        return drawn("full") if len(self.marks) == self.size**2 else None

    def to_act(self) -> str | None:
        return None if self.end() else self.mover()

    def decisions(self) -> list[Written]:
        if self.end():
            return []
        free = [at for at in squares(self.size, self.size) if at not in self.marks]
        return [{"seat": self.mover(), "play": "place", "square": name(at)} for at in free]

    def after(self, decision: Written) -> TicTacToe:
        return replace(self, marks={**self.marks, square(decision["square"]): self.mover()})

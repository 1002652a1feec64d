"""What every game written by hand can tell, and the squares of a board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

Written = dict[str, Any]  # a decision, as scenarios write it
Square = tuple[int, int]  # column and row, both from 1; row 1 is at the bottom

EIGHT_WAYS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
FOUR_AXES = [(0, 1), (1, 1), (1, 0), (1, -1)]


@dataclass(frozen=True)
class End:
    """How a game ended."""

    kind: str
    winners: tuple[str, ...] = ()
    reason: str | None = None


class Position(Protocol):
    """A position of some game; it never changes."""

    def to_act(self) -> str | None:
        """The seat to decide; none at a chance point and at the end."""

    def end(self) -> End | None: ...

    def decisions(self) -> list[Written]:
        """All of them, in any order; at a chance point its outcomes; none at the end."""

    def after(self, decision: Written) -> Position: ...


def won(seat: str) -> End:
    return End("won", (seat,))


def drawn(reason: str) -> End:
    return End("drawn", (), reason)


def name(square: Square) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[square[0] - 1] + str(square[1])


def square(text: str) -> Square:
    return "abcdefghijklmnopqrstuvwxyz".index(text[0]) + 1, int(text[1:])


def squares(columns: int, rows: int) -> Iterator[Square]:
    """From the top left, row by row."""
    for row in range(rows, 0, -1):
        for column in range(1, columns + 1):
            yield column, row


def drawing(columns: int, rows: int, signs: dict[Square, str]) -> str:
    """A map as `given` takes it."""
    lines = []
    for row in range(rows, 0, -1):
        lines.append("".join(signs.get((column, row), ".") for column in range(1, columns + 1)))
    return "\n".join(lines) + "\n"


def longest_line(held: set[Square], through: Square) -> int:
    """The greatest number of held squares in an unbroken line through one of them."""
    best = 0
    for dx, dy in FOUR_AXES:
        length = 1
        for sign in (1, -1):
            x, y = through
            while (x + sign * dx, y + sign * dy) in held:
                x, y = x + sign * dx, y + sign * dy
                length += 1
        best = max(best, length)
    return best


def perft(position: Position, depth: int) -> int:
    """How many sequences of so many decisions there are; chance adds no length."""
    if position.end() is not None:
        return 0
    decisions = position.decisions()
    if position.to_act() is None:
        return sum(perft(position.after(outcome), depth) for outcome in decisions)
    if depth == 1:
        return len(decisions)
    return sum(perft(position.after(decision), depth - 1) for decision in decisions)

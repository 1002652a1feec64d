"""Chess, king of the hill, and chess without castling; men are written as in a FEN."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from by_hand.table import (
    EIGHT_WAYS,
    End,
    Square,
    Written,
    drawing,
    drawn,
    name,
    square,
    squares,
    won,
)

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
OTHER = {"white": "black", "black": "white"}
STRAIGHT = [way for way in EIGHT_WAYS if 0 in way]
SLANTED = [way for way in EIGHT_WAYS if 0 not in way]
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
LINES = {"b": SLANTED, "r": STRAIGHT, "q": EIGHT_WAYS}
LEAPS = {"n": KNIGHT, "k": EIGHT_WAYS}
FORWARD = {"white": 1, "black": -1}
INTO = {"queen": "q", "rook": "r", "bishop": "b", "knight": "n"}
SIDES = {
    "king-side": ("k", 8, 7, 6),
    "queen-side": ("q", 1, 3, 4),
}  # columns of rook, king's goal, rook's goal
HILL = {(4, 4), (4, 5), (5, 4), (5, 5)}
Men = dict[Square, str]


def on_board(at: Square) -> bool:
    return 1 <= at[0] <= 8 and 1 <= at[1] <= 8


def side_of(man: str) -> str:
    return "white" if man.isupper() else "black"


def reach(men: Men, at: Square) -> Iterator[Square]:
    """The squares a man attacks: pawns strike, the others go as far as they can, up to the first man."""
    man = men[at]
    kind = man.lower()
    if kind == "p":
        ways = [(dx, FORWARD[side_of(man)]) for dx in (-1, 1)]
    else:
        ways = LEAPS.get(kind) or LINES[kind]
    for dx, dy in ways:
        goal = at[0] + dx, at[1] + dy
        while on_board(goal):
            yield goal
            if kind not in LINES or goal in men:
                break
            goal = goal[0] + dx, goal[1] + dy


def attacked(men: Men, at: Square, by: str) -> bool:
    return any(at in reach(men, start) for start, man in men.items() if side_of(man) == by)


def in_check(men: Men, seat: str) -> bool:
    king = "K" if seat == "white" else "k"
    return any(attacked(men, at, OTHER[seat]) for at, man in men.items() if man == king)


@dataclass(frozen=True)
class Chess:
    men: Men
    mover: str
    rights: str  # as in a FEN: some of KQkq
    passed: Square | None  # the square a pawn has just passed
    quiet: int = 0
    turn: int = 1
    repetitions: int = 3
    quiet_moves: int = 50
    hill: bool = False
    seen: tuple[object, ...] = ()  # positions since the last capture or pawn move

    @classmethod
    def start(cls, fen: str = START, **how: int) -> Chess:
        rows, mover, rights, passed, quiet, number = fen.split()
        men = {}
        for y, row in zip(range(8, 0, -1), rows.split("/"), strict=True):
            for digit in "12345678":
                row = row.replace(digit, "." * int(digit))
            men.update({(x, y): man for x, man in enumerate(row, 1) if man != "."})
        seat = "white" if mover == "w" else "black"
        ep = None if passed == "-" else square(passed)
        turn = 2 * int(number) - (1 if mover == "w" else 0)
        there = cls(men, seat, rights.replace("-", ""), ep, int(quiet), turn, **how)  # type: ignore[arg-type]
        return replace(there, seen=(there.key(),))

    def as_given(self) -> Written:
        names = {"k": "king-side", "q": "queen-side"}
        return {
            "map": drawing(8, 8, self.men),
            "active": self.mover,
            "white.castling": [names[right.lower()] for right in self.rights if right.isupper()],
            "black.castling": [names[right] for right in self.rights if right.islower()],
            "ep": name(self.passed) if self.passed else "none",
            "quiet-plies": self.quiet,
            "turn-number": self.turn,
        }

    def key(self) -> object:
        passing = any(move["play"] == "en-passant" for move in self.legal)
        return (
            frozenset(self.men.items()),
            self.mover,
            "".join(sorted(self.rights)),
            self.passed if passing else None,
        )

    def moves(self) -> Iterator[Written]:
        """All moves, legal but for the own king."""
        for at in [at for at in squares(8, 8) if at in self.men]:
            if side_of(self.men[at]) != self.mover:
                continue
            if self.men[at] in "Pp":
                yield from self.pawn_moves(at)
                continue
            for goal in reach(self.men, at):
                if goal not in self.men or side_of(self.men[goal]) != self.mover:
                    yield {"play": "move", "from": name(at), "to": name(goal)}
        yield from self.castlings()

    def pawn_moves(self, at: Square) -> Iterator[Written]:
        forward = FORWARD[self.mover]
        goals = []
        ahead, far = (at[0], at[1] + forward), (at[0], at[1] + 2 * forward)
        if ahead not in self.men:
            goals.append(ahead)
            if at[1] == (2 if self.mover == "white" else 7) and far not in self.men:
                goals.append(far)
        for goal in reach(self.men, at):
            if goal in self.men and side_of(self.men[goal]) != self.mover:
                goals.append(goal)
            if goal == self.passed and goal not in self.men:
                yield {"play": "en-passant", "from": name(at), "to": name(goal)}
        for goal in goals:
            if goal[1] in (1, 8):
                for kind in INTO:
                    yield {"play": "promote", "from": name(at), "to": name(goal), "into": kind}
            else:
                yield {"play": "move", "from": name(at), "to": name(goal)}

    def castlings(self) -> Iterator[Written]:
        row = 1 if self.mover == "white" else 8
        for side, (right, rook, goal, _) in SIDES.items():
            if (right.upper() if self.mover == "white" else right) not in self.rights:
                continue
            between = range(min(rook, 5) + 1, max(rook, 5))
            if any((x, row) in self.men for x in between):
                continue
            walk = range(min(goal, 5), max(goal, 5) + 1)
            if not any(attacked(self.men, (x, row), OTHER[self.mover]) for x in walk):
                yield {"play": "castle", "side": side}

    def moved(self, move: Written) -> Men:
        men = dict(self.men)
        if move["play"] == "castle":
            row = 1 if self.mover == "white" else 8
            _, rook, king_goal, rook_goal = SIDES[move["side"]]
            men[king_goal, row] = men.pop((5, row))
            men[rook_goal, row] = men.pop((rook, row))
            return men
        at, goal = square(move["from"]), square(move["to"])
        men[goal] = men.pop(at)
        if move["play"] == "en-passant":
            del men[goal[0], at[1]]
        if move["play"] == "promote":
            man = INTO[move["into"]]
            men[goal] = man.upper() if self.mover == "white" else man
        return men

    @cached_property
    def legal(self) -> list[Written]:
        safe = [move for move in self.moves() if not in_check(self.moved(move), self.mover)]
        return [{"seat": self.mover, **move} for move in safe]

    def dead(self) -> bool:
        """Nobody can be mated with what is left."""
        left = [(man.lower(), (x + y) % 2) for (x, y), man in self.men.items() if man not in "Kk"]
        if len(left) <= 1:
            return all(man in "bn" for man, _ in left)
        return all(man == "b" for man, _ in left) and len({colour for _, colour in left}) == 1

    def end(self) -> End | None:
        if self.hill:
            king = "k" if self.mover == "white" else "K"
            if any(self.men.get(at) == king for at in HILL):
                return won(OTHER[self.mover])
        elif self.dead():
            return drawn("dead-position")
        if not self.legal:
            return won(OTHER[self.mover]) if in_check(self.men, self.mover) else drawn("stalemate")
        if self.seen.count(self.key()) >= self.repetitions:
            return drawn("repetition")
        return drawn("fifty-moves") if self.quiet >= 2 * self.quiet_moves else None

    def to_act(self) -> str | None:
        return None if self.end() else self.mover

    def decisions(self) -> list[Written]:
        return [] if self.end() else self.legal

    def after(self, decision: Written) -> Chess:
        men = self.moved(decision)
        rights = self.rights
        homes = {"K": "e1 h1", "Q": "e1 a1", "k": "e8 h8", "q": "e8 a8"}
        for right, pair in homes.items():
            if any(self.men.get(square(home)) != men.get(square(home)) for home in pair.split()):
                rights = rights.replace(right, "")
        passed = None
        final = decision["play"] in ("promote", "en-passant")
        if decision["play"] == "move":
            at, goal = square(decision["from"]), square(decision["to"])
            final = self.men[at] in "Pp" or goal in self.men
            if self.men[at] in "Pp" and abs(goal[1] - at[1]) == 2:
                passed = at[0], (at[1] + goal[1]) // 2
        there = replace(
            self, men=men, mover=OTHER[self.mover], rights=rights, passed=passed, turn=self.turn + 1
        )
        quiet, seen = (0, ()) if final else (self.quiet + 1, self.seen)
        return replace(there, quiet=quiet, seen=(*seen, there.key()))

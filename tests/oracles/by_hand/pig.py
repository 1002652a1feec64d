"""Pig for any number of players and any target, with one die or two."""

from __future__ import annotations

from dataclasses import dataclass, replace

from by_hand.table import End, Written, drawn, won

SEATS = ("red", "blue", "green", "yellow", "white", "violet")


@dataclass(frozen=True)
class Pig:
    players: int = 2
    target: int = 100
    longest: int = 1000
    dice: int = 1
    scores: tuple[int, ...] = (0, 0, 0, 0, 0, 0)
    points: int = 0
    mover: int = 0
    turn: int = 1
    thrown: tuple[int, ...] | None = None  # the dice on the table while some are still in the air

    def end(self) -> End | None:
        for seat, score in zip(SEATS, self.scores, strict=True):
            if score >= self.target:
                return won(seat)
        return drawn("limit") if self.turn > self.longest else None

    def to_act(self) -> str | None:
        return None if self.thrown is not None or self.end() else SEATS[self.mover]

    def decisions(self) -> list[Written]:
        if self.end():
            return []
        if self.thrown is not None:
            return [{"chance": "roll", "gives": face} for face in range(1, 7)]
        seat = SEATS[self.mover]
        found: list[Written] = []
        if self.scores[self.mover] + self.points < self.target:
            found.append({"seat": seat, "play": "throw"})
        if self.points > 0:
            found.append({"seat": seat, "play": "hold"})
        return found

    def after(self, decision: Written) -> Pig:
        if "chance" in decision:
            thrown = (*(self.thrown or ()), decision["gives"])
            return self.landed(thrown) if len(thrown) == self.dice else replace(self, thrown=thrown)
        if decision["play"] == "throw":
            return replace(self, thrown=())
        return self.passed_on(self.scores[self.mover] + self.points)

    def landed(self, thrown: tuple[int, ...]) -> Pig:
        if thrown == (1, 1):
            return self.passed_on(0)
        if 1 in thrown:
            return self.passed_on(self.scores[self.mover])
        return replace(self, points=self.points + sum(thrown), thrown=None)

    def passed_on(self, score: int) -> Pig:
        """The turn is over, and the player's score is this."""
        scores = (*self.scores[: self.mover], score, *self.scores[self.mover + 1 :])
        mover = (self.mover + 1) % self.players
        return replace(self, scores=scores, points=0, mover=mover, turn=self.turn + 1, thrown=None)

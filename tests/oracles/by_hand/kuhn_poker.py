"""Kuhn poker: three cards, one each, one bet; every line of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from by_hand.table import End, Written, won

CARDS = ["jack", "queen", "king"]
# What may be said after what was said, and by whom.
LINES = {
    (): ("elder", ["check", "bet"]),
    ("check",): ("dealer", ["check", "bet"]),
    ("bet",): ("dealer", ["call", "fold"]),
    ("check", "bet"): ("elder", ["call", "fold"]),
}


@dataclass(frozen=True)
class KuhnPoker:
    cards: tuple[str, ...] = ()
    said: tuple[str, ...] = ()

    def winner(self) -> str | None:
        """The elder's card is dealt first."""
        better = "elder" if CARDS.index(self.cards[0]) > CARDS.index(self.cards[1]) else "dealer"
        return {
            ("check", "check"): better,
            ("bet", "call"): better,
            ("check", "bet", "call"): better,
            ("bet", "fold"): "elder",
            ("check", "bet", "fold"): "dealer",
        }.get(self.said)

    def chips(self) -> dict[str, int]:
        """What each has at the end, of two chips at the start."""
        stake = 2 if "call" in self.said else 1
        winner = self.winner()
        return {seat: 2 + stake if seat == winner else 2 - stake for seat in ("elder", "dealer")}

    def end(self) -> End | None:
        winner = self.winner() if len(self.cards) == 2 else None
        return won(winner) if winner else None

    def to_act(self) -> str | None:
        return None if len(self.cards) < 2 or self.end() else LINES[self.said][0]

    def decisions(self) -> list[Written]:
        if len(self.cards) < 2:
            return [{"chance": "draw", "gives": card} for card in CARDS if card not in self.cards]
        if self.end():
            return []
        seat, words = LINES[self.said]
        return [{"seat": seat, "play": word} for word in words]

    def after(self, decision: Written) -> KuhnPoker:
        if "chance" in decision:
            return replace(self, cards=(*self.cards, decision["gives"]))
        return replace(self, said=(*self.said, decision["play"]))

"""A game being played: its positions so far, undo and redo, and the journal that keeps it."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from labrys.engine.decisions import Decision
from labrys.engine.errors import IllegalDecision, LabrysError
from labrys.engine.game import Game
from labrys.engine.state import State
from labrys.match.journal import Journal
from labrys.match.record import Move, Record, Setup
from labrys.match.shown import shown_by


@dataclass(frozen=True)
class Parting:
    """Where a journal and the rules of today part: before this decision (counted from 0), and why."""

    at: int
    decision: dict[str, Any]
    error: LabrysError | None


class Match:
    """The positions of a game from its start to where it stands. `states[0]` is the start; `at` is the one on the table."""

    def __init__(self, game: Game, setup: Setup, journal: Journal | None = None) -> None:
        self.game, self.setup, self.journal = game, setup, journal
        self.states: list[State] = [game.start(setup.seed)]
        self.decisions: list[Decision] = []
        self.at = 0
        # Seats that gave up; the rules know nothing of it.
        self.resigned: list[str] = []

    @property
    def state(self) -> State:
        return self.states[self.at]

    def play(self, decision: Decision) -> State:
        """Plays a decision and writes it down. Raises IllegalDecision; then nothing has changed."""
        following = self.state.play(decision)
        mark = mark_of(self.state)
        if self.journal is not None:
            if self.at < len(self.decisions):
                self.journal.add({"back": self.at})
            self.journal.add(Move(decision.data, mark).row())
        self._take(decision, following)
        return following

    def _take(self, decision: Decision, following: State) -> None:
        del self.states[self.at + 1 :], self.decisions[self.at :]
        self.decisions.append(decision)
        self.states.append(following)
        self.at += 1

    def undo(self, to: int) -> State:
        """Goes back to an earlier position. What comes later can be had again by `redo`, until something else is played."""
        if not 0 <= to <= self.at:
            raise IllegalDecision("There is nothing to take back.", "Il n'y a rien à reprendre.")
        if self.journal is not None and to < self.at:
            self.journal.add({"back": to})
        self.at = to
        return self.state

    def redo(self, to: int | None = None) -> State:
        """Plays again what was taken back: everything, or up to a position."""
        if self.at == len(self.decisions):
            raise IllegalDecision("There is nothing to play again.", "Il n'y a rien à rejouer.")
        while self.at < (len(self.decisions) if to is None else min(to, len(self.decisions))):
            if self.journal is not None:
                self.journal.add(Move(self.decisions[self.at].data, mark_of(self.state)).row())
            self.at += 1
        return self.state

    def resign(self, seat: str) -> None:
        """A seat gives up. What comes of it is for those to say who run the match."""
        if self.journal is not None:
            self.journal.add({"resign": seat})
        self.resigned.append(seat)

    def last_of(self, seats: set[str]) -> int | None:
        """The position before the latest decision of one of these seats; None if they took none."""
        for index in range(self.at - 1, -1, -1):
            if self.decisions[index].seat in seats:
                return index
        return None

    def shown_since(self, position: int) -> str | None:
        """What the decisions since a position have shown that cannot be unseen: `chance`, `secret`, or None."""
        for index in range(position, self.at):
            shown = shown_by(self.states[index], self.decisions[index], self.states[index + 1])
            if shown is not None:
                return shown
        return None

    def replay(self, record: Record) -> Parting | None:
        """Plays what a record holds, up to where these rules part from those it was played by."""
        self.resigned = [seat for seat in record.resigned if seat in self.game.seats]
        for index, move in enumerate(record.moves):
            before = self.state
            try:
                if mark_of(before) != move.mark:
                    return Parting(index, dict(move.decision), None)
                decision = self.game.decision(move.decision)
                self._take(decision, before.play(decision))
            except LabrysError as error:
                return Parting(index, dict(move.decision), error)
        return None


def save_as(match: Match, path: Path) -> Journal:
    """A journal of the match up to where it stands, in a new file."""
    journal = Journal.create(path, match.setup)
    for decision, before in zip(match.decisions[: match.at], match.states, strict=False):
        journal.add(Move(decision.data, mark_of(before)).row())
    for seat in match.resigned:
        journal.add({"resign": seat})
    return journal


def mark_of(state: State) -> str:
    """A short mark of what may be decided in a position; it changes with the rules, not with texts or layout."""
    told = [state.at, *state.to_act, *(str(decision) for decision in state.decisions)]
    return f"{zlib.crc32(chr(10).join(told).encode()):08x}"

"""What a journal holds: how the table was set, then every decision in order; as lines of text and back."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from labrys.engine.errors import SaveError

# The number of this format; a journal with a greater one was written by a later Labrys.
FORMAT = 1
_LONGEST = 200_000


@dataclass(frozen=True)
class Setup:
    """How the table was set: enough to begin the same game again. `rules` is the ruleset's hash."""

    game: str
    players: int
    variants: tuple[str, ...]
    options: Mapping[str, Any]
    seed: int
    rules: str
    seats: Mapping[str, str] = field(default_factory=dict)

    def row(self) -> dict[str, Any]:
        return {
            "journal": FORMAT, "game": self.game, "players": self.players, "variants": list(self.variants),
            "options": dict(self.options), "seed": self.seed, "rules": self.rules, "seats": dict(self.seats),
        }  # fmt: skip


@dataclass(frozen=True)
class Move:
    """A decision as it is written, and what stood before it: `mark` tells whether rules have changed."""

    decision: Mapping[str, Any]
    mark: str

    def row(self) -> dict[str, Any]:
        return {"decision": dict(self.decision), "mark": self.mark}


@dataclass(frozen=True)
class Record:
    """A journal as it was read: the set-up, the decisions that stand, and what had to be left out."""

    setup: Setup
    moves: tuple[Move, ...]
    # Bytes that are whole; what comes behind them was not written to its end.
    whole: int
    damaged: bool = False
    # Seats that gave up.
    resigned: tuple[str, ...] = ()


def line_of(row: Mapping[str, Any]) -> bytes:
    """One line: the row as JSON, a tab, and its check sum."""
    text = json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode()
    return text + b"\t%08x\n" % zlib.crc32(text)


def read_record(data: bytes) -> Record:
    """Reads a journal as far as its lines are whole. Raises SaveError if not even the first one is."""
    rows, whole, damaged = _rows(data)
    if not rows:
        raise SaveError("This file is no journal of Labrys.", "Ce fichier n'est pas un journal de Labrys.")
    setup = _setup(rows[0])
    moves: list[Move] = []
    resigned: list[str] = []
    for row in rows[1:]:
        if isinstance(row.get("back"), int) and 0 <= row["back"] <= len(moves):
            del moves[row["back"] :]
        elif isinstance(row.get("resign"), str):
            resigned.append(row["resign"])
        elif isinstance(row.get("decision"), dict) and isinstance(row.get("mark"), str):
            moves.append(Move(row["decision"], row["mark"]))
        else:
            raise SaveError("The journal holds a line that says nothing.", "Le journal contient une ligne qui ne dit rien.")
    return Record(setup, tuple(moves), whole, damaged, tuple(resigned))


def _rows(data: bytes) -> tuple[list[dict[str, Any]], int, bool]:
    rows: list[dict[str, Any]] = []
    at = 0
    while at < len(data):
        end = data.find(b"\n", at, at + _LONGEST)
        row = _row(data[at:end]) if end >= 0 else None
        if row is None:
            return rows, at, True
        rows.append(row)
        at = end + 1
    return rows, at, False


def _row(line: bytes) -> dict[str, Any] | None:
    text, tab, total = line.rpartition(b"\t")
    if not tab or total != b"%08x" % zlib.crc32(text):
        return None
    try:
        row = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) else None


def _setup(row: dict[str, Any]) -> Setup:
    number = row.get("journal")
    if isinstance(number, int) and number > FORMAT:
        raise SaveError("A later version of Labrys wrote this journal.", "Une version plus récente de Labrys a écrit ce journal.")
    try:
        setup = Setup(
            str(row["game"]), int(row["players"]), tuple(map(str, row["variants"])), dict(row["options"]),
            int(row["seed"]), str(row["rules"]), {str(seat): str(kind) for seat, kind in row["seats"].items()},
        )  # fmt: skip
    except (KeyError, TypeError, ValueError, AttributeError):
        raise SaveError("This file is no journal of Labrys.", "Ce fichier n'est pas un journal de Labrys.") from None
    return setup

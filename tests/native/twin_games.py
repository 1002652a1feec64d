"""Every game there is, loaded on both engines: rulesets and examples, variants, options, numbers of players."""

import os
import random
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import labrys
import pytest
from labrys import Decision, State
from labrys_tools.campaign.side_by_side import after, difference
from labrys_tools.commands.list import row_of
from labrys_tools.engines import why_not_native
from labrys_tools.proof import companies

ROOT = Path(__file__).resolve().parents[2]
RULESETS = sorted(path.parent for path in (ROOT / "rulesets").glob("*/game.yaml"))
EXAMPLES = sorted(
    path.parent
    for folder in ("tests/examples", "tests/play/examples", "docs/tutorial")
    for path in (ROOT / folder).glob("*/game.yaml")
)
# LABRYS_NATIVE_GAMES=20 plays twenty times as many games.
MORE = max(1, int(os.environ.get("LABRYS_NATIVE_GAMES", "1")))
# Sizes at which a game takes long in Python: the large ones are walked when more is asked for.
SMALLER = {"size": 6, "rows": 6, "columns": 6} if MORE == 1 else {}

needs_a_compiler = pytest.mark.skipif(
    why_not_native() is not None, reason="there is no C compiler here"
)


@dataclass(frozen=True)
class Table:
    """A ruleset with what was chosen for it."""

    folder: Path
    variants: tuple[str, ...] = ()
    players: int | None = None
    options: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        chosen = [f"{name}={value}" for name, value in self.options]
        seats = [str(self.players)] if self.players else []
        return "-".join([self.folder.name, *self.variants, *seats, *chosen])

    def load(self, engine: str = "python") -> labrys.Game:
        return labrys.load(self.folder, self.players, self.variants, dict(self.options), engine)


def tables(folder: Path) -> list[Table]:
    """As it comes, with each variant, with each number of players, and with each option changed."""
    row = row_of(folder)
    assert row is not None, folder
    few, many = row["players"].get("from", 2), row["players"].get("to", 2)
    found = [Table(folder, variants) for variants in companies(folder, ())]
    if folder in EXAMPLES and MORE == 1:
        return found
    found += [Table(folder, (), players) for players in range(few, many + 1) if players != few]
    found += [
        Table(folder, (), None, ((option["id"], value),))
        for option in row["options"]
        for value in _others(option)
    ]
    return found


def _others(option: dict[str, Any]) -> list[Any]:
    """Other values than the one it starts at: all words, or a number near the lower end."""
    kind, start = option["type"], option.get("start")
    if isinstance(kind, list):
        return [word for word in kind if word != start]
    if kind == "truth":
        return [not start]
    low, high = map(int, re.findall(r"-?\d+", str(kind))[:2])
    near = SMALLER.get(option["id"], low + (high - low) // 4)
    return [number for number in (max(low, min(high, near)),) if number != start]


ALL = [table for folder in (*RULESETS, *EXAMPLES) for table in tables(folder)]


@cache
def twins(table: Table) -> tuple[labrys.Game, labrys.Game]:
    """The game on Python's engine and on the native one."""
    return table.load(), table.load("native")


def start_both(table: Table, seed: int | None) -> tuple[State, State]:
    python, native = twins(table)
    return python.start(seed), native.start(seed)


def walk_both(
    table: Table, seed: int | None, pick: int, most: int
) -> list[tuple[State, State, Decision | None]]:
    """One random game on both engines, alike at every decision, or the report of where they part.

    Now and then a position is saved by one engine and read by the other, and the game goes on from there.
    """
    dice = random.Random(pick)
    python, native = start_both(table, seed)
    walked: list[tuple[State, State, Decision | None]] = []
    for number in range(most + 1):
        found = difference(python, native)
        assert found is None, f"{table}, seed {seed}, after {number} decisions: {found}"
        if python.over or number == most:
            break
        if dice.random() < 0.1:
            python, native = (
                python.game.from_bytes(native.to_bytes()),
                native.game.from_bytes(python.to_bytes()),
            )
            found = difference(python, native)
            assert found is None, f"{table}, seed {seed}, read again after {number}: {found}"
        decision = dice.choice(python.decisions)
        walked.append((python, native, decision))
        try:
            both = after(python, native, decision)
        except labrys.Fault:
            # Rules that stop with a fault stop with the same one on both engines.
            return walked
        assert not isinstance(both, str), f"{table}, seed {seed}, decision {number}: {both}"
        python, native = both
    return [*walked, (python, native, None)]

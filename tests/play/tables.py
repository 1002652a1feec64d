"""Games of every ruleset, as shipped and with each of its variants, and ways to play them."""

import random
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import labrys

RULESETS = Path(__file__).parents[2] / "rulesets"
SMALLER = {"amazons": 6, "quoridor": 7}  # on the full board a game takes too long


@dataclass(frozen=True)
class Table:
    """A ruleset with the variants and players it is played with."""

    ruleset: str
    variants: tuple[str, ...] = ()
    players: int | None = None
    size: int | None = None

    def __str__(self) -> str:
        seats = (str(self.players),) if self.players else ()
        return "-".join((self.ruleset, *self.variants, *seats))

    def load(self) -> labrys.Game:
        options = {"size": self.size} if self.size else {}
        return labrys.load(RULESETS / self.ruleset, self.players, self.variants, options)


def tables() -> list[Table]:
    """Every ruleset, every variant of it alone, and other numbers of players."""
    found = []
    for folder in sorted(path.parent for path in RULESETS.glob("*/game.yaml")):
        found.append(Table(folder.name, size=SMALLER.get(folder.name)))
        found += [Table(folder.name, (path.stem,)) for path in sorted(folder.glob("variants/*"))]
    return [*found, Table("pig", (), 4), Table("quoridor", (), 3, 5), Table("quoridor", (), 4, 5)]


@cache
def twins(table: Table) -> tuple[labrys.Game, labrys.Game]:
    """The same game loaded twice."""
    return table.load(), table.load()


def walk(state: labrys.State, seed: int, most: int) -> list[tuple[labrys.State, labrys.Decision]]:
    """Random decisions, each with the state it is taken in."""
    pick = random.Random(seed)
    taken: list[tuple[labrys.State, labrys.Decision]] = []
    while not state.over and len(taken) < most:
        decision = pick.choice(state.decisions)
        taken.append((state, decision))
        state = state.play(decision)
    return taken


def end_of(start: labrys.State, taken: list[tuple[labrys.State, labrys.Decision]]) -> labrys.State:
    return taken[-1][0].play(taken[-1][1]) if taken else start

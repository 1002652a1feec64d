"""Games between automatic players, with the seats going round, and how sure the win rates are."""

import math
import random
import time
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import labrys
from labrys import Game, State

from labrys_tools.players import Player, player


@dataclass(frozen=True)
class Contest:
    """What is played: the table, and the kind of player in each seat in the first game."""

    folder: Path
    kinds: tuple[str, ...]
    seed: int
    engine: str = "native"
    players: int | None = None
    variants: tuple[str, ...] = ()
    options: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True)
class Played:
    """One game: the kinds that won, the decisions, and how long each kind thought at most."""

    winners: frozenset[str]
    decisions: int
    slowest: dict[str, float]


@dataclass
class Record:
    """What came of all games for one kind of player. A game nobody won is drawn, or lost by all."""

    kind: str
    games: int = 0
    won: int = 0
    nobody: int = 0
    slowest: float = 0.0

    @property
    def lost(self) -> int:
        return self.games - self.won - self.nobody

    @property
    def rate(self) -> float:
        return self.won / self.games if self.games else 0.0


@dataclass
class Result:
    records: dict[str, Record] = field(default_factory=dict)
    games: int = 0
    decisions: int = 0

    def add(self, kinds: tuple[str, ...], played: Played) -> None:
        self.games += 1
        self.decisions += played.decisions
        for kind in dict.fromkeys(kinds):
            record = self.records.setdefault(kind, Record(kind))
            record.games += 1
            record.won += kind in played.winners
            record.nobody += not played.winners
            record.slowest = max(record.slowest, played.slowest.get(kind, 0.0))


def wilson(won: int, games: int, z: float = 1.959964) -> tuple[float, float]:
    """The 95% confidence interval of a win rate after Wilson, which also holds near 0 and 1."""
    if not games:
        return 0.0, 1.0
    rate, square = won / games, z * z
    middle = (rate + square / (2 * games)) / (1 + square / games)
    half = z * math.sqrt(rate * (1 - rate) / games + square / (4 * games * games)) / (1 + square / games)
    return max(0.0, middle - half), min(1.0, middle + half)


@cache
def _game(folder: Path, players: int | None, variants: tuple[str, ...], options: tuple[tuple[str, object], ...], engine: str) -> Game:
    return labrys.load(folder, players, variants, dict(options), engine)


def play_one(task: tuple[Contest, int]) -> Played:
    """The game of this number: every kind sits one seat further than in the game before."""
    contest, number = task
    game = _game(contest.folder, contest.players, contest.variants, contest.options, contest.engine)
    size = len(contest.kinds)
    kinds = {seat: contest.kinds[(index + number) % size] for index, seat in enumerate(game.seats)}
    # A player of its own for every seat: nothing is shared that a seat should not know.
    seed = contest.seed * 1_000_003 + number
    sitting = {seat: player(kind, game, seed * 8 + index) for index, (seat, kind) in enumerate(kinds.items())}
    state, decisions, slowest = _play(game.start(seed), sitting, random.Random(seed))
    outcome = state.outcome
    winners = frozenset(kinds[seat] for seat in (outcome.winners if outcome else ()))
    return Played(winners, decisions, slowest)


def _play(state: State, sitting: dict[str, Player], dice: random.Random) -> tuple[State, int, dict[str, float]]:
    decisions, slowest = 0, dict.fromkeys((each.kind for each in sitting.values()), 0.0)
    while not state.over:
        # Of several who may decide one is quicker, whichever.
        seat = dice.choice(state.to_act)
        begin = time.perf_counter()
        decision = sitting[seat].decide(state, [seat])
        slowest[sitting[seat].kind] = max(slowest[sitting[seat].kind], time.perf_counter() - begin)
        state = state.play(decision)
        decisions += 1
    return state, decisions, slowest

"""How fast random games run, as the median of several short runs."""

import statistics
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import labrys

# Runs the time is cut into: the machine's own noise, some 20%, moves a median little.
RUNS = 5


@dataclass(frozen=True)
class Speed:
    """One row of `labrys bench`."""

    ruleset: str
    engine: str
    playouts_per_s: float
    moves_per_s: float
    mean_length: float


def measure(
    folder: Path,
    engine: str,
    seconds: float,
    players: int | None = None,
    variants: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
) -> Speed:
    """Play random games for about so many seconds."""
    game = labrys.load(folder, players, variants, options, engine)
    state = game.start(1)
    # The first game is not counted: it pays for what is built on first use.
    first = labrys.playouts(state, 1, 0)
    batch = batch_for(first.seconds, seconds / RUNS)
    playouts: list[float] = []
    moves: list[float] = []
    games = decisions = 0
    seed = 1
    for _ in range(RUNS):
        end = time.perf_counter() + seconds / RUNS
        spent, run_games, run_moves = 0.0, 0, 0
        while not run_games or time.perf_counter() < end:
            done = labrys.playouts(state, batch, seed)
            seed += 1
            spent += done.seconds
            run_games += done.games
            run_moves += done.moves
        spent = max(spent, 1e-9)
        playouts.append(run_games / spent)
        moves.append(run_moves / spent)
        games += run_games
        decisions += run_moves
    return Speed(
        game.id,
        engine,
        round(statistics.median(playouts), 2),
        round(statistics.median(moves), 1),
        round(decisions / games, 2),
    )


def batch_for(one: float, run: float) -> int:
    """Games in one call: a tenth of a run, so that a run ends when it should."""
    return max(1, min(100_000, int(run / 10 / max(one, 1e-6))))

"""The same games in OpenSpiel, if it is installed: random rollouts in its own C++, timed like ours."""

import random
import statistics
import time
from typing import Any

from labrys_tools.speech import say
from labrys_tools.speed import RUNS, Speed, batch_for
from labrys_tools.trouble import WrongUse

# Ruleset -> OpenSpiel's name of the same game. Amazons takes three decisions a turn there, and picks each
# of them evenly, not the whole turn; quoridor ends there after 324 moves.
GAMES = {
    "amazons": "amazons",
    "breakthrough": "breakthrough",
    "chess": "chess",
    "connect-four": "connect_four",
    "english-draughts": "checkers",
    "gomoku": "gomoku(size=15)",
    "hex": "hex(board_size=11)",
    "quoridor": "quoridor(board_size=9)",
    "reversi": "othello",
    "tic-tac-toe": "tic_tac_toe",
}
ENGINE = "openspiel"
# Games played decision by decision, for the mean length: rollouts do not tell theirs.
_LENGTHS = 25


def demand_openspiel() -> Any:
    """The `pyspiel` module. Raises WrongUse with what to install."""
    try:
        import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        raise WrongUse(
            say(
                "To measure against OpenSpiel install it: `pip install labrys[bench]`.",
                "Pour mesurer contre OpenSpiel installez-le : `pip install labrys[bench]`.",
            )
        ) from None
    return pyspiel


def measure_openspiel(ruleset: str, seconds: float) -> Speed | None:
    """Rollouts from the start for about so many seconds; None where OpenSpiel has no such game."""
    pyspiel = demand_openspiel()
    if ruleset not in GAMES:
        return None
    game = pyspiel.load_game(GAMES[ruleset])
    start = game.new_initial_state()
    _rollouts(pyspiel, game, start, 1, 1)
    batch = batch_for(_rollouts(pyspiel, game, start, 5, 2) / 5, seconds / RUNS)
    speeds, seed = [], 3
    for _ in range(RUNS):
        end = time.perf_counter() + seconds / RUNS
        spent, games = 0.0, 0
        while not games or time.perf_counter() < end:
            spent += _rollouts(pyspiel, game, start, batch, seed)
            games += batch
            seed += 1
        speeds.append(games / max(spent, 1e-9))
    speed, length = statistics.median(speeds), _mean_length(game)
    return Speed(ruleset, ENGINE, round(speed, 2), round(speed * length, 1), round(length, 2))


def _rollouts(pyspiel: Any, game: Any, start: Any, number: int, seed: int) -> float:
    """The seconds of so many random games: one simulation of a search evaluates its root by them."""
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=number, seed=seed)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, seed, False)
    began = time.perf_counter()
    bot.mcts_search(start)
    return time.perf_counter() - began


def _mean_length(game: Any) -> float:
    dice, moves = random.Random(1), 0
    for _ in range(_LENGTHS):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
            moves += 1
    return moves / _LENGTHS

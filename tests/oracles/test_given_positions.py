"""Positions set up by `given`, played on beside the same games by hand."""

from __future__ import annotations

import os
import random

import pytest
from by_hand.chess import Chess
from by_hand.english_draughts import EnglishDraughts
from by_hand.gomoku import Gomoku
from by_hand.quoridor import Quoridor
from by_hand.table import Position, drawing, squares
from setups import Table
from walking import walk

TIMES = int(os.environ.get("LABRYS_ORACLE_GAMES", "1"))
POSITIONS = 6  # of each kind, by default

CHESS = {
    "castling everywhere": "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "castling past queens": "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1",
    "castling past bishops": "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1",
    "castling gives check": "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
    "one right each": "1r2k2r/8/8/8/8/8/8/R3K2R w Kk - 0 1",
    "passing opens the row": "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "passing opens a diagonal": "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    "passing from a pinned cell": "4k3/8/8/3pP3/8/8/8/4K2b w - d6 0 2",
    "passing takes the checking pawn": "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3",
    "passing cannot help": "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1",
    "promotions": "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "promotion gives check": "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1",
    "underpromotion stays out of stalemate": "8/k1P5/8/1K6/8/8/8/8 w - - 0 1",
    "double check": "4k3/8/8/8/4R3/8/4K3/4r2b b - - 0 1",
    "bishops of one colour": "8/8/1B6/7b/7k/8/2B5/7K w - - 0 1",
    "knights": "8/1n4N1/2k5/8/8/5K2/8/8 w - - 0 1",
    "the last quiet moves": "7k/RR6/8/8/8/8/rr6/7K w - - 96 90",
    "mate on the last quiet move": "7k/R7/1R6/8/8/8/8/7K w - - 99 90",
    "mate counts before the hundredth quiet move": "R6k/6pp/8/8/8/8/8/7K b - - 100 90",
    "stalemate": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "only dark bishops": "8/8/1B6/8/7k/8/1B6/b6K w - - 0 1",
    "a dark and a light bishop": "8/8/1B6/8/7k/8/8/1b5K w - - 0 1",
    "pawns alone": "8/8/7k/7p/7P/7K/8/8 w - - 0 1",
    "a pawn each": "8/p7/8/1P6/K1k3p1/6P1/7P/8 w - - 0 1",
}  # fmt: skip


def play_on(table: Table, position: Position, given: dict[str, object], seed: int) -> None:
    game = table.load()
    walk(game, game.arrange(given), position, seed)


@pytest.mark.parametrize("fen", CHESS.values(), ids=CHESS.keys())
def test_chess_positions_are_played_on_as_by_hand(fen: str) -> None:
    position = Chess.start(fen)
    for seed in (0, *range(3, 4 * TIMES)):
        play_on(Table("chess"), position, position.as_given(), seed)


@pytest.mark.parametrize("variants", [("king-of-the-hill",), ("no-castling",)])
def test_variants_of_chess_are_played_on_as_by_hand(variants: tuple[str, ...]) -> None:
    rights = "-" if variants == ("no-castling",) else "KQkq"
    position = Chess.start(
        f"r3k2r/p6p/8/8/8/8/P6P/R3K2R w {rights} - 0 1", hill="king-of-the-hill" in variants
    )
    for seed in range(2 * TIMES):
        play_on(Table("chess", variants=variants), position, position.as_given(), seed)


@pytest.mark.parametrize(
    "options", [{"repetitions": 4}, {"repetitions": 5, "quiet-moves": 75}, {"quiet-moves": 60}]
)
def test_chess_is_drawn_when_the_table_says_so(options: dict[str, int]) -> None:
    how = {key.replace("-", "_"): value for key, value in options.items()}
    position = Chess.start("kr6/pp6/8/8/8/8/6PP/6RK w - - 0 1", **how)
    for seed in range(2 * TIMES):
        play_on(Table("chess", options), position, position.as_given(), seed)


@pytest.mark.parametrize(
    "variants", [(), ("flying-kings",), ("most-captures",), ("flying-kings", "most-captures")]
)
def test_kings_and_men_anywhere_are_played_on_as_by_hand(variants: tuple[str, ...]) -> None:
    table = Table("english-draughts", variants=variants)
    for seed in range(2 * POSITIONS * TIMES):
        pick = random.Random(seed)
        dark = [(x, y) for x, y in squares(8, 8) if (x + y) % 2 == 0]
        pick.shuffle(dark)
        many = pick.randint(1, 10)
        pieces = {at: pick.choice("bbBB" if at[1] > 1 else "B") for at in dark[:many]}
        pieces |= {
            at: pick.choice("wwWW" if at[1] < 8 else "W")
            for at in dark[many : many + pick.randint(1, 10)]
        }
        how = {"flying": "flying-kings" in variants, "most": "most-captures" in variants}
        position = EnglishDraughts.given(pieces, pick.choice(["black", "white"]), **how)
        play_on(table, position, position.as_given(), seed)


@pytest.mark.parametrize("exact", [False, True])
def test_crowded_boards_of_gomoku_are_played_on_as_by_hand(exact: bool) -> None:
    table = Table("gomoku", {"size": 8, "exact": exact})
    for seed in range(2 * POSITIONS * TIMES):
        points = list(squares(8, 8))
        random.Random(seed).shuffle(points)
        stones = {at: ("black", "white")[i % 2] for i, at in enumerate(points[:40])}
        position = Gomoku(8, exact, stones=stones)
        signs = {at: "X" if owner == "black" else "O" for at, owner in stones.items()}
        play_on(table, position, {"map": drawing(8, 8, signs)}, seed)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("size", [3, 4, 5])
def test_pawns_close_together_are_played_on_as_by_hand(players: int, size: int) -> None:
    table = Table("quoridor", {"size": size, "box": 8}, players=players)
    for seed in range(POSITIONS * TIMES):
        pick = random.Random(seed)
        start = Quoridor.start(players, size, 8)
        pawns: dict[str, tuple[int, int]] = {}
        for seat in start.seats:
            free = [
                at
                for at in squares(size, size)
                if at not in pawns.values() and not start.at_goal(seat, at)
            ]
            pawns[seat] = pick.choice(free)
        position = start.with_pawns({at: seat[0].upper() for seat, at in pawns.items()})
        play_on(table, position, position.as_given(), seed)

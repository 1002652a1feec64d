"""Random games of the rulesets, move by move beside the same games written by hand.

`LABRYS_ORACLE_GAMES=20` plays twenty times as many.
"""

from __future__ import annotations

import os

import pytest
from setups import Table
from walking import walk

TIMES = int(os.environ.get("LABRYS_ORACLE_GAMES", "1"))

TABLES = [
    Table("tic-tac-toe", games=20),
    Table("tic-tac-toe", variants=("misere",), games=20),
    Table("tic-tac-toe", {"size": 4}, games=10),
    Table("tic-tac-toe", {"size": 5}, ("misere",), games=5),
    Table("connect-four", games=10),
    Table("connect-four", {"rows": 4, "columns": 5, "length": 3}, games=10),
    Table("connect-four", {"rows": 3, "columns": 12, "length": 6}, games=5),
    Table("connect-four", {"rows": 12, "columns": 3, "length": 5}, games=5),
    Table("connect-four", {"length": 6}, games=5),
    Table("connect-four", variants=("pop-out",), games=5),
    Table("connect-four", {"rows": 3, "columns": 3, "length": 3}, ("pop-out",), games=20),
    Table("connect-four", {"rows": 4, "columns": 3, "length": 6}, ("pop-out",), games=2),
    Table("gomoku", games=1),
    Table("gomoku", {"size": 19}, games=1),
    Table("gomoku", {"size": 6}, games=4),
    Table("gomoku", {"size": 7, "exact": True}, games=10),
    Table("gomoku", {"size": 5, "exact": True}, games=5),
    Table("gomoku", {"exact": True}, ("pro",), games=1),
    Table("gomoku", {"size": 5}, ("pro",), games=5),
    Table("gomoku", {"size": 6}, ("pro",), games=4),
    Table("gomoku", {"size": 8}, ("pro",), games=4),
    Table("hex", games=1),
    Table("hex", {"size": 2}, games=5),
    Table("hex", {"size": 2, "pie": True}, games=10),
    Table("hex", {"size": 5}, games=5),
    Table("hex", {"size": 5, "pie": True}, games=10),
    Table("hex", {"size": 7, "pie": True}, games=4),
    Table("hex", {"pie": True}, games=1),
    Table("breakthrough", games=2),
    Table("breakthrough", variants=("must-capture",), games=3),
    Table("breakthrough", {"rows": 5, "columns": 2}, games=20),
    Table("breakthrough", {"rows": 5, "columns": 3}, ("must-capture",), games=20),
    Table("breakthrough", {"rows": 6, "columns": 6}, games=4),
    Table("breakthrough", {"rows": 7, "columns": 12}, ("must-capture",), games=2),
    Table("reversi", games=2),
    Table("reversi", {"size": 4}, games=20),
    Table("reversi", {"size": 5}, games=10),
    Table("reversi", {"size": 6}, ("anti",), games=5),
    Table("reversi", variants=("open-start",), games=2),
    Table("reversi", {"size": 4}, ("open-start", "anti"), games=20),
    Table("reversi", {"size": 5}, ("open-start",), games=10),
    Table("reversi", {"size": 10}, games=1),
    Table("amazons", {"size": 6}, games=2),
    Table("amazons", {"size": 7}, games=1),
    Table("english-draughts", games=3),
    Table("english-draughts", variants=("flying-kings",), games=3),
    Table("english-draughts", variants=("most-captures",), games=3),
    Table("english-draughts", variants=("flying-kings", "most-captures"), games=3),
    Table("english-draughts", {"repetitions": 2, "quiet-moves": 10}, games=3),
    Table("quoridor", {"size": 9}, games=1),
    Table("quoridor", {"size": 3}, games=20),
    Table("quoridor", {"size": 4, "box": 5}, games=10),
    Table("quoridor", {"size": 5}, games=3),
    Table("quoridor", {"size": 3, "box": 12}, players=3, games=10),
    Table("quoridor", {"size": 5}, players=3, games=2),
    Table("quoridor", {"size": 3, "box": 8}, players=4, games=10),
    Table("quoridor", {"size": 5}, players=4, games=2),
    Table("quoridor", {"size": 6, "box": 3}, players=4, games=2),
    Table("kuhn-poker", games=30),
    Table("pig", games=2),
    Table("pig", {"target": 10, "longest": 7}, games=20),
    Table("pig", {"target": 25}, players=3, games=5),
    Table("pig", {"target": 30, "longest": 12}, players=6, games=5),
    Table("pig", {"target": 40}, ("two-dice",), games=5),
    Table("pig", {"longest": 20}, ("two-dice",), players=5, games=5),
    Table("chess", games=1),
]  # fmt: skip


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_random_games_are_the_same_by_hand(table: Table) -> None:
    game = table.load()
    for seed in range(table.games * TIMES):
        walk(game, game.start(), table.by_hand(), seed)

"""Boards whose rows or columns run round."""

import pytest
from hypothesis import given
from labrys.board.errors import BoardError
from labrys.board.grid import build_grid
from labrys.board.hex import build_hex
from labrys.board.topology import NOWHERE
from random_boards import COMPASS, SIDES, ground
from test_directions import step


def test_leaving_a_row_at_its_end_re_enters_at_its_start() -> None:
    board = build_grid(3, 3, wrap=["rows"])
    assert step(board, "c2", "e") == "a2"
    assert step(board, "b3", "n") is None


def test_columns_wrap_on_their_own() -> None:
    board = build_grid(3, 3, wrap=["columns"])
    assert step(board, "b3", "n") == "b1"
    assert step(board, "c2", "e") is None


def test_a_slanted_step_wraps_both_ways_at_a_corner() -> None:
    board = build_grid(3, 3, directions=COMPASS, wrap=["rows", "columns"])
    assert step(board, "c3", "ne") == "a1"


def test_holes_at_the_rim_are_jumped_and_holes_inside_are_not() -> None:
    board = build_grid(map_text="#.#.#\n.....", wrap=["rows"])
    assert step(board, "d2", "e") == "b2"
    assert step(board, "b2", "e") is None


def test_the_joined_rim_is_an_edge() -> None:
    board = build_grid(1, 3, wrap=["rows"])
    assert [(board.cells[a], board.cells[b]) for a, b in board.edge_cells] == [
        ("a1", "b1"), ("a1", "c1"), ("b1", "c1"),
    ]  # fmt: skip
    west, east = board.direction_number["w"], board.direction_number["e"]
    assert board.edge_of[0][west] == board.edge_of[2][east] != NOWHERE


def test_two_cells_that_wrap_share_two_edges() -> None:
    board = build_grid(1, 2, wrap=["rows"])
    assert board.edges == ("a1e", "a1w")


def test_a_cell_that_wraps_onto_itself_has_no_edge_there() -> None:
    board = build_grid(1, 1, wrap=["rows", "columns"])
    assert board.edges == ()
    assert step(board, "a1", "e") == "a1"


def test_a_torus_has_a_vertex_for_every_cell() -> None:
    assert len(build_grid(3, 4, wrap=["rows", "columns"]).vertices) == 12
    assert len(build_grid(3, 4).vertices) == 6


def test_hexagons_wrap_too() -> None:
    board = build_hex(3, 3, wrap=["rows", "columns"])
    assert {len(around) for around in board.neighbours} == {6}


@given(ground())
def test_on_a_board_that_wraps_every_straight_walk_returns_or_meets_a_hole(text: str) -> None:
    board = build_grid(map_text=text, directions=SIDES, wrap=["rows", "columns"])
    for start in range(len(board.cells)):
        for way in range(4):
            here = start
            for _ in range(6):
                here = board.step[here][way]
                if here in (NOWHERE, start):
                    break
            assert here in (NOWHERE, start)


def test_only_rows_and_columns_wrap() -> None:
    with pytest.raises(BoardError, match="unknown-wrap"):
        build_grid(3, 3, wrap=["diagonals"])

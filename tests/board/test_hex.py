"""Boards of hexagons."""

import pytest
from labrys.board.errors import BoardError
from labrys.board.hex import build_hex
from test_directions import step


def test_below_a_cell_lie_sw_and_se() -> None:
    board = build_hex(3, 3)
    around = {way: step(board, "b2", way) for way in board.directions}
    assert around == {"ne": "c3", "e": "c2", "se": "b1", "sw": "a1", "w": "a2", "nw": "b3"}


def test_a_rhombus_of_11_has_the_edges_of_hex() -> None:
    board = build_hex(11, 11)
    assert len(board.cells) == 121
    assert len(board.edges) == 320
    assert board.vertices == ()


@pytest.mark.parametrize(("size", "cells"), [(1, 1), (2, 7), (3, 19), (5, 61)])
def test_a_hexagon_of_a_side_has_its_hexagonal_number_of_cells(size: int, cells: int) -> None:
    board = build_hex(shape="hexagon", size=size)
    assert len(board.cells) == cells
    assert sum(len(around) == 6 for around in board.neighbours) == len(
        build_hex(shape="hexagon", size=size - 1).cells if size > 1 else ()
    )


def test_every_edge_is_a_side_of_its_two_cells() -> None:
    board = build_hex(shape="hexagon", size=3)
    for edge, (a, b) in enumerate(board.edge_cells):
        assert edge in board.sides[a]
        assert edge in board.sides[b]


def test_a_map_gives_a_board_of_any_outline() -> None:
    board = build_hex(map_text="#..\n...\n..#\n")
    assert board.cells == build_hex(shape="hexagon", size=2).cells


@pytest.mark.parametrize(
    ("slug", "given"),
    [
        ("no-size", {"rows": 3}),
        ("no-size", {"shape": "hexagon"}),
        ("no-size", {"shape": "hexagon", "size": 0}),
        ("too-many-cells", {"shape": "hexagon", "size": 40}),
        ("unknown-shape", {"shape": "triangle", "rows": 3, "columns": 3}),
        ("hexagon-takes-size", {"shape": "hexagon", "size": 3, "rows": 3}),
        ("hexagon-takes-size", {"shape": "hexagon", "size": 3, "wrap": ["rows"]}),
        ("unknown-names", {"rows": 3, "columns": 3, "names": "b2"}),
    ],
)
def test_a_size_fits_its_shape(slug: str, given: dict[str, object]) -> None:
    with pytest.raises(BoardError) as caught:
        build_hex(**given)  # type: ignore[arg-type]
    assert caught.value.slug == slug

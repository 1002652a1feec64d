"""Boards on which tiles with open sides are laid."""

import pytest
from labrys.board.errors import BoardError
from labrys.board.laid import LaidBoard, build_laid
from random_boards import COMPASS

KINDS = {
    "straight": ["n", "s"],
    "corner": ["n", "e"],
    "tee": ["n", "east", "w"],
    "cross": list("nesw"),
    "blank": [],
}


def opens(board: LaidBoard, kind: str, turn: int) -> set[str]:
    row = board.open_side[board.kinds.index(kind)][turn]
    return {way for way, is_open in zip(board.directions, row, strict=True) if is_open}


@pytest.mark.parametrize(
    ("kind", "turns"),
    [
        ("straight", (0, 1)),
        ("corner", (0, 1, 2, 3)),
        ("tee", (0, 1, 2, 3)),
        ("cross", (0,)),
        ("blank", (0,)),
    ],
)
def test_only_turns_that_differ_are_listed(kind: str, turns: tuple[int, ...]) -> None:
    board = build_laid(3, 3, KINDS)
    assert board.turns[board.kinds.index(kind)] == turns


def test_a_turn_is_a_clockwise_quarter() -> None:
    board = build_laid(3, 3, KINDS)
    assert [opens(board, "corner", turn) for turn in range(4)] == [
        {"n", "e"}, {"e", "s"}, {"s", "w"}, {"w", "n"},
    ]  # fmt: skip


def test_equal_turns_still_have_their_open_sides() -> None:
    board = build_laid(3, 3, KINDS)
    assert opens(board, "straight", 2) == opens(board, "straight", 0) == {"n", "s"}


def test_a_slanted_direction_is_never_an_open_side() -> None:
    board = build_laid(3, 3, KINDS, directions=COMPASS)
    assert opens(board, "cross", 0) == {"n", "e", "s", "w"}


def test_a_laid_board_is_a_grid_with_holes_and_areas() -> None:
    board = build_laid(None, None, {}, map_text="#g\n..", legend={"g": "area gate"})
    assert board.kind == "laid"
    assert board.cells == ("b2", "a1", "b1")
    assert board.areas == {"gate": (0,)}


def test_a_tile_has_four_sides() -> None:
    with pytest.raises(BoardError, match="unknown-side"):
        build_laid(3, 3, {"odd": ["ne"]})

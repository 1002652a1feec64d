"""Laid tiles drawn as corridors, at every scale."""

from labrys.board.corridors import Corridor, Labyrinth, draw_corridors
from labrys.board.laid import LaidBoard, build_laid

STRAIGHT = (True, False, True, False)
CORNER = (True, True, False, False)
CROSSING = (True, True, True, True)


def table(size: int = 9) -> LaidBoard:
    return build_laid(size, size, {"straight": ["n", "s"]})


def labyrinth(board: LaidBoard) -> Labyrinth:
    """A crossing with two pawns, a corner with two stars to its west, and above it a straight with somebody heading north."""
    cell = board.cells.index
    tiles = {cell("d4"): Corridor(CROSSING, "@"), cell("c4"): Corridor(CORNER, number=2), cell("d5"): Corridor(STRAIGHT)}
    return Labyrinth(tiles, {cell("d4"): ["R", "B"], cell("d5"): ["M"]}, {cell("d5"): 0})


def test_five_columns_a_cell_show_everything() -> None:
    assert draw_corridors(table(), labyrinth(table()), 78) == [
        "",
        "6   .    .    .    .",
        "",
        "              ^",
        "5   .    .    M    .",
        "              │",
        "         │*2R │",
        "4   .    └────B──  .",
        "              │",
        "",
        "3   .    .    .    .",
        "",
        "    b    c    d    e",
    ]


def test_three_columns_keep_bends_numbers_and_arrows() -> None:
    assert draw_corridors(table(), labyrinth(table()), 20) == [
        "",
        "6  .  .  .  .",
        "        M^",
        "5  .  .  │  .",
        "      │2B│",
        "4  .  └──@─ .",
        "",
        "3  .  .  .  .",
        "   b  c  d  e",
    ]


def test_two_columns_and_one_for_the_largest() -> None:
    assert draw_corridors(table(), labyrinth(table()), 12) == ["6 . . . .", "5 . . M .", "4 . └─B─.", "3 . . . .", "  b c d e"]
    assert draw_corridors(table(), labyrinth(table()), 5) == ["6 ....", "5 ..M.", "4 .└B.", "3 ....", "  bcde"]


def test_only_the_used_part_is_drawn() -> None:
    board = table(45)
    shown = Labyrinth({board.cells.index("ac23"): Corridor(CROSSING, "X")}, {}, {})
    assert draw_corridors(board, shown, 78) == [
        "", "24   .    .    .", "", "          │", "23   .  ──X──  .", "          │", "", "22   .    .    .", "", "    ab   ac   ad",
    ]  # fmt: skip

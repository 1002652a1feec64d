"""Boards of printed tiles: slots, turning, and what is printed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from labrys.board.errors import BoardError
from labrys.board.printed import PrintedTile, read_tile
from labrys.board.tiled import build_tiled, turn_tables

CELLS = {".": "plain", "x": "debris", "S": "start"}
SIDES = {"|": "wall", "---": "wall", "b": "blue"}
TILE = """\
+   +---+   +
| x   .   .
+   + b +   +
  .   S   .
+   +   +   +
  .   . | .
+   +   +---+
"""


def test_slots_are_drawn_as_letters() -> None:
    board = build_tiled("ab\n.c", 2)
    assert board.slots == ("a", "b", "c")
    assert board.slot_places == ((0, 0), (0, 1), (1, 1))
    assert len(board.cells) == 12


def test_the_cells_of_a_slot_are_counted_row_by_row() -> None:
    board = build_tiled("ab", 2)
    assert [board.cells[cell] for cell in board.cells_of[1]] == ["1-3", "1-4", "2-3", "2-4"]


def test_a_cell_knows_its_slot_and_its_place_in_it() -> None:
    board = build_tiled("ab\ncd", 3)
    for slot, cells in enumerate(board.cells_of):
        for index, cell in enumerate(cells):
            assert (board.slot_of[cell], board.index_in_slot[cell]) == (slot, index)


def test_a_tile_of_odd_size_has_a_centre() -> None:
    board = build_tiled("ab", 3)
    assert [board.cells[cell] for cell in board.centre_of] == ["2-2", "2-5"]
    assert build_tiled("ab", 2).centre_of == (-1, -1)


def test_one_steps_from_tile_to_tile() -> None:
    board = build_tiled("ab", 2)
    east = board.direction_number["e"]
    assert board.cells[board.step[board.cell_number["1-2"]][east]] == "1-3"


def test_empty_rows_and_columns_around_the_slots_do_not_count() -> None:
    assert build_tiled("...\n.ab", 2) == build_tiled("ab", 2)


def test_a_clockwise_quarter_takes_the_top_left_to_the_top_right() -> None:
    goes, _ = turn_tables(3)
    assert goes[1] == (2, 5, 8, 1, 4, 7, 0, 3, 6)


@given(st.integers(1, 6), st.integers(0, 3))
def test_shows_undoes_goes(size: int, turn: int) -> None:
    goes, shows = turn_tables(size)
    assert [shows[turn][goes[turn][at]] for at in range(size * size)] == list(range(size * size))


@given(st.integers(1, 6))
def test_four_quarters_are_none(size: int) -> None:
    goes, _ = turn_tables(size)
    assert [goes[1][goes[3][at]] for at in range(size * size)] == list(goes[0])


def tile() -> PrintedTile:
    return read_tile(TILE, 3, CELLS, SIDES)


def test_a_tile_is_read_as_it_is_drawn() -> None:
    marks = ["debris", "plain", "plain", "plain", "start", "plain", "plain", "plain", "plain"]
    assert list(tile().marks) == marks
    assert tile().sides[0] == ("", "", "", "wall")
    assert tile().sides[1] == ("wall", "", "blue", "")
    assert tile().sides[8] == ("", "", "wall", "wall")


def test_a_side_between_two_cells_belongs_to_both() -> None:
    assert tile().sides[1][2] == tile().sides[4][0] == "blue"
    assert tile().sides[7][1] == tile().sides[8][3] == "wall"


def test_a_turned_tile_shows_its_marks_and_sides_turned() -> None:
    turned = tile().turned(1)
    assert turned.marks[2] == "debris"
    assert turned.sides[2] == ("wall", "", "", "")
    assert turned.sides[4][1] == "blue"


@given(st.integers(0, 3), st.integers(0, 8), st.integers(0, 3))
def test_one_side_read_through_a_turn_is_that_of_the_turned_tile(
    turn: int, at: int, side: int
) -> None:
    turned = tile().turned(turn)
    assert tile().mark(turn, at) == turned.marks[at]
    assert tile().side(turn, at, side) == turned.sides[at][side]


@given(st.integers(0, 3), st.integers(0, 3))
def test_turns_add_up(one: int, other: int) -> None:
    assert tile().turned(one).turned(other) == tile().turned(one + other)


@pytest.mark.parametrize(
    ("slug", "old", "new"),
    [
        ("unknown-glyph", "S", "Q"),
        ("unknown-side-mark", " b ", " q "),
        ("unknown-corner", "+---+   +\n|", "*---+   +\n|"),
        ("sketch-off-centre", "| x ", "|x  "),
        ("outside-map", "+---+   +\n|", "+---+   +---+\n|"),
        ("map-lines", "+   +   +   +\n  .   . | .\n+   +   +---+\n", ""),
    ],
)
def test_a_fault_of_a_tile_is_named(slug: str, old: str, new: str) -> None:
    assert old in TILE
    with pytest.raises(BoardError) as caught:
        read_tile(TILE.replace(old, new, 1), 3, CELLS, SIDES)
    assert caught.value.slug == slug
    assert {"line", "column"} <= caught.value.values.keys()


@pytest.mark.parametrize(
    ("slug", "slots", "size"),
    [
        ("no-slots", "..", 3),
        ("repeated-slot", "aa", 3),
        ("bad-tile-size", "a", 0),
        ("too-many-cells", "ab", 60),
    ],
)
def test_a_fault_of_the_slots_is_named(slug: str, slots: str, size: int) -> None:
    with pytest.raises(BoardError) as caught:
        build_tiled(slots, size)
    assert caught.value.slug == slug

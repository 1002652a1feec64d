"""Boards of squares: names, order, holes and areas."""

import pytest
from labrys.board.errors import BoardError
from labrys.board.grid import build_grid


def test_letters_count_columns_and_the_bottom_row_is_1() -> None:
    board = build_grid(2, 3)
    assert board.cells == ("a2", "b2", "c2", "a1", "b1", "c1")


def test_row_and_column_are_counted_from_the_top_left() -> None:
    board = build_grid(2, 3, names="row-column")
    assert board.cells == ("1-1", "1-2", "1-3", "2-1", "2-2", "2-3")


@pytest.mark.parametrize(("names", "first"), [("a1", (2, 1)), ("row-column", (1, 1))])
def test_row_and_column_of_a_cell_agree_with_its_name(names: str, first: tuple[int, int]) -> None:
    board = build_grid(2, 3, names=names)
    assert (board.row[0], board.column[0]) == first


def test_the_27th_column_is_aa() -> None:
    assert build_grid(1, 28).cells[24:] == ("y1", "z1", "aa1", "ab1")


def test_a_hash_is_no_cell() -> None:
    board = build_grid(map_text="#..\n...\n")
    assert board.cells == ("b2", "c2", "a1", "b1", "c1")
    assert board.step[board.cell_number["a1"]][board.direction_number["n"]] == -1


def test_a_map_may_be_spaced() -> None:
    assert build_grid(map_text="# . .\n. . .\n") == build_grid(map_text="#..\n...\n")


def test_the_legend_marks_areas_and_ground() -> None:
    legend = {"g": "area gate", "x": "debris", "b": ["area gate", "debris"]}
    board = build_grid(map_text="g.x\n..b\n", legend=legend)
    assert board.areas == {"gate": (0, 5)}
    assert board.marks == {"debris": (2, 5)}


def test_an_area_without_a_cell_is_an_empty_area() -> None:
    assert build_grid(map_text="..", legend={"g": "area gate"}).areas == {"gate": ()}


@pytest.mark.parametrize(
    ("slug", "place", "text"),
    [
        ("unknown-glyph", (2, 3), "...\n..x\n"),
        ("map-columns", (2, 3), "...\n..\n"),
        ("map-columns", (1, 4), "....\n...\n"),
        ("map-lines", (2, 1), "...\n"),
        ("map-lines", (3, 1), "...\n...\n...\n"),
        ("map-glyph", (1, 2), ".\t.\n...\n"),
    ],
)
def test_a_fault_of_the_map_is_placed(slug: str, place: tuple[int, int], text: str) -> None:
    with pytest.raises(BoardError) as caught:
        build_grid(2, 3, map_text=text)
    assert caught.value.slug == slug
    assert (caught.value.values["line"], caught.value.values["column"]) == place


@pytest.mark.parametrize(
    ("slug", "legend"),
    [
        ("legend-key", {"ab": "plain"}),
        ("legend-key", {"#": "plain"}),
        ("legend-value", {"a": "area"}),
        ("legend-value", {"a": "zone gate"}),
        ("legend-value", {"a": 3}),
    ],
)
def test_a_legend_names_one_character_and_says_what_it_is(
    slug: str, legend: dict[str, object]
) -> None:
    with pytest.raises(BoardError) as caught:
        build_grid(map_text="..", legend=legend)
    assert caught.value.slug == slug


@pytest.mark.parametrize(
    ("slug", "rows", "columns"),
    [("no-size", None, 3), ("no-cells", 0, 3), ("too-many-cells", 65, 64)],
)
def test_a_board_has_a_size(slug: str, rows: int | None, columns: int | None) -> None:
    with pytest.raises(BoardError) as caught:
        build_grid(rows, columns)
    assert caught.value.slug == slug


def test_a_board_of_nothing_but_holes_is_none() -> None:
    with pytest.raises(BoardError, match="no-cells"):
        build_grid(map_text="##\n##\n")


def test_a_board_of_4096_cells_is_built() -> None:
    assert len(build_grid(64, 64).cells) == 4096

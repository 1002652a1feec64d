"""Shapes: every distinct way to place one."""

import pytest
from hypothesis import given
from labrys.board.errors import BoardError
from labrys.board.grid import build_grid
from labrys.board.hex import build_hex
from labrys.board.links import build_links
from labrys.board.shapes import Shape, placements, touching
from labrys.board.topology import Topology
from random_boards import grids, hexes

FENCE = Shape("edges", "+---+---+", turn=True)
CORNER = Shape("edges", "+---+---+\n        |\n        +", turn=True, mirror=True)
ELL = Shape("cells", "o.\no.\noo", turn=True, mirror=True)
DOMINO = Shape("cells", "oo", turn=True)


def names(board: Topology, shape: Shape) -> list[str]:
    return [placement.name for placement in placements(board, shape)]


def test_quoridor_has_128_places_for_a_fence() -> None:
    assert len(placements(build_grid(9, 9), FENCE)) == 128


def test_a_fence_that_may_not_turn_lies_across() -> None:
    assert len(placements(build_grid(9, 9), Shape("edges", "+---+---+"))) == 64


def test_two_fences_cross_where_they_share_their_joint() -> None:
    board = build_grid(9, 9)
    found = placements(board, FENCE)
    assert all(len(placement.joints) == 1 for placement in found)
    through = [
        placement for placement in found if placement.joints == (board.vertex_number["a9se"],)
    ]
    assert [placement.name for placement in through] == ["a9e+a8e", "a9s+b9s"]


def test_the_cells_of_a_fence_are_those_with_a_side_covered() -> None:
    board = build_grid(3, 3)
    first = placements(board, FENCE)[0]
    assert first.name == "a3e+a2e"
    assert [board.cells[cell] for cell in first.cells] == ["a3", "b3", "a2", "b2"]


def test_a_corner_runs_through_its_inner_vertices() -> None:
    board = build_grid(3, 3)
    # Eight images; its end must stand on an inner line, which leaves each two positions.
    found = placements(board, CORNER)
    assert len(found) == 16
    assert all(len(placement.places) == 3 for placement in found)
    assert {len(placement.joints) for placement in found} == {2}


@pytest.mark.parametrize(
    ("shape", "count"),
    [
        (Shape("cells", "o"), 64),
        (Shape("cells", "oo"), 56),
        (DOMINO, 112),
        (Shape("cells", "ooo\n.o.", turn=True), 4 * 42),
        (Shape("cells", "ooo\n.o.", turn=True, mirror=True), 4 * 42),
        (Shape("cells", "o.\no.\noo", turn=True), 4 * 42),
        (ELL, 8 * 42),
        (Shape("cells", "oo\noo", turn=True, mirror=True), 49),
    ],
)
def test_equal_images_of_a_shape_count_once(shape: Shape, count: int) -> None:
    assert len(placements(build_grid(8, 8), shape)) == count


def test_a_hole_in_the_board_is_not_covered() -> None:
    board = build_grid(map_text=".#.\n...")
    assert names(board, DOMINO) == ["a2+a1", "c2+c1", "a1+b1", "b1+c1"]


def test_a_shape_runs_over_a_rim_that_wraps_but_never_over_itself() -> None:
    board = build_grid(1, 3, wrap=["rows"])
    assert names(board, Shape("cells", "oo")) == ["a1+b1", "a1+c1", "b1+c1"]
    with pytest.raises(BoardError, match="shape-fits-nowhere"):
        placements(board, Shape("cells", "oooo"))


def test_a_shape_runs_over_the_joined_ends_of_a_column() -> None:
    board = build_grid(3, 1, wrap=["columns"])
    assert names(board, Shape("cells", "o\no")) == ["a3+a2", "a3+a1", "a2+a1"]


def test_a_line_of_three_hexagons_lies_three_ways() -> None:
    board = build_hex(shape="hexagon", size=2)
    assert len(placements(board, Shape("cells", "oo"))) == 4
    assert len(placements(board, DOMINO)) == 12
    assert len(placements(board, Shape("cells", "ooo", turn=True))) == 3


def test_a_bent_trio_of_hexagons_is_its_own_mirror_image_and_a_wave_is_not() -> None:
    board = build_hex(shape="hexagon", size=3)

    def count(text: str, mirror: bool) -> int:
        return len(placements(board, Shape("cells", text, turn=True, mirror=mirror)))

    assert count("oo\n.o", mirror=True) == count("oo\n.o", mirror=False)
    assert count("oo.\n.oo", mirror=True) == 2 * count("oo.\n.oo", mirror=False)


def test_touching_finds_the_placements_at_a_cell() -> None:
    board = build_grid(9, 9)
    found = placements(board, FENCE)
    table = touching(board, found)
    assert len(table[board.cell_number["a9"]]) == 2
    assert len(table[board.cell_number["e5"]]) == 8
    for number in table[board.cell_number["e5"]]:
        assert board.cell_number["e5"] in found[number].cells


@given(grids() | hexes())
def test_a_placement_covers_what_is_drawn_and_each_only_once(board: Topology) -> None:
    try:
        found = placements(board, DOMINO)
    except BoardError as error:
        assert error.slug == "shape-fits-nowhere"
        return
    assert len({placement.places for placement in found}) == len(found)
    assert [placement.places for placement in found] == sorted(p.places for p in found)
    assert all(len(set(placement.places)) == 2 for placement in found)


@given(grids())
def test_a_side_alone_has_every_edge_for_a_placement(board: Topology) -> None:
    side = Shape("edges", "+---+", turn=True)
    if not board.edges:
        with pytest.raises(BoardError, match="shape-fits-nowhere"):
            placements(board, side)
        return
    assert [p.places for p in placements(board, side)] == [
        (edge,) for edge in range(len(board.edges))
    ]


@pytest.mark.parametrize(
    ("slug", "shape"),
    [
        ("shape-on", Shape("vertices", "o")),
        ("empty-shape", Shape("cells", "...")),
        ("empty-shape", Shape("edges", "+   +")),
        ("shape-glyph", Shape("edges", "+---+\n  o\n")),
        ("shape-fits-nowhere", Shape("cells", "oooo", turn=True)),
    ],
)
def test_a_shape_that_is_none_is_told(slug: str, shape: Shape) -> None:
    with pytest.raises(BoardError) as caught:
        placements(build_grid(3, 3), shape)
    assert caught.value.slug == slug


def test_shapes_of_edges_need_squares_and_no_shape_lies_on_a_graph() -> None:
    with pytest.raises(BoardError, match="shape-needs-rows"):
        placements(build_hex(3, 3), FENCE)
    with pytest.raises(BoardError, match="shape-needs-rows"):
        placements(build_links(["a"], []), DOMINO)

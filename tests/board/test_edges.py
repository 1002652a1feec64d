"""Edges and vertices as places."""

from hypothesis import given
from labrys.board.grid import build_grid
from labrys.board.topology import NOWHERE, Topology
from random_boards import COMPASS, boards, grids


def test_a_board_of_9_has_144_edges_and_64_vertices() -> None:
    board = build_grid(9, 9)
    assert (len(board.edges), len(board.vertices)) == (144, 64)


def test_an_edge_is_named_after_its_first_cell_and_side() -> None:
    board = build_grid(2, 2)
    assert board.edges == ("a2e", "a2s", "b2s", "a1e")
    assert [tuple(board.cells[c] for c in pair) for pair in board.edge_cells] == [
        ("a2", "b2"), ("a2", "a1"), ("b2", "b1"), ("a1", "b1"),
    ]  # fmt: skip


def test_a_vertex_is_named_after_its_top_left_cell() -> None:
    board = build_grid(2, 2)
    assert board.vertices == ("a2se",)
    assert [board.cells[cell] for cell in board.vertex_cells[0]] == ["a2", "b2", "a1", "b1"]
    assert [board.edges[edge] for edge in board.vertex_edges[0]] == ["a2e", "b2s", "a1e", "a2s"]


def test_where_a_cell_is_missing_there_is_no_vertex() -> None:
    assert len(build_grid(map_text="...\n.#.\n...").vertices) == 0


def test_a_slanted_direction_crosses_no_edge() -> None:
    board = build_grid(2, 2, directions=COMPASS)
    assert board.edge_of[0][board.direction_number["se"]] == NOWHERE
    assert board.edge_of[0][board.direction_number["s"]] == board.edge_number["a2s"]


@given(boards())
def test_an_edge_lies_between_the_two_cells_it_is_a_side_of(board: Topology) -> None:
    beside: list[list[int]] = [[] for _ in board.edges]
    for cell, sides in enumerate(board.sides):
        for edge in sides:
            if edge != NOWHERE:
                beside[edge].append(cell)
    assert [tuple(cells) for cells in beside] == list(board.edge_cells)


@given(boards())
def test_a_step_across_an_edge_leads_to_the_other_cell_of_it(board: Topology) -> None:
    for cell, row in enumerate(board.exits):
        for leaving in row:
            if leaving.edge != NOWHERE:
                assert set(board.edge_cells[leaving.edge]) == {cell, leaving.there}


@given(boards())
def test_the_neighbours_are_where_the_exits_lead(board: Topology) -> None:
    for cell, row in enumerate(board.exits):
        assert set(board.neighbours[cell]) == {leaving.there for leaving in row}


@given(grids())
def test_four_edges_meet_at_a_vertex_and_each_edge_knows_its_ends(board: Topology) -> None:
    for vertex, edges in enumerate(board.vertex_edges):
        assert len(set(edges)) == 4
        assert all(vertex in board.edge_ends[edge] for edge in edges)
    for edge, ends in enumerate(board.edge_ends):
        assert len(ends) <= 2
        assert all(edge in board.vertex_edges[vertex] for vertex in ends)


@given(grids())
def test_a_corner_of_a_cell_is_a_vertex_it_touches(board: Topology) -> None:
    for vertex, cells in enumerate(board.vertex_cells):
        at = [(cell, board.corner_of[cell].index(vertex)) for cell in cells]
        # The four cells see the vertex at their se, sw, ne and nw corners.
        assert [corner for _, corner in at] == [2, 3, 1, 0]


@given(boards())
def test_names_of_places_are_unique(board: Topology) -> None:
    for names in (board.cells, board.edges, board.vertices):
        assert len(set(names)) == len(names)

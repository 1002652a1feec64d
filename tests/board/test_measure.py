"""Rays, lines, cells between and steps apart on the empty board."""

import networkx as nx
from hypothesis import given
from labrys.board.grid import build_grid
from labrys.board.hex import build_hex
from labrys.board.links import build_links
from labrys.board.measure import Measure
from labrys.board.topology import NOWHERE, Topology
from random_boards import COMPASS, boards


def chessboard() -> Topology:
    return build_grid(8, 8, directions=COMPASS)


def ray(board: Topology, cell: str, way: str) -> list[str]:
    there = Measure(board).rays[board.cell_number[cell]][board.direction_number[way]]
    return [board.cells[cell] for cell in there]


def line(board: Topology, cell: str, way: str) -> list[str]:
    there = Measure(board).line(board.cell_number[cell], board.direction_number[way])
    return [board.cells[cell] for cell in there]


def between(board: Topology, a: str, b: str) -> list[str]:
    return [
        board.cells[c] for c in Measure(board).between(board.cell_number[a], board.cell_number[b])
    ]


def test_a_ray_is_nearest_first_without_its_cell() -> None:
    assert ray(chessboard(), "e5", "ne") == ["f6", "g7", "h8"]
    assert ray(chessboard(), "h8", "ne") == []


def test_a_ray_ends_at_a_hole() -> None:
    assert ray(build_grid(map_text="..#."), "a1", "e") == ["b1"]


def test_a_ray_on_a_ring_ends_before_its_own_cell() -> None:
    assert ray(build_grid(1, 4, wrap=["rows"]), "b1", "e") == ["c1", "d1", "a1"]


def test_a_ray_that_runs_into_a_ring_ends() -> None:
    links = [{"from": a, "to": b, "way": "on"} for a, b in ("sa", "ab", "bc", "ca")]
    assert ray(build_links(["s", "a", "b", "c"], links), "s", "on") == ["a", "b", "c"]


def test_a_line_runs_through_its_cell_both_ways() -> None:
    assert line(chessboard(), "c3", "ne") == ["a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"]


def test_a_line_round_a_ring_holds_every_cell_once() -> None:
    assert line(build_grid(1, 4, wrap=["rows"]), "b1", "e") == ["b1", "c1", "d1", "a1"]


def test_a_line_without_an_opposite_is_the_ray() -> None:
    assert line(build_grid(1, 4, directions=["e"]), "b1", "e") == ["b1", "c1", "d1"]


def test_between_is_from_the_first_to_the_second() -> None:
    assert between(chessboard(), "a1", "d4") == ["b2", "c3"]
    assert between(chessboard(), "d4", "a1") == ["c3", "b2"]


def test_between_neighbours_and_cells_out_of_line_is_nothing() -> None:
    measure, board = Measure(chessboard()), chessboard()
    assert (
        between(board, "a1", "b2") == between(board, "a1", "b3") == between(board, "a1", "a1") == []
    )
    assert measure.in_line(board.cell_number["a1"], board.cell_number["b2"])
    assert not measure.in_line(board.cell_number["a1"], board.cell_number["b3"])


def test_on_a_ring_the_shorter_way_round_is_between() -> None:
    assert between(build_grid(1, 6, wrap=["rows"]), "a1", "e1") == ["f1"]


def test_the_way_to_a_neighbour() -> None:
    board = chessboard()
    measure, number = Measure(board), board.cell_number
    assert board.directions[measure.way(number["e4"], number["d5"])] == "nw"
    assert measure.way(number["e4"], number["e6"]) == NOWHERE
    assert measure.way(number["e4"], NOWHERE) == NOWHERE


def test_a_king_crosses_the_board_in_seven_and_a_rook_like_walker_in_fourteen() -> None:
    king, walker = Measure(chessboard()), Measure(build_grid(8, 8))
    a1, h8 = chessboard().cell_number["a1"], chessboard().cell_number["h8"]
    assert (king.distance(a1, h8), walker.distance(a1, h8)) == (7, 14)


def test_steps_on_hexagons_follow_the_third_axis() -> None:
    board = build_hex(5, 5)
    measure, number = Measure(board), board.cell_number
    assert measure.distance(number["a5"], number["e1"]) == 8
    assert measure.distance(number["e5"], number["a1"]) == 4


@given(boards())
def test_steps_are_those_of_networkx(board: Topology) -> None:
    graph = nx.DiGraph()
    graph.add_nodes_from(range(len(board.cells)))
    graph.add_edges_from((cell, out.there) for cell, row in enumerate(board.exits) for out in row)
    apart = dict(nx.all_pairs_shortest_path_length(graph))
    cells = range(len(board.cells))
    assert Measure(board).distances == tuple(
        tuple(apart[a].get(b, NOWHERE) for b in cells) for a in cells
    )


@given(boards())
def test_what_lies_between_lies_on_a_ray(board: Topology) -> None:
    measure = Measure(board)
    for a, rays in enumerate(measure.rays):
        for cells in rays:
            for b in cells:
                inner = measure.between(a, b)
                assert any(found[: len(inner) + 1] == (*inner, b) for found in measure.rays[a])
                assert len(inner) <= cells.index(b)

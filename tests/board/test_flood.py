"""Floods against networkx: the same answers on random boards under random relations."""

from typing import Any

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st
from labrys.board.flood import Passable, anywhere, distance, path, region
from labrys.board.grid import build_grid
from labrys.board.topology import Topology
from random_boards import boards, cells_of, relations

Walk = tuple[Topology, Passable, dict[int, list[int]], int, set[int]]


def as_graph(board: Topology, passable: Passable, links: dict[int, list[int]]) -> Any:
    """The cells with every allowed step; `rank` is the place of the step among those of its cell."""
    graph: Any = nx.DiGraph()
    graph.add_nodes_from(range(len(board.cells)))
    for here, row in enumerate(board.exits):
        allowed = [out.there for out in row if passable(here, out.way, out.there)]
        for rank, there in enumerate(allowed + links.get(here, [])):
            if not graph.has_edge(here, there):
                graph.add_edge(here, there, rank=rank)
    return graph


@st.composite
def walks(draw: st.DrawFn) -> Walk:
    """A board, a relation, further links, a start and some goals."""
    board = draw(boards())
    cell = cells_of(board)
    links = draw(st.dictionaries(cell, st.lists(cell, max_size=2), max_size=2))
    goals = draw(st.sets(cell, max_size=3))
    return board, draw(relations(board)), links, draw(cell), goals


@given(walks())
def test_a_region_is_what_networkx_reaches(walk: Walk) -> None:
    board, passable, links, start, _ = walk
    reached = nx.single_source_shortest_path_length(as_graph(board, passable, links), start)
    assert region(board, start, passable, lambda here: links.get(here, ())) == tuple(
        sorted(reached)
    )


@given(walks())
def test_a_distance_is_that_of_networkx(walk: Walk) -> None:
    board, passable, links, start, goals = walk
    lengths = nx.single_source_shortest_path_length(as_graph(board, passable, links), start)
    nearest = min((lengths[goal] for goal in goals if goal in lengths), default=None)
    assert distance(board, start, goals, passable, lambda here: links.get(here, ())) == nearest


@given(walks())
def test_a_path_is_the_first_of_the_shortest(walk: Walk) -> None:
    board, passable, links, start, goals = walk
    graph = as_graph(board, passable, links)
    found = path(board, start, goals, passable, lambda here: links.get(here, ()))
    ways = [
        way
        for goal in sorted(goals)
        if goal in nx.single_source_shortest_path_length(graph, start)
        for way in nx.all_shortest_paths(graph, start, goal)
    ]
    least = min((len(way) for way in ways), default=0)
    shortest = [way for way in ways if len(way) == least]
    first = min(
        shortest,
        key=lambda way: [graph[a][b]["rank"] for a, b in nx.utils.pairwise(way)],
        default=None,
    )
    assert found == (None if first is None else tuple(first[1:]))


def wall_across() -> tuple[Topology, Passable]:
    """A board of 3 x 3 with a wall below its top row, but for the last column."""
    board = build_grid(3, 3)
    walls = {board.edge_number["a3s"], board.edge_number["b3s"]}
    return board, lambda here, way, there: board.edge_of[here][way] not in walls


def test_a_wall_makes_the_way_longer() -> None:
    board, passable = wall_across()
    a3, a1 = board.cell_number["a3"], board.cell_number["a1"]
    assert distance(board, a3, [a1]) == 2
    assert distance(board, a3, [a1], passable) == 6


def test_a_path_leaves_out_its_start_and_ends_at_the_nearest_goal() -> None:
    board, passable = wall_across()
    number = board.cell_number
    found = path(board, number["a3"], [number["a1"], number["c2"]], passable)
    assert found is not None
    assert [board.cells[cell] for cell in found] == ["b3", "c3", "c2"]


def test_at_the_goal_there_is_no_step_to_take() -> None:
    board = build_grid(3, 3)
    assert (distance(board, 4, [4]), path(board, 4, [4])) == (0, ())


def test_a_cell_shut_in_reaches_only_itself() -> None:
    board = build_grid(3, 3)
    assert region(board, 4, lambda here, way, there: False) == (4,)
    assert distance(board, 4, [0], lambda here, way, there: False) is None


def test_without_a_relation_every_step_is_allowed() -> None:
    board = build_grid(3, 3)
    assert region(board, 0) == region(board, 0, anywhere) == tuple(range(9))


def test_a_link_of_the_relation_is_one_step() -> None:
    board = build_grid(1, 9)
    assert distance(board, 0, [8], links=lambda here: [7] if here == 1 else []) == 3

"""Walking words against networkx, on boards with random walls and stones."""

from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import labrys
import networkx as nx
import pytest
from grounds import EXAMPLES, GROUNDS
from hypothesis import given, settings
from hypothesis import strategies as st

RELATIONS = ("", "open", "dry", "friendly(red)", "friendly(blue)", "ferry")

some = settings(max_examples=4, derandomize=True, deadline=None)
boards = pytest.mark.parametrize("board", GROUNDS)


@cache
def game_on(board: str) -> labrys.Game:
    return labrys.load(EXAMPLES / board)


@dataclass(frozen=True)
class Ground:
    """Walls and stones on a board, and the state in which they stand there."""

    board: str
    walls: frozenset[str]
    stones: dict[str, str]
    state: labrys.State

    def graph(self, relation: str) -> nx.DiGraph:
        """Where one may go by a relation, as its rules say in words."""
        graph = nx.DiGraph()
        for side, (a, b) in GROUNDS[self.board].items():
            for here, there in ((a, b), (b, a)):
                graph.add_node(here)
                if self.goes(relation, side, there):
                    graph.add_edge(here, there)
        if relation == "ferry":
            graph.add_edges_from((a, b) for a in self.stones for b in self.stones)
        return graph

    def goes(self, relation: str, side: str, there: str) -> bool:
        if relation in ("open", "ferry"):
            return side not in self.walls
        if relation == "dry":
            return there not in self.stones
        if relation:
            return self.stones.get(there) == relation[len("friendly(") : -1]
        return True


@st.composite
def grounds(draw: st.DrawFn, board: str) -> Ground:
    sides = GROUNDS[board]
    cells = sorted({cell for pair in sides.values() for cell in pair})
    walls = draw(st.sets(st.sampled_from(sorted(sides)), max_size=len(sides)))
    spots = draw(st.lists(st.sampled_from(cells), unique=True, max_size=len(cells) - 1))
    game = game_on(board)
    state = game.start()
    stones = {}
    for spot in spots:
        stones[spot] = state.active
        state = state.play(game.decision({"seat": state.active, "play": "place", "spot": spot}))
    for side in sorted(walls):
        state = state.play(game.decision({"seat": state.active, "play": "build", "side": side}))
    return Ground(board, frozenset(walls), stones, state)


def said(word: str, *arguments: str) -> str:
    return f"{word}({', '.join(argument for argument in arguments if argument)})"


@boards
def test_the_board_is_the_one_described(board: str) -> None:
    state = game_on(board).start()
    cells = {cell for pair in GROUNDS[board].values() for cell in pair}
    assert set(state.value("cells")) == cells
    assert set(state.value("edges")) == set(GROUNDS[board])
    for side, ends in list(GROUNDS[board].items())[::5]:
        assert set(state.value(f"ends({side})")) == set(ends)


@boards
@some
@given(st.data())
def test_regions_and_neighbours(board: str, data: st.DataObject) -> None:
    ground = data.draw(grounds(board))
    for relation in RELATIONS:
        graph = ground.graph(relation)
        for cell in data.draw(st.lists(st.sampled_from(sorted(graph)), min_size=1, max_size=2)):
            region = ground.state.value(said("region", cell, relation))
            assert set(region) == {*nx.single_source_shortest_path_length(graph, cell)}
            assert len(set(region)) == len(region)
            near = ground.state.value(said("neighbours", cell, relation))
            assert set(near) == set(graph.adj[cell])
            if relation:
                assert ground.state.value(said("group", cell, relation)) == region


@boards
@some
@given(st.data())
def test_distances(board: str, data: st.DataObject) -> None:
    ground = data.draw(grounds(board))
    for relation in RELATIONS:
        graph = ground.graph(relation)
        start = data.draw(st.sampled_from(sorted(graph)))
        lengths = nx.single_source_shortest_path_length(graph, start)
        for goal in data.draw(st.lists(st.sampled_from(sorted(graph)), min_size=1, max_size=2)):
            found = ground.state.value(said("distance", start, goal, relation))
            assert found == lengths.get(goal, "none")
            if not relation:
                assert ground.state.value(said("steps", start, goal)) == found


@boards
@some
@given(st.data())
def test_ways_to_a_set_of_goals(board: str, data: st.DataObject) -> None:
    ground = data.draw(grounds(board))
    for relation in RELATIONS:
        graph = ground.graph(relation)
        cells = st.sampled_from(sorted(graph))
        start = data.draw(cells)
        goals = data.draw(st.lists(cells, min_size=1, max_size=3, unique=True))
        lengths = nx.single_source_shortest_path_length(graph, start)
        reached = [lengths[goal] for goal in goals if goal in lengths]
        written = f"[{', '.join(goals)}]"
        assert ground.state.value(said("reaches", start, written, relation)) == bool(reached)
        path = ground.state.value(said("path", start, written, relation))
        assert len(path) == min(reached, default=0)
        if path:
            assert all(b in graph.adj[a] for a, b in pairwise([start, *path]))
            assert path[-1] in goals


@boards
@some
@given(st.data())
def test_a_state_with_walls_is_saved_whole(board: str, data: st.DataObject) -> None:
    ground = data.draw(grounds(board))
    again = game_on(board).from_bytes(ground.state.to_bytes())
    for state in (ground.state, again):
        assert set(state.value("edges holding wall")) == ground.walls
        for seat in ("red", "blue"):
            held = {cell for cell, owner in ground.stones.items() if owner == seat}
            assert set(state.value(f"cells holding stone of {seat}")) == held

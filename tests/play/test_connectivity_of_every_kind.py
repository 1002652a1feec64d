"""Walking words on every kind of board against networkx, with the board and its state read by hand."""

import json
import random
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import labrys
import networkx as nx
import pytest
import yaml
from grounds_by_hand import BACK, SQUARE, Ground, links, quarter, rows, walls_of

HEAD = """
labrys: 1
title: {en: Ground, fr: Terrain}
about: {en: "A ground.", fr: "Un terrain."}
players: 2
seats:
  red: {name: {en: Red, fr: Rouge}, colour: red}
  blue: {name: {en: Blue, fr: Bleu}, colour: blue}
turns: {first: red, phase: playing}
phases:
  playing: {who: active, actions: 1}
limit: {turns: 500, do: game drawn limit}
"""
PLAIN = """
stones:
  wall: {lives: edge}
  stone: {lives: cell, owned: true}
relations:
  open: {sides: not side holds wall}
  dry: {sides: there holds nothing}
  friendly: {given: {p: seat}, sides: there holds stone of p}
  ferry: {sides: not side holds wall, links: "if here holds stone then cells holding stone else []"}
actions:
  place: {phase: playing, choose: {spot: cells}, do: put stone of me on spot}
"""
TILED = """
relations:
  walk: {sides: "side(here, way) != wall and side(there, opposite(way)) != wall"}
actions:
  turn: {phase: playing, choose: {s: slots, q: "[1, 2, 3]"}, do: turn s by q}
  swap: {phase: playing, choose: {s: slots, t: slots}, do: swap s with t}
  lay: {phase: playing, choose: {k: tiles, s: slots}, do: lay k on s turned 1}
tiles:
  hook:
    map: |
      +---+   +
      | .   .
      +   +---+
        .   . |
      +---+   +
  bar:
    map: |
      +   +---+
        . | .
      +   +   +
        . | .
      +   +   +
tile-legend: {sides: {"---": wall, "|": wall}}
"""
LAID = """
relations:
  corridor: {sides: "opens(here, way) and opens(there, opposite(way))"}
actions:
  lay: {phase: playing, choose: {k: tiles, c: cells, q: turns(k)}, do: lay k on c turned q}
tiles:
  straight: {open: [n, s]}
  corner: {open: [n, e]}
  tee: {open: [w, n, e]}
"""
BOARDS: dict[str, dict[str, Any]] = {
    "eight ways": {"kind": "grid", "rows": 4, "columns": 4, "directions": ["n", "ne", "e", "se", "s", "sw", "w", "nw"]},
    "rows that close": {"kind": "grid", "wrap": ["rows"], "map": "#....\n...#.\n.....\n....#"},
    "columns that close": {"kind": "grid", "wrap": ["columns"], "map": "#...\n....\n.#..\n...#\n...."},
    "two columns in a ring": {"kind": "grid", "rows": 4, "columns": 2, "wrap": ["rows", "columns"]},
    "one row in a ring": {"kind": "grid", "rows": 1, "columns": 4, "wrap": ["rows", "columns"]},
    "hops": {"kind": "grid", "rows": 5, "columns": 4, "wrap": ["rows"],
             "directions": {"n": [-1, 0], "s": [1, 0], "hop": [-2, 1], "skip": [0, 2]}},
    "a hexagon": {"kind": "hex", "shape": "hexagon", "size": 3},
    "hexagons in a ring": {"kind": "hex", "rows": 4, "columns": 4, "wrap": ["rows"]},
    "hexagons drawn": {"kind": "hex", "map": "..#.\n....\n#..."},
    "links both ways": {"kind": "graph", "cells": list("abcdefg"), "links": {
        "p": ["a", "b"], "q": ["b", "c"], "r": ["c", "a"], "s": ["c", "d"], "t": ["d", "e"], "u": ["f", "g"]}},
    "links with ways": {"kind": "graph", "cells": list("abcdef"), "links": {
        "p": {"from": "a", "to": "b", "way": "e"}, "q": {"from": "b", "to": "c", "way": "up", "back": "down"},
        "r": {"from": "c", "to": "d", "way": "fall"}, "s": ["d", "a"], "t": {"from": "d", "to": "e", "way": "e"}},
        "directions": ["e", "w", "up", "down", "fall"]},
}  # fmt: skip


@dataclass
class Table:
    game: labrys.Game
    ground: Ground


def load(folder: Path, board: dict[str, Any], rest: str) -> labrys.Game:
    home = folder / "ground"
    home.mkdir(parents=True)
    text = HEAD + "game: ground\n" + f"board: {json.dumps(board)}\n" + rest
    (home / "game.yaml").write_text(text, encoding="utf-8")
    return labrys.load(home)


@pytest.fixture(scope="module", params=BOARDS)
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Table:
    board = BOARDS[request.param]
    game = load(tmp_path_factory.mktemp("boards"), {**board, "edges": True}, PLAIN)
    return Table(game, links(board) if board["kind"] == "graph" else rows(board))


def compare(state: labrys.State, graph: nx.DiGraph, relation: str, dice: random.Random) -> None:
    """Every walking word from a few cells to a few sets of goals."""
    tail = f", {relation}" if relation else ""
    cells = list(graph)
    for start in dice.sample(cells, min(3, len(cells))):
        lengths = nx.single_source_shortest_path_length(graph, start)
        assert set(state.value(f"region({start}{tail})")) == set(lengths)
        assert set(state.value(f"neighbours({start}{tail})")) == set(graph.adj[start])
        if relation:
            assert set(state.value(f"group({start}{tail})")) == set(lengths)
        goals = dice.sample(cells, 2)
        written = f"[{', '.join(goals)}]"
        near = min((lengths[goal] for goal in goals if goal in lengths), default=None)
        assert state.value(f"reaches({start}, {written}{tail})") == (near is not None)
        assert state.value(f"distance({start}, {written}{tail})") == ("none" if near is None else near)
        assert state.value(f"distance({start}, {goals[0]}{tail})") == lengths.get(goals[0], "none")
        path = state.value(f"path({start}, {written}{tail})")
        assert len(path) == (near or 0)
        assert all(b in graph.adj[a] for a, b in pairwise([start, *path]))
        assert not path or path[-1] in goals


def test_the_cells_sides_and_steps_are_those_described(table: Table) -> None:
    state, ground = table.game.start(), table.ground
    assert list(state.value("cells")) == ground.cells
    assert set(state.value("edges")) == set(ground.sides)
    for side, ends in ground.sides.items():
        assert set(state.value(f"ends({side})")) == set(ends)
    for cell in ground.cells:
        assert set(state.value(f"sides({cell})")) == {s for s, ends in ground.sides.items() if cell in ends}
        assert set(state.value(f"neighbours({cell})")) == {there for _, there, _ in ground.exits[cell]}


def test_steps_rays_and_ways_are_those_described(table: Table) -> None:
    state, ground = table.game.start(), table.ground
    ways = list(dict.fromkeys(way for _, way in ground.steps))
    for cell in ground.cells:
        for way in ways:
            there = ground.steps.get((cell, way))
            assert state.value(f"step({cell}, {way})") == (there or "none")
            assert list(state.value(f"ray({cell}, {way})")) == ground.ray(cell, way)
            if there is not None:
                assert ground.steps[cell, state.value(f"way({cell}, {there})")] == there
                assert state.value(f"step({cell}, [{way}, {way}])") == ground.steps.get((there, way), "none")


def test_steps_on_the_empty_board(table: Table) -> None:
    state, graph = table.game.start(), table.ground.graph(lambda *_: True)
    dice = random.Random(1)
    for start, goal in [dice.sample(list(graph), 2) for _ in range(6)]:
        lengths = nx.single_source_shortest_path_length(graph, start)
        assert state.value(f"steps({start}, {goal})") == lengths.get(goal, -1)


@pytest.mark.parametrize("seed", range(3))
def test_walks_among_walls_and_stones(table: Table, seed: int) -> None:
    dice, ground = random.Random(seed), table.ground
    share = dice.choice((0.1, 0.3, 0.6))
    stones = {cell: dice.choice(("red", "blue")) for cell in ground.cells if dice.random() < share}
    walls = [side for side in ground.sides if dice.random() < share]
    given = {"stone": stones, "wall": dict.fromkeys(walls, "wall"), "active": "red"}
    state = table.game.arrange({key: value for key, value in given.items() if value})
    fields = state.view(None).fields
    held = {cell: fields[f"{cell}.stone"] for cell in ground.cells if fields[f"{cell}.stone"] != "none"}
    walled = {side for side in ground.sides if fields[f"{side}.wall"] != "none"}
    assert (held, walled) == (stones, set(walls))
    compare(state, ground.graph(lambda *_: True), "", dice)
    compare(state, ground.graph(lambda here, way, there, side: side not in walled), "open", dice)
    compare(state, ground.graph(lambda here, way, there, side: there not in held), "dry", dice)
    for seat in ("red", "blue"):
        own = ground.graph(lambda here, way, there, side, seat=seat: held.get(there) == seat)
        compare(state, own, f"friendly({seat})", dice)
    ferry = ground.graph(lambda here, way, there, side: side not in walled)
    ferry.add_edges_from((a, b) for a in held for b in held)
    compare(state, ferry, "ferry", dice)


def walk_at_random(state: labrys.State, dice: random.Random, times: int) -> labrys.State:
    for _ in range(times):
        state = state.play(dice.choice(state.decisions))
    return state


@pytest.mark.parametrize("wrap", [[], ["rows"], ["rows", "columns"]], ids="-".join)
def test_walks_over_printed_tiles_that_turn_and_change_places(tmp_path: Path, wrap: list[str]) -> None:
    slots = "ab\n.c\nd."
    board = {"kind": "tiled", "tile-size": 2, "slots": slots, "wrap": wrap}
    game = load(tmp_path, board, TILED)
    drawn = yaml.safe_load(TILED)["tiles"]
    ground = rows({**board, "map": "....\n....\n##..\n##..\n..##\n..##"})
    corner = {"a": (0, 0), "b": (0, 2), "c": (2, 2), "d": (4, 0)}
    dice = random.Random(7)
    state = game.start()
    for _ in range(8):
        state = walk_at_random(state, dice, 3)
        fields, walled = state.view(None).fields, set()
        for slot, (top, left) in corner.items():
            tile = fields[f"{slot}.tile"]
            walls = walls_of(drawn[tile]["map"]) if tile != "none" else set()
            for _ in range(int(fields[f"{slot}.turn"])):
                walls = quarter(walls, 2)
            walled |= {(f"{top + r + 1}-{left + c + 1}", side) for (r, c), side in walls}
        for cell in ground.cells:
            for way in SQUARE:
                assert (state.value(f"side({cell}, {way})") == "wall") == ((cell, way) in walled)
        graph = ground.graph(lambda here, way, there, side, w=walled: (here, way) not in w and (there, BACK[way]) not in w)
        compare(state, graph, "walk", dice)


@pytest.mark.parametrize("wrap", [[], ["columns"]], ids="-".join)
def test_walks_through_laid_corridors(tmp_path: Path, wrap: list[str]) -> None:
    board = {"kind": "laid", "map": ".....\n..#..\n.....\n#...."}
    game = load(tmp_path, {**board, "wrap": wrap, "stack": 3}, LAID)
    ground = rows({**board, "wrap": wrap})
    sides = {name: tile["open"] for name, tile in yaml.safe_load(LAID)["tiles"].items()}
    dice = random.Random(3)
    state = game.start()
    for _ in range(8):
        for _ in range(5):
            free = [d for d in state.decisions if len(state.view(None).fields[f"{d.arguments['c']}.under"]) < 2]
            state = state.play(dice.choice(free))
        fields = state.view(None).fields
        opened = set()
        for cell in ground.cells:
            if (tile := fields[f"{cell}.tile"]) != "none":
                turn = int(fields[f"{cell}.turn"])
                opened |= {(cell, "nesw"[("nesw".index(side) + turn) % 4]) for side in sides[tile]}
        graph = ground.graph(lambda here, way, there, side, o=opened: (here, way) in o and (there, BACK[way]) in o)
        compare(state, graph, "corridor", dice)

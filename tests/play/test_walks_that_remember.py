"""Relations with `came`: walks that know by which way they came to a cell, against networkx, on both engines."""

import random
import shutil
from pathlib import Path

import labrys
import networkx as nx
import pytest

GAME = """
labrys: 1
game: patrol
title: {en: Patrol, fr: Ronde}
about: {en: "A watchman never turns back.", fr: "Un veilleur ne revient jamais sur ses pas."}
players: 1
seats: {red: {name: {en: Red, fr: Rouge}, colour: red}}
turns: {first: red, phase: playing}
phases: {playing: {who: active, actions: 1}}
limit: {turns: 500, do: game drawn limit}
board: {kind: grid, rows: 4, columns: 5}
stones: {rock: {lives: cell}, stair: {lives: cell}}
fields:
  at: {type: cell, start: a1}
  heading: "direction?"
  goal: set of cell
  room: set of cell
  near: set of cell
  there: truth
  far: 0..200
  trail: list of cell up to 200
relations:
  onwards:
    given: {heading: "direction?"}
    came: heading
    sides: not there holds rock and (came = none or way != opposite(came))
    links: "if here holds stair then cells holding stair else []"
actions:
  look:
    phase: playing
    do: |
      set room to region(at, onwards(heading))
      set near to neighbours(at, onwards(heading))
      set there to reaches(at, goal, onwards(heading))
      let d = distance(at, goal, onwards(heading))
      if d exists:
        set far to d
      else:
        set far to 200
      set trail to path(at, goal, onwards(heading))
"""
STEP = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
BACK = {"n": "s", "e": "w", "s": "n", "w": "e"}
CELLS = [f"{column}{row}" for row in (4, 3, 2, 1) for column in "abcde"]
ENGINES = ["python", *(["native"] if any(map(shutil.which, ("cc", "gcc", "clang"))) else [])]


def walks(rocks: set[str], stairs: set[str]) -> "nx.DiGraph[tuple[str, str]]":
    graph: nx.DiGraph[tuple[str, str]] = nx.DiGraph()
    graph.add_nodes_from((cell, came) for cell in CELLS for came in ("none", *STEP))
    for cell, came in list(graph):
        for way, (right, up) in STEP.items():
            there = f"{chr(ord(cell[0]) + right)}{int(cell[1]) + up}"
            if there in CELLS and there not in rocks and (came == "none" or way != BACK[came]):
                graph.add_edge((cell, came), (there, way))
        if cell in stairs:
            graph.add_edges_from(((cell, came), (stair, "none")) for stair in stairs if (stair, "none") != (cell, came))
    return graph


@pytest.mark.parametrize("engine", ENGINES)
def test_walks_that_remember_how_they_came(tmp_path: Path, engine: str) -> None:
    (tmp_path / "patrol").mkdir()
    (tmp_path / "patrol" / "game.yaml").write_text(GAME, encoding="utf-8")
    game = labrys.load(tmp_path / "patrol", engine=engine)
    pick = random.Random(5)
    for _ in range(40):
        rocks = set(pick.sample(CELLS, 9))
        stairs = set(pick.sample(CELLS, pick.choice((0, 2))))
        at, heading, goal = pick.choice(CELLS), pick.choice(["none", *STEP]), set(pick.sample(CELLS, 2))
        given = {"rock": dict.fromkeys(rocks, "rock"), "stair": dict.fromkeys(stairs, "stair")}
        state = game.arrange({**given, "at": at, "heading": heading, "goal": sorted(goal)}, seed=1)
        fields = state.play(state.decisions[0]).view("red").fields
        graph, start = walks(rocks, stairs), (at, heading)
        reached = nx.single_source_shortest_path_length(graph, start)
        lengths = [steps for (cell, _), steps in reached.items() if cell in goal]
        assert set(fields["room"]) == {cell for cell, _ in reached}
        assert set(fields["near"]) == {cell for cell, _ in graph[start]}
        assert fields["there"] == bool(lengths)
        assert fields["far"] == min(lengths, default=200)
        assert len(fields["trail"]) == min(lengths, default=0)

"""The examples of docs/boards.md are boards, and are drawn as the page shows them."""

import re
from pathlib import Path
from typing import Any

import pytest
from labrys.board.build import build_board
from labrys.board.charmap import draw_map, read_map
from labrys.board.grid import build_grid
from labrys.board.laid import LaidBoard
from labrys.board.printed import read_tile
from labrys.board.shapes import Shape, placements
from labrys.source.findings import Findings
from labrys.source.reader import read_text
from labrys.source.schema import check_schema, to_plain

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/boards.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```yaml\n(.*?)```\n(?:\n```text\n(.*?)```)?", PAGE, re.DOTALL)


def sections(text: str) -> dict[str, Any]:
    findings = Findings()
    tree = read_text(text, "example.yaml", findings)
    assert tree is not None
    check_schema(tree, "part", findings)
    assert len(findings) == 0, findings.render()
    plain: dict[str, Any] = to_plain(tree, findings)
    return plain


def example(start: str) -> dict[str, Any]:
    """The first example after these words of the page."""
    found = re.search(r"```yaml\n(.*?)```", PAGE[PAGE.index(start) :], re.DOTALL)
    assert found is not None
    return sections(found.group(1))


@pytest.mark.parametrize(("text", "drawing"), EXAMPLES)
def test_an_example_is_drawn_as_shown(text: str, drawing: str) -> None:
    found = sections(text)
    kinds = {name: tile.get("open", []) for name, tile in found.get("tiles", {}).items()}
    board = build_board(found["board"], kinds)
    if drawing:
        assert "\n".join(draw_map(board, {})) == drawing.rstrip("\n")


def test_the_gates_and_the_debris_of_the_map() -> None:
    board = build_board(example("## Maps and legends")["board"])
    assert [board.cells[cell] for cell in board.areas["gate"]] == ["a2", "d2"]
    assert [board.cells[cell] for cell in board.marks["debris"]] == ["b1", "c1"]


def test_the_table_around_a_hexagon() -> None:
    board = build_board(example("## Hexagons")["board"])
    ways, cells = re.findall(r"^\| `(?:nw|b3)`.*$", PAGE, re.MULTILINE)
    b2 = board.cell_number["b2"]
    for way, cell in zip(re.findall(r"`(\w+)`", ways), re.findall(r"`(\w+)`", cells), strict=True):
        assert board.cells[board.step[b2][board.direction_number[way]]] == cell


def test_the_edges_and_the_vertex_of_two_by_two() -> None:
    board = build_board(example("## Edges and vertices")["board"])
    assert board.edges == ("a2e", "a2s", "b2s", "a1e")
    assert board.vertices == ("a2se",)


def test_the_map_with_sides() -> None:
    text = PAGE[PAGE.index("   ```\n   +") : PAGE.index("3. **Hexagons**")]
    drawing = "\n".join(line[3:] for line in text.split("\n") if not line.startswith("   ```"))
    board = build_grid(2, 3)
    shown = read_map(board, drawing)
    assert {board.edges[edge]: mark for edge, mark in shown.edges.items()} == {
        "b2s": "=", "c2s": "=", "b1e": "|",
    }  # fmt: skip
    assert shown.vertices == {board.vertex_number["b2se"]: "o"}


@pytest.mark.parametrize(("start", "count"), [("On edges, drawn", 128), ("On cells, any", 336)])
def test_the_shapes_have_as_many_placements_as_the_page_says(start: str, count: int) -> None:
    found = example(start)
    (shape,) = found["shapes"].values()
    drawn = Shape(shape["on"], shape["map"], shape["turn"], shape.get("mirror", False))
    board = build_board(found["board"])
    assert len(placements(board, drawn)) == count
    assert f"has {count} placements" in PAGE


def test_the_first_fence() -> None:
    board = build_grid(9, 9)
    first = placements(board, Shape("edges", "+---+---+", turn=True))[0]
    assert first.name == "a9e+a8e"
    assert [board.vertices[vertex] for vertex in first.joints] == ["a9se"]
    assert [board.cells[cell] for cell in first.cells] == ["a9", "b9", "a8", "b8"]


def test_the_turns_of_the_laid_tiles() -> None:
    found = example("## Tiles that are laid")
    kinds = {name: tile["open"] for name, tile in found["tiles"].items()}
    board = build_board(found["board"], kinds)
    assert isinstance(board, LaidBoard)
    assert board.turns == ((0, 1), (0, 1, 2, 3), (0,))
    assert board.open_side[1][1] == (False, True, True, False)


def test_the_printed_tile_turned_once() -> None:
    found = example("## Tiles that are printed")
    legend = found["tile-legend"]
    text = found["tiles"]["gallery"]["map"]
    turned = read_tile(text, 2, legend["cells"], legend["sides"]).turned(1)
    assert turned.marks == ("", "debris", "", "")
    assert turned.sides[1] == ("", "wall", "", "")


def test_every_fault_the_room_can_name_is_in_the_table() -> None:
    code = "".join(
        path.read_text(encoding="utf-8")
        for path in (ROOT / "interpreter/labrys/board").glob("*.py")
    )
    raised = set(re.findall(r'(?:BoardError\(\s*|slug = |_known\([^"]*)"([a-z-]+)"', code))
    listed = set(re.findall(r"`([a-z-]+)`", PAGE[PAGE.index("## What can be wrong") :]))
    assert raised - listed == set()
    assert {name for name in listed if "-" in name} - raised - {"tile-size"} == set()

"""The `board:` section of a ruleset, as plain values."""

import pytest
from labrys.board.build import build_board
from labrys.board.errors import BoardError
from labrys.board.grid import build_grid
from labrys.board.hex import build_hex
from labrys.board.laid import LaidBoard
from labrys.board.links import build_links
from labrys.board.tiled import TiledBoard


def test_a_grid() -> None:
    section = {"kind": "grid", "rows": 3, "columns": 4, "wrap": ["rows"], "directions": ["n", "s"]}
    assert build_board(section) == build_grid(3, 4, wrap=["rows"], directions=["n", "s"])


def test_edges_and_vertices_only_say_what_may_be_named() -> None:
    section = {"kind": "grid", "rows": 3, "columns": 3}
    assert build_board({**section, "edges": True, "vertices": True}) == build_board(section)


def test_a_hexagon() -> None:
    section = {"kind": "hex", "shape": "hexagon", "size": 3}
    assert build_board(section) == build_hex(shape="hexagon", size=3)


def test_a_graph() -> None:
    section = {
        "kind": "graph",
        "cells": ["a", "b"],
        "links": {"ab": {"from": "a", "to": "b", "way": "up", "back": "down"}},
        "areas": {"top": ["b"]},
    }
    assert build_board(section) == build_links(
        ["a", "b"],
        {"ab": {"from": "a", "to": "b", "way": "up", "back": "down"}},
        areas={"top": ["b"]},
    )


def test_a_tiled_board_counts_its_rows_from_the_top() -> None:
    board = build_board({"kind": "tiled", "slots": "ab\ncd", "tile-size": 3})
    assert isinstance(board, TiledBoard)
    assert board.cells[0] == "1-1"


def test_a_laid_board_knows_its_tiles() -> None:
    board = build_board({"kind": "laid", "rows": 2, "columns": 2}, {"straight": ["n", "s"]})
    assert isinstance(board, LaidBoard)
    assert board.kinds == ("straight",)


@pytest.mark.parametrize(
    ("slug", "section"),
    [
        ("unknown-kind", {"kind": "cube"}),
        ("unknown-key", {"kind": "grid", "cells": ["a"]}),
        ("unknown-key", {"kind": "graph", "rows": 3}),
        ("bad-value", {"kind": "grid", "rows": "three", "columns": 3}),
        ("bad-value", {"kind": "grid", "rows": True, "columns": 3}),
        ("bad-value", {"kind": "grid", "rows": 3, "columns": 3, "wrap": "rows"}),
        ("bad-value", {"kind": "grid", "map": "..", "legend": ["."]}),
        ("bad-value", {"kind": "graph", "cells": ["a"], "links": "a"}),
        ("bad-value", {"kind": "graph", "cells": ["a"], "areas": ["a"]}),
        ("bad-value", {"kind": "graph", "cells": "abc"}),
        ("bad-value", {"kind": "hex", "rows": 3, "columns": 3, "names": 1}),
        ("bad-directions", {"kind": "grid", "rows": 3, "columns": 3, "directions": "n"}),
        ("bad-directions", {"kind": "graph", "cells": ["a"], "directions": {"up": [1, 0]}}),
        ("no-slots", {"kind": "tiled", "tile-size": 3}),
    ],
)
def test_a_section_that_makes_no_board_is_told(slug: str, section: dict[str, object]) -> None:
    with pytest.raises(BoardError) as caught:
        build_board(section)
    assert caught.value.slug == slug

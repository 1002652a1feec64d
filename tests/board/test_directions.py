"""Directions: what they are called, where they lead, how they turn."""

import pytest
from hypothesis import given
from labrys.board.directions import DirectionsSpec, grid_directions, hex_directions
from labrys.board.errors import BoardError
from labrys.board.grid import build_grid
from labrys.board.hex import build_hex
from labrys.board.topology import NOWHERE, Topology
from random_boards import COMPASS, grids


def step(board: Topology, cell: str, way: str) -> str | None:
    there = board.step[board.cell_number[cell]][board.direction_number[way]]
    return None if there == NOWHERE else board.cells[there]


def named(table: tuple[int, ...], names: tuple[str, ...]) -> dict[str, str | None]:
    return {name: None if to < 0 else names[to] for name, to in zip(names, table, strict=True)}


def test_north_is_up_and_east_is_right() -> None:
    board = build_grid(3, 3, directions=COMPASS)
    around = {way: step(board, "b2", way) for way in COMPASS}
    assert around == {
        "n": "b3", "ne": "c3", "e": "c2", "se": "c1", "s": "b1", "sw": "a1", "w": "a2", "nw": "a3",
    }  # fmt: skip


def test_the_rim_ends_the_board() -> None:
    board = build_grid(3, 3, directions=COMPASS)
    assert [step(board, "a3", way) for way in ("n", "nw", "w", "sw", "ne")] == [None] * 5


def test_a_grid_has_four_directions_and_hexagons_six_unless_declared() -> None:
    assert build_grid(1, 1).directions == ("n", "e", "s", "w")
    assert build_hex(1, 1).directions == ("ne", "e", "se", "sw", "w", "nw")


def test_long_names_are_kept_as_written() -> None:
    board = build_grid(3, 3, directions=["north", "south-east"])
    assert board.directions == ("north", "south-east")
    assert step(board, "b2", "south-east") == "c1"


def test_a_free_offset_is_rows_down_and_columns_right() -> None:
    board = build_grid(8, 8, directions={"hop": [-2, 1]})
    assert step(board, "g1", "hop") == "h3"
    assert step(board, "h1", "hop") is None


def test_opposites_and_quarter_turns_on_squares() -> None:
    ways = grid_directions(COMPASS)
    assert named(ways.opposite, ways.names) == {
        "n": "s", "ne": "sw", "e": "w", "se": "nw", "s": "n", "sw": "ne", "w": "e", "nw": "se",
    }  # fmt: skip
    assert named(ways.quarter, ways.names) == {
        "n": "e", "ne": "se", "e": "s", "se": "sw", "s": "w", "sw": "nw", "w": "n", "nw": "ne",
    }  # fmt: skip


def test_a_turn_on_hexagons_is_a_sixth() -> None:
    ways = hex_directions(None)
    assert named(ways.quarter, ways.names) == {
        "ne": "e", "e": "se", "se": "sw", "sw": "w", "w": "nw", "nw": "ne",
    }  # fmt: skip
    assert all(ways.opposite[ways.opposite[way]] == way for way in range(6))


def test_what_is_not_declared_is_no_opposite_and_no_turn() -> None:
    ways = grid_directions(["n", "e"])
    assert ways.opposite == (NOWHERE, NOWHERE)
    assert ways.quarter == (1, NOWHERE)


@given(grids())
def test_the_opposite_leads_back(board: Topology) -> None:
    for cell, row in enumerate(board.step):
        for way, there in enumerate(row):
            back = board.opposite[way]
            if there != NOWHERE and back != NOWHERE:
                assert board.step[there][back] == cell


@pytest.mark.parametrize(
    ("slug", "spec"),
    [
        ("bad-directions", "n"),
        ("unknown-direction", ["up"]),
        ("unknown-direction", [3]),
        ("unknown-direction", ["n", {"hop": [-2, 1]}]),
        ("repeated-direction", ["n", "n"]),
        ("repeated-direction", ["n", "north"]),
        ("repeated-direction", {"up": [-1, 0], "north": [-1, 0]}),
        ("still-direction", {"stay": [0, 0]}),
        ("bad-offset", {"hop": [1]}),
        ("bad-offset", {"hop": [1, "2"]}),
    ],
)
def test_a_direction_leads_somewhere_and_has_one_name(slug: str, spec: DirectionsSpec) -> None:
    with pytest.raises(BoardError) as caught:
        grid_directions(spec)
    assert caught.value.slug == slug


def test_hexagons_have_no_north() -> None:
    with pytest.raises(BoardError, match="unknown-direction"):
        hex_directions(["n"])

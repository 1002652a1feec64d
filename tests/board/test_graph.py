"""Boards of points and lines."""

import pytest
from labrys.board.errors import BoardError
from labrys.board.links import LinksSpec, build_links
from labrys.board.topology import NOWHERE
from test_directions import step


def test_a_link_joins_both_ways_and_is_an_edge() -> None:
    board = build_links(["a", "b", "c"], [["a", "b"], ["b", "c"]])
    assert board.neighbours == ((1,), (0, 2), (1,))
    assert board.edges == ("a-b", "b-c")
    assert board.sides == ((0,), (0, 1), (1,))


def test_links_may_have_names() -> None:
    assert build_links(["a", "b"], {"bridge": ["a", "b"]}).edges == ("bridge",)


def test_without_directions_there_are_exits_but_no_steps() -> None:
    board = build_links(["a", "b"], [["a", "b"]])
    assert board.directions == ()
    assert [(out.way, out.there, out.edge) for out in board.exits[0]] == [(NOWHERE, 1, 0)]


def test_a_way_leads_from_one_end_and_back_from_the_other() -> None:
    board = build_links(["a", "b"], [{"from": "a", "to": "b", "way": "up", "back": "down"}])
    assert (step(board, "a", "up"), step(board, "b", "down")) == ("b", "a")
    assert (step(board, "a", "down"), step(board, "b", "up")) == (None, None)
    assert board.opposite == (1, 0)


def test_a_way_without_back_is_a_step_one_way_only() -> None:
    board = build_links(["a", "b"], [{"from": "a", "to": "b", "way": "up"}])
    assert step(board, "b", "up") is None
    assert board.neighbours == ((1,), (0,))


def test_a_compass_way_gives_its_opposite_back_if_that_is_declared() -> None:
    links = [{"from": "a", "to": "b", "way": "n"}]
    assert step(build_links(["a", "b"], links, directions=["n", "s"]), "b", "s") == "a"
    assert build_links(["a", "b"], links).directions == ("n",)


def test_the_way_back_may_be_a_second_link_over_the_same_edge() -> None:
    there, back = {"from": "a", "to": "b", "way": "up"}, {"from": "b", "to": "a", "way": "down"}
    board = build_links(["a", "b"], [there, back])
    assert board.edges == ("a-b",)
    assert (step(board, "a", "up"), step(board, "b", "down")) == ("b", "a")


def test_compass_ways_turn() -> None:
    board = build_links(["a"], [], directions=["n", "e", "s", "w", "up"])
    assert board.quarter == (1, 2, 3, 0, NOWHERE)


def test_a_link_with_a_way_is_one_exit_and_comes_before_those_without() -> None:
    board = build_links(["a", "b", "c"], [["a", "b"], {"from": "a", "to": "c", "way": "up"}])
    assert [(out.way, board.cells[out.there]) for out in board.exits[0]] == [(0, "c"), (-1, "b")]


def test_areas_hold_cells_in_canonical_order() -> None:
    board = build_links(["a", "b", "c"], [], areas={"rim": ["c", "a", "c"]})
    assert board.areas == {"rim": (0, 2)}


@pytest.mark.parametrize(
    ("slug", "links"),
    [
        ("unknown-cell", [["a", "z"]]),
        ("link-to-itself", [["a", "a"]]),
        ("repeated-link", [["a", "b"], ["b", "a"]]),
        ("repeated-link", {"a": ["a", "b"]}),
        ("bad-link", [["a"]]),
        ("bad-link", ["a-b"]),
        ("bad-link", [{"from": "a", "to": "b", "weg": "up"}]),
        (
            "two-links-one-way",
            [{"from": "a", "to": "b", "way": "up"}, {"from": "a", "to": "c", "way": "up"}],
        ),
    ],
)
def test_a_link_joins_two_cells_once(slug: str, links: LinksSpec) -> None:
    with pytest.raises(BoardError) as caught:
        build_links(["a", "b", "c"], links)
    assert caught.value.slug == slug


def test_a_way_must_be_declared_where_directions_are() -> None:
    with pytest.raises(BoardError, match="unknown-direction"):
        build_links(["a", "b"], [{"from": "a", "to": "b", "way": "up"}], directions=["down"])


@pytest.mark.parametrize(
    ("slug", "cells"),
    [
        ("no-cells", []),
        ("repeated-cell", ["a", "a"]),
        ("too-many-cells", [f"c{n}" for n in range(4097)]),
    ],
)
def test_cells_are_named_once(slug: str, cells: list[str]) -> None:
    with pytest.raises(BoardError) as caught:
        build_links(cells, [])
    assert caught.value.slug == slug


def test_an_area_holds_cells_of_the_board() -> None:
    with pytest.raises(BoardError, match="unknown-cell"):
        build_links(["a"], [], areas={"rim": ["z"]})

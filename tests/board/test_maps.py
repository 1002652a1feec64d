"""Maps of characters: whatever is drawn can be read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from labrys.board.charmap import BoardMap, draw_map, read_map
from labrys.board.errors import BoardError
from labrys.board.grid import build_grid
from labrys.board.hex import build_hex
from labrys.board.links import build_links
from labrys.board.tiled import build_tiled
from labrys.board.topology import Topology
from random_boards import boards

GLYPHS = "abXYZ.ox12~é:*"
MARKS = "-|=xB"
POINTS = "o*X"


@st.composite
def maps(draw: st.DrawFn) -> tuple[Topology, BoardMap]:
    """A board with a glyph on every cell, and marks on some edges and vertices."""
    board = draw(boards())
    count = len(board.cells)
    glyphs = draw(st.lists(st.sampled_from(GLYPHS), min_size=count, max_size=count))
    return board, BoardMap(
        dict(enumerate(glyphs)),
        draw(st.just({}) | some(len(board.edges), MARKS)),
        draw(st.just({}) | some(len(board.vertices), POINTS)),
    )


def some(count: int, glyphs: str) -> st.SearchStrategy[dict[int, str]]:
    if not count:
        return st.just({})
    return st.dictionaries(st.integers(0, count - 1), st.sampled_from(glyphs)).map(
        lambda found: dict(sorted(found.items()))
    )


@given(maps(), st.booleans())
def test_a_map_with_its_marks_reads_as_it_was_drawn(
    drawn: tuple[Topology, BoardMap], coordinates: bool
) -> None:
    board, shown = drawn
    lines = draw_map(board, shown.cells, shown.edges, shown.vertices, coordinates=coordinates)
    assert read_map(board, "\n".join(lines)) == shown


@given(maps(), st.booleans())
def test_a_map_of_cells_alone_reads_as_it_was_drawn(
    drawn: tuple[Topology, BoardMap], coordinates: bool
) -> None:
    board, shown = drawn
    lines = draw_map(board, shown.cells, coordinates=coordinates)
    assert read_map(board, "\n".join(lines)) == BoardMap(shown.cells)


@given(maps(), st.booleans())
def test_drawing_what_was_read_gives_the_same_lines(
    drawn: tuple[Topology, BoardMap], coordinates: bool
) -> None:
    board, shown = drawn
    lines = draw_map(board, shown.cells, shown.edges, shown.vertices, coordinates=coordinates)
    again = read_map(board, "\n".join(lines))
    assert (
        draw_map(board, again.cells, again.edges, again.vertices, coordinates=coordinates) == lines
    )


def test_a_grid_is_drawn_with_its_coordinates() -> None:
    board = build_grid(map_text="..#\n...")
    assert draw_map(board, {0: "X", 4: "O"}) == [
        "2 X . #",
        "1 . . O",
        "  a b c",
    ]


def test_labels_of_two_characters_are_written_downwards() -> None:
    board = build_grid(1, 10, names="row-column")
    assert draw_map(board, {}) == [
        "1 . . . . . . . . . .",
        "                    1",
        "  1 2 3 4 5 6 7 8 9 0",
    ]


def test_edges_and_vertices_are_drawn_between_the_cells() -> None:
    board = build_grid(2, 2)
    edges = {board.edge_number["a2e"]: "|", board.edge_number["a2s"]: "="}
    assert draw_map(board, {0: "X"}, edges, {0: "o"}, coordinates=False) == [
        "+---+---+",
        "| X | . |",
        "+===o   +",
        "| .   . |",
        "+---+---+",
    ]


def test_a_letter_on_an_edge_stands_in_its_middle() -> None:
    board = build_grid(2, 1)
    assert draw_map(board, {}, {0: "B"}, coordinates=False)[2] == "+ B +"


def test_a_letter_given_as_a_line_fills_its_edge_and_is_read_back() -> None:
    board = build_grid(2, 1)
    lines = draw_map(board, {}, {0: "bbb"}, coordinates=False)
    assert lines[2] == "+bbb+"
    assert read_map(board, "\n".join(lines)).edges == {0: "b"}


def test_hexagons_are_drawn_in_shifted_rows_with_marked_edges_below() -> None:
    board = build_hex(2, 3)
    assert draw_map(board, {0: "X"}, {board.edge_number["a2e"]: "-"}) == [
        "2 X . .",
        "1  . . .",
        "    a b c",
        "a2e: -",
    ]


def test_a_hexagon_is_drawn_without_the_places_around_it() -> None:
    board = build_hex(shape="hexagon", size=2)
    assert draw_map(board, {}, coordinates=False) == ["  . .", " . . .", "  . ."]


def test_the_places_around_a_hexagon_may_be_written() -> None:
    board = build_hex(shape="hexagon", size=2)
    assert read_map(board, "#X.\n...\n..#") == read_map(board, "  X .\n . . .\n  . .")


def test_a_graph_is_drawn_as_a_list() -> None:
    board = build_links(["a", "b"], {"bridge": ["a", "b"]})
    assert draw_map(board, {1: "X"}, {0: "="}) == ["a: .", "b: X", "bridge: ="]


@pytest.mark.parametrize(
    "text",
    [
        "X.\n.O",
        "X .\n. O",
        "2 X .\n1 . O\n  a b",
        "+   +   +\n  X   .\n+   +   +\n  .   O\n+   +   +",
        "+---+---+\n| X   . |\n+   +   +\n| .   O |\n+---+---+",
        "  +---+---+\n2 | X   . |\n  +   +   +\n1 | .   O |\n  +---+---+\n    a   b",
        "X.\n.O\n\n\n",
    ],
)
def test_a_map_may_be_written_in_many_ways(text: str) -> None:
    assert read_map(build_grid(2, 2), text) == BoardMap({0: "X", 1: ".", 2: ".", 3: "O"})


def test_the_lines_of_a_graph_stand_in_any_order() -> None:
    board = build_links(["a", "b"], {"bridge": ["a", "b"]})
    assert read_map(board, "bridge: =\nb: X\na: .") == BoardMap({0: ".", 1: "X"}, {0: "="})


@pytest.mark.parametrize(
    ("slug", "place", "text"),
    [
        ("unknown-glyph", (1, 2), ".Q\n..\n"),
        ("unknown-glyph", (1, 5), "2 . Q\n1 . .\n  a b\n"),
        ("map-lines", (2, 1), "..\n"),
        ("map-columns", (2, 3), "..\n...\n"),
        ("map-columns", (2, 2), "..\n.\n"),
        ("map-void", (1, 1), "#.\n..\n"),
        ("map-label", (2, 1), "2 . .\n3 . .\n  a b\n"),
        ("unknown-side-mark", (2, 5), "+---+---+\n| . ? . |\n+   +   +\n| .   . |\n+---+---+\n"),
        ("unknown-corner", (3, 5), "+---+---+\n| .   . |\n+   q   +\n| .   . |\n+---+---+\n"),
        ("no-place-here", (1, 3), "+ = +---+\n| .   . |\n+   +   +\n| .   . |\n+---+---+\n"),
        ("sketch-off-centre", (2, 2), "+---+---+\n|X    . |\n+   +   +\n| .   . |\n+---+---+\n"),
        ("map-columns", (2, 11), "+---+---+---+\n| .   .   .\n+   +   +\n| .   .\n+---+---+\n"),
    ],
)
def test_a_fault_of_a_map_is_placed(slug: str, place: tuple[int, int], text: str) -> None:
    with pytest.raises(BoardError) as caught:
        read_map(build_grid(2, 2), text, legend=".XO", edge_marks="-|=", vertex_marks="o")
    assert caught.value.slug == slug
    assert (caught.value.values["line"], caught.value.values["column"]) == place


@pytest.mark.parametrize(
    ("slug", "text"),
    [
        ("map-misses", "a: ."),
        ("map-repeats", "a: .\na: X\nb: ."),
        ("map-entry", "a: .\nb: .\nc: ."),
    ],
)
def test_a_fault_of_a_list_is_named(slug: str, text: str) -> None:
    with pytest.raises(BoardError) as caught:
        read_map(build_links(["a", "b"], []), text)
    assert caught.value.slug == slug


def test_a_hole_holds_nothing() -> None:
    with pytest.raises(BoardError, match="no-place-here"):
        read_map(build_grid(map_text=".#"), "XX")


def test_the_two_ends_of_a_rim_that_wraps_agree() -> None:
    board = build_tiled("a", 2, wrap=["rows"])
    text = "+---+---+\n= .   . -\n+   +   +\n  .   .\n+---+---+"
    with pytest.raises(BoardError, match="map-disagrees"):
        read_map(board, text)


@pytest.mark.parametrize("glyph", ["", "ab", " ", "#", "\t", "\x1b"])
def test_a_cell_is_drawn_with_one_character_that_shows(glyph: str) -> None:
    with pytest.raises(BoardError, match="map-glyph"):
        draw_map(build_grid(1, 1), {0: glyph})

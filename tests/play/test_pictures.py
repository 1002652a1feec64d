"""Pictures of positions: colours, places, marks and legends; golden pictures of a position of every ruleset.

`python tests/play/test_pictures.py` prints the golden pictures anew; look at them before you commit them.
"""

import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import labrys
import pytest
from labrys import Ink, Picture, State
from labrys_tools.pictures.ansi import ascii_only, coloured, coloured_legend, windows_safe
from labrys_tools.pictures.svg import svg, write_svg
from labrys_tools.scenario_files import position_file
from labrys_tools.scenarios import position

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).parent / "golden"
RULESETS = sorted(path.name for path in (ROOT / "rulesets").iterdir() if (path / "game.yaml").exists())
WIDTH = 100


@cache
def half_way(ruleset: str) -> State:
    """The position written in `golden/RULESET.yaml`."""
    (scenario,) = position_file(GOLDEN / f"{ruleset}.yaml")
    game = labrys.load(ROOT / "rulesets" / ruleset, players=scenario.players, options=scenario.options)
    return position(game, scenario)


def page(ruleset: str) -> str:
    """Everything people see of a position, in both languages, through the eyes of the first seat."""
    state = half_way(ruleset)
    seat, parts = state.game.seats[0], []
    for lang in ("en", "fr"):
        picture = state.picture(seat, lang, width=WIDTH)
        legend = coloured_legend(picture.legend, 0, WIDTH)
        drawn = [*picture.lines(), *picture.remarks, *picture.panel]
        parts += [f"-- {lang}", *drawn, *(["", *legend] if legend else []), "", *state.describe(seat, lang), ""]
    return "\n".join(parts)


def inks(picture: Picture) -> list[Ink]:
    return [ink for line in picture.board for ink in line]


def at(picture: Picture, place: str) -> list[Ink]:
    return [ink for ink in inks(picture) if ink.place == place]


# -- golden pictures


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_position_of_every_ruleset_looks_as_it_did(ruleset: str) -> None:
    golden = GOLDEN / f"{ruleset}.txt"
    assert page(ruleset) == golden.read_text(encoding="utf-8"), f"if it should look so: python {Path(__file__).name}"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_lines_keep_to_the_width_and_agree_with_what_draw_gives(ruleset: str) -> None:
    state = half_way(ruleset)
    for seat in (None, *state.game.seats):
        drawn = state.picture(seat)
        assert state.draw(seat) == [*drawn.lines(), *drawn.remarks, *drawn.panel]
        assert all(len(line) <= 78 for line in state.draw(seat))
        assert not any(char >= "\U000f0000" for line in state.draw(seat) for char in line)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_description_is_made_of_words(ruleset: str) -> None:
    for lang in ("en", "fr"):
        lines = half_way(ruleset).describe(None, lang)
        assert lines
        assert not any(re.search(r"[\[\]|+_?│─┼]|--", line) for line in lines)


# -- colours, places and marks


def test_pieces_have_the_colour_of_their_owner_and_the_name_of_their_cell() -> None:
    picture = half_way("chess").picture()
    assert at(picture, "e1") == [Ink("K", "yellow", "e1")]
    assert at(picture, "a8") == [Ink("r", "blue", "a8")]
    assert at(picture, "d8") == [Ink(".", None, "d8")]


def test_edges_and_vertices_have_their_names_even_where_nothing_stands() -> None:
    picture = half_way("quoridor").picture(marked=["a2s", "b9se", "a1"])
    assert at(picture, "a2s") == [Ink("   ", None, "a2s", True)]
    assert at(picture, "b9se") == [Ink("+", None, "b9se", True)]
    assert at(picture, "a1") == [Ink(" . ", None, "a1", True)]
    assert {ink.colour for ink in inks(picture) if ink.text in ("---", "*") and ink.place} == {"orange"}


def test_marking_changes_no_character() -> None:
    for ruleset in ("chess", "hex", "quoridor", "wall-labyrinth", "hades-trap"):
        state = half_way(ruleset)
        board = state.game.world.board
        assert board is not None
        marked = state.picture(marked=[*board.cells, *board.edges, *board.vertices])
        assert marked.lines() == state.picture().lines()
        assert {ink.place for ink in inks(marked) if ink.marked} >= set(board.cells)


def test_a_marked_slot_marks_its_name_and_its_cells() -> None:
    picture = half_way("hades-trap").picture(marked=["b"])
    assert {ink.place for ink in inks(picture) if ink.marked} == {"b", *(f"{r}-{c}" for r in (1, 2, 3) for c in (4, 5, 6))}


def test_marked_cells_are_drawn_where_no_tile_lies_yet() -> None:
    for ruleset, cell in (("dedale", "ae28"), ("escape", "i7")):
        state = half_way(ruleset)
        assert not at(state.picture(), cell)
        assert any(ink.marked for ink in at(state.picture(marked=[cell]), cell))


def test_the_legend_holds_what_is_on_the_picture() -> None:
    state = half_way("tic-tac-toe")
    assert [(row.sign, row.name) for row in state.picture(lang="fr").legend] == [("X", "Croix : signe"), ("O", "Ronds : signe")]
    assert state.game.start(1).picture().legend == ()


def test_a_picture_shows_what_the_seat_sees() -> None:
    state = half_way("kuhn-poker")
    elder, dealer = state.game.seats
    assert state.picture(elder).panel[0] == "hand: Elder [king], Dealer (1)"
    assert state.picture(dealer).panel[0] == "hand: Elder (1), Dealer [jack]"
    assert state.describe(None)[0] == "hand: Elder 1 in all; Dealer 1 in all"


# -- terminals


def test_colours_are_escapes_and_marks_are_reversed() -> None:
    picture = Picture(((Ink("1 "), Ink("K", "red", "e1"), Ink(" "), Ink(".", None, "f1", True)),))
    assert coloured(picture, 16) == ["1 \033[1;31mK\033[0m \033[7m.\033[0m"]
    assert coloured(picture, 256) == ["1 \033[1;38;5;160mK\033[0m \033[7m.\033[0m"]


def test_without_colours_there_are_no_escapes_and_marks_are_brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    state = half_way("tic-tac-toe")
    monkeypatch.setenv("NO_COLOR", "1")
    lines = coloured(state.picture(marked=["a1", "a3", "b3"]), 256)
    assert lines == ["3[. .].", "2 X . O", "1[.]X O", "  a b c"]


def test_windows_and_ascii_have_safe_lines() -> None:
    assert windows_safe("└──┬ é → ✓") == "+--+ é -> +"
    assert ascii_only("└──┬ é") == "+--+ e"


# -- vector pictures


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_position_makes_a_well_formed_drawing(ruleset: str, tmp_path: Path) -> None:
    state = half_way(ruleset)
    write_svg(state, state.game.seats[0], "fr", tmp_path / "board.svg")
    tree = ElementTree.parse(tmp_path / "board.svg").getroot()
    tags = {element.tag.rpartition("}")[2] for element in tree.iter()}
    assert tags <= {"svg", "title", "desc", "rect", "line", "circle", "polygon", "text"}
    chart = state.chart()
    if chart is not None:
        assert sum(element.tag.endswith("polygon") for element in tree.iter()) >= len(chart.cells) // 2
    wide, high = float(tree.get("width", 0)), float(tree.get("height", 0))
    for text in tree.iter("{http://www.w3.org/2000/svg}text"):
        assert 0 <= float(text.get("x", -1)) <= wide
        assert 0 <= float(text.get("y", -1)) <= high


def test_what_authors_write_is_escaped() -> None:
    picture = Picture(((Ink("<", "red", "a<b"),),), ("</svg>",), ('"&\x07"',))
    tree = ElementTree.fromstring(svg(picture, title="<script>alert(1)</script>"))
    assert [text.text for text in tree.iter("{http://www.w3.org/2000/svg}text")] == ["<", "</svg>", '"& "', "<script>alert(1)</script>"]


# -- looks


GAME = (ROOT / "rulesets" / "tic-tac-toe" / "game.yaml").read_text(encoding="utf-8")


def with_looks(folder: Path, line: str) -> Path:
    """Tic-tac-toe with one more line in its looks."""
    text = re.sub(r"(?m)^  legend: .*$", lambda legend: f"{legend[0]}\n  {line}", GAME)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return folder


def test_a_thing_named_with_its_owner_comes_before_the_seat_and_the_seat_before_its_kind(tmp_path: Path) -> None:
    game = labrys.load(with_looks(tmp_path, 'colours: {mark: cyan, "mark of nought": orange}'))
    picture = game.arrange({"map": "X O .\n. . .\n. . .\n"}).picture()
    assert at(picture, "a3")[0].colour == half_way("tic-tac-toe").game.start(1).game.world.looks.paint.seats[0] != "cyan"
    assert at(picture, "b3")[0].colour == "orange"


@pytest.mark.parametrize(
    ("line", "code", "fix"),
    [
        ("colours: {mork: cyan}", "LB401", "did you mean `mark`?"),
        ("colours: {mark: oranje}", "LB616", "did you mean `orange`?"),
        ("names: {mark: {en: sign, fr: signe}}", "LB401", ""),
        ("rim: {arrow: {x: y}}", "LB401", ""),
    ],
)
def test_what_looks_says_of_colours_names_and_the_rim_is_checked(tmp_path: Path, line: str, code: str, fix: str) -> None:
    (found,) = labrys.check(with_looks(tmp_path, line))
    assert found.code == code
    assert fix in str(found.fix or "")


def test_signs_at_the_rim_stand_in_the_middle_of_each_side() -> None:
    state = half_way("hades-trap")
    lines = [line[:46].rstrip() for line in state.picture(width=WIDTH).lines()]
    arrows = {way: state.value(f"{way}.arrow")[0] for way in ("north", "east", "south", "west")}
    assert lines[0].strip() == f"^{arrows['north']}"
    assert lines[21].strip() == f"v{arrows['south']}"
    assert lines[10].startswith(f"<{arrows['west']} 5")
    assert lines[10].endswith(f" {arrows['east']}>")


def test_the_panel_stands_below_where_lines_are_short() -> None:
    state = half_way("hades-trap")
    assert state.picture(width=WIDTH).panel == ()
    narrow = state.picture(width=60)
    assert narrow.panel[0].startswith("hero: Alpha")
    assert all(len(line) <= 60 for line in [*narrow.lines(), *narrow.panel, *narrow.remarks])


def again() -> None:
    for ruleset in RULESETS:
        (GOLDEN / f"{ruleset}.txt").write_text(page(ruleset), encoding="utf-8")


if __name__ == "__main__":
    again()

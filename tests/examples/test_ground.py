"""Boards as players see them: what is drawn on every kind of board, what is hidden, and which signs are refused."""

import re
from pathlib import Path
from textwrap import dedent

import labrys
import pytest
from labrys.board.errors import BoardError
from labrys.language.reasons import _REASONS, board_reason

ROOT = Path(__file__).parents[2]
EXAMPLES = Path(__file__).parent

GAME = """
labrys: 1
game: small
title: {en: Small, fr: Petit}
about: {en: "A small game.", fr: "Un petit jeu."}
players: 2
seats:
  red: {name: {en: Red, fr: Rouge}, colour: red}
  blue: {name: {en: Blue, fr: Bleu}, colour: blue}
turns: {first: red, phase: play}
phases:
  play: {who: active, actions: 1}
limit: {turns: 9, do: game drawn limit}
"""
MEN = """
board: {kind: grid, rows: 2, columns: 3}
stones:
  man: {lives: cell, owned: true}
actions:
  place: {phase: play, choose: {c: cells}, do: put man of me on c}
"""


def written(folder: Path, text: str, scenario: str = "") -> Path:
    home = folder / "small"
    (home / "scenarios").mkdir(parents=True)
    (home / "game.yaml").write_text(GAME + dedent(text), encoding="utf-8")
    if scenario:
        (home / "scenarios" / "one.yaml").write_text("labrys: 1\n" + dedent(scenario), encoding="utf-8")
    return home


def errors(folder: Path, text: str, scenario: str = "") -> list[tuple[str, int, int]]:
    found = labrys.check(written(folder, text, scenario)).errors()
    return [(finding.code, finding.span.line, finding.span.column) for finding in found]


def drawn(state: labrys.State, seat: str | None = None, lines: int = 99) -> str:
    return "\n".join(state.draw(seat)[:lines])


def picture(text: str) -> str:
    return dedent(text).strip("\n")


# -- tiles


def test_printed_tiles_are_drawn_with_their_walls_marks_and_the_names_of_their_slots() -> None:
    state = labrys.load(EXAMPLES / "ariadne").start(1)
    assert drawn(state, "red", 20) == picture("""
          a---+   +---b---+---+---c---+   +---+
        1 | .   .   . | .   .   . | .   .   . |
          +           +   +   +---+           +
        2   .   R   . | . | .   .   .   .   .
          +           +   +   +   +           +
        3 | .   .   . | * | . | . | .   .   . |
          d---+   +---f---+===+---g---+   +---+
        4   ?   ?   ? | .   .   . | ?   ?   ?
                      +   +---+   +
        5   ?   ?   ? | . | K | . | ?   ?   ?
                      +   +   +   +
        6   ?   ?   ? | .   .   . | ?   ?   ?
          h---+   +---i---+---+---j---+   +---+
        7 | . | . | * | *   .   . | .   .   . |
          +   +   +   +---+---+   +           +
        8   .   . | . | .   .   . | .   B   .
          +---+   +   +---+   +   +           +
        9 | .   .   . | .   . | . | .   .   . |
          +---+---+---+---+   +---+---+   +---+
            1   2   3   4   5   6   7   8   9
    """)


def test_a_tile_face_down_is_drawn_for_who_scouted_it_only() -> None:
    game = labrys.load(EXAMPLES / "ariadne")
    state = game.start(1).play(game.decision({"seat": "red", "play": "scout", "s": "d"}))
    assert state.draw("red")[7] == "4 | *   .   . | .   .   . | ?   ?   ?"
    assert state.draw("blue")[7] == state.draw(None)[7] == "4   ?   ?   ? | .   .   . | ?   ?   ?"


def test_what_lies_face_down_changes_nothing_for_who_does_not_know_it() -> None:
    game = labrys.load(EXAMPLES / "ariadne")
    seen = []
    for tile in ("bend", "cross", "hall"):
        state = game.arrange({"tile": {"d": tile, "g": tile}, "scouts": {"d": ["blue"]}, "red-hero": {"cell": "3-2"}}, 1)
        moves = [decision.data for decision in state.decisions]
        refusals = [state.why_not("step", {"from": "3-2", "way": way}, "red") for way in "nesw"]
        seen.append((state.draw("red"), state.view("red").fields, moves, refusals))
    assert seen[0] == seen[1] == seen[2]


def test_the_drawing_of_a_labyrinth_can_be_read_as_a_map() -> None:
    game = labrys.load(EXAMPLES / "ariadne")
    known = {"d": ["red", "blue"], "g": ["red", "blue"]}
    state = game.arrange({"scouts": known, "thread": {"1-2": "red"}}, 1)
    lines = state.draw("red")[:20]
    assert state.differences("\n".join(lines)) == []
    again = game.arrange({"map": "\n".join(lines), "scouts": known}, 1)
    assert again.draw("red")[:20] == lines
    lines[3] = lines[3].replace("R", ".")
    assert state.differences("\n".join(lines)) == ["2-2"]


def test_laid_tiles_are_drawn_as_corridors_and_stacks_are_told() -> None:
    game = labrys.load(EXAMPLES / "galleries")
    tiles = {"b3": "tee", "b4": "corner", "c4": "straight", "e1": "rubble"}
    given = {"tile": tiles, "turn": {"b3": 3, "b4": 1, "c4": 1}, "dug": {"c4": "true"}}
    given |= {"under": {"c4": ["tee", "cross"]}, "under-turn": {"c4": [0, 0]}}
    assert drawn(game.arrange(given, 1), None, 13) == picture("""
              +   +   +   +   +   +
        5   #                       #
          +   +---+---+   +   +   +   +
        4   . | ,   :               .
          +   +   +---+   +   +   +   +
        3   W   o |     #           E
          +   +   +   +   +   +   +   +
        2   .                       .
          +   +   +   +   +---+   +   +
        1   #             | % |     #
              +   +   +   +---+   +
            a   b   c   d   e   f   g
        c4: straight / crossing / junction
    """)


# -- hexagons, graphs, edges and vertices


def test_things_on_the_edges_of_hexagons_are_drawn_between_them() -> None:
    game = labrys.load(EXAMPLES / "causeways", options={"side": 2})
    stones = {"b3": "red", "b2": "red", "c2": "blue", "b1": "blue", "a2": "red"}
    state = game.arrange({"stone": stones, "bridge": {"b3se": "red", "a2e": "red", "c2sw": "blue"}}, 1)
    assert drawn(state) == picture("""
        3       R   ,
                 \\
        2     R - R ! B
                     %
        1       ,   B
                  a   b   c
    """)


def test_a_graph_lists_its_cells_with_the_ways_out_in_words_for_people() -> None:
    state = labrys.load(EXAMPLES / "lockup").start(1)
    assert state.draw(None, "en")[:2] == [
        "hall:    G  up stairs, south kitchen, east library (1)",
        "stairs:  G  up attic, down hall",
    ]
    assert state.draw(None, "fr")[0] == "entrée:       G  haut palier, sud cuisine, est bibliothèque (1)"
    assert state.draw(None, "fr")[-1] == "clefs du voleur : [–]"


def test_hedges_lie_and_stand_posts_and_the_snail_are_on_corners_and_the_rim_shows_both_ends() -> None:
    game = labrys.load(EXAMPLES / "trellis")
    state = game.arrange({"hedge": {"a5w": "hedge", "a5s": "hedge"}, "trodden": {"b1": "true"}}, 1)
    assert drawn(state, None, 12) == picture("""
          +---+---+---+---+---+---+
        5 | .   .   .   .   .   I |
          +---@   +   +   +   +   +
        4   .   .   ~   ~   .   .
          +   +---+   +   +---+   +
        3   . | # | ~   ~ | # | .
          +   +---+   +   +---+   +
        2   .   .   .   . | .   .
          +   +   +   +   o   +   +
        1   R   ,   .   . | .   .
          +---+---+---+---+---+---+
            a   b   c   d   e   f
    """)
    assert state.differences("\n".join(state.draw()[:12])) == []


def test_a_stone_somebody_does_not_see_is_drawn_as_unknown(tmp_path: Path) -> None:
    text = MEN.replace("owned: true}", "owned: true, seen by: viewer = red}")
    looks = "looks: {legend: {'.': nothing, R: man of red, B: man of blue}}\n"
    state = labrys.load(written(tmp_path, text + looks)).arrange({"man": {"a1": "blue"}})
    assert drawn(state, "red") == "2 . . .\n1 B . .\n  a b c"
    assert drawn(state, "blue") == drawn(state, None) == "2 ? ? ?\n1 ? ? ?\n  a b c"


def test_alike_pieces_share_a_sign_and_a_map_takes_them_in_order(tmp_path: Path) -> None:
    text = MEN + "pieces:\n  rock: {count: 2, lives: cell}\nlooks: {legend: {'.': nothing, o: rock, R: man of red}}\n"
    game = labrys.load(written(tmp_path, text))
    state = game.arrange({"map": ".o.\no.R"})
    assert state.value("cells holding rock") == ("b2", "a1")
    assert drawn(state) == "2 . o .\n1 o . R\n  a b c"
    assert state.differences(".o.\n..R") == ["a1"]
    with pytest.raises(labrys.LabrysError, match="2 times at most"):
        game.arrange({"map": "ooo\n..."})


# -- signs and maps that are refused


@pytest.mark.parametrize("sign", ["#", " ", "'", "R", "XY"])
def test_signs_of_the_legend_are_one_free_visible_character(tmp_path: Path, sign: str) -> None:
    key = '"' + sign + '"'
    looks = f"looks:\n  legend: {{R: man of red, {key}: man of blue}}\n"
    codes = {code for code, _, _ in errors(tmp_path, MEN + looks)}
    assert bool(codes) == (sign != "'")


@pytest.mark.parametrize("sign", ["+", "-", "|"])
@pytest.mark.parametrize("edges", [True, False])
def test_lines_and_corners_are_taken_on_boards_with_sides_only(tmp_path: Path, sign: str, edges: bool) -> None:
    text = MEN.replace("columns: 3", f"columns: 3, edges: {str(edges).lower()}")
    found = errors(tmp_path, text + f'looks: {{legend: {{"{sign}": man of red}}}}\n')
    assert [code for code, _, _ in found] == (["LB615"] if edges else [])


@pytest.mark.parametrize(
    ("looks", "code"),
    [
        ('legend: {".": man of red}', "LB615"),
        ("legend: {R: man of red}, marks: {glade: R}", "LB615"),
        ("legend: {R: man of red}, marks: {glaed: x}", "LB401"),
        ("legend: {R: man of red}, edges: {wall: x}", "LB401"),
        ("legend: {R: man of red}, sides: {wall: x}", "LB401"),
        ("legend: {R: man of red}, tiles: {tee: x}", "LB401"),
        ("legend: {R: man of green}", "LB401"),
    ],
)
def test_looks_name_what_there_is_and_every_sign_means_one_thing(tmp_path: Path, looks: str, code: str) -> None:
    text = MEN.replace("rows: 2, columns: 3", 'map: "..g\\n...", legend: {g: area glade}')
    assert {found for found, _, _ in errors(tmp_path, f"{text}looks: {{{looks}}}\n")} >= {code}


def test_a_printed_mark_with_the_sign_of_a_piece_is_told(tmp_path: Path) -> None:
    text = """
        board: {kind: tiled, tile-size: 1, slots: "ab"}
        tiles: {well: {map: "+   +\\n  R\\n+   +"}}
        tile-legend: {cells: {R: well}}
        stones: {man: {lives: cell, owned: true}}
        actions:
          place: {phase: play, choose: {c: cells}, do: put man of me on c}
        looks: {legend: {R: man of red}%s}
    """
    assert [code for code, _, _ in errors(tmp_path / "one", text % "")] == ["LB615"]
    assert errors(tmp_path / "two", text % ", marks: {well: o}") == []


@pytest.mark.parametrize(
    ("drawing", "place"),
    [("R..\n.Q.", (6, 8)), ("R..", (4, 8)), ("R...\n....", (5, 10)), ("R..\n.#.", (6, 8))],
)
def test_check_reads_the_maps_of_scenarios(tmp_path: Path, drawing: str, place: tuple[int, int]) -> None:
    rows = "\n".join("      " + line for line in drawing.split("\n"))
    scenario = f"scenario: a map\ngiven:\n  map: |\n{rows}\nthen: {{over: false}}\n"
    looks = "looks: {legend: {'.': nothing, R: man of red}}\n"
    found = errors(tmp_path, MEN + looks, scenario)
    assert found == [("LB602", *place)]


def test_a_map_in_quotation_marks_over_several_lines_is_read_as_yaml_reads_it(tmp_path: Path) -> None:
    text = MEN.replace("rows: 2, columns: 3", "map: '..#\n\n  ...'")
    assert labrys.load(written(tmp_path, text)).start().value("count cells") == 5


def test_a_board_that_cannot_be_built_is_one_finding(tmp_path: Path) -> None:
    text = MEN.replace("rows: 2", "rows: 0")
    assert [code for code, _, _ in errors(tmp_path, text)] == ["LB601"]


def test_every_fault_of_boards_and_maps_is_told_in_both_languages() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "interpreter/labrys").rglob("*.py"))
    raised = set(re.findall(r'BoardError\(\s*"([a-z-]+)"', code))
    assert raised - set(_REASONS) == set()
    values = dict.fromkeys(("cell", "cells", "column", "columns", "direction", "given", "glyph", "key", "kind", "link"), "x")
    values |= dict.fromkeys(("links", "most", "on", "other", "side", "slot", "wanted"), "x")
    for slug in _REASONS:
        told = board_reason(BoardError(slug, **values))
        assert told.en != told.fr
        assert "{" not in told.en + told.fr


MOVING = """
    board: {kind: tiled, tile-size: 1, slots: "ab"%s}
    tiles: {well: {map: "+   +\\n  .\\n+   +"}}
    stones: {man: {lives: cell, owned: true}}
    fields:
      wet: %s
    actions:
      place:
        phase: play
        choose: {c: cells}
        do: |
          put man of me on c
          turn slot of c by 1
    invariants: {dry: {that: "%s"}}
"""


@pytest.mark.parametrize(
    ("field", "read"), [("{of: cell, type: truth%s}", "not wet of 1-1"), ('{type: "cell?"%s}', "wet = none")]
)
def test_on_tiles_a_field_of_or_with_cells_says_whether_it_travels(tmp_path: Path, field: str, read: str) -> None:
    lacking = errors(tmp_path / "one", MOVING % ("", field % "", read))
    assert [code for code, _, _ in lacking] == ["LB303"]
    assert errors(tmp_path / "two", MOVING % ("", field % ", travels: false", read)) == []


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("open: [n, s]", "open: [n, x]", "LB601", 33),
        ("stack: 3", "stack: 0", "LB509", 22),
        ("k: tiles, c: cells", "k: tils, c: cells", "LB401", 97),
    ],
)
def test_one_mistake_is_one_finding_where_it_stands(tmp_path: Path, old: str, new: str, code: str, line: int) -> None:
    home = tmp_path / "galleries"
    home.mkdir()
    text = (EXAMPLES / "galleries" / "game.yaml").read_text(encoding="utf-8")
    (home / "game.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
    found = [(finding.code, finding.span.line) for finding in labrys.check(home).errors()]
    assert found[0] == (code, line)
    assert [row for row in found if row[1] != line] in ([], [("LB401", 65)])


# -- words of the board


def test_a_slanted_step_has_no_side_so_a_wall_does_not_stop_it(tmp_path: Path) -> None:
    board = "board: {kind: grid, rows: 2, columns: 2, directions: [n, e, ne], edges: true}"
    text = MEN.replace("board: {kind: grid, rows: 2, columns: 3}", board)
    text = text.replace("stones:\n", "stones:\n  wall: {lives: edge}\n")
    state = labrys.load(written(tmp_path, text + "relations: {open: {sides: not side holds wall}}\n"))
    found = state.arrange({"wall": dict.fromkeys(("a2e", "a2s", "b2s", "a1e"), "wall")})
    assert found.value("neighbours(a1, open)") == ("b2",)


def test_an_area_can_be_counted(tmp_path: Path) -> None:
    text = MEN.replace("rows: 2, columns: 3", 'map: "..g\\ng..", legend: {g: area glade}')
    assert labrys.load(written(tmp_path, text)).start().value("count glade") == 2

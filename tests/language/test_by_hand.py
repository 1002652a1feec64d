"""Mistakes as authors make them, each found on the line where it was made.

Chosen among those the checker does find, so that it goes on finding them: no measure of how many it misses.
"""

from itertools import takewhile
from pathlib import Path

import pytest
from labrys import check
from labrys.source.catalogue import example_files

GAME = """\
labrys: 1
game: lanes
title: {en: Lanes, fr: Couloirs}
about: {en: "March to the far row.", fr: "Marchez jusqu'à la dernière rangée."}
include: [more.yaml]
players: {from: 2, to: 3}
seats:
  white: {name: {en: White, fr: Blancs}}
  black: {name: {en: Black, fr: Noirs}}
  red: {name: {en: Red, fr: Rouges}}
seating:
  2: [white, black]
options:
  rows: {type: 3..9, start: 5, text: {en: rows, fr: rangées}}
enums:
  mood: [calm, cross]
board:
  kind: grid
  rows: rows
  columns: 3
  names: a1
  directions: [n, e, s, w]
stones:
  man: {lives: cell, owned: true, kinds: [pawn, knight]}
fields:
  score: {of: seat, type: 0..9}
  feeling: {of: seat, type: mood}
  last: cell?
setup:
  men:
    do: |
      put pawn of white on a1
turns: {first: white, phase: playing}
phases:
  playing:
    who: active
    actions: 1
    next: resting
    stuck: pass
  resting:
    who: active
    actions: 1
    next: turn-end
    stuck: pass
actions:
  march:
    phase: playing
    choose:
      from: cells holding my man
      way: "[n, s]"
    let:
      goal: step(from, way)
    require:
      on-board:
        that: goal exists
        else: {en: "The board ends there", fr: "Le plateau s'arrête là"}
      free:
        that: goal holds nothing
        else: {en: "{goal} is taken", fr: "{goal} est occupé"}
    do: |
      if goal.row = far(me):
        crossed(me, goal)
      else:
        set me.feeling to cross
      move man on from to goal
      set last to goal
    text: {en: "{from}-{goal}", fr: "{from}-{goal}"}
  rest:
    phase: resting
    require:
      calm:
        that: me.feeling = calm or rows - 1 > 2
        else: {en: "You are cross", fr: "Vous êtes fâché"}
    do: |
      set me.feeling to calm
    text: {en: rest, fr: repos}
ends:
  lost:
    that: last exists and count cells holding man < 1
    do: game drawn empty
limit: {turns: 99, do: game drawn limit}
looks:
  legend: {".": nothing, P: pawn of white, p: pawn of black}
  panel: [score]
"""
MORE = """\
define:
  far: {given: {p: seat}, is: "if p = white then rows else 1"}
events:
  crossed:
    given: {p: seat, c: cell}
    do: |
      p.score += 1 at most 9
      if c.row != 2:
        win p
"""
SCENARIO = """\
scenario: a pawn marches
players: 2
given:
  active: white
when:
  - {seat: white, play: march, from: a1, way: n}
then:
  to-act: white
  over: false
"""


def written(folder: Path, **spoilt: str) -> Path:
    files = {"game.yaml": GAME, "more.yaml": MORE, "scenarios/one.yaml": SCENARIO, **spoilt}
    for name, text in files.items():
        path = folder / "lanes" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "lanes"


def test_the_game_to_be_spoilt_is_without_fault(tmp_path: Path) -> None:
    assert not len(check(written(tmp_path))), check(written(tmp_path)).render()


# What the author wrote for what, and the code of the finding on that line.
IN_GAME = [
    ("goal.row = far(me):", "goal.row == far(me):", "LB502"),
    ("goal.row = far(me):", "goal.row = far(me)", "LB503"),
    ("goal.row = far(me):", "goal.row is far(me):", "LB502"),
    ("goal.row = far(me):", "goal.row = far:", "LB512"),
    ("goal.row = far(me):", "goal.row = far(me, me):", "LB512"),
    ("goal.row = far(me):", "goal.row = far(goal):", "LB505"),
    ("goal.row = far(me):", "goal = far(me):", "LB505"),
    ("goal.row = far(me):", "goal.rank = far(me):", "LB401"),
    ("goal.row = far(me):", "Goal.row = far(me):", "LB501"),
    ("set last to goal", "set last goal", "LB502"),
    ("set last to goal", "set last = goal", "LB502"),
    ("set last to goal", "last = goal", "LB502"),
    ("set last to goal", "set lst to goal", "LB401"),
    ("set last to goal", "set last to me", "LB505"),
    ("set last to goal", "set last to z9", "LB401"),
    ("set last to goal", "set goal to last", "LB519"),
    ("move man on from to goal", "move man on form to goal", "LB401"),
    ("move man on from to goal", "move man from to goal", "LB502"),
    ("move man on from to goal", "move man on from to last", "LB506"),
    ("or rows - 1 > 2", "or rows-1 > 2", "LB401"),
    ("or rows - 1 > 2", "|| rows - 1 > 2", "LB501"),
    ("or rows - 1 > 2", "or rows / 1 > 2", "LB501"),
    ("or rows - 1 > 2", "or rows - 1 > 2.5", "LB502"),
    ("or rows - 1 > 2", "or rows - 1 > calm", "LB505"),
    ("me.feeling = calm", "me.feeling = clam", "LB401"),
    ("me.feeling = calm", "me.feelings = calm", "LB401"),
    ("put pawn of white on a1", "put pawn of whit on a1", "LB401"),
    ("put pawn of white on a1", "put pwn of white on a1", "LB401"),
    ("put pawn of white on a1", "put pawn of me on a1", "LB406"),
    ("put pawn of white on a1", "put pawn on a1", "LB518"),
    ("    phase: resting", "    phase: restng", "LB401"),
    ("    next: resting", "    next: sleeping", "LB401"),
    ("phase: playing}", "phase: plying}", "LB401"),
    ("first: white", "first: whte", "LB401"),
    ("who: active\n    actions: 1\n    next: resting", "who: activ\n    actions: 1\n    next: resting", "LB401"),
    ("    actions: 1\n    next: resting", "    actions: 0\n    next: resting", "LB509"),
    ("        that: goal exists\n", "", "LB303"),
    ("{goal} is taken", "{gaol} is taken", "LB702"),
    (", fr: \"Le plateau s'arrête là\"", "", "LB701"),
    ("      from: cells", "      seat: cells", "LB404"),
    ("      from: cells holding my man", "      from: count cells", "LB505"),
    ("    choose:\n", "    chose:\n", "LB301"),
    ("    do: |\n      set me.feeling to calm\n", "    do: |\n", "LB109"),
    ("{from: 2, to: 3}", "{from: 2, to: 4}", "LB603"),
    ("{from: 2, to: 3}", "0", "LB509"),
    ("{from: 2, to: 3}", "two", "LB302"),
    ("  2: [white, black]", "  2: [white]", "LB307"),
    ("  2: [white, black]", "  2: [white, white]", "LB102"),
    ("  2: [white, black]", "  2: [white, blak]", "LB401"),
    ("  2: [white, black]", "  4: [white, black]", "LB509"),
    ("type: 3..9, start: 5", "type: 3..9, start: 50", "LB509"),
    ("type: 3..9, start: 5", "type: 9..3, start: 5", "LB510"),
    ("type: 3..9, start: 5", "type: number, start: 5", "LB402"),
    ("mood: [calm, cross]", "mood: [calm, cross, calm]", "LB102"),
    ("  kind: grid", "  kind: squares", "LB305"),
    ("  kind: grid", "  kind:grid", "LB101"),
    ("directions: [n, e, s, w]", "directions: [n, e, s, w, n]", "LB102"),
    ("lives: cell", "lives: edge", "LB408"),
    ("type: 0..9}", "type: 0..9, start: 12}", "LB509"),
    ("type: mood}", "type: mod}", "LB402"),
    ("type: mood}", "type: list of mood}", "LB503"),
    ("  score: {of", "  active: 0..3\n  score: {of", "LB404"),
    ("  score: {of", "  rows: 0..3\n  score: {of", "LB118"),
    ("  score: {of", "  idle: 0..3\n  score: {of", "LB609"),
    ("P: pawn of white", "P: pan of white", "LB401"),
    ("P: pawn of white", "P: pawn of wite", "LB401"),
    ("P: pawn of white", "PP: pawn of white", "LB308"),
    ("p: pawn of black", "p: pawn of white", "LB118"),
    ("panel: [score]", "panel: [scores]", "LB401"),
    ("labrys: 1\n", "labrys: 2\n", "LB113"),
    ("include: [more.yaml]", "include: [mor.yaml]", "LB115"),
    ("en: \"You are cross\"", "en: You are: cross", "LB101"),
    ("en: \"You are cross\"", "en: \"You are cross", "LB101"),
    ("  rest:\n    phase: resting\n", "  rest:\n    phases: resting\n", "LB301"),
    ("limit: {turns: 99, ", "limit: {moves: 99, ", "LB301"),
    ("ends:\n", "ending:\n", "LB301"),
    ("  rows: rows", "  rows: rows - 3", "LB601"),
    ("{goal} is taken", "{goal is taken", "LB703"),
    ("{goal} is taken", "{goal} is {goal|one|many}", "LB505"),
    ("do: game drawn empty", "do: end turn", "LB620"),
    ("set last to goal", "set last to (if goal exists then goal else first c in far-cells)", "LB401"),
    ("count cells holding man < 1", "count cells holding man < 1 and any corner", "LB401"),
    ("phase: resting\n    require", "phase: resting\n    limit: {round: 2}\n    require", "LB301"),
]  # fmt: skip


@pytest.mark.parametrize(("right", "wrong", "code"), IN_GAME)
def test_a_mistake_in_a_game_is_found_on_its_line(
    right: str, wrong: str, code: str, tmp_path: Path
) -> None:
    spoilt = GAME.replace(right, wrong, 1)
    same = sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(right, wrong, strict=False))
    )
    line = GAME[: GAME.index(right) + same].count("\n") + 1
    told = [(f.code, f.span.line) for f in check(written(tmp_path, **{"game.yaml": spoilt}))]
    # A line that is gone is missed where its owner stands, above it.
    gone = wrong.count("\n") < right.count("\n")
    assert (code, line - gone) in told, told


IN_SCENARIO = [
    ("players: 2", "players: 7", "LB803"),
    ("players: 2", "players: two", "LB302"),
    ("active: white", "active: whit", "LB401"),
    ("  active: white", "  actve: white", "LB401"),
    ("seat: white", "seat: wite", "LB401"),
    ("play: march", "play: martch", "LB401"),
    ("from: a1", "fromm: a1", "LB401"),
    ("from: a1", "from: a99", "LB802"),
    ("to-act: white", "to-act: whit", "LB401"),
    ("to-act: white", "to_act: white", "LB301"),
    ("to-act: white", "illegal: fre", "LB401"),
    ("to-act: white", "decisions: several", "LB302"),
    ("to-act: white", "holds: [a2 hold man]", "LB502"),
    ("to-act: white", "winner: white", "LB804"),
    ("players: 2", "variants: [huge]", "LB201"),
    ("players: 2", "options: {row: 4}", "LB803"),
    ("players: 2", "cites: [A-1, A-2, A-3, A-4, A-5]", "LB306"),
    ("players: 2", "options: {rows: 99}", "LB803"),
    ("to-act: white", "illegal: calm", "LB806"),
    ("to-act: white", "scores: {wite: 3}", "LB401"),
    ("- {seat: white, play: march, from: a1, way: n}", "- {chance: 6}", "LB802"),
    ("- {seat: white, play: march, from: a1, way: n}", "- {seat: white, react: shield}", "LB401"),
    ("- {seat: white, play: march, from: a1, way: n}", "- {seat: white, answer: {x: a1}}", "LB401"),
]

# A map of the board, five rows of three, and what is wrong with it on which of its lines; 0 is the key.
DRAWN = [
    (["...", "...", "...", "P..", "..."], None),
    (["...", "...", "...", "P.."], 0),
    (["...", "...", "...", "...", "P..", "..."], 0),
    (["...", "....", "...", "P..", "..."], 2),
    (["...", "...", "...", "P.Q", "..."], 4),
    (["...", ".#.", "...", "P..", "..."], 2),
    (["...", "...", "..", "P..", "..."], 3),
]


@pytest.mark.parametrize(("right", "wrong", "code"), IN_SCENARIO)
def test_a_mistake_in_a_scenario_is_found_on_its_line(
    right: str, wrong: str, code: str, tmp_path: Path
) -> None:
    spoilt = SCENARIO.replace(right, wrong, 1)
    line = SCENARIO[: SCENARIO.index(right)].count("\n") + 1
    told = check(written(tmp_path, **{"scenarios/one.yaml": spoilt}))
    lines = [(f.code, f.span.line) for f in told if f.span.file == "lanes/scenarios/one.yaml"]
    near = {(code, line)} | ({(code, line + 1)} if code == "LB804" else set())
    assert near & set(lines), lines


@pytest.mark.parametrize(("rows", "line"), DRAWN)
@pytest.mark.parametrize("folder", ["scenarios", "perft"])
def test_a_map_drawn_wrongly_is_told_at_its_row(
    rows: list[str], line: int | None, folder: str, tmp_path: Path
) -> None:
    head = "scenario: drawn\n" if folder == "scenarios" else "labrys: 1\nperft: drawn\n"
    drawing = "given:\n  map: |\n" + "".join(f"    {row}\n" for row in rows)
    foot = "then: {to-act: white}\n" if folder == "scenarios" else "counts: [1]\n"
    told = check(written(tmp_path, **{f"{folder}/drawn.yaml": head + drawing + foot}))
    key = head.count("\n") + 2
    assert [(f.code, f.span.line) for f in told] == ([] if line is None else [("LB602", key + line)])


def test_a_row_too_many_is_told_where_only_one_can_be(tmp_path: Path) -> None:
    board = "  map: |\n    ...\n    #..\n    ...\n    ..#\n    ...\n"
    game = GAME.replace("  rows: rows\n  columns: 3\n", board).replace("rows: {type: 3..9", "rows: {type: 5..5")
    drawn = "scenario: drawn\ngiven:\n  map: |\n    ...\n    #..\n    P..\n    #..\n    ..#\n    ...\nthen: {to-act: white}\n"
    told = check(written(tmp_path, **{"game.yaml": game, "scenarios/drawn.yaml": drawn}))
    assert [(f.code, f.span.line) for f in told] == [("LB602", 7)]


def test_maps_that_leave_a_table_out_are_told_at_the_maps(tmp_path: Path) -> None:
    maps = '  maps:\n    two: {when: count seats = 2, map: "...\\n...\\n...\\n...\\n..."}\n'
    game = GAME.replace("  rows: rows\n  columns: 3\n", maps)
    told = check(written(tmp_path, **{"game.yaml": game}))
    assert ("LB601", GAME[: GAME.index("  rows: rows")].count("\n") + 1) in [(f.code, f.span.line) for f in told]


def test_what_a_variant_takes_away_and_leaves_in_use_is_told_at_the_variant(tmp_path: Path) -> None:
    short = "variant: short\ntitle: {en: Short, fr: Courte}\nremove: [define.far]\n"
    told = check(written(tmp_path, **{"variants/short.yaml": short}))
    assert {(f.code, f.span.file, f.span.line) for f in told} == {("LB619", "lanes/variants/short.yaml", 3)}


def test_a_rule_that_only_a_variant_cites_is_looked_up(tmp_path: Path) -> None:
    short = "variant: short\ntitle: {en: Short, fr: Courte}\ncites: [LA-2]\nremove: [ends.lost]\n"
    rules = "labrys: 1\nrules:\n  LA-1: {en: March., fr: Marchez., source: mine}\n"
    told = check(written(tmp_path, **{"variants/short.yaml": short, "rules.yaml": rules}))
    assert ("lanes/variants/short.yaml", 3) in [(f.span.file, f.span.line) for f in told]


def test_a_board_left_without_its_key_is_told(tmp_path: Path) -> None:
    assert check(written(tmp_path, **{"game.yaml": GAME.replace("board:\n", "")})).has_errors()


@pytest.mark.parametrize(
    ("right", "wrong", "remedy"),
    [
        ("goal.row = far(me):", "goal.row == far(me):", "write `=`, not `==`"),
        ("goal.row = far(me):", "goal.row = far(me)", "a colon is missing at the end"),
        ("or rows - 1 > 2", "|| rows - 1 > 2", "write `or`, not `||`"),
        ("or rows - 1 > 2", "or rows-1 > 2", "a difference has spaces: `rows - 1`"),
        ("set last to goal", "set last = goal", "write `set last to`"),
        ("      else:\n", "      elif true:\n", "write `else if`, not `elif`"),
        (
            "exists and count",
            "exists and Count",
            "names are small letters joined by hyphens: `count`",
        ),
        ("me.feeling = calm", "me.feeling = clam", "did you mean `calm`?"),
    ],
)
def test_the_remedy_for_a_habit_of_another_language_is_named(
    right: str, wrong: str, remedy: str, tmp_path: Path
) -> None:
    told = check(written(tmp_path, **{"game.yaml": GAME.replace(right, wrong, 1)}))
    assert remedy in [finding.fix for finding in told]


def test_a_file_nobody_includes_is_told_at_the_includes(tmp_path: Path) -> None:
    told = check(written(tmp_path, **{"other.yaml": "constants: {reach: {is: 3}}\n"}))
    assert [(f.code, f.span.line) for f in told] == [("LB121", 5)]


def test_two_variants_that_touch_the_same_node_are_told(tmp_path: Path) -> None:
    one = "variant: {}\ntitle: {{en: V, fr: V}}\nchange:\n  ends.lost.do: win active\n"
    told = check(
        written(
            tmp_path,
            **{"variants/a.yaml": one.format("a"), "variants/b.yaml": one.format("b")},
        )
    )
    assert [f.code for f in told] == ["LB203"]


def test_idle_names_are_not_told_while_something_is_broken(tmp_path: Path) -> None:
    spoilt = GAME.replace("set last to goal", "set last goal")
    told = [f.code for f in check(written(tmp_path, **{"game.yaml": spoilt}))]
    assert "LB502" in told
    assert not {"LB609", "LB610", "LB611"} & set(told)


def test_a_field_nobody_sets_and_one_nobody_reads(tmp_path: Path) -> None:
    unset = GAME.replace("      set last to goal\n", "")
    assert [f.code for f in check(written(tmp_path, **{"game.yaml": unset}))] == ["LB611"]
    unread = GAME.replace("last exists and ", "")
    assert [f.code for f in check(written(tmp_path, **{"game.yaml": unread}))] == ["LB610"]


def test_the_tiny_ruleset_has_nothing_idle(tmp_path: Path) -> None:
    folder = tmp_path / "tiny"
    folder.mkdir()
    (folder / "game.yaml").write_text(example_files({})["game.yaml"], encoding="utf-8")
    assert not len(check(folder))

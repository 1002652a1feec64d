"""The structure of each kind of file, and how its faults are told."""

import json
import time
from pathlib import Path

import pytest
from conftest import MakeRuleset
from jsonschema import Draft202012Validator
from labrys.source.catalogue import example_files
from labrys.source.findings import Findings
from labrys.source.folder import schemas_folder
from labrys.source.load import read_checked, read_game
from labrys.source.reader import read_text
from labrys.source.schema import Kind, check_schema

TINY = example_files({})["game.yaml"]


def check(text: str, kind: Kind) -> Findings:
    findings = Findings()
    tree = read_text(text, f"tiny/{kind}.yaml", findings)
    assert tree is not None
    check_schema(tree, kind, findings)
    return findings


def told(text: str, kind: Kind = "part") -> list[tuple[str, int, str]]:
    return [(f.code, f.span.line, f.message_en) for f in check(text, kind)]


def test_a_misspelt_key_is_named_with_what_holds_it() -> None:
    (finding,) = check("actions:\n  step:\n    phase: play\n    requir: {}\n", "part")
    assert (finding.code, finding.span.line, finding.span.column) == ("LB301", 4, 5)
    assert finding.message_en == "`requir` is not a key of an action"
    assert finding.message_fr == "`requir` n'est pas une clé de : une action"
    assert finding.fix == "did you mean `require`?"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("action: {}\n", ("LB301", 1, "`action` is not a key of a part of a game")),
        (
            "actions:\n  a:\n    require:\n      b: {else: {en: x, fr: y}}\n",
            ("LB303", 4, "`b` lacks `that`, which belongs to a guard"),
        ),
        ("define:\n  f:\n    is: [a, b]\n", ("LB302", 3, "`is` should be a text or number")),
        ("define: x\n", ("LB302", 1, "`define` should be named definitions")),
        (
            "actions:\n  a:\n    text: hello\n",
            ("LB302", 3, "`text` should be a text {en: …, fr: …}"),
        ),
        ("fields:\n  a: truth\n  B: truth\n", ("LB304", 3, "`B` cannot be a name here; names are small letters and digits joined by hyphens")),
        ("seating: {two: [a, b]}\n", ("LB304", 1, "`two` cannot be a name here; names are small letters and digits joined by hyphens")),
        (
            "stones:\n  man: {lives: cell, owned: maybe}\n",
            ("LB305", 2, "`maybe` is not possible for `owned`; it is one of: true, false"),
        ),
        ("board:\n  kind: graph\n  links:\n    - [a]\n", ("LB306", 4, "`0` should hold at least 2")),
    ],
)  # fmt: skip
def test_a_fault_is_told_in_plain_words(text: str, expected: tuple[str, int, str]) -> None:
    assert told(text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "players: {from: 2, to: 4}\n",
        "options:\n  deck: {type: [small, large], start: small}\n  size: {type: 3..19, start: 3}\n",
        "enums:\n  card: [jack, queen]\n  face: {key: {weight: 2, name: {en: k, fr: c}}}\n",
        "words: {n: {en: north, fr: {plain: nord, to: vers le nord}}}\n",
        "board:\n  kind: grid\n  directions: {hop: [-2, 1]}\n  map: |\n    ..\n  legend: {'.': plain}\n",
        "board:\n  kind: graph\n  cells: [a, b]\n  links: {ab: [a, b], ba: {from: b, to: a, way: up}}\n",
        'shapes:\n  tee: {on: cells, turn: true, mirror: true, map: "ooo\\n.o."}\n',
        "tiles:\n  t: {open: [n, s], fields: {stars: 0}}\ntile-legend:\n  sides: {'---': wall}\n",
        "pieces:\n  hero: {each: {a: {name: {en: A, fr: A}}}, lives: cell, plural: heroes}\n",
        "fields:\n  pot: 0..10\n  hand: {of: seat, type: bag of card up to 1, seen by: owner}\n",
        "history:\n  position: {of: [man, active], keep: 101}\n",
        "relations:\n  open: {sides: 'no wall on edge(here, way)'}\n",
        "triggers:\n  t:\n    before: strike(h, n)\n    offer: {to: h.seat, if: any h.slots}\n    do: cancel\n",
        "phases:\n  p: {who: active, actions: many, require: {a: {that: x, except: [b]}}}\n",
        "actions:\n  a: {phase: [p, q], cost: {me.energy: 1}, ensure: [safe], limit: {turn: 2}}\n",
        "ends:\n  full: {that: x, do: y, at: turn-end, cites: [A-1], when: swap}\n",
        "looks:\n  edges: {wall: ['-', '|']}\n  panel: [score]\n",
    ],
)
def test_the_sections_of_the_reference_pass(text: str) -> None:
    assert told(text) == []


SCENARIO = """scenario: a wall bars the way
cites: [A-1]
players: 2
given:
  map: |
    ..
  white.score: 3
when: [{seat: white, play: step, way: n}]
then: {illegal: no-wall}
"""


@pytest.mark.parametrize(
    ("text", "kind", "codes"),
    [
        (SCENARIO, "scenario", []),
        ("scenarios:\n- {scenario: a, then: {over: true}}\n", "scenario", []),
        ("scenario: a\n", "scenario", ["LB303"]),
        ("scenarios:\n- {scenario: a}\n", "scenario", ["LB303"]),
        (SCENARIO.replace("illegal", "ilegal"), "scenario", ["LB301"]),
        (SCENARIO.replace("[A-1]", "[a, b, c, d, e]"), "scenario", ["LB306"]),
        ("labrys: 1\nrules:\n  A-1: {en: x, fr: y, source: p. 3}\n", "rules", []),
        ("labrys: 1\nrules:\n  A-1: {en: x, fr: y, sorce: p. 3}\n", "rules", ["LB301"]),
        (
            "labrys: 1\nrules: {}\ngaps:\n  G1: {en: x, fr: y, choice: {en: x, fr: y}}\n",
            "rules",
            [],
        ),
        ("labrys: 1\nperft: start\ncounts: [20, 400, 3195901860]\n", "perft", []),
        ("labrys: 1\nperft: start\nfrom: {map: x}\ncounts: [20, many]\n", "perft", ["LB302"]),
        ("labrys: 1\nperft: start\n", "perft", ["LB303"]),
        ("variant: v\nrequires: [w]\nchange: {limit.turns: 3}\nremove: [a.b]\n", "variant", []),
        ("variant: v\nchanges: {limit.turns: 3}\n", "variant", ["LB301"]),
        ("variant: v\ntogether: {w: {chang: {}}}\n", "variant", ["LB301"]),
    ],
)
def test_the_other_kinds_of_files(text: str, kind: Kind, codes: list[str]) -> None:
    assert [finding.code for finding in check(text, kind)] == codes


@pytest.mark.parametrize("path", sorted(schemas_folder().glob("*.json")), ids=lambda p: p.name)
def test_a_schema_is_a_schema(path: Path) -> None:
    Draft202012Validator.check_schema(json.loads(path.read_text(encoding="utf-8")))


def test_a_missing_language_is_found_where_the_text_stands(make_ruleset: MakeRuleset) -> None:
    sections = 'define:\n  f:\n    given: {fr: cell}\n    is: "true"\ntitle:\n  fr: Minuscule\n'
    findings = Findings()
    read_game(make_ruleset({"sections": sections}), [], findings)
    (finding,) = findings
    line = findings.sources["tiny/game.yaml"].index("  fr: Minuscule") + 1
    assert (finding.code, finding.span.line) == ("LB701", line)


def test_a_rules_file_wants_its_version(make_ruleset: MakeRuleset) -> None:
    folder = make_ruleset({"rules.yaml": "rules: {A-1: {en: x, fr: y}}\n"})
    findings = Findings()
    read_checked(folder / "rules.yaml", "rules", folder, findings)
    assert [finding.code for finding in findings] == ["LB112"]


def test_a_game_of_600_lines_is_checked_quickly() -> None:
    action = TINY[TINY.index("  place:") : TINY.index("ends:")]
    many = "".join(action.replace("place", f"place-{n}") for n in range(70))
    text = TINY.replace(action, many)
    assert text.count("\n") > 600
    check(TINY, "game")
    start = time.perf_counter()
    assert not len(check(text, "game"))
    assert time.perf_counter() - start < 0.2

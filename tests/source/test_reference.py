"""The schemas against the language reference: all it describes passes, and nothing beside it."""

import json
import re
from pathlib import Path

import pytest
from labrys.source.findings import Findings
from labrys.source.folder import schemas_folder
from labrys.source.reader import read_text
from labrys.source.schema import Kind, check_schema

SAMPLES = Path(__file__).with_name("samples")
GAME = (SAMPLES / "game.yaml").read_text(encoding="utf-8")
SCENARIO = (SAMPLES / "scenario.yaml").read_text(encoding="utf-8")


def check(text: str, kind: Kind) -> list[tuple[str, int, str]]:
    findings = Findings()
    tree = read_text(text, f"{kind}.yaml", findings)
    assert tree is not None, findings.render()
    check_schema(tree, kind, findings)
    return [(f.code, f.span.line, f.message_en) for f in findings]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("game", "game"),
        ("laid", "part"),
        ("tiled", "part"),
        ("graph", "part"),
        ("clocked", "part"),
        ("scenario", "scenario"),
        ("scenarios", "scenario"),
        ("rules", "rules"),
        ("perft", "perft"),
        ("variant", "variant"),
    ],
)
def test_a_sample_with_every_key_of_the_reference_passes(name: str, kind: Kind) -> None:
    assert check((SAMPLES / f"{name}.yaml").read_text(encoding="utf-8"), kind) == []


def sections(kind: str) -> set[str]:
    schema = json.loads((schemas_folder() / f"{kind}.schema.json").read_text(encoding="utf-8"))
    return set(schema["properties"])


def test_the_samples_hold_every_section() -> None:
    written: set[str] = set()
    for path in SAMPLES.glob("*.yaml"):
        written |= set(re.findall(r"^([a-z-]+):", path.read_text(encoding="utf-8"), re.MULTILINE))
    assert sections("game") <= written


def test_a_part_holds_what_a_game_holds_but_its_name() -> None:
    assert sections("game") - sections("part") == {"game", "title", "about"}


# Every key of the samples, each misspelt in turn, must be refused.
KEYS = [
    (number, found.group(2))
    for number, line in enumerate(GAME.split("\n"), 1)
    for found in [re.match(r"( *)([a-z][a-z -]*):", line)]
    if found and "# free" not in line
]


@pytest.mark.parametrize(("line", "key"), KEYS, ids=lambda value: str(value))
def test_a_misspelt_key_is_refused_on_its_line(line: int, key: str) -> None:
    lines = GAME.split("\n")
    lines[line - 1] = lines[line - 1].replace(f"{key}:", f"{key}qq:", 1)
    told = check("\n".join(lines), "game")
    assert (line, True) in [(at, f"{key}qq" in message) for _, at, message in told]


LEAST = {
    "options": {"type": "truth", "start": "false"},
    "constants": {"is": "1"},
    "shapes": {"on": "cells", "map": "o"},
    "stones": {"lives": "cell"},
    "pieces": {"lives": "cell"},
    "fields": {"type": "truth"},
    "history": {"of": "[man]", "keep": "3"},
    "timers": {"runs": "3 s"},
    "relations": {"sides": "true"},
    "define": {"is": "1"},
    "guards": {"that": "true"},
    "triggers": {"after": "e()", "do": "stop"},
    "setup": {"do": "stop"},
    "ends": {"that": "true", "do": "all win"},
    "invariants": {"that": "true"},
}
NAMED = ["seats", "tiles", "events", "phases", "actions", *LEAST]


@pytest.mark.parametrize("section", NAMED)
def test_any_named_node_may_cite_rules_and_say_when_it_exists(section: str) -> None:
    node = {**LEAST.get(section, {}), "cites": "[A-1]", "when": "swap"}
    lines = [f"    {key}: {value}" for key, value in node.items()]
    text = f"{section}:\n  it:\n" + "\n".join(lines) + "\n"
    assert check(text, "part") == []
    assert [code for code, *_ in check(text + "    whem: 1\n", "part")] == ["LB301"]


@pytest.mark.parametrize(
    ("section", "missing"), [(name, key) for name, least in LEAST.items() for key in least]
)
def test_what_a_node_needs_is_asked_for(section: str, missing: str) -> None:
    kept = {key: value for key, value in LEAST[section].items() if key != missing}
    lines = [f"    {key}: {value}" for key, value in {**kept, "cites": "[A-1]"}.items()]
    ((code, _, message),) = check(f"{section}:\n  it:\n" + "\n".join(lines) + "\n", "part")
    assert code == "LB303"
    assert f"`{missing}`" in message


@pytest.mark.parametrize("scalar", ["1", "-1", "true", "false", "a = b", '"1"', "31.5", "none"])
@pytest.mark.parametrize(
    "place",
    [
        "define:\n  f:\n    is: {}\n",
        "fields:\n  f: {}\n",
        "invariants:\n  i: {}\n",
        "constants:\n  c:\n    is: {}\n",
        "actions:\n  a:\n    let:\n      x: {}\n",
        "actions:\n  a:\n    cost:\n      me.energy: {}\n",
        "phases:\n  p:\n    while: {}\n",
        "guards:\n  g:\n    that: {}\n",
    ],
)
def test_language_text_is_any_scalar(place: str, scalar: str) -> None:
    assert check(place.format(scalar), "part") == []


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        (
            "triggers:\n  t:\n    do: stop\n",
            "part",
            ("LB303", 2, "`t` lacks `before` or `after`, which belongs to a trigger"),
        ),
        (
            "triggers:\n  t:\n    before: a()\n    after: b()\n    do: stop\n",
            "part",
            ("LB301", 4, "`before + after` is not a key of a trigger"),
        ),
        (
            "limit:\n  do: all lose\n",
            "part",
            (
                "LB303",
                1,
                "`limit` lacks `turns` or `decisions` or `ticks`, "
                "which belongs to the limit of the game",
            ),
        ),
        (
            "scenario: s\nwhen:\n- {seat: white}\nthen: {over: true}\n",
            "scenario",
            (
                "LB303",
                3,
                "`0` lacks `play` or `answer` or `react` or `chance` or `time`, "
                "which belongs to a step of a scenario",
            ),
        ),
    ],
)
def test_one_of_several_keys_is_asked_for(
    text: str, kind: Kind, expected: tuple[str, int, str]
) -> None:
    assert check(text, kind) == [expected]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("board: {kind: cube}\n", "LB305"),
        ("board: {kind: grid, names: b2}\n", "LB305"),
        ("board: {kind: grid, wrap: [diagonals]}\n", "LB305"),
        ("board: {kind: hex, shape: triangle}\n", "LB305"),
        ("board: {kind: grid, directions: {hop: [1, 2, 3]}}\n", "LB306"),
        ("board: {rows: 3}\n", "LB303"),
        ("shapes: {s: {on: vertices, map: o}}\n", "LB305"),
        ("fields: {f: {type: truth, reset: game}}\n", "LB305"),
        ("fields: {f: {of: seat}}\n", "LB303"),
        ("fields: {f: [truth]}\n", "LB302"),
        ("ends: {e: {that: x, do: y, at: round}}\n", "LB305"),
        ("actions: {a: {free: perhaps}}\n", "LB305"),
        ("actions: {a: {limit: {turns: 2}}}\n", "LB301"),
        ("actions: {a: {do: [x, y]}}\n", "LB302"),
        ("actions: {a: {choose: [x]}}\n", "LB302"),
        ("actions: {A: {do: x}}\n", "LB304"),
        ("setup: put man on a1\n", "LB302"),
        ("setup: {men: put man on a1}\n", "LB302"),
        ("phases: {p: {require: {g: x}}}\n", "LB302"),
        ("triggers: {t: {after: e(), do: x, place: {before: a, after: b}}}\n", "LB306"),
        ("triggers: {t: {after: e(), do: x, offer: {if: y}}}\n", "LB303"),
        ("enums: {card: {Jack: {weight: 2}}}\n", "LB304"),
        ("enums: {card: {jack: 2}}\n", "LB302"),
        ("words: {n: north}\n", "LB302"),
        ("words: {n: {en: north, de: nord}}\n", "LB301"),
        ("looks: {panels: [score]}\n", "LB301"),
        ("seating: {2: white}\n", "LB302"),
        ("players: {from: 2}\n", "LB303"),
        ("clock: {cites: [X]}\n", "LB303"),
    ],
)
def test_what_the_reference_does_not_describe_is_refused(text: str, code: str) -> None:
    assert [found for found, *_ in check(text, "part")] == [code]


@pytest.mark.parametrize(
    "key", re.findall(r"^  ([a-z-]+):", SCENARIO[SCENARIO.index("\nthen:") :], re.MULTILINE)
)
def test_an_outcome_is_spelt_as_the_reference_spells_it(key: str) -> None:
    text = SCENARIO.replace(f"\n  {key}:", f"\n  {key}qq:")
    assert [code for code, *_ in check(text, "scenario")] == ["LB301"]

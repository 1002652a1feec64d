"""Every kind of scalar knows its place, and every fault of a file is a finding on its line."""

from pathlib import Path

import pytest
from labrys.source.findings import Findings, did_you_mean
from labrys.source.reader import check_version, read_text, read_tree
from labrys.source.tree import Mapping, Scalar, Sequence


def read(text: str) -> tuple[Mapping | None, Findings]:
    findings = Findings()
    return read_text(text, "tiny/game.yaml", findings), findings


def scalar(text: str, *keys: str) -> Scalar:
    tree, findings = read(text)
    assert not len(findings), findings.render()
    node = tree
    for key in keys:
        assert isinstance(node, Mapping)
        node = node.get(key)  # type: ignore[assignment]
    assert isinstance(node, Scalar)
    return node


def faults(text: str) -> list[tuple[str, int]]:
    return [(finding.code, finding.span.line) for finding in read(text)[1]]


def char_at(text: str, place: tuple[int, int]) -> str:
    line, column = place
    return text.split("\n")[line - 1][column - 1]


@pytest.mark.parametrize(
    ("source", "style"),
    [
        ("a:\n  is: x + Y\n", "plain"),
        ("a:\n  is: 'x + Y'\n", "single"),
        ('a:\n  is: "x + Y"\n', "double"),
        ("a: {is: x + Y, b: c}\n", "plain"),
        ("a:\n  is: x\n      + Y\n  b: c\n", "plain"),
        ("a:\n  is: 'x\n      + Y'\n", "single"),
        ("a:\n  is: |\n    x\n      + Y\n", "literal"),
        ("a:\n  is: |\n\n    x\n\n    Y\n  b: c\n", "literal"),
        ("a:\n  is: |2-\n      x\n    Y\n", "literal"),
        ("a:\r\n  is: |\r\n    x\r\n    Y\r\n", "literal"),
        ("\ufeffa:\n  is: é x + Y\n", "plain"),
    ],
)
def test_a_text_maps_back_to_the_file(source: str, style: str) -> None:
    node = scalar(source.removeprefix("\ufeff"), "a", "is")
    text, *_ = node.text()
    lines = text.split("\n")
    line = next(number for number, content in enumerate(lines, 1) if "Y" in content)
    column = lines[line - 1].index("Y") + 1
    plain = source.removeprefix("\ufeff").replace("\r\n", "\n")
    assert node.style == style
    assert char_at(plain, node.position(line, column)) == "Y"


def test_words_of_yaml_stay_words() -> None:
    tree, _ = read("a: on\nb: yes\nc: 0x10\nd: 1.5\ne: null\n")
    assert tree is not None
    assert [v.value for _, v in tree.items() if isinstance(v, Scalar)] == [
        "on", "yes", "0x10", "1.5", "null",
    ]  # fmt: skip


def test_a_folded_scalar_is_recorded_as_folded() -> None:
    assert scalar("a: >\n  x\n  y\n", "a").style == "folded"


def test_a_block_ends_on_its_last_line() -> None:
    node = scalar("a: |\n  x\n  y\n\n\nb: c\n", "a")
    assert (node.span.line, node.span.end_line) == (1, 3)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: b: c\n", [("LB101", 1)]),
        ("a: b\n  c: d\n", [("LB101", 2)]),
        ("a: b\nc: 'd\n", [("LB101", 2)]),
        ("a: {b: bag[k]}\n", [("LB101", 1)]),
        ('a: {b: f(c, "d")}\n', [("LB101", 1)]),
        ("a: @b\n", [("LB101", 1)]),
        ("a: b\nc\n", [("LB101", 2)]),
        ("a: [b\nc: d\n", [("LB101", 2)]),
        ("a: b\nc: d\na: e\n", [("LB102", 3)]),
        ("a: &x b\nc: *x\n", [("LB103", 1)]),
        ("a: * b\n", [("LB103", 1)]),
        ("a: b\nc: !!python/object:os.system x\n", [("LB104", 2)]),
        ("a: b\nc: !\n", [("LB104", 2)]),
        ("a:\n\tb: c\n", [("LB106", 2)]),
        ("a: b\nc: d\x1b[31m\n", [("LB107", 2)]),
        ('a: b\nc: "d\\e[31m"\n', [("LB107", 2)]),
        ('a: b\n"c\\u202e": d\n', [("LB107", 2)]),
        ("a: b\nc: d\u202ee\n", [("LB107", 2)]),
        ("a: b\nc: d\u2028e\n", [("LB107", 2)]),
        ("a: b\nc: d\0e\n", [("LB107", 2)]),
        ("a: b\nc:\n", [("LB109", 2)]),
        ("a:\n  -\n  - b\n", [("LB109", 2)]),
        ("", [("LB110", 1)]),
        ("# only a comment\n", [("LB110", 1)]),
        ("- a\n", [("LB110", 1)]),
        ("word\n", [("LB110", 1)]),
        ("a: b\n---\nc: d\n", [("LB111", 2)]),
        ("a: b\n? [c]\n: d\n", [("LB114", 2)]),
    ],
)
def test_a_fault_is_found_on_its_line(text: str, expected: list[tuple[str, int]]) -> None:
    assert faults(text) == expected


@pytest.mark.parametrize(
    ("line", "fix"),
    [
        (
            "no-wall: {that: not walled(here, way), else: x}",
            'write no-wall: {that: "not walled(here, way)", else: x}',
        ),
        ("a: {that: f(a, b, c) and d}", 'write a: {that: "f(a, b, c) and d"}'),
        ("a: {is: f(a, g(b, c))}", 'write a: {is: "f(a, g(b, c))"}'),
        ('a: {is: f(a, b"c)}', "write a: {is: 'f(a, b\"c)'}"),
        ("a: {white, black}", "a list is written [white, black]"),
        ("holds: [step(a, n) exists, b]", 'write holds: ["step(a, n) exists", b]'),
    ],
)
def test_an_unquoted_comma_is_mended(line: str, fix: str) -> None:
    _, findings = read(f"first: 1\n{line}\n")
    (finding,) = findings
    assert (finding.code, finding.span.line) == ("LB108", 2)
    assert finding.fix == fix


def test_what_a_comma_cut_is_whole_again_in_the_tree() -> None:
    tree, _ = read("a: {that: not walled(here, way), else: x}\n")
    assert tree is not None
    guard = tree.get("a")
    assert isinstance(guard, Mapping)
    assert list(guard.keys()) == ["that", "else"]
    that = guard.get("that")
    assert isinstance(that, Scalar)
    assert that.text() == ("not walled(here, way)", 1, 11)


@pytest.mark.parametrize(
    "line",
    [
        'legend: {".": nothing, X: man of cross, +: wall}',
        "field: {type: truth, seen by: owner, counted by: all}",
        "cost: {me.energy: 1}",
        "seating: {2: [white, black]}",
        "open: [n, s]",
        "empty: {}",
    ],
)
def test_honest_braces_are_left_alone(line: str) -> None:
    assert faults(line + "\n") == []


def test_braces_around_a_set_become_a_list() -> None:
    tree, _ = read("a: {white, black}\n")
    assert tree is not None
    assert isinstance(tree.get("a"), Sequence)


@pytest.mark.parametrize(
    ("text", "code"),
    [("a: b\n", "LB112"), ("labrys: 2\n", "LB113"), ("labrys: one\n", "LB120")],
)
def test_the_version_is_asked_for(text: str, code: str) -> None:
    tree, findings = read(text)
    assert tree is not None
    assert not check_version(tree, findings)
    assert [finding.code for finding in findings] == [code]


def test_a_missing_file_is_a_finding(tmp_path: Path) -> None:
    findings = Findings()
    assert read_tree(tmp_path / "tiny" / "game.yaml", tmp_path / "tiny", findings) is None
    assert [(f.code, f.span.file) for f in findings] == [("LB115", "tiny/game.yaml")]


def test_a_finding_shows_the_line_the_caret_and_the_fix() -> None:
    _, findings = read("first: 1\na: {is: f(a, b)}\n")
    head, *shown = findings.render("en").split("\n")
    assert head.startswith(
        "tiny/game.yaml:2:9: error LB108 a comma inside {…} or […] cuts `f(a, b)`"
    )
    assert shown == [
        "    a: {is: f(a, b)}",
        "            ^^^^^^^",
        '    fix: write a: {is: "f(a, b)"}',
    ]
    assert "erreur LB108" in findings.render("fr")
    assert "\x1b[" in findings.render(colour=True)
    assert findings.to_json("fr")[0]["fix"] == 'écrivez a: {is: "f(a, b)"}'


def test_a_rendered_finding_obeys_no_escape_code() -> None:
    _, findings = read("title: \x1b[2J\u202e\n")
    shown = findings.render()
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert "\\u001b" in shown


def test_a_slip_of_the_pen_gets_a_suggestion() -> None:
    assert did_you_mean("requir", ["require", "ensure", "do"]) == "require"
    assert did_you_mean("xyz", ["require", "ensure", "do"]) is None

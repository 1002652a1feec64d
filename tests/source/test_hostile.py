"""Files that mean harm, or are merely enormous, end in a finding and soon."""

import time
from pathlib import Path

import pytest
from labrys.source.catalogue import example_files
from labrys.source.findings import MOST_FINDINGS, Findings
from labrys.source.load import content_hash, read_game
from labrys.source.reader import read_text

TINY = example_files({})["game.yaml"]


def codes_of(findings: Findings) -> list[str]:
    return [finding.code for finding in findings]


def ruleset(tmp_path: Path, text: str | bytes, **parts: str) -> Path:
    folder = tmp_path / "tiny"
    folder.mkdir()
    (folder / "game.yaml").write_bytes(text.encode() if isinstance(text, str) else text)
    for name, part in parts.items():
        (folder / f"{name}.yaml").write_text(part, encoding="utf-8")
    return folder


def check(folder: Path) -> Findings:
    findings = Findings()
    read_game(folder, [], findings)
    return findings


def test_an_alias_bomb_is_refused_at_its_first_anchor() -> None:
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    rows += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)]
    findings = Findings()
    assert read_text("\n".join(rows), "bomb.yaml", findings) is None
    assert [(f.code, f.span.line) for f in findings] == [("LB103", 1)]


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? "])
def test_deep_nesting_is_refused(opening: str) -> None:
    findings = Findings()
    assert read_text(opening * 20_000, "deep.yaml", findings) is None
    assert codes_of(findings) in (["LB902"], ["LB101"])


@pytest.mark.parametrize(
    "text",
    [
        "[" * 900_000,
        "{" * 900_000,
        "[a," * 300_000,
        "a: " * 300_000,
        "- " * 450_000,
        "'" * 900_000,
        "x" * 900_000,
        "? a\n" * 220_000,
        "a: {" + "x, " * 200_000 + "}",
        "a: [" + "f(, " * 200_000 + "]",
        "\n".join(f"k{n}: 1" for n in range(60_000)),
        "\n".join("k: 1" for n in range(60_000)),
        "a: |\n" + "  x\n" * 200_000,
        "\u202e\n" * 200_000,
        "\t\n" * 400_000,
        "\tx\n" * 300_000,
    ],
    ids=range(16),
)
def test_a_megabyte_of_anything_ends_soon(text: str) -> None:
    findings = Findings()
    start = time.perf_counter()
    read_text(text, "large.yaml", findings)
    findings.render()
    assert time.perf_counter() - start < 5
    assert len(findings) <= MOST_FINDINGS + 1


def test_a_giant_file_is_not_read(tmp_path: Path) -> None:
    folder = ruleset(tmp_path, TINY + "#" * 2_000_000)
    assert codes_of(check(folder)) == ["LB901"]


def test_too_many_nodes_are_refused() -> None:
    findings = Findings()
    assert read_text("a: [" + "1, " * 120_000 + "]", "large.yaml", findings) is None
    assert codes_of(findings) == ["LB903"]


def test_too_many_findings_are_cut_short() -> None:
    findings = Findings()
    read_text("a: 1\n" * 600, "tiny.yaml", findings)
    assert len(findings) == MOST_FINDINGS + 1
    assert findings.found[-1].code == "LB906"


def test_too_many_files_are_refused(tmp_path: Path) -> None:
    parts = {f"p{n}": f"constants: {{c{n}: {{is: 1}}}}\n" for n in range(70)}
    folder = ruleset(
        tmp_path, f"{TINY}include: [{', '.join(f'{p}.yaml' for p in parts)}]\n", **parts
    )
    assert set(codes_of(check(folder))) == {"LB905"}


@pytest.mark.parametrize("number", [str(10**30), "9" * 5000, "-" + "9" * 30, "2147483648"])
def test_a_number_beyond_32_bits_is_refused(tmp_path: Path, number: str) -> None:
    folder = ruleset(tmp_path, f"{TINY}constants:\n  c: {{is: {number}}}\n")
    (finding,) = check(folder)
    assert finding.code == "LB904"
    assert finding.span.line == TINY.count("\n") + 2


def test_latin_1_is_named_as_such(tmp_path: Path) -> None:
    folder = ruleset(tmp_path, b"labrys: 1\ngame: tiny\ntitle: {en: x, fr: d\xe9j\xe0}\n")
    assert [(f.code, f.span.line, f.span.column) for f in check(folder)] == [("LB105", 3, 21)]


def test_nul_bytes_are_refused(tmp_path: Path) -> None:
    folder = ruleset(tmp_path, b"labrys: 1\n\0\0\n")
    assert [(f.code, f.span.line) for f in check(folder)] == [("LB107", 2)]


def test_utf_16_is_refused(tmp_path: Path) -> None:
    folder = ruleset(tmp_path, TINY.encode("utf-16"))
    assert codes_of(check(folder)) == ["LB105"]


@pytest.mark.parametrize(
    "title", [r'"\e[31m"', r'"\x07"', r'"\u202e"', r'"\u2066"', r'"\0"', r'"\x9b"']
)
def test_escape_codes_in_a_title_are_refused(tmp_path: Path, title: str) -> None:
    folder = ruleset(tmp_path, TINY.replace("en: Tiny", f"en: {title}"))
    assert [(f.code, f.span.line) for f in check(folder)] == [("LB107", 3)]


@pytest.mark.parametrize(
    "name", ["../outside.yaml", "/etc/passwd", "a/../../outside.yaml", r"..\outside.yaml"]
)
def test_an_include_stays_inside(tmp_path: Path, name: str) -> None:
    (tmp_path / "outside.yaml").write_text("constants: {}\n", encoding="utf-8")
    folder = ruleset(tmp_path, f"{TINY}include:\n  - '{name}'\n")
    assert [(f.code, f.span.line) for f in check(folder)] == [("LB116", TINY.count("\n") + 2)]


def test_a_link_leads_nowhere_outside(tmp_path: Path) -> None:
    outside = tmp_path / "outside.yaml"
    outside.write_text("constants: {secret: {is: 1}}\n", encoding="utf-8")
    folder = ruleset(tmp_path, f"{TINY}include: [part.yaml]\n")
    (folder / "part.yaml").symlink_to(outside)
    assert codes_of(check(folder)) == ["LB116"]
    before = content_hash(folder)
    outside.write_text("changed: 1\n", encoding="utf-8")
    assert content_hash(folder) == before


def test_a_linked_folder_and_a_linked_game_lead_nowhere(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "part.yaml").write_text("constants: {secret: {is: 1}}\n", encoding="utf-8")
    folder = ruleset(tmp_path, f"{TINY}include: [sub/part.yaml]\n")
    (folder / "sub").symlink_to(outside)
    assert codes_of(check(folder)) == ["LB116"]
    (folder / "game.yaml").unlink()
    (folder / "game.yaml").symlink_to(outside / "part.yaml")
    assert codes_of(check(folder)) == ["LB116"]


def test_a_link_to_itself_is_no_file(tmp_path: Path) -> None:
    folder = ruleset(tmp_path, f"{TINY}include: [part.yaml]\n")
    (folder / "part.yaml").symlink_to(folder / "part.yaml")
    assert codes_of(check(folder))[0] in ("LB115", "LB116")


def test_a_link_to_a_neighbour_inside_is_allowed(tmp_path: Path) -> None:
    folder = ruleset(tmp_path, f"{TINY}include: [link.yaml]\n", part="constants: {c: {is: 1}}\n")
    (folder / "link.yaml").symlink_to(folder / "part.yaml")
    assert codes_of(check(folder)) == []


def test_a_folder_in_place_of_a_file_is_no_file(tmp_path: Path) -> None:
    folder = ruleset(tmp_path, f"{TINY}include: [part.yaml]\n")
    (folder / "part.yaml").mkdir()
    assert codes_of(check(folder)) == ["LB115"]

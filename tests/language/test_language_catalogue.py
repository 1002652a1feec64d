"""The catalogue's codes of the language: the whole checker finds exactly what each example shows."""

import re
from pathlib import Path

import pytest
from labrys import check
from labrys.source.catalogue import Code, Example, codes, example_files

ALL = sorted({entry.code: entry for entry in codes().values()}.values(), key=lambda e: e.code)
OWN = [e for e in ALL if re.match("LB[4568]|LB91|LB121|LB702", e.code) and e.tested_in is None]
# An example shows one thing, and need not use all it declares for it.
IDLE = {"LB609", "LB610", "LB611"}
# The mended examples of the source room are sound games for the whole checker as well.
SOUND = [e for e in ALL if e.tested_in is None]


def found(folder: Path, example: Example, wanted: str = "") -> list[str]:
    for name, text in example_files(example).items():
        path = folder / "tiny" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    told = [finding.code for finding in check(folder / "tiny")]
    return [code for code in told if code == wanted or code not in IDLE]


def test_the_tiny_ruleset_is_without_fault(tmp_path: Path) -> None:
    assert found(tmp_path, {}) == []
    assert [finding.code for finding in check(tmp_path / "tiny")] == []


@pytest.mark.parametrize("code", sorted(IDLE))
def test_the_right_example_of_an_idle_name_uses_it(code: str, tmp_path: Path) -> None:
    assert found(tmp_path, codes()[code].right, code) == []


@pytest.mark.parametrize("entry", OWN, ids=lambda e: e.slug)
def test_the_wrong_example_raises_exactly_its_code(entry: Code, tmp_path: Path) -> None:
    assert found(tmp_path, entry.wrong, entry.code) == [entry.code]


@pytest.mark.parametrize("entry", SOUND, ids=lambda e: e.slug)
def test_the_right_example_raises_nothing(entry: Code, tmp_path: Path) -> None:
    assert found(tmp_path, entry.right) == []


def test_more_players_than_seats_are_found(tmp_path: Path) -> None:
    assert set(found(tmp_path, codes()["LB603"].wrong)) == {"LB603"}


def test_a_board_that_cannot_be_built_is_found(tmp_path: Path) -> None:
    board = "board: {kind: grid, rows: 3, columns: 3, names: a1, directions: [n, up]}\n"
    assert "LB601" in found(tmp_path, {"sections": board})

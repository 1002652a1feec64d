"""The catalogue: each code has its page, and its wrong example raises exactly it."""

import re
from pathlib import Path

import pytest
from conftest import MakeRuleset
from labrys.source.catalogue import Code, codes, example_files
from labrys.source.findings import Findings
from labrys.source.load import read_game

ALL = sorted({entry.code: entry for entry in codes().values()}.values(), key=lambda e: e.code)
# The later rooms test the examples of their own codes, which the source room cannot raise.
OWN = [e for e in ALL if re.match("LB1(?!21)|LB[23]|LB90|LB701", e.code) and e.tested_in is None]


def found(folder: Path) -> list[str]:
    findings = Findings()
    read_game(folder, sorted(path.stem for path in folder.glob("variants/*.yaml")), findings)
    return [finding.code for finding in findings]


@pytest.mark.parametrize("entry", OWN, ids=lambda e: e.slug)
def test_the_wrong_example_raises_exactly_its_code(entry: Code, make_ruleset: MakeRuleset) -> None:
    assert found(make_ruleset(entry.wrong)) == [entry.code]


@pytest.mark.parametrize("entry", OWN, ids=lambda e: e.slug)
def test_the_right_example_raises_nothing(entry: Code, make_ruleset: MakeRuleset) -> None:
    assert found(make_ruleset(entry.right)) == []


@pytest.mark.parametrize("entry", ALL, ids=lambda e: e.slug)
def test_an_entry_is_whole(entry: Code) -> None:
    assert re.fullmatch(r"LB[1-9][0-9]{2}", entry.code)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", entry.slug)
    assert entry.severity in ("error", "warning")
    gaps = [set(re.findall(r"(?<!\{)\{(\w+)\}", entry.message[lang])) for lang in ("en", "fr")]
    assert gaps[0] == gaps[1], "both languages fill the same gaps"
    assert all(entry.page[lang].strip() for lang in ("en", "fr"))


def test_an_example_of_sections_replaces_those_of_the_tiny_ruleset() -> None:
    text = example_files({"sections": "limit: {turns: 3, do: game drawn limit}\n"})["game.yaml"]
    assert text.count("\nlimit:") == 1
    assert text.endswith("limit: {turns: 3, do: game drawn limit}\n")

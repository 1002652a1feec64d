"""`list`, `check`, `explain`: what can be said about rulesets without playing them."""

import json
from pathlib import Path

import pytest
from labrys.source.catalogue import codes
from labrys.source.folder import list_rulesets
from labrys_tools.commands.explain import document
from side_table import ROOT, Run, run, tiny

__all__ = ["run", "tiny"]


def test_list_names_every_ruleset(run: Run) -> None:
    done = run("list")
    assert done.code == 0
    for folder in list_rulesets():
        assert f"\n{folder.name} " in f"\n{done.out}"


def test_list_gives_programs_the_variants_and_options(run: Run, tiny: Path) -> None:
    (row,) = json.loads(run("list", tiny, "--json").out)
    assert row["id"] == "tiny"
    assert row["title"] == {"en": "Tiny", "fr": "Minuscule"}
    assert row["players"] == {"from": 2, "to": 2}
    assert row["seats"] == ["white", "black"]
    assert [(option["id"], option["start"]) for option in row["options"]] == [("size", 3)]


def test_list_shows_the_options_of_a_variant_below_it(run: Run, tiny: Path) -> None:
    (tiny / "variants").mkdir(exist_ok=True)
    (tiny / "variants" / "windy.yaml").write_text(
        """labrys: 1
variant: windy
title: {en: Windy, fr: Venteux}
about: {en: "With wind.", fr: "Avec du vent."}
add:
  options.gusts: {type: 1..3, start: 2, text: {en: gusts of wind, fr: rafales}}
"""
    )
    lines = run("list", tiny, "--lang", "en").out.splitlines()
    windy = next(number for number, line in enumerate(lines) if "--variant windy" in line)
    assert lines[windy + 1].split() == ["--option", "gusts=2", "1..3:", "gusts", "of", "wind"]
    (row,) = json.loads(run("list", tiny, "--json").out)
    (variant,) = [each for each in row["variants"] if each["id"] == "windy"]
    assert [option["id"] for option in variant["options"]] == ["gusts"]


def test_list_speaks_french(run: Run, tiny: Path) -> None:
    done = run("list", tiny, "--lang", "fr")
    assert "Minuscule (2 joueurs)" in done.out
    assert "cases par côté" in done.out


def test_list_says_which_ruleset_is_broken(run: Run, tiny: Path) -> None:
    (tiny / "game.yaml").write_text("labrys: 1\n", encoding="utf-8")
    done = run("list", tiny)
    assert done.code == 1
    assert "tiny has errors" in done.err


def test_check_finds_nothing_wrong_with_a_good_ruleset(run: Run, tiny: Path) -> None:
    done = run("check", tiny)
    assert (done.code, done.out) == (0, "1 ruleset: no findings\n")


def test_check_takes_a_file_of_a_ruleset_for_the_ruleset(run: Run, tiny: Path) -> None:
    assert run("check", tiny / "scenarios" / "first.yaml").out == "1 ruleset: no findings\n"
    assert run("check", tiny / "game.yaml").out == "1 ruleset: no findings\n"
    assert run("check", tiny.parent).out == "1 ruleset: no findings\n"


def test_check_gives_programs_rows(run: Run, tiny: Path) -> None:
    game = tiny / "game.yaml"
    game.write_text(game.read_text(encoding="utf-8") + "stnoes: {}\n", encoding="utf-8")
    done = run("check", tiny, "--format", "json")
    assert done.code == 1
    (row,) = json.loads(done.out)
    assert {"file", "line", "column", "code", "severity", "message"} <= row.keys()
    assert row["file"] == "tiny/game.yaml"
    assert row["line"] == game.read_text(encoding="utf-8").count("\n")
    assert row["severity"] == "error"
    assert "stones" in row["fix"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("labrys: 2\ngame: tiny\n", 1),
        ("labrys: 1\ngame: [\n", 1),
        ("", 1),
        ("a: &a [*a]\n", 1),
        ("\0\0", 1),
        ("[" * 5000, 1),
    ],
)
def test_check_of_nonsense_is_a_finding(run: Run, tiny: Path, text: str, code: int) -> None:
    (tiny / "game.yaml").write_text(text, encoding="utf-8")
    done = run("check", tiny)
    assert done.code == code
    assert "tiny/game.yaml:" in done.out
    assert done.err == ""


def test_a_folder_without_a_game_is_wrong_use(run: Run, tmp_path: Path) -> None:
    done = run("check", tmp_path)
    assert done.code == 2
    assert "holds no game.yaml" in done.err


@pytest.mark.parametrize("word", ["LB101", "lb101", "yaml-syntax"])
def test_explain_shows_a_page_with_both_examples(run: Run, word: str) -> None:
    done = run("explain", word)
    assert done.code == 0
    assert done.out.startswith("LB101 yaml-syntax (error)\n")
    assert "Wrong (game.yaml)" in done.out
    assert "Right (game.yaml)" in done.out


def test_explain_guesses_a_misspelt_code(run: Run) -> None:
    assert "Did you mean yaml-syntax?" in run("explain", "yaml-sintax").err


def test_explain_gives_programs_whole_examples(run: Run) -> None:
    entry = json.loads(run("explain", "LB101", "--json").out)
    assert entry["wrong"]["game.yaml"].startswith("labrys: 1")
    assert len(json.loads(run("explain", "--json").out)) == len(codes()) // 2


def test_the_page_of_diagnostics_is_current() -> None:
    entries = sorted({e.code: e for e in codes().values()}.values(), key=lambda e: e.code)
    written = (ROOT / "docs" / "diagnostics.md").read_text(encoding="utf-8")
    assert written == document(entries, "en") + "\n", (
        "print it again: labrys explain --all --lang en > docs/diagnostics.md"
    )

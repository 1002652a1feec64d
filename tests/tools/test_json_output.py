"""Where a program reads, it gets JSON and nothing else; what is wrong is told on standard error."""

import json
from pathlib import Path

import pytest
from side_table import Run, fresh, run, tiny

__all__ = ["run", "tiny"]

COMMANDS = {
    "list": [],
    "check": [],
    "test": [],
    "trace": [],
    "perft": ["2", "--divide"],
    "bench": ["--seconds", "0.05"],
    "campaign": ["--games", "2", "--jobs", "1"],
    "graph": [],
    "mistakes": ["--count", "2", "--jobs", "1"],
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("form", [["--json"], ["--format", "json"], ["--json", "--lang", "fr"]])
def test_programs_get_json_alone(run: Run, tiny: Path, command: str, form: list[str]) -> None:
    done = run(command, tiny, *COMMANDS[command], *form)
    assert isinstance(json.loads(done.out), (list, dict))
    assert done.err == ""


@pytest.mark.parametrize("command", COMMANDS)
def test_wrong_use_leaves_standard_output_empty(run: Run, command: str) -> None:
    for words in (["nowhere", *COMMANDS[command]], ["tic-tac-toe", *COMMANDS[command], "--x"]):
        done = run(command, *words, "--json")
        assert (done.code, done.out) == (2, "")
        assert done.err.count("\n") == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_of_a_broken_ruleset_programs_get_json_or_nothing(
    run: Run, tiny: Path, command: str
) -> None:
    (tiny / "game.yaml").write_text("a: [\n", encoding="utf-8")
    done = run(command, tiny, *COMMANDS[command], "--json")
    assert done.code == 1
    if done.out:
        json.loads(done.out)
    else:
        assert "LB101" in done.err


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "UTF8"])
def test_json_keeps_every_letter_in_every_encoding(run: Run, tiny: Path, encoding: str) -> None:
    game = tiny / "game.yaml"
    text = game.read_text(encoding="utf-8").replace("fr: Minuscule", 'fr: "Été « ♞ »"')
    game.write_text(text, encoding="utf-8")
    (row,) = json.loads(fresh("list", tiny, "--json", PYTHONIOENCODING=encoding).out)
    assert row["title"]["fr"] == "Été « ♞ »"

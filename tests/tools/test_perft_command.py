"""`labrys perft`: exact counts, alone on the last line."""

import json
from pathlib import Path

import pytest
from side_table import Run, run, tiny

__all__ = ["run", "tiny"]


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 9), (2, 72), (3, 504), (4, 3024)])
def test_the_number_stands_alone_on_the_last_line(run: Run, depth: int, count: int) -> None:
    done = run("perft", "tic-tac-toe", depth)
    assert (done.code, done.out.splitlines()[-1]) == (0, str(count))


def test_divide_adds_up(run: Run, tiny: Path) -> None:
    lines = run("perft", tiny, 3, "--divide").out.splitlines()
    assert lines[-1] == "504"
    rows = [line for line in lines[:-1] if line]
    assert len(rows) == 9
    assert sum(int(row.rsplit(": ", 1)[1]) for row in rows) == 504


def test_programs_get_json(run: Run, tiny: Path) -> None:
    answer = json.loads(run("perft", tiny, 2, "--divide", "--json").out)
    assert (answer["ruleset"], answer["depth"], answer["count"]) == ("tiny", 2, 72)
    assert [row["count"] for row in answer["divide"]] == [8] * 9


@pytest.mark.parametrize(
    "text",
    [
        'scenario: s\ngiven: {map: "X O X\\nO X O\\n. . ."}\nthen: {over: false}\n',
        'scenario: s\ngiven: {map: "X O X\\nO X O\\n. . ."}\n',
        'given: {map: "X O X\\nO X O\\n. . ."}\n',
        'labrys: 1\nperft: p\ngiven: {map: "X O X\\nO X O\\n. . ."}\ncounts: [3]\n',
    ],
)
def test_a_position_comes_from_any_file_with_given(
    run: Run, tiny: Path, tmp_path: Path, text: str
) -> None:
    path = tmp_path / "position.yaml"
    path.write_text(text, encoding="utf-8")
    assert run("perft", tiny, 1, "--from", path).out.splitlines()[-1] == "3"


def test_the_steps_of_a_scenario_are_played_first(run: Run, tiny: Path, tmp_path: Path) -> None:
    path = tmp_path / "position.yaml"
    path.write_text("scenario: s\nwhen:\n  - {play: place, goal: b2}\n", encoding="utf-8")
    assert run("perft", tiny, 1, "--from", path).out == "8\n"


def test_one_of_several_scenarios_is_named(run: Run, tiny: Path) -> None:
    path = tiny / "scenarios" / "first.yaml"
    done = run("perft", tiny, 1, "--from", path)
    assert done.code == 2
    assert "choose one with --named" in done.err
    named = run("perft", tiny, 1, "--from", path, "--named", "a taken cell is refused")
    assert named.out == "8\n"


def test_options_of_the_command_line_count(run: Run, tiny: Path) -> None:
    assert run("perft", tiny, 1, "--option", "size=5").out == "25\n"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--from", "nowhere.yaml"], 2),
        (["--option", "size"], 2),
        (["--option", "colour=3"], 2),
        (["--option", "size=99"], 2),
        (["--players", "7"], 2),
        (["--variant", "nothing"], None),
    ],
)
def test_wrong_set_ups_are_refused(
    run: Run, tiny: Path, words: list[str], code: int | None
) -> None:
    done = run("perft", tiny, 1, *words)
    assert done.code in ((1, 2) if code is None else (code,))
    assert done.out == ""
    assert "Traceback" not in done.err
    assert "Labrys itself" not in done.err


def test_a_broken_position_file_is_a_finding(run: Run, tiny: Path, tmp_path: Path) -> None:
    path = tmp_path / "position.yaml"
    path.write_text("given: [\n", encoding="utf-8")
    done = run("perft", tiny, 1, "--from", path)
    assert done.code == 1
    assert "position.yaml:" in done.err

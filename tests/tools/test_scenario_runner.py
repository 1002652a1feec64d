"""`labrys test`: a scenario passes if everything it says is so, and fails otherwise."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from labrys.source.findings import Findings
from labrys_tools.scenario_files import read_scenarios
from labrys_tools.scenarios import Verdict
from labrys_tools.scenarios import run as run_scenario
from labrys_tools.steps import written
from side_table import Run, run, tiny

__all__ = ["run", "tiny"]


def verdict(tiny: Path, text: str) -> Verdict:
    """How the one scenario written as `text` goes."""
    (tiny / "scenarios" / "first.yaml").write_text(text, encoding="utf-8")
    findings = Findings()
    (scenario,) = read_scenarios(tiny, findings)
    assert not findings.has_errors(), findings.render()
    return run_scenario(scenario)


PLACED = "scenario: s\nwhen:\n  - {seat: white, play: place, goal: b2}\n"


@pytest.mark.parametrize(
    "then",
    [
        "{to-act: black}",
        "{to-act: [black]}",
        "{decisions: 8}",
        "{over: false}",
        "{offered: [{play: place, goal: a1}, {seat: black, play: place}]}",
        "{not-offered: [{play: place, goal: b2}, {seat: white}]}",
        '{holds: ["b2 holds man of white", "count cells holding nothing = 8"]}',
        '{map: ". . .\\n. X .\\n. . ."}',
    ],
)
def test_what_is_so_passes(tiny: Path, then: str) -> None:
    assert verdict(tiny, f"{PLACED}then: {then}\n").complaints == ()


@pytest.mark.parametrize(
    ("then", "complaint"),
    [
        ("{to-act: white}", "to-act: it is black instead"),
        ("{decisions: 9}", "decisions: it is 8 instead"),
        ("{over: true}", "over: the game goes on"),
        ("{offered: [{play: place, goal: b2}]}", "offered: {play: place, goal: b2} is not offered"),
        ("{not-offered: [{play: place, goal: a1}]}", "is offered"),
        ("{winner: white}", "winner: it is the game goes on instead"),
        ("{drawn: full}", "drawn: it is the game goes on instead"),
        ('{holds: ["b2 holds nothing"]}', "holds: b2 holds nothing does not hold"),
        ('{map: ". . .\\n. . .\\n. . X"}', "map: otherwise at b2, c1"),
        ("{illegal: free}", "illegal: {seat: white, play: place, goal: b2} is legal"),
    ],
)
def test_what_is_not_so_fails(tiny: Path, then: str, complaint: str) -> None:
    (said,) = verdict(tiny, f"{PLACED}then: {then}\n").complaints
    assert complaint in said


def test_every_complaint_is_told(tiny: Path) -> None:
    said = verdict(tiny, f"{PLACED}then: {{decisions: 3, to-act: white, over: false}}\n").complaints
    assert len(said) == 2


def test_a_step_that_is_refused_fails_the_scenario(tiny: Path) -> None:
    text = (
        "scenario: s\nwhen:\n  - {seat: white, play: place, goal: b2}\n"
        "  - {seat: black, play: place, goal: b2}\nthen: {decisions: 7}\n"
    )
    (said,) = verdict(tiny, text).complaints
    assert said.startswith("a step is refused: free")


def test_a_seat_may_be_left_out_where_one_is_to_act(tiny: Path) -> None:
    text = "scenario: s\nwhen:\n  - {play: place, goal: b2}\nthen: {to-act: black}\n"
    assert verdict(tiny, text).passed


def test_an_unclear_step_fails(tiny: Path) -> None:
    text = "scenario: s\nwhen:\n  - {seat: white, play: place}\nthen: {to-act: black}\n"
    (said,) = verdict(tiny, text).complaints
    assert "may mean 9 decisions" in said


def test_illegal_demands_the_one_guard(tiny: Path) -> None:
    text = 'scenario: s\ngiven: {map: "X X X\\nO . .\\n. . ."}\nwhen:\n  - {seat: SEAT, play: place, goal: a3}\n'
    assert verdict(tiny, text.replace("SEAT", "white") + "then: {illegal: free}\n").passed
    (said,) = verdict(tiny, text.replace("SEAT", "white") + "then: {illegal: other}\n").complaints
    assert said == "illegal: refused by free instead"


def test_illegal_fails_if_another_guard_fails_too(tiny: Path) -> None:
    game = tiny / "game.yaml"
    second = (
        "      free:\n",
        "      centre:\n        that: goal = b2\n"
        '        else: {en: "Only the centre", fr: "Seulement le centre"}\n      free:\n',
    )
    game.write_text(game.read_text(encoding="utf-8").replace(*second), encoding="utf-8")
    text = (
        'scenario: s\ngiven: {map: "X . .\\n. . .\\n. . ."}\n'
        "when:\n  - {seat: white, play: place, goal: GOAL}\nthen: {illegal: free}\n"
    )
    (said,) = verdict(tiny, text.replace("GOAL", "a3")).complaints
    assert said == "illegal: other guards refuse it as well: centre, free"


def test_a_scenario_has_its_own_options(tiny: Path) -> None:
    assert verdict(tiny, "scenario: s\noptions: {size: 4}\nthen: {decisions: 16}\n").passed


def test_an_unknown_option_fails_the_scenario_in_a_sentence(tiny: Path) -> None:
    (said,) = verdict(tiny, "scenario: s\noptions: {colour: 4}\nthen: {decisions: 9}\n").complaints
    assert "colour" in said


def test_numbers_and_words_are_written_alike() -> None:
    assert written({"gives": 4, "free": True, "at": None, "way": ["n", 2]}) == {
        "gives": "4",
        "free": "true",
        "at": "none",
        "way": ["n", "2"],
    }


def test_the_report_counts(run: Run, tiny: Path) -> None:
    done = run("test", tiny)
    assert (done.code, done.out) == (0, "2 scenarios passed, 1 ruleset\n")
    rows = json.loads(run("test", tiny, "--json").out)
    assert [row["passed"] for row in rows] == [True, True]
    assert rows[0]["line"] == 2
    assert rows[0]["file"] == "tiny/scenarios/first.yaml"


def test_a_failure_is_code_1_with_its_place(run: Run, tiny: Path) -> None:
    path = tiny / "scenarios" / "first.yaml"
    text = path.read_text(encoding="utf-8").replace("decisions: 9", "decisions: 7")
    path.write_text(text, encoding="utf-8")
    done = run("test", tiny)
    assert done.code == 1
    assert "tiny/scenarios/first.yaml:13: the board of nine cells" in done.out
    assert "1 of 2 scenarios failed" in done.out


def test_one_file_of_scenarios_can_be_run(run: Run, tiny: Path) -> None:
    (tiny / "scenarios" / "second.yaml").write_text(
        "scenario: s\nthen: {over: false}\n", encoding="utf-8"
    )
    assert run("test", tiny / "scenarios" / "second.yaml").out.startswith("1 scenario passed")
    assert run("test", tiny).out.startswith("3 scenarios passed")


def test_junit_is_written_on_request(run: Run, tiny: Path, tmp_path: Path) -> None:
    path = tiny / "scenarios" / "first.yaml"
    text = path.read_text(encoding="utf-8").replace("decisions: 9", "decisions: 7")
    path.write_text(text, encoding="utf-8")
    report = tmp_path / "junit.xml"
    run("test", tiny, "--junit", report)
    suite = ElementTree.parse(report).getroot()[0]
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    assert [case.find("failure") is None for case in suite] == [True, False]


def test_perft_files_run_on_request(run: Run, tiny: Path) -> None:
    (tiny / "perft").mkdir()
    (tiny / "perft" / "start.yaml").write_text(
        "labrys: 1\nperft: start\ncounts: [9, 72, 505]\n", encoding="utf-8"
    )
    assert run("test", tiny, "--perft", "100").code == 0
    done = run("test", tiny, "--perft", "1000")
    assert done.code == 1
    assert "depth 3 gives 504, not 505" in done.out


def test_broken_scenario_files_are_findings(run: Run, tiny: Path) -> None:
    (tiny / "scenarios" / "first.yaml").write_text("scenario: s\nthne: {}\n", encoding="utf-8")
    done = run("test", tiny)
    assert done.code == 1
    assert "tiny/scenarios/first.yaml:2:" in done.err


def test_a_ruleset_that_was_edited_is_loaded_anew(run: Run, tiny: Path) -> None:
    assert run("test", tiny).code == 0
    game = tiny / "game.yaml"
    game.write_text(
        game.read_text(encoding="utf-8").replace("type: 2..5, start: 3", "type: 2..5, start: 4"),
        encoding="utf-8",
    )
    assert "it is 16 instead" in run("test", tiny).out

"""`labrys trace`: a rule is proven by a scenario that cites it, passes and runs what states it."""

import json
from pathlib import Path

from side_table import Run, run, tiny

__all__ = ["run", "tiny"]

FULL = """
  - scenario: a full board is a draw
    cites: [TY-002]
    given: {map: "X O X\\nO X O\\nO X .", active: white}
    when:
      - {seat: white, play: place, goal: c1}
    then: {over: true, drawn: full}
"""


def add_scenario(tiny: Path, text: str) -> None:
    path = tiny / "scenarios" / "first.yaml"
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


def trace(run: Run, tiny: Path, *words: str) -> dict[str, list[str]]:
    answer: dict[str, list[str]] = json.loads(run("trace", tiny, "--json", *words).out)
    return answer


def test_rules_are_cited_proven_or_missing(run: Run, tiny: Path) -> None:
    answer = trace(run, tiny)
    assert answer["rules"] == ["TY-001", "TY-002", "TY-003"]
    assert answer["cited"] == ["TY-001", "TY-002"]
    assert answer["proven"] == ["TY-001"]
    assert answer["missing"] == ["TY-002", "TY-003"]
    assert run("trace", tiny).code == 1


def test_a_scenario_that_runs_the_node_proves_its_rule(run: Run, tiny: Path) -> None:
    add_scenario(tiny, FULL)
    assert trace(run, tiny)["proven"] == ["TY-001", "TY-002"]


def test_a_scenario_that_fails_proves_nothing(run: Run, tiny: Path) -> None:
    add_scenario(tiny, FULL.replace("drawn: full", "winner: white"))
    answer = trace(run, tiny)
    assert answer["proven"] == ["TY-001"]
    assert answer["failing"] == ["tiny/scenarios/first.yaml:17"]


def test_a_scenario_that_never_runs_the_node_proves_nothing(run: Run, tiny: Path) -> None:
    game = tiny / "game.yaml"
    text = game.read_text(encoding="utf-8")
    text = text.replace(
        "do: put man of me on goal\n", "do: put man of me on goal\n    then: placed()\n"
    )
    text += "events:\n  placed: {do: finish, cites: [TY-003]}\n"
    game.write_text(text, encoding="utf-8")
    scenario = """
  - scenario: at the start
    cites: [TY-003]
    STEP
    then: {holds: ["a1 holds nothing"]}
"""
    add_scenario(tiny, scenario.replace("STEP", "seed: 1"))
    assert "TY-003" in trace(run, tiny)["missing"]
    add_scenario(tiny, scenario.replace("STEP", "when: [{play: place, goal: b2}]"))
    assert "TY-003" in trace(run, tiny)["proven"]


def test_a_proof_fails_without_the_node(run: Run, tiny: Path) -> None:
    answer = trace(run, tiny, "--prove", "--jobs", "1")
    assert answer["proven"] == ["TY-001"]
    proofs = answer["details"]["TY-001"]["proven_by"]  # type: ignore[call-overload]
    assert [row["scenario"] for row in proofs] == ["a taken cell is refused"]


def test_a_scenario_that_passes_without_the_node_is_doubtful(run: Run, tiny: Path) -> None:
    add_scenario(
        tiny,
        """
  - scenario: white places a man
    cites: [TY-001]
    when: [{seat: white, play: place, goal: a1}]
    then: {to-act: black}
""",
    )
    assert run("trace", tiny).out.count("proven by white places a man") == 1
    answer = json.loads(run("trace", tiny, "--prove", "--json", "--jobs", "1").out)
    assert "white places a man" in [row["scenario"] for row in answer["doubtful"]]


def test_everything_proven_is_code_0(run: Run, tiny: Path) -> None:
    add_scenario(tiny, FULL)
    rules = tiny / "rules.yaml"
    rules.write_text(
        "".join(
            line
            for line in rules.read_text(encoding="utf-8").splitlines(True)
            if "TY-003" not in line
        ),
        encoding="utf-8",
    )
    done = run("trace", tiny)
    assert done.code == 0
    assert done.out.splitlines()[-1] == "2 of 2 rules proven, 0 gaps declared"
    assert "Un pion va sur une case libre." in run("trace", tiny, "--lang", "fr").out

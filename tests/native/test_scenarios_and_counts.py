"""What rulesets prove about themselves, they prove on the native engine too: scenarios and exact counts."""

from functools import partial
from pathlib import Path

import labrys
import pytest
from labrys import State
from labrys.source.findings import Findings
from labrys_tools import counts, scenarios
from labrys_tools.scenario_files import read_scenarios
from labrys_tools.scenarios import Bench
from twin_games import EXAMPLES, MORE, RULESETS, needs_a_compiler, tables, twins

pytestmark = needs_a_compiler
NATIVE = Bench("native")
COUNTED = 300_000 * MORE
each = pytest.mark.parametrize("folder", [*RULESETS, *EXAMPLES], ids=lambda folder: folder.name)


@each
def test_scenarios_pass(folder: Path) -> None:
    findings = Findings()
    verdicts = [scenarios.run(one, NATIVE) for one in read_scenarios(folder, findings)]
    assert not findings.has_errors()
    assert [(v.scenario.place(), v.complaints) for v in verdicts if not v.passed] == []
    assert verdicts or folder not in RULESETS


@each
def test_counts_agree(folder: Path) -> None:
    verdicts = map(partial(counts.count, most=COUNTED, bench=NATIVE), counts.read_counts(folder, Findings()))
    assert [(v.scenario.place(), v.complaints) for v in verdicts if not v.passed] == []


@each
def test_counts_are_those_of_the_other_engine(folder: Path) -> None:
    for table in tables(folder):
        for seed in (None, 7):
            python, native = (game.start(seed) for game in twins(table))
            depth = shallow(python)
            # Without a seed a pack that is dealt has more outcomes than can be counted.
            assert depth or seed is None, table
            assert labrys.perft(native, depth) == labrys.perft(python, depth), table
            if depth > 1:
                below = [[n for _, n in labrys.divide(state, 2)] for state in (python, native)]
                assert below[0] == below[1], table


def shallow(start: State) -> int:
    """The greatest depth up to four that the Python engine counts in a moment; 0 where there is none."""
    for depth in (1, 2, 3, 4):
        if _left(start, depth, 400 * MORE) < 0:
            return depth - 1
    return 4


def _left(state: State, depth: int, steps: int) -> int:
    """What is left of so many steps after counting to a depth; negative if they do not suffice."""
    steps -= 1
    if state.over or steps < 0 or (depth == 1 and state.at != "chance"):
        return steps
    for decision in state.decisions:
        steps = _left(state.play(decision), depth if state.at == "chance" else depth - 1, steps)
        if steps < 0:
            break
    return steps

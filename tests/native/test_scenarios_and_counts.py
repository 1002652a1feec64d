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
        for seed in (None, 7) if countable(twins(table)[0].start(None)) else (7,):
            python, native = (game.start(seed) for game in twins(table))
            depth = shallow(len(python.decisions))
            assert labrys.perft(native, depth) == labrys.perft(python, depth), table
        if depth > 1:
            below = [[n for _, n in labrys.divide(state, 2)] for state in (python, native)]
            assert below[0] == below[1], table


def countable(state: State, most: int = 200) -> bool:
    """Whether chance has but few outcomes before the first decision; a pack that is dealt has too many to count."""
    todo = [state]
    while todo and most > 0:
        state = todo.pop()
        if state.at == "chance":
            most -= len(state.decisions)
            todo += [state.play(outcome) for outcome in state.decisions[: max(most, 0)]]
    return most > 0


def shallow(decisions: int) -> int:
    """A depth that the Python engine counts in a moment."""
    return next(depth for depth in (4, 3, 2, 1) if depth == 1 or decisions**depth <= 1500 * MORE)

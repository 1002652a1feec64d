"""Perft files (`perft/*.yaml`): exact counts of decision sequences, read and compared."""

import time
from dataclasses import dataclass, replace
from pathlib import Path

import labrys
from labrys.source.findings import Findings
from labrys.source.load import read_checked
from labrys.source.schema import to_plain

from labrys_tools.scenario_files import Scenario, position_file
from labrys_tools.scenarios import Bench, Verdict, game_for, position
from labrys_tools.speech import say
from labrys_tools.steps import NoSuchStep
from labrys_tools.trouble import sentence_of


@dataclass(frozen=True)
class Counts:
    """The numbers a position must give, from depth 1 on."""

    scenario: Scenario
    counts: tuple[int, ...]


def read_counts(folder: Path, findings: Findings) -> list[Counts]:
    """Every perft file of the ruleset."""
    found = []
    for path in sorted((folder / "perft").glob("*.yaml")):
        tree = read_checked(path, "perft", folder, findings)
        if tree is None or findings.has_errors():
            continue
        (scenario,) = position_file(path)
        numbers = to_plain(tree, Findings())["counts"]
        # Perft files lie one folder down, so the ruleset is not the folder of the file.
        found.append(Counts(replace(scenario, ruleset=folder), tuple(numbers)))
    return found


def count(wanted: Counts, most: int, bench: Bench | None = None) -> Verdict:
    """Count every depth whose number is at most `most`, and compare."""
    start = time.perf_counter()
    found: list[str] = []
    try:
        game = game_for(wanted.scenario, bench or Bench())
        state = position(game, wanted.scenario)
        for depth, number in enumerate(wanted.counts, start=1):
            if number > most:
                break
            counted = labrys.perft(state, depth)
            if counted != number:
                found.append(
                    say(
                        f"depth {depth} gives {counted}, not {number}",
                        f"la profondeur {depth} donne {counted}, non {number}",
                    )
                )
                break
    except NoSuchStep as error:
        found = [str(error)]
    except Exception as error:
        found = [sentence_of(error)[0]]
    return Verdict(wanted.scenario, tuple(found), time.perf_counter() - start)

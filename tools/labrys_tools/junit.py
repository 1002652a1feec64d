"""Verdicts as JUnit XML, the form in which build servers show tests."""

from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from labrys.source.characters import visible

from labrys_tools.scenarios import Verdict


def junit(verdicts: Sequence[Verdict]) -> str:
    """One test suite a ruleset, one test case a scenario."""
    root = ElementTree.Element("testsuites", name="labrys")
    suites: dict[Path, list[Verdict]] = {}
    for verdict in verdicts:
        suites.setdefault(verdict.scenario.ruleset, []).append(verdict)
    for ruleset, rows in suites.items():
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=ruleset.name,
            tests=str(len(rows)),
            failures=str(sum(not row.passed for row in rows)),
            errors="0",
            skipped="0",
            time=f"{sum(row.seconds for row in rows):.3f}",
        )
        for row in rows:
            _case(suite, row)
    ElementTree.indent(root)
    text = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _case(suite: ElementTree.Element, row: Verdict) -> None:
    scenario = row.scenario
    case = ElementTree.SubElement(
        suite,
        "testcase",
        classname=f"{scenario.ruleset.name}.{scenario.file.stem}",
        # XML has no way at all to write some control characters.
        name=visible(scenario.name),
        file=f"{scenario.file.parent.name}/{scenario.file.name}",
        line=str(scenario.line),
        time=f"{row.seconds:.3f}",
    )
    if not row.passed:
        text = visible("\n".join(row.complaints))
        failure = ElementTree.SubElement(case, "failure", message=text.split("\n")[0])
        failure.text = text

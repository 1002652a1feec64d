"""The scenarios of a ruleset, from `scenarios/*.yaml` to values."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from labrys.source.catalogue import code
from labrys.source.findings import Findings
from labrys.source.load import read_checked
from labrys.source.schema import to_plain
from labrys.source.tree import Mapping, Scalar, Sequence

from labrys_tools.speech import language, say
from labrys_tools.trouble import Failed, WrongUse


@dataclass(frozen=True)
class Scenario:
    """One test written as data. `file` and `line` say where, for reports."""

    ruleset: Path
    file: Path
    line: int
    name: str
    cites: tuple[str, ...]
    players: int | None
    variants: tuple[str, ...]
    options: dict[str, Any]
    seed: int | None
    given: dict[str, Any]
    when: tuple[dict[str, Any], ...]
    then: dict[str, Any]

    def place(self) -> str:
        return f"{self.ruleset.name}/{self.file.parent.name}/{self.file.name}:{self.line}"


def read_scenarios(folder: Path, findings: Findings, only: Path | None = None) -> list[Scenario]:
    """Every scenario of the ruleset, or of one file, in the order of files and lines."""
    found: list[Scenario] = []
    paths = sorted((folder / "scenarios").glob("*.yaml")) if only is None else [only]
    for path in paths:
        tree = read_checked(path, "scenario", folder, findings)
        if tree is not None:
            found += _scenarios_of(tree, folder, path)
    return found


def position_file(path: Path) -> list[Scenario]:
    """The scenarios of a file that is only wanted for its positions.

    Any file will do that has a `given`: a scenario without a `then`, or a perft file.
    """
    if not path.is_file():
        raise WrongUse(say(f"There is no file {path}.", f"Il n'y a pas de fichier {path}."))
    findings = Findings()
    tree = read_checked(path, "scenario", path.parent, findings)
    if tree is not None and "perft" in tree:
        findings = Findings()
        tree = read_checked(path, "perft", path.parent, findings)
    missing = code("missing-key").code
    serious = [finding for finding in findings.errors() if finding.code != missing]
    if tree is None or serious:
        raise Failed(findings.render(language()))
    return _scenarios_of(tree, path.parent, path)


def _scenarios_of(tree: Mapping, folder: Path, path: Path) -> list[Scenario]:
    rows = tree.get("scenarios")
    nodes = rows.items if isinstance(rows, Sequence) else []
    if not isinstance(rows, Sequence):
        nodes = [tree]
    return [_scenario(node, folder, path) for node in nodes if isinstance(node, Mapping)]


def _scenario(node: Mapping, folder: Path, path: Path) -> Scenario:
    data = to_plain(node, Findings())
    name = node.get("scenario") or node.get("perft")
    given = data.get("given") or data.get("from")
    when = data.get("when")
    then = data.get("then")
    options = data.get("options")
    return Scenario(
        ruleset=folder,
        file=path,
        line=node.span.line,
        # Taken from the tree: a name such as `2` must not become a number.
        name=name.value if isinstance(name, Scalar) else path.stem,
        cites=_words(data.get("cites")),
        players=_number(data.get("players")),
        variants=_words(data.get("variants")),
        options=options if isinstance(options, dict) else {},
        seed=_number(data.get("seed")),
        given=given if isinstance(given, dict) else {},
        when=tuple(step for step in when if isinstance(step, dict))
        if isinstance(when, list)
        else (),
        then=then if isinstance(then, dict) else {},
    )


def _words(value: Any) -> tuple[str, ...]:
    return tuple(str(word) for word in value) if isinstance(value, list) else ()


def _number(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None

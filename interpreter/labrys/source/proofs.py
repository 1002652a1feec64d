"""Scenarios and counts as far as they can be judged without their game: what contradicts itself,
what is said twice, and variants that do not exist.
"""

from pathlib import Path

from labrys.source.catalogue import Both
from labrys.source.findings import Findings, suggestion
from labrys.source.spans import Span
from labrys.source.tree import Mapping, Scalar, Sequence, words_of

# Ways a game can end: a scenario expects one of them.
_OUTCOMES = ("winner", "winners", "drawn", "lose")


def check_proofs(tree: Mapping, folder: Path, findings: Findings) -> None:
    """Report what is wrong with the scenarios of a file, or with a count."""
    listed = tree.get("scenarios")
    scenarios = listed.items if isinstance(listed, Sequence) else [tree]
    titles: dict[str, Span] = {}
    known = [path.stem for path in sorted((folder / "variants").glob("*.yaml"))]
    for scenario in scenarios:
        if not isinstance(scenario, Mapping):
            continue
        title = scenario.get("scenario")
        if isinstance(title, Scalar):
            if title.value in titles:
                first = titles[title.value]
                findings.report("repeated-name", title.span, name=title.value, first=first)
            titles.setdefault(title.value, title.span)
        for word in words_of(scenario.get("variants")):
            if word.value not in known:
                near = suggestion(word.value, known)
                findings.report("unknown-variant", word.span, near, name=word.value)
        then = scenario.get("then")
        if isinstance(then, Mapping):
            _check_outcome(scenario, then, findings)


def _check_outcome(scenario: Mapping, then: Mapping, findings: Findings) -> None:
    steps = scenario.get("when")
    if "illegal" in then and not (isinstance(steps, Sequence) and len(steps)):
        fix = Both("give the refused step under `when`", "donnez l'étape refusée sous `when`")
        findings.report("contradiction", then.key_span("illegal"), fix, name="illegal")
    ends = [key for key in _OUTCOMES if key in then]
    over = then.get("over")
    if isinstance(over, Scalar) and over.value == "false":
        ends.insert(0, "over")
    if "illegal" in then:
        ends.insert(0, "illegal")
    if len(ends) < 2:
        return
    for key in ends[1:]:
        fix = Both(f"keep `{ends[0]}` or `{key}`", f"gardez `{ends[0]}` ou `{key}`")
        findings.report("contradiction", then.key_span(key), fix, name=key)

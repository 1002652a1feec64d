"""A YAML file to a positioned tree, whatever is in the file: every fault becomes a finding."""

import os
import re
from pathlib import Path

import yaml

from labrys.source.catalogue import Both
from labrys.source.characters import named, strange
from labrys.source.composer import Composer, Refused
from labrys.source.findings import Findings
from labrys.source.spans import Span
from labrys.source.tree import Mapping, Scalar

MOST_BYTES = 1_000_000
VERSION = 1

# What libyaml says, and what it means for someone who writes rules.
_REASONS = (
    (
        "mapping values are not allowed",
        Both(
            "a colon followed by a space stands in the middle of a text, or the line is indented "
            "too far; put the text in quotes",
            "un deux-points suivi d'une espace se trouve au milieu d'un texte, ou la ligne est trop "
            "décalée ; mettez le texte entre guillemets",
        ),
    ),
    (
        "expected ',' or",
        Both(
            "something inside the brackets is not separated by a comma; put language text that "
            "holds [ ] { } or a colon in quotes",
            "un élément entre crochets ou accolades n'est pas séparé par une virgule ; mettez entre "
            "guillemets le texte qui contient [ ] { } ou un deux-points",
        ),
    ),
    (
        "unexpected end of stream",
        Both("a quotation mark is not closed", "un guillemet n'est pas fermé"),
    ),
    (
        "cannot start any token",
        Both(
            "a text may not begin with this character; put the text in quotes",
            "un texte ne peut pas commencer par ce caractère ; mettez-le entre guillemets",
        ),
    ),
    (
        "could not find expected ':'",
        Both(
            "a key without its colon, or a text that goes on at the left margin",
            "une clé sans son deux-points, ou un texte qui continue dans la marge de gauche",
        ),
    ),
    (
        "did not find expected key",
        Both(
            "the line does not fit the ones above it: check its indentation, and that text after a "
            "closing quotation mark is inside the quotes",
            "la ligne ne s'accorde pas avec les précédentes : vérifiez son décalage, et que rien ne "
            "suit un guillemet fermant",
        ),
    ),
    (
        "did not find expected '-' indicator",
        Both(
            "the line stands in a list but does not begin with `- `",
            "la ligne est dans une liste mais ne commence pas par `- `",
        ),
    ),
)
_OTHERWISE = Both("the line cannot be understood", "la ligne est incompréhensible")


def shown_name(path: Path, root: Path) -> str:
    """The name people see: relative to the parent of the ruleset's folder, if it lies inside."""
    # Not resolved: people should see the name they wrote, not where a link leads.
    full, parent = Path(os.path.abspath(path)), Path(os.path.abspath(root)).parent
    return full.relative_to(parent).as_posix() if full.is_relative_to(parent) else path.as_posix()


def read_tree(path: Path, root: Path, findings: Findings) -> Mapping | None:
    """The tree of a file of the ruleset in folder `root`; None if there is nothing to go on with."""
    file = shown_name(path, root)
    start = Span(file, 1, 1, 1, 2)
    try:
        if not path.is_file():
            findings.report("missing-file", start, name=file)
            return None
        with path.open("rb") as opened:
            raw = opened.read(MOST_BYTES + 1)
    except (OSError, ValueError):
        findings.report("missing-file", start, name=file)
        return None
    if len(raw) > MOST_BYTES:
        findings.report("file-too-large", start, most=MOST_BYTES)
        return None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        good = raw[: error.start].decode("utf-8-sig")
        line, column = good.count("\n") + 1, len(good) - good.rfind("\n")
        findings.report("not-utf8", Span(file, line, column, line, column + 1))
        return None
    return read_text(text, file, findings)


def read_text(text: str, file: str, findings: Findings) -> Mapping | None:
    """The tree of a text that is shown to people as `file`."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    findings.add_source(file, text)
    if not _fit_to_parse(text, file, findings):
        return None
    try:
        root = Composer(text, file, findings).compose()
    except Refused:
        return None
    except yaml.MarkedYAMLError as error:
        _report_syntax(error, file, findings)
        return None
    except (yaml.YAMLError, RecursionError):
        findings.report("yaml-syntax", Span(file, 1, 1, 1, 2), reason=_OTHERWISE)
        return None
    if isinstance(root, Mapping):
        return root
    span = Span(file, 1, 1, 1, 2) if root is None else root.span
    findings.report("not-a-mapping", span)
    return None


def check_version(tree: Mapping, findings: Findings, required: bool = True) -> bool:
    """Whether this interpreter speaks the version of the language named under `labrys:`."""
    version = tree.get("labrys")
    if version is None:
        if required:
            start = Span(tree.span.file, tree.span.line, 1, tree.span.line, 2)
            fix = Both(f"write labrys: {VERSION}", f"écrivez labrys: {VERSION}")
            findings.report("missing-version", start, fix)
        return not required
    if isinstance(version, Scalar) and version.value == str(VERSION):
        return True
    if isinstance(version, Scalar) and re.fullmatch(r"[1-9][0-9]{0,8}", version.value):
        findings.report("newer-version", version.span, version=version.value, known=VERSION)
    else:
        fix = Both(f"write labrys: {VERSION}", f"écrivez labrys: {VERSION}")
        findings.report("bad-version", version.span, fix)
    return False


def _fit_to_parse(text: str, file: str, findings: Findings) -> bool:
    """Characters are checked first: libyaml stops at them with a message about bytes."""
    fit = True
    if strange(text) is None and "\t" not in text:
        return True
    for number, line in enumerate(text.split("\n"), start=1):
        bad = strange(line)
        if bad is not None:
            span = Span(file, number, bad + 1, number, bad + 2)
            findings.report("strange-character", span, character=named(line[bad]))
            fit = False
        indent = line[: len(line) - len(line.lstrip(" \t"))]
        if "\t" in indent and line.strip():
            column = indent.index("\t") + 1
            findings.report("tab", Span(file, number, column, number, column + 1))
            fit = False
    return fit


def _report_syntax(error: yaml.MarkedYAMLError, file: str, findings: Findings) -> None:
    problem = f"{error.context or ''} {error.problem or ''}"
    mark = error.problem_mark or error.context_mark
    # An unclosed quote or a key without colon is noticed later; the author needs its beginning.
    if re.search("unexpected end of stream|expected ':'", problem) and error.context_mark:
        mark = error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    span = Span(file, line, column, line, column + 1)
    if "alias" in problem or "anchor" in problem:
        findings.report("anchor", span, name="*" if "alias" in problem else "&")
    elif "tag" in problem:
        findings.report("tag", span, tag="!")
    else:
        reason = next((why for words, why in _REASONS if words in problem), _OTHERWISE)
        findings.report("yaml-syntax", span, reason=reason)

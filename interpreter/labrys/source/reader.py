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
from labrys.source.syntax import report_syntax
from labrys.source.tree import Mapping, Scalar

MOST_BYTES = 1_000_000
VERSION = 1


def shown_name(path: Path, root: Path) -> str:
    """The name people see: relative to the parent of the ruleset's folder, if it lies inside."""
    # Not resolved: people should see the name they wrote, not where a link leads.
    full, parent = Path(os.path.abspath(path)), Path(os.path.abspath(root)).parent
    return full.relative_to(parent).as_posix() if full.is_relative_to(parent) else path.as_posix()


def read_tree(path: Path, root: Path, findings: Findings) -> Mapping | None:
    """The tree of a file of the ruleset in folder `root`; None if there is nothing to go on with."""
    file = shown_name(path, root)
    raw = read_bytes(path, file, findings)
    return None if raw is None else read_raw(raw, file, findings)


def read_bytes(path: Path, file: str, findings: Findings) -> bytes | None:
    """What is in a file that is shown to people as `file`."""
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
    return raw


def read_raw(raw: bytes, file: str, findings: Findings) -> Mapping | None:
    """The tree of the bytes of a file."""
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
    except yaml.YAMLError as error:
        report_syntax(error, text, file, findings)
        return None
    except RecursionError:
        report_syntax(yaml.YAMLError(), text, file, findings)
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

"""What libyaml says of a broken file, told to someone who writes rules, at the line to mend.

libyaml names the place where it gave up. The slip is often some lines above: a quotation mark that
was never closed swallows what follows, and a colon without its space makes no key.
"""

import re
from typing import Any

import yaml

from labrys.source.catalogue import Both
from labrys.source.findings import Findings
from labrys.source.spans import Span

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
_UNCLOSED = Both(
    "this quotation mark is not closed on its line, and swallows what follows",
    "ce guillemet n'est pas fermé sur sa ligne, et avale ce qui suit",
)
_UNSPACED = Both(
    "after the colon of a key stands a space", "le deux-points d'une clé est suivi d'une espace"
)
_MISPLACED = Both(
    "the line does not stand below what it belongs to: check its indentation",
    "la ligne n'est pas sous ce dont elle dépend : vérifiez son décalage",
)
_KEY_UNSPACED = re.compile(r"(\s*(?:- )?)([a-z][a-z0-9-]*):([^\s:/].*)$")


def report_syntax(error: yaml.YAMLError, text: str, file: str, findings: Findings) -> None:
    """One finding for what libyaml could not read."""
    if not isinstance(error, yaml.MarkedYAMLError):
        findings.report("yaml-syntax", Span(file, 1, 1, 1, 2), reason=_OTHERWISE)
        return
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
    elif "mapping values are not allowed" in problem and (odd := _odd_one_out(text.split("\n"), line)):
        place = Span(file, odd, 1, odd, 2)
        findings.report("yaml-syntax", place, reason=_MISPLACED)
    elif not _found_above(text, span, findings):
        reason = next((why for words, why in _REASONS if words in problem), _OTHERWISE)
        findings.report("yaml-syntax", span, reason=reason)


def _found_above(text: str, span: Span, findings: Findings) -> bool:
    """Report the slip itself if it can be told from where libyaml gave up."""
    opened = _swallowing(text, span)
    if opened is not None:
        line, column = opened
        place = Span(span.file, line, column, line, column + 1)
        findings.report("yaml-syntax", place, reason=_UNCLOSED)
        return True
    lines = text.split("\n")
    for line in (span.line, span.line - 1):
        # Where the file stops too early, libyaml names the line after its last.
        found = _KEY_UNSPACED.match(lines[line - 1]) if 1 <= line <= len(lines) else None
        if found is not None:
            start, key, value = found.groups()
            column = len(start) + 1
            place = Span(span.file, line, column, line, column + len(key) + 1)
            fix = Both(f"write {key}: {value}", f"écrivez {key}: {value}")
            findings.report("yaml-syntax", place, fix, reason=_UNSPACED)
            return True
    return False


def _odd_one_out(lines: list[str], line: int) -> int | None:
    """The line above the one libyaml stumbled over, if it is that line which stands too far left."""
    if not 3 <= line <= len(lines):
        return None
    before, above, here = lines[line - 3 : line]
    deep = [len(one) - len(one.lstrip(" ")) for one in (before, above, here)]
    if not (before.strip() and above.strip()) or deep[1] >= deep[2]:
        return None
    opened = before.rstrip().endswith(":") and deep[0] == deep[1]
    return line - 1 if opened or deep[0] == deep[2] else None


def _swallowing(text: str, span: Span) -> tuple[int, int] | None:
    """Where the quoted text begins that runs over lines and ends just before the error."""
    last: Any = None
    try:
        for token in yaml.scan(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            if isinstance(token, yaml.ScalarToken) and token.style in ("'", '"'):
                if token.start_mark.line + 1 >= span.line:
                    break
                if token.start_mark.line != token.end_mark.line:
                    last = token
    except yaml.MarkedYAMLError as error:
        # The swallowing goes on to the end of the file, or the scanner stumbles in what it left.
        if "quoted scalar" in (error.context or "") and error.context_mark:
            return error.context_mark.line + 1, error.context_mark.column + 1
    if last is None or last.end_mark.line + 1 < span.line - 1:
        return None
    return last.start_mark.line + 1, last.start_mark.column + 1

"""Findings: what a check has to say to the author, with a code, a place and, if possible, a fix."""

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from labrys.source.catalogue import Both, Severity, code
from labrys.source.characters import visible
from labrys.source.habits import PUZZLED, difference, remedy
from labrys.source.spans import Span

# A hostile file must not make a report of a million lines.
MOST_FINDINGS = 500


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing found, in both languages. `fix` and `fix_fr` are both given or both missing."""

    code: str
    severity: Severity
    span: Span
    message_en: str
    message_fr: str
    fix: str | None = None
    fix_fr: str | None = None
    # The name it is about, if it is about one.
    about: str = ""

    def message(self, lang: str = "en") -> str:
        return self.message_fr if lang == "fr" else self.message_en

    def fix_in(self, lang: str = "en") -> str | None:
        return self.fix_fr if lang == "fr" and self.fix_fr is not None else self.fix


@dataclass(slots=True)
class Findings:
    """Collects findings and the lines they point at. Saying the same thing twice counts once."""

    found: list[Finding] = field(default_factory=list)
    sources: dict[str, list[str]] = field(default_factory=dict)
    _seen: set[tuple[str, Span, str]] = field(default_factory=set)

    def add_source(self, file: str, text: str) -> None:
        """Keep the lines of a file, so that findings can show them."""
        self.sources[file] = text.split("\n")

    def report(
        self,
        slug_or_code: str,
        span: Span,
        fix: str | Both | None = None,
        **values: object,
    ) -> None:
        """Add a finding of the catalogue; `values` fill the gaps of its message.

        A value may be a `Both` where its wording depends on the language.
        """
        if len(self.found) >= MOST_FINDINGS:
            if self.found[-1].code == code("too-many-findings").code:
                return
            slug_or_code, fix, values = "too-many-findings", None, {"most": MOST_FINDINGS}
        entry = code(slug_or_code)
        message = {
            lang: visible(
                entry.message[lang].format(
                    **{k: v[lang] if isinstance(v, Both) else str(v) for k, v in values.items()}
                )
            )
            for lang in ("en", "fr")
        }
        if (entry.code, span, message["en"]) in self._seen:
            return
        self._seen.add((entry.code, span, message["en"]))
        both = Both(fix, fix) if isinstance(fix, str) else fix
        # A habit of another language explains more than a name that happens to look alike.
        both = self._habit(entry.slug, span, values) or both
        self.found.append(
            Finding(
                entry.code,
                entry.severity,
                span,
                message["en"],
                message["fr"],
                visible(both.en) if both else None,
                visible(both.fr) if both else None,
                str(values.get("name", "")),
            )
        )

    def take(self, other: "Findings") -> None:
        """Add what another collection holds, as if it had been reported here."""
        for file, lines in other.sources.items():
            self.sources.setdefault(file, lines)
        for finding in other.found:
            key = (finding.code, finding.span, finding.message_en)
            if len(self.found) >= MOST_FINDINGS:
                self.report("too-many-findings", finding.span, most=MOST_FINDINGS)
                return
            if key not in self._seen:
                self._seen.add(key)
                self.found.append(finding)

    def _habit(self, slug: str, span: Span, values: dict[str, object]) -> Both | None:
        if slug == "unknown-name":
            return difference(str(values.get("name", "")))
        source = self.sources.get(span.file, []) if slug in PUZZLED else []
        if not 1 <= span.line <= len(source):
            return None
        return remedy(slug, source[span.line - 1], span.column)

    def __iter__(self) -> Iterator[Finding]:
        """In the order of the files: as first read, then by line and column."""
        order = {file: index for index, file in enumerate(self.sources)}
        last = len(order)
        return iter(
            sorted(
                self.found,
                key=lambda f: (
                    order.get(f.span.file, last),
                    f.span.file,
                    f.span.line,
                    f.span.column,
                    f.code,
                ),
            )
        )

    def __len__(self) -> int:
        return len(self.found)

    def errors(self) -> list[Finding]:
        return [finding for finding in self if finding.severity == "error"]

    def has_errors(self) -> bool:
        return any(finding.severity == "error" for finding in self.found)

    def render(self, lang: str = "en", colour: bool = False) -> str:
        """All findings as text for people: place, message, the line with a caret, the fix."""
        return "\n".join(self._render_one(finding, lang, colour) for finding in self)

    def _render_one(self, finding: Finding, lang: str, colour: bool) -> str:
        words = {"error": Both("error", "erreur"), "warning": Both("warning", "avertissement")}
        severity = words[finding.severity][lang]
        fix_word = Both("fix: ", "remède : ")[lang]
        head = f"{severity} {finding.code}"
        if colour:
            head = f"\x1b[{31 if finding.severity == 'error' else 33};1m{head}\x1b[0m"
        lines = [f"{visible(str(finding.span))}: {head} {finding.message(lang)}"]
        shown = self._source_line(finding.span)
        if shown is not None:
            lines += [f"    {shown[0]}", f"    {shown[1]}"]
        fix = finding.fix_in(lang)
        if fix is not None:
            lines.append(f"    {fix_word}{fix}")
        return "\n".join(lines)

    def _source_line(self, span: Span) -> tuple[str, str] | None:
        source = self.sources.get(span.file)
        if source is None or not 1 <= span.line <= len(source):
            return None
        line = source[span.line - 1]
        start = min(span.column - 1, len(line))
        end = span.end_column - 1 if span.end_line == span.line else len(line)
        # Escapes widen a line, so the caret is measured on what is printed.
        before = visible(line[:start]).replace("\t", " ")
        marked = visible(line[start : min(max(end, start + 1), len(line))]).replace("\t", " ")
        after = visible(line[start + len(line[start:end]) :]) if end > start else ""
        whole = visible(line).replace("\t", " ") if not after else before + marked + after
        return _window(whole, len(before), max(len(marked), 1))

    def to_json(self, lang: str = "en") -> list[dict[str, object]]:
        """One row a finding for tools: file, line, column, code, severity, message, fix."""
        rows: list[dict[str, object]] = []
        for finding in self:
            row: dict[str, object] = {
                "file": finding.span.file,
                "line": finding.span.line,
                "column": finding.span.column,
                "code": finding.code,
                "severity": finding.severity,
                "message": finding.message(lang),
            }
            fix = finding.fix_in(lang)
            if fix is not None:
                row["fix"] = fix
            rows.append(row)
        return rows


def _window(line: str, start: int, width: int, most: int = 160) -> tuple[str, str]:
    """The line and its caret, cut to what fits a screen around the caret."""
    offset = 0 if start + width <= most else max(0, start - 40)
    shown = line[offset : offset + most].rstrip("\n")
    caret = "^" * max(1, min(width, most - (start - offset)))
    return shown, " " * (start - offset) + caret


def did_you_mean(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate most like the name, if one is near enough to be a slip of the pen."""
    near = difflib.get_close_matches(name, sorted(set(candidates)), n=1, cutoff=0.6)
    return near[0] if near else None


def suggestion(name: str, candidates: Iterable[str]) -> Both | None:
    """`did_you_mean` as a fix in both languages."""
    # A name of one letter is like too many others.
    near = did_you_mean(name, {other for other in candidates if len(other) > 1} - {name})
    if near is None:
        return None
    return Both(f"did you mean `{near}`?", f"vouliez-vous dire `{near}` ?")

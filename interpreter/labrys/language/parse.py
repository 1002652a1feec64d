"""Turns the language text of one YAML scalar into a Lark tree whose positions lead back to the file."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import ClassVar, Literal, TypeAlias

from labrys.language import treebank
from labrys.source.findings import Findings, suggestion
from labrys.source.spans import Span
from labrys.source.tree import Scalar
from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError, Indenter

Start: TypeAlias = Literal["body", "expr", "head", "typing", "domain"]
Syntax: TypeAlias = Tree[Token]

MOST_TEXT = 20_000
MOST_NESTING = 60


class _Blocks(Indenter):
    """Blocks by indentation, as authors know it from YAML."""

    NL_type = "_NL"
    OPEN_PAREN_types: ClassVar[list[str]] = ["LPAR", "LSQB", "LBRACE"]
    CLOSE_PAREN_types: ClassVar[list[str]] = ["RPAR", "RSQB", "RBRACE"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


@cache
def grammar() -> str:
    return (Path(__file__).parent / "grammar.lark").read_text(encoding="utf-8")


@cache
def _parser() -> Lark:
    return Lark(
        grammar(),
        parser="lalr",
        start=["body", "expr", "head", "typing", "domain"],
        postlex=_Blocks(),
        propagate_positions=True,
        maybe_placeholders=True,
    )


# Words that open an expression; elsewhere the lexer tells names and key words apart by their place.
RESERVED = frozenset(
    ["every", "some", "those", "first", "best", "least", "sum", "most", "fewest", "each", "grow", "if", "not", "any", "no", "count", "seen", "my", "base", "by", "true", "false", "none", "and", "or", "in"]
)


def parse(scalar: Scalar, start: Start, findings: Findings) -> Syntax | None:
    """The tree of the text, or None after reporting why there is none."""
    text = scalar.text()[0]
    if scalar.style == "folded":
        findings.report("folded-text", scalar.span)
        return None
    if len(text) > MOST_TEXT or _nesting(text) > MOST_NESTING:
        findings.report("text-too-large", scalar.span)
        return None
    if start != "body":
        text = " ".join(text.split("\n")) if scalar.style != "literal" else text.rstrip("\n")
    elif not text.endswith("\n"):
        text += "\n"
    try:
        return _tree(text, start)
    except UnexpectedInput as error:
        _report(scalar, text, error, findings)
    except DedentError:
        findings.report("bad-indentation", scalar.span)
    return None


@lru_cache(maxsize=4096)
def _tree(text: str, start: Start) -> Syntax:
    """Positions are relative to the text, so that the same text is parsed once for all tables and variants."""
    known = treebank.current.find(text, start)
    if known is None:
        known = _parser().parse(text, start=start)
        treebank.current.add(text, start, known)
    return known


def _nesting(text: str) -> int:
    deepest = depth = 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        deepest = max(deepest, depth)
    return deepest


def _report(scalar: Scalar, text: str, error: UnexpectedInput, findings: Findings) -> None:
    line, column = max(getattr(error, "line", 1), 1), max(getattr(error, "column", 1), 1)
    if isinstance(error, UnexpectedCharacters):
        letter = text.split("\n")[line - 1][column - 1 : column] or "?"
        findings.report("strange-letter", scalar.part(line, column, line, column + 1), letter=letter)
        return
    assert isinstance(error, UnexpectedToken)
    token = error.token
    expected = {_shown(name) for name in error.accepts or error.expected}
    if token.type in ("$END", "_NL", "_INDENT", "_DEDENT"):
        if token.type == "$END" or line < 1:
            line, column = _last(text)
        span = scalar.part(line, column, line, column + 1)
        slug = "text-stops" if token.type in ("$END", "_NL") else "bad-indentation"
        findings.report(slug, span)
        return
    words = {word for word in expected if word.isalpha()}
    span = scalar.part(line, column, line, column + len(token))
    findings.report("unexpected-word", span, suggestion(str(token), words), word=str(token))


def _last(text: str) -> tuple[int, int]:
    lines = text.rstrip().split("\n")
    return len(lines), max(len(lines[-1]), 1)


@cache
def _literals() -> dict[str, str]:
    return {
        term.name: term.pattern.value for term in _parser().terminals if term.pattern.type == "str"
    }


def _shown(name: str) -> str:
    return _literals().get(name, name.lower())


def span_of(scalar: Scalar, tree: Syntax | Token) -> Span:
    """Where this piece of the text stands in the file."""
    if isinstance(tree, Token):
        line, column = tree.line or 1, tree.column or 1
        return scalar.part(line, column, tree.end_line or line, tree.end_column or column + len(tree))
    meta = tree.meta
    if meta.empty:
        return scalar.span
    return scalar.part(meta.line, meta.column, meta.end_line, meta.end_column)


def spelled(tree: Syntax | Token | None) -> str:
    """A canonical spelling of a piece of syntax, to tell whether two texts name the same thing."""
    if tree is None:
        return "-"
    if isinstance(tree, Token):
        return str(tree)
    return f"{tree.data}({','.join(spelled(child) for child in tree.children)})"

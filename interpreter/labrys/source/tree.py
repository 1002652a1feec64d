"""The positioned YAML tree: every scalar is a string that knows where it stands.

The reader builds it, variants are laid over it, and the language parses the texts in it.
"""

from collections.abc import Iterator, KeysView
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from labrys.source.spans import Span

Style: TypeAlias = Literal["plain", "single", "double", "literal", "folded"]


@dataclass(frozen=True, slots=True)
class Scalar:
    """One YAML scalar. `base` is the scalar a variant replaced by this one, if any."""

    value: str
    span: Span
    style: Style = "plain"
    base: "Scalar | None" = None
    # How the language text lies in the file; None means: as `value`, from the start of the span.
    body: str | None = None
    at: tuple[int, int] | None = None
    indent: int = 0
    # False for quoted scalars with escapes: their columns are only near.
    exact: bool = True

    def text(self) -> tuple[str, int, int]:
        """The language text, and the line and column in the file of its first character."""
        line, column = self.at or (self.span.line, self.span.column)
        return (self.value if self.body is None else self.body), line, column

    def drawing(self) -> str:
        """The text of a map: as it stands in the file in a block, as YAML reads it in quotation marks."""
        return self.text()[0] if self.style == "literal" else self.value

    def position(self, line: int, column: int) -> tuple[int, int]:
        """Turn a position within `text()` (from 1) into a position in the file."""
        _, first_line, first_column = self.text()
        if line <= 1:
            return first_line, first_column + column - 1
        if not self.exact:
            return first_line, first_column
        return first_line + line - 1, self.indent + column

    def part(self, line: int, column: int, end_line: int, end_column: int) -> Span:
        """The span in the file of a stretch of `text()`."""
        return Span(
            self.span.file, *self.position(line, column), *self.position(end_line, end_column)
        )

    def get(self, key: str) -> None:
        """A scalar holds no keys; the method spares callers a test of the kind of node."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The value of one key, and where the key stands."""

    key_span: Span
    value: "Node"


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and their values in the order written. `flow` is true for `{…}`."""

    entries: dict[str, Entry]
    span: Span
    flow: bool = False

    def get(self, key: str) -> "Node | None":
        entry = self.entries.get(key)
        return None if entry is None else entry.value

    def keys(self) -> KeysView[str]:
        return self.entries.keys()

    def items(self) -> Iterator[tuple[str, "Node"]]:
        for key, entry in self.entries.items():
            yield key, entry.value

    def key_span(self, key: str) -> Span:
        """Where the key stands; the mapping's own span if it has no such key."""
        entry = self.entries.get(key)
        return self.span if entry is None else entry.key_span

    def with_entry(self, key: str, entry: Entry) -> "Mapping":
        return replace(self, entries={**self.entries, key: entry})

    def without(self, key: str) -> "Mapping":
        return replace(self, entries={k: e for k, e in self.entries.items() if k != key})

    def __contains__(self, key: object) -> bool:
        return key in self.entries

    def __len__(self) -> int:
        return len(self.entries)


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list. `flow` is true for `[…]`."""

    items: list["Node"]
    span: Span
    flow: bool = False

    def get(self, key: str) -> None:
        """A list holds no keys; the method spares callers a test of the kind of node."""

    def __len__(self) -> int:
        return len(self.items)


Node: TypeAlias = Scalar | Mapping | Sequence


def words_of(node: Node | None) -> list[Scalar]:
    """The scalars of a list, or the one scalar that stands for a list of one."""
    if isinstance(node, Scalar):
        return [node]
    if isinstance(node, Sequence):
        return [item for item in node.items if isinstance(item, Scalar)]
    return []

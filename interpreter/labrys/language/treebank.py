"""Parsed texts kept in the user's cache as plain JSON, so that a ruleset that did not change is not parsed again.

Building the parser costs more than loading a game; with every text in the bank it is not even built. The bank is
keyed by the content of the ruleset and of the grammar. Whatever is wrong with it, texts are parsed as usual.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from lark import Token, Tree
from lark.tree import Meta

VERSION = 1
MOST_BANK = 20_000_000
MOST_BANKS = 64


class Treebank:
    """The trees of one ruleset: read when it is opened, written when something was added."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.rows: dict[str, Any] = {}
        self.added = False
        if path is not None:
            with contextlib.suppress(OSError, ValueError, RecursionError):
                if path.stat().st_size <= MOST_BANK:
                    rows = json.loads(path.read_bytes())
                    self.rows = rows if isinstance(rows, dict) else {}

    def find(self, text: str, start: str) -> Tree[Token] | None:
        row = self.rows.get(f"{start} {text}")
        try:
            return _tree(row) if row is not None else None
        except (TypeError, ValueError, IndexError, KeyError):
            return None

    def add(self, text: str, start: str, tree: Tree[Token]) -> None:
        self.rows[f"{start} {text}"] = _plain(tree)
        self.added = True

    def save(self) -> None:
        if not self.added or self.path is None:
            return
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, name = tempfile.mkstemp(prefix="labrys-", dir=self.path.parent)
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    json.dump(self.rows, file, separators=(",", ":"))
                os.replace(name, self.path)
            except BaseException:
                os.unlink(name)
                raise
            self._tidy()

    def _tidy(self) -> None:
        """Keeps the banks used last; every change of a ruleset makes a new one."""
        assert self.path is not None
        banks = sorted(self.path.parent.glob("labrys-*.json"), key=lambda bank: bank.stat().st_mtime)
        for bank in banks[:-MOST_BANKS]:
            bank.unlink()


current = Treebank(None)


@contextlib.contextmanager
def treebank(folder: Path | None, content: str, grammar: str) -> Iterator[None]:
    """Uses the bank of a ruleset with this content while a game is loaded."""
    global current
    if folder is None or current.path is not None:
        yield
        return
    key = hashlib.sha256(f"{VERSION} {content} {_digest(grammar)}".encode()).hexdigest()
    outer, current = current, Treebank(folder / f"labrys-{key}.json")
    try:
        yield
    finally:
        current.save()
        current = outer


@cache
def _digest(grammar: str) -> str:
    return hashlib.sha256(grammar.encode()).hexdigest()


def _plain(part: Any) -> Any:
    if isinstance(part, Token):
        return [str(part.type), str(part), part.line, part.column, part.end_line, part.end_column]
    if part is None:
        return None
    meta = part.meta
    place = [] if meta.empty else [meta.line, meta.column, meta.end_line, meta.end_column]
    return {"d": str(part.data), "c": [_plain(child) for child in part.children], "m": place}


def _tree(row: Any) -> Tree[Token]:
    meta = Meta()  # type: ignore[no-untyped-call]
    if row["m"]:
        meta.line, meta.column, meta.end_line, meta.end_column = row["m"]
        meta.empty = False
    return Tree(row["d"], [_child(child) for child in row["c"]], meta)


def _child(row: Any) -> Any:
    if row is None:
        return None
    if isinstance(row, list):
        kind, text, line, column, end_line, end_column = row
        return Token(kind, text, line=line, column=column, end_line=end_line, end_column=end_column)
    return _tree(row)

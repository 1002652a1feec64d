"""A good ruleset to spoil: its texts, its trees, and the places where a mistake could be made."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from labrys.source.findings import Findings
from labrys.source.reader import read_text
from labrys.source.tree import Entry, Mapping, Node, Scalar, Sequence

NAME = re.compile(r"(?<![\w.-])[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?![\w-])")

# Keys whose value is language text, and keys that hold such values under names of their own.
_LANGUAGE = frozenset(
    {
        *("that", "is", "do", "then", "enter", "leave", "each", "while", "begin", "end", "if"),
        *("may", "needs", "sides", "links", "keep"),
    }
)
_NAMED = frozenset({"choose", "let"})
# Sections whose keys are names that language text may use.
_DECLARING = (
    *("define", "relations", "events", "fields", "stones", "pieces", "seats", "constants"),
    *("options", "enums", "shapes", "history", "timers"),
)


@dataclass(frozen=True)
class Place:
    """A node of a file with the keys that lead to it, and the entry it is the value of."""

    file: str
    path: tuple[str, ...]
    entry: Entry
    parent: Mapping

    @property
    def node(self) -> Node:
        return self.entry.value

    @property
    def key(self) -> str:
        return self.path[-1]


@dataclass(frozen=True)
class Word:
    """A stretch of language text: where it stands in the file (from 1) and what it says."""

    file: str
    line: int
    column: int
    text: str


class Ground:
    """The files of one ruleset, by the name people see below its folder."""

    def __init__(self, name: str, files: dict[str, str]) -> None:
        self.name = name
        self.files = files

    @classmethod
    def of(cls, folder: Path) -> "Ground":
        paths = sorted(folder.rglob("*.yaml"))
        files = {p.relative_to(folder).as_posix(): p.read_text(encoding="utf-8") for p in paths}
        return cls(folder.name, files)

    @cached_property
    def trees(self) -> dict[str, Mapping]:
        found = {}
        for file, text in self.files.items():
            tree = read_text(text, file, Findings())
            if tree is not None:
                found[file] = tree
        return found

    @cached_property
    def game_files(self) -> list[str]:
        """game.yaml and its parts: the files that together are the game."""
        return [file for file in self.trees if "/" not in file and file != "rules.yaml"]

    def files_in(self, folder: str) -> list[str]:
        return [file for file in self.trees if file.startswith(f"{folder}/")]

    def places(self, files: list[str]) -> list[Place]:
        return [place for file in files for place in _places(file, (), self.trees[file])]

    @cached_property
    def declared(self) -> frozenset[str]:
        """Names a rule of this game may use because some file declares them."""
        names: set[str] = set()
        for file in self.game_files:
            for section in _DECLARING:
                named = self.trees[file].get(section)
                if isinstance(named, Mapping):
                    names |= named.keys()
        return frozenset(names)

    @cached_property
    def everything(self) -> frozenset[str]:
        """Every word of every file, so that a misspelt one is not another by accident."""
        return frozenset(word for text in self.files.values() for word in NAME.findall(text))

    def language(self) -> Iterator[tuple[Place, Scalar]]:
        """Every scalar of the game that holds language text."""
        for place in self.places(self.game_files):
            if not isinstance(place.node, Scalar):
                continue
            under = place.path[-2] if len(place.path) > 1 else ""
            if place.key in _LANGUAGE or under in _NAMED:
                yield place, place.node

    def words(self, pattern: re.Pattern[str] = NAME) -> Iterator[Word]:
        """Every match of the pattern in language text, where it truly stands in the file."""
        for place, scalar in self.language():
            body, _, _ = scalar.text()
            for number, line in enumerate(body.split("\n"), start=1):
                code = line.split("#")[0]
                for match in pattern.finditer(code):
                    row, column = scalar.position(number, match.start() + 1)
                    if self.at(place.file, row, column).startswith(match.group()):
                        yield Word(place.file, row, column, match.group())

    def line(self, file: str, number: int) -> str:
        lines = self.files[file].split("\n")
        return lines[number - 1] if 1 <= number <= len(lines) else ""

    def at(self, file: str, line: int, column: int) -> str:
        """The rest of the line from a column on."""
        return self.line(file, line)[column - 1 :]


def _places(file: str, path: tuple[str, ...], node: Node) -> Iterator[Place]:
    if isinstance(node, Mapping):
        for key, entry in node.entries.items():
            place = Place(file, (*path, key), entry, node)
            yield place
            yield from _places(file, place.path, entry.value)
    elif isinstance(node, Sequence):
        for index, item in enumerate(node.items):
            yield from _places(file, (*path, str(index)), item)

"""Cuts a drawing of one character a cell into rows of glyphs; used by board maps, slots and shapes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from labrys.board.errors import BoardError

VOID = "#"
PLAIN = "."


@dataclass(frozen=True)
class Glyph:
    """One character of a drawing with where it stands, line and column from 1."""

    text: str
    line: int
    column: int


def drawn_lines(text: str, margin: int = 0) -> list[str]:
    """The lines of a drawing without blanks at their ends and without empty lines after the last."""
    lines = [line.rstrip() for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    for number, line in enumerate(lines, 1):
        for column, char in enumerate(line, 1):
            if not char.isprintable():
                raise BoardError("map-glyph", glyph=char, line=number, column=margin + column)
    return lines


def glyph_rows(text: str, margin: int = 0) -> list[list[Glyph]]:
    """Rows of glyphs, written side by side (`..x`) or with single spaces between (`. . x`).

    The spaced reading is taken when every second character of every line is a space. `margin` is what the
    caller cut off on the left, so that errors still point into the text.
    """
    lines = drawn_lines(text, margin)
    spaced = any(len(line) > 1 for line in lines) and all(not line[1::2].strip() for line in lines)
    pitch = 2 if spaced else 1
    return [
        [Glyph(char, number, margin + at * pitch + 1) for at, char in enumerate(line[::pitch])]
        for number, line in enumerate(lines, 1)
    ]


@dataclass(frozen=True)
class GroundPlan:
    """What the map of a board says: its size, the places that are no cells, and marked places."""

    rows: int
    columns: int
    absent: frozenset[tuple[int, int]]
    areas: dict[str, list[tuple[int, int]]]
    marks: dict[str, list[tuple[int, int]]]


def ground_plan(text: str, legend: Mapping[str, object], rows: int | None, columns: int | None) -> GroundPlan:
    """Read a board's `map`. `#` is no cell; `.` needs no legend; sizes left out are taken from the map."""
    drawn = glyph_rows(text)
    height = len(drawn) if rows is None else rows
    width = max((len(row) for row in drawn), default=0) if columns is None else columns
    if len(drawn) != height:
        raise BoardError("map-lines", line=min(len(drawn), height) + 1, column=1, given=len(drawn), wanted=height)
    absent: set[tuple[int, int]] = set()
    areas: dict[str, list[tuple[int, int]]] = {}
    marks: dict[str, list[tuple[int, int]]] = {}
    for key, value in legend.items():
        for kind, word in legend_words(key, value):
            (areas if kind == "area" else marks).setdefault(word, [])
    for row, glyphs in enumerate(drawn):
        if len(glyphs) != width:
            at = glyphs[width].column if len(glyphs) > width else (glyphs[-1].column + 1 if glyphs else 1)
            raise BoardError("map-columns", line=row + 1, column=at, given=len(glyphs), wanted=width)
        for column, glyph in enumerate(glyphs):
            if glyph.text == VOID:
                absent.add((row, column))
            elif glyph.text in legend:
                for kind, word in legend_words(glyph.text, legend[glyph.text]):
                    (areas if kind == "area" else marks)[word].append((row, column))
            elif glyph.text != PLAIN:
                raise BoardError("unknown-glyph", glyph=glyph.text, line=glyph.line, column=glyph.column)
    return GroundPlan(height, width, frozenset(absent), areas, marks)


def legend_words(key: str, value: object) -> list[tuple[str, str]]:
    """`area gate` as ("area", "gate"), `debris` as ("mark", "debris"); a list gives several."""
    if len(key) != 1 or key in (VOID, " "):
        raise BoardError("legend-key", glyph=key)
    words: list[tuple[str, str]] = []
    for entry in value if isinstance(value, (list, tuple)) else [value]:
        parts = entry.split() if isinstance(entry, str) else []
        if len(parts) == 1 and parts != ["area"]:
            words.append(("mark", parts[0]))
        elif len(parts) == 2 and parts[0] == "area":
            words.append(("area", parts[1]))
        else:
            raise BoardError("legend-value", glyph=key, given=entry)
    return words

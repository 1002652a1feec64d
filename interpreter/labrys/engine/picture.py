"""A drawn position as data: runs of characters that know their colour and their place, and what signs mean.

Boards are drawn as plain lines (`labrys.board`). Each character that stands for something is handed to them as a
code point of its own from the private planes, and translated back when the lines are finished: whatever moves the
lines about, every character keeps its sign, its colour and its place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

# Two private planes of Unicode: no ruleset can have a sign there, since signs are printable.
_FIRST, _LAST = 0xF0000, 0x10FFFF
FIRST_CODE = chr(_FIRST)
_PLAIN: tuple[str | None, str | None, bool] = (None, None, False)
PANEL_GAP = 3


@dataclass(frozen=True, slots=True)
class Ink:
    """A run of equal ink: its text, a colour word or none, the place drawn there, whether that place is marked."""

    text: str
    colour: str | None = None
    place: str | None = None
    marked: bool = False


@dataclass(frozen=True, slots=True)
class LegendRow:
    """A sign that is on the picture, its colour if it has one, and what it stands for."""

    sign: str
    colour: str | None
    name: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A position as a seat sees it. A panel that stands beside the board is part of the board's lines."""

    board: tuple[tuple[Ink, ...], ...] = ()
    remarks: tuple[str, ...] = ()
    panel: tuple[str, ...] = ()
    legend: tuple[LegendRow, ...] = ()

    def lines(self) -> list[str]:
        """The board as plain text."""
        return ["".join(ink.text for ink in line).rstrip() for line in self.board]


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a sign stands for: where its row stands in the legend, and its name there."""

    order: tuple[int, ...]
    name: str


@dataclass(slots=True)
class Palette:
    """Hands out a code point for every character that has a colour, a place or a meaning."""

    marked: frozenset[str] = frozenset()
    _codes: dict[tuple[str, str | None, str | None, bool, Meaning | None], str] = field(default_factory=dict)
    _inks: dict[str, tuple[Ink, Meaning | None]] = field(default_factory=dict)

    def ink(
        self, text: str, colour: str | None = None, place: str | None = None, means: Meaning | None = None,
        among: Collection[str] = (),
    ) -> str:  # fmt: skip
        """The text in code points. It is marked with its place, or with one of the larger places it is `among`."""
        marked = bool(self.marked) and (place in self.marked or any(each in self.marked for each in among))
        shown = ""
        for char in text:
            if char >= FIRST_CODE:
                shown += char
                continue
            key = (char, colour, place, marked, means if char != " " else None)
            shown += self._codes.get(key) or self._code(key)
        return shown

    def _code(self, key: tuple[str, str | None, str | None, bool, Meaning | None]) -> str:
        # More than the two planes hold is drawn without colours and places rather than not at all.
        if len(self._codes) > _LAST - _FIRST:
            return key[0]
        code = self._codes[key] = chr(_FIRST + len(self._codes))
        self._inks[code] = (Ink(*key[:4]), key[4])
        return code

    def runs(self, lines: Iterable[str]) -> tuple[tuple[Ink, ...], ...]:
        """Finished lines as runs of equal ink, without unmarked blanks at their ends."""
        return tuple(tuple(self._run(line)) for line in lines)

    def _run(self, line: str) -> list[Ink]:
        runs: list[Ink] = []
        text, last = "", None
        for char in line:
            ink = self._inks[char][0] if char in self._inks else None
            key = (ink.colour, ink.place, ink.marked) if ink else _PLAIN
            if key != last:
                runs += [Ink(text, *last)] if last else []
                text, last = "", key
            text += ink.text if ink else char
        runs += [Ink(text, *last)] if last else []
        while runs and not runs[-1].marked and not (text := runs[-1].text.rstrip()):
            runs.pop()
        if runs and not runs[-1].marked:
            runs[-1] = Ink(text, runs[-1].colour, runs[-1].place)
        return runs

    def legend(self, lines: Iterable[str]) -> tuple[LegendRow, ...]:
        """A row for everything drawn that has a meaning, with all the signs it is drawn with there."""
        found: dict[Meaning, dict[str, set[str | None]]] = {}
        for code in dict.fromkeys("".join(lines)):
            ink, means = self._inks.get(code, (None, None))
            if ink is not None and means is not None:
                found.setdefault(means, {}).setdefault(ink.text, set()).add(ink.colour)
        rows = []
        for means in sorted(found, key=lambda each: each.order):
            colours = set().union(*found[means].values())
            rows.append(LegendRow("".join(sorted(found[means])), colours.pop() if len(colours) == 1 else None, means.name))
        # What stands on the board and at its rim may be the same.
        return tuple(dict.fromkeys(rows))


__all__ = ["PANEL_GAP", "Ink", "LegendRow", "Meaning", "Palette", "Picture"]

"""A drawn position as data: runs of characters that know their colour and their place, and what signs mean.

Boards are drawn as plain lines (`labrys.board`). Each character that stands for something is handed to them as a
code point of its own from the private planes, and translated back when the lines are finished: whatever moves the
lines about, every character keeps its sign, its colour and its place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from itertools import groupby

# Two private planes of Unicode: no ruleset can have a sign there, since signs are printable.
_FIRST, _LAST = 0xF0000, 0x10FFFF
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
    _codes: dict[tuple[Ink, Meaning | None], str] = field(default_factory=dict)
    _inks: dict[str, tuple[Ink, Meaning | None]] = field(default_factory=dict)

    def ink(
        self, text: str, colour: str | None = None, place: str | None = None, means: Meaning | None = None,
        among: Collection[str] = (),
    ) -> str:  # fmt: skip
        """The text in code points. It is marked with its place, or with one of the larger places it is `among`."""
        marked = place in self.marked or any(each in self.marked for each in among)
        return "".join(char if char >= chr(_FIRST) else self._code(Ink(char, colour, place, marked), means) for char in text)

    def _code(self, ink: Ink, means: Meaning | None) -> str:
        key = (ink, means if ink.text != " " else None)
        code = self._codes.get(key)
        if code is None:
            # More than the two planes hold is drawn without colours and places rather than not at all.
            if len(self._codes) > _LAST - _FIRST:
                return ink.text
            code = self._codes[key] = chr(_FIRST + len(self._codes))
            self._inks[code] = key
        return code

    def runs(self, lines: Iterable[str]) -> tuple[tuple[Ink, ...], ...]:
        """Finished lines as runs, without unmarked blanks at their ends."""
        return tuple(self._run(line) for line in lines)

    def _run(self, line: str) -> tuple[Ink, ...]:
        inks = [self._inks[char][0] if char in self._inks else Ink(char) for char in line]
        while inks and inks[-1].text == " " and not inks[-1].marked:
            inks.pop()
        return tuple(
            replace(alike[0], text="".join(ink.text for ink in alike))
            for _, group in groupby(inks, lambda ink: (ink.colour, ink.place, ink.marked))
            for alike in [list(group)]
        )

    def plain(self, text: str) -> str:
        return "".join(self._inks[char][0].text if char in self._inks else char for char in text)

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
            rows.append(LegendRow("".join(found[means]), colours.pop() if len(colours) == 1 else None, means.name))
        # What stands on the board and at its rim may be the same.
        return tuple(dict.fromkeys(rows))


__all__ = ["PANEL_GAP", "Ink", "LegendRow", "Meaning", "Palette", "Picture"]

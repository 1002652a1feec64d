"""Positions as vector pictures: the board from its shapes, then the legend, remarks and panel."""

import textwrap
from collections.abc import Collection, Sequence
from pathlib import Path

from labrys import Chart, LegendRow, Picture, State

from labrys_tools.pictures.board import draw_board, margins
from labrys_tools.pictures.paper import INK, MONO, PALE, Paper, paint

_LINE, _TEXT = 19.0, 13.0
# A letter of the text is about this wide, and of the text picture exactly.
_LETTER, _FIXED = 7.4, 8.43


def svg(
    position: State | Picture,
    seat: str | None = None,
    lang: str = "en",
    marked: Collection[str] = (),
    title: str | None = None,
) -> str:
    """The picture of a position as an SVG document. A Picture alone is drawn as its lines of signs.

    A game without a board, or on a graph, is drawn as its text picture too.
    """
    if isinstance(position, Picture):
        return _written(position, title or "")
    heading = title if title is not None else _heading(position, lang)
    picture = position.picture(seat, lang, marked)
    chart = position.chart(seat, lang, marked)
    about = position.describe(seat, lang)
    if chart is None or not chart.cells:
        return _written(picture, heading, about)
    return _drawn(position, chart, picture, heading, about, seat, lang)


def write_svg(state: State, seat: str | None, lang: str, path: str | Path) -> None:
    """Write the picture of a position as this seat sees it; None for what everybody sees."""
    Path(path).write_text(svg(state, seat, lang), encoding="utf-8")


def _heading(state: State, lang: str) -> str:
    """The game, and whose turn it is."""
    game = state.game
    name = game.title.get(lang) or next(iter(game.title.values()), "")
    who = ", ".join(game.seat_name(seat, lang) for seat in state.to_act)
    return f"{name} — {who}" if who else name


def _drawn(
    state: State, chart: Chart, picture: Picture, title: str, about: Sequence[str], seat: str | None, lang: str
) -> str:
    paper = Paper()
    unit = _unit(chart)
    above, after, under, before = margins(chart)
    across, down = chart.size[0] * unit + before + after, chart.size[1] * unit + above + under
    top = 44.0
    told = state.panel(seat, lang, 44)
    beside = bool(told) and state.game.world.looks.paint.beside
    wide = max(across + (_width(told) + 24 if beside else 0), 420.0)
    left = 0.0 if beside else (wide - across) / 2
    draw_board(paper, chart, unit, (left, top))
    below = top + down
    if beside:
        below = max(below, _text(paper, told, across + 8, top + above) + 12)
    below = _legend(paper, picture.legend, wide, below)
    remarks = textwrap.wrap(" ".join(picture.remarks), int((wide - 40) / _LETTER))
    below = _text(paper, remarks, 20, below, PALE)
    if not beside:
        below = _text(paper, state.panel(seat, lang, int((wide - 40) / _LETTER)), 20, below + 4)
    size = min(19.0, (wide - 24) / max(1, len(title)) / 0.62)
    paper.write(wide / 2, 24, title, size, INK, font_weight="bold")
    return paper.svg(wide, below + 14, title, about)


def _unit(chart: Chart) -> float:
    """Pixels a cell: smaller on large boards, larger for rooms, which hold three lines."""
    if chart.kind == "rooms":
        return 104.0
    return max(26.0, min(46.0, 900.0 / max(chart.size)))


def _width(lines: Sequence[str]) -> float:
    return max(map(len, lines), default=0) * _LETTER + 16


def _text(paper: Paper, lines: Sequence[str], x: float, y: float, colour: str = INK) -> float:
    """Lines of text, indented as they are; the height below them."""
    for line in lines:
        indent = len(line) - len(line.lstrip())
        if line.strip():
            bold = {"font_weight": "bold"} if _is_heading(lines, line) else {}
            paper.write(x + indent * _LETTER, y + _LINE / 2, line.strip(), _TEXT, colour, "start", **bold)
        y += _LINE
    return y


def _is_heading(lines: Sequence[str], line: str) -> bool:
    """A line alone after a blank one, such as a seat above what it has."""
    at = list(lines).index(line)
    return not line.startswith(" ") and at > 0 and not lines[at - 1]


def _legend(paper: Paper, rows: Sequence[LegendRow], wide: float, y: float) -> float:
    """Signs on discs with their names, in as many columns as fit."""
    if not rows:
        return y
    column = max(len(row.name) for row in rows) * _LETTER + 44
    across = max(1, int((wide - 24) // column))
    down = -(-len(rows) // across)
    for at, row in enumerate(rows):
        x, middle = 24 + at // down * column, y + at % down * 24 + 12
        fill, ink = paint(row.colour)
        shown = row.sign[:2]
        paper.disc(x + 8, middle, 10, fill, stroke=INK if row.colour == "white" else fill, stroke_width=1)
        paper.write(x + 8, middle, shown, 12 if len(shown) == 1 else 10, ink, font_weight="bold")
        paper.write(x + 24, middle, row.name, _TEXT, INK, "start")
    return y + down * 24 + 8


def _written(picture: Picture, title: str, about: Sequence[str] = ()) -> str:
    """The text picture: every run where it stands, in its colour, marked places on a coloured ground."""
    paper, y = Paper(), 48.0
    wide = max([*(len(line) for line in picture.lines()), *map(len, picture.panel), len(title), 24]) * _FIXED + 40
    for line in picture.board:
        x = 20.0
        for ink in line:
            if ink.marked:
                paper.box(x, y, len(ink.text) * _FIXED, _LINE, "#ffd8a0")
            if ink.text.strip():
                colour = paint(ink.colour)[0] if ink.colour and ink.colour != "white" else INK
                weight = {"font_weight": "bold"} if ink.colour else {}
                shown = ink.text.replace(" ", "\u00a0")
                paper.write(x, y + _LINE / 2, shown, 14, colour, "start", font_family=MONO, **weight)
            x += len(ink.text) * _FIXED
        y += _LINE
    y = _legend(paper, picture.legend, wide, y + 8) if picture.legend else y
    y = _text(paper, [*picture.remarks, *picture.panel], 20, y + 4)
    paper.write(wide / 2, 24, title, min(19.0, (wide - 24) / max(1, len(title)) / 0.62), INK, font_weight="bold")
    return paper.svg(wide, y + 14, title, about or picture.lines())


__all__ = ["svg", "write_svg"]

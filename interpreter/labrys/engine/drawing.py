"""The board and the panel as a seat sees them, drawn with the signs of `looks`: a Picture."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from labrys.board.directions import GRID_SIDES
from labrys.board.rim import ARROWS, WEST, with_rim
from labrys.board.rowmap import WIDTH
from labrys.engine.panel import COLON, panel, panel_by_seat
from labrys.engine.picture import PANEL_GAP, Meaning, Palette, Picture
from labrys.engine.scene import Scene
from labrys.engine.sheet import Sheet
from labrys.engine.telling import name_of
from labrys.engine.view import View, look
from labrys.language.looks import UNKNOWN
from labrys.language.paint import Rim
from labrys.language.world import World

if TYPE_CHECKING:
    from labrys.engine.state import State

# A narrower column beside the board would break most of its lines.
_NARROWEST = 24


def picture(state: State, seat: str | None, lang: str, marked: Collection[str] = (), width: int = WIDTH) -> Picture:
    """The board, the cells that hold more than their sign shows, the panel, and what the signs mean."""
    view, world = look(state, seat), state.game.world
    palette = Palette(frozenset(marked))
    lines: list[str] = []
    remarks: list[str] = []
    if world.board is not None:
        sheet = Sheet(Scene(state, world.board, view, lang), palette, width)
        lines, remarks = sheet.lines(), sheet.remarks()
        lines = _rimmed(state, view, palette, lines, lang)
    left = max((len(line) for line in lines), default=0) + PANEL_GAP
    if world.looks.paint.beside and lines and width - left >= _NARROWEST:
        told = panel_by_seat(view, state, lang, width - left)
        drawn = [*lines, *[""] * (len(told) - len(lines))]
        beside = [f"{line:<{left}}{word}" for line, word in zip(drawn, [*told, *[""] * (len(drawn) - len(told))], strict=True)]
        return Picture(palette.runs(beside), tuple(remarks), (), palette.legend(lines))
    return Picture(palette.runs(lines), tuple(remarks), tuple(panel(view, state, lang, width)), palette.legend(lines))


def _rimmed(state: State, view: View, palette: Palette, lines: list[str], lang: str) -> list[str]:
    """The lines with the signs at their sides, where `looks` asks for any."""
    world, board = state.game.world, state.game.world.board
    sides = list(GRID_SIDES.values())
    signs: dict[int, str] = {}
    for order, rim in enumerate(world.looks.paint.rim if board is not None and board.has_grid else ()):
        assert board is not None
        for way, offset in enumerate(board.offsets):
            value = view.seen.get((rim.field, way))
            if offset not in sides or (value is not None and value not in rim.signs):
                continue
            name, sign = rim.signs[value] if value is not None else ("", UNKNOWN)
            means = Meaning((8, order, value), _rim_name(world, rim, value, lang)) if value is not None else None
            side = sides.index(offset)
            drawn = palette.ink(sign, world.looks.paint.colours.get(name), board.directions[way], means)
            arrow = palette.ink(ARROWS[side], world.looks.paint.colours.get(name), board.directions[way])
            before, after = (arrow, drawn) if side == WEST or side % 2 == 0 else (drawn, arrow)
            signs[side] = before + after if side not in signs else signs[side] + drawn
    return with_rim(board, lines, signs) if signs and board is not None else lines


def _rim_name(world: World, rim: Rim, value: int, lang: str) -> str:
    """`arrows: red`."""
    field = world.layout[rim.field]
    return str(field.name_text.get(lang, field.name)) + COLON[lang] + name_of(world, rim.domain, value, lang)

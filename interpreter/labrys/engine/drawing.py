"""The board and the panel as a seat sees them, drawn with the signs of `looks`: a Picture."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from labrys.board.rim import ARROWS, EAST, with_rim
from labrys.board.rowmap import WIDTH
from labrys.engine.panel import panel, panel_by_seat
from labrys.engine.picture import PANEL_GAP, Palette, Picture
from labrys.engine.scene import Scene
from labrys.engine.sheet import Sheet
from labrys.engine.view import look

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
        scene = Scene(state, world.board, view, lang)
        sheet = Sheet(scene, palette, width)
        lines, remarks = _rimmed(scene, palette, sheet.lines()), sheet.remarks()
    left = max((len(line) for line in lines), default=0) + PANEL_GAP
    if world.looks.paint.beside and lines and width - left >= _NARROWEST:
        told = panel_by_seat(view, state, lang, width - left)
        rows = range(max(len(lines), len(told)))
        beside = [f"{lines[at] if at < len(lines) else '':<{left}}{told[at] if at < len(told) else ''}" for at in rows]
        return Picture(palette.runs(beside), tuple(remarks), (), palette.legend(lines))
    return Picture(palette.runs(lines), tuple(remarks), tuple(panel(view, state, lang, width)), palette.legend(lines))


def _rimmed(scene: Scene, palette: Palette, lines: list[str]) -> list[str]:
    """The lines with the signs at their sides, where `looks` asks for any: an arrow that leads away, and the sign."""
    signs: dict[int, str] = {}
    for side, drawn in scene.rim():
        sign, arrow = palette.ink(drawn.sign, drawn.colour, None, drawn.means), palette.ink(ARROWS[side], drawn.colour)
        alone = sign + arrow if side == EAST else arrow + sign
        signs[side] = signs[side] + sign if side in signs else alone
    return with_rim(scene.board, lines, signs) if signs else lines

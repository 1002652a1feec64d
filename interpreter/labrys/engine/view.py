"""What a seat sees: fields by the declarations of who may see them, and the board drawn from that."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from labrys.board.charmap import draw_map
from labrys.engine.arrange import _edge_marks
from labrys.engine.legend import read_legend
from labrys.engine.values import value_name
from labrys.language.types import BagOf, ListOf
from labrys.language.world import Field

if TYPE_CHECKING:
    from labrys.engine.game import State

HIDDEN = "?"


@dataclass(frozen=True)
class View:
    """Everything a seat may see, as plain data: path -> value. Hidden fields are missing; counted ones say `count`."""

    seat: str | None
    fields: dict[str, Any]
    seen: dict[tuple[int, int], int] = field(default_factory=dict)


def look(state: State, seat: str | None) -> View:
    game = state.game
    viewer = game.seats.index(seat) if seat is not None else -1
    fields: dict[str, Any] = {}
    seen: dict[tuple[int, int], int] = {}
    for this in game.world.layout:
        if this.name.startswith("$") and this.name not in ("$active", "$turn", "$phase", "$living"):
            continue
        holders = game.world.domains[this.of].values if this.of else ("",)
        for index, holder in enumerate(holders[: this.count]):
            path = f"{holder}.{this.name}" if holder else this.name.lstrip("$")
            if sees(state, this, index, viewer):
                fields[path] = _plain(state, this, index)
                seen[this.number, index] = state.block[this.slot + index * this.slots]
            elif _counts(this, index, viewer, state):
                fields[path] = {"count": _count(state, this, index)}
    return View(seat, fields, seen)


def sees(state: State, this: Field, index: int, viewer: int) -> bool:
    if this.seen_by == "all":
        return True
    if this.seen_by == "nobody" or viewer < 0:
        return False
    if this.seen_by == "owner":
        return _owner(state, this, index) == viewer
    return bool(state.game.flow.f[state.game.program.sight[this.number]](state.block, index, viewer))


def _owner(state: State, this: Field, index: int) -> int:
    if this.of == "seat":
        return index
    owners = state.game.world.domains[this.of or ""].owners
    return owners[index] if owners else -1


def _counts(this: Field, index: int, viewer: int, state: State) -> bool:
    if this.counted_by == "owner":
        return _owner(state, this, index) == viewer
    return this.counted_by == "all"


def _count(state: State, this: Field, index: int) -> int:
    at = this.slot + index * this.slots
    if isinstance(this.type, BagOf):
        return sum(state.block[at : at + this.slots])
    return state.block[at] if isinstance(this.type, ListOf) else int(state.block[at]).bit_count()


def _plain(state: State, this: Field, index: int) -> Any:
    at = this.slot + index * this.slots
    block, world = state.block, state.game.world
    if isinstance(this.type, ListOf):
        return value_name(world, this.type, block[at + 1 : at + 1 + block[at]])
    if isinstance(this.type, BagOf):
        names = world.domains[this.type.of.domain].values
        return {name: count for name, count in zip(names, block[at : at + this.slots], strict=True) if count}
    return value_name(world, this.type, block[at])


def draw(state: State, seat: str | None, lang: str) -> list[str]:
    """The board and the panel as the seat sees them."""
    game = state.game
    world = game.world
    view = look(state, seat)
    lines: list[str] = []
    if world.board is not None:
        glyphs: dict[int, str] = {}
        for glyph, meanings in read_legend(world).cells.items():
            for kind, number, value in meanings:
                for (field_number, index), seen in view.seen.items():
                    if field_number != number:
                        continue
                    if kind == "stone" and seen == value:
                        glyphs[index] = glyph
                    elif kind == "piece" and index == value and seen >= 0:
                        glyphs[seen] = glyph
        marks = _edge_marks(game)
        edges: dict[int, str] | None = None
        if marks:
            edges = {}
            for glyph, number in marks.items():
                for (field_number, index), seen in view.seen.items():
                    if field_number == number and seen >= 0:
                        edges.setdefault(index, glyph)
        lines += draw_map(world.board, glyphs, edges)
    return lines + _panel(view, state, lang)


def _panel(view: View, state: State, lang: str) -> list[str]:
    from labrys.source.tree import words_of

    looks = state.game.world.section("looks")
    lines = []
    for word in words_of(looks.get("panel") if looks else None):
        for this in state.game.world.layout:
            if this.name != word.value:
                continue
            label = this.name_text.get(lang, this.name)
            shown = []
            for path, value in view.fields.items():
                holder, _, name = path.rpartition(".")
                if name == this.name:
                    who = state.game.seat_name(holder, lang) + " " if holder in state.game.seats else f"{holder} " if holder else ""
                    shown.append(f"{who}{value}")
            lines.append(f"{label}: {', '.join(shown)}")
    return lines

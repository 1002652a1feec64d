"""The panel: fields and timers in words, a line each below the board, or beside it, seat by seat."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any

from labrys.engine.telling import name_of, show
from labrys.engine.view import View
from labrys.language.looks import UNKNOWN
from labrys.language.types import BagOf, ListOf, Maybe, SetOf, empty_of
from labrys.language.world import Field

if TYPE_CHECKING:
    from labrys.engine.state import State

COLON = {"en": ": ", "fr": " : "}
SEMICOLON = {"en": "; ", "fr": " ; "}
# How the signs of a panel are read aloud.
_SPOKEN = {
    UNKNOWN: {"en": "not known", "fr": "inconnu"}, "–": {"en": "nothing", "fr": "rien"},
    "-": {"en": "stopped", "fr": "à l'arrêt"}, "(": {"en": "{} in all", "fr": "{} en tout"},
}  # fmt: skip
_ENDLESS = 1 << 20


def folded(line: str, width: int) -> list[str]:
    # In French a blank stands before a colon, and no line begins with one.
    kept = line.replace(" :", "\u00a0:").replace(" ;", "\u00a0;")
    lines = wrap(kept, width, subsequent_indent="  ", break_on_hyphens=False)
    return [part.replace("\u00a0:", " :").replace("\u00a0;", " ;") for part in lines]


def panel(view: View, state: State, lang: str, width: int) -> list[str]:
    """A line a field: its name, then what each holder has of it; a hidden one only as far as it may be counted."""
    lines: list[str] = []
    for wanted in state.game.world.looks.panel:
        lines += _of_all(view, state, wanted, lang, width)
    return lines


def panel_by_seat(view: View, state: State, lang: str, width: int) -> list[str]:
    """What is nobody's, then each seat with what it has: for a narrow column beside the board."""
    world, lines = state.game.world, []
    owned = [this for wanted in world.looks.panel for this in world.layout if this.name == wanted and this.of == "seat"]
    for wanted in world.looks.panel:
        lines += _of_all(view, state, wanted, lang, width, frozenset(this.number for this in owned))
    for index, seat in enumerate(state.game.seats):
        if owned:
            lines += ["", name_of(world, "seat", index, lang)]
        for this in owned:
            value = _told(view, state, this, index, seat, lang)
            if value is not None:
                lines += [f"  {line}" for line in folded(_label(this, lang) + value, width - 2)]
    return lines[1:] if lines[:1] == [""] else lines


def spoken_panel(view: View, state: State, lang: str) -> list[str]:
    """The panel without brackets and signs, a line a field whatever its length; first the fields shown at the rim."""
    world, lines = state.game.world, []
    for wanted in dict.fromkeys([*(world.layout[rim.field].name for rim in world.looks.paint.rim), *world.looks.panel]):
        lines += _of_all(view, state, wanted, lang, _ENDLESS, spoken=True)
    return lines


def _of_all(
    view: View, state: State, wanted: str, lang: str, width: int, but: frozenset[int] = frozenset(), spoken: bool = False
) -> list[str]:
    """The lines of a field or timer. Of pieces only those are told of which there is something to tell."""
    world, lines = state.game.world, []
    if wanted in world.timers:
        lines.append(_sand(state, wanted, lang, spoken))
    for this in world.layout:
        if this.name != wanted or this.number in but:
            continue
        holders = world.domains[this.of].values if this.of else ("",)
        told = []
        for index, holder in enumerate(holders[: this.count]):
            value = _told(view, state, this, index, holder, lang, spoken)
            if value is not None and not (this.of in world.pieces and _empty(view, this, index)):
                who = name_of(world, this.of, index, lang) + " " if this.of else ""
                told.append(f"{who}{value}")
        if told or this.of not in world.pieces:
            between = SEMICOLON[lang] if spoken else ", "
            lines += folded(_label(this, lang) + (between.join(told) or (_SPOKEN[UNKNOWN][lang] if spoken else UNKNOWN)), width)
    return lines


def _label(this: Field, lang: str) -> str:
    return str(this.name_text.get(lang, this.name)) + COLON[lang]


def _empty(view: View, this: Field, index: int) -> bool:
    return isinstance(this.type, Maybe) and view.seen.get((this.number, index)) == empty_of(this.type)


def _sand(state: State, timer: str, lang: str, spoken: bool) -> str:
    """How many seconds a timer still runs."""
    world, clock = state.game.world, state.game.flow.clock
    assert clock is not None
    due = state.block[clock.due + list(world.timers).index(timer)]
    left = f"{(due - state.block[clock.now]) * world.tick:g} s" if due >= 0 else _SPOKEN["-"][lang] if spoken else "-"
    return name_of(world, "timer", list(world.timers).index(timer), lang) + COLON[lang] + left


def _told(view: View, state: State, this: Field, index: int, holder: str, lang: str, spoken: bool = False) -> str | None:
    """What a holder has of a field, with its signs, or as it is read aloud."""
    value = _written(view, state, this, index, holder, lang)
    if value is None or not spoken:
        return value
    if value.startswith("(") and (this.number, index) not in view.seen:
        return _SPOKEN["("][lang].format(value[1:-1])
    if value.startswith("[") and isinstance(this.type, (BagOf, ListOf, SetOf)):
        value = value[1:-1]
    return _SPOKEN[value][lang] if value in _SPOKEN else value


def _written(view: View, state: State, this: Field, index: int, holder: str, lang: str) -> str | None:
    path = f"{holder}.{this.name}" if holder else this.name
    if path not in view.fields:
        return UNKNOWN if this.of == "seat" else None
    world, kind = state.game.world, this.type
    if (this.number, index) not in view.seen:
        return f"({view.fields[path]['count']})"
    if isinstance(kind, BagOf):
        held: dict[str, int] = view.fields[path]
        values = world.domains[kind.of.domain].values
        names = [(name_of(world, kind.of.domain, values.index(item), lang), count) for item, count in held.items()]
        return "[" + (", ".join(name if count == 1 else f"{count} {name}" for name, count in names) or "–") + "]"
    at = this.slot + index * this.slots
    value: Any = values_of(this, index, state.block) if isinstance(kind, ListOf) else state.block[at]
    said = show(world, kind, value, lang)
    return f"[{said}]" if isinstance(kind, (ListOf, SetOf)) else said


def values_of(this: Field, index: int, block: list[int]) -> list[int]:
    """What a list holds."""
    at = this.slot + index * this.slots
    return block[at + 1 : at + 1 + block[at]]


__all__ = ["COLON", "SEMICOLON", "folded", "panel", "panel_by_seat", "spoken_panel", "values_of"]

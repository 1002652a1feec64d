"""What happened since the last decision: the causes in full, and the part each seat may know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from labrys.engine.decisions import decision_of
from labrys.engine.state import Cause
from labrys.engine.telling import fill, show
from labrys.engine.values import value_name
from labrys.graph.texts import GAPS
from labrys.language.types import Type

# The number of a trigger that ran because of something hidden.
UNSEEN = -2

if TYPE_CHECKING:
    from labrys.engine.state import State


def causes(state: State) -> list[Cause]:
    game = state.game
    found = []
    for index, (parent, kind, number, name, args) in enumerate(state.story[0]):
        params = _params(state, kind, number)
        told = tuple(value_name(game.world, type_, value) for type_, value in zip(params, args, strict=False))
        found.append(Cause(index, parent, kind, name, told))
    return found


def _params(state: State, kind: str, number: int) -> list[Type]:
    game = state.game
    if kind == "action":
        action = game.program.actions[number]
        return [game.world.domains["seat"].type, *(t for _, t in action.given), *(t for _, t in action.params)]
    if kind in ("event", "cancelled"):
        return [t for _, t in game.program.event_list[number].params]
    return []


def told_to(state: State, seat: str | None, lang: str, sentences: bool = False) -> list[str]:
    """The log for one seat: events it may know of, with the arguments it may know, then what it was told.

    With `sentences` only events that have a text, as a player reads them below the move.
    """
    game = state.game
    lines: list[str] = []
    depth: dict[int, int] = {}
    hidden: set[int] = set()
    known = state.known
    for index, (parent, kind, number, name, args) in enumerate(state.story[0]):
        if parent in hidden or number == UNSEEN or (kind in ("event", "cancelled") and _unseen(state, number)):
            hidden.add(index)
            continue
        depth[index] = depth.get(parent, -1) + 1 if parent is not None else 0
        if kind == "cancelled":
            # It did not happen; what was done about it stands in its place.
            depth[index] -= 1
            continue
        if index < known[0]:
            continue
        if not sentences:
            lines.append("  " * depth[index] + _line(state, kind, number, name, args, lang))
        elif kind == "event" and game.program.event_list[number].text:
            lines.append(_line(state, kind, number, name, args, lang))
    viewer = game.seats.index(seat) if seat is not None else -1
    for site, who, value in state.story[1][known[1] :]:
        if who == viewer:
            about = game.program.sites[site]
            lines.append(f"{about['tell']}{_colon(lang)}{show(game.world, about['kind'], value, lang)}")
    return lines


def _unseen(state: State, number: int) -> bool:
    event = state.game.program.event_list[number]
    return bool(event.secret) or (event.name in state.game.program.quiet_events and not event.public)


def _line(state: State, kind: str, number: int, name: str, args: tuple[Any, ...], lang: str) -> str:
    game = state.game
    event = game.program.event_list[number] if kind == "event" else None
    if kind == "action":
        action = game.program.actions[number]
        who = show(game.world, game.world.domains["seat"].type, args[0], lang)
        offer = (args[0], number, *args[1 + len(action.given) :])
        return f"{who}{_colon(lang)}{decision_of(game, offer).text(lang)}"
    shown: dict[str, str] = {}
    known: dict[str, tuple[Type, Any]] = {}
    for index, ((label, type_), value) in enumerate(zip(event.params if event else [], args, strict=False)):
        # An argument that comes from something hidden is told by its kind only.
        secret = event is not None and index in event.hidden and not event.public
        shown[label] = str(type_) if secret else show(game.world, type_, value, lang)
        if not secret:
            known[label] = (type_, value)
    text = event.text.get(lang) if event is not None else None
    if isinstance(text, str):
        return GAPS.sub(lambda gap: shown.get(gap.group(1), gap.group(0)), fill(game.world, text, lang, known))
    label = name.replace("-", " ")
    return f"{label} ({', '.join(shown.values())})" if shown else label


def _colon(lang: str) -> str:
    return " : " if lang == "fr" else ": "

"""What signs are called in the legend: declared names of things and their owners, of marks, tiles and sides."""

from __future__ import annotations

from labrys.engine.panel import COLON
from labrys.engine.telling import name_of
from labrys.language.looks import Ground, Thing
from labrys.language.world import World


def thing_name(world: World, thing: Thing, lang: str, owner: bool = True) -> str:
    """`White: pawn`, or `pawn` where nobody or anybody owns it."""
    name, _, seat = thing.named.partition(" of ")
    label = _kind_name(world, thing, name, lang)
    if owner and seat in world.seats:
        return name_of(world, "seat", world.seats.index(seat), lang) + COLON[lang] + label
    return label


def _kind_name(world: World, thing: Thing, name: str, lang: str) -> str:
    field = world.layout[thing.number]
    for stone in world.stones.values():
        if stone.field is field:
            if name in stone.kinds:
                return name_of(world, f"{stone.name}-kind", stone.kinds.index(name), lang)
            return said(world.domains[stone.name].names.get(stone.name, {}).get(lang, name))
    for piece in world.pieces.values():
        if piece.place is field:
            if name != piece.name and name in piece.domain.values:
                return name_of(world, piece.name, piece.domain.values.index(name), lang)
            return said(piece.domain.names.get(piece.name, {}).get(lang, name))
    return said(name)


def ground_name(world: World, ground: Ground, lang: str) -> str:
    """The name `looks` gives it, that of its field or value, or its own."""
    if ground.printed >= 0:
        return value_name(world, "mark", ground.printed, lang)
    field = world.layout[ground.field].name_text if ground.field >= 0 else {}
    return drawn_name(world, ground.name, lang, str(field.get(lang, "")))


def value_name(world: World, domain: str, value: int, lang: str) -> str:
    """A mark, a side or a tile: the name `looks` gives it, else that of the value."""
    return drawn_name(world, world.domains[domain].values[value], lang, name_of(world, domain, value, lang))


def drawn_name(world: World, name: str, lang: str, otherwise: str = "") -> str:
    """What `looks.names` calls something that is drawn."""
    given = world.looks.paint.names.get(name, {})
    return str(given.get(lang) or said(otherwise or name))


def said(name: object) -> str:
    """A declared name in its first form, or an id as words."""
    if isinstance(name, dict):
        return str(name.get("plain", next(iter(name.values()), "")))
    return str(name).replace("-", " ") if " " not in str(name) else str(name)


__all__ = ["drawn_name", "ground_name", "said", "thing_name", "value_name"]

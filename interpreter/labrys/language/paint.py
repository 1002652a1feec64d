"""The part of `looks` beside the signs: colours, names for the legend, signs at the rim, where the panel stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from labrys.language.types import Member
from labrys.language.world import Text, World
from labrys.source.findings import suggestion
from labrys.source.spans import Span
from labrys.source.tree import Mapping, Node, Scalar, words_of

COLOURS = ("black", "white", "grey", "red", "green", "yellow", "blue", "magenta", "cyan", "orange", "brown", "purple")
_DRAWN = ("edges", "vertices", "marks", "sides", "tiles")


@dataclass(frozen=True, slots=True)
class Rim:
    """A field of directions shown outside the board, on the side each direction leads to: a sign a value."""

    field: int
    domain: str
    signs: dict[int, tuple[str, str]]


@dataclass(slots=True)
class Paint:
    """Colour words and texts by the names used in `looks`, the colours of the seats, and the rim."""

    colours: dict[str, str] = field(default_factory=dict)
    names: dict[str, Text] = field(default_factory=dict)
    seats: tuple[str | None, ...] = ()
    rim: list[Rim] = field(default_factory=list)
    beside: bool = False

    def colour_of(self, name: str, owner: int = -1) -> str | None:
        """What the game says of the thing itself, else the colour of its owner, else that of its kind."""
        if name in self.colours:
            return self.colours[name]
        if 0 <= owner < len(self.seats) and self.seats[owner] is not None:
            return self.seats[owner]
        return self.colours.get(name.partition(" of ")[0])


def read_paint(world: World) -> Paint:
    """The colours and names of a game; what is wrong with them is reported, and then left out."""
    looks, paint = world.section("looks"), Paint()
    declared: dict[str, str] = {}
    for name, node in world.nodes("seats"):
        for word in words_of(node.get("colour")):
            if _known_colour(world, word):
                declared[name] = word.value
    paint.seats = tuple(declared.get(seat) for seat in world.seats)
    if looks is None:
        return paint
    beside = looks.get("panel-beside")
    paint.beside = isinstance(beside, Scalar) and beside.value == "true"
    paint.rim = list(_rim(world, looks))
    things, drawn = _names(world, looks)
    for name, span, node in _entries(looks, "colours"):
        meaning = " ".join(name.split())
        if meaning not in things | drawn:
            world.findings.report("unknown-name", span, suggestion(name, sorted(things | drawn)), name=name)
        elif isinstance(node, Scalar) and _known_colour(world, node):
            paint.colours[meaning] = node.value
    for name, span, node in _entries(looks, "names"):
        if name not in drawn:
            world.findings.report("unknown-name", span, suggestion(name, sorted(drawn)), name=name)
        elif isinstance(node, Mapping):
            paint.names[name] = {lang: text.value for lang, text in node.items() if isinstance(text, Scalar)}
    return paint


def _names(world: World, looks: Mapping) -> tuple[set[str], set[str]]:
    """What `looks` calls things by (with and without their owner), and everything else that is drawn."""
    things: set[str] = set()
    drawn = {name for key in _DRAWN for name, _, _ in _entries(looks, key)}
    for _, _, node in _entries(looks, "legend"):
        if isinstance(node, Scalar):
            things.add(" ".join(node.value.split()))
    for name in [*things, *drawn]:
        things.add(name.partition(" of ")[0])
    for domain in ("mark", "side-mark", "tile"):
        drawn |= set(world.domains[domain].values) if domain in world.domains else set()
    for rim in (node for _, _, node in _entries(looks, "rim")):
        drawn |= {name for name, _ in rim.items()} if isinstance(rim, Mapping) else set()
    rooms, corridors = looks.get("rooms"), looks.get("corridors")
    for line in ("upper", "lower") if isinstance(rooms, Mapping) else ():
        drawn |= {sign for sign, _, _ in _entries(rooms, line)}  # type: ignore[arg-type]
    if isinstance(corridors, Mapping):
        drawn |= {word.value for word in words_of(corridors.get("number"))}
    return things - {"nothing"}, drawn


def _rim(world: World, looks: Mapping) -> Iterable[Rim]:
    fields = {this.name: this for this in world.layout if this.of == "direction" and isinstance(this.type, Member)}
    for name, span, node in _entries(looks, "rim"):
        if name not in fields:
            world.findings.report("unknown-name", span, suggestion(name, fields), name=name)
            continue
        kind = fields[name].type
        assert isinstance(kind, Member)
        values, signs = world.domains[kind.domain].values, {}
        for value, word in node.items() if isinstance(node, Mapping) else ():
            if value not in values:
                where = node.key_span(value) if isinstance(node, Mapping) else span
                world.findings.report("unknown-name", where, suggestion(value, values), name=value)
            elif isinstance(word, Scalar) and word.value.strip():
                signs[values.index(value)] = (value, word.value.strip()[0])
        yield Rim(fields[name].number, kind.domain, signs)


def _known_colour(world: World, word: Scalar) -> bool:
    if word.value not in COLOURS:
        world.findings.report("unknown-colour", word.span, suggestion(word.value, COLOURS), name=word.value)
    return word.value in COLOURS


def _entries(looks: Mapping, key: str) -> list[tuple[str, Span, Node]]:
    found = looks.get(key)
    return [(name, found.key_span(name), node) for name, node in found.items()] if isinstance(found, Mapping) else []


__all__ = ["COLOURS", "Paint", "Rim", "read_paint"]

"""What a seat sees: fields by the declarations of who may see them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from labrys.engine.values import value_name
from labrys.language.types import BagOf, ListOf
from labrys.language.world import Field

if TYPE_CHECKING:
    from labrys.engine.state import State


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
        open_to_all, slots = this.seen_by == "all", this.slots
        for index, holder in enumerate(holders[: this.count]):
            path = f"{holder}.{this.name}" if holder else this.name.lstrip("$")
            if open_to_all or sees(state, this, index, viewer):
                fields[path] = _plain(state, this, index)
                seen[this.number, index] = state.block[this.slot + index * slots]
            elif _counts(this, index, viewer, state):
                fields[path] = {"count": _count(state, this, index)}
    return View(seat, fields, seen)


def sees(state: State, this: Field, index: int, viewer: int) -> bool:
    if this.seen_by == "all":
        return True
    if this.seen_by == "nobody":
        return False
    if viewer < 0:
        # A spectator sees what everybody sees.
        return this.seen_by == "condition" and all(sees(state, this, index, seat) for seat in range(len(state.game.seats)))
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

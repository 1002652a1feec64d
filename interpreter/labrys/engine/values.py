"""Values as people write them, and back: declared names, never numbers or translations."""

from __future__ import annotations

from typing import Any

from labrys.engine.errors import IllegalDecision
from labrys.engine.primitives import members
from labrys.language.types import BagOf, ListOf, Maybe, Member, Number, SetOf, Truth, Type, empty_of
from labrys.language.world import World


def value_name(world: World, kind: Type, value: Any) -> Any:
    """A value in its written form: a name, a number, true or false, or a list of those."""
    if isinstance(kind, Maybe):
        return "none" if value == empty_of(kind) else value_name(world, kind.of, value)
    if isinstance(kind, Member):
        return world.domains[kind.domain].values[value]
    if isinstance(kind, Truth):
        return bool(value)
    if isinstance(kind, SetOf):
        low = kind.of.low if isinstance(kind.of, Number) else 0
        return tuple(value_name(world, kind.of, member + low) for member in members(value))
    if isinstance(kind, ListOf):
        return tuple(value_name(world, kind.of, item) for item in value)
    if isinstance(kind, BagOf):
        names = world.domains[kind.of.domain].values
        return {name: count for name, count in zip(names, value, strict=True) if count}
    return value


def parse_value(world: World, kind: Type, given: Any) -> int:
    """The number a written value stands for. Raises IllegalDecision if there is no such value."""
    if isinstance(kind, Maybe):
        return empty_of(kind) if given in (None, "none") else parse_value(world, kind.of, given)
    if isinstance(kind, Member):
        values = world.domains[kind.domain].values
        if str(given) in values:
            return values.index(str(given))
        raise _no_value(given, kind)
    if isinstance(kind, Truth):
        if str(given).lower() in ("true", "false"):
            return int(str(given).lower() == "true")
        raise _no_value(given, kind)
    if isinstance(kind, Number):
        try:
            number = int(str(given))
        except ValueError:
            raise _no_value(given, kind) from None
        if not kind.low <= number <= kind.high:
            raise _no_value(given, kind)
        return number
    if isinstance(kind, SetOf) and isinstance(given, (list, tuple)):
        low = kind.of.low if isinstance(kind.of, Number) else 0
        bits = 0
        for item in given:
            bits |= 1 << parse_value(world, kind.of, item) - low
        return bits
    raise _no_value(given, kind)


def _no_value(given: Any, kind: Type) -> IllegalDecision:
    return IllegalDecision(f"{given} is no {kind}.", f"{given} n'est pas : {kind}.")


__all__ = ["BagOf", "parse_value", "value_name"]

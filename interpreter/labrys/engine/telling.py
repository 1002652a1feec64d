"""Values and sentences for people: declared names in their forms, gaps filled, numbers with their plural."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from labrys.engine.primitives import members
from labrys.graph.texts import GAPS
from labrys.language.types import ListOf, Maybe, Member, Number, SetOf, Truth, Type, empty_of
from labrys.language.world import Domain, World

Told = Mapping[str, tuple[Type, Any]]


def fill(world: World, sentence: str, lang: str, told: Told) -> str:
    """The sentence with its gaps filled; what is not known stays as it is written."""

    def one(gap: re.Match[str]) -> str:
        name, form, single, plural = gap.groups()
        if name not in told:
            return gap.group(0)
        kind, value = told[name]
        if single is not None:
            # In French nothing and one are singular.
            return single if value == 1 or (lang == "fr" and value == 0) else plural
        return show(world, kind, value, lang, form or "plain")

    return GAPS.sub(one, sentence)


def show(world: World, kind: Type, value: Any, lang: str, form: str = "plain") -> str:
    """A value as people call it."""
    if isinstance(kind, Maybe):
        if value == empty_of(kind):
            person = isinstance(kind.of, Member) and kind.of.domain == "seat"
            return {"en": ("nothing", "nobody"), "fr": ("rien", "personne")}[lang][person]
        kind = kind.of
    if isinstance(kind, Member):
        return name_of(world, kind.domain, value, lang, form)
    if isinstance(kind, Truth):
        return {"en": ("no", "yes"), "fr": ("non", "oui")}[lang][bool(value)]
    if isinstance(kind, SetOf):
        low = kind.of.low if isinstance(kind.of, Number) else 0
        return ", ".join(show(world, kind.of, item + low, lang, form) for item in members(value)) or "–"
    if isinstance(kind, ListOf):
        return ", ".join(show(world, kind.of, item, lang, form) for item in value) or "–"
    return str(value)


def name_of(world: World, domain: str, value: int, lang: str, form: str = "plain") -> str:
    """The declared name of a value in a language and form; its id where none is declared."""
    found = world.domains[domain]
    id = found.values[value]
    if domain in world.stones:
        return _stone(world, domain, value, lang)
    if found.kind == "piece" and id not in found.names and (found.owners or id.startswith(f"{domain}-")):
        return _piece(world, found, value, lang, form)
    return _plain(found.names.get(id, {}).get(lang, id), form)


def _piece(world: World, found: Domain, value: int, lang: str, form: str) -> str:
    """A piece without a name of its own: its kind, a number where there are several, whose it is."""
    kind = _plain(found.names.get(found.name, {}).get(lang, found.name), form)
    alike = [i for i in range(len(found.values)) if not found.owners or found.owners[i] == found.owners[value]]
    numbered = f"{kind} {alike.index(value) + 1}" if len(alike) > 1 else kind
    return f"{numbered} ({name_of(world, 'seat', found.owners[value], lang)})" if found.owners else numbered


def _stone(world: World, name: str, value: int, lang: str) -> str:
    stone = world.stones[name]
    kinds = world.domains.get(f"{name}-kind")
    if kinds is not None:
        label = name_of(world, f"{name}-kind", value % stone.per_owner, lang)
    else:
        label = _plain(world.domains[name].names.get(name, {}).get(lang, name), "plain")
    return f"{label} ({name_of(world, 'seat', value // stone.per_owner, lang)})" if stone.owned else label


def _plain(text: Any, form: str) -> str:
    if isinstance(text, dict):
        return str(text.get(form, text.get("plain", next(iter(text.values()), ""))))
    return str(text)

"""Mistakes of writing YAML: quotes, commas, tabs, repeated and misspelt keys."""

import random
import re

from labrys.source.tree import Mapping, Scalar, Sequence

from labrys_tools.mistakes.edits import (
    Edit,
    append,
    insert_lines,
    misspelt,
    remove_entry,
    replace_at,
    replace_line,
)
from labrys_tools.mistakes.ground import Ground, Place

# Below these keys the author chooses the names, so that none of them can be unknown.
_FREE = frozenset(
    {
        *("choose", "let", "given", "cost", "fields", "require", "ensure", "words", "legend"),
        *("edges", "options", "links", "each", "kinds", "change", "add", "seating", "enums"),
        *("vertices", "directions", "tile-legend", "cells", "sides", "rules", "gaps", "then"),
    }
)
# Section -> keys its nodes cannot do without.
_NEEDED = {
    "define": ("is",),
    "constants": ("is",),
    "options": ("type", "start"),
    "stones": ("lives",),
    "pieces": ("lives",),
    "triggers": ("do",),
    "ends": ("that", "do"),
    "shapes": ("on", "map"),
    "history": ("of", "keep"),
}


def unquoted_comma(ground: Ground, dice: random.Random) -> Edit | None:
    places = [
        place
        for place in ground.places(ground.game_files)
        if isinstance(place.node, Scalar)
        and place.node.style == "double"
        and place.parent.flow
        and "," in place.node.value
        and place.key not in ("en", "fr")
        and place.node.span.line == place.node.span.end_line
    ]
    if not places:
        return _new_comma(ground)
    place = dice.choice(places)
    span = place.node.span
    old = ground.at(place.file, span.line, span.column)[: span.end_column - span.column]
    return replace_at(ground, place.file, span.line, span.column, old, old[1:-1])


def _new_comma(ground: Ground) -> Edit | None:
    """Where nobody had to quote a comma, somebody adds a definition and forgets to."""
    if any("define" in ground.trees[file] for file in ground.game_files):
        return None
    row = "  nearer: {given: {a: 0..9, b: 0..9}, is: least x in [a, b] by x}"
    edit = append(ground, "game.yaml", ["define:", row])
    return Edit(edit.file, edit.text, frozenset({max(edit.lines)}), edit.note)


def unclosed_quote(ground: Ground, dice: random.Random) -> Edit | None:
    places = [
        place
        for place in ground.places(list(ground.trees))
        if isinstance(place.node, Scalar)
        and place.node.style == "double"
        and place.node.span.line == place.node.span.end_line
    ]
    if not places:
        return None
    place = dice.choice(places)
    span = place.node.span
    return replace_at(ground, place.file, span.line, span.end_column - 1, '"', "")


def tab_indentation(ground: Ground, dice: random.Random) -> Edit | None:
    rows = [
        (file, number)
        for file in ground.trees
        for number, row in enumerate(ground.files[file].split("\n"), start=1)
        if row.startswith("  ") and row.strip() and not row.lstrip().startswith("#")
    ]
    if not rows:
        return None
    file, number = dice.choice(rows)
    row = ground.line(file, number)
    return replace_line(ground, file, number, "\t" + row.lstrip())


def repeated_key(ground: Ground, dice: random.Random) -> Edit | None:
    places = [
        place
        for place in ground.places(list(ground.trees))
        if not place.parent.flow
        and place.entry.key_span.line == place.node.span.end_line
        and ground.line(place.file, place.entry.key_span.line).lstrip().startswith(place.key)
    ]
    if not places:
        return None
    place = dice.choice(places)
    line = place.entry.key_span.line
    edit = insert_lines(ground, place.file, line, [ground.line(place.file, line)])
    return Edit(edit.file, edit.text, frozenset({line, line + 1}), edit.note)


def unknown_key(ground: Ground, dice: random.Random) -> Edit | None:
    places = [
        place
        for place in ground.places(ground.game_files)
        if len(place.path) == 3
        and not _FREE & set(place.path[:2])
        and len(place.key) > 2
        and place.key not in ("en", "fr")
    ]
    if not places:
        return None
    place = dice.choice(places)
    slip = misspelt(place.key, dice, frozenset(place.parent.keys()) | _KEYS)
    if slip is None:
        return None
    span = place.entry.key_span
    return replace_at(ground, place.file, span.line, span.column, place.key, slip)


# Slips that would be keys of the language themselves.
_KEYS = frozenset({"to", "on", "of", "do", "is", "by", "if", "at", "per", "way"})


def missing_key(ground: Ground, dice: random.Random) -> Edit | None:
    places = [
        place
        for place in ground.places(ground.game_files)
        if _is_needed(place) and len(place.parent) > 1
    ]
    if not places:
        return None
    place = dice.choice(places)
    edit = remove_entry(ground, place)
    if edit is None or len(place.path) == 1:
        return None if edit is None else Edit(edit.file, edit.text, frozenset({1}), edit.note)
    return Edit(edit.file, edit.text, edit.lines | _owner_lines(ground, place), edit.note)


def _is_needed(place: Place) -> bool:
    if len(place.path) == 1:
        return place.file == "game.yaml" and place.key in ("title", "players", "seats", "game")
    if len(place.path) == 3 and place.key in _NEEDED.get(place.path[0], ()):
        return True
    return place.key == "that" and "else" in place.parent


def _owner_lines(ground: Ground, place: Place) -> frozenset[int]:
    """The line of the key that owns the mapping: above it, past comments and blank lines."""
    line = place.parent.span.line
    if place.parent.flow:
        return frozenset({line})
    while line > 1 and not ground.line(place.file, line - 1).strip().startswith(place.path[-2]):
        line -= 1
    return frozenset({line - 1, place.parent.span.line})


def empty_value(ground: Ground, dice: random.Random) -> Edit | None:
    places = [
        place
        for place in ground.places(ground.game_files)
        if isinstance(place.node, Scalar)
        and place.node.style == "plain"
        and not place.parent.flow
        and place.entry.key_span.line == place.node.span.end_line
        and place.key in ("that", "is", "do", "phase", "type", "start", "lives", "kind")
    ]
    if not places:
        return None
    place = dice.choice(places)
    line = place.entry.key_span.line
    row = ground.line(place.file, line)
    return replace_line(ground, place.file, line, row[: row.index(":") + 1])


def folded_text(ground: Ground, dice: random.Random) -> Edit | None:
    places = [
        place
        for place in ground.places(ground.game_files)
        if isinstance(place.node, Scalar)
        and place.node.style == "literal"
        and place.key in ("do", "then", "enter", "leave", "begin", "end")
    ]
    if not places:
        return None
    place = dice.choice(places)
    line = place.entry.key_span.line
    row = ground.line(place.file, line)
    return replace_line(ground, place.file, line, row.replace("|", ">", 1))


def list_for_mapping(ground: Ground, dice: random.Random) -> Edit | None:
    """A section written as a list of things, where it wants names with their values."""
    sections = [
        (file, section, entry)
        for file in ground.game_files
        for section, entry in ground.trees[file].entries.items()
        if isinstance(entry.value, Mapping) and not entry.value.flow and section in _NEEDED
    ]
    if not sections:
        return None
    file, section, entry = dice.choice(sections)
    key = next(iter(entry.value.entries)) if isinstance(entry.value, Mapping) else ""
    assert isinstance(entry.value, Mapping)
    span = entry.value.entries[key].key_span
    edit = insert_lines(ground, file, span.line - 1, ["  - first"])
    del section
    return Edit(edit.file, edit.text, frozenset({span.line, span.line + 1}), edit.note)


def missing_include(ground: Ground, dice: random.Random) -> Edit | None:
    included = ground.trees["game.yaml"].get("include")
    if isinstance(included, Sequence) and included.items:
        item = dice.choice(included.items)
        if isinstance(item, Scalar):
            slip = misspelt(item.value.removesuffix(".yaml"), dice, frozenset())
            if slip is not None:
                span = item.span
                return replace_at(
                    ground, "game.yaml", span.line, span.column, item.value, f"{slip}.yaml"
                )
        return None
    name = dice.choice(["board", "moves", "pieces", "men", "ends", "more"])
    return append(ground, "game.yaml", [f"include: [{name}-rules.yaml]"])


def capital_name(ground: Ground, dice: random.Random) -> Edit | None:
    """A name that is no name: `Fills_a_line`."""
    places = [
        place
        for place in ground.places(ground.game_files)
        if len(place.path) == 2
        and place.path[0] in ("define", "actions", "ends", "events", "phases")
    ]
    if not places:
        return None
    place = dice.choice(places)
    span = place.entry.key_span
    bad = re.sub("-", "_", place.key).capitalize()
    return replace_at(ground, place.file, span.line, span.column, place.key, bad)


def another_version(ground: Ground, dice: random.Random) -> Edit | None:
    version = ground.trees["game.yaml"].get("labrys")
    if not isinstance(version, Scalar):
        return None
    new = dice.choice(["2", "one", "1.5", "99"])
    span = version.span
    return replace_at(ground, "game.yaml", span.line, span.column, version.value, new)

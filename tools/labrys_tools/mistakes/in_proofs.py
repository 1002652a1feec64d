"""Mistakes in scenarios and counts that no name gives away: said twice, contradictory, out of place."""

import random
import re
from itertools import pairwise

from labrys.source.tree import Mapping, Scalar, Sequence

from labrys_tools.mistakes.around import scenarios
from labrys_tools.mistakes.edits import Edit, insert_lines, remove_entry, replace_at
from labrys_tools.mistakes.ground import Ground, Place


def told_twice(ground: Ground, dice: random.Random) -> Edit | None:
    """Two scenarios of one name in a file."""
    pairs = []
    for file in ground.files_in("scenarios"):
        titles = [
            title
            for name, node in scenarios(ground)
            if name == file and isinstance(title := node.get("scenario"), Scalar)
        ]
        pairs += [(file, a, b) for a, b in pairwise(titles)]
    pairs = [row for row in pairs if row[2].style == "plain"]
    if not pairs:
        return None
    file, first, second = dice.choice(pairs)
    span = second.span
    return replace_at(ground, file, span.line, span.column, second.value, first.value)


def contradiction(ground: Ground, dice: random.Random) -> Edit | None:
    """A refused step that wins, a winner of a game that goes on, a draw that somebody wins."""
    found = []
    for file, node in scenarios(ground):
        then = node.get("then")
        if not isinstance(then, Mapping) or then.flow:
            continue
        for key in ("illegal", "winner", "drawn"):
            if key in then:
                found.append((file, then, key))
    if not found:
        return None
    file, then, key = dice.choice(found)
    span = then.entries[key].key_span
    more = {"illegal": "lose: all", "winner": "drawn: true", "drawn": "lose: all"}[key]
    if more.split(":")[0] in then:
        return None
    edit = insert_lines(ground, file, span.line - 1, [" " * (span.column - 1) + more])
    return Edit(edit.file, edit.text, edit.lines | {span.line + 1}, edit.note)


def refused_nothing(ground: Ground, dice: random.Random) -> Edit | None:
    """A refusal without the step that is refused."""
    found = []
    for place in ground.places(ground.files_in("scenarios")):
        if place.key != "when" or place.parent.flow or not isinstance(place.node, Sequence):
            continue
        then = place.parent.entries.get("then")
        if then is not None and isinstance(then.value, Mapping) and "illegal" in then.value:
            found.append((place, then.value.key_span("illegal").line))
    if not found:
        return None
    place, line = dice.choice(found)
    edit = remove_entry(ground, place)
    if edit is None:
        return None
    gone = ground.files[place.file].count("\n") - edit.text.count("\n")
    at = line - (gone if line > place.entry.key_span.line else 0)
    return Edit(edit.file, edit.text, frozenset({at}), "no when")


def no_number(ground: Ground, dice: random.Random) -> Edit | None:
    """A word where a scenario or a count needs a number."""
    files = [*ground.files_in("scenarios"), *ground.files_in("perft")]
    found: list[tuple[Place, Scalar]] = []
    for place in ground.places(files):
        if place.key in ("decisions", "players", "seed") and isinstance(place.node, Scalar):
            found.append((place, place.node))
        if place.key == "counts" and isinstance(place.node, Sequence):
            found += [(place, item) for item in place.node.items if isinstance(item, Scalar)]
    if not found:
        return None
    place, scalar = dice.choice(found)
    if not re.fullmatch(r"[0-9]+", scalar.value):
        return None
    span = scalar.span
    new = dice.choice(["many", f"-{scalar.value}", f"{scalar.value}x", f"{scalar.value}.5"])
    if scalar.value == "0":
        new = "many"
    return replace_at(ground, place.file, span.line, span.column, scalar.value, new)


def unknown_key(ground: Ground, dice: random.Random) -> Edit | None:
    """A misspelt key of a scenario, of its outcome, of a count or of a rule."""
    found = []
    for place in ground.places([*ground.files_in("scenarios"), *ground.files_in("perft")]):
        outer = place.path[0] == "scenarios" and len(place.path) == 3
        inner = len(place.path) >= 2 and place.path[-2] == "then"
        if outer or inner or len(place.path) == 1:
            found.append(place)
    found += [
        place
        for place in ground.places([file for file in ground.trees if file == "rules.yaml"])
        if len(place.path) == 3 and place.key == "source"
    ]
    found = [place for place in found if len(place.key) > 3]
    if not found:
        return None
    place = dice.choice(found)
    slip = place.key[:-2] + place.key[-1] + place.key[-2]
    if slip == place.key:
        slip = place.key + "e"
    span = place.entry.key_span
    edit = replace_at(ground, place.file, span.line, span.column, place.key, slip)
    # A key at the margin that is missing now is missed at the head of the file.
    return Edit(
        edit.file, edit.text, edit.lines | ({1} if len(place.path) == 1 else set()), edit.note
    )


def missing_then(ground: Ground, dice: random.Random) -> Edit | None:
    """A scenario that expects nothing."""
    places = [
        place
        for place in ground.places(ground.files_in("scenarios"))
        if place.key == "then" and not place.parent.flow
    ]
    if not places:
        return None
    place = dice.choice(places)
    edit = remove_entry(ground, place)
    if edit is None:
        return None
    first = place.parent.span.line
    return Edit(edit.file, edit.text, frozenset({first, first - 1}), "no then")

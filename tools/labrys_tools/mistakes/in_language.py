"""Mistakes in conditions and effects: names, types, numbers of arguments, ranges."""

import random
import re

from labrys.source.tree import Mapping, Scalar

from labrys_tools.mistakes.edits import Edit, append, insert_lines, misspelt, replace_at
from labrys_tools.mistakes.ground import Ground, Place

_CALL = re.compile(r"(?<![\w.-])([a-z][a-z0-9-]*)\(([^()\"']+)\)")
_KEYWORDS = re.compile(r"(?<= )(?:of|on|to|in|then|with|from)(?= )")
_RANGE = re.compile(r"(-?[0-9]+)\.\.(-?[0-9]+)")
_STORE = re.compile(r"set ([a-z][a-z0-9-]*) to (-?[0-9]+)$")


def misspelt_name(ground: Ground, dice: random.Random) -> Edit | None:
    words = [word for word in ground.words() if word.text in ground.declared and len(word.text) > 2]
    if not words:
        return None
    word = dice.choice(words)
    slip = misspelt(word.text, dice, ground.everything)
    if slip is None:
        return None
    return replace_at(ground, word.file, word.line, word.column, word.text, slip)


def wrong_type(ground: Ground, dice: random.Random) -> Edit | None:
    """A condition that is a number, a cell or a seat instead of true or false."""
    places = [
        place
        for place, scalar in ground.language()
        if place.key in ("that", "if", "while", "needs")
        and scalar.style == "plain"
        and scalar.span.line == scalar.span.end_line
        and len(scalar.value) == scalar.span.end_column - scalar.span.column
    ]
    if not places:
        return None
    place = dice.choice(places)
    assert isinstance(place.node, Scalar)
    span = place.node.span
    new = dice.choice(["1 + 2", "active", "count cells", "count seats", "next(active)"])
    return replace_at(ground, place.file, span.line, span.column, place.node.value, new)


def wrong_arity(ground: Ground, dice: random.Random) -> Edit | None:
    calls = [word for word in ground.words(_CALL) if not word.text.startswith(("if(", "not("))]
    if not calls:
        return None
    call = dice.choice(calls)
    last = call.text[:-1].split(",")[-1].split("(")[-1].strip()
    # Two more than there were: some words of the board take one more if they like.
    new = f"{call.text[:-1]}, {last}, {last})"
    return replace_at(ground, call.file, call.line, call.column, call.text, new)


def missing_word(ground: Ground, dice: random.Random) -> Edit | None:
    """A little word left out of a sentence: `put man of me goal`."""
    words = [
        word
        for word in ground.words(_KEYWORDS)
        if ground.line(word.file, word.line).lstrip().startswith(("put ", "move ", "set ", "for "))
    ]
    if not words:
        return None
    word = dice.choice(words)
    return replace_at(ground, word.file, word.line, word.column, f"{word.text} ", "")


def open_bracket(ground: Ground, dice: random.Random) -> Edit | None:
    closing = [
        word
        for word in ground.words(re.compile(r"\)"))
        # Inside `{…}` and quotes the fault would be YAML's.
        if not {'"', "{"} & set(ground.line(word.file, word.line))
    ]
    if not closing:
        return None
    word = dice.choice(closing)
    edit = replace_at(ground, word.file, word.line, word.column, ")", "")
    return Edit(edit.file, edit.text, frozenset({word.line, word.line + 1}), "no )")


def out_of_range(ground: Ground, dice: random.Random) -> Edit | None:
    choices = [*_starts(ground), *_stores(ground), *_sizes(ground)]
    return dice.choice(choices) if choices else None


def _starts(ground: Ground) -> list[Edit]:
    """`start:` of a field or option beyond its type."""
    edits = []
    for place in ground.places(ground.game_files):
        if (
            len(place.path) != 3
            or place.key != "start"
            or place.path[0] not in ("fields", "options")
        ):
            continue
        high = _highest(place.parent)
        if high is not None and isinstance(place.node, Scalar):
            span = place.node.span
            edits.append(
                replace_at(
                    ground, place.file, span.line, span.column, place.node.value, str(high + 7)
                )
            )
    return edits


def _highest(node: Mapping) -> int | None:
    kind = node.get("type")
    found = _RANGE.fullmatch(kind.value) if isinstance(kind, Scalar) else None
    return int(found.group(2)) if found else None


def _stores(ground: Ground) -> list[Edit]:
    """`set f to n` with a number the field cannot hold."""
    highest = {}
    for place in ground.places(ground.game_files):
        if len(place.path) == 2 and place.path[0] == "fields":
            node = place.node
            if isinstance(node, Mapping):
                high = _highest(node)
            else:
                found = _RANGE.fullmatch(node.value) if isinstance(node, Scalar) else None
                high = int(found.group(2)) if found else None
            if high is not None:
                highest[place.key] = high
    edits = []
    for word in ground.words(_STORE):
        found = _STORE.fullmatch(word.text)
        if found and found.group(1) in highest:
            new = f"set {found.group(1)} to {highest[found.group(1)] + 7}"
            edits.append(replace_at(ground, word.file, word.line, word.column, word.text, new))
    return edits


def _sizes(ground: Ground) -> list[Edit]:
    """A board nobody could draw."""
    edits = []
    for place in ground.places(ground.game_files):
        if place.path in (("board", "rows"), ("board", "columns")) and isinstance(
            place.node, Scalar
        ):
            span = place.node.span
            edits.append(
                replace_at(ground, place.file, span.line, span.column, place.node.value, "900000")
            )
    return edits


def silent_event(ground: Ground, dice: random.Random) -> Edit | None:
    """A trigger that waits for an event nobody raises."""
    name = dice.choice(["thunder", "nightfall", "surprise", "earthquake"])
    event = f"  {name}: {{do: finish}}"
    trigger = [f"  after-{name}:", f"    after: {name}()", "    do: finish"]
    events, triggers = _section(ground, "events"), _section(ground, "triggers")
    if events is None and triggers is None:
        return append(ground, "game.yaml", ["events:", event, "triggers:", *trigger])
    if events is not None and triggers is None and events.file == "game.yaml":
        # The trigger goes to the end first, so that the event's line is still where it was.
        later = append(ground, "game.yaml", ["triggers:", *trigger])
        line = events.entry.key_span.line
        rows = later.text.split("\n")
        rows.insert(line, event)
        lines = frozenset({number + 1 for number in later.lines} | {line + 1})
        return Edit("game.yaml", "\n".join(rows), lines, later.note)
    if events is not None:
        # An event alone that nobody raises and nobody hears is as dead.
        return insert_lines(ground, events.file, events.entry.key_span.line, [event])
    return None


def _section(ground: Ground, name: str) -> Place | None:
    for place in ground.places(ground.game_files):
        if place.path == (name,) and isinstance(place.node, Mapping) and not place.node.flow:
            return place
    return None


def unknown_phase(ground: Ground, dice: random.Random) -> Edit | None:
    places = [
        place
        for place in ground.places(ground.game_files)
        if isinstance(place.node, Scalar)
        and place.key == "phase"
        and place.path[0] in ("actions", "turns")
        and place.node.value.isidentifier()
    ]
    if not places:
        return None
    place = dice.choice(places)
    assert isinstance(place.node, Scalar)
    slip = misspelt(place.node.value, dice, ground.everything)
    if slip is None:
        return None
    span = place.node.span
    return replace_at(ground, place.file, span.line, span.column, place.node.value, slip)

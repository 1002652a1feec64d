"""Mistakes of leaving things behind: what nobody uses, comes to, offers, reads or has ever heard of."""

import random
import re

from labrys.source.tree import Mapping, Scalar, Sequence

from labrys_tools.mistakes.edits import Edit, append, insert_lines, misspelt, replace_at
from labrys_tools.mistakes.ground import Ground, Place

# A thing of each section that would be right if somebody used it.
_THINGS = {
    "define": "{name}: {{is: 1}}",
    "constants": "{name}: {{is: 1}}",
    "fields": "{name}: {{type: truth}}",
    "options": "{name}: {{type: truth, start: false, text: {{en: it, fr: ceci}}}}",
    "enums": "{name}: [sunny, rainy]",
    "guards": "{name}: {{that: true, else: {{en: so it is, fr: ainsi soit-il}}}}",
}
_NAMES = ("weather", "lantern", "humour", "drawbridge", "almanac", "weathercock")


def _section(ground: Ground, name: str) -> Place | None:
    for place in ground.places(ground.game_files):
        if place.path == (name,) and isinstance(place.node, Mapping) and not place.node.flow:
            return place
    return None


def unused_name(ground: Ground, dice: random.Random) -> Edit | None:
    section = dice.choice(sorted(_THINGS))
    name = dice.choice([name for name in _NAMES if name not in ground.everything])
    row = "  " + _THINGS[section].format(name=name)
    there = _section(ground, section)
    if there is None:
        edit = append(ground, "game.yaml", [f"{section}:", row])
        return Edit(edit.file, edit.text, frozenset({max(edit.lines)}), edit.note)
    return insert_lines(ground, there.file, there.entry.key_span.line, [row])


def phase_apart(ground: Ground, dice: random.Random) -> Edit | None:
    """A phase with an action that no turn ever comes to."""
    there = _section(ground, "actions")
    phases = _section(ground, "phases")
    if there is None or phases is None or phases.file != there.file:
        return None
    name = dice.choice(["dawn", "harvest", "feast", "market"])
    if name in ground.everything:
        return None
    rows = ground.files[phases.file].split("\n")
    action = [f"  at-{name}:", f"    phase: {name}", "    do: finish"]
    first, second = phases.entry.key_span.line, there.entry.key_span.line
    rows[second:second] = action
    at = first + (len(action) if first > second else 0)
    rows.insert(at, f"  {name}: {{who: active, actions: 1, stuck: pass}}")
    return Edit(phases.file, "\n".join(rows), frozenset({at + 1}), f"phase {name}")


def action_apart(ground: Ground, dice: random.Random) -> Edit | None:
    """An action that forgets to say in which phase it is offered."""
    places = [
        place
        for place in ground.places(ground.game_files)
        if len(place.path) == 3
        and place.path[0] == "actions"
        and place.key == "phase"
        and not place.parent.flow
        and place.entry.key_span.line == place.node.span.end_line
    ]
    if not places:
        return None
    place = dice.choice(places)
    rows = ground.files[place.file].split("\n")
    del rows[place.entry.key_span.line - 1]
    owner = next(p for p in ground.places([place.file]) if p.path == place.path[:-1])
    phase = getattr(place.node, "value", "")
    # If it was the only one, the phase is the empty one.
    lines = {owner.entry.key_span.line}
    for other in ground.places([place.file]):
        if other.path == ("phases", phase):
            line = other.entry.key_span.line
            lines.add(line - (line > place.entry.key_span.line))
    return Edit(place.file, "\n".join(rows), frozenset(lines), f"no phase: {place.path[1]}")


def stray_file(ground: Ground, dice: random.Random) -> Edit | None:
    """A file in a folder nobody reads, or with the wrong ending."""
    name = dice.choice(
        ["scenarios/more.yml", "variants/long.yml", "scenario/ends.yaml", "test/a.yaml"]
    )
    if name in ground.files:
        return None
    text = dice.choice(["scenario: nobody reads this\nthen: {over: false}\n", "variant: long\n"])
    return Edit(name, text, frozenset({1}), name)


def unknown_in_looks(ground: Ground, dice: random.Random) -> Edit | None:
    """A legend or panel with a thing the game does not have."""
    found: list[tuple[str, Scalar, str]] = []
    for place in ground.places(ground.game_files):
        if place.path == ("looks", "panel") and isinstance(place.node, Sequence):
            items = [item for item in place.node.items if isinstance(item, Scalar)]
            found += [(place.file, item, item.value) for item in items]
        if place.path[:2] == ("looks", "legend") and isinstance(place.node, Scalar):
            words = re.findall(r"[a-z][a-z0-9-]{2,}", place.node.value)
            found += [(place.file, place.node, word) for word in words if word != "nothing"]
    if not found:
        return None
    file, scalar, word = dice.choice(found)
    slip = misspelt(word, dice, ground.everything)
    if slip is None or scalar.style != "plain":
        return None
    column = scalar.span.column + scalar.value.index(word)
    return replace_at(ground, file, scalar.span.line, column, word, slip)


def unknown_in_trigger(ground: Ground, dice: random.Random) -> Edit | None:
    """A trigger after an action, or a change of a field, that the game does not have."""
    if _section(ground, "triggers") is not None:
        return None
    actions = [p.key for p in ground.places(ground.game_files) if p.path[:-1] == ("actions",)]
    fields = [p.key for p in ground.places(ground.game_files) if p.path[:-1] == ("fields",)]
    heads = [("played", name) for name in actions] + [("changed", name) for name in fields]
    if not heads:
        return None
    word, name = dice.choice(heads)
    slip = misspelt(name, dice, ground.everything)
    if slip is None:
        return None
    rows = ["triggers:", "  echo:", f"    after: {word} {slip}()", "    do: finish"]
    edit = append(ground, "game.yaml", rows)
    return Edit(edit.file, edit.text, frozenset({max(edit.lines) - 1}), edit.note)


def second_name(ground: Ground, dice: random.Random) -> Edit | None:
    """A name for two things, or one that means something in every game."""
    taken = [
        place.key
        for place in ground.places(ground.game_files)
        if len(place.path) == 2 and place.path[0] in ("options", "stones", "seats", "define")
    ]
    name = dice.choice([*taken, "active", "seats", "me"])
    section = "constants" if _section(ground, "constants") is None else "fields"
    there = _section(ground, section)
    row = f"  {name}: " + ("{is: 1}" if section == "constants" else "{type: truth}")
    if there is None:
        edit = append(ground, "game.yaml", [f"{section}:", row])
        line = max(edit.lines)
    else:
        edit = insert_lines(ground, there.file, there.entry.key_span.line, [row])
        line = max(edit.lines)
    lines = {line}
    for place in ground.places([edit.file]):
        # Which of the two is the second depends on the section.
        if len(place.path) == 2 and place.key == name:
            at = place.entry.key_span.line
            lines.add(at + (at >= line))
    return Edit(edit.file, edit.text, frozenset(lines), edit.note)

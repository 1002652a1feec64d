"""Mistakes beside the rules: texts, citations, variants, scenarios."""

import random
import re

from labrys.source.tree import Mapping, Scalar, Sequence

from labrys_tools.mistakes.edits import Edit, insert_lines, misspelt, remove_entry, replace_at
from labrys_tools.mistakes.ground import Ground, Place

_GAP = re.compile(r"\{([a-z][a-z0-9-]*)")


def missing_translation(ground: Ground, dice: random.Random) -> Edit | None:
    places = [
        place
        for place in ground.places([*ground.game_files, *ground.files_in("variants")])
        if place.key in ("en", "fr") and len(place.parent) == 2 and "en" in place.parent
    ]
    if not places:
        return None
    place = dice.choice(places)
    edit = remove_entry(ground, place)
    if edit is None or place.parent.flow:
        return edit
    # In block style what is left stands on one of the two lines, its owner above them.
    first = place.parent.span.line
    return Edit(edit.file, edit.text, frozenset({first, first - 1}), edit.note)


def unknown_gap(ground: Ground, dice: random.Random) -> Edit | None:
    """`{fromm}` in the text of a move or a refusal."""
    found = []
    for place in ground.places(ground.game_files):
        node = place.node
        if place.key not in ("en", "fr") or not isinstance(node, Scalar):
            continue
        if place.path[0] == "actions" and node.span.line == node.span.end_line:
            row = ground.at(place.file, node.span.line, node.span.column)
            row = row[: node.span.end_column - node.span.column]
            found += [(place, node, match) for match in _GAP.finditer(row)]
    if not found:
        return None
    place, node, match = dice.choice(found)
    slip = misspelt(match.group(1), dice, ground.everything)
    if slip is None:
        return None
    column = node.span.column + match.start(1)
    return replace_at(ground, place.file, node.span.line, column, match.group(1), slip)


def unknown_rule(ground: Ground, dice: random.Random) -> Edit | None:
    files = [*ground.game_files, *ground.files_in("scenarios"), *ground.files_in("variants")]
    cited = [
        (place.file, item)
        for place in ground.places(files)
        if place.key == "cites" and isinstance(place.node, Sequence)
        for item in place.node.items
        if isinstance(item, Scalar)
    ]
    if not cited:
        return None
    file, item = dice.choice(cited)
    new = re.sub(r"[0-9]+$", "987", item.value)
    if new == item.value:
        return None
    return replace_at(ground, file, item.span.line, item.span.column, item.value, new)


def dangling_patch(ground: Ground, dice: random.Random) -> Edit | None:
    """A variant that changes or removes what the game does not have."""
    found: list[tuple[str, int, int, str]] = []
    for file in ground.files_in("variants"):
        tree = ground.trees[file]
        changed, removed = tree.get("change"), tree.get("remove")
        if isinstance(changed, Mapping):
            for name, entry in changed.entries.items():
                found.append((file, entry.key_span.line, entry.key_span.column, name))
        if isinstance(removed, Sequence):
            for item in removed.items:
                if isinstance(item, Scalar):
                    found.append((file, item.span.line, item.span.column, item.value))
    if found:
        file, line, column, name = dice.choice(found)
        head, dot, tail = name.partition(".")
        slip = misspelt(tail, dice, ground.everything) if dot else None
        if slip is None:
            return None
        return replace_at(ground, file, line, column, name, f"{head}.{slip}")
    game = ground.trees["game.yaml"].get("game")
    if not isinstance(game, Scalar):
        return None
    gone = dice.choice(["actions.swap-sides.do", "triggers.echo.do", "ends.sunset.that"])
    text = (
        f'variant: dangling\ntitle: {{en: Dangling, fr: Pendante}}\nchange:\n  {gone}: "finish"\n'
    )
    return Edit("variants/dangling.yaml", text, frozenset({4}), gone)


def unknown_variant(ground: Ground, dice: random.Random) -> Edit | None:
    """A variant that requires one nobody wrote."""
    files = ground.files_in("variants")
    if not files:
        return None
    file = dice.choice(files)
    if "requires" in ground.trees[file] or "conflicts" in ground.trees[file]:
        return None
    word = dice.choice(["requires", "conflicts"])
    return insert_lines(ground, file, 1, [f"{word}: [nobody-wrote-this]"])


def scenarios(ground: Ground) -> list[tuple[str, Mapping]]:
    rows: list[tuple[str, Mapping]] = []
    for file in ground.files_in("scenarios"):
        tree = ground.trees[file]
        listed = tree.get("scenarios")
        nodes = listed.items if isinstance(listed, Sequence) else [tree]
        rows += [(file, node) for node in nodes if isinstance(node, Mapping)]
    return rows


def unknown_field_given(ground: Ground, dice: random.Random) -> Edit | None:
    """A scenario that sets up a field the game does not have."""
    found = [
        (file, node.entries["given"])
        for file, node in scenarios(ground)
        if isinstance(node.get("given"), Mapping)
    ]
    found = [(f, e) for f, e in found if isinstance(e.value, Mapping) and not e.value.flow]
    if not found:
        return None
    file, entry = dice.choice(found)
    assert isinstance(entry.value, Mapping)
    indent = " " * (next(iter(entry.value.entries.values())).key_span.column - 1)
    field = dice.choice(["nonsense: 3", "lantern: true", "mood: 1"])
    return insert_lines(ground, file, entry.key_span.line, [f"{indent}{field}"])


def _step_values(ground: Ground, keys: frozenset[str] | None) -> list[tuple[str, str, Scalar]]:
    """Scalars of the steps of scenarios: those of these keys, or of none of the usual ones."""
    usual = frozenset({"seat", "play", "answer", "react", "chance", "gives", "time"})
    found = []
    for file, node in scenarios(ground):
        steps = node.get("when")
        for step in steps.items if isinstance(steps, Sequence) else []:
            for key, value in step.items() if isinstance(step, Mapping) else ():
                if isinstance(value, Scalar) and (key in keys if keys else key not in usual):
                    found.append((file, key, value))
    return found


def unknown_in_step(ground: Ground, dice: random.Random) -> Edit | None:
    """A step of a scenario by a seat, or of an action, that the game does not have."""
    found = [
        row for row in _step_values(ground, frozenset({"seat", "play"})) if len(row[2].value) > 2
    ]
    if not found:
        return None
    file, _, value = dice.choice(found)
    slip = misspelt(value.value, dice, ground.everything)
    if slip is None:
        return None
    return replace_at(ground, file, value.span.line, value.span.column, value.value, slip)


def unknown_argument(ground: Ground, dice: random.Random) -> Edit | None:
    """A step of a scenario at a place the board does not have."""
    found = _step_values(ground, None)
    if not found:
        return None
    file, _, value = dice.choice(found)
    return replace_at(ground, file, value.span.line, value.span.column, value.value, "nowhere-99")


def unknown_guard(ground: Ground, dice: random.Random) -> Edit | None:
    """A scenario that expects to be refused by a guard nobody declared."""
    found = []
    for file, node in scenarios(ground):
        then = node.get("then")
        illegal = then.get("illegal") if isinstance(then, Mapping) else None
        if isinstance(illegal, Scalar):
            found.append((file, illegal))
    if not found:
        return None
    file, illegal = dice.choice(found)
    slip = misspelt(illegal.value, dice, ground.everything)
    if slip is None:
        return None
    return replace_at(ground, file, illegal.span.line, illegal.span.column, illegal.value, slip)


def misspelt_in_then(ground: Ground, dice: random.Random) -> Edit | None:
    """A condition in `holds` with a name nobody declared."""
    found: list[tuple[Place, str, int, int]] = []
    for place in ground.places(ground.files_in("scenarios")):
        if place.key != "holds" or not isinstance(place.node, Sequence):
            continue
        for item in place.node.items:
            if not isinstance(item, Scalar) or item.span.line != item.span.end_line:
                continue
            row = ground.at(place.file, item.span.line, item.span.column)
            row = row[: item.span.end_column - item.span.column]
            for match in re.finditer(r"[a-z][a-z0-9-]+", row):
                if match.group() in ground.declared:
                    found.append(
                        (place, match.group(), item.span.line, item.span.column + match.start())
                    )
    if not found:
        return None
    place, name, line, column = dice.choice(found)
    slip = misspelt(name, dice, ground.everything)
    if slip is None:
        return None
    return replace_at(ground, place.file, line, column, name, slip)


def unknown_option(ground: Ground, dice: random.Random) -> Edit | None:
    """A scenario for an option the game does not have."""
    found = [
        (file, key, entry)
        for file, node in scenarios(ground)
        if isinstance(options := node.get("options"), Mapping)
        for key, entry in options.entries.items()
    ]
    if not found:
        return None
    file, key, entry = dice.choice(found)
    slip = misspelt(key, dice, ground.everything)
    if slip is None:
        return None
    return replace_at(ground, file, entry.key_span.line, entry.key_span.column, key, slip)

"""Mistakes in what is drawn and in what is counted: maps, gaps of texts, tables, chance, ends."""

import random
import re

from labrys.source.tree import Mapping, Scalar, Sequence

from labrys_tools.mistakes.around import scenarios
from labrys_tools.mistakes.edits import Edit, insert_lines, misspelt, remove_entry, replace_at
from labrys_tools.mistakes.ground import Ground, Place

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_GUARDS = ("require", "ensure")


def _maps(ground: Ground) -> list[tuple[Place, Scalar]]:
    """The maps drawn as blocks, whose rows are lines of the file."""
    files = [*ground.game_files, *ground.files_in("scenarios"), *ground.files_in("perft")]
    return [
        (place, place.node)
        for place in ground.places(files)
        if place.key == "map"
        and place.path[0] not in ("shapes", "tiles")
        and isinstance(place.node, Scalar)
        and place.node.style == "literal"
    ]


def row_left_out(ground: Ground, dice: random.Random) -> Edit | None:
    """A map without one of its rows; the whole map may be named, or where the row stood."""
    maps = _maps(ground)
    if not maps:
        return None
    place, drawing = dice.choice(maps)
    first = drawing.position(1, 1)[0]
    rows = drawing.drawing().rstrip("\n").count("\n") + 1
    line = first + dice.randrange(rows)
    lines = ground.files[place.file].split("\n")
    gone = lines.pop(line - 1)
    named = frozenset({drawing.span.line, place.entry.key_span.line, line - 1, line})
    return Edit(place.file, "\n".join(lines), named, f"no row {gone.strip()}")


def row_too_long(ground: Ground, dice: random.Random) -> Edit | None:
    """A cell too many at the end of a row."""
    maps = [(place, d) for place, d in _maps(ground) if not d.drawing().startswith("+")]
    if not maps:
        return None
    place, drawing = dice.choice(maps)
    rows = drawing.drawing().rstrip("\n").split("\n")
    number = dice.randrange(len(rows))
    row = rows[number]
    line, column = drawing.position(number + 1, len(row))
    more = f"{row[-1]} ." if " " in row.strip() else f"{row[-1]}."
    return replace_at(ground, place.file, line, column, row[-1], more)


def unknown_sign(ground: Ground, dice: random.Random) -> Edit | None:
    """A sign on the map that no legend has."""
    taken = {key for file in ground.trees for key in _signs(ground.trees[file])}
    free = [letter for letter in _LETTERS if letter not in taken]
    found = []
    for place, drawing in _maps(ground):
        for number, row in enumerate(drawing.drawing().split("\n"), 1):
            found += [
                (place, drawing.position(number, at + 1))
                for at, sign in enumerate(row)
                if sign == "."
            ]
    if not found or not free:
        return None
    place, (line, column) = dice.choice(found)
    return replace_at(ground, place.file, line, column, ".", dice.choice(free))


def _signs(node: Mapping) -> set[str]:
    """All keys of one character, anywhere."""
    found: set[str] = set()
    for key, value in node.items():
        found |= {key} if len(key) == 1 else set()
        found |= {word for word in key.split(".") if len(word) == 1}
        if isinstance(value, Mapping):
            found |= _signs(value)
        elif isinstance(value, Scalar) and len(value.value) == 1:
            found.add(value.value)
    return found


def open_brace(ground: Ground, dice: random.Random) -> Edit | None:
    """`{goal` in the text of a move or a refusal."""
    found = []
    for place in ground.places(ground.game_files):
        node = place.node
        spoken = place.key in ("en", "fr") and place.path[0] == "actions"
        if spoken and isinstance(node, Scalar) and node.style == "double":
            row = ground.line(place.file, node.span.line)
            if node.span.line == node.span.end_line:
                inside = range(node.span.column - 1, node.span.end_column - 1)
                found += [(place, node.span.line, at) for at in inside if row[at] == "}"]
    if not found:
        return None
    place, line, at = dice.choice(found)
    return replace_at(ground, place.file, line, at + 1, "}", "")


def repeated_direction(ground: Ground, dice: random.Random) -> Edit | None:
    """A direction of the board listed twice."""
    for place in ground.places(ground.game_files):
        if place.path == ("board", "directions") and isinstance(place.node, Sequence):
            words = [item for item in place.node.items if isinstance(item, Scalar)]
            one, other = dice.sample(words, 2)
            span = other.span
            return replace_at(
                ground, place.file, span.line, span.column, other.value, one.value
            )
    return None


def no_such_chance(ground: Ground, dice: random.Random) -> Edit | None:
    """Chance gives something that is there nowhere."""
    found = []
    for place in ground.places(ground.files_in("scenarios")):
        short = place.key == "chance" and "gives" not in place.parent
        if (short or place.key == "gives") and isinstance(place.node, Scalar):
            found.append((place, place.node))
    found = [(place, node) for place, node in found if not node.value.isdigit()]
    if not found:
        return None
    place, node = dice.choice(found)
    slip = misspelt(node.value, dice, ground.everything)
    if slip is None:
        return None
    return replace_at(ground, place.file, node.span.line, node.span.column, node.value, slip)


def guard_of_another(ground: Ground, dice: random.Random) -> Edit | None:
    """A step refused by a guard that only another action has."""
    guards = _guards_of_actions(ground)
    found = []
    for file, node in scenarios(ground):
        steps, then = node.get("when"), node.get("then")
        word = then.get("illegal") if isinstance(then, Mapping) else None
        if not isinstance(steps, Sequence) or not isinstance(word, Scalar):
            continue
        play = steps.items[-1].get("play") if steps.items else None
        own = guards.get(play.value) if isinstance(play, Scalar) else None
        # What a variant adds is not known here.
        if own is None or node.get("variants") is not None:
            continue
        for others in guards.values():
            found += [(file, word, other) for other in sorted(others - own)]
    if not found:
        return None
    file, word, other = dice.choice(found)
    return replace_at(ground, file, word.span.line, word.span.column, word.value, other)


def _guards_of_actions(ground: Ground) -> dict[str, set[str]]:
    guards: dict[str, set[str]] = {}
    shared: set[str] = {"cost", "limit"}
    for place in ground.places([*ground.game_files, *ground.files_in("variants")]):
        if place.key in _GUARDS and place.path[0] == "phases":
            shared |= set(place.node.keys()) if isinstance(place.node, Mapping) else set()
        elif len(place.path) == 3 and place.path[0] == "actions" and place.key in _GUARDS:
            if isinstance(place.node, Mapping):
                guards.setdefault(place.path[1], set()).update(place.node.keys())
            elif isinstance(place.node, Sequence):
                words = {item.value for item in place.node.items if isinstance(item, Scalar)}
                guards.setdefault(place.path[1], set()).update(words)
    return {name: own | shared for name, own in guards.items()}


def players_of_a_count(ground: Ground, dice: random.Random) -> Edit | None:
    """A count for more players than can play."""
    files = ground.files_in("perft")
    if not files:
        return None
    file = dice.choice(files)
    players = ground.trees[file].get("players")
    if isinstance(players, Scalar):
        span = players.span
        return replace_at(ground, file, span.line, span.column, players.value, "9")
    return insert_lines(ground, file, 2, ["players: 9"])


def option_of_a_count(ground: Ground, dice: random.Random) -> Edit | None:
    """An option beyond its range, in a count or a scenario."""
    found = []
    for place in ground.places([*ground.files_in("perft"), *ground.files_in("scenarios")]):
        if len(place.path) > 1 and place.path[-2] == "options" and isinstance(place.node, Scalar):
            found.append((place, place.node))
    if not found:
        return None
    place, node = dice.choice(found)
    new = "99999" if node.value.isdigit() else "perhaps"
    return replace_at(ground, place.file, node.span.line, node.span.column, node.value, new)


def untitled_variant(ground: Ground, dice: random.Random) -> Edit | None:
    """A variant without a title."""
    places = [p for p in ground.places(ground.files_in("variants")) if p.path == ("title",)]
    if not places:
        return None
    place = dice.choice(places)
    edit = remove_entry(ground, place)
    if edit is None:
        return None
    line = place.parent.key_span("variant").line
    return Edit(edit.file, edit.text, frozenset({line}), edit.note)


def end_without_end(ground: Ground, dice: random.Random) -> Edit | None:
    """What an end does goes on with the game."""
    found = []
    for place in ground.places(ground.game_files):
        node = place.node
        if not isinstance(node, Scalar) or place.path[0] != "ends" or place.key != "do":
            continue
        if node.style == "plain" and re.match("win|game drawn|all ", node.value):
            found.append((place, node))
    if not found:
        return None
    place, node = dice.choice(found)
    return replace_at(ground, place.file, node.span.line, node.span.column, node.value, "end turn")

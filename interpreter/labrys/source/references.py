"""Names in the structure of a game that must be those of other nodes: seatings, looks, triggers.

What stands in language texts is checked where they are compiled; these names are plain YAML.
"""

import re
from collections.abc import Iterable, Iterator

from labrys.source.catalogue import Both
from labrys.source.findings import Findings, suggestion
from labrys.source.spans import Span
from labrys.source.tree import Mapping, Node, Scalar, words_of

# Names of one kind of thing each, that expressions use without saying which kind they mean.
_SHARED = ("options", "constants", "enums", "stones", "pieces", "fields", "define", "seats")
# What expressions call by these names is there in every game.
_BUILT_IN = frozenset(
    {
        *("me", "active", "seats", "living", "others", "now", "turn-number", "cells", "edges"),
        *("vertices", "slots", "directions", "nothing", "cell", "edge", "vertex", "slot", "seat"),
        *("direction", "truth", "phase", "viewer"),
    }
)
# A step of a scenario writes its parameters beside these.
_OF_STEPS = frozenset({"seat", "play", "answer", "react", "chance", "gives", "time", "then"})
_HEAD = re.compile(r"(changed|played|moved|rings)\s+([a-z][a-z0-9-]*)")


def check_references(tree: Mapping, findings: Findings) -> None:
    """Report names in the structure of a game that name nothing, or two things."""
    _check_seating(tree, findings)
    _check_looks(tree, findings)
    _check_triggers(tree, findings)
    _check_exceptions(tree, findings)
    _check_parameters(tree, findings)
    _check_loops(tree, findings)
    _check_guards(tree, findings)
    _check_clashes(tree, findings)
    _check_places(tree, findings)
    for _, _, phase in nodes(tree, "phases"):
        often = phase.get("actions")
        if isinstance(often, Scalar) and re.fullmatch(r"-[0-9]+|0", often.value):
            findings.report("out-of-range", often.span, value=often.value, low=1, high="…")


def names(tree: Mapping, *sections: str) -> list[str]:
    """The names declared in these sections."""
    found = (tree.get(section) for section in sections)
    return [name for section in found if isinstance(section, Mapping) for name in section.entries]


def nodes(tree: Node | None, key: str = "") -> Iterator[tuple[str, Span, Node]]:
    """The named nodes of a mapping, or of a section of the tree: name, its place, node."""
    section = tree.get(key) if key and tree is not None else tree
    if isinstance(section, Mapping):
        for name, entry in section.entries.items():
            yield name, entry.key_span, entry.value


def _known(name: str, span: Span, known: Iterable[str], findings: Findings) -> None:
    known = list(known)
    if name not in known:
        findings.report("unknown-name", span, suggestion(name, known), name=name)


def _check_seating(tree: Mapping, findings: Findings) -> None:
    players = tree.get("players")
    ends = [players.get("from"), players.get("to")] if isinstance(players, Mapping) else [players]
    numbers = [int(e.value) for e in ends if isinstance(e, Scalar) and e.value.isdigit()]
    for number, span, listed in nodes(tree, "seating"):
        if not number.isdigit():
            continue
        if numbers and not numbers[0] <= int(number) <= numbers[-1]:
            findings.report("out-of-range", span, value=number, low=numbers[0], high=numbers[-1])
        words = {word.value for word in words_of(listed)}
        if len(words) != int(number):
            findings.report("wrong-seating", span, players=number, seats=len(words))


def _check_looks(tree: Mapping, findings: Findings) -> None:
    looks = tree.get("looks")
    things = {*names(tree, "stones", "pieces")}
    for _, _, stone in nodes(tree, "stones"):
        kinds = stone.get("kinds")
        things |= {word.value for word in words_of(kinds)} | {name for name, _, _ in nodes(kinds)}
    for _, _, piece in nodes(tree, "pieces"):
        each = piece.get("each")
        things |= {word.value for word in words_of(each)} | {name for name, _, _ in nodes(each)}
    meanings: dict[str, Span] = {}
    for glyph, span, node in nodes(looks, "legend"):
        if len(glyph) != 1:
            findings.report("long-glyph", span, name=glyph)
        if not isinstance(node, Scalar) or node.value == "nothing":
            continue
        meaning = " ".join(node.value.split())
        thing, of, owner = meaning.partition(" of ")
        _known(thing, node.span, things, findings)
        if of:
            _known(owner, node.span, names(tree, "seats"), findings)
        if meaning in meanings:
            findings.report("repeated-name", node.span, name=meaning, first=meanings[meaning])
        meanings.setdefault(meaning, node.span)
    fields = {*names(tree, "fields", "timers")}
    for _, _, node in (*nodes(tree, "pieces"), *nodes(tree, "timers")):
        fields |= {name for name, _, _ in nodes(node, "fields")}
    for word in words_of(looks.get("panel") if looks is not None else None):
        _known(word.value, word.span, fields, findings)


def _check_places(tree: Mapping, findings: Findings) -> None:
    """On a grid edges and vertices are places only if the board says so."""
    board = tree.get("board")
    kind = board.get("kind") if board is not None else None
    if board is None or not isinstance(kind, Scalar) or kind.value not in ("grid", "hex"):
        return
    for _, _, stone in (*nodes(tree, "stones"), *nodes(tree, "pieces")):
        lives = stone.get("lives")
        asked = {"edge": "edges", "vertex": "vertices"}.get(getattr(lives, "value", ""))
        said = board.get(asked) if asked else None
        if asked and lives is not None and not (isinstance(said, Scalar) and said.value == "true"):
            fix = Both(f"write {asked}: true in board", f"écrivez {asked}: true dans board")
            findings.report("no-such-places", lives.span, fix, name=asked)


def _check_triggers(tree: Mapping, findings: Findings) -> None:
    known = {
        "changed": names(tree, "fields", "stones"),
        "played": names(tree, "actions"),
        "moved": names(tree, "pieces", "stones"),
        "rings": names(tree, "timers"),
    }
    for section in ("pieces", "timers"):
        for _, _, node in nodes(tree, section):
            known["changed"] += [name for name, _, _ in nodes(node, "fields")]
    for _, _, trigger in nodes(tree, "triggers"):
        for key in ("before", "after"):
            head = trigger.get(key)
            found = _HEAD.match(head.value) if isinstance(head, Scalar) else None
            if found is not None and isinstance(head, Scalar):
                start, end = found.start(2) + 1, found.end(2) + 1
                _known(found.group(2), head.part(1, start, 1, end), known[found.group(1)], findings)


def _check_exceptions(tree: Mapping, findings: Findings) -> None:
    """`except` of a guard of a phase names the actions it does not hold for."""
    for _, _, phase in nodes(tree, "phases"):
        for _, _, guard in nodes(phase, "require"):
            for word in words_of(guard.get("except")):
                _known(word.value, word.span, names(tree, "actions"), findings)


def _check_guards(tree: Mapping, findings: Findings) -> None:
    """A refusal names its guard, so an action has no two guards of one name."""
    for _, _, action in nodes(tree, "actions"):
        before = {name: span for name, span, _ in nodes(action, "require")}
        after = [(name, span) for name, span, _ in nodes(action, "ensure")]
        after += [(word.value, word.span) for word in words_of(action.get("ensure"))]
        for name, span in after:
            if name in before:
                findings.report("repeated-name", span, name=name, first=before[name])


def _check_loops(tree: Mapping, findings: Findings) -> None:
    """A phase with `each` runs by itself: no action is offered in it."""
    loops = {name for name, _, phase in nodes(tree, "phases") if phase.get("each") is not None}
    for name, _, action in nodes(tree, "actions"):
        for word in words_of(action.get("phase")):
            if word.value in loops:
                findings.report("action-in-loop", word.span, name=name, phase=word.value)


def _check_parameters(tree: Mapping, findings: Findings) -> None:
    for _, _, action in nodes(tree, "actions"):
        for part in ("given", "choose"):
            for name, span, _ in nodes(action, part):
                if name in _OF_STEPS:
                    findings.report("reserved-word", span, name=name)


def _check_clashes(tree: Mapping, findings: Findings) -> None:
    """One name for two things: an option and a field, or a field and what every game has."""
    first: dict[str, Span] = {}
    for section in _SHARED:
        for name, span, node in nodes(tree, section):
            # A field of a seat or cell is only read behind a dot.
            if node.get("when") is not None or (section == "fields" and node.get("of") is not None):
                continue
            if name in _BUILT_IN:
                findings.report("reserved-word", span, name=name)
            elif name in first:
                # Of one file, the lower one is the second.
                older, newer = sorted([first[name], span], key=lambda at: (at.file == span.file and at.line))
                findings.report("repeated-name", newer, name=name, first=older)
            first.setdefault(name, span)

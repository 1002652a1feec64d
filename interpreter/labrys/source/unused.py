"""What is declared and never used: names no text mentions, fields nobody sets or reads.

A word in any text of the game or of one of its variants counts as a use, so that what is reported
is idle for certain. Texts are looked at as words; the compiler knows more, but only of the nodes
that exist for one table.
"""

import re
from collections import defaultdict
from collections.abc import Iterator

from labrys.source.findings import Findings
from labrys.source.references import nodes
from labrys.source.spans import Span
from labrys.source.tree import Mapping, Node, Scalar, Sequence, words_of

Owner = tuple[str, str]

_WORD = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_FORM = re.compile(r"\{[a-z][a-z0-9.-]*:([a-z-]+)")
_GAP = re.compile(r"\{([a-z][a-z0-9.-]*)")
# Sections whose names exist to be used by others.
_FOR_USE = (
    *("options", "constants", "enums", "stones", "pieces", "shapes", "fields", "history"),
    *("timers", "relations", "define", "guards"),
)
# Keys whose values are for people, or say nothing about the game.
_SILENT = frozenset({"cites", "colour", "name", "about", "title", "game", "labrys", "plural"})
# Here names stand as keys.
_KEYED = frozenset({"cost", "edges", "vertices", "marks"})
_STATEMENTS = frozenset({"do", "then", "enter", "leave", "each", "begin", "end", "stuck"})
_CHANGES = re.compile(
    r"\s*(?:else |default )*(?:set|add|remove|take|clear|draw|move|shuffle|lay|put)\b|.*[+-]="
)
_TARGETS = (
    re.compile(r"^(\s*(?:else )?set )[^=<>]*?( to )"),
    re.compile(r"^\s*\S+( [+-]= )"),
    re.compile(r"^(\s*add .* to )\S+$"),
    re.compile(r"^(\s*remove .* from )\S+$"),
    re.compile(r"^(\s*clear )\S+$"),
)


class Mentions:
    """Where in the texts of a game each word stands: by which node it is used, and how."""

    def __init__(self) -> None:
        self.used: dict[str, set[Owner]] = defaultdict(set)
        self.changed: set[str] = set()
        self.read: set[str] = set()

    def add(self, tree: Mapping) -> None:
        for section, _, node in nodes(tree):
            if section in ("change", "add"):
                for name, _, inner in nodes(node):
                    head, _, rest = name.partition(".")
                    first, *keys = rest.split(".") or [""]
                    self._node((head, first), keys[-1] if keys else head, inner)
            elif section == "together" and isinstance(node, Mapping):
                for _, _, inner in nodes(node):
                    if isinstance(inner, Mapping):
                        self.add(inner)
            elif isinstance(node, Mapping):
                for name, _, inner in nodes(node):
                    self._node((section, name), name, inner)
            elif section not in ("remove", "requires", "conflicts", "after", "include"):
                self._node((section, ""), section, node)

    def _node(self, owner: Owner, key: str, node: Node) -> None:
        for word, inner in _texts(key, node):
            found = set(_GAP.findall(inner)) if word in ("en", "fr") else set(_WORD.findall(inner))
            for one in found:
                self.used[one].add(owner)
            if word not in _STATEMENTS:
                self.read |= found
                # What is paid is tested first, so it is read and set.
                self.changed |= found if word == "cost" else set()
                continue
            for line in inner.split("\n"):
                words = set(_WORD.findall(line))
                if _CHANGES.match(line):
                    self.changed |= words
                for target in _TARGETS:
                    line = target.sub(lambda m: "".join(g or "" for g in m.groups()), line)
                self.read |= set(_WORD.findall(line))

    def uses(self, words: set[str], owner: Owner) -> bool:
        return any(self.used.get(word, set()) - {owner} for word in words)


def _texts(key: str, node: Node) -> Iterator[tuple[str, str]]:
    """Every text below a node with the key it is the value of."""
    if key in _SILENT:
        return
    if isinstance(node, Scalar):
        yield key, node.value
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _texts(key, item)
    else:
        for name, inner in node.items():
            if key in _KEYED:
                yield "cost", name
            yield from _texts(name, inner)


def check_unused(tree: Mapping, variants: list[Mapping], findings: Findings) -> None:
    """Report what the game declares and neither it nor a variant uses."""
    mentions = Mentions()
    for one in (tree, *variants):
        mentions.add(one)
    for section in _FOR_USE:
        for name, span, node in nodes(tree, section):
            if not mentions.uses(_names(section, name, node), (section, name)):
                findings.report("unused-name", span, name=name)
            elif section == "fields":
                _check_field(name, span, mentions, findings)
    for _, _, tile in nodes(tree, "tiles"):
        for name, span, _ in nodes(tile, "fields"):
            if name not in mentions.used:
                findings.report("unused-name", span, name=name)


    said = {form for one in (tree, *variants) for text in _sentences(one) for form in _FORM.findall(text)}
    for name, span in _forms(tree):
        if name not in said:
            findings.report("unused-name", span, name=name)


def _sentences(node: Node) -> Iterator[str]:
    """All texts of a tree."""
    if isinstance(node, Scalar):
        yield node.value
    else:
        for inner in node.items if isinstance(node, Sequence) else [value for _, value in node.items()]:
            yield from _sentences(inner)


def _forms(node: Node) -> Iterator[tuple[str, Span]]:
    """The forms in which names are told, beside the plain one: `fr: {plain: nord, to: "vers le nord"}`."""
    if isinstance(node, Sequence):
        for item in node.items:
            yield from _forms(item)
    elif isinstance(node, Mapping):
        for key, inner in node.items():
            if key in ("en", "fr") and isinstance(inner, Mapping):
                yield from ((form, span) for form, span, _ in nodes(inner) if form != "plain")
            else:
                yield from _forms(inner)


def _check_field(name: str, span: Span, mentions: Mentions, findings: Findings) -> None:
    if name not in mentions.read:
        findings.report("never-read", span, name=name)
    elif name not in mentions.changed:
        findings.report("never-set", span, name=name)


def _names(section: str, name: str, node: Node) -> set[str]:
    """The words by which a thing is used: its name, its plural, its kinds and values."""
    found = {name, f"{name}s", f"{name}es", f"{name}-kind"}
    plural = node.get("plural")
    if isinstance(plural, Scalar):
        found.add(plural.value)
    values = [node] if section == "enums" else [node.get("kinds"), node.get("each")]
    for part in values:
        found |= {word.value for word in words_of(part)} | {key for key, _, _ in nodes(part)}
    return found - {"plural", "cites", "when"}

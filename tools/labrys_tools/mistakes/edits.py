"""Text surgery: the small changes to a file that mistakes are made of."""

import random
from dataclasses import dataclass

from labrys_tools.mistakes.ground import Ground, Place


@dataclass(frozen=True)
class Mistake:
    """A spoilt ruleset. `lines` are those of `file` where a person would look for the fault."""

    kind: str
    ruleset: str
    file: str
    lines: frozenset[int]
    files: dict[str, str]
    note: str


@dataclass(frozen=True)
class Edit:
    """One change to one file, with the lines a finding about it may name."""

    file: str
    text: str
    lines: frozenset[int]
    note: str


def replace_at(ground: Ground, file: str, line: int, column: int, old: str, new: str) -> Edit:
    """Replace what stands at a place of one line."""
    lines = ground.files[file].split("\n")
    row = lines[line - 1]
    assert row.startswith(old, column - 1), (file, line, column, old)
    lines[line - 1] = row[: column - 1] + new + row[column - 1 + len(old) :]
    return Edit(file, "\n".join(lines), frozenset({line}), f"{old} -> {new}"[:80])


def replace_line(ground: Ground, file: str, line: int, new: str) -> Edit:
    lines = ground.files[file].split("\n")
    old, lines[line - 1] = lines[line - 1], new
    return Edit(file, "\n".join(lines), frozenset({line}), f"{old.strip()} -> {new.strip()}"[:80])


def insert_lines(ground: Ground, file: str, after: int, new: list[str]) -> Edit:
    """Put lines after a line; a finding may name any of them."""
    lines = ground.files[file].split("\n")
    lines[after:after] = new
    marked = frozenset(range(after + 1, after + 1 + len(new)))
    return Edit(file, "\n".join(lines), marked, " / ".join(row.strip() for row in new)[:80])


def append(ground: Ground, file: str, new: list[str]) -> Edit:
    length = len(ground.files[file].rstrip("\n").split("\n"))
    return insert_lines(ground, file, length, new)


def block_end(ground: Ground, place: Place) -> int:
    """The last line of a block entry: the lines below its key that are indented further."""
    lines = ground.files[place.file].split("\n")
    indent = place.entry.key_span.column - 1
    last = number = place.entry.key_span.line
    for number in range(last + 1, len(lines) + 1):
        row = lines[number - 1]
        if row.strip() and len(row) - len(row.lstrip()) <= indent:
            break
        if row.strip():
            last = number
    return last


def remove_entry(ground: Ground, place: Place) -> Edit | None:
    """Take a key and its value out of its mapping; a finding may name the mapping or its owner."""
    key, value = place.entry.key_span, place.node.span
    file = place.file
    if not place.parent.flow:
        lines = ground.files[file].split("\n")
        del lines[key.line - 1 : block_end(ground, place)]
        first = place.parent.span.line
        # The owner's key stands on the line above the mapping, or further up past comments.
        return Edit(file, "\n".join(lines), frozenset({first, first - 1}), f"no {place.key}")
    if key.line != value.end_line:
        return None
    row = ground.line(file, key.line)
    start, end = key.column - 1, value.end_column - 1
    rest = row[end:].lstrip()
    if rest.startswith(","):
        new = row[:start] + rest[1:].lstrip()
    else:
        new = row[:start].rstrip().removesuffix(",") + row[end:]
    return replace_line(ground, file, key.line, new)


def misspelt(word: str, dice: random.Random, taken: frozenset[str]) -> str | None:
    """The word with a slip of the pen that makes no other word of the ruleset."""
    inner = [i for i in range(len(word)) if word[i].isalpha()]
    for _ in range(8):
        at = dice.choice(inner)
        slips = [word[:at] + word[at + 1 :], word[:at] + word[at] + word[at:]]
        if at + 1 < len(word) and word[at + 1].isalpha():
            slips.append(word[:at] + word[at + 1] + word[at] + word[at + 2 :])
        slip = dice.choice(slips)
        if slip != word and slip not in taken and slip and slip[0].isalpha():
            return slip
    return None

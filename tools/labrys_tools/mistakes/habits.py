"""Mistakes of authors who think in another language: `==`, `&&`, `elif`, `x_y`, `rows-1`."""

import random
import re

from labrys_tools.mistakes.edits import Edit, replace_at, replace_line
from labrys_tools.mistakes.ground import Ground

# What stands there, and what somebody used to another language writes.
_SIGNS = (
    (re.compile(r"(?<= )=(?= )"), ("==", ":=", "===")),
    (re.compile(r"(?<= )!=(?= )"), ("<>", "=/=", "!==")),
    (re.compile(r"(?<= )and(?= )"), ("&&", "&& not")),
    (re.compile(r"(?<= )or(?= )"), ("||", "|")),
    (re.compile(r"(?<= )div(?= )"), ("/", "//")),
    (re.compile(r"(?<= )mod(?= )"), ("%",)),
    (re.compile(r"(?<=[ :])not(?= )"), ("!",)),
)
_BLOCK = re.compile(r"\s*(?:if|else|for|repeat)\b.*:$")
_SUM = re.compile(r"[a-z][a-z0-9-]* - [0-9]+")


def foreign_sign(ground: Ground, dice: random.Random) -> Edit | None:
    found = [
        (word, sign)
        for pattern, signs in _SIGNS
        for word in ground.words(pattern)
        for sign in signs
        # `let x = 3` is right with one sign, and a `|` begins a text of its own.
        if not ground.line(word.file, word.line).lstrip().startswith("let ")
    ]
    if not found:
        return None
    word, sign = dice.choice(found)
    return replace_at(ground, word.file, word.line, word.column, word.text, sign)


def foreign_name(ground: Ground, dice: random.Random) -> Edit | None:
    """`far_row` or `FarRow` for `far-row`."""
    words = [word for word in ground.words() if word.text in ground.declared and len(word.text) > 2]
    if not words:
        return None
    word = dice.choice(words)
    parts = word.text.split("-")
    camel = parts[0] + "".join(part.capitalize() for part in parts[1:])
    snake = "_".join(parts)
    better = [new for new in (camel, snake) if new != word.text] or [word.text.capitalize()]
    new = dice.choice(better)
    return replace_at(ground, word.file, word.line, word.column, word.text, new)


def missing_colon(ground: Ground, dice: random.Random) -> Edit | None:
    """A block without the colon that opens it."""
    rows = [
        (word.file, word.line)
        for word in ground.words(re.compile(r":$"))
        if _BLOCK.fullmatch(ground.line(word.file, word.line))
    ]
    if not rows:
        return None
    file, line = dice.choice(rows)
    row = ground.line(file, line)
    edit = replace_line(ground, file, line, row[:-1])
    # The line below is then the first that makes no sense.
    return Edit(edit.file, edit.text, frozenset({line, line + 1}), edit.note)


def foreign_statement(ground: Ground, dice: random.Random) -> Edit | None:
    """`x = 3` for `set x to 3`, `elif` for `else if`, `return` for `finish`."""
    choices = []
    for word in ground.words(re.compile(r"set [a-z][a-z0-9.-]* to (?=.)")):
        name = word.text.split()[1]
        choices += [(word, f"{name} = "), (word, f"set {name} = "), (word, f"{name} := ")]
    choices += [(word, "elif ") for word in ground.words(re.compile(r"else if (?=.*:$)"))]
    choices += [(word, "return") for word in ground.words(re.compile(r"^\s*end turn$")) if word]
    if not choices:
        return None
    word, new = dice.choice(choices)
    return replace_at(ground, word.file, word.line, word.column, word.text, new)


def tight_difference(ground: Ground, dice: random.Random) -> Edit | None:
    """`rows-1`, which is one name."""
    words = list(ground.words(_SUM))
    if not words:
        return None
    word = dice.choice(words)
    new = word.text.replace(" ", "")
    return replace_at(ground, word.file, word.line, word.column, word.text, new)

"""Characters a text may not hold, and a way to print any text without obeying it."""

import unicodedata

# Joins emoji; harmless, and the only invisible character with an honest use here.
_ALLOWED = frozenset("\n\t\u200d")
_REFUSED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def strange(text: str) -> int | None:
    """The index of the first control, escape, invisible or direction-changing character."""
    if text.isascii() and text.isprintable():
        return None
    for index, char in enumerate(text):
        if char not in _ALLOWED and unicodedata.category(char) in _REFUSED:
            return index
    return None


def named(char: str) -> str:
    """A name for a character that must not be printed: `U+202E RIGHT-TO-LEFT OVERRIDE`."""
    return f"U+{ord(char):04X} {unicodedata.name(char, '')}".rstrip()


def visible(text: str) -> str:
    """The text with every refused character written as an escape, safe for a terminal."""
    if strange(text) is None:
        return text
    return "".join(
        char
        if char in _ALLOWED or unicodedata.category(char) not in _REFUSED
        else f"\\u{ord(char):04x}"
        for char in text
    )

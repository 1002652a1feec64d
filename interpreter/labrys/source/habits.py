"""Habits of other languages: what an author who wrote `==`, `elif` or `x_y` should write instead.

The grammar only knows that something was not expected; here the line is looked at as a person
would, and the remedy is named.
"""

import re
from collections.abc import Callable

from labrys.source.catalogue import Both

# Findings of the grammar, which knows where it stopped but not why.
PUZZLED = frozenset({"strange-letter", "unexpected-word", "text-stops", "not-here"})

Remedy = Callable[[re.Match[str]], Both]


def _write(word: str) -> Remedy:
    return lambda found: Both(
        f"write `{word}`, not `{found.group().split()[0]}`",
        f"écrivez `{word}`, pas `{found.group().split()[0]}`",
    )


def _rewrite(pattern: str) -> Remedy:
    """The remedy made of parts of what was found."""

    def remedy(found: re.Match[str]) -> Both:
        better = found.expand(pattern)
        return Both(f"write `{better}`", f"écrivez `{better}`")

    return remedy


def _lower(found: re.Match[str]) -> Both:
    better = re.sub(r"_+", "-", found.group()).strip("-").lower()
    return Both(
        f"names are small letters joined by hyphens: `{better}`",
        f"les noms sont en minuscules jointes par des traits d'union : `{better}`",
    )


# Whatever of these covers the place, or ends just before it, is what the author meant.
_AT: tuple[tuple[str, Remedy], ...] = (
    (r"==+", _write("=")),
    (r"&&", _write("and")),
    (r"\|\|", _write("or")),
    (r"<>|=/=|≠", _write("!=")),
    (r"≤|=<", _write("<=")),
    (r"≥|=>", _write(">=")),
    (r"!(?!=)", _write("not")),
    (r"([a-z][a-z0-9.-]*)\s*\+\+", _rewrite(r"\1 += 1")),
    (r"([a-z][a-z0-9.-]*)\s*--", _rewrite(r"\1 -= 1")),
    (
        r"//.*",
        lambda _: Both(
            "division is `div`; a remark begins with `#`",
            "la division est `div` ; une remarque commence par `#`",
        ),
    ),
    (r"/", _write("div")),
    (r"%", _write("mod")),
    (r"×", _write("*")),
    (r"\b(?:elif|elsif|elseif)\b.*", _write("else if")),
    (r"\breturn\b.*", _write("finish")),
    (r"\bbreak\b", _write("stop")),
    (r"\bcontinue\b", _write("skip")),
    (r"\bset ([a-z][a-z0-9.-]*) =", _rewrite(r"set \1 to")),
    (r"\bset ([a-z][a-z0-9.-]*) (?!to\b)[a-z0-9-]+", _rewrite(r"set \1 to …")),
    (r"^\s*([a-z][a-z0-9.-]*) =", _rewrite(r"set \1 to")),
    (r"^\s*([a-z][a-z0-9.-]*) ([+-]) ", _rewrite(r"\1 \2= …")),
    (r"\blet ([a-z][a-z0-9-]*) (?!=)\S+", _rewrite(r"let \1 = …")),
    (r"\bfor ([a-z][a-z0-9-]*) of\b", _rewrite(r"for \1 in")),
    (r"\bis not\b(?! empty)", _write("!=")),
    (r"\bis (?!empty\b)\S+", _write("=")),
    (
        r"[0-9]+\.[0-9]+",
        lambda _: Both("numbers are whole", "les nombres sont entiers"),
    ),
    (
        r"[\"'“”«»‘’`]",
        lambda _: Both("names stand without quotes", "les noms s'écrivent sans guillemets"),
    ),
    (r"[A-Za-z][A-Za-z0-9-]*(?:_[A-Za-z0-9_-]*)+|[A-Z][A-Za-z0-9_-]*", _lower),
)
_OPENS = re.compile(r"\s*(?:if|else|else if|for|repeat|try keeping)\b[^:]*$")


def remedy(slug: str, line: str, column: int) -> Both | None:
    """What to write instead, if the line shows a habit at this column (from 1)."""
    code = line.split(" #")[0].rstrip()
    # The texts of a mapping are looked at from their own beginning.
    start = len(code) - len(re.sub(r"^\s*(?:- )?[a-z-]+: (?=\S)", "", code))
    if slug == "text-stops":
        if code.count("(") > code.count(")"):
            return Both("a bracket is not closed", "une parenthèse n'est pas fermée")
        if _OPENS.match(code):
            return Both("a colon is missing at the end", "il manque un deux-points à la fin")
    for pattern, say in _AT:
        for found in re.finditer(pattern, code[start:]):
            if found.start() < column - start <= found.end() + 1:
                return say(found)
    if slug == "unexpected-word" and code[column - 1 : column] == ")":
        return Both("a bracket too many", "une parenthèse de trop")
    return None


def difference(name: str) -> Both | None:
    """`rows-1` is one name; who wrote it meant a difference."""
    found = re.fullmatch(r"([a-z][a-z0-9-]*)-([0-9]+)", name)
    if found is None:
        return None
    better = f"{found.group(1)} - {found.group(2)}"
    return Both(
        f"a difference has spaces: `{better}`", f"une différence prend des espaces : `{better}`"
    )

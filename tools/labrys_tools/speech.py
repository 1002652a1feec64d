"""The language a person reads: chosen once, before anything is said."""

import os
from collections.abc import Iterable, Mapping

LANGUAGES = ("en", "fr")

_chosen = "en"


def choose(lang: str) -> None:
    """From here on every sentence is said in this language."""
    global _chosen
    _chosen = lang if lang in LANGUAGES else "en"


def language() -> str:
    return _chosen


def say(en: str, fr: str) -> str:
    """The sentence in the language chosen."""
    return fr if _chosen == "fr" else en


def language_of(argv: Iterable[str], environment: Mapping[str, str] = os.environ) -> str:
    """The language asked for by `--lang`, else by the locale, else English.

    The arguments are looked through before they are parsed, because a wrong one is
    complained of in this language too.
    """
    words = list(argv)
    for index, word in enumerate(words):
        wanted = word.removeprefix("--lang=") if word.startswith("--lang=") else ""
        if word == "--lang" and index + 1 < len(words):
            wanted = words[index + 1]
        if wanted in LANGUAGES:
            return wanted
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        locale = environment.get(name, "")
        if locale:
            return "fr" if locale.lower().startswith("fr") else "en"
    return "en"


def counted(number: int, en: str, fr: str, en_many: str = "", fr_many: str = "") -> str:
    """`1 game`, `3 games`; in French one still counts as one at zero."""
    if _chosen == "fr":
        word = (fr_many or fr + "s") if number > 1 else fr
    else:
        word = en if number == 1 else (en_many or en + "s")
    return f"{number} {word}"

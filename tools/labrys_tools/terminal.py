"""Printing that never fails for want of a letter, and knowing when a person is looking."""

import codecs
import contextlib
import json
import os
import sys
import unicodedata
from typing import Any, TextIO

# What an ASCII terminal shows for signs that do not fall apart into letter and accent.
_PLAIN = {
    "…": "...", "–": "-", "—": "-", "−": "-", "‘": "'", "’": "'", "“": '"', "”": '"',
    "«": '"', "»": '"', "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss",
    "→": "->", "←": "<-", "×": "x", "·": ".", "•": "*", "│": "|", "─": "-", "┼": "+",
    "└": "+", "┌": "+", "┘": "+", "┐": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "╵": "|", "╷": "|", "╴": "-", "╶": "-",
    "✓": "+", "✗": "x", "█": "#", "░": ".", "°": "o", "\u00a0": " ", "\u202f": " ",
}  # fmt: skip


def plain(text: str) -> str:
    """The text in ASCII: accents dropped, signs spelt, the rest as `?`."""
    shown = []
    for char in text:
        if char.isascii():
            shown.append(char)
        elif char in _PLAIN:
            shown.append(_PLAIN[char])
        else:
            letters = unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode()
            shown.append(letters or "?")
    return "".join(shown)


def _encode_plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain(error.object[error.start : error.end]), error.end


codecs.register_error("labrys-plain", _encode_plainly)


def prepare_streams() -> None:
    """Make every stream accept every text; a stream that was closed stays closed."""
    for stream in (sys.stdout, sys.stderr):
        _reconfigure(stream, "labrys-plain")
    _reconfigure(sys.stdin, "replace")


def _reconfigure(stream: Any, errors: str) -> None:
    # Tests and notebooks put their own objects here, which need not know the method.
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors=errors)


def out(text: str = "") -> None:
    """Print one text to standard output."""
    print(text)


def out_json(data: Any) -> None:
    """Print data for programs. Where not every letter can be written, it is escaped, not respelt."""
    encoding = codecs.lookup(getattr(sys.stdout, "encoding", None) or "ascii").name
    out(json.dumps(data, indent=2, ensure_ascii=not encoding.startswith("utf")))


def err(text: str) -> None:
    """Print one sentence to standard error; if even that is closed, there is nobody to tell."""
    with contextlib.suppress(OSError, ValueError):
        print(text, file=sys.stderr, flush=True)


def is_terminal(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def colourful() -> bool:
    """Whether colours reach a person who wants them."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM", "") == "dumb":
        return False
    return is_terminal(sys.stdout)


def forget_output() -> None:
    """Send what is still waiting for a broken standard output to nowhere.

    Python writes it once more when it ends, and would complain on its own.
    """
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)

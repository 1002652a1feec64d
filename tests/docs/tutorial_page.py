"""Reads a tutorial page as its reader does: writes the files it shows, runs the commands it quotes.

The word after the language of a code block says what the reader does with it:

    ```yaml title=F       F is this text
    ```yaml sections=F    these sections of F are replaced, new ones go to its end
    ```yaml append=F      this goes to the end of F
    ```diff title=F       lines with - become those with +
    ```console            the command after `$` prints the rest; `…` stands for what differs
"""

import io
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from labrys_tools import scenarios, speech
from labrys_tools.command import main

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = {"en": DOCS / "tutorial.md", "fr": DOCS / "tutorial-fr.md"}

_BLOCK = re.compile(r"^```(\w+) ?([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_TYPED = re.compile(r"^(?:Red|Blue|Rouge|Bleu)> (.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A code block of the page."""

    kind: str
    mark: str
    text: str

    @property
    def command(self) -> str:
        return self.text.partition("\n")[0].removeprefix("$ ")

    @property
    def quoted(self) -> str:
        return self.text.partition("\n")[2]


@dataclass(frozen=True)
class Heard:
    """A command of the page, what the page says it prints, and what it printed."""

    command: str
    quoted: str
    printed: str
    code: int


def blocks(lang: str, pages: dict[str, Path] = PAGES) -> list[Block]:
    page = pages[lang].read_text(encoding="utf-8")
    return [Block(*found) for found in _BLOCK.findall(page)]


def commands(lang: str, pages: dict[str, Path] = PAGES) -> list[str]:
    return [block.command for block in blocks(lang, pages) if block.kind == "console"]


def follow(lang: str, folder: Path, pages: dict[str, Path] = PAGES) -> Iterator[Heard]:
    """Do what the page says, in its order, in this folder."""
    for block in blocks(lang, pages):
        if block.kind == "console":
            printed, code = _run(lang, folder, block)
            yield Heard(block.command, block.quoted, printed, code)
        elif block.mark:
            way, _, name = block.mark.partition("=")
            _write(folder / name, "diff" if block.kind == "diff" else way, block.text)


def agrees(quoted: str, printed: str) -> bool:
    """Whether the output is as quoted; a line `…` is any lines, `…` in a line any part of it."""
    rows = [
        r"(?:.*\n)*?" if row == "…" else re.escape(row).replace("…", ".*") + r"\n"
        for row in quoted.strip().splitlines()
    ]
    return re.fullmatch("".join(rows), printed.strip() + "\n") is not None


def _run(lang: str, folder: Path, block: Block) -> tuple[str, int]:
    words = shlex.split(block.command)
    assert words[0] == "labrys"
    typed = "".join(f"{line}\n" for line in _TYPED.findall(block.quoted))
    said = io.StringIO()
    keyboard, sys.stdin = sys.stdin, io.StringIO(typed)
    try:
        with chdir(folder), redirect_stdout(said), redirect_stderr(said):
            code = main(["--lang", lang, *words[1:], "--lang", lang])
    finally:
        sys.stdin = keyboard
        speech.choose("en")
        # The reader starts a new process each time, which remembers no game as it was before.
        scenarios._game.cache_clear()
    return re.sub(r"[ \t]+$", "", said.getvalue(), flags=re.MULTILINE), code


def _write(path: Path, way: str, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    after = {"title": _whole, "append": _appended, "sections": _sections, "diff": _changed}[way]
    path.write_text(after(before, text), encoding="utf-8")


def _whole(_before: str, text: str) -> str:
    return text


def _appended(before: str, text: str) -> str:
    assert before
    return before.rstrip("\n") + "\n\n" + text


def _sections(before: str, text: str) -> str:
    """Sections are replaced where they stand; new ones go to the end, after an empty line."""
    found = {_name(part): part for part in _parts(before)}
    assert found
    for part in _parts(text):
        old = found.get(_name(part))
        if old is None:
            last = next(reversed(found))
            found[last] = found[last].rstrip("\n") + "\n\n"
        gap = "\n" if old is None else old[len(old.rstrip("\n")) :]
        found[_name(part)] = part.rstrip("\n") + gap
    return "".join(found.values())


def _parts(text: str) -> list[str]:
    return [part for part in re.split(r"^(?=[a-z])", text, flags=re.MULTILINE) if part.strip()]


def _name(part: str) -> str:
    return part.partition(":")[0]


def _changed(before: str, text: str) -> str:
    """Lines that stand together in the page are found together in the file, and only once."""
    out = "".join(f"{line[1:]}\n" for line in text.splitlines() if line[0] in "- ")
    into = "".join(f"{line[1:]}\n" for line in text.splitlines() if line[0] in "+ ")
    assert before.count(out) == 1, out
    return before.replace(out, into)

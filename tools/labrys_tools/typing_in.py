"""Where a player's lines come from: a script first, then the keyboard."""

import sys
from pathlib import Path

from labrys_tools.speech import say
from labrys_tools.terminal import is_terminal, out
from labrys_tools.trouble import Failed, WrongUse, without_escapes

_MOST_BYTES = 1_000_000


class Lines:
    """Lines one by one, each with the name of the place it came from."""

    def __init__(self, script: Path | None) -> None:
        self.script = script
        self.place = ""
        self._waiting = [] if script is None else _script_lines(script)

    @property
    def scripted(self) -> bool:
        """Whether the line just read was written beforehand, so that nobody can try again."""
        return bool(self.place)

    def next(self, prompt: str) -> str | None:
        """The next line; None at the end of the input."""
        if self._waiting:
            number, line = self._waiting.pop(0)
            self.place = f"{self.script}:{number}"
            out(f"{prompt}{without_escapes(line)}")
            return line
        self.place = ""
        if self.script is not None and not is_terminal(sys.stdin):
            raise Failed(
                say(
                    f"The script {self.script} ends before the game does.",
                    f"Le script {self.script} finit avant la partie.",
                )
            )
        if sys.stdin is None or sys.stdin.closed:
            return None
        if not is_terminal(sys.stdin):
            return self._piped(prompt)
        try:
            return input(prompt)
        except EOFError:
            out()
            return None

    def _piped(self, prompt: str) -> str | None:
        """A line nobody saw being typed is shown, so that the output reads as a game."""
        line = sys.stdin.readline()
        if not line:
            return None
        entry = line.rstrip("\r\n")
        out(f"{prompt}{without_escapes(entry)}")
        return entry


def _script_lines(script: Path) -> list[tuple[int, str]]:
    with script.open("rb") as opened:
        raw = opened.read(_MOST_BYTES + 1)
    if len(raw) > _MOST_BYTES:
        raise WrongUse(
            say(f"The script {script} is too long.", f"Le script {script} est trop long.")
        )
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise WrongUse(
            say(
                f"The script {script} is not written in UTF-8.",
                f"Le script {script} n'est pas écrit en UTF-8.",
            )
        ) from None
    rows = []
    for number, line in enumerate(text.splitlines(), start=1):
        # A scenario's `when` can be pasted as it is.
        entry = line.split(" #")[0].strip().removeprefix("- ").strip()
        if entry and not entry.startswith("#"):
            rows.append((number, entry))
    return rows

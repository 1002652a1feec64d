"""A real terminal for tests: `labrys` behind a pseudo-terminal, its window kept as a person would see it."""

import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pyte
from side_table import environment

# A busy machine is slow; nothing waits so long unless it is broken.
PATIENCE = 90


class Window:
    """One `labrys` in a window of so many columns and rows. Whatever is awaited is looked for on the window."""

    def __init__(self, games: Path, *words: object, columns: int = 80, rows: int = 40, **more: str) -> None:
        env = environment(TERM="xterm-256color", LABRYS_GAMES=str(games), **more)
        self.columns, self.rows = columns, rows
        self.child: Any = pexpect.spawn(
            sys.executable, ["-m", "labrys_tools", *map(str, words)], env=env, dimensions=(rows, columns), timeout=PATIENCE, encoding="utf-8"
        )
        self.screen = pyte.Screen(columns, rows)
        # Asked where its cursor is, the terminal answers, as real ones do.
        self.screen.write_process_input = self.child.send
        self.stream = pyte.Stream(self.screen)
        self.raw = ""

    @property
    def lines(self) -> list[str]:
        """What is on the window, without the empty rows at its end."""
        rows = [row.rstrip() for row in self.screen.display]
        while rows and not rows[-1]:
            rows.pop()
        return rows

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def _wait(self, wanted: str, there: Callable[[], bool]) -> str:
        """Reads on until something is so, and gives the whole window. A live window never falls silent, so the wait has an end."""
        latest = time.monotonic() + PATIENCE
        while not there():
            try:
                self._take(self.child.read_nonblocking(4096, timeout=PATIENCE))
            except (pexpect.EOF, pexpect.TIMEOUT) as error:
                raise AssertionError(f"{type(error).__name__} before {wanted!r}:\n{self.text}") from None
            assert time.monotonic() < latest, f"{wanted!r} did not come:\n{self.text}"
        return self.text

    def _take(self, part: str) -> None:
        self.raw += part
        self.stream.feed(part)

    def until(self, pattern: str) -> str:
        """Waits until this is somewhere on the window."""
        return self._wait(pattern, lambda: re.search(pattern, self.text, re.MULTILINE) is not None)

    def asked(self, pattern: str) -> str:
        """Waits until the last line is a question like this, with nothing typed yet."""
        return self._wait(pattern, lambda: bool(self.lines) and re.search(pattern + r"\s*$", self.lines[-1]) is not None)

    def type(self, keys: str) -> None:
        self.child.send(keys)

    def enter(self, line: str) -> None:
        """A line and the Enter key."""
        self.type(line + "\r")

    def ended(self) -> int:
        """Waits for the end; the exit code."""
        while True:
            try:
                self._take(self.child.read_nonblocking(4096, timeout=PATIENCE))
            except pexpect.EOF:
                break
        self.child.close()
        return int(self.child.exitstatus if self.child.exitstatus is not None else -self.child.signalstatus)

    def kill(self) -> None:
        """As by `kill -9`: the process has no say in it."""
        self.child.kill(9)
        self.child.wait()

    def __enter__(self) -> "Window":
        return self

    def __exit__(self, *_: object) -> None:
        self.child.close(force=True)

"""A bar on standard error while something takes long; silent where nobody is looking."""

import shutil
import sys
import time
from types import TracebackType

from labrys_tools.terminal import is_terminal

_WIDTH = 24
_EVERY = 0.1


class Progress:
    """`with Progress(total, label) as bar: bar.step()`; the bar is wiped away at the end."""

    def __init__(self, total: int, label: str) -> None:
        self.total = max(total, 1)
        self.label = label
        self.done = 0
        self._shown = is_terminal(sys.stderr)
        # A line that breaks could not be wiped away.
        room = shutil.get_terminal_size((80, 24)).columns - len(label) - len("  100%") - 1
        self._width = max(0, min(_WIDTH, room))
        self._last = 0.0

    def __enter__(self) -> "Progress":
        self._draw()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._write("\r" + " " * (len(self.label) + self._width + len("  100%")) + "\r")

    def step(self, number: int = 1) -> None:
        self.done += number
        if self._shown and time.monotonic() - self._last >= _EVERY:
            self._draw()

    def _draw(self) -> None:
        self._last = time.monotonic()
        part = min(self.done, self.total)
        filled = self._width * part // self.total
        bar = "█" * filled + "░" * (self._width - filled)
        self._write(f"\r{self.label} {bar} {100 * part // self.total:3d}%")

    def _write(self, text: str) -> None:
        if not self._shown:
            return
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except (OSError, ValueError):
            self._shown = False


class Thinking:
    """A bar for an opponent who thinks: told which part of the time is used up, wiped away afterwards."""

    def __init__(self, label: str) -> None:
        self._bar = Progress(100, label)
        self._drawn = False

    def __call__(self, part: float) -> None:
        self._drawn = True
        self._bar.done = 0
        self._bar.step(int(100 * part))

    def wipe(self) -> None:
        if self._drawn:
            self._bar.__exit__(None, None, None)
        self._drawn = False

"""Where a person's lines come from: a prompt with completion at a terminal, plain lines everywhere else."""

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from labrys_tools.speech import say
from labrys_tools.terminal import is_terminal
from labrys_tools.typing_in import Lines

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

_MOST_COMPLETIONS = 200


class Prompt:
    """Asks for a line. Completion and history are there where the terminal can do it."""

    def __init__(self, script: Path | None) -> None:
        self.lines = Lines(script)
        self._session: PromptSession[str] | None = None
        # Its screen is drawn over and over, and wiped away with every answer.
        self._live: PromptSession[str] | None = None
        self._words: Sequence[str] = ()

    @property
    def scripted(self) -> bool:
        return self.lines.scripted

    @property
    def place(self) -> str:
        return self.lines.place

    @property
    def interactive(self) -> bool:
        """Whether a person sits at a terminal and nothing is written beforehand."""
        return self.lines.script is None and is_terminal(sys.stdin) and is_terminal(sys.stdout)

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str | None:
        """A line; None at the end of the input. `words` may be completed."""
        if not self.interactive or not self._rich():
            return self.lines.next(prompt)
        self.lines.place = ""
        self._words = words
        assert self._session is not None
        try:
            return str(self._session.prompt(prompt))
        except EOFError:
            return None

    def ask_live(
        self, screen: Callable[[], str], beat: Callable[[], bool], quick: Callable[[str], bool], words: Callable[[], Sequence[str]]
    ) -> str | None:
        """A line, while the screen above it follows the game.

        `beat` is called several times a second and says whether to go on asking; a key for which `quick` is true
        acts without Enter. Gives None where the game went on to something else.
        """
        from prompt_toolkit.application import get_app
        from prompt_toolkit.filters import Condition
        from prompt_toolkit.formatted_text import ANSI
        from prompt_toolkit.key_binding import KeyBindings

        if not self._rich():
            return self.lines.next("> ")
        assert self._live is not None
        keys = KeyBindings()
        empty = Condition(lambda: not get_app().current_buffer.text)

        @keys.add("<any>", filter=empty)
        def _(event: Any) -> None:
            if quick(event.data):
                event.app.exit(result=event.data)
            else:
                event.current_buffer.insert_text(event.data)

        def start() -> None:
            app = get_app()

            async def beating() -> None:
                import asyncio

                while True:
                    await asyncio.sleep(0.2)
                    if not beat():
                        app.exit(result="\0")
                        return
                    self._words = words()
                    app.invalidate()

            app.create_background_task(beating())

        self._words = words()
        try:
            line = str(self._live.prompt(lambda: ANSI(screen()), key_bindings=keys, pre_run=start))
        except EOFError:
            return "quit"
        return None if line == "\0" else line

    def _rich(self) -> bool:
        """Whether the comfortable prompt is to be had; without it plain lines do."""
        if self._session is not None:
            return True
        try:
            from prompt_toolkit import PromptSession
            from prompt_toolkit.completion import Completer, Completion
        except ImportError:
            return False
        prompt = self

        class Legal(Completer):
            def get_completions(self, document: Any, event: Any) -> Iterator[Completion]:
                typed = document.text_before_cursor.casefold()
                if not typed:
                    return
                found = [word for word in prompt._words if word.casefold().startswith(typed)]
                found += [word for word in prompt._words if typed in word.casefold() and word not in found]
                for word in found[:_MOST_COMPLETIONS]:
                    yield Completion(word, start_position=-len(document.text_before_cursor))

        self._session = PromptSession(completer=Legal(), complete_while_typing=False)
        self._live = PromptSession(completer=Legal(), complete_while_typing=False, erase_when_done=True)
        return True


def yes(prompt: Prompt, question: str, otherwise: bool) -> bool:
    """A question that is answered yes or no; an empty line is what is usual."""
    hint = say("Y/n", "O/n") if otherwise else say("y/N", "o/N")
    line = prompt.ask(f"{question} [{hint}] ")
    word = (line or "").strip().casefold()[:1]
    return otherwise if not word else word in ("y", "o")

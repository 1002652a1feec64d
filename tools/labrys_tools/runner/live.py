"""A game with a clock, for a person at a terminal: the screen follows the clock, and the others act while one thinks."""

import contextlib
import io
from collections.abc import Sequence

from labrys import Decision

from labrys_tools.runner import choices as listing
from labrys_tools.runner.person import Person, Wish
from labrys_tools.runner.words import spellings
from labrys_tools.seats import named
from labrys_tools.speech import language, say
from labrys_tools.terminal import out

# Of what happened so many lines are kept above the board; on a low screen only the latest few.
_NEWS = 6
_FEW = 2
# So many choices a digit can tell apart.
_DIGITS = 9


class Live:
    """Asks people while time passes. Digits act without Enter; more than nine choices are settled part by part."""

    def __init__(self, person: Person) -> None:
        self.person, self.table = person, person.table
        self.people: list[str] = []
        self.news: list[str] = []
        # What is settled of a choice already: pairs of a part's name and its value.
        self.settled: list[tuple[str, str]] = []
        # The answer to what was typed last.
        self.said: list[str] = []

    def ask(self, people: Sequence[str]) -> Wish:
        """What one of these people wants; `again` where the game went on, or the screen is to be drawn anew."""
        table, self.people = self.table, list(people)
        asked = table.state.question
        line = self.person.prompt.ask_live(self._screen, lambda: self._beat(asked), self._quick, self._words)
        self.said = []
        if line is None:
            self.settled = []
            return Wish("again")
        entry = line.strip()
        if entry.casefold() in ("", "back", "retour"):
            self.settled = self.settled[:-1]
            return Wish("again")
        part = self._part()
        index = part.picked(entry) if part else None
        if part is not None and index is not None:
            if len(part.left[index]) > 1:
                self.settled.append((part.name, part.values[index]))
                return Wish("again")
            self.settled = []
            return Wish("play", (part.left[index][0],))
        wish = self._answered(entry, self._left() if part is None else self._choices())
        if wish is not None:
            self.settled = []
        return wish or Wish("again")

    def _answered(self, entry: str, found: Sequence[Decision]) -> Wish | None:
        """What a line means. A short answer stands on the screen, a long one is shown alone: time goes on meanwhile."""
        answer = io.StringIO()
        seat = next((each for each in self.people if each in self.table.state.to_act), self.people[0])
        with contextlib.redirect_stdout(answer):
            wish = self.person.heard(seat, self.people, found, entry, found)
        lines = answer.getvalue().splitlines()
        if len(lines) <= _NEWS:
            self.said = lines
            return wish
        for line in lines:
            out(line)
        self.person.prompt.ask(say("Enter: back to the game ", "Entrée : retour au jeu "))
        return wish

    def _beat(self, asked: str | None) -> bool:
        """Lets the game come as far as the wall; False once the person is asked something else, or nothing more."""
        table = self.table
        if table.wall is not None and table.state.question is None:
            table.pass_time(table.wall.now())
        return not table.over and table.state.question == asked

    @property
    def _viewer(self) -> str | None:
        """Whose eyes the screen has: several people at one screen are shown what everybody sees."""
        people = self.table.people
        return people[0] if len(people) == 1 else None

    def _choices(self) -> list[Decision]:
        return [d for d in self.table.state.decisions if d.seat in self.people]

    def _left(self) -> list[Decision]:
        """The choices that agree with what is settled. What the game has overtaken is settled no longer."""
        every = self._choices()
        left = listing.narrowed(every, self.settled)
        while self.settled and not left:
            self.settled.pop()
            left = listing.narrowed(every, self.settled)
        return left

    def _part(self) -> listing.Part | None:
        """What is to be settled next; None where the choices are few enough to be listed whole."""
        left = self._left()
        return listing.next_part(left) if len(left) > _DIGITS else None

    def _words(self) -> list[str]:
        return [*(d.text(language()) for d in self._choices()), *spellings()]

    def _quick(self, key: str) -> bool:
        if len(key) != 1 or not key.isdecimal():
            return False
        part = self._part()
        if part is None:
            return 1 <= int(key) <= len(self._left())
        # A digit that may go on to a second one waits for Enter.
        return len(part.values) <= _DIGITS and all(len(value) == 1 or not part.counted for value in part.values) and part.picked(key) is not None

    def _screen(self) -> str:
        """All of it, or as much as the screen holds: the legend goes first, then what happened, then the top of the board."""
        table, look = self.table, self.person.look
        self.news = [*self.news, *table.heard(table.people[0])][-_NEWS:]
        below = [*self.said, look.bold(look.safe(self.person.where(self.people))), *self._listed()]
        room = look.height - len(below) - 3
        for news, legend in ((_NEWS, True), (_NEWS, False), (_FEW, False)):
            above = [*map(look.safe, self.news[-news:]), "", *look.board(table.state, self._viewer, legend=legend), ""]
            if len(above) <= room:
                break
        now = table.wall.now() if table.wall is not None and table.state.question is None else table.state.now
        who = ", ".join(named(table.game, seat) for seat in self.people)
        return "\n".join([*above[-max(room, 1) :], *below, look.safe(f"{now:.0f} s  {self._so_far()}{who}> ")])

    def _so_far(self) -> str:
        return "".join(f"{value} · " for _, value in self.settled)

    def _listed(self) -> Sequence[str]:
        table, look = self.table, self.person.look
        left, part = self._left(), self._part()
        if not left:
            return []
        if part is None:
            return listing.listed(table.state, left, look)
        back = say("Enter: back", "Entrée : retour")
        asked = f"{part.name}{f' ({back})' if self.settled else ''}"
        return [look.bold(look.safe(asked)), *map(look.safe, part.lines())]

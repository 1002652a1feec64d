"""A game with a clock, for a person at a terminal: the screen follows the clock, and the others act while one thinks."""

from labrys import Decision

from labrys_tools.runner import choices as listing
from labrys_tools.runner.person import Person, Wish
from labrys_tools.seats import named
from labrys_tools.speech import language

# Of what happened so many lines are kept above the board.
_NEWS = 6


class Live:
    """Asks one person while time passes. Digits act without Enter as long as there are at most nine choices."""

    def __init__(self, person: Person) -> None:
        self.person, self.table = person, person.table
        self.news: list[str] = []

    def ask(self, seat: str) -> Wish:
        table, person = self.table, self.person
        asked = table.state.question
        line = person.prompt.ask_live(
            lambda: self._screen(seat), lambda: self._beat(seat, asked), self._quick, lambda: self._words(seat)
        )
        if line is None:
            return Wish("again")
        found = self._choices(seat)
        return person.heard(seat, [seat], found, line, found) or Wish("again")

    def _beat(self, seat: str, asked: str | None) -> bool:
        """Lets the game come as far as the wall; False once the person is asked something else, or nothing more."""
        table = self.table
        if table.wall is not None and table.state.question is None:
            table.pass_time(table.wall.now())
        return not table.over and table.state.question == asked

    def _choices(self, seat: str) -> list[Decision]:
        return [d for d in self.table.state.decisions if d.seat == seat]

    def _words(self, seat: str) -> list[str]:
        return [d.text(language()) for d in self._choices(seat)]

    def _quick(self, key: str) -> bool:
        count = len([d for d in self.table.state.decisions if d.seat in self.table.people])
        return key.isdecimal() and len(key) == 1 and 1 <= int(key) <= count <= 9

    def _screen(self, seat: str) -> str:
        table, look = self.table, self.person.look
        self.news = [*self.news, *table.heard(seat)][-_NEWS:]
        found = self._choices(seat)
        lines = [*map(look.safe, self.news), "", *look.board(table.state, seat), ""]
        lines.append(look.bold(look.safe(self.person.where(seat))))
        lines += listing.listed(table.state, found, look) if found else []
        now = table.wall.now() if table.wall is not None and table.state.question is None else table.state.now
        return "\n".join([*lines, f"{now:.0f} s  {named(table.game, seat)}> "])

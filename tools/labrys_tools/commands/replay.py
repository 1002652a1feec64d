"""`labrys replay`: a game that was kept, forwards and backwards, decision by decision or event by event."""

import argparse
import time
from pathlib import Path

from labrys.match import Match

from labrys_tools import screen
from labrys_tools.parser import Parser, add_engine, whole
from labrys_tools.runner import opening
from labrys_tools.runner.look import Look, look_of
from labrys_tools.runner.prompting import Prompt
from labrys_tools.seats import named
from labrys_tools.speech import language, say
from labrys_tools.terminal import out
from labrys_tools.trouble import FINE, WrongUse, quoted


def describe(parser: Parser) -> None:
    parser.add_argument("file", type=Path, metavar=say("FILE", "FICHIER"), help=say("a game that was kept", "une partie gardée"))
    parser.add_argument("--at", type=whole, metavar="N", help=say("begin after N decisions (default: 0)", "commencer après N décisions (défaut : 0)"))
    parser.add_argument(
        "--speed",
        type=float,
        metavar=say("SECONDS", "SECONDES"),
        help=say("play on by itself, so long a decision; 0 at once", "avancer tout seul, ce temps par décision ; 0 d'un coup"),
    )
    parser.add_argument("--events", action="store_true", help=say("with --speed: event by event", "avec --speed : événement par événement"))
    parser.add_argument(
        "--seat",
        metavar=say("SEAT", "SIÈGE"),
        help=say("as this seat saw it (default: what everybody sees)", "comme ce siège l'a vue (défaut : ce que tous voient)"),
    )
    parser.add_argument("--plain", action="store_true", help=say("words instead of drawings", "des mots au lieu de dessins"))
    parser.add_argument("--ascii", action="store_true", help=say("no signs outside ASCII", "aucun signe hors ASCII"))
    add_engine(parser)


def run(args: argparse.Namespace) -> int:
    match = opening.replayed(args.file, args.engine)
    if args.seat is not None and args.seat not in match.game.seats:
        known = ", ".join(match.game.seats)
        raise WrongUse(
            say(
                f"There is no seat {quoted(args.seat)} in this game; there are {known}.",
                f"Il n'y a pas de siège {quoted(args.seat)} dans ce jeu ; il y a {known}.",
            )
        )
    if args.speed is not None and not 0 <= args.speed <= 3600:
        raise WrongUse(say("--speed is a number of seconds from 0 to 3600.", "--speed est un nombre de secondes de 0 à 3600."))
    film = _Film(match, opening.position(match, args.at or 0), args.seat, look_of(args.plain, args.ascii))
    prompt = Prompt(None)
    if args.speed is not None or not prompt.interactive:
        film.run_on(args.speed or 0.0, args.events)
        return FINE
    return film.by_hand(prompt)


class _Film:
    """A match looked at from one position to the next. `event` counts the events already told of the next decision."""

    def __init__(self, match: Match, at: int, seat: str | None, look: Look) -> None:
        self.match, self.at, self.seat, self.look = match, at, seat, look
        self.event = 0

    def board(self) -> None:
        out()
        for line in self.look.board(self.match.states[self.at], self.seat):
            out(line)
        state = self.match.states[self.at]
        out(self.look.bold(f"{self.at}/{len(self.match.decisions)}  {screen.clock(self.match.game, state)}".rstrip()))
        if state.over:
            out(self.look.safe(screen.ending(self.match.game, state)))

    def told(self) -> list[str]:
        """The next decision and what came of it, as lines."""
        decision, after = self.match.decisions[self.at], self.match.states[self.at + 1]
        if decision.seat is None:
            said = decision.text(language())
        elif decision.secret and decision.seat != self.seat:
            said = f"{named(self.match.game, decision.seat)}{say(':', ' :')} …"
        else:
            said = screen.move(decision)
        lines = after.log(self.seat, language())
        # The account begins with the decision itself, which is told already.
        return [said, *(f"    {line}" for line in (lines[1:] if lines[:1] == [said] else lines))]

    def forward(self, tell: bool = True) -> bool:
        if self.at >= len(self.match.decisions):
            return False
        if tell:
            for line in self.told()[self.event :]:
                out(self.look.safe(line))
        self.at, self.event = self.at + 1, 0
        return True

    def forward_by_event(self) -> bool:
        """One line further; the board after the last of a decision."""
        if self.at >= len(self.match.decisions):
            return False
        lines = self.told()
        out(self.look.safe(lines[self.event]))
        self.event += 1
        if self.event >= len(lines):
            self.forward(tell=False)
            self.board()
        return True

    def backward(self) -> bool:
        if self.event:
            self.event = 0
        elif self.at > 0:
            self.at -= 1
        else:
            return False
        return True

    def run_on(self, seconds: float, events: bool) -> None:
        self.board()
        while self.forward_by_event() if events else self.forward():
            if not events:
                self.board()
            if seconds:
                time.sleep(seconds)

    def by_hand(self, prompt: Prompt) -> int:
        self.board()
        help_line = say(
            "Enter: next decision · e: next event · b: back · a number: go there · play S: on by itself · q: leave",
            "Entrée : décision suivante · e : événement suivant · b : retour · un nombre : y aller · play S : tout seul · q : quitter",
        )
        out(self.look.faint(self.look.safe(help_line)))
        while True:
            line = prompt.ask("> ", ["play", "quit"])
            word, _, rest = (line or "").strip().casefold().partition(" ")
            if line is None or word in ("q", "quit", "quitter"):
                return FINE
            if word in ("e", "event"):
                moved = self.forward_by_event()
            elif word in ("b", "back", "retour"):
                moved = self.backward()
                self.board()
            elif word.isdecimal():
                self.at, self.event, moved = min(int(word[:9]), len(self.match.decisions)), 0, True
                self.board()
            elif word == "play":
                self._by_itself(rest)
                moved = True
            elif not word:
                moved = self.forward()
                if moved:
                    self.board()
            else:
                out(self.look.safe(help_line))
                moved = True
            if not moved:
                out(say("There is nothing further that way.", "Il n'y a plus rien de ce côté."))

    def _by_itself(self, seconds: str) -> None:
        """Goes on until the end or Ctrl-C."""
        try:
            self.run_on(min(60.0, max(0.0, float(seconds or "1"))), False)
        except ValueError:
            out(say("Write: play SECONDS.", "Écrivez : play SECONDES."))
        except KeyboardInterrupt:
            out()

"""A person at the prompt: shown the game as their seat sees it, until what they type is a decision or ends the asking."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from labrys import Decision

from labrys_tools import screen
from labrys_tools.entries import understand
from labrys_tools.players import LEVELS, choose
from labrys_tools.runner import choices as listing
from labrys_tools.runner.meaning import explained, nearest
from labrys_tools.runner.prompting import Prompt
from labrys_tools.runner.rulebook import Rulebook
from labrys_tools.runner.table import Table
from labrys_tools.runner.words import help_text, spellings, word_of
from labrys_tools.seats import named
from labrys_tools.speech import language, say
from labrys_tools.terminal import out
from labrys_tools.trouble import Failed

# A longer list is asked for part by part, and one that would push everything else off the screen.
_LONG = screen.MOST_SHOWN
_MOST_LINES = 20
CLEAR = "\033[2J\033[3J\033[H"


@dataclass(frozen=True)
class Wish:
    """What a person wants: decisions to play, or one of `quit`, `end` (no more input), `save`, `load`, `again`."""

    kind: str
    decisions: tuple[Decision, ...] = ()
    path: Path | None = None


class Person:
    """Asks the people of one screen. In games with secrets it changes hands before the next one looks."""

    def __init__(self, table: Table, prompt: Prompt, rules: Rulebook) -> None:
        self.table, self.prompt, self.rules = table, prompt, rules
        self.look = table.look
        self._before_the_screen: str | None = None
        game = table.game
        self.secretive = any(field.seen_by != "all" for field in game.world.layout if not field.name.startswith("$"))

    # -- showing

    def show(self, seat: str, marked: tuple[str, ...] = (), people: Sequence[str] = ()) -> None:
        """Everything a person needs: what happened, the board, whose turn it is and why."""
        table = self.table
        self._hand_over(seat)
        news = table.heard(seat)
        out()
        if news and not table.aloud:
            for line in news:
                out(self.look.safe(line))
            out()
        for line in self.look.board(table.state, seat, marked):
            out(line)
        out()
        out(self.look.bold(self.look.safe(self.where(people or [seat]))))

    def where(self, people: Sequence[str]) -> str:
        """Whose decision it is, in which turn and phase, and what is asked."""
        state, game = self.table.state, self.table.game
        parts = [f"{say('Turn', 'Tour')} {state.turn}"] if state.turn else []
        if state.phase is not None and len(game.program.phases) > 1:
            parts.append(game.label(state.phase, language()))
        asked = screen.question(state)
        who = ", ".join(named(game, seat) for seat in people)
        if asked:
            parts.append(f"{who}{say(': ', ' : ')}{asked}")
        elif any(seat in state.to_act for seat in people):
            parts.append(say(f"{who} to decide", f"{who}, à vous de décider"))
        else:
            parts.append(say(f"{who} to wait", f"{who}, patience"))
        return f"{screen.clock(game, state)}{' · '.join(parts)}"

    def _hand_over(self, seat: str) -> None:
        if not self.secretive or len(self.table.people) < 2 or not self.prompt.interactive:
            return
        if self._before_the_screen == seat:
            return
        self._before_the_screen = seat
        out(CLEAR)
        who = named(self.table.game, seat)
        self.prompt.ask(say(f"{who} looks next: press Enter when only you can see. ", f"À {who} de regarder : appuyez sur Entrée quand personne d'autre ne voit l'écran. "))
        out(CLEAR)

    # -- asking

    def ask(self, people: Sequence[str]) -> Wish:
        """What one of these people wants."""
        table = self.table
        # Where answers are secret, or seats see different things, one person after the other is asked.
        if any(decision.secret for decision in table.state.decisions) or (self.secretive and self.prompt.interactive):
            people = people[:1]
        seat = people[0]
        found = [d for d in table.state.decisions if d.seat is None or d.seat in people]
        lines = listing.listed(table.state, found, self.look) if len(found) <= _LONG else []
        if self.prompt.interactive and (len(found) > _LONG or len(lines) > max(_MOST_LINES, self.look.height - 4)):
            part = listing.next_part(found)
            self.show(seat, part.places if part else (), people)
            return self._by_parts(seat, people, found)
        self.show(seat, people=people)
        for line in lines or listing.listed(table.state, found, self.look):
            out(line)
        return self._until(seat, people, found, found)

    def _until(self, seat: str, people: Sequence[str], found: Sequence[Decision], every: Sequence[Decision]) -> Wish:
        who = ", ".join(named(self.table.game, each) for each in people)
        texts = [decision.text(language()) for decision in every]
        while True:
            line = self.prompt.ask(self.look.safe(f"{screen.clock(self.table.game, self.table.state)}{who}> "), [*texts, *spellings()])
            if line is None:
                out(say("The input ended before the game.", "La saisie a fini avant la partie."))
                return Wish("end")
            wish = self.heard(seat, people, found, line, every)
            if wish is not None:
                return wish

    def _by_parts(self, seat: str, people: Sequence[str], every: Sequence[Decision]) -> Wish:
        """A long list is settled part by part; a whole choice may still be typed at any time."""
        left = list(every)
        texts = [decision.text(language()) for decision in every]
        while True:
            part = listing.next_part(left)
            if part is None:
                return Wish("play", (left[0],))
            if part.places and not self.look.plain and len(left) < len(every):
                for line in self.look.board(self.table.state, seat, part.places):
                    out(line)
            for line in listing.of_part(self.table.state, left, part, self.look):
                out(line)
            more = say(f"{len(left)} choices", f"{len(left)} choix") + ("" if len(left) == len(every) else say("; back", " ; retour"))
            typed = self.prompt.ask(self.look.safe(f"{part.name} ({more})> "), [*part.values, *texts, *spellings()])
            if typed is None:
                return Wish("end")
            entry = typed.strip()
            if entry.casefold() in ("back", "retour"):
                left = list(every)
                continue
            index = part.picked(entry)
            if index is not None:
                left = list(part.left[index])
                if len(left) == 1:
                    return Wish("play", (left[0],))
                continue
            wish = self.heard(seat, people, every, typed, every) if entry else None
            if wish is not None:
                return wish

    def heard(self, seat: str, people: Sequence[str], found: Sequence[Decision], line: str, every: Sequence[Decision]) -> Wish | None:
        """What a line means; None if the person is asked again."""
        table = self.table
        word, rest = word_of(line)
        if word and not (rest and word in ("all", "map", "why", "log", "hint", "undo", "redo", "resign", "quit", "help")):
            return self._word(seat, word, rest, found)
        if not line.strip():
            if table.wall is not None:
                return Wish("play", (table.game.decision({"time": max(table.wall.now(), table.state.now)}),))
            return None
        entry = understand(table.game, table.state, found, line)
        if entry.decision is not None:
            return Wish("play", (*([entry.first] if entry.first else []), entry.decision))
        why = explained(table.game, table.state, people, line) if not entry.among and not line.strip().startswith("{") else None
        self.refuse(why or entry.sentence)
        near = list(entry.among) or nearest(found, line)
        if near:
            if not entry.among:
                out(say("Nearest choices:", "Choix les plus proches :"))
            out(self.look.safe(screen.choice_list(found, near)))
        return None

    def _word(self, seat: str, word: str, rest: str, found: Sequence[Decision]) -> Wish | None:
        table, lines = self.table, list[str]()
        if word == "quit":
            return Wish("quit")
        if word in ("save", "load"):
            if rest:
                return Wish(word, path=Path(rest))
            self.refuse(say(f"Write: {word} FILE.", f"Écrivez : {'sauver' if word == 'save' else 'charger'} FICHIER."))
        elif word == "help":
            lines = help_text().splitlines()
        elif word == "rules":
            lines = self.rules.about(table.state, rest, self.look)
        elif word == "why":
            lines = table.state.log(seat, language()) or [say("Nothing has happened yet.", "Rien ne s'est encore passé.")]
        elif word == "all":
            lines = listing.listed(table.state, found, self.look, everything=True)
        elif word == "map":
            lines = self.look.board(table.state, seat)
        elif word == "log":
            lines = self._decisions()
        elif word == "hint":
            lines = [self._hint(seat)]
        elif word in ("undo", "redo"):
            refused = table.undo() if word == "undo" else table.redo()
            if refused is None:
                return Wish("again")
            self.refuse(refused)
        elif word == "resign":
            table.resign(seat)
            return Wish("again")
        for line in lines:
            out(self.look.safe(line))
        return None

    def _decisions(self) -> list[str]:
        """The decisions so far; secret ones are not told."""
        rows = []
        for number, decision in enumerate(self.table.match.decisions[: self.table.match.at], start=1):
            if decision.seat is not None and decision.action != "wait":
                said = f"{named(self.table.game, decision.seat)}{say(':', ' :')} …" if decision.secret else screen.move(decision)
                rows.append(f"{number:>4} {said}")
        return rows or [say("Nothing has been decided yet.", "Rien n'a encore été décidé.")]

    def _hint(self, seat: str) -> str:
        bar = self.table.thinking
        decision = choose(self.table.state, seat, LEVELS["normal"], self.table.dice, bar)
        bar.wipe()
        return say("The computer would play: ", "L'ordinateur jouerait : ") + decision.text(language())

    def refuse(self, sentence: str) -> None:
        if self.prompt.scripted:
            raise Failed(f"{self.prompt.place}: {sentence}")
        out(self.look.safe(screen.folded(sentence)))


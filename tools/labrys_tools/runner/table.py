"""One game at the table: whose decision it is, who takes it, what everybody is told, until it is over."""

import math
import random

from labrys import Decision, IllegalDecision, State
from labrys.match import Match

from labrys_tools import screen
from labrys_tools.players import Player, SearchPlayer, player
from labrys_tools.progress import Thinking
from labrys_tools.runner.look import Look
from labrys_tools.seats import HUMAN, named
from labrys_tools.speech import language, say
from labrys_tools.terminal import out
from labrys_tools.trouble import Failed
from labrys_tools.wall_clock import WallClock, next_moment


class Table:
    """A match with somebody in every seat. People's decisions come from outside; the others decide here."""

    def __init__(self, match: Match, kinds: dict[str, str], seed: int, look: Look) -> None:
        self.match, self.kinds, self.look = match, kinds, look
        self.thinking = Thinking(say("thinking", "réflexion"))
        self.game = match.game
        self.dice = random.Random(seed)
        self.players: dict[str, Player] = {}
        for seat, kind in kinds.items():
            if kind != HUMAN:
                self.sit(seat, kind, seed)
        self.resigned: str | None = None
        self._fresh = 0
        # What happened since a person last decided, seat by seat.
        self.news: dict[str, list[str]] = {seat: [] for seat in self.people}
        self.wall: WallClock | None = None
        # Whether what happens is printed as it happens, for those who look on.
        self.aloud = True
        for seat in match.resigned:
            self._given_up(seat)

    def sit(self, seat: str, kind: str, seed: int) -> None:
        """An automatic player takes a seat."""
        self.kinds[seat] = kind
        sitting = self.players[seat] = player(kind, self.game, seed + self.game.seats.index(seat))
        if isinstance(sitting, SearchPlayer):
            sitting.progress = self.thinking

    @property
    def state(self) -> State:
        return self.match.state

    @property
    def over(self) -> bool:
        return self.state.over or self.resigned is not None

    @property
    def people(self) -> list[str]:
        return [seat for seat, kind in self.kinds.items() if kind == HUMAN]

    @property
    def others(self) -> list[str]:
        return [seat for seat, kind in self.kinds.items() if kind != HUMAN]

    def to_ask(self) -> list[str]:
        """The people who may decide now, if it is not for others to act first."""
        people = [seat for seat in self.state.to_act if self.kinds[seat] == HUMAN]
        others = [seat for seat in self.state.to_act if self.kinds[seat] != HUMAN]
        # Where people and others may act at once, neither has to wait; with a clock the others are quick.
        if people and not (others and (self.game.tick or self.dice.random() < 0.5)):
            return people
        return []

    # -- deciding

    def let_others_act(self) -> None:
        """One decision of a seat nobody types for."""
        seats = [seat for seat in self.state.to_act if seat in self.others]
        choices = [decision for decision in self.state.decisions if decision.seat is None or decision.seat in seats]
        if not choices:
            raise Failed(
                say(
                    "Nobody can decide anything, and the game is not over.",
                    "Personne ne peut rien décider, et la partie n'est pas finie.",
                )
            )
        decision = choices[0] if not seats else self.players[seats[0]].decide(self.state, seats[:1])
        self.thinking.wipe()
        self._tell(self._announced(decision))
        self.go_on(decision)

    def of_a_person(self, decision: Decision) -> str | None:
        """Plays what a person decided; a sentence if it is refused, perhaps because time has passed meanwhile."""
        asked = self.state.question is not None
        if decision.kind == "time":
            self.pass_time(float(decision.data["time"]))
            return None
        if self.wall is not None and not asked:
            self.pass_time(self.wall.now())
        try:
            told = self._announced(decision)
            self.go_on(decision)
        except IllegalDecision as error:
            return str(error.message[language()])
        for seat in self.people:
            if seat != decision.seat and told:
                self.news[seat].insert(max(0, len(self.news[seat]) - self._fresh), told)
        if self.wall is not None and asked:
            self.wall.set_to(self.state)
        return None

    def pass_time(self, until: float) -> None:
        """The clock goes on to that time; seats nobody types for act when they are ready."""
        # Less than a tick is nothing: time that does not move would never come to an end.
        tick = self.game.tick or 1.0
        until = math.floor(until / tick + 0.001) * tick
        while not self.over and round(until - self.state.now, 6) > 0:
            if any(seat in self.others for seat in self.state.to_act):
                self.let_others_act()
            elif self.state.question is not None:
                return
            else:
                moment = next_moment(self.state, until, self.others)
                self.go_on(self.game.decision({"time": round(moment, 6)}))

    def go_on(self, decision: Decision) -> None:
        """Plays a decision, and tells everybody what came of it as far as they may know."""
        self.match.play(decision)
        self._fresh = 0
        for seat in self.people:
            lines = self.state.log(seat, language(), sentences=True)
            self.news[seat] += [f"  {line}" for line in lines]
            self._fresh = max(self._fresh, len(lines))
        if self.aloud:
            viewer = self.people[0] if len(self.people) == 1 else None
            for line in self.state.log(viewer, language(), sentences=True):
                out(self.look.safe(f"    {line}"))

    def _announced(self, decision: Decision) -> str:
        """What somebody decides, for those who look on; nothing for who only waits."""
        if decision.seat is None or decision.action == "wait":
            return ""
        said, asked = screen.move(decision), self.state.question
        if decision.secret:
            unseen = say("answers unseen", "répond en secret")
            said = f"{named(self.game, decision.seat)}{say(':', ' :')} {unseen}"
        if asked is not None and decision.kind == "answer":
            said += f" ({self.game.label(asked, language())})"
        return f"{screen.clock(self.game, self.state)}{said}"

    def _tell(self, line: str) -> None:
        if not line:
            return
        for seat in self.people:
            self.news[seat].append(line)
        if self.aloud:
            out(self.look.safe(line))

    def heard(self, seat: str) -> list[str]:
        """What happened since this person last decided; told once."""
        news, self.news[seat] = self.news[seat], []
        return news

    # -- taking back, giving up

    def undo(self) -> str | None:
        """Takes back to the latest decision of a person at this screen; a sentence where that cannot be."""
        back = self.match.last_of(set(self.people))
        if back is None:
            return say("There is nothing to take back yet.", "Il n'y a encore rien à reprendre.")
        if self.game.tick is not None and self.wall is not None:
            return say("Time cannot be taken back.", "Le temps ne se reprend pas.")
        # Alone against automatic players nobody else has seen anything, and chance falls the same way again.
        shown = self.match.shown_since(back) if len(self.people) > 1 else None
        if shown == "chance":
            return say("A throw or draw has been seen since; it stays played.", "Un tirage a été vu depuis ; le coup reste joué.")
        if shown == "secret":
            return say("Something hidden has been shown since; it stays played.", "Un secret a été montré depuis ; le coup reste joué.")
        self.match.undo(back)
        self._forget_news()
        return None

    def redo(self) -> str | None:
        """Plays again what was taken back, up to the next decision of a person."""
        following = self.match.decisions[self.match.at :]
        if not following:
            return say("There is nothing to play again.", "Il n'y a rien à rejouer.")
        later = [self.match.at + 1 + index for index, d in enumerate(following[1:]) if d.seat in self.people]
        self.match.redo(later[0] if later else None)
        self._forget_news()
        return None

    def _forget_news(self) -> None:
        self.news = {seat: [] for seat in self.people}

    def resign(self, seat: str) -> None:
        """A person gives up, and the journal knows."""
        self.match.resign(seat)
        self._given_up(seat)

    def _given_up(self, seat: str) -> None:
        """Of two the other wins; of more, an automatic player takes the seat over."""
        if len(self.game.seats) == 2:
            self.resigned = seat
        elif seat in self.news:
            self.sit(seat, "policy", self.dice.randrange(2**31))
            del self.news[seat]

    def ending(self) -> str:
        """How the game ended, in a sentence."""
        if self.resigned is None:
            return screen.ending(self.game, self.state)
        winner = next(seat for seat in self.game.seats if seat != self.resigned)
        lost, won = named(self.game, self.resigned), named(self.game, winner)
        return say(f"{lost} resigned; {won} won.", f"{lost} abandonne ; victoire : {won}.")

"""`labrys play`: a plain text game to its end, for people, random players or a script."""

import argparse
import math
import random
import sys
from pathlib import Path
from typing import TextIO

import labrys
from labrys import Decision, Game, IllegalDecision, LabrysError, State

from labrys_tools import screen, shelf
from labrys_tools.choosing import ask_for_game
from labrys_tools.engines import engine_for
from labrys_tools.entries import understand
from labrys_tools.parser import Parser, add_engine, add_table, whole
from labrys_tools.seats import named, of_seat, pick, seating
from labrys_tools.speech import language, say
from labrys_tools.steps import shown
from labrys_tools.terminal import is_terminal, out
from labrys_tools.trouble import (
    FINDINGS,
    FINE,
    Failed,
    WrongUse,
    reason_of,
    sentence_of,
    without_escapes,
)
from labrys_tools.typing_in import Lines
from labrys_tools.wall_clock import WallClock, next_moment

_LARGEST_SAVE = 20_000_000


def describe(parser: Parser) -> None:
    parser.add_argument(
        "ruleset",
        nargs="?",
        metavar=say("ID|PATH", "ID|CHEMIN"),
        help=say("the game; without it you are asked", "le jeu ; sans lui on vous le demande"),
    )
    add_table(parser)
    parser.add_argument(
        "--seed",
        type=whole,
        metavar="S",
        help=say(
            "of dice and cards (default: a fresh one)", "des dés et cartes (défaut : au hasard)"
        ),
    )
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar=say("NAME=KIND", "NOM=GENRE"),
        help=say(
            "who sits there: NAME|all=human|random|policy (default: all=human)",
            "qui s'assied là : NOM|all=human|random|policy (défaut : all=human)",
        ),
    )
    parser.add_argument(
        "--script",
        type=Path,
        metavar=say("FILE", "FICHIER"),
        help=say("lines to play as if typed", "lignes à jouer comme si on les tapait"),
    )
    parser.add_argument(
        "--resume",
        type=Path,
        metavar=say("FILE", "FICHIER"),
        help=say("go on from a save of this game", "reprendre une sauvegarde de ce jeu"),
    )
    parser.add_argument(
        "--journal",
        type=Path,
        metavar=say("FILE", "FICHIER"),
        help=say(
            "write every decision and time there; --script plays it again",
            "y écrire chaque décision et chaque temps ; --script les rejoue",
        ),
    )
    add_engine(parser)


def run(args: argparse.Namespace) -> int:
    lines = Lines(args.script)
    name = args.ruleset or ask_for_game(lines)
    if name is None:
        return FINE
    folder = shelf.folder(name)
    shelf.demand_variants(folder, args.variant)
    game = labrys.load(
        folder,
        players=args.players,
        variants=args.variant,
        options=shelf.options_of(args),
        engine=engine_for(args.engine),
    )
    players = seating(game, args.seat)
    seed = random.SystemRandom().randrange(2**31) if args.seed is None else args.seed
    state = _resumed(game, args.resume) if args.resume else game.start(seed)
    out(f"{game.title[language()]} · {say('seed', 'graine')} {seed}")
    if args.journal is None:
        return _Table(game, state, players, random.Random(seed), lines).play()
    with args.journal.open("w", encoding="utf-8") as journal:
        journal.write(f"# labrys play {game.id} --seed {seed}, {len(game.seats)} players\n")
        return _Table(game, state, players, random.Random(seed), lines, journal).play()


class _Table:
    """One game being played. A person sees the board before each of their decisions."""

    def __init__(
        self,
        game: Game,
        state: State,
        players: dict[str, str],
        dice: random.Random,
        lines: Lines,
        journal: TextIO | None = None,
    ) -> None:
        self.game = game
        self.state = state
        self.players = players
        self.dice = dice
        self.lines = lines
        self.journal = journal
        self.others = [seat for seat in game.seats if players[seat] != "human"]
        # Where everything is written beforehand, or nobody is a person, the clock jumps.
        real = game.tick is not None and len(self.others) < len(game.seats) and lines.script is None
        self.wall = WallClock(state) if real else None

    def play(self) -> int:
        while not self.state.over:
            if self.wall is not None:
                self.wall.hold(self.state)
            people = [seat for seat in self.state.to_act if self.players[seat] == "human"]
            others = [seat for seat in self.state.to_act if seat not in people]
            # Where people and others may act at once, neither has to wait; with a clock the others are quick.
            if people and not (others and (self.game.tick or self.dice.random() < 0.5)):
                decisions = self._ask(people)
                if decisions is None:
                    return FINDINGS if self.lines.script or not is_terminal(sys.stdin) else FINE
                if not decisions:
                    return FINE
                for decision in decisions:
                    self._of_a_person(decision)
            else:
                self._of_another()
        out()
        out(screen.board(self.state, None))
        out(screen.ending(self.game, self.state))
        return FINE

    def _of_a_person(self, decision: Decision) -> None:
        """Time has passed since the choices were shown; what is no longer possible is refused."""
        asked = self.state.question is not None
        if decision.kind == "time":
            self._pass_time(float(decision.data["time"]))
            return
        if self.wall is not None and not asked:
            self._pass_time(self.wall.now())
        try:
            self._go_on(decision)
        except IllegalDecision as error:
            self._refuse(sentence_of(error)[0])
        if self.wall is not None and asked:
            self.wall.set_to(self.state)

    def _of_another(self) -> None:
        decision = self._picked([seat for seat in self.state.to_act if seat in self.others])
        self._announce(decision)
        self._go_on(decision)

    def _pass_time(self, until: float) -> None:
        """The clock goes on to that time; seats nobody types for act when they are ready."""
        # Less than a tick is nothing: time that does not move would never come to an end.
        tick = self.game.tick or 1.0
        until = math.floor(until / tick + 0.001) * tick
        while not self.state.over and round(until - self.state.now, 6) > 0:
            if any(seat in self.others for seat in self.state.to_act):
                self._of_another()
            elif self.state.question is not None:
                return
            else:
                moment = next_moment(self.state, until, self.others)
                self._go_on(self.game.decision({"time": round(moment, 6)}))

    def _announce(self, decision: Decision) -> None:
        """What another player decides, for those who look on."""
        if decision.seat is None or decision.action == "wait":
            return
        said, asked = screen.move(decision), self.state.question
        if decision.secret:
            unseen = say("answers unseen", "répond en secret")
            said = f"{named(self.game, decision.seat)}{say(':', ' :')} {unseen}"
        if asked is not None and decision.kind == "answer":
            said += f" ({asked.replace('-', ' ')})"
        out(f"{screen.clock(self.game, self.state)}{said}")

    def _go_on(self, decision: Decision) -> None:
        """Plays a decision and tells what came of it, as far as the only person, or anybody, may know."""
        people = [seat for seat, kind in self.players.items() if kind == "human"]
        viewer = people[0] if len(people) == 1 else None
        self.state = self.state.play(decision)
        if self.journal is not None:
            self.journal.write(f"{shown(decision.data)}\n")
            self.journal.flush()
        for line in self.state.log(viewer, language(), sentences=True):
            out(f"    {line}")

    def _picked(self, seats: list[str]) -> Decision:
        choices = of_seat(self.state, seats)
        by_policy = [seat for seat in seats if self.players[seat] == "policy"]
        if choices and choices[0].seat in by_policy:
            return labrys.by_policy(self.state, self.dice, by_policy)
        if not choices:
            raise Failed(
                say(
                    "Nobody can decide anything, and the game is not over.",
                    "Personne ne peut rien décider, et la partie n'est pas finie.",
                )
            )
        return pick(self.dice, choices)

    def _ask(self, people: list[str]) -> list[Decision] | None:
        """What one of these people decides, nothing if they leave, or None at the end of the input."""
        # Where several may act, the first one's board is shown: a plain game has one screen.
        if any(decision.secret for decision in self.state.decisions):
            people = people[:1]
        choices = of_seat(self.state, people)
        who = ", ".join(named(self.game, seat) for seat in people)
        out()
        out(screen.board(self.state, people[0]))
        out()
        if asked := screen.question(self.state):
            out(asked)
        out(screen.choice_list(choices))
        while True:
            line = self.lines.next(f"{screen.clock(self.game, self.state)}{who}> ")
            if line is None:
                out(say("The input ended before the game.", "La saisie a fini avant la partie."))
                return None
            word, _, rest = line.strip().partition(" ")
            if word in ("quit", "exit", "q"):
                return []
            if word in ("?", "help"):
                out(screen.help_text())
            elif word == "all" and not rest:
                out(screen.choice_list(choices, all_of_them=True))
            elif word == "board" and not rest:
                out(screen.board(self.state, people[0]))
            elif word == "save" and rest:
                self._save(Path(rest.strip()))
            elif word == "save":
                self._refuse(say("Write: save FILE.", "Écrivez : save FICHIER."))
            elif not line.strip() and self.wall is not None:
                return [self.game.decision({"time": max(self.wall.now(), self.state.now)})]
            elif line.strip():
                entry = understand(self.game, self.state, choices, line)
                if entry.decision is not None:
                    return [*([entry.first] if entry.first else []), entry.decision]
                self._refuse(entry.sentence)
                if entry.among:
                    out(screen.choice_list(choices, entry.among))

    def _refuse(self, sentence: str) -> None:
        if self.lines.scripted:
            raise Failed(f"{self.lines.place}: {sentence}")
        out(screen.folded(sentence))

    def _save(self, path: Path) -> None:
        try:
            path.write_bytes(self.state.to_bytes())
        except (OSError, ValueError) as error:
            # Only a name that no file can have is a ValueError.
            bad = say("that is no name of a file", "ce n'est pas un nom de fichier")
            reason = reason_of(error) if isinstance(error, OSError) else bad
            said = say("The game was not saved: ", "La partie n'est pas sauvegardée : ")
            out(screen.folded(f"{said}{reason}."))
        else:
            out(without_escapes(say(f"Saved to {path}.", f"Sauvegardé dans {path}.")))


def _resumed(game: Game, path: Path) -> State:
    with path.open("rb") as opened:
        data = opened.read(_LARGEST_SAVE + 1)
    if len(data) > _LARGEST_SAVE:
        raise WrongUse(say(f"{path} is too large for a save.", f"{path} est trop gros."))
    try:
        state = game.from_bytes(data)
        # Bytes that were tampered with may pass for a save, and break when they are first used.
        state.draw(None, language())
        _ = state.decisions
    except LabrysError:
        raise
    except Exception:
        raise WrongUse(
            say(f"{path} is a broken save.", f"{path} est une sauvegarde abîmée.")
        ) from None
    return state

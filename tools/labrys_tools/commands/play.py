"""`labrys play`: any game in the terminal, for people, automatic players, scripts and programs."""

import argparse
import contextlib
import sys
from pathlib import Path

from labrys import SaveError
from labrys.match import Match

from labrys_tools import shelf
from labrys_tools.parser import Parser, add_engine, add_table, whole
from labrys_tools.runner import opening
from labrys_tools.runner.choosing_a_table import ask_for_seats, ask_for_table
from labrys_tools.runner.keeping import fresh_path, latest
from labrys_tools.runner.live import Live
from labrys_tools.runner.look import look_of
from labrys_tools.runner.person import Person, Wish
from labrys_tools.runner.prompting import Prompt, yes
from labrys_tools.runner.protocol import Protocol
from labrys_tools.runner.rulebook import Rulebook
from labrys_tools.runner.table import Table
from labrys_tools.seats import HUMAN, seating
from labrys_tools.speech import language, say
from labrys_tools.terminal import is_terminal, out
from labrys_tools.trouble import FINDINGS, FINE, WrongUse, reason_of, sentence_of, without_escapes
from labrys_tools.wall_clock import WallClock

LATEST = "-"


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
        help=say("of dice and cards (default: a fresh one)", "des dés et cartes (défaut : au hasard)"),
    )
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar=say("NAME=KIND", "NOM=GENRE"),
        help=say(
            "who sits there: NAME|all=human|random|clumsy|policy|mcts:easy|mcts:normal|mcts:hard (default: all=human)",
            "qui s'assied là : NOM|all=human|random|clumsy|policy|mcts:easy|mcts:normal|mcts:hard (défaut : all=human)",
        ),
    )
    for name, metavar, text in (
        ("--script", say("FILE", "FICHIER"), say("lines to play as if typed", "lignes à jouer comme si on les tapait")),
        ("--journal", say("FILE", "FICHIER"), say("keep the game in this new file (default: one in your folder of games)", "garder la partie dans ce nouveau fichier (défaut : un fichier de votre dossier de parties)")),
    ):  # fmt: skip
        parser.add_argument(name, type=Path, metavar=metavar, help=text)
    parser.add_argument(
        "--resume",
        nargs="?",
        const=LATEST,
        metavar=say("FILE", "FICHIER"),
        help=say("go on with a game that was kept (without FILE: the latest)", "reprendre une partie gardée (sans FICHIER : la dernière)"),
    )
    parser.add_argument("--plain", action="store_true", help=say("words instead of drawings, to be read aloud", "des mots au lieu de dessins, à lire à haute voix"))
    parser.add_argument("--ascii", action="store_true", help=say("no signs outside ASCII", "aucun signe hors ASCII"))
    parser.add_argument("--protocol", choices=["json"], help=say("one JSON object a line, for programs", "un objet JSON par ligne, pour les programmes"))
    add_engine(parser)


def run(args: argparse.Namespace) -> int:
    prompt = Prompt(args.script)
    if args.resume is not None:
        return _resume(args, prompt)
    asked = args.ruleset is None
    name = args.ruleset or ask_for_table(args, prompt)
    if name is None:
        return FINE
    match = opening.begin(name, args.players, args.variant, shelf.options_of(args), args.seed, args.engine)
    if asked and not args.seat and prompt.interactive:
        args.seat = ask_for_seats(prompt, match.game)
    kinds = seating(match.game, args.seat)
    _keep(match, args, kinds, prompt)
    return _play(match, args, kinds, prompt)


def _resume(args: argparse.Namespace, prompt: Prompt) -> int:
    path = latest() if args.resume == LATEST else Path(args.resume)
    if path is None:
        raise WrongUse(say("No game has been kept yet.", "Aucune partie n'est gardée."))
    match, record, parting = opening.reopen(path, args.engine)
    kinds = {seat: kind for seat, kind in record.setup.seats.items() if seat in match.game.seats}
    kinds = {**dict.fromkeys(match.game.seats, HUMAN), **kinds, **(seating(match.game, args.seat) if args.seat else {})}
    if record.damaged:
        out(
            say(
                "The end of the file was damaged; what could be read is played, the rest stands beside it.",
                "La fin du fichier était abîmée ; ce qui se lit est joué, le reste est gardé à côté.",
            )
        )
    if parting is not None:
        out(opening.parting_told(record, parting))
        if prompt.interactive and not yes(prompt, say("Go on from there?", "Continuer à partir de là ?"), True):
            return FINE
        _keep(match, args, kinds, prompt)
    return _play(match, args, kinds, prompt)


def _keep(match: Match, args: argparse.Namespace, kinds: dict[str, str], prompt: Prompt) -> None:
    """A person's game is always kept; others where a file is named."""
    match.setup = opening.seated(match.setup, kinds)
    if args.journal is not None:
        opening.keep(match, args.journal)
    elif prompt.interactive and HUMAN in kinds.values() and not args.protocol:
        # A folder that cannot be written is done without: the game goes on unkept.
        with contextlib.suppress(OSError):
            opening.keep(match, fresh_path(match.game.id))


def _play(match: Match, args: argparse.Namespace, kinds: dict[str, str], prompt: Prompt) -> int:
    seed = match.setup.seed
    table = Table(match, kinds, seed, look_of(args.plain, args.ascii))
    try:
        if args.protocol:
            return Protocol(table).play()
        out(table.look.safe(f"{match.game.title[language()]} · {say('seed', 'graine')} {seed}"))
        if match.journal is not None and prompt.interactive:
            out(table.look.faint(table.look.safe(say(f"kept in {match.journal.path}", f"gardée dans {match.journal.path}"))))
        return _Evening(table, prompt, args).play()
    finally:
        if table.match.journal is not None:
            table.match.journal.close()


class _Evening:
    """People and automatic players at one screen, until the game is over or somebody leaves."""

    def __init__(self, table: Table, prompt: Prompt, args: argparse.Namespace) -> None:
        self.prompt, self.args = prompt, args
        self._sit_down(table)

    def _sit_down(self, table: Table) -> None:
        self.table = table
        self.person = Person(table, self.prompt, Rulebook(table.game, table.match.setup.game))
        # Where everything is written beforehand, or nobody is a person, the clock jumps.
        if table.game.tick is not None and table.people and self.prompt.lines.script is None:
            table.wall = WallClock(table.state)
        self.live = Live(self.person) if table.wall is not None and self.prompt.interactive and not self.args.plain else None
        # At a comfortable terminal a person reads what happened above their next decision.
        table.aloud = not (self.prompt.interactive and table.people)

    def play(self) -> int:
        while not self.table.over:
            code = self._step()
            if code is not None:
                return code
        if not self.table.aloud:
            for seat in self.table.people[:1]:
                out()
                for line in self.table.heard(seat):
                    out(self.table.look.safe(line))
        out()
        for line in self.table.look.board(self.table.state, self.table.people[0] if len(self.table.people) == 1 else None):
            out(line)
        out()
        out(self.table.look.bold(self.table.look.safe(self.table.ending())))
        return FINE

    def _step(self) -> int | None:
        """One decision; an exit code where the game is left."""
        table = self.table
        if table.wall is not None and self.live is None:
            table.wall.hold(table.state)
        if self.live is not None and table.people and table.state.question is None:
            # Busy or not, the person watches; others act in the live screen.
            return self._wished(self.live.ask(table.people))
        people = table.to_ask()
        if not people:
            table.let_others_act()
            return None
        if self.live is not None:
            return self._wished(self.live.ask(people))
        return self._wished(self.person.ask(people))

    def _wished(self, wish: Wish) -> int | None:
        if wish.kind == "end":
            return FINDINGS if self.prompt.lines.script or not is_terminal(sys.stdin) else FINE
        if wish.kind == "quit":
            self._leave()
            return FINE
        if wish.kind == "save" and wish.path is not None:
            self._save(wish.path)
        elif wish.kind == "load" and wish.path is not None:
            self._load(wish.path)
        for decision in wish.decisions:
            refused = self.table.of_a_person(decision)
            if refused is not None:
                self.person.refuse(refused)
        return None

    def _leave(self) -> None:
        journal = self.table.match.journal
        if journal is None or not self.prompt.interactive or self.args.journal is not None or self.args.resume is not None:
            return
        if yes(self.prompt, say("Keep this game to go on later?", "Garder cette partie pour plus tard ?"), True):
            out(say(f"labrys play --resume {journal.path}", f"labrys play --resume {journal.path}"))
        else:
            journal.close()
            journal.path.unlink(missing_ok=True)

    def _save(self, path: Path) -> None:
        from labrys.match import save_as

        try:
            save_as(self.table.match, path).close()
        except FileExistsError:
            out(say(f"The game was not saved: {path} is there already.", f"La partie n'est pas sauvegardée : {path} existe déjà."))
        except (OSError, ValueError) as error:
            # Only a name that no file can have is a ValueError.
            bad = say("that is no name of a file", "ce n'est pas un nom de fichier")
            reason = reason_of(error) if isinstance(error, OSError) else bad
            out(say(f"The game was not saved: {reason}.", f"La partie n'est pas sauvegardée : {reason}."))
        else:
            out(without_escapes(say(f"Saved to {path}.", f"Sauvegardé dans {path}.")))

    def _load(self, path: Path) -> None:
        """Goes on with another game; the one on the table stays kept."""
        try:
            match, record, parting = opening.reopen(path, self.args.engine)
        except (OSError, ValueError, SaveError, WrongUse) as error:
            self.person.refuse(sentence_of(error)[0] if not isinstance(error, ValueError) else say("That is no name of a file.", "Ce n'est pas un nom de fichier."))
            return
        if parting is not None:
            out(opening.parting_told(record, parting))
        if self.table.match.journal is not None:
            self.table.match.journal.close()
        kinds = {**dict.fromkeys(match.game.seats, HUMAN), **record.setup.seats}
        # A file somebody named is never taken away when the game is left.
        self.args.resume = str(path)
        self._sit_down(Table(match, kinds, match.setup.seed, self.table.look))

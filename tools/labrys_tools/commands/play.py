"""`labrys play`: a plain text game to its end, for people, random players or a script."""

import argparse
import random
import sys
from pathlib import Path

import labrys
from labrys import Decision, Game, State

from labrys_tools import screen, shelf
from labrys_tools.entries import understand
from labrys_tools.parser import Parser, add_engine, add_table, whole
from labrys_tools.seats import named, of_seat, pick, seating
from labrys_tools.speech import language, say
from labrys_tools.terminal import is_terminal, out
from labrys_tools.trouble import FINDINGS, FINE, Failed, WrongUse
from labrys_tools.typing_in import Lines

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
            "who sits there: NAME|all=human|random (default: all=human)",
            "qui s'assied là : NOM|all=human|random (défaut : all=human)",
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
    add_engine(parser)


def run(args: argparse.Namespace) -> int:
    lines = Lines(args.script)
    name = args.ruleset or _ask_for_game(lines)
    if name is None:
        return FINE
    game = labrys.load(
        shelf.folder(name),
        players=args.players,
        variants=args.variant,
        options=shelf.options_of(args),
        engine=args.engine,
    )
    players = seating(game, args.seat)
    seed = random.SystemRandom().randrange(2**31) if args.seed is None else args.seed
    state = _resumed(game, args.resume) if args.resume else game.start(seed)
    out(f"{game.title[language()]} · {say('seed', 'graine')} {seed}")
    return _Table(game, state, players, random.Random(seed), lines).play()


class _Table:
    """One game being played. A person sees the board before each of their decisions."""

    def __init__(
        self, game: Game, state: State, players: dict[str, str], dice: random.Random, lines: Lines
    ) -> None:
        self.game = game
        self.state = state
        self.players = players
        self.dice = dice
        self.lines = lines

    def play(self) -> int:
        while not self.state.over:
            people = [seat for seat in self.state.to_act if self.players[seat] == "human"]
            if people:
                decision = self._ask(people)
                if decision is None:
                    return FINDINGS if self.lines.script or not is_terminal(sys.stdin) else FINE
                if decision == "quit":
                    return FINE
                assert isinstance(decision, Decision)
            else:
                decision = self._picked()
                if decision.seat is not None:
                    out(f"{named(self.game, decision.seat)}: {decision.text(language())}")
            self.state = self.state.play(decision)
        out()
        out(screen.board(self.state, None))
        out(screen.ending(self.game, self.state))
        return FINE

    def _picked(self) -> Decision:
        choices = self.state.decisions
        if not choices:
            raise Failed(
                say(
                    "Nobody can decide anything, and the game is not over.",
                    "Personne ne peut rien décider, et la partie n'est pas finie.",
                )
            )
        return pick(self.dice, choices)

    def _ask(self, people: list[str]) -> Decision | str | None:
        """A decision of one of these people, `quit`, or None at the end of the input."""
        # Where several may act, the first one's board is shown: a plain game has one screen.
        choices = of_seat(self.state, people)
        who = ", ".join(named(self.game, seat) for seat in people)
        out()
        out(screen.board(self.state, people[0]))
        out()
        out(screen.choice_list(choices))
        while True:
            line = self.lines.next(f"{who}> ")
            if line is None:
                out(say("The input ended before the game.", "La saisie a fini avant la partie."))
                return None
            word, _, rest = line.strip().partition(" ")
            if word in ("quit", "exit", "q"):
                return "quit"
            if word in ("?", "help"):
                out(screen.help_text())
            elif word == "all" and not rest:
                out(screen.choice_list(choices, all_of_them=True))
            elif word == "board" and not rest:
                out(screen.board(self.state, people[0]))
            elif word == "save" and rest:
                self._save(Path(rest.strip()))
            elif line.strip():
                entry = understand(self.game, self.state, choices, line)
                if entry.decision is not None:
                    return entry.decision
                self._refuse(entry.sentence)
                if entry.among:
                    out(screen.choice_list(choices, entry.among))

    def _refuse(self, sentence: str) -> None:
        if self.lines.scripted:
            raise Failed(f"{self.lines.place}: {sentence}")
        out(sentence)

    def _save(self, path: Path) -> None:
        try:
            path.write_bytes(self.state.to_bytes())
        except OSError as error:
            out(
                say("The game was not saved: ", "La partie n'est pas sauvegardée : ")
                + str(error.strerror)
            )
        else:
            out(say(f"Saved to {path}.", f"Sauvegardé dans {path}."))


def _resumed(game: Game, path: Path) -> State:
    with path.open("rb") as opened:
        data = opened.read(_LARGEST_SAVE + 1)
    if len(data) > _LARGEST_SAVE:
        raise WrongUse(say(f"{path} is too large for a save.", f"{path} est trop gros."))
    return game.from_bytes(data)


def _ask_for_game(lines: Lines) -> str | None:
    """The id of a game, asked for by number or name; None if the person leaves."""
    if not is_terminal(sys.stdin):
        raise WrongUse(
            say(
                "Name a game to play; `labrys list` shows them.",
                "Nommez un jeu ; `labrys list` les montre.",
            )
        )
    folders = shelf.folders([])
    for number, folder in enumerate(folders, start=1):
        out(f"{number:>3} {folder.name}")
    while True:
        line = lines.next(say("which game? ", "quel jeu ? "))
        if line is None or line.strip() in ("quit", "exit", "q"):
            return None
        word = line.strip()
        if word.isdecimal() and 1 <= int(word[:6]) <= len(folders):
            return str(folders[int(word) - 1])
        if word in [folder.name for folder in folders]:
            return word

"""From words of the command line, answers at the terminal or a journal to a match that can be played."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import labrys
from labrys import Game
from labrys.match import Journal, Match, Parting, Record, Setup, read, save_as

from labrys_tools import shelf
from labrys_tools.engines import engine_for
from labrys_tools.speech import say
from labrys_tools.terminal import err
from labrys_tools.trouble import WrongUse


def begin(
    name: str, players: int | None, variants: Sequence[str], options: Mapping[str, Any], seed: int | None, engine: str
) -> Match:
    """A new match of the game of this name."""
    folder = shelf.folder(name)
    shelf.demand_variants(folder, variants)
    game = labrys.load(folder, players=players, variants=variants, options=dict(options), engine=engine_for(engine))
    if seed is None:
        seed = random.SystemRandom().randrange(2**31)
    return Match(game, setup_of(game, shelf.name_of(folder), seed))


def setup_of(game: Game, name: str, seed: int) -> Setup:
    return Setup(name, game.players, tuple(game.variants), dict(game.options), seed, game.hash)


def seated(setup: Setup, kinds: Mapping[str, str]) -> Setup:
    """The set-up with who sits where."""
    return replace(setup, seats=dict(kinds))


def match_of(record: Record, engine: str) -> tuple[Match, Parting | None]:
    """The match a record tells of, played as far as the rules of today agree."""
    setup = record.setup
    folder = shelf.folder(setup.game)
    shelf.demand_variants(folder, setup.variants)
    game = labrys.load(
        folder, players=setup.players, variants=setup.variants, options=dict(setup.options), engine=engine_for(engine)
    )
    match = Match(game, setup)
    return match, match.replay(record)


def replayed(path: Path, engine: str) -> Match:
    """The match of a journal to look at; where today's rules part from it, a line on standard error says so."""
    record = read(path)
    match, parting = match_of(record, engine)
    if record.damaged:
        err(say("The end of the file is damaged; the rest is shown.", "La fin du fichier est abîmée ; le reste est montré."))
    if parting is not None:
        err(
            say(
                f"The rules have changed: they part at decision {parting.at + 1} of {len(record.moves)}; shown up to there.",
                f"Les règles ont changé : elles divergent à la décision {parting.at + 1} sur {len(record.moves)} ; montré jusque-là.",
            )
        )
    return match


def position(match: Match, wanted: int | None) -> int:
    """A position by the number of decisions before it; the last one if none is named."""
    last = len(match.decisions)
    if wanted is not None and not 0 <= wanted <= last:
        raise WrongUse(say(f"This game has {last} decisions; name one of 0 to {last}.", f"Cette partie a {last} décisions ; nommez-en une de 0 à {last}."))
    return last if wanted is None else wanted


def reopen(path: Path, engine: str) -> tuple[Match, Record, Parting | None]:
    """The match of a journal, which goes on writing there unless the rules have parted from it."""
    journal, record = Journal.open(path)
    try:
        match, parting = match_of(record, engine)
    except BaseException:
        journal.close()
        raise
    if parting is None:
        match.journal = journal
    else:
        journal.close()
    return match, record, parting


def keep(match: Match, path: Path) -> None:
    """From here on the match writes a journal there. Raises WrongUse where it cannot."""
    try:
        match.journal = save_as(match, path)
    except FileExistsError:
        raise WrongUse(
            say(f"{path} is there already; name another file.", f"{path} existe déjà ; nommez un autre fichier.")
        ) from None


def parting_told(record: Record, parting: Parting) -> str:
    """In a sentence: since when the rules differ, and how far the game was replayed."""
    at, of = parting.at, len(record.moves)
    return say(
        f"The rules have changed since this game was saved: they part at decision {at + 1} of {of}. "
        f"The game stands there; what you play goes to a new file.",
        f"Les règles ont changé depuis cette sauvegarde : elles divergent à la décision {at + 1} sur {of}. "
        f"La partie en est là ; la suite va dans un nouveau fichier.",
    )

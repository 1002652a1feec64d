"""`labrys contest`: games between automatic players, and their win rates with how sure they are."""

import argparse

import labrys

from labrys_tools import shelf
from labrys_tools.engines import engine_for
from labrys_tools.parser import Parser, add_format, add_jobs, add_ruleset, add_table, at_most, whole
from labrys_tools.players import KINDS, player
from labrys_tools.players.contests import Contest, Record, Result, play_one, wilson
from labrys_tools.progress import Progress
from labrys_tools.speech import say
from labrys_tools.terminal import out, out_json
from labrys_tools.trouble import FINE, WrongUse
from labrys_tools.workers import spread


def describe(parser: Parser) -> None:
    add_ruleset(parser)
    add_table(parser)
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar=say("SEAT=KIND", "SIÈGE=GENRE"),
        help=say(
            f"who begins there: {', '.join(KINDS)}; all=KIND for every seat (default: random)",
            f"qui commence là : {', '.join(KINDS)} ; all=GENRE pour tous (défaut : random)",
        ),
    )
    parser.add_argument(
        "--games",
        type=at_most(1_000_000),
        default=100,
        metavar="N",
        help=say("how many games (default: 100)", "nombre de parties (défaut : 100)"),
    )
    parser.add_argument(
        "--seed",
        type=whole,
        default=1,
        metavar="S",
        help=say("of the games and the players (default: 1)", "des parties et des joueurs (1)"),
    )
    parser.add_argument(
        "--engine",
        choices=("python", "native"),
        default="native",
        help=say("which engine (default: native)", "quel moteur (défaut : native)"),
    )
    add_jobs(parser)
    add_format(parser)


def run(args: argparse.Namespace) -> int:
    folder = shelf.folder(args.ruleset)
    shelf.demand_variants(folder, args.variant)
    options = shelf.options_of(args)
    engine = engine_for(args.engine)
    game = labrys.load(folder, args.players, args.variant, options, engine)
    kinds = tuple(_kinds(game, args.seat).values())
    contest = Contest(folder, kinds, args.seed, engine, args.players, tuple(args.variant), tuple(options.items()))
    result = Result()
    tasks = [(contest, number) for number in range(args.games)]
    with Progress(args.games, say("games", "parties")) as bar:
        for played in spread(play_one, tasks, args.jobs):
            result.add(kinds, played)
            bar.step()
    if args.format == "json":
        out_json(_data(game.id, contest, result))
    else:
        _print(game.id, result)
    return FINE


def _kinds(game: labrys.Game, words: list[str]) -> dict[str, str]:
    chosen = dict.fromkeys(game.seats, "random")
    for word in words:
        name, sign, kind = word.partition("=")
        if not sign or name not in (*game.seats, "all"):
            seats = ", ".join(game.seats)
            raise WrongUse(
                say(
                    f"--seat {word}: write it as SEAT=KIND or all=KIND; the seats are {seats}.",
                    f"--seat {word} : écrivez SIÈGE=GENRE ou all=GENRE ; les sièges sont {seats}.",
                )
            )
        try:
            player(kind, game, 0)
        except ValueError as error:
            raise WrongUse(str(error)) from None
        for seat in game.seats if name == "all" else [name]:
            chosen[seat] = kind
    return chosen


def _data(ruleset: str, contest: Contest, result: Result) -> dict[str, object]:
    return {
        "ruleset": ruleset,
        "games": result.games,
        "seed": contest.seed,
        "decisions": result.decisions,
        "players": [_row(record) for record in result.records.values()],
    }


def _row(record: Record) -> dict[str, object]:
    low, high = wilson(record.won, record.games)
    return {
        "kind": record.kind,
        "won": record.won,
        "lost": record.lost,
        "nobody": record.nobody,
        "rate": round(record.rate, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "slowest": round(record.slowest, 3),
    }


def _print(ruleset: str, result: Result) -> None:
    mean = result.decisions / max(result.games, 1)
    out(
        say(
            f"{ruleset}: {result.games} games, seats going round, {mean:.0f} decisions a game",
            f"{ruleset} : {result.games} parties, sièges tournants, {mean:.0f} décisions par partie",
        )
    )
    names = (
        say("player", "joueur"),
        say("won", "gagné"),
        say("lost", "perdu"),
        say("nobody", "personne"),
        say("win rate", "victoires"),
        say("95% interval", "intervalle à 95 %"),
        say("slowest s", "plus lent s"),
    )
    out(f"{names[0]:<14} {names[1]:>6} {names[2]:>6} {names[3]:>8} {names[4]:>10} {names[5]:>18} {names[6]:>11}")
    for record in result.records.values():
        low, high = wilson(record.won, record.games)
        share = f"{100 * low:.1f}-{100 * high:.1f} %"
        out(
            f"{record.kind:<14} {record.won:>6} {record.lost:>6} {record.nobody:>8} "
            f"{100 * record.rate:>8.1f} % {share:>18} {record.slowest:>11.3f}"
        )

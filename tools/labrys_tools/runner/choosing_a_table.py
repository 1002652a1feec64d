"""`labrys play` alone: asks what to play, with how many, with which variants and options, and who sits where."""

import argparse
from typing import Any

from labrys import Game

from labrys_tools import shelf
from labrys_tools.choosing import ask_for_game, meant
from labrys_tools.commands.list import row_of
from labrys_tools.runner.prompting import Prompt
from labrys_tools.seats import HUMAN, named
from labrys_tools.speech import language, say
from labrys_tools.terminal import out

LEVEL_NAMES = {"easy": ("easy", "facile"), "normal": ("normal", "normal"), "hard": ("hard", "difficile")}


def ask_for_table(args: argparse.Namespace, prompt: Prompt) -> str | None:
    """The game's name; what was asked besides is put into the arguments as if it had been a flag. None: the person leaves."""
    name = ask_for_game(prompt.lines)
    if name is None or not prompt.interactive:
        return name
    folder = shelf.folder(name)
    row = row_of(folder)
    if row is None:
        return name
    few, many = row["players"].get("from", 2), row["players"].get("to", 2)
    if args.players is None and few < many:
        args.players = _number(prompt, say(f"how many players, {few} to {many}?", f"combien de joueurs, de {few} à {many} ?"), few, many, few)
    if not args.variant and row["variants"]:
        args.variant = _several(prompt, row["variants"])
    if not args.option and row["options"]:
        args.option = _options(prompt, row["options"])
    return name


def _number(prompt: Prompt, question: str, low: int, high: int, usual: int) -> int:
    while True:
        line = (prompt.ask(f"{question} [{usual}] ") or "").strip()
        if not line:
            return usual
        if line.isdecimal() and low <= int(line[:9]) <= high:
            return int(line)
        out(say(f"A number from {low} to {high}, or Enter.", f"Un nombre de {low} à {high}, ou Entrée."))


def _several(prompt: Prompt, variants: list[dict[str, Any]]) -> list[str]:
    names = [variant["id"] for variant in variants]
    for number, variant in enumerate(variants, start=1):
        title = variant.get("title") or {}
        out(f"{number:>3} {variant['id']:<18} {title.get(language(), '')}")
    while True:
        line = prompt.ask(say("variants, by number or name (Enter: none)? ", "variantes, par numéro ou nom (Entrée : aucune) ? "), names) or ""
        words = line.replace(",", " ").split()
        chosen = [names[int(w[:9]) - 1] if w.isdecimal() and 1 <= int(w[:9]) <= len(names) else w for w in words]
        if all(word in names for word in chosen):
            return chosen
        out(say("There is no such variant.", "Il n'y a pas de telle variante."))


def _options(prompt: Prompt, options: list[dict[str, Any]]) -> list[str]:
    for option in options:
        text = option.get("text") or {}
        out(f"    {option['id']}={_plain(option.get('start'))}  {text.get(language(), '')}")
    line = prompt.ask(say("options to change, as NAME=VALUE (Enter: none)? ", "options à changer, NOM=VALEUR (Entrée : aucune) ? ")) or ""
    return [word for word in line.replace(",", " ").split() if "=" in word]


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def ask_for_seats(prompt: Prompt, game: Game) -> list[str]:
    """Who sits where, as `--seat` says it: people everywhere, or one person among automatic players."""
    seats = list(game.seats)
    if len(seats) == 1:
        return []
    out(say("  1 you against the computer", "  1 vous contre l'ordinateur"))
    out(say("  2 people in every seat, at this screen", "  2 des personnes à toutes les places, à cet écran"))
    out(say("  3 nobody: look on", "  3 personne : regarder"))
    who = _number(prompt, say("who plays?", "qui joue ?"), 1, 3, 1)
    if who == 2:
        return []
    # With a clock the others must be quick: they follow the ruleset's own policy.
    kind = "policy" if game.tick is not None else f"mcts:{_level(prompt)}"
    if who == 3:
        return [f"all={kind}"]
    return [f"all={kind}", f"{_mine(prompt, game)}={HUMAN}"]


def _mine(prompt: Prompt, game: Game) -> str:
    names = [named(game, seat) for seat in game.seats]
    listed = ", ".join(f"{number} {name}" for number, name in enumerate(names, start=1))
    while True:
        line = prompt.ask(say(f"which seat is yours: {listed}? [1] ", f"quelle place est la vôtre : {listed} ? [1] "), names)
        index = meant(game.seats, names, (line or "1").strip() or "1")
        if index is not None:
            return game.seats[index]
        out(say("Type the number of a seat, or its name.", "Tapez le numéro d'une place, ou son nom."))


def _level(prompt: Prompt) -> str:
    names = [say(*both) for both in LEVEL_NAMES.values()]
    number = _number(prompt, say(f"how strong: 1 {names[0]}, 2 {names[1]}, 3 {names[2]}?", f"quelle force : 1 {names[0]}, 2 {names[1]}, 3 {names[2]} ?"), 1, 3, 2)
    return list(LEVEL_NAMES)[number - 1]

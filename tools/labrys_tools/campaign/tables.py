"""The tables a campaign plays at: numbers of players, variants alone and two by two, options."""

import random
import re
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from labrys.source.findings import Findings
from labrys.source.load import read_game
from labrys.source.schema import to_plain
from labrys.source.variants import load_variants

from labrys_tools.proof import companies

# A ruleset that claims to be for a billion players is told so when it is loaded.
_MOST_SETTINGS = 64


class Table(NamedTuple):
    """How a game is set up; options that are not named stay as they start."""

    players: int | None
    variants: tuple[str, ...]
    options: tuple[tuple[str, object], ...] = ()


def tables(folder: Path, seed: int, wanted: Table) -> list[Table]:
    """Every number of players with every company of variants: first with the options as they start, then otherwise.

    What `wanted` names is so at every table.
    """
    groups = [wanted.variants] if wanted.variants else _groups(folder)
    plain: list[Table] = []
    drawn: list[Table] = []
    for variants in groups:
        game = _read(folder, variants)
        numbers = [wanted.players] if wanted.players is not None else _numbers(game)
        for players in numbers:
            plain.append(Table(players, variants, wanted.options))
            dice = random.Random(f"{seed} {players} {variants}")
            options = tuple(sorted((_otherwise(game, dice) | dict(wanted.options)).items()))
            if options != plain[-1].options:
                drawn.append(Table(players, variants, options))
    return plain + drawn


def _groups(folder: Path) -> list[tuple[str, ...]]:
    """No variant, each with what it requires, and every two that do not conflict."""
    alone = companies(folder, ())
    known = load_variants(folder, Findings())
    found = dict.fromkeys(alone)
    for one, two in combinations(alone[1:], 2):
        both = {*one, *two}
        if not any(word.value in both for name in both for word in known[name].conflicts):
            found[tuple(sorted(both))] = None
    return list(found)


def _read(folder: Path, variants: tuple[str, ...]) -> dict[str, Any]:
    """The game as a plain tree; what is wrong with it is told when it is loaded."""
    findings = Findings()
    tree = read_game(folder, list(variants), findings)
    found = None if tree is None or findings.has_errors() else to_plain(tree, findings)
    return found if isinstance(found, dict) else {}


def _numbers(game: dict[str, Any]) -> list[int | None]:
    """Every number of players the ruleset takes; the default alone if it says none."""
    players = game.get("players")
    if isinstance(players, dict):
        few, many = players.get("from"), players.get("to")
        if isinstance(few, int) and isinstance(many, int):
            return list(range(few, min(many, few + _MOST_SETTINGS) + 1))
    return [None]


def _otherwise(game: dict[str, Any], dice: random.Random) -> dict[str, object]:
    """Options drawn anew that have few values, at least one of them not as it starts; sizes and lengths stay as they are."""
    known = {name: option for name, option in (game.get("options") or {}).items() if isinstance(option, dict)}
    few = {name: values for name, option in known.items() if (values := _few_values(option.get("type")))}
    drawn = {name: dice.choice(values) for name, values in few.items()}
    if drawn and all(value == known[name].get("start") for name, value in drawn.items()):
        name = dice.choice(list(drawn))
        drawn[name] = dice.choice([value for value in few[name] if value != drawn[name]] or few[name])
    return drawn


def _few_values(kind: object) -> list[object]:
    """The values of a truth, of a list of words and of two numbers."""
    if kind == "truth":
        return [True, False]
    if isinstance(kind, list):
        return kind
    numbers = re.fullmatch(r"([0-9]+)\.\.([0-9]+)", str(kind))
    low, high = (int(numbers[1]), int(numbers[2])) if numbers else (0, 0)
    return [low, high] if high - low == 1 else []

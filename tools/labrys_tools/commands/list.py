"""`labrys list`: the rulesets with titles, players, variants and options."""

import argparse
from pathlib import Path
from typing import Any

from labrys.source.findings import Findings
from labrys.source.load import read_game
from labrys.source.schema import to_plain
from labrys.source.variants import load_variants

from labrys_tools import shelf
from labrys_tools.parser import Parser, add_format, add_rulesets
from labrys_tools.speech import language, say
from labrys_tools.terminal import err, out, out_json
from labrys_tools.trouble import FINDINGS, FINE, without_escapes


def describe(parser: Parser) -> None:
    add_rulesets(parser)
    add_format(parser)


def run(args: argparse.Namespace) -> int:
    rows = []
    broken = []
    for folder in shelf.folders(args.rulesets):
        row = row_of(folder)
        if row is None:
            broken.append(shelf.name_of(folder))
        else:
            rows.append(row)
    if args.format == "json":
        out_json(rows)
    else:
        for row in rows:
            out(without_escapes(_shown(row)))
    for name in broken:
        err(
            without_escapes(
                say(
                    f"{name} has errors; `labrys check {name}` lists them.",
                    f"{name} a des erreurs ; `labrys check {name}` en donne la liste.",
                )
            )
        )
    return FINDINGS if broken else FINE


def row_of(folder: Path) -> dict[str, Any] | None:
    """What one ruleset says about itself; None if its game.yaml cannot be made out."""
    findings = Findings()
    tree = read_game(folder, [], findings)
    if tree is None or findings.has_errors():
        return None
    game = to_plain(tree, findings)
    variants = [
        {
            "id": name,
            "title": variant.get("title", {}),
            "about": variant.get("about", {}),
            "requires": variant.get("requires", []),
            "conflicts": variant.get("conflicts", []),
            "options": _options(_added_options(variant)),
        }
        for name, variant in (
            (name, to_plain(variant.tree, findings))
            for name, variant in load_variants(folder, findings).items()
        )
    ]
    return {
        "id": game["game"],
        "folder": str(folder),
        "title": game["title"],
        "about": game.get("about", {}),
        "players": _players(game["players"]),
        "seats": list(game["seats"]),
        "variants": variants,
        "options": _options(game.get("options", {})),
    }


def _options(options: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "id": name,
            "type": option.get("type"),
            "start": option.get("start"),
            "text": option.get("text", {}),
        }
        for name, option in options.items()
        if isinstance(option, dict)
    ]


def _added_options(variant: dict[str, Any]) -> dict[str, Any]:
    """The options a variant brings along: what it adds under names like `options.size`."""
    added = variant.get("add")
    if not isinstance(added, dict):
        return {}
    return {
        name.removeprefix("options."): option
        for name, option in added.items()
        if name.startswith("options.") and name.count(".") == 1
    }


def _players(players: Any) -> dict[str, Any]:
    if isinstance(players, dict):
        return {"from": players.get("from"), "to": players.get("to")}
    return {"from": players, "to": players}


def _shown(row: dict[str, Any]) -> str:
    lang = language()
    few, many = row["players"]["from"], row["players"]["to"]
    number = str(few) if few == many else f"{few}-{many}"
    players = say("player" if number == "1" else "players", "joueurs")
    lines = [f"{row['id']:<18} {row['title'].get(lang, '')} ({number} {players})"]
    for variant in row["variants"]:
        title = variant["title"].get(lang, "")
        lines.append(f"    --variant {variant['id']:<22} {title}".rstrip())
        lines += [f"    {_choice(option)}" for option in variant["options"]]
    lines += [_choice(option) for option in row["options"]]
    return "\n".join(lines)


def _choice(option: dict[str, Any]) -> str:
    """An option as it is written on the command line, with what may stand there."""
    choice = option["type"]
    if isinstance(choice, list):
        choice = "|".join(str(word) for word in choice)
    chosen = f"--option {option['id']}={_word(option['start'])}"
    return f"    {chosen:<32} {choice}: {option['text'].get(language(), '')}".rstrip()


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)

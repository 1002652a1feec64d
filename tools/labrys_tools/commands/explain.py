"""`labrys explain`: the page of a finding's code, or all pages as one document."""

import argparse
import textwrap

from labrys.source.catalogue import Code, Example, codes, example_files
from labrys.source.findings import did_you_mean

from labrys_tools.parser import Parser, add_format
from labrys_tools.speech import language, say
from labrys_tools.terminal import out, out_json
from labrys_tools.trouble import FINE, WrongUse

# The hundreds of a code's number, as the catalogue groups them.
_CHAPTERS = {
    "1": ("Reading the files", "La lecture des fichiers"),
    "2": ("Variants and options", "Variantes et options"),
    "3": ("Structure", "Structure"),
    "4": ("Names", "Noms"),
    "5": ("Types", "Types"),
    "6": ("Flow and graph", "Déroulement et graphe"),
    "7": ("Texts", "Textes"),
    "8": ("Rules and scenarios", "Règles et scénarios"),
    "9": ("Limits", "Limites"),
}


def describe(parser: Parser) -> None:
    parser.add_argument(
        "code",
        nargs="?",
        metavar="CODE",
        help=say("LB101, or its name: yaml-syntax", "LB101, ou son nom : yaml-syntax"),
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help=say(
            "every page, as one Markdown document", "toutes les pages, en un document Markdown"
        ),
    )
    add_format(parser)


def run(args: argparse.Namespace) -> int:
    if args.code is not None and args.all:
        raise WrongUse(
            say(
                "Either one code or --all, not both.", "Soit un code, soit --all, mais pas les deux."
            )
        )
    if args.code is not None:
        chosen = [_find(args.code)]
    else:
        chosen = sorted({e.code: e for e in codes().values()}.values(), key=lambda e: e.code)
    if args.format == "json":
        rows = [_row(entry) for entry in chosen]
        out_json(rows[0] if args.code else rows)
    elif args.code is not None:
        out(page(chosen[0], language()))
    elif args.all:
        out(document(chosen, language()))
    else:
        for entry in chosen:
            out(f"{entry.code}  {entry.slug:<22} {_first_line(entry.message[language()])}")
    return FINE


def _find(word: str) -> Code:
    entry = codes().get(word) or codes().get(word.upper()) or codes().get(word.lower())
    if entry is None:
        near = did_you_mean(word.lower(), codes())
        near = near or did_you_mean(word.upper(), codes())
        hint = say(f" Did you mean {near}?", f" Vouliez-vous dire {near} ?") if near else ""
        raise WrongUse(
            say(
                f"There is no code {word}.{hint} `labrys explain` lists them.",
                f"Il n'y a pas de code {word}.{hint} `labrys explain` en donne la liste.",
            )
        )
    return entry


def _row(entry: Code) -> dict[str, object]:
    return {
        "code": entry.code,
        "slug": entry.slug,
        "severity": entry.severity,
        "message": {lang: entry.message[lang] for lang in ("en", "fr")},
        "page": {lang: entry.page[lang] for lang in ("en", "fr")},
        "wrong": example_files(entry.wrong),
        "right": example_files(entry.right),
    }


def page(entry: Code, lang: str) -> str:
    """One code for a reader at the terminal."""
    severity = _severity(entry, lang)
    parts = [
        f"{entry.code} {entry.slug} ({severity})",
        f"    {entry.message[lang].replace('{{', '{').replace('}}', '}')}",
        "\n".join(textwrap.wrap(entry.page[lang], 96)),
    ]
    for title, example in (("Wrong", entry.wrong), ("Right", entry.right)):
        word = {"Wrong": say("Wrong", "Faux"), "Right": say("Right", "Juste")}[title]
        for file, text in shown_example(example).items():
            body = "\n".join(f"    {line}" for line in text.rstrip("\n").split("\n"))
            parts.append(f"{word} ({file})\n{body}")
    return "\n\n".join(parts)


def shown_example(example: Example) -> dict[str, str]:
    """The part of an example a reader wants: not the tiny ruleset around it."""
    if isinstance(example, str):
        return {"game.yaml": example}
    return {("game.yaml" if file == "sections" else file): text for file, text in example.items()}


def document(entries: list[Code], lang: str) -> str:
    """All pages as Markdown: docs/diagnostics.md is this text in English."""
    title = {"en": "Diagnostics", "fr": "Diagnostics"}[lang]
    intro = {
        "en": "Every finding of `labrys check` has a code that never changes its meaning. This page "
        "is printed by\n`labrys explain --all`; `labrys explain CODE` shows one code at the "
        "terminal. An example shows only\nthe sections that matter; the rest of the ruleset "
        "around it is without fault.",
        "fr": "Chaque constat de `labrys check` a un code dont le sens ne change jamais. Cette page "
        "est écrite par\n`labrys explain --all` ; `labrys explain CODE` montre un code dans le "
        "terminal. Un exemple ne montre\nque les sections utiles ; le reste du jeu de règles "
        "est sans faute.",
    }[lang]
    lines = [f"# {title}", "", intro, ""]
    chapter = ""
    for entry in entries:
        if entry.code[2] != chapter:
            chapter = entry.code[2]
            heading = _CHAPTERS.get(chapter, ("Other", "Autres"))[lang == "fr"]
            lines += [f"## {heading}", ""]
        message = entry.message[lang].replace("{{", "{").replace("}}", "}")
        lines += [
            f"### {entry.code} {entry.slug}",
            "",
            f"*{_severity(entry, lang)}*: {_first_line(message)}",
            "",
            "\n".join(textwrap.wrap(entry.page[lang], 110)),
            "",
        ]
        for word, example in (
            ({"en": "Wrong", "fr": "Faux"}[lang], entry.wrong),
            ({"en": "Right", "fr": "Juste"}[lang], entry.right),
        ):
            for file, text in shown_example(example).items():
                fence = "````" if "```" in text else "```"
                lines += [f"{word} (`{file}`):", "", f"{fence}yaml", text.rstrip("\n"), fence, ""]
    return "\n".join(lines).rstrip("\n")


def _severity(entry: Code, lang: str) -> str:
    french = {"error": "erreur", "warning": "avertissement"}
    return french[entry.severity] if lang == "fr" else entry.severity


def _first_line(text: str) -> str:
    return " ".join(text.split())

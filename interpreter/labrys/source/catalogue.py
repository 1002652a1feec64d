"""The catalogue of findings (`codes.yaml`): for each code its message, page and examples."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

import yaml

Severity = Literal["error", "warning"]
Example = str | dict[str, str]


@dataclass(frozen=True, slots=True)
class Both:
    """A piece of text in both languages of the project."""

    en: str
    fr: str

    def __getitem__(self, lang: str) -> str:
        return self.fr if lang == "fr" else self.en


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of finding. `tested_in` names the test where the example cannot be written as text."""

    code: str
    slug: str
    severity: Severity
    message: Both
    page: Both
    wrong: Example
    right: Example
    tested_in: str | None = None


@cache
def _read() -> Any:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    text = Path(__file__).with_name("codes.yaml").read_text(encoding="utf-8")
    return yaml.load(text, Loader=loader)


@cache
def codes() -> dict[str, Code]:
    """Every code of the catalogue, by code and by slug."""
    found: dict[str, Code] = {}
    for row in _read()["codes"]:
        entry = Code(
            code=row["code"],
            slug=row["slug"],
            severity=row["severity"],
            message=Both(**row["message"]),
            page=Both(**row["page"]),
            wrong=row["wrong"],
            right=row["right"],
            tested_in=row.get("tested-in"),
        )
        for key in (entry.code, entry.slug):
            if key in found:
                raise ValueError(f"codes.yaml names {key} twice")
            found[key] = entry
    return found


def code(slug_or_code: str) -> Code:
    """The entry of a code (`LB101`) or slug (`yaml-syntax`); KeyError if there is none."""
    return codes()[slug_or_code]


def example_files(example: Example) -> dict[str, str]:
    """The files of an example ruleset: file name -> text, always with a `game.yaml`.

    A string is a whole `game.yaml`. In a mapping, `sections` stands for the tiny ruleset of the
    catalogue with these sections instead of its own, and a missing `game.yaml` for the tiny one.
    """
    if isinstance(example, str):
        return {"game.yaml": example}
    files = dict(example)
    sections = files.pop("sections", None)
    if sections is not None:
        files["game.yaml"] = _with_sections(_read()["tiny"], sections)
    files.setdefault("game.yaml", _read()["tiny"])
    return files


def _with_sections(tiny: str, sections: str) -> str:
    replaced = set(re.findall(r"^([a-z-]+):", sections, re.MULTILINE))
    kept: list[str] = []
    keep = True
    for line in tiny.splitlines(keepends=True):
        head = re.match(r"([a-z-]+):", line)
        if head:
            keep = head.group(1) not in replaced
        if keep:
            kept.append(line)
    return "".join(kept) + sections

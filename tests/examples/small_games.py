"""Games of a few lines: the tiny ruleset of the catalogue with some of its sections replaced."""

from pathlib import Path

import labrys
from labrys.source.catalogue import codes, example_files


def write(folder: Path, sections: str) -> Path:
    for name, text in example_files({"sections": sections}).items():
        path = folder / "tiny" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "tiny"


def small(folder: Path, sections: str) -> labrys.Game:
    """The tiny game with these sections; the checker must find nothing."""
    path = write(folder, sections)
    assert [(f.code, f.message_en) for f in labrys.check(path) if f.severity == "error"] == []
    game = labrys.load(path)
    twins[game.hash] = _native(path)
    return game


# A game of a few lines may declare what it does not need.
UNFINISHED = ("never-read", "unused-name", "never-set")
# The same game on the native engine, by its hash, where it can be built.
twins: dict[str, labrys.Game | None] = {}


def _native(path: Path) -> labrys.Game | None:
    try:
        return labrys.load(path, engine="native")
    except labrys.LabrysError:
        return None


def findings(folder: Path, sections: str) -> list[str]:
    """The slugs the checker reports."""
    by_code = {entry.code: entry.slug for entry in codes().values()}
    found = [by_code[finding.code] for finding in labrys.check(write(folder, sections))]
    return [slug for slug in found if slug not in UNFINISHED]


def play(state: labrys.State, *steps: dict[str, object]) -> labrys.State:
    """The position after these steps; both engines must come to the same one by the same decisions."""
    twin = twins.get(state.game.hash)
    other = twin.from_bytes(state.to_bytes()) if twin is not None else None
    for step in steps:
        state = state.play(state.game.decision(step))
        if other is not None and twin is not None:
            other = other.play(twin.decision(step))
            assert other.to_bytes() == state.to_bytes()
            assert other.decisions == state.decisions
            assert other.log("white") == state.log("white")
    return state

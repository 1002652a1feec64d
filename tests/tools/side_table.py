"""What the tests of the tools share: a tiny ruleset with everything, and ways to run `labrys`."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from labrys.source.catalogue import example_files
from labrys_tools import speech
from labrys_tools.command import main

ROOT = Path(__file__).resolve().parents[2]

RULES = """\
labrys: 1
rules:
  TY-001: {en: "A man goes on a free cell.", fr: "Un pion va sur une case libre.", source: own}
  TY-002: {en: "A full board is a draw.", fr: "Un plateau plein est nul.", source: own}
  TY-003: {en: "Nobody moves a man.", fr: "Personne ne bouge un pion.", source: own}
"""

SCENARIOS = """\
scenarios:
  - scenario: a taken cell is refused
    cites: [TY-001]
    given:
      map: |
        . . .
        . X .
        . . .
      active: black
    when:
      - {seat: black, play: place, goal: b2}
    then: {illegal: free}
  - scenario: the board of nine cells is empty at first
    cites: [TY-001]
    then: {decisions: 9, to-act: white, over: false}
"""


def tiny_files() -> dict[str, str]:
    """The tiny ruleset of the catalogue, with rules that it cites and scenarios."""
    game = example_files({})["game.yaml"]
    game = game.replace("free:\n", "free:\n        cites: [TY-001]\n")
    game = game.replace("do: game drawn full}", "do: game drawn full, cites: [TY-002]}")
    game = game.replace("rows: 3,", "rows: size,").replace("columns: 3,", "columns: size,")
    game += """\
options:
  size: {type: 2..5, start: 3, text: {en: cells a side, fr: cases par côté}}
"""
    return {"game.yaml": game, "rules.yaml": RULES, "scenarios/first.yaml": SCENARIOS}


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """The folder of a tiny ruleset that a test may spoil."""
    return write(tmp_path / "tiny", tiny_files())


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str


Run = Callable[..., Done]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """`labrys` in this process: quick, and English unless the words say otherwise."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "LABRYS_TRACEBACK"):
        monkeypatch.delenv(name, raising=False)

    def call(*words: object) -> Done:
        code = main([str(word) for word in words])
        said = capsys.readouterr()
        speech.choose("en")
        return Done(code, said.out, said.err)

    return call


def environment(**more: str) -> dict[str, str]:
    """The environment of a fresh process that finds this checkout's packages."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG", "LABRYS"))}
    path = os.pathsep.join(entry for entry in sys.path if entry)
    return {**kept, "PYTHONPATH": path, **more}


def fresh(*words: object, stdin: str = "", **more: str) -> Done:
    """`labrys` in a process of its own, as a shell would start it."""
    done = subprocess.run(
        [sys.executable, "-m", "labrys_tools", *map(str, words)],
        input=stdin.encode(),
        capture_output=True,
        env=environment(**more),
        timeout=120,
        check=False,
    )
    return Done(
        done.returncode,
        done.stdout.decode("utf-8", "replace"),
        done.stderr.decode("utf-8", "replace"),
    )

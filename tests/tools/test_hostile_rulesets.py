"""Rulesets that mean harm end in a finding, soon, whichever command they are given to."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from side_table import Run, fresh, run, tiny, tiny_files, write

__all__ = ["run", "tiny"]

TINY = tiny_files()["game.yaml"]

GAMES = {
    "alias bomb": "a: &a [x, x]\nb: &b [*a, *a]\n",
    "deep nesting": "a: " + "[" * 3000,
    "a giant number": "labrys: 1\ngame: tiny\nconstants: {c: {is: 1" + "0" * 30 + "}}\n",
    "an include from outside": "labrys: 1\ngame: tiny\ninclude: [../outside.yaml]\n",
    "an include of itself": f"{TINY}include: [game.yaml]\n",
    "an escape code": 'labrys: 1\ngame: tiny\ntitle: {en: "\\e[31m", fr: x}\n',
    "a bidi override": TINY.replace("en: Tiny", 'en: "\\u202e"'),
    "a bare escape code": TINY.replace("en: Tiny", "en: \x1b[31m"),
    "a NUL byte": TINY + "\0",
    "tabs": TINY.replace("  ", "\t"),
    "no YAML at all": "}{",
    "nothing": "",
    "only comments": "# nothing\n# more of it\n",
    "a newer version": "labrys: 99\ngame: tiny\n",
    "thousands of keys": TINY + "".join(f"k{number}: 1\n" for number in range(5000)),
    "a giant board": TINY.replace("rows: size", "rows: 2000000000"),
    "a wide board": TINY.replace("rows: size", "rows: 1000").replace("columns: size", "columns: 9"),
    "a giant file": TINY + "#" * 2_000_000,
    "a deep expression": f'{TINY}define: {{d: {{is: "{"(" * 3000}1{")" * 3000}"}}}}\n',
    "a long expression": f'{TINY}define: {{d: {{is: "{"1 + " * 20_000}1"}}}}\n',
    "definitions in a circle": f"{TINY}define: {{d: {{is: e()}}, e: {{is: d()}}}}\n",
    "a giant state": f"{TINY}fields: {{s: set of 0..2147483647}}\n",
    "a giant list": f"{TINY}fields: {{s: list of truth up to 2000000000}}\n",
    "a billion pieces": f"{TINY}pieces: {{rock: {{count: 2000000000, lives: cell}}}}\n",
}


@pytest.mark.parametrize("what", GAMES)
@pytest.mark.parametrize(
    "words",
    [
        ["check"],
        ["list"],
        ["play", "--seat", "all=random"],
        ["test"],
        ["trace"],
        ["graph"],
        ["perft", "1"],
        ["campaign", "--games", "1", "--jobs", "1"],
        ["bench", "--seconds", "0.05"],
        ["mistakes", "--count", "3"],
    ],
    ids=lambda words: words[0],
)
def test_a_hostile_game_is_a_finding_everywhere(
    run: Run, tmp_path: Path, what: str, words: list[str]
) -> None:
    folder = write(
        tmp_path / "tiny",
        {"game.yaml": GAMES[what], "scenarios/s.yaml": "scenario: s\nthen: {over: true}\n"},
    )
    done = run(words[0], folder, *words[1:])
    if words == ["list"]:
        # What is wrong with expressions is not looked for; that would be `check`.
        assert done.code in (0, 1)
    else:
        assert done.code == 1
    assert "Labrys itself" not in done.out + done.err
    assert "\x1b" not in done.out + done.err
    assert "\u202e" not in done.out + done.err
    assert len(done.out + done.err) < 200_000


@pytest.mark.parametrize("change", [lambda text: "\ufeff" + text, lambda t: t.replace("\n", "\r\n")])
def test_marks_and_line_ends_of_windows_are_no_fault(
    run: Run, tiny: Path, change: Callable[[str], str]
) -> None:
    for path in tiny.rglob("*.yaml"):
        path.write_bytes(change(path.read_text(encoding="utf-8")).encode())
    assert run("check", tiny).out == "1 ruleset: no findings\n"
    assert run("test", tiny).out == "2 scenarios passed, 1 ruleset\n"


def pipe(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def folder(path: Path) -> None:
    path.mkdir()


def itself(path: Path) -> None:
    path.symlink_to(path)


PLACES = ["part.yaml", "scenarios/x.yaml", "perft/x.yaml", "variants/x.yaml"]


@pytest.mark.skipif(os.name != "posix", reason="a matter of POSIX files")
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("make", [pipe, device, folder, itself], ids=lambda make: make.__name__)
def test_what_is_no_file_is_not_read(tiny: Path, place: str, make: Callable[[Path], None]) -> None:
    if place == "part.yaml":
        game = tiny / "game.yaml"
        game.write_text(f"{TINY}include: [part.yaml]\n", encoding="utf-8")
    (tiny / place).parent.mkdir(exist_ok=True)
    make(tiny / place)
    # In a process of its own, which can be given up: reading a pipe would wait for ever.
    done = fresh("check", tiny)
    assert done.code == 1
    assert "LB115" in done.out or "LB116" in done.out
    assert "Labrys itself" not in done.err


@pytest.mark.skipif(os.name != "posix", reason="a matter of POSIX files")
@pytest.mark.parametrize("make", [pipe, device, folder, itself], ids=lambda make: make.__name__)
def test_a_game_that_is_no_file_is_no_game(tmp_path: Path, make: Callable[[Path], None]) -> None:
    home = tmp_path / "tiny"
    home.mkdir()
    make(home / "game.yaml")
    for command in ("check", "list", "test", "graph"):
        done = fresh(command, home)
        assert done.code == 2
        assert "holds no game.yaml" in done.err


@pytest.mark.skipif(os.name != "posix", reason="a matter of POSIX files")
@pytest.mark.parametrize("words", [["--script"], ["--resume"]])
def test_an_endless_file_is_not_read_to_its_end(run: Run, tiny: Path, words: list[str]) -> None:
    done = run("play", tiny, *words, "/dev/zero")
    assert done.code == 2
    assert "too l" in done.err


def test_a_giant_file_beside_a_game_is_no_matter(run: Run, tiny: Path) -> None:
    with (tiny / "other.yaml").open("wb") as opened:
        opened.truncate(2**36)
    done = run("play", tiny, "--seat", "all=random")
    assert done.code == 0

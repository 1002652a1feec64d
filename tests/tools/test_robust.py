"""Whatever happens around it, `labrys` ends with a sentence, never with a traceback."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from side_table import Done, Run, environment, fresh, run, tiny, write

__all__ = ["run", "tiny"]

COMMAND = [sys.executable, "-m", "labrys_tools"]
posix = pytest.mark.skipif(os.name != "posix", reason="a matter of POSIX shells")


def in_shell(line: str, **more: str) -> Done:
    done = subprocess.run(
        ["sh", "-c", line.replace("labrys", f"'{sys.executable}' -m labrys_tools", 1)],
        capture_output=True,
        env=environment(**more),
        timeout=120,
        check=False,
    )
    return Done(
        done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    )


def assert_calm(done: Done) -> None:
    for word in ("Traceback", "Exception ignored", "Labrys itself", "Error"):
        assert word not in done.err, done.err


@posix
def test_a_reader_that_goes_away_is_no_matter() -> None:
    done = in_shell("labrys explain --all | head -n 1")
    assert done.out == "# Diagnostics\n"
    assert_calm(done)
    assert done.err == ""


@posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_a_sentence() -> None:
    done = in_shell("labrys explain --all > /dev/full")
    assert done.code == 2
    assert done.err == "The disk is full.\n"


@posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_report_on_a_full_disk_is_a_sentence(tiny: Path) -> None:
    done = fresh("test", tiny, "--junit", "/dev/full")
    assert done.code == 2
    assert "The disk is full." in done.err
    assert_calm(done)


@posix
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&-"])
def test_closed_streams_are_no_matter(tiny: Path, closed: str) -> None:
    assert_calm(in_shell(f"labrys list '{tiny}' {closed}"))
    assert_calm(in_shell(f"labrys play '{tiny}' {closed} </dev/null"))
    assert_calm(in_shell(f"labrys nonsense {closed}"))


@pytest.mark.parametrize(
    "locale",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "ascii:strict", "LC_ALL": "C"},
        {"PYTHONIOENCODING": "latin-1"},
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    ],
)
def test_an_ascii_terminal_gets_ascii(tiny: Path, locale: dict[str, str]) -> None:
    done = fresh("explain", "LB101", "--lang", "fr", **locale)
    assert done.code == 0
    assert_calm(done)
    assert "ce n'est pas du YAML" in done.out
    assert_calm(fresh("list", tiny, "--lang", "fr", **locale))
    assert_calm(fresh("nonsense-é", "--lang", "fr", **locale))
    assert_calm(fresh("play", tiny, "--seat", "all=random", "--lang", "fr", **locale))


@posix
@pytest.mark.parametrize("words", [["play", "TINY"], ["campaign", "TINY", "--games", "100000"]])
def test_control_c_ends_it_quietly(tiny: Path, words: list[str]) -> None:
    process = subprocess.Popen(
        [*COMMAND, *(str(tiny) if word == "TINY" else word for word in words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        start_new_session=True,
    )
    try:
        if words[0] == "play":
            assert process.stdout is not None
            assert process.stdout.read(4) == b"Tiny"
        else:
            # Nothing is printed before the end; a moment lets the processes start.
            time.sleep(1.5)
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130
    assert said.strip() == b""


@posix
@pytest.mark.skipif(
    hasattr(os, "geteuid") and os.geteuid() == 0, reason="nothing is closed to root"
)
def test_a_cache_that_cannot_be_written_is_done_without(tiny: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    cache.chmod(0o500)
    done = fresh("perft", tiny, 1, LABRYS_CACHE=str(cache))
    assert (done.code, done.out) == (0, "9\n")


@pytest.mark.parametrize("place", ["/dev/null", "/dev/null/x", "/proc/nowhere"])
def test_a_cache_in_an_impossible_place_is_done_without(tiny: Path, place: str) -> None:
    done = fresh("perft", tiny, 1, LABRYS_CACHE=place)
    assert (done.code, done.out) == (0, "9\n")
    assert_calm(done)
    assert_calm(fresh("cache", "clear", LABRYS_CACHE=place))


def test_a_spoilt_cache_is_done_without(tiny: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    fresh("perft", tiny, 1, LABRYS_CACHE=str(cache))
    for path in cache.rglob("*") if cache.exists() else ():
        if path.is_file():
            path.write_bytes(b"\0garbage")
    done = fresh("perft", tiny, 1, LABRYS_CACHE=str(cache))
    assert (done.code, done.out) == (0, "9\n")


@pytest.mark.parametrize("command", ["check", "play", "test", "trace", "graph", "list"])
def test_escape_codes_in_names_do_not_reach_the_terminal(tmp_path: Path, command: str) -> None:
    done = fresh(command, f"{tmp_path}/\x1b[31mred\x07")
    assert done.code == 2
    assert "\x1b" not in done.err + done.out
    assert "\x07" not in done.err + done.out


HOSTILE = {
    "alias bomb": "a: &a [x, x]\nb: &b [*a, *a]\n",
    "deep nesting": "a: " + "[" * 3000,
    "a giant number": "labrys: 1\ngame: tiny\nconstants: {c: {is: 1" + "0" * 30 + "}}\n",
    "an include from outside": "labrys: 1\ngame: tiny\ninclude: [../outside.yaml]\n",
    "an escape code": 'labrys: 1\ngame: tiny\ntitle: {en: "\\e[31m", fr: x}\n',
    "no YAML at all": "}{",
    "nothing": "",
    "a newer version": "labrys: 99\ngame: tiny\n",
}


@pytest.mark.parametrize("what", HOSTILE)
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
def test_a_hostile_ruleset_is_code_1_everywhere(
    run: Run, tmp_path: Path, what: str, words: list[str]
) -> None:
    folder = write(
        tmp_path / "tiny",
        {"game.yaml": HOSTILE[what], "scenarios/s.yaml": "scenario: s\nthen: {over: true}\n"},
    )
    done = run(words[0], folder, *words[1:])
    assert done.code in (1, 2)
    assert "Labrys itself" not in done.err
    assert "\x1b" not in done.out + done.err

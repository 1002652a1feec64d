"""Whatever happens around it, `labrys` ends with a sentence, never with a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from side_table import Done, environment, fresh, tiny

__all__ = ["tiny"]

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
    for words in (("test", tiny, "--junit"), ("campaign", tiny, "--games", 1, "--report")):
        done = fresh(*words, "/dev/full")
        assert done.code == 2
        assert done.err == "/dev/full cannot be written: the disk is full.\n"
        # What was found out is not lost with the file.
        assert "tiny" in done.out or "scenarios passed" in done.out


@posix
@pytest.mark.parametrize("words", ["list", "--help", "check --json pig", "perft tic-tac-toe 1"])
def test_readers_and_disks_that_fail_are_told_in_french_too(words: str) -> None:
    assert_calm(in_shell(f"labrys {words} --lang fr | true"))
    if Path("/dev/full").exists():
        done = in_shell(f"labrys {words} --lang fr > /dev/full")
        assert (done.code, done.err) == (2, "Le disque est plein.\n")


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


@pytest.mark.parametrize(
    "words",
    [
        *("list TINY", "check TINY", "test TINY", "trace TINY", "graph TINY", "perft TINY 1 --divide"),
        *("play TINY --seat all=random", "campaign TINY --games 1 --jobs 1", "explain --all"),
        *("play --help", "--help", "mistakes TINY --count 2 --missed --jobs 1", "list é"),
    ],
)
def test_no_command_sends_an_ascii_terminal_other_letters(tiny: Path, words: str) -> None:
    asked = [str(tiny) if word == "TINY" else word for word in words.split()]
    done = fresh(*asked, "--lang", "fr", LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert_calm(done)
    assert (done.out + done.err).isascii()
    assert done.out + done.err


@posix
def test_a_cache_that_cannot_be_written_is_done_without(tiny: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    cache.chmod(0o500)
    if os.access(cache, os.W_OK):
        pytest.skip("nothing is closed to root")
    done = fresh("perft", tiny, 1, LABRYS_CACHE=str(cache))
    assert (done.code, done.out) == (0, "9\n")
    done = fresh("test", tiny, "--junit", cache / "x")
    assert done.code == 2
    assert done.err == f"{cache / 'x'} cannot be written: this is not permitted.\n"


@pytest.mark.parametrize("place", ["/dev/null", "/dev/null/x", "/proc/nowhere"])
def test_a_cache_in_an_impossible_place_is_done_without(tiny: Path, place: str) -> None:
    done = fresh("perft", tiny, 1, LABRYS_CACHE=place)
    assert (done.code, done.out) == (0, "9\n")
    assert_calm(done)
    assert_calm(fresh("cache", "clear", LABRYS_CACHE=place))


def test_without_a_home_everything_works(tiny: Path) -> None:
    # Nobody has this number; nor does HOME say where they live.
    script = (
        "import os, sys; from labrys_tools.__main__ import main\n"
        "os.environ.pop('HOME', None); os.environ.pop('XDG_CACHE_HOME', None)\n"
        "sys.modules['pwd'] = None\n"
        "sys.exit(main())\n"
    )
    for words, code in ((["perft", tiny, 1], 0), (["cache", "path"], 2), (["cache", "clear"], 2)):
        done = subprocess.run(
            [sys.executable, "-c", script, *map(str, words)],
            capture_output=True,
            text=True,
            env=environment(),
            check=False,
        )
        assert done.returncode == code, done.stderr
        assert_calm(Done(done.returncode, done.stdout, done.stderr))


@pytest.mark.parametrize("columns", ["0", "1", "20", "x", "99999999999"])
def test_any_width_of_the_screen_will_do(tiny: Path, columns: str) -> None:
    for words in (["play", tiny, "--seat", "all=random"], ["perft", "--help"], ["list", tiny]):
        done = fresh(*words, COLUMNS=columns)
        assert done.code == 0
        assert_calm(done)


def test_a_narrow_screen_breaks_sentences_between_words(tiny: Path) -> None:
    done = fresh("play", tiny, stdin="zzz\nquit\n", COLUMNS="30")
    assert "None of the choices reads\nlike that." in done.out


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

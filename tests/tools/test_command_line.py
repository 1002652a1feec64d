"""The command itself: help, languages, exit codes, and how little it imports."""

import subprocess
import sys

import pytest
from labrys_tools.command import COMMANDS
from labrys_tools.speech import language_of
from labrys_tools.terminal import plain
from side_table import Run, environment, fresh, run

__all__ = ["run"]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_command_explains_itself(run: Run, command: str, lang: str) -> None:
    done = run(command, "--help", "--lang", lang)
    assert done.code == 0
    assert done.out.startswith({"en": "usage: ", "fr": "usage : "}[lang] + f"labrys {command}")
    assert {"en": "show this help", "fr": "afficher cette aide"}[lang] in done.out
    assert done.err == ""


def test_help_lists_every_command(run: Run) -> None:
    done = run("--help")
    assert done.code == 0
    assert all(f"  {command} " in done.out for command in COMMANDS)
    assert run("help", "perft").out == run("perft", "--help").out


def test_version_is_one_line(run: Run) -> None:
    done = run("--version")
    assert done.code == 0
    assert done.out.startswith("labrys ")
    assert done.out.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["chek"],
        ["list", "--colour"],
        ["list", "--format", "xml"],
        ["perft", "chess"],
        ["perft", "chess", "-1"],
        ["perft", "chess", "three"],
        ["perft", "chess", "9" * 40],
        ["play", "chess", "--players", "0"],
        ["bench", "--seconds", "nan"],
        ["bench", "--seconds", "-1"],
        ["campaign", "--games", "0"],
        ["cache", "burn"],
        ["cache"],
        ["list", "--lang", "de"],
        ["explain", "LB000"],
        ["check", ""],
        ["check", "nowhere"],
        ["check", "\0"],
        ["check", "x" * 5000],
        ["check", "/dev/null"],
    ],
)
def test_wrong_use_is_one_sentence_and_code_2(run: Run, words: list[str]) -> None:
    done = run(*words)
    assert done.code == 2
    assert done.out == ""
    assert "Traceback" not in done.err
    assert done.err.strip()


def test_a_misspelt_command_is_guessed(run: Run) -> None:
    assert "Did you mean check?" in run("chek").err


def test_wrong_use_is_told_in_french(run: Run) -> None:
    assert "argument inconnu : --colour" in run("list", "--colour", "--lang", "fr").err
    assert "il manque :" in run("perft", "--lang=fr").err


@pytest.mark.parametrize(
    ("argv", "locale", "expected"),
    [
        ([], {"LANG": "fr_FR.UTF-8"}, "fr"),
        ([], {"LC_ALL": "en_GB.UTF-8", "LANG": "fr_FR.UTF-8"}, "en"),
        ([], {"LC_ALL": "", "LANG": "fr_CA"}, "fr"),
        ([], {"LANG": "C"}, "en"),
        ([], {}, "en"),
        (["--lang", "fr"], {"LANG": "en_GB"}, "fr"),
        (["--lang=en"], {"LANG": "fr_FR"}, "en"),
        (["--lang"], {}, "en"),
    ],
)
def test_the_language_is_the_one_asked_for(
    argv: list[str], locale: dict[str, str], expected: str
) -> None:
    assert language_of(argv, locale) == expected


def test_the_locale_chooses_the_language() -> None:
    assert "les jeux" in fresh("--help", LANG="fr_FR.UTF-8", PYTHONUTF8="1").out


def test_help_imports_no_library() -> None:
    code = (
        "import sys; from labrys_tools.command import main; main(['--help']); "
        "print(sorted({'labrys', 'yaml', 'lark', 'networkx', 'jsonschema'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment(), check=True
    )
    assert done.stdout.strip().endswith("[]")


def test_nothing_needs_a_posix_module() -> None:
    code = (
        "import sys\n"
        "for name in ('fcntl', 'termios', 'tty', 'pty', 'pwd', 'grp', 'resource', 'readline',\n"
        "    'curses', 'posix_ipc', 'syslog', 'crypt'):\n"
        "    sys.modules[name] = None\n"
        "import importlib, pkgutil, labrys, labrys_tools\n"
        "for package in (labrys, labrys_tools):\n"
        "    for found in pkgutil.walk_packages(package.__path__, package.__name__ + '.'):\n"
        "        importlib.import_module(found.name)\n"
        "from labrys_tools.command import main\n"
        "codes = [main(words.split()) for words in ('list', 'check tic-tac-toe',\n"
        "    'perft tic-tac-toe 2', 'test tic-tac-toe', 'play tic-tac-toe --seat all=random',\n"
        "    'campaign tic-tac-toe --games 50 --jobs 2')]\n"
        "assert codes == [0] * 6, codes\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment(), check=False
    )
    assert done.returncode == 0, done.stderr


def test_letters_an_ascii_terminal_lacks_are_spelt() -> None:
    assert plain("déjà … « œuf » → 3×3 ♞") == 'deja ... " oeuf " -> 3x3 ?'

"""A wheel carries everything: it plays where there is no checkout."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from side_table import ROOT, environment

pytest.importorskip("hatchling", reason="the wheel is built without a network")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built and unpacked as pip would into `site-packages`."""
    made = tmp_path_factory.mktemp("wheel")
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(made)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    (wheel,) = made.glob("labrys-*.whl")
    site = made / "lib" / "python" / "site-packages"
    with zipfile.ZipFile(wheel) as opened:
        opened.extractall(site)
    # What lies above an installed Labrys must not be taken for a checkout's games.
    (made / "lib" / "python" / "rulesets" / "decoy").mkdir(parents=True)
    (made / "lib" / "python" / "rulesets" / "decoy" / "game.yaml").touch()
    return site


def labrys(installed: Path, where: Path, *words: str) -> str:
    """`labrys` from the wheel alone, in a folder that has nothing to do with the checkout."""
    others = [
        entry for entry in sys.path if entry and not Path(entry).resolve().is_relative_to(ROOT)
    ]
    # The environment of a checkout may itself lie in the checkout.
    others += [entry for entry in sys.path if "site-packages" in entry]
    done = subprocess.run(
        [sys.executable, "-S", "-m", "labrys_tools", *words],
        cwd=where,
        capture_output=True,
        text=True,
        env={**environment(), "PYTHONPATH": os.pathsep.join([str(installed), *others])},
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_holds_every_ruleset_and_schema(installed: Path) -> None:
    for name in ("rulesets", "schemas"):
        there = installed / "labrys" / "_data" / name
        ours = {path.relative_to(ROOT / name) for path in (ROOT / name).rglob("*.*")}
        assert {path.relative_to(there) for path in there.rglob("*.*")} == ours


def test_it_holds_no_tests_and_no_compiled_files(installed: Path) -> None:
    files = [path for path in installed.rglob("*") if path.is_file()]
    assert not [path for path in files if path.suffix == ".pyc" or path.name.startswith("test_")]


def test_the_command_is_there(installed: Path) -> None:
    (points,) = installed.glob("labrys-*.dist-info/entry_points.txt")
    assert "labrys = labrys_tools.__main__:main" in points.read_text(encoding="utf-8")


def test_it_lists_checks_tests_and_plays_on_its_own(installed: Path, tmp_path: Path) -> None:
    listed = labrys(installed, tmp_path, "list", "--json")
    assert str(installed) in listed
    assert "decoy" not in listed
    assert "no findings" in labrys(installed, tmp_path, "check", "tic-tac-toe")
    assert "scenarios passed" in labrys(installed, tmp_path, "test", "tic-tac-toe")
    played = labrys(installed, tmp_path, "play", "tic-tac-toe", "--seat", "all=random")
    assert " won." in played or "drawn" in played

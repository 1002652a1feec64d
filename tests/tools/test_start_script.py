"""`tools/start.py` runs where nothing is installed, and says what is missing."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from side_table import ROOT

START = ROOT / "tools" / "start.py"


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("start", START)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    # Nothing a test does may touch the checkout's own environment.
    monkeypatch.setattr(module, "VENV", str(tmp_path / "venv"))
    monkeypatch.setattr(module, "STAMP", str(tmp_path / "venv" / "stamp"))
    return module


def test_the_readme_begins_with_the_two_commands() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    commands = [line.split("#")[0].strip() for line in lines[:8] if line.startswith("python3 ")]
    assert commands == ["python3 tools/start.py play", "python3 tools/start.py test"]


def test_without_a_word_it_says_what_to_say() -> None:
    done = subprocess.run(
        [sys.executable, str(START)], capture_output=True, text=True, check=False, env={"LANG": "C"}
    )
    assert done.returncode == 1
    assert done.stderr == "Say what to start: play [GAME], test, or run COMMAND.\n"


def test_an_old_python_is_turned_away(start: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 1, "final", 0))
    with pytest.raises(start.Trouble, match=r"(3\.11).*3\.9"):
        start.main(["play"])


def test_a_python_without_ensurepip_is_explained(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "call", lambda command: False)
    monkeypatch.setattr(start.shutil, "which", lambda name: None)
    with pytest.raises(start.Trouble, match="python3-venv"):
        start.make_environment()


def test_another_pip_helps_where_ensurepip_is_missing(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "call", lambda command: "import ensurepip" not in command)
    assert "--python" in start.make_environment()


def test_what_is_set_up_is_not_set_up_again(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed: list[list[str]] = []

    def install(command: list[str]) -> int:
        installed.append(command)
        return 0

    monkeypatch.setattr(start, "make_environment", lambda: ["pip"])
    monkeypatch.setattr(start.subprocess, "call", install)
    Path(start.venv_program("python")).parent.mkdir(parents=True)
    Path(start.venv_program("python")).touch()
    start.set_up("dev")
    start.set_up("dev")
    start.set_up("")
    assert len(installed) == 1
    assert installed[0][-1].endswith("[dev]")


def test_packages_that_cannot_be_installed_are_a_sentence(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "make_environment", lambda: ["pip"])
    monkeypatch.setattr(start.subprocess, "call", lambda command: 1)
    with pytest.raises(start.Trouble, match=r"(could not be|pas pu)"):
        start.set_up("")


def test_nothing_is_fetched_from_a_place_named_here() -> None:
    text = START.read_text(encoding="utf-8") + (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert "http" not in text
    assert "index-url" not in text

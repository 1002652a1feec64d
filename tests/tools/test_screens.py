"""One decision of every ruleset as people see it, in both languages on 80 columns, compared with what was looked at.

To print them anew: LABRYS_SCREENS=new python3 tools/start.py test tests/tools/test_screens.py
"""

import os
from pathlib import Path

import pytest
from side_table import ROOT, Run, run

__all__ = ["run"]

SCREENS = Path(__file__).parent / "screens"
GAMES = sorted(folder.name for folder in (ROOT / "rulesets").iterdir() if (folder / "game.yaml").exists())
# Some begin with choices that show little; these are typed first.
LATER = {"hades-trap": "1\n1\n", "tic-tac-toe": "b2\n", "connect-four": "d1\n", "kuhn-poker": "bet\n"}


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_the_screen_of_a_decision(run: Run, game: str, lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "40")
    script = tmp_path / "lines.txt"
    typed = LATER.get(game, "").replace("bet", "bet" if lang == "en" else "miser")
    script.write_text(f"{typed}quit\n", encoding="utf-8")
    done = run("play", ROOT / "rulesets" / game, "--seed", 1, "--lang", lang, "--script", script)
    assert done.code == 0, done.err
    # The last screen: what comes behind the line typed last.
    shown = done.out.rsplit("> quit", 1)[0].rsplit(f"> {typed.split()[-1]}\n" if typed else "\n\n\n\n\n", 1)[-1]
    assert max(map(len, shown.splitlines())) <= 80
    golden = SCREENS / f"{game}.{lang}.txt"
    if os.environ.get("LABRYS_SCREENS") == "new":
        golden.write_text(shown + ">\n", encoding="utf-8")
    assert shown + ">\n" == golden.read_text(encoding="utf-8"), f"print it anew with LABRYS_SCREENS=new, and look at {golden.name}"

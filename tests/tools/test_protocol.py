"""`labrys play --protocol json`: the example of the page plays, wrong lines are answered, secrets stay secret."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from side_table import ROOT, environment, fresh

PAGE = ROOT / "docs" / "protocol.md"


def example() -> str:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return str(code)


@pytest.mark.parametrize(
    ("words", "ending"),
    [
        (["kuhn-poker"], "(Elder|Dealer) won"),
        (["kuhn-poker", "--seat", "dealer=random", "--seed", "4"], "(Elder|Dealer) won"),
        (["tic-tac-toe", "--seat", "cross=random"], "(Crosses|Noughts) won|drawn"),
    ],
)
def test_the_example_of_the_page_plays_to_the_end(tmp_path: Path, words: list[str], ending: str) -> None:
    code = example()
    assert len(code.strip().splitlines()) <= 36, "some thirty lines are promised"
    bot = tmp_path / "bot.py"
    bot.write_text(code, encoding="utf-8")
    done = subprocess.run([sys.executable, str(bot), *words], capture_output=True, encoding="utf-8", env=environment(), timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert re.search(ending, done.stdout)


def talk(*words: object, says: list[object]) -> list[dict[str, Any]]:
    """What comes back for these lines; a str is sent as it is."""
    lines = [line if isinstance(line, str) else json.dumps(line) for line in says]
    done = fresh("play", *words, "--protocol", "json", stdin="".join(f"{line}\n" for line in lines))
    assert done.code == 0, done.err
    assert done.err == ""
    return [json.loads(line) for line in done.out.splitlines()]


def test_wrong_lines_get_an_error_and_the_question_stands() -> None:
    wrong: list[object] = [
        "nonsense", "[1]", '"text"', "[" * 5000, "{}", {"choose": 0}, {"choose": 99}, {"choose": "1"}, {"choose": True},
        {"decision": {"play": "fly"}}, {"decision": {"seat": "nobody", "play": "place", "square": "a1"}}, {"decision": 3},
        {"decision": {"seat": "nought", "play": "place", "square": "a1"}}, {"decision": {"time": 3}}, {"why_not": {}},
    ]  # fmt: skip
    rows = talk("tic-tac-toe", says=[*wrong, {"choose": 5}, {"decision": {"seat": "nought", "play": "place", "square": "b2"}}, {"quit": True}])
    kinds = [row["type"] for row in rows]
    assert kinds == ["game", "state", *["error"] * len(wrong), "events", "events", "state", "error"]
    assert all(row["message"] for row in rows if row["type"] == "error")
    # A decision against the rules says which.
    assert [(each["guard"], each["message"]) for each in rows[-1]["refusals"]] == [("free", "b2 already bears a mark")]


def test_why_not_tells_the_rules_and_plays_nothing() -> None:
    asked = {"seat": "nought", "play": "place", "square": "b2"}
    rows = talk("tic-tac-toe", "--lang", "fr", says=[{"choose": 5}, {"why_not": asked}, {"why_not": {**asked, "square": "a1"}}, {"choose": 1}])
    first, second = [row for row in rows if row["type"] == "why_not"]
    assert (first["legal"], first["refusals"][0]["guard"], first["refusals"][0]["message"]) == (False, "free", "b2 porte déjà un signe")
    assert (second["legal"], second["refusals"]) == (True, [])
    assert [row["seat"] for row in rows if row["type"] == "state"] == ["cross", "nought", "cross"]


def cards(rows: list[dict[str, Any]]) -> set[str]:
    return set(re.findall("jack|queen|king", json.dumps(rows)))


def test_secrets_of_other_seats_are_in_no_line() -> None:
    for seed in range(3):
        rows = talk("kuhn-poker", "--seed", seed, says=[{"choose": 2}, {"choose": 2}])
        before = rows[: next(index for index, row in enumerate(rows) if row["type"] == "over")]
        of = {seat: cards([row for row in before if row.get("seat") == seat]) for seat in ("elder", "dealer")}
        assert len(of["elder"]) == len(of["dealer"]) == 1
        assert of["elder"] != of["dealer"]
    # Where the other seat plays by itself, its card is nowhere at all until the end.
    rows = talk("kuhn-poker", "--seed", 0, "--seat", "dealer=random", says=[{"quit": True}])
    assert cards(rows) == cards([row for row in rows if row.get("seat") == "elder"])
    assert len(cards(rows)) == 1


def test_time_passes_when_the_program_says_so() -> None:
    kettles = ROOT / "tests" / "examples" / "kettles"
    rows = talk(kettles, says=[{"decision": {"time": 1}}, {"decision": {"time": "soon"}}, {"quit": True}])
    assert rows[0]["clock"] is True
    states = [row["now"] for row in rows if row["type"] == "state"]
    assert states[0] == 0
    assert states[-1] == 1
    assert rows[-1]["type"] == "error"

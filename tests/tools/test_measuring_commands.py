"""`campaign`, `bench` and `cache`: what is measured, and what is reported."""

import json
import sys
from pathlib import Path

import pytest
from labrys_tools.campaign.games import Tally
from labrys_tools.engines import why_not_native
from side_table import Run, run, tiny

__all__ = ["run", "tiny"]

ENGINES = ["python", "native"] if why_not_native() is None else ["python"]


def test_a_campaign_reports_what_it_saw(run: Run, tiny: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    done = run("campaign", tiny, "--games", 12, "--seed", 7, "--jobs", 1, "--report", report)
    assert done.code == 0, done.out
    answer = json.loads(report.read_text(encoding="utf-8"))
    assert (answer["seed"], answer["games"]) == (7, 12)
    (row,) = answer["rulesets"]
    assert row["games"] == 12
    assert row["decisions"] == 12 * 9
    assert row["refused"] > 0
    assert row["endings"] == {"drawn: full": 12}
    assert (row["actions"], row["actions_run"], row["actions_never_run"]) == (1, 1, [])
    assert row["complaints"] == []
    assert "12 games, 108 decisions" in done.out


def test_the_same_seed_is_the_same_campaign(run: Run, tiny: Path) -> None:
    words = ("campaign", tiny, "--games", 5, "--json", "--jobs", 1, "--seed")
    assert json.loads(run(*words, 3).out)["rulesets"] == json.loads(run(*words, 3).out)["rulesets"]


def test_a_broken_invariant_is_a_finding(run: Run, tiny: Path) -> None:
    game = tiny / "game.yaml"
    game.write_text(
        game.read_text(encoding="utf-8") + "invariants:\n  roomy: count cells holding man < 5\n",
        encoding="utf-8",
    )
    done = run("campaign", tiny, "--games", 2, "--jobs", 1)
    assert done.code == 1
    assert "invariants do not hold: roomy" in done.out


def test_tallies_add_up() -> None:
    total = Tally(games=1, decisions=5, shortest=5, longest=5, endings={"won": 1})
    total.add(Tally(games=2, decisions=7, shortest=3, longest=4, endings={"won": 1, "drawn": 1}))
    assert (total.games, total.decisions, total.shortest, total.longest) == (3, 12, 3, 5)
    assert total.endings == {"won": 2, "drawn": 1}


def test_bench_gives_programs_rows(run: Run, tiny: Path) -> None:
    rows = json.loads(run("bench", tiny, "--seconds", "0.05", "--json").out)
    assert [row["engine"] for row in rows] == ENGINES
    for row in rows:
        assert list(row) == ["ruleset", "engine", "playouts_per_s", "moves_per_s", "mean_length"]
        assert (row["ruleset"], row["mean_length"]) == ("tiny", 9)
        assert row["playouts_per_s"] > 0


def test_bench_measures_the_engine_and_the_board_that_are_named(run: Run, tiny: Path) -> None:
    words = ("--engine", "python", "--option", "size=2", "--seconds", "0.05", "--json")
    (row,) = json.loads(run("bench", tiny, *words).out)
    assert (row["engine"], row["mean_length"]) == ("python", 4)


def test_openspiel_is_asked_for_in_a_sentence(
    run: Run, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    done = run("bench", tiny, "--against", "openspiel")
    assert (done.code, done.out) == (2, "")
    assert done.err == "To measure against OpenSpiel install it: `pip install labrys[bench]`.\n"


class Spiel:
    """As much of OpenSpiel as a measurement asks for: a game that is over after two decisions."""

    def made(self, *_: object, **__: object) -> "Spiel":
        return Spiel()

    RandomRolloutEvaluator = MCTSBot = load_game = mcts_search = made

    def legal_actions(self) -> list[int]:
        return [0]

    def new_initial_state(self) -> "Spiel":
        self.played = 0
        return self

    def is_terminal(self) -> bool:
        return self.played == 2

    def apply_action(self, _: int) -> None:
        self.played += 1


def test_bench_gives_the_ratio_to_openspiel(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", Spiel())  # type: ignore[arg-type]
    words = ("--seconds", "0.05", "--engine", "python", "--against", "openspiel")
    ours, theirs, other = json.loads(run("bench", "tic-tac-toe", "pig", *words, "--json").out)
    assert [row["engine"] for row in (ours, theirs, other)] == ["python", "openspiel", "python"]
    assert (theirs["mean_length"], theirs["ratio"]) == (2, 1)
    assert ours["ratio"] == round(ours["playouts_per_s"] / theirs["playouts_per_s"], 3)
    assert other["ratio"] is None
    assert run("bench", "hex", *words, "--option", "size=5").code == 2


def test_bench_prints_costs_for_people(run: Run, tiny: Path) -> None:
    done = run("bench", tiny, "--seconds", "0.05")
    assert done.code == 0
    assert "import labrys: " in done.out
    assert "bytes/state" in done.out
    (row,) = json.loads(run("bench", tiny, "--costs", "--json").out)
    assert {"import", "cold_load", "warm_load", "state_bytes", "copy"} <= row.keys()


def test_the_cache_is_where_one_says(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LABRYS_CACHE", str(tmp_path / "cache"))
    assert run("cache", "path").out == f"{tmp_path / 'cache'}\n"
    assert run("cache", "clear").out.startswith("0 files removed")


def test_clearing_the_cache_touches_only_what_labrys_keeps(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LABRYS_CACHE", str(tmp_path))
    ours = f"labrys-{'0a' * 32}.json"
    (tmp_path / ours).touch()
    others = {"letter.txt", "labrys-notes.txt", "0a" * 32, ours.upper()}
    for name in others:
        (tmp_path / name).touch()
    (tmp_path / f"labrys-{'1b' * 32}").mkdir()
    assert run("cache", "clear").out.startswith("1 file removed")
    assert {path.name for path in tmp_path.iterdir()} == others | {f"labrys-{'1b' * 32}"}


def test_everything_labrys_keeps_can_be_cleared(
    run: Run, tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    monkeypatch.setenv("LABRYS_CACHE", str(cache))
    assert run("play", tiny, "--seat", "all=random", "--engine", ENGINES[-1]).code == 0
    assert run("cache", "clear", "--lang", "fr").code == 0
    assert not cache.exists() or list(cache.iterdir()) == []


def test_a_complaint_names_what_repeats_it(run: Run, tiny: Path) -> None:
    game = tiny / "game.yaml"
    game.write_text(
        game.read_text(encoding="utf-8") + "invariants:\n  roomy: count cells holding man < 5\n",
        encoding="utf-8",
    )
    done = run("campaign", tiny, "--games", 1, "--seed", 4, "--jobs", 1)
    said = next(line for line in done.out.splitlines() if line.startswith("    ! "))
    words = said.removeprefix("    ! tiny ").partition(": ")[0].split()
    assert "--repeat" in words
    again = run("campaign", tiny, *words)
    assert said in again.out
    assert "1 game, " in again.out or "0 games, " in again.out


def test_a_campaign_speaks_french(run: Run, tiny: Path) -> None:
    done = run("campaign", tiny, "--games", 1, "--lang", "fr")
    assert "1 partie, 9 décisions" in done.out
    assert "fins : nulles (full) 1" in done.out
    game = tiny / "game.yaml"
    game.write_text(
        game.read_text(encoding="utf-8") + "invariants:\n  roomy: count cells holding man < 5\n",
        encoding="utf-8",
    )
    assert "invariants faux : roomy" in run("campaign", tiny, "--games", 1, "--lang", "fr").out


def test_a_faulty_ruleset_is_told_once(run: Run, tiny: Path) -> None:
    game = tiny / "game.yaml"
    text = game.read_text(encoding="utf-8").replace("cells holding nothing", "cells holding nobody")
    game.write_text(text, encoding="utf-8")
    done = run("campaign", tiny, "--games", 60, "--jobs", 1)
    assert done.code == 1
    assert done.out.count("nobody") == done.out.count("    ! ") == 1

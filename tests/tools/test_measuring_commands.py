"""`campaign`, `bench` and `cache`: what is measured, and what is reported."""

import json
from pathlib import Path

import pytest
from labrys_tools.campaign.games import Tally
from side_table import Run, run, tiny

__all__ = ["run", "tiny"]


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
    (row,) = json.loads(run("bench", tiny, "--seconds", "0.05", "--json").out)
    assert list(row) == ["ruleset", "engine", "playouts_per_s", "moves_per_s", "mean_length"]
    assert (row["ruleset"], row["engine"], row["mean_length"]) == ("tiny", "python", 9)
    assert row["playouts_per_s"] > 0


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
    assert run("cache", "clear").code == 0
    (tmp_path / "cache" / "deep").mkdir(parents=True)
    (tmp_path / "cache" / "deep" / "a").write_text("x", encoding="utf-8")
    assert run("cache", "clear").out.startswith("1 file removed")
    assert list((tmp_path / "cache").iterdir()) == []

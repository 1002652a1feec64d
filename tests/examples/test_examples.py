"""Every example ruleset here is clean, proven, and plays as it promises."""

import random
from collections.abc import Iterator
from pathlib import Path

import labrys
import pytest
from labrys.source.findings import Findings
from labrys_tools import scenarios, speech
from labrys_tools.campaign.run import run_task, tasks_for
from labrys_tools.command import main
from labrys_tools.scenario_files import Scenario, read_scenarios

HERE = Path(__file__).parent
FOLDERS = sorted(path.parent for path in HERE.glob("*/game.yaml"))
SCENARIOS = [scenario for folder in FOLDERS for scenario in read_scenarios(folder, Findings())]


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    yield
    speech.choose("en")


example = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


@example
def test_the_checker_finds_nothing(folder: Path) -> None:
    assert labrys.check(folder).render() == ""


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda s: f"{s.ruleset.name}: {s.name}")
def test_a_scenario_holds(scenario: Scenario) -> None:
    assert scenarios.run(scenario).complaints == ()


@example
def test_every_rule_is_proven(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", str(folder), "--prove"]) == 0, capsys.readouterr().out


@example
def test_random_games_keep_their_promises(folder: Path) -> None:
    for task in tasks_for(folder, 8, 5, ("python",)):
        tally = run_task(task)
        assert tally.complaints == []
        assert tally.games == len(task.seeds)


@example
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_game_reads_without_gaps(
    folder: Path, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["play", str(folder), "--seat", "all=random", "--seed", "3", "--lang", lang]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert not [sign for sign in ("{", "('", "None", "True", "False") if sign in said]


@example
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_it_is_drawn_for_every_seat_in_eighty_columns(folder: Path, lang: str) -> None:
    game = labrys.load(folder)
    dice = random.Random(5)
    state = game.start(5)
    for _ in range(30):
        for seat in (None, *game.seats):
            lines = state.draw(seat, lang)
            assert lines
            assert max(map(len, lines)) <= 80
        if state.over:
            break
        state = state.play(dice.choice(state.decisions))

"""Time: durations as constants, the clock on the wall, and journals that play again to the same bytes."""

import subprocess
import sys
from pathlib import Path

import labrys
from labrys.match import Match, read
from labrys_tools.wall_clock import WallClock, next_moment

GAME = """labrys: 1
game: rush
title: {en: Rush, fr: Ruée}
players: 2
seats:
  red: {name: {en: Red, fr: Rouge}}
  blue: {name: {en: Blue, fr: Bleu}}
clock: {tick: 100 ms}
constants:
  stride: {is: 2 s}
timers:
  bell: {starts: 0 s, runs: 3 * stride}
fields:
  steps: {of: seat, type: 0..99}
turns: {first: red, phase: running}
phases:
  running: {who: seats, actions: many}
actions:
  run: {phase: running, takes: stride, do: me.steps += 1}
triggers:
  bell-rings: {after: rings bell, do: rank by seat.steps}
policy:
  run: {weight: 1}
limit: {ticks: 900, do: all lose}
"""


def _game(folder: Path) -> labrys.Game:
    (folder / "game.yaml").write_text(GAME)
    return labrys.load(folder)


def test_a_duration_among_the_constants_counts_in_ticks_of_the_clock(tmp_path: Path) -> None:
    state = _game(tmp_path).start(1)
    state = state.play(state.decisions[0])
    assert state.ready_at("red") == 2.0
    assert state.ready_at("blue") == 0.0
    assert state.value("left(bell)") == 60


def test_the_wall_drives_the_clock_and_busy_seats_are_waited_for(tmp_path: Path) -> None:
    state = _game(tmp_path).start(1)
    told: list[float] = []
    wall = WallClock(state, watch=lambda: 100.0 + sum(told), pause=told.append)
    for _ in "red", "blue":
        state = state.play(state.decisions[0])
    assert state.now == 2.0
    wall.hold(state)
    assert told == [2.0]
    assert wall.now() == 2.0
    assert next_moment(state.play(state.decisions[0]), 9.0, ["red", "blue"]) == 4.0


def test_time_spent_on_a_question_does_not_count(tmp_path: Path) -> None:
    state = _game(tmp_path).start(1)
    hours = [0.0]
    wall = WallClock(state, watch=lambda: hours[0])
    hours[0] = 50.0
    wall.set_to(state)
    assert wall.now() == 0.0


def test_a_journal_plays_again_to_the_same_end(tmp_path: Path) -> None:
    _game(tmp_path)
    journal = tmp_path / "journal.txt"
    _played(tmp_path, "--seat", "all=policy", "--journal", str(journal))
    record = read(journal)
    again, twin = (Match(labrys.load(tmp_path), record.setup) for _ in range(2))
    assert again.replay(record) is None
    assert twin.replay(record) is None
    assert again.state.over
    assert again.state.to_bytes() == twin.state.to_bytes()
    assert [move.decision.get("play") for move in record.moves].count("run") == 6


def test_a_script_says_what_time_it_is_and_the_others_play_meanwhile(tmp_path: Path) -> None:
    _game(tmp_path)
    script, journal = tmp_path / "script.txt", tmp_path / "journal.txt"
    script.write_text("{time: 4.5}\n{seat: red, play: run}\n")
    _played(tmp_path, "--seat", "blue=policy", "--script", str(script), "--journal", str(journal))
    blue = {"seat": "blue", "play": "run"}
    assert [dict(move.decision) for move in read(journal).moves] == [
        blue, {"time": 2.0}, blue, {"time": 4.0}, blue, {"time": 4.5}, {"seat": "red", "play": "run"},
    ]  # fmt: skip


def test_a_script_cannot_turn_time_back(tmp_path: Path) -> None:
    _game(tmp_path)
    script = tmp_path / "script.txt"
    script.write_text("{time: 2.5}\n{time: 0.1}\n")
    assert "backwards" in _played(tmp_path, "--seat", "blue=policy", "--script", str(script), ends=1)


def _played(folder: Path, *words: str, ends: int = 0) -> str:
    command = [sys.executable, "-m", "labrys_tools", "play", str(folder), "--seed", "1", "--lang", "en", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, stdin=subprocess.DEVNULL)
    assert done.returncode == ends, done.stderr
    return done.stdout + done.stderr

"""Laid tiles drawn as rooms, and the seconds of timers."""

from pathlib import Path

import labrys

GAME = """labrys: 1
game: cellar
title: {en: Cellar, fr: Cave}
players: 1
seats:
  red: {name: {en: Red, fr: Rouge}}
clock: {tick: 100 ms}
timers:
  bell: {starts: 0 s, runs: 12.5 s, name: {en: bell, fr: cloche}}
  owl: {runs: 1 s, name: {en: owl, fr: hibou}}
board: {kind: laid, rows: 5, columns: 5, directions: [n, e, s, w]}
tiles:
  hall: {open: [n, e], fields: {lamps: 2}}
  niche: {open: [w, e]}
pieces:
  cat: {per: seat, lives: cell}
fields:
  warm: {of: cell, type: truth}
setup:
  cellar:
    do: |
      lay hall on b4
      lay niche on c4
      lay niche on c5 turned 1
      put cat of red on b4
      set c4.warm to true
turns: {first: red, phase: night}
phases:
  night: {who: seats, actions: many}
actions:
  call: {phase: night, do: start owl}
triggers:
  dawn: {after: rings bell, do: all win}
looks:
  legend: {".": nothing, C: cat of red}
  tiles: {hall: H}
  rooms:
    upper: {i: "if tile on it exists then (tile on it).lamps else 0"}
    lower: {w: it.warm}
  panel: [bell, owl]
limit: {ticks: 900, do: all lose}
"""


def test_rooms_show_doorways_signs_and_who_is_there(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME)
    assert not list(labrys.check(tmp_path))
    state = labrys.load(tmp_path).start(1)
    assert state.draw() == [
        "          +--   --+",
        "          |       |",
        "5         |       |",
        "          |       |",
        "  +--   --+-------+",
        "  |  H ii |       |",
        "4 |   C",
        "  |       |   w   |",
        "  +-------+-------+",
        "      b       c",
        "bell: 12.5 s",
        "owl: -",
    ]


def test_what_a_room_tells_must_be_seen_by_all(tmp_path: Path) -> None:
    hidden = GAME.replace("warm: {of: cell, type: truth}", "warm: {of: cell, type: truth, seen by: nobody}")
    (tmp_path / "game.yaml").write_text(hidden)
    assert [row.code for row in labrys.check(tmp_path)] == ["LB521"]

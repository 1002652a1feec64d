"""Phases within phases, later jobs and leaving seats: the order in which things happen."""

from pathlib import Path

import labrys
import pytest
from small_games import play, small

NOTES = """
fields:
  notes: {type: list of 0..9 up to 99}
"""


def go(seat: str = "white") -> dict[str, object]:
    return {"seat": seat, "play": "go"}


def sub(seat: str = "white") -> dict[str, object]:
    return {"seat": seat, "play": "sub"}


def test_what_is_queued_waits_for_the_phase_its_own_job_entered(tmp_path: Path) -> None:
    game = small(tmp_path, NOTES + """
phases:
  play: {who: active}
  inner: {who: active, enter: "add 5 to notes", leave: "add 6 to notes"}
events:
  one: {do: "add 1 to notes"}
  two: {do: "add 2 to notes"}
  deep: {do: "enter phase inner"}
triggers:
  three: {after: deep(), later: true, do: "add 3 to notes"}
actions:
  go:
    phase: play
    do: |
      later one()
      deep()
  sub: {phase: inner, do: "later two()"}
""")  # fmt: skip
    inside = play(game.start(), go())
    # `three` was queued after the phase was entered, in the same job: it waits all the same.
    assert inside.value("notes") == (5,)
    after = play(inside, sub())
    # `two` belongs to a job inside the phase and is over before the phase is left.
    assert after.value("notes") == (5, 2, 6, 1, 3)
    assert (after.active, after.phase) == ("black", "play")


def test_a_phase_entered_on_leaving_another_does_not_end_the_turn(tmp_path: Path) -> None:
    game = small(tmp_path, NOTES + """
phases:
  play: {who: active, next: second, leave: "enter phase inner"}
  second: {who: active}
  inner: {who: active, enter: "add 5 to notes", leave: "add 6 to notes"}
actions:
  go: {phase: play, do: "add 1 to notes"}
  sub: {phase: inner, do: "add 2 to notes"}
  last: {phase: second, do: "add 3 to notes"}
""")  # fmt: skip
    state = play(game.start(), go(), sub())
    assert (state.phase, state.value("notes")) == ("second", (1, 5, 2, 6))
    state = play(state, {"seat": "white", "play": "last"})
    assert (state.phase, state.active, state.value("notes")) == ("play", "black", (1, 5, 2, 6, 3))


def test_ending_the_turn_in_an_inner_phase_leaves_each_phase_once(tmp_path: Path) -> None:
    game = small(tmp_path, NOTES + """
turns: {first: white, phase: play, end: "add 9 to notes"}
phases:
  play: {who: active, actions: many, leave: "add 7 to notes\\nenter phase inner"}
  inner: {who: active, leave: "add 6 to notes"}
events:
  late: {do: "add 8 to notes\\nend turn"}
actions:
  go: {phase: play, do: "end phase"}
  deep: {phase: play, do: "enter phase inner"}
  sub: {phase: inner, do: "later late()\\nend turn"}
""")  # fmt: skip
    # Entered on leaving: the phase outside was left already.
    state = play(game.start(), go(), sub())
    assert (state.active, state.value("notes")) == ("black", (7, 8, 6, 9))
    # Entered by an action: the phase outside is left after it, and enters the inner one again.
    state = play(game.start(), {"seat": "white", "play": "deep"}, sub())
    assert (state.active, state.phase, state.value("notes")) == ("white", "inner", (8, 6, 7))
    state = play(state, sub())
    assert (state.active, state.value("notes")) == ("black", (8, 6, 7, 8, 6, 9))


def test_a_phase_entered_at_the_end_of_a_turn_belongs_to_that_turn(tmp_path: Path) -> None:
    game = small(tmp_path, NOTES + """
turns: {first: white, phase: play, end: "enter phase inner"}
phases:
  play: {who: active}
  inner: {who: active}
actions:
  go: {phase: play, do: "add 1 to notes"}
  sub: {phase: inner, do: "add 2 to notes"}
""")  # fmt: skip
    state = play(game.start(), go())
    assert (state.active, state.turn, state.phase) == ("white", 1, "inner")
    state = play(state, sub())
    assert (state.active, state.turn, state.phase) == ("black", 2, "play")


def test_the_turn_of_an_eliminated_seat_ends_after_any_job(tmp_path: Path) -> None:
    rules = NOTES + """
players: 3
seats:
  white: {name: {en: White, fr: Blancs}, colour: yellow}
  black: {name: {en: Black, fr: Noirs}, colour: blue}
  red: {name: {en: Red, fr: Rouges}, colour: red}
looks: {legend: {".": nothing}}
phases:
  play: {who: active, next: round}
  round: {while: "count notes < 4", each: "add 1 to notes\\nif active = white:\\n  eliminate white"}
  inner: {who: active, enter: "add 5 to notes"}
actions:
  go: {phase: play, do: "add 2 to notes"}
  leap: {phase: play, do: "eliminate me\\nenter phase inner"}
  sub: {phase: inner, do: "add 6 to notes"}
"""
    game = small(tmp_path, rules)
    state = play(game.start(), go())
    assert (state.active, state.value("living"), state.value("notes")) == ("black", ("black", "red"), (2, 1))
    state = play(game.start(), {"seat": "white", "play": "leap"})
    assert (state.active, state.phase, state.value("notes")) == ("black", "play", ())
    state = play(state, {"seat": "black", "play": "leap"}, {"seat": "red", "play": "go"})
    assert state.active == "red"


def test_a_game_without_seats_left_stops_with_a_fault(tmp_path: Path) -> None:
    game = small(tmp_path, "actions:\n  go: {phase: play, do: \"eliminate white\\neliminate black\"}\n")
    state = game.start()
    with pytest.raises(labrys.Fault):
        play(state, go())
    assert state.to_act == ("white",)

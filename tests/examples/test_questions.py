"""Questions inside a job: what is asked, in which order, and what is kept of it."""

from itertools import permutations
from pathlib import Path

import labrys
from small_games import play, small

LIST = """
fields:
  notes: {type: list of 0..9 up to 99}
"""


def go(**step: object) -> dict[str, object]:
    return {"seat": "white", "play": "go", **step}


def answer(seat: str, **said: object) -> dict[str, object]:
    return {"seat": seat, "answer": said}


TWICE = LIST + """
actions:
  go:
    phase: play
    do: |
      repeat 2 times:
        ask each of seats: x from 0..2
        for s in seats:
          if x[s] exists:
            add x[s] to notes
"""


def test_the_same_question_to_each_seat_may_be_asked_twice_in_a_job(tmp_path: Path) -> None:
    game = small(tmp_path, TWICE)
    said = [answer("white", x=1), answer("black", x=2), answer("black", x=0), answer("white", x=1)]
    state = play(game.start(), go(), *said)
    assert state.value("notes") == (1, 2, 1, 0)
    assert state.active == "black"


def test_the_order_in_which_seats_answer_leaves_no_trace(tmp_path: Path) -> None:
    game = small(tmp_path, TWICE)
    first, second = (answer("white", x=1), answer("black", x=2)), (answer("white", x=0), answer("black", x=1))
    ends = {
        play(game.start(3), go(), *one, *two).to_bytes()
        for one in permutations(first)
        for two in permutations(second)
    }
    assert len(ends) == 1
    middles = {play(game.start(3), go(), *one, two).to_bytes() for one in permutations(first) for two in second}
    assert len(middles) == 2
    assert {game.from_bytes(saved).to_act for saved in middles} == {("white",), ("black",)}
    assert labrys.playouts(game.start(), 3, 1).games == 3


def test_actions_played_on_demand_count_for_their_limit(tmp_path: Path) -> None:
    game = small(tmp_path, LIST + """
actions:
  go:
    phase: play
    do: |
      repeat 3 times:
        ask black to play note()
          else finish
      add 9 to notes
  note: {phase: asked, limit: {turn: 2}, do: "add done(note) to notes"}
""")  # fmt: skip
    state = play(game.start(), go())
    assert state.default == state.decisions[0]
    state = play(state, *[{"seat": "black", "play": "note"}] * 2)
    # The third time nothing is legal: the `else` leaves the body.
    assert (state.active, state.value("notes")) == ("black", (1, 2))


def test_a_position_is_given_after_the_questions_of_the_set_up(tmp_path: Path) -> None:
    game = small(tmp_path, LIST + """
setup:
  vow: {do: "ask each of seats: x from 4..6\\nfor s in seats:\\n  if x[s] exists:\\n    add x[s] to notes"}
turns: {first: black, phase: play, begin: add 1 to notes}
actions:
  go: {phase: play, do: add 2 to notes}
""")  # fmt: skip
    assert game.start().question == "x"
    state = game.arrange({})
    # The first choice of each, and one beginning of the first turn.
    assert (state.value("notes"), state.turn, state.active) == ((4, 4, 1), 1, "black")

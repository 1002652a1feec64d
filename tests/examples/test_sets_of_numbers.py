"""Sets of numbers from different ranges, and lists, compare by what they hold."""

from pathlib import Path

from small_games import play, small

TRUE = [
    "low = [2, 3]", "[2, 3] = low", "low = high", "high = low", "low within [2, 3]", "low meets high", "high within low",
    "low = (2..3)", "row = [3, 2]", "row != [2, 3]", "row = low", "low + high = low", "low & high = low", "low - high = []",
    "count (high + low) = 2", "low - [3] = [2]", "high + 5 = [2, 3, 5]", "low != [2]", "row != [3]", "[] = (low - high)",
]  # fmt: skip


def test_what_two_collections_hold_decides_whether_they_are_equal(tmp_path: Path) -> None:
    lines = "\n".join(f"      if {condition}:\n        right += 1" for condition in TRUE)
    game = small(tmp_path, f"""
fields:
  low: set of 0..9
  high: set of 2..5
  row: list of 0..9 up to 9
  right: 0..99
actions:
  go:
    phase: play
    do: |
{lines}
""")  # fmt: skip
    state = game.arrange({"low": [2, 3], "high": [2, 3], "row": [3, 2]})
    assert [text for text in TRUE if not state.holds(text)] == []
    # The native engine comes to the same.
    assert play(state, {"seat": "white", "play": "go"}).value("right") == len(TRUE)

"""`lift tile on c`: a bare cell, or the tile below; and guards that count a hidden list."""

from pathlib import Path

import labrys
import pytest

GAME = """labrys: 1
game: pavers
title: {en: Pavers, fr: Paveurs}
players: 2
seats:
  red: {name: {en: Red, fr: Rouge}}
  blue: {name: {en: Blue, fr: Bleu}}
board: {kind: laid, rows: 1, columns: 1, directions: [n, e, s, w], stack: STACK}
tiles:
  straight: {open: [n, s]}
  corner: {open: [n, e]}
fields:
  pile: {type: list of tile up to 9, seen by: nobody, counted by: all}
setup:
  pile:
    do: |
      add straight to pile
      add corner to pile
      add straight to pile
turns: {first: red, phase: paving}
phases:
  paving: {who: active, actions: 1}
actions:
  pave:
    phase: paving
    require:
      pile-left: {that: any pile, else: {en: "No tile left", fr: "Plus de tuile"}}
    do: |
      take k from pile
      lay k on a1 turned count pile
  lift:
    phase: paving
    require:
      paved: {that: tile on a1 exists, else: {en: "Bare", fr: "Nu"}}
    do: |
      lift tile on a1
limit: {turns: 20, do: game drawn limit}
"""


def _laid(stack: int, engine: str, folder: Path, words: str) -> list[str]:
    """What lies on the cell after each action: kind and turn."""
    (folder / "game.yaml").write_text(GAME.replace("STACK", str(stack)))
    game = labrys.load(folder, engine=engine)
    state, shown = game.start(1), []
    for word in words.split():
        state = state.play(next(d for d in state.decisions if d.action == word))
        shown.append(f"{state.value('tile on a1')} {state.value('turn on a1')}")
    assert {d.action for d in state.decisions} >= ({"pave"} if words.count("pave") < 3 else {"lift"})
    assert words.count("pave") < 3 or "pave" not in {d.action for d in state.decisions}
    return shown


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_lifted_tile_shows_the_one_below_with_its_turn(tmp_path: Path, engine: str) -> None:
    try:
        shown = _laid(3, engine, tmp_path, "pave pave pave lift lift")
    except labrys.UsageError:
        pytest.skip("no native engine here")
    assert shown == ["straight 2", "corner 1", "straight 0", "corner 1", "straight 2"]


@pytest.mark.parametrize("engine", ["python", "native"])
def test_without_a_stack_the_cell_is_bare(tmp_path: Path, engine: str) -> None:
    try:
        shown = _laid(1, engine, tmp_path, "pave lift pave")
    except labrys.UsageError:
        pytest.skip("no native engine here")
    assert shown == ["straight 2", "none 0", "corner 1"]

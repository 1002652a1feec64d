"""Shapes of several kinds, boards that depend on the table, and triggers on stones, on both engines."""

from pathlib import Path

import labrys
import pytest

BEAMS = """\
labrys: 1
game: beams
title: {en: Beams, fr: Poutres}
players: {from: 1, to: 2}
seats: {red: {name: {en: Red, fr: Rouge}}, blue: {name: {en: Blue, fr: Bleu}}}
board:
  kind: grid
  edges: true
  maps:
    narrow: {when: count seats = 1, map: "..\\n.."}
    wide: {when: count seats > 1, map: "...\\n..#"}
shapes:
  beam:
    on: edges
    turn: true
    kinds:
      stick: {map: "+---+"}
      bar: {map: "+---+---+"}
      rod: {map: "+\\n|\\n+"}
stones:
  wood: {lives: edge}
fields:
  beams: {of: seat, type: bag of beam-kind up to 3}
  laid: 0..9
setup:
  beams: {do: "for s in seats:\\n  add stick to s.beams\\n  add bar to s.beams"}
triggers:
  counted:
    after: changed wood(e, old, new)
    if: new exists
    do: |
      laid += 1
turns: {phase: play}
phases: {play: {stuck: pass}}
actions:
  lay:
    phase: play
    choose: {at: "placements(beam) touching a2"}
    require:
      in-stock: {that: "my beams[at.kind] > 0", else: {en: "None left", fr: "Il n'y en a plus"}}
      free: {that: no at.edges holding wood, else: {en: "Taken", fr: "Pris"}}
    do: |
      put wood on at.edges
      remove at.kind from me.beams
limit: {turns: 4, do: game drawn limit}
"""


def beams(folder: Path, players: int, engine: str) -> labrys.State:
    (folder / "game.yaml").write_text(BEAMS, encoding="utf-8")
    return labrys.load(folder, players, engine=engine).start(1)


def laid(state: labrys.State) -> list[str]:
    return [str(decision.arguments["at"]) for decision in state.decisions if "at" in decision.arguments]


both_engines = pytest.mark.parametrize("engine", ["python", "native"])


@both_engines
def test_the_map_depends_on_the_number_of_players(tmp_path: Path, engine: str) -> None:
    alone = beams(tmp_path, 1, engine)
    assert laid(alone) == ["a2e", "a2s", "a2e+a1e", "a2s+b2s"]
    together = beams(tmp_path, 2, engine)
    assert laid(together) == ["a2e", "a2s", "a2e+a1e", "a2s+b2s"]
    assert "c2" in together.game.world.domains["cell"].values
    assert "c1" not in together.game.world.domains["cell"].values


@both_engines
def test_what_two_kinds_cover_is_offered_once_and_a_kind_runs_out(tmp_path: Path, engine: str) -> None:
    state = beams(tmp_path, 1, engine)
    state = state.play(next(d for d in state.decisions if d.arguments["at"] == "a2e"))
    # `rod` covers what a turned `stick` covers, so no rod is ever offered.
    assert laid(state) == ["a2s+b2s"]
    assert [refusal.guard for refusal in state.why_not("lay", {"at": "a2s"})] == ["in-stock"]


@both_engines
def test_a_stone_put_on_a_place_is_a_change_of_that_place(tmp_path: Path, engine: str) -> None:
    state = beams(tmp_path, 1, engine)
    state = state.play(next(d for d in state.decisions if d.arguments["at"] == "a2s+b2s"))
    assert state.view().fields["laid"] == 2

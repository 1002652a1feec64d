"""A ruleset's `policy`: the weightiest decision is played, on both engines, and knows only what its seat knows."""

import random
from pathlib import Path

import labrys
import pytest
from labrys_tools.campaign.games import Tally, Task, play_game
from labrys_tools.campaign.tables import Table

GAME = """labrys: 1
game: heaps
title: {en: Heaps, fr: Tas}
players: 2
seats:
  red: {name: {en: Red, fr: Rouge}}
  blue: {name: {en: Blue, fr: Bleu}}
fields:
  heap: {type: 0..21, start: 21}
  secret: {of: seat, type: 0..3, start: 2, seen by: owner}
  last: {type: seat?}
turns: {first: red, phase: taking}
phases:
  taking: {who: active, actions: 1}
actions:
  take-some:
    phase: taking
    choose: {n: 1..3}
    require:
      enough: {that: n <= heap, else: {en: "Too many", fr: "Trop"}}
    do: |
      heap -= n
      set last to me
    then: |
      ask next(me): back from 0..1
        else finish
      heap += back at most 21
  pass-by: {phase: taking, limit: {turn: 1}, do: set last to me}
ends:
  empty: {that: heap = 0, do: win active}
limit: {turns: 500, do: game drawn limit}
policy:
  let: {rest: (heap - my secret) mod 4, ideal: "if rest > 0 then rest else none"}
  take-some: {weight: "if ideal exists and n = ideal then 10 else 4 - n"}
  back: {weight: WEIGHT}
"""


def _game(folder: Path, engine: str = "python", weight: str = "0 - back") -> labrys.Game:
    (folder / "game.yaml").write_text(GAME.replace("WEIGHT", weight))
    try:
        return labrys.load(folder, engine=engine)
    except labrys.UsageError:
        pytest.skip("no native engine here")


def test_every_decision_has_a_weight_and_the_greatest_is_played(tmp_path: Path) -> None:
    state = _game(tmp_path).start(1)
    weights = {str(d): w for d, w in zip(state.decisions, state.weights, strict=True)}
    assert weights == {"red take-some n=1": 3, "red take-some n=2": 2, "red take-some n=3": 10, "red pass-by": 0}
    assert str(labrys.by_policy(state, random.Random(1))) == "red take-some n=3"
    asked = state.play(state.decisions[0])
    assert asked.weights == [0, -1]


@pytest.mark.parametrize("weight", ["0 - back", "back * heap - 40"])
def test_both_engines_play_the_same_game(tmp_path: Path, weight: str) -> None:
    told = []
    for engine in ("python", "native"):
        played = labrys.policy_games(_game(tmp_path, engine, weight).start(1), 3, 1)
        told.append((played.games, played.moves, played.wins))
    assert told[0] == told[1]


def test_a_policy_may_not_peek(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME.replace("WEIGHT", "(next(me)).secret"))
    assert [row.code for row in labrys.check(tmp_path)] == ["LB521"]


def test_a_weight_for_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME.replace("WEIGHT", "0 - back") + "  take-sum: {weight: 1}\n")
    assert [row.code for row in labrys.check(tmp_path)] == ["LB401"]


def test_a_game_loaded_without_a_node_may_lose_the_question_that_weights_and_words_are_for(tmp_path: Path) -> None:
    words = 'words: {back: {en: "how many back?", fr: "combien en rendre ?"}}\n'
    (tmp_path / "game.yaml").write_text(GAME.replace("WEIGHT", "0 - back") + words)
    state = labrys.load(tmp_path, without=("actions.take-some",)).start(1)
    assert {decision.action for decision in state.decisions} >= {"pass-by"}


def test_some_games_of_a_campaign_are_played_by_the_policy(tmp_path: Path) -> None:
    tally, task = Tally(), Task(tmp_path, Table(2, ()), (), ("python",))
    game = _game(tmp_path)
    for seed in range(16):
        play_game(task, game, seed, tally)
    assert 0 < tally.led < tally.games == 16

"""Automatic players: they know only what their seat sees, keep to their budget, and beat chance."""

import json
import random
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import labrys
import pytest
from labrys import Game, State
from labrys.match.resample import Resampler
from labrys_tools.campaign.guesses import guess
from labrys_tools.engines import why_not_native
from labrys_tools.players import KINDS, LEVELS, Budget, budget_of, choose, player
from labrys_tools.players.contests import Contest, Result, play_one, wilson
from labrys_tools.players.tables import NativeTable, PythonTable, rewards
from labrys_tools.seats import pick
from side_table import Run, run, tiny

__all__ = ["run", "tiny"]

ROOT = Path(__file__).resolve().parents[2]
ENGINE = "python" if why_not_native() is not None else "native"


@cache
def _game(folder: str, engine: str = ENGINE) -> Game:
    return labrys.load(ROOT / folder, engine=engine)


@dataclass
class Clock:
    """A clock that goes on a little whenever it is looked at."""

    step: float
    reads: int = 0

    def __call__(self) -> float:
        self.reads += 1
        return 100.0 + self.step * self.reads

    @property
    def gone(self) -> float:
        """Since it was looked at first."""
        return self.step * (self.reads - 1)


# -- only what the seat sees


@pytest.mark.parametrize(
    ("folder", "tries"), [("rulesets/kuhn-poker", 60), ("rulesets/dedale", 12), ("rulesets/hades-trap", 20)]
)
def test_the_move_stays_the_same_when_the_secrets_change(folder: str, tries: int) -> None:
    dice, compared, looked = random.Random(4), 0, 0
    state = _game(folder).start(2)
    while not state.over and compared < 3 and looked < 80:
        seat = state.to_act[0]
        own = [decision for decision in state.decisions if decision.seat == seat]
        other = guess(state, seat, dice) if state.question is None and len(own) > 1 else None
        if other is not None and other.view(seat).fields == state.view(seat).fields:
            moves = {choose(truth, seat, Budget(tries=tries), random.Random(7)) for truth in (state, _reseeded(other))}
            assert len(moves) == 1
            assert moves <= set(own)
            compared += 1
        state, looked = state.play(pick(dice, state.decisions)), looked + 1
        if state.over and compared < 3:
            state = _game(folder).start(looked)
    assert compared == 3


def _reseeded(state: State) -> State:
    block = state.block[:]
    block[state.game.flow.rng] += 77
    return state.game.go(block, None, [])


def test_without_a_position_to_search_a_decision_of_its_own_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Resampler, "draw", lambda *_: None)
    state = _game("rulesets/kuhn-poker").start(1)
    chosen = choose(state, "elder", Budget(tries=10), random.Random(1))
    assert chosen in state.decisions


# -- budgets


@pytest.mark.parametrize("engine", sorted({"python", ENGINE}))
def test_the_seconds_are_never_exceeded(engine: str) -> None:
    clock = Clock(0.003)
    state = _game("rulesets/connect-four", engine).start(1)
    choose(state, "red", Budget(seconds=0.5), random.Random(1), clock=clock)
    assert 0.4 < clock.gone <= 0.5


def test_a_long_game_is_cut_off_when_the_time_is_up() -> None:
    """One game played out in Python takes longer than the whole budget."""
    clock = Clock(0.01)
    state = _game("rulesets/breakthrough", "python").start(1)
    chosen = choose(state, state.to_act[0], Budget(seconds=0.2), random.Random(1), clock=clock)
    assert chosen in state.decisions
    assert clock.gone <= 0.2


def test_a_lone_decision_is_played_at_once() -> None:
    game = _game("rulesets/tic-tac-toe")
    state = game.start(1)
    while len(state.decisions) > 1:
        state = state.play(state.decisions[0]) if not state.play(state.decisions[0]).over else state.play(state.decisions[1])
    clock = Clock(1.0)
    assert choose(state, state.to_act[0], LEVELS["hard"], clock=clock) == state.decisions[0]
    assert clock.reads <= 1


def test_tries_give_the_same_decision_again_and_progress_is_told() -> None:
    state = _game("rulesets/connect-four").start(1)
    told: list[float] = []
    moves = {choose(state, "red", Budget(tries=80), random.Random(3), told.append) for _ in range(2)}
    assert len(moves) == 1
    assert told[: len(told) // 2] == sorted(told[: len(told) // 2]) and max(told) <= 1.0 and len(told) >= 20


# -- strength


@pytest.mark.parametrize(("folder", "tries", "least"), [("rulesets/tic-tac-toe", 60, 9), ("rulesets/connect-four", 60, 11)])
def test_searching_beats_chance(folder: str, tries: int, least: int) -> None:
    kinds = (f"mcts:{tries}", "random")
    contest, result = Contest(ROOT / folder, kinds, 5, ENGINE), Result()
    for number in range(12):
        result.add(kinds, play_one((contest, number)))
    assert result.records[kinds[0]].won >= least
    assert result.records[kinds[0]].lost == 0


def test_a_win_at_hand_is_taken_and_one_of_the_other_is_prevented() -> None:
    game = _game("rulesets/connect-four")
    state = game.start(1)
    for column in (1, 7, 1, 7, 1):
        state = state.play(next(d for d in state.decisions if d.arguments["column"] == column))
    assert choose(state, "yellow", Budget(tries=300), random.Random(1)).arguments["column"] == 1
    state = state.play(next(d for d in state.decisions if d.arguments["column"] == 7))
    assert choose(state, "red", Budget(tries=300), random.Random(1)).arguments["column"] == 1


def test_what_an_ending_is_worth() -> None:
    assert rewards(1, [1, 0, 1], [0, 0, 0]) == (1.0, 0.0, 1.0)
    assert rewards(2, [0, 0], [0, 0]) == (0.5, 0.5)
    assert rewards(3, [1, 1], [0, 0]) == (1.0, 1.0)
    assert rewards(4, [0, 0], [0, 0]) == (0.0, 0.0)
    assert rewards(5, [1, 0, 0], [1, 2, 2]) == (1.0, 0.5, 0.5)


# -- both engines


@pytest.mark.skipif(ENGINE == "python", reason="there is no C compiler here")
@pytest.mark.parametrize("folder", ["rulesets/kuhn-poker", "rulesets/pig", "tests/examples/sealed-bids", "rulesets/dedale"])
def test_packed_positions_are_the_positions_of_the_engine(folder: str) -> None:
    """Decision by decision, questions among them, and what the end is worth."""
    native, dice = _game(folder), random.Random(2)
    table, plain = NativeTable(native), PythonTable(native)
    state = native.start(2)
    spot, beside = table.of(state, -1), plain.of(state, -1)
    for _ in range(120):
        assert (spot.over, len(spot.offers)) == (beside.over, len(beside.offers))
        if spot.over:
            assert table.ended(spot) == plain.ended(beside)
            break
        seat = spot.offers[0][0]
        weighed = zip(spot.offers, spot.weights, beside.weights, strict=False)
        assert all(one == other for offer, one, other in weighed if offer[0] == seat)
        index = dice.randrange(len(spot.offers))
        spot, beside = table.after(spot, spot.offers[index]), plain.after(beside, beside.offers[index])


# -- words and commands


def test_a_word_names_a_player_and_a_wrong_one_is_told_which_there_are() -> None:
    game = _game("rulesets/tic-tac-toe")
    for kind in (*KINDS, "mcts", "mcts:25", "mcts:0.5s"):
        assert player(kind, game, 1).kind == kind
    assert budget_of("mcts:25") == Budget(tries=25)
    assert budget_of("mcts:.5s") == Budget(seconds=0.5)
    for kind in ("genius", "mcts:0", "mcts:-3", "mcts:great", "mcts:0s"):
        with pytest.raises(ValueError, match="random, clumsy, policy, mcts:easy, mcts:normal, mcts:hard"):
            player(kind, game, 1)


def test_intervals_after_wilson() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert [round(bound, 4) for bound in wilson(50, 100)] == [0.4038, 0.5962]
    assert [round(bound, 4) for bound in wilson(10, 10)] == [0.7225, 1.0]


def test_a_contest_goes_round_the_seats_and_tells_how_sure_it_is(run: Run, tiny: Path) -> None:
    words = ("contest", tiny, "--seat", "all=random", "--games", 6, "--seed", 3, "--jobs", 1, "--engine", "python")
    answer = json.loads(run(*words, "--json").out)
    assert (answer["games"], answer["seed"]) == (6, 3)
    (row,) = answer["players"]
    assert (row["kind"], row["nobody"], row["won"], row["lost"]) == ("random", 6, 0, 0)
    assert row["high"] == pytest.approx(0.3903, abs=1e-4)
    assert "95% interval" in run(*words).out


def test_a_contest_refuses_seats_and_kinds_there_are_not(run: Run, tiny: Path) -> None:
    assert run("contest", tiny, "--seat", "nobody=random", "--engine", "python").code == 2
    done = run("contest", tiny, "--seat", "all=genius", "--engine", "python")
    assert done.code == 2
    assert "mcts:easy" in done.err

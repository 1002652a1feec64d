"""Random legal play on every ruleset keeps what the library promises."""

import random

import labrys
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from tables import Table, end_of, tables, twins, walk

SEEDS = st.one_of(st.none(), st.integers(0, 2**32))
PICKS = st.integers(0, 2**32)
LENGTHS = st.integers(0, 40)
MANY = 8  # of the decisions of one state, at most so many are tried

play = pytest.mark.parametrize("table", tables(), ids=str)
# A game that broke a promise is told by its seed; looking for a shorter one takes minutes.
few = settings(max_examples=10, derandomize=True, deadline=None, phases=(Phase.explicit, Phase.generate))


@play
@few
@given(SEEDS, PICKS, LENGTHS)
def test_ranges_and_invariants_hold(table: Table, seed: int | None, pick: int, most: int) -> None:
    game, _ = twins(table)
    start = game.start(seed)
    taken = walk(start, pick, most)
    for state in [*(state for state, _ in taken), end_of(start, taken)]:
        game._check_ranges(state.block)
        if state.at != "chance":
            assert state.broken() == []


@play
@few
@given(SEEDS, PICKS, LENGTHS)
def test_saves_are_read_back(table: Table, seed: int | None, pick: int, most: int) -> None:
    game, twin = twins(table)
    for state, decision in walk(game.start(seed), pick, most)[-4:]:
        saved = state.to_bytes()
        again = twin.from_bytes(saved)
        assert again.to_bytes() == saved
        assert (again.at, again.to_act, again.turn) == (state.at, state.to_act, state.turn)
        assert again.decisions == state.decisions
        assert again.play(decision).to_bytes() == state.play(decision).to_bytes()


@play
@few
@given(SEEDS, PICKS, LENGTHS)
def test_a_finished_game_is_read_back(table: Table, seed: int | None, pick: int, most: int) -> None:
    game, twin = twins(table)
    start = game.start(seed)
    last = end_of(start, walk(start, pick, most * 4))
    again = twin.from_bytes(last.to_bytes())
    assert again.to_bytes() == last.to_bytes()
    assert (again.over, again.outcome) == (last.over, last.outcome)


@play
@few
@given(SEEDS, PICKS, LENGTHS)
def test_written_decisions_replay(table: Table, seed: int | None, pick: int, most: int) -> None:
    game, twin = twins(table)
    start = game.start(seed)
    taken = walk(start, pick, most)
    state = twin.start(seed)
    for before, decision in taken:
        assert state.to_bytes() == before.to_bytes()
        written = twin.decision(decision.data)
        if decision.kind == "play":
            assert written == decision
        state = state.play(written)
    assert state.to_bytes() == end_of(start, taken).to_bytes()


@play
@few
@given(SEEDS, PICKS, LENGTHS)
def test_everything_offered_succeeds(table: Table, seed: int | None, pick: int, most: int) -> None:
    game, _ = twins(table)
    chance = random.Random(pick)
    for state, _ in walk(game.start(seed), pick, most)[-4:]:
        assert state.decisions
        assert len(set(state.decisions)) == len(state.decisions)
        for decision in chance.sample(state.decisions, min(MANY, len(state.decisions))):
            assert state.play(decision).to_bytes() != state.to_bytes()
            if decision.kind == "play":
                assert decision.seat in state.to_act
                assert not state.why_not(decision.action, dict(decision.arguments), decision.seat)


@play
@few
@given(SEEDS, PICKS, LENGTHS)
def test_nothing_else_is_accepted(table: Table, seed: int | None, pick: int, most: int) -> None:
    game, _ = twins(table)
    start = game.start(seed)
    taken = walk(start, pick, most)
    states = [state for state, _ in taken] + [end_of(start, taken)]
    chance = random.Random(pick)
    known = {decision for state in states[-8:] for decision in state.decisions}
    pool = sorted(known, key=str)
    chosen = chance.sample(pool, min(6 * MANY, len(pool)))
    plays = [decision.data for decision in chosen if decision.kind == "play"]
    chosen += [game.decision({**data, "seat": seat}) for data in plays for seat in game.seats]
    for state in states[-4:]:
        saved = state.to_bytes()
        for decision in chosen:
            if decision not in state.decisions:
                with pytest.raises(labrys.IllegalDecision):
                    state.play(decision)
        assert state.to_bytes() == saved


@play
@settings(few, max_examples=3)
@given(st.integers(0, 2**32), PICKS)
def test_with_a_seed_chance_never_asks(table: Table, seed: int, pick: int) -> None:
    game, _ = twins(table)
    for state, decision in walk(game.start(seed), pick, 40):
        assert state.at == "decision"
        assert decision.kind in ("play", "answer", "react")


@play
@settings(few, max_examples=3)
@given(PICKS, LENGTHS)
def test_outcomes_of_chance_have_all_the_probability(table: Table, pick: int, most: int) -> None:
    game, _ = twins(table)
    for state, _ in walk(game.start(), pick, most):
        if state.at == "chance":
            assert state.to_act == ()
            assert sum(decision.probability or 0 for decision in state.decisions) == 1

"""A state is a value: nothing that is asked of it or played from it changes it."""

from dataclasses import FrozenInstanceError

import labrys
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import Table, end_of, tables, twins, walk

play = pytest.mark.parametrize("table", tables(), ids=str)
few = settings(max_examples=4, derandomize=True, deadline=None)
PICKS = st.integers(0, 2**32)
LENGTHS = st.integers(0, 30)


@play
@few
@given(PICKS, LENGTHS)
def test_playing_leaves_the_old_state(table: Table, pick: int, most: int) -> None:
    game, _ = twins(table)
    taken = walk(game.start(pick), pick, most)
    saves = [state.to_bytes() for state, _ in taken]
    offers = [list(state.decisions) for state, _ in taken]
    for state, _ in taken[-3:]:
        for decision in state.decisions[:10]:
            state.play(decision)
    assert [state.to_bytes() for state, _ in taken] == saves
    assert [list(state.decisions) for state, _ in taken] == offers


@play
@few
@given(PICKS, LENGTHS)
def test_asking_changes_nothing(table: Table, pick: int, most: int) -> None:
    game, _ = twins(table)
    start = game.start(pick)
    state = end_of(start, walk(start, pick, most))
    saved = state.to_bytes()
    for seat in (None, *game.seats):
        assert state.view(seat).fields == state.view(seat).fields
        assert state.draw(seat, "en") == state.draw(seat, "en")
    assert state.broken() == state.broken()
    assert state.causes == state.causes
    assert state.outcome == state.outcome
    assert state.value("turn-number") == state.turn
    labrys.perft(state, 1)
    for decision in state.decisions[:5]:
        assert decision.text("en") and decision.text("fr") and str(decision)
    assert state.to_bytes() == saved


@play
@few
@given(PICKS, LENGTHS)
def test_equal_states_have_equal_bytes(table: Table, pick: int, most: int) -> None:
    game, twin = twins(table)
    taken = walk(game.start(pick), pick, most)
    others = walk(twin.start(pick), pick, most)
    assert len(taken) == len(others)
    for (state, decision), (other, same) in zip(taken, others, strict=True):
        assert state == other and hash(state) == hash(other)
        assert decision == same and hash(decision) == hash(same)
        assert state.to_bytes() == other.to_bytes()
    saves = {state.to_bytes() for state, _ in taken}
    assert len(saves) == len({state for state, _ in taken})


@play
def test_decisions_cannot_be_changed(table: Table) -> None:
    game, _ = twins(table)
    decision = game.start().decisions[0]
    with pytest.raises(FrozenInstanceError):
        decision.seat = "nobody"  # type: ignore[misc]


@play
def test_a_finished_game_takes_no_decision(table: Table) -> None:
    game, _ = twins(table)
    start = game.start(7)
    taken = walk(start, 7, 1200)
    state = end_of(start, taken)
    assert state.over
    assert (state.at, state.decisions, state.to_act) == ("over", [], ())
    outcome = state.outcome
    assert outcome is not None
    assert set(outcome.winners) | set(outcome.losers) <= set(game.seats)
    assert not set(outcome.winners) & set(outcome.losers)
    with pytest.raises(labrys.IllegalDecision):
        state.play(taken[-1][1])


@play
def test_a_damaged_save_is_refused(table: Table) -> None:
    game, _ = twins(table)
    saved = game.start(3).to_bytes()
    spoilt = bytearray(saved)
    spoilt[20] ^= 1  # in the hash of the rules
    for data in (b"", saved[:-1], saved + b"\0", b"X" + saved[1:], bytes(spoilt)):
        with pytest.raises(labrys.SaveError):
            game.from_bytes(data)

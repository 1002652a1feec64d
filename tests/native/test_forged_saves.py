"""A forged save is read by both engines or by neither, and never ends the process."""

import random

import labrys
import pytest
from forged import forgeries, sealed
from labrys import Game, State
from twin_games import ALL, MORE, Table, needs_a_compiler, twins

pytestmark = needs_a_compiler
each = pytest.mark.parametrize("table", [t for t in ALL if not t.options and (MORE > 1 or not t.players)], ids=str)


@each
def test_engines_read_the_same(table: Table) -> None:
    python, native = twins(table)
    dice, refused = random.Random(1), 0
    for seed in (None, *range(MORE)):
        state = python.start(seed)
        for _ in range(dice.randrange(30)):
            if not state.over:
                state = state.play(dice.choice(state.decisions))
        for save in forgeries(state, dice, 12):
            found = read(python, save)
            refused += found is None
            assert read(native, save) == found
    assert refused


def read(game: Game, save: bytes) -> object:
    """What a save gives, or None."""
    try:
        state = game.from_bytes(save)
    except labrys.SaveError:
        return None
    assert state.to_bytes() == save
    return list(map(str, state.decisions)), state.outcome


@each
def test_what_was_saved_is_read(table: Table) -> None:
    python, native = twins(table)
    for state in (python.start(1), native.start()):
        for game in (python, native):
            assert game.from_bytes(state.to_bytes()) == state
            base, job, answers = state.origin
            assert game.from_bytes(sealed(game, game.pack(base), job, answers)) == state


def test_an_action_that_is_not_legal_cannot_be_waiting() -> None:
    for game in twins(Table(next(t.folder for t in ALL if t.folder.name == "pig"))):
        state: State = game.start()
        waiting = state.play(state.decisions[0])
        base, job, answers = waiting.origin
        assert waiting.at == "chance"
        assert job is not None
        other = (1 - job[0], *job[1:])
        with pytest.raises(labrys.SaveError):
            game.from_bytes(sealed(game, game.pack(base), other, answers))

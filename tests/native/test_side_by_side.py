"""Random games of everything there is run alike on both engines, byte for byte and word for word."""

import random

import labrys
import pytest
from labrys import Decision, State
from twin_games import ALL, MORE, Table, needs_a_compiler, twins, walk_both

pytestmark = needs_a_compiler
# Decisions walked at each table: two games of the longest, eight of the shortest.
DECISIONS = 160
LONGEST = 100 * MORE
each = pytest.mark.parametrize("table", ALL, ids=str)


@each
@pytest.mark.parametrize("seeded", [True, False], ids=["drawn", "enumerated"])
def test_bytes_and_decisions_are_the_same(table: Table, seeded: bool) -> None:
    games, walked = 0, 0
    while walked < DECISIONS * MORE and games < 8 * MORE:
        seed = 1000 + games if seeded else None
        walked += len(walk_both(table, seed, games, LONGEST))
        games += 1


@each
def test_people_are_told_the_same(table: Table) -> None:
    dice = random.Random(5)
    walked = walk_both(table, 5, 5, LONGEST)
    known = [decision for _, _, decision in walked if decision is not None]
    for python, native, _ in dice.sample(walked, min(3 * MORE, len(walked))):
        assert native.causes == python.causes
        assert native.broken() == python.broken()
        assert (native.turn, native.phase, native.active, native.now) == (
            python.turn, python.phase, python.active, python.now,
        )  # fmt: skip
        for seat in (None, *python.game.seats):
            assert native.view(seat) == python.view(seat)
            for lang in ("en", "fr"):
                assert native.draw(seat, lang) == python.draw(seat, lang)
                assert native.log(seat, lang) == python.log(seat, lang)
        for one, other in zip(python.decisions[:20], native.decisions[:20], strict=True):
            assert (other.text("en"), other.text("fr"), other.data) == (
                one.text("en"), one.text("fr"), one.data,
            )  # fmt: skip
        for decision in dice.sample(known, min(4, len(known))):
            assert refusals(native, decision) == refusals(python, decision)


def refusals(state: State, decision: Decision) -> object:
    if decision.kind != "play":
        return None
    told = state.why_not(decision.action, decision.arguments, decision.seat)
    try:
        state.play(decision)
    except labrys.LabrysError as error:
        return told, error.message
    return told, None


@each
def test_random_playouts_end_as_games_do(table: Table) -> None:
    python, native = twins(table)
    start = native.start(1)
    if start.over:
        return
    try:
        done = labrys.playouts(start, 20, 3)
    except labrys.Fault as fault:
        # Rules that come to a fault at random come to it on the other engine too.
        with pytest.raises(labrys.Fault) as same:
            labrys.playouts(python.start(1), 20, 3)
        assert str(fault).split("`")[1] == str(same.value).split("`")[1]
        return
    assert done.games == 20
    assert done.moves >= 20
    assert set(done.wins) <= {"drawn", *native.seats}

"""Guesses of what a seat may not see: hidden contents exchanged among the places hidden from it."""

import random

from labrys import Game, State
from labrys.engine.run import Misfit
from labrys.match.hidden import Held, Hidden, held, plain

# Exchanges made in one guess, and attempts to find one that changes something.
_EXCHANGES = 3
_ATTEMPTS = 12

Block = list[int]


def guess(state: State, seat: str | None, dice: random.Random) -> State | None:
    """The same position with other contents where this seat sees nothing; None if there is none.

    Inside a job the base is changed, and the transcript is run again: the guess counts only if what was
    decided is legal in it, and every question came again and may be answered as it was.
    """
    game = state.game
    base = state._base if state._pause is not None and state._base is not None else state.block
    changed = _exchanged(game, base, seat, dice)
    if changed is None or not _alike(plain(game, base), plain(game, changed), seat):
        return None
    if state._pause is None:
        other = game.go(changed, None, [])
        return None if other.broken() else other
    job = state._job
    if job is not None and job not in game.go(changed, None, []).offers:
        return None
    try:
        return game.go(changed, job, list(state._transcript))
    except Misfit:
        return None


def again(state: State) -> State:
    """The state as `guess` makes it, with nothing changed: what happened is told from the start of the job."""
    if state._pause is None or state._base is None:
        return state.game.go(state.block, None, [])
    return state.game.go(state._base, state._job, list(state._transcript))


def _alike(one: State, other: State, seat: str | None) -> bool:
    return bool(one.view(seat).fields == other.view(seat).fields)


def _exchanged(game: Game, base: Block, seat: str | None, dice: random.Random) -> Block | None:
    block = base[:]
    places = Hidden(game, base, game.seats.index(seat) if seat is not None else -1).places
    for _ in range(_ATTEMPTS):
        things = [thing for field, index in places for thing in held(block, field, index)]
        if len(things) < 2:
            return None
        one = dice.choice(things)
        others = [t for t in things if t.kind == one.kind and t.value != one.value and (t.word, t.bag) != (one.word, one.bag)]
        others = [t for t in others if t.bag is None or t.bag != one.bag]
        if others:
            _exchange(block, one, dice.choice(others))
            if dice.randrange(_EXCHANGES) == 0:
                break
    return block if block != base else None


def _exchange(block: Block, one: Held, other: Held) -> None:
    for thing, value in ((one, other.value), (other, one.value)):
        if thing.bag is None:
            block[thing.word] = value
        else:
            block[thing.word] -= 1
            block[thing.bag + value] += 1

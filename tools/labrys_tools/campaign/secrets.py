"""Secrets swapped: what a seat may not see must not change anything that it sees."""

import random
from collections.abc import Iterator

from labrys import Decision, Game, State

from labrys_tools.campaign.games import Broken, Tally
from labrys_tools.seats import pick
from labrys_tools.steps import written

# Pairs of outcomes compared at one chance point, and decisions followed after it.
_PAIRS = 6
_LONGEST = 400


def swap_secrets(game: Game, seed: int, tally: Tally) -> None:
    """Play two games side by side that differ only in what one seat may not see.

    The game stops at every chance point. There two outcomes are taken; every seat for which
    both look alike follows both games with the same decisions, and must be shown, offered and
    told the same until something it may see differs.
    """
    dice = random.Random(seed)
    state = game.start()
    for _ in range(_LONGEST):
        if state.over:
            return
        choices = state.decisions
        if not choices:
            return
        if state.at == "chance" and len(choices) > 1:
            for one, other in _pairs(choices, dice):
                _follow(game, state.play(one), state.play(other), dice, tally)
        state = state.play(pick(dice, choices))


def _pairs(choices: list[Decision], dice: random.Random) -> Iterator[tuple[Decision, Decision]]:
    for _ in range(min(_PAIRS, len(choices) - 1)):
        one, other = dice.sample(choices, 2)
        yield one, other


def _follow(game: Game, one: State, other: State, dice: random.Random, tally: Tally) -> None:
    for seat in game.seats:
        left, right = one, other
        while _worth_following(left, right) and _seen(left, seat) == _seen(right, seat):
            _compare(left, right, seat)
            tally.swapped += 1
            common = [decision for decision in left.decisions if decision in right.decisions]
            if not common:
                break
            step = pick(dice, common)
            left, right = left.play(step), right.play(step)


def _worth_following(left: State, right: State) -> bool:
    # Two dice give 2 and 3 or 3 and 2: where the games meet again there is no secret left.
    return not left.over and not right.over and left.to_bytes() != right.to_bytes()


def _seen(state: State, seat: str) -> object:
    return written(state.view(seat).fields)


def _compare(left: State, right: State, seat: str) -> None:
    mine = [str(d) for d in left.decisions if d.seat == seat]
    if mine != [str(d) for d in right.decisions if d.seat == seat]:
        raise Broken(f"a secret changes what {seat} may decide")
    if left.to_act != right.to_act:
        raise Broken(f"a secret changes who is to act, before the eyes of {seat}")
    for lang in ("en", "fr"):
        if left.draw(seat, lang) != right.draw(seat, lang):
            raise Broken(f"a secret changes what is drawn for {seat}")

"""Secrets swapped: what a seat may not see must not change anything that it sees."""

import random
from typing import Any

from labrys import Decision, Game, LabrysError, State

from labrys_tools.campaign.games import Broken, Tally
from labrys_tools.campaign.guesses import again, guess
from labrys_tools.seats import pick
from labrys_tools.speech import say
from labrys_tools.steps import written

# Positions of a game in which guesses are made, guesses of each seat there, and steps they are followed.
_POSITIONS = 24
_GUESSES = 2
_FOLLOWED = 4
_LONGEST = 400
# Where the game goes on differs of itself once a question is asked in one of two games only.
_FLOW = ("active", "turn", "phase")


def swap_secrets(game: Game, seed: int, tally: Tally) -> None:
    """Play a game; in many of its positions let two games go on that differ only in what one seat may not see.

    That seat must be shown, offered, told and refused the same in both, and the same seats must be asked,
    until something it may see differs. Positions in the middle of a job are among them.
    """
    if all(field.seen_by == "all" for field in game.world.layout):
        return
    dice = random.Random(seed)
    state = game.start(seed)
    states: list[State] = []
    while not state.over and len(states) < _LONGEST:
        states.append(state)
        state = state.play(pick(dice, state.decisions))
    for state in dice.sample(states, min(_POSITIONS, len(states))):
        for seat in (*game.seats, None):
            for _ in range(_GUESSES):
                other = guess(state, seat, dice)
                if other is not None:
                    _follow(again(state), other, seat, dice, tally)


def _follow(left: State, right: State, seat: str | None, dice: random.Random, tally: Tally) -> None:
    for _ in range(_FOLLOWED):
        if _seen(left, seat) != _seen(right, seat):
            return
        _compare(left, right, seat, dice)
        tally.swapped += 1
        if left.over:
            return
        decision = pick(dice, left.decisions)
        before = written(left.view(seat).fields)
        try:
            left, right = left.play(decision), right.play(decision)
        except LabrysError:
            # Another seat cannot do this with the contents that were guessed.
            if decision.seat == seat:
                raise Broken(
                    say(
                        f"a secret changes what {seat} may decide: {decision}",
                        f"un secret change ce que {seat} peut décider : {decision}",
                    )
                ) from None
            return
        if left.question != right.question:
            for asked, other in ((left, right), (right, left)):
                if asked.question is not None and _unprepared(before, asked, other, seat):
                    raise Broken(
                        say(
                            f"a secret decides whether {asked.question} is asked, before the eyes of {seat}",
                            f"un secret décide si {asked.question} est demandé, sous les yeux de {seat}",
                        )
                    )


def _unprepared(before: Any, asked: State, other: State, seat: str | None) -> bool:
    """Whether nothing was shown before the question that is not so in the other game too."""
    here, there = written(asked.view(seat).fields), written(other.view(seat).fields)
    shown = {name: value for name, value in here.items() if value != before.get(name) and name not in _FLOW}
    return all(there.get(name) == value for name, value in shown.items())


def _seen(state: State, seat: str | None) -> object:
    """What the seat sees, and what it alone was shown."""
    viewer = state.game.seats.index(seat) if seat is not None else None
    told = [(site, value) for site, who, value in state.story[1] if who == viewer]
    return written(state.view(seat).fields), told


def _compare(left: State, right: State, seat: str | None, dice: random.Random) -> None:
    mine = [decision.data for decision in left.decisions if decision.seat == seat]
    pairs: list[tuple[str, Any, Any]] = [
        (say("whether the game is over", "si la partie est finie"), left.over, right.over),
        (say("who is to act", "qui doit jouer"), left.to_act, right.to_act),
        (say("what is asked", "ce qui est demandé"), left.question, right.question),
        (say(f"what {seat} may decide", f"ce que {seat} peut décider"), mine, [d.data for d in right.decisions if d.seat == seat]),
    ]
    drawn, log = say(f"what is drawn for {seat}", f"ce qui est dessiné pour {seat}"), say(f"the log of {seat}", f"le journal de {seat}")
    for lang in ("en", "fr"):
        pairs += [(drawn, left.draw(seat, lang), right.draw(seat, lang)), (log, left.log(seat, lang), right.log(seat, lang))]
    if seat is not None:
        for decision in _tried(left, right, seat, dice):
            why = say(f"why {seat} may not {decision}", f"pourquoi {seat} ne peut pas {decision}")
            pairs.append((why, _reasons(left, decision), _reasons(right, decision)))
    for what, one, other in pairs:
        if one != other:
            raise Broken(say(f"a secret changes {what}: {one} and {other}", f"un secret change {what} : {one} et {other}"))


def _tried(left: State, right: State, seat: str, dice: random.Random) -> list[Decision]:
    """Actions of anybody, tried by this seat."""
    known = [d for state in (left, right) for d in state.decisions if d.kind == "play" and d.action not in ("pass", "wait")]
    return [left.game.decision({**d.data, "seat": seat}) for d in dice.sample(known, min(2, len(known)))]


def _reasons(state: State, decision: Decision) -> list[object]:
    found = state.why_not(decision.action, decision.arguments, decision.seat)
    return [(refusal.guard, refusal.messages, refusal.values, refusal.tested) for refusal in found]

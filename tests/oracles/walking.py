"""A ruleset and the same game by hand, walked side by side through a random game."""

from __future__ import annotations

import random
from fractions import Fraction

import labrys
from by_hand.chess import Chess
from by_hand.english_draughts import EnglishDraughts
from by_hand.pig import SEATS, Pig
from by_hand.quoridor import Quoridor
from by_hand.table import Position, Written


def sorted_writing(decisions: list[Written]) -> list[str]:
    return sorted(str(sorted((key, str(value)) for key, value in d.items())) for d in decisions)


def facts(position: Position) -> dict[str, int]:
    """What the table shows besides the board: expressions with their values."""
    match position:
        case Pig():
            scores = zip(SEATS[: position.players], position.scores, strict=False)
            return {"points": position.points} | {f"{seat}.score": score for seat, score in scores}
        case Quoridor():
            return {f"{seat}.stock": left for seat, left in position.stock.items()}
        case Chess() | EnglishDraughts():
            return {"quiet-plies": position.quiet}
    return {}


def back_again(decision: Written, wanted: list[Written]) -> list[Written]:
    """The decision that takes this one back, if it is among those wanted."""
    back = {**decision, "from": decision.get("to"), "to": decision.get("from")}
    return [back] if back in wanted else wanted


def walk(game: labrys.Game, state: labrys.State, position: Position, seed: int) -> Position:
    """Plays on to the end, and demands at every step that both say the same; returns the last position.

    Of four games two choose what to do first and then how, so that rare actions come up as well,
    and one of these goes to and fro, so that positions come back.
    """
    pick = random.Random(seed)
    played: dict[str | None, Written] = {}
    while True:
        seat, end = position.to_act(), position.end()
        assert state.to_act == ((seat,) if seat else ())
        assert state.over == (end is not None)
        wanted = position.decisions()
        assert sorted_writing([decision.data for decision in state.decisions]) == sorted_writing(
            wanted
        )
        if end is not None:
            assert state.outcome is not None
            assert (state.outcome.kind, state.outcome.winners, state.outcome.reason) == (
                end.kind, end.winners, end.reason,
            )  # fmt: skip
            return position
        if state.at == "chance":  # dice and shuffled cards are fair
            assert {d.probability for d in state.decisions} == {Fraction(1, len(wanted))}
        for text, value in facts(position).items():
            assert state.value(text) == value, text
        if seed % 4 == 3 and seat in played and pick.random() < 0.9:
            wanted = back_again(played[seat], wanted)
        if seed % 2:
            kind = pick.choice(sorted({str(decision.get("play")) for decision in wanted}))
            wanted = [decision for decision in wanted if str(decision.get("play")) == kind]
        decision = pick.choice(wanted)
        played[seat] = decision
        state = state.play(game.decision(decision))
        position = position.after(decision)

"""Where a search plays: the same face over both engines. A spot is a position; decisions are rows of numbers, the seat first."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from labrys import Game, State
from labrys.engine.playing import by_policy, play_out
from labrys.engine.primitives import Fault
from labrys.match.hidden import plain

from labrys_tools.players.budgets import Timer

Offer = tuple[int, ...]
Rewards = tuple[float, ...]
Found = TypeVar("Found")

# Of 256 decisions in a game that is played out by a policy, those that are made at random instead.
NOISE = 40
_DRAWN, _RANKED = 2, 5


class Spot(Protocol):
    offers: list[Offer]
    weights: list[int]
    over: bool


class Table(Protocol):
    # Bytes of a position without its decisions, about.
    size: int

    def of(self, state: State, seat: int) -> Spot: ...
    def after(self, spot: Any, offer: Offer) -> Spot: ...
    def ended(self, spot: Any) -> Rewards: ...
    def play_out(self, spot: Any, offer: Offer | None, dice: random.Random, timer: Timer) -> Rewards: ...


def table_of(game: Game) -> Table:
    return PythonTable(game) if game.native is None else NativeTable(game)


def has_policy(game: Game) -> bool:
    """Whether the ruleset says what decisions are worth."""
    program = game.program
    return bool(program.answer_weights) or program.wait_weight >= 0 or any(action.weight >= 0 for action in program.actions)


def rewards(outcome: int, won: list[int], ranks: list[int]) -> Rewards:
    """What an ending is worth to each seat, from 0 to 1: a win 1, a loss 0, a draw a half, a rank what lies below it."""
    seats = len(won)
    if outcome == _RANKED and seats > 1:
        return tuple((seats - rank) / (seats - 1) for rank in ranks)
    if outcome in (0, _DRAWN):
        return (0.5,) * seats
    return tuple(map(float, won))


class NativeTable:
    """On the compiled rules: nothing is unpacked, and whole games run in one call."""

    def __init__(self, game: Game) -> None:
        from labrys.native.positions import Positions

        assert game.native is not None
        self.game, self.seats = game, game.players
        self.positions = Positions(game.native, has_policy(game))
        self.size = self.positions.size

    def of(self, state: State, seat: int) -> Spot:
        return self._told(lambda: self.positions.of(state, seat))

    def after(self, spot: Any, offer: Offer) -> Spot:
        return self._told(lambda: self.positions.after(spot, offer))

    def ended(self, spot: Any) -> Rewards:
        end = self.positions.ended(spot)
        return rewards(end.outcome, end.won, end.ranks)

    def play_out(self, spot: Any, offer: Offer | None, dice: random.Random, timer: Timer) -> Rewards:
        end = self._told(lambda: self.positions.play_out(spot, offer, dice.getrandbits(64), NOISE, timer.reach()))
        timer.tried(end.moves)
        return rewards(end.outcome, end.won, end.ranks) if end.over else (0.5,) * self.seats

    def _told(self, run: Callable[[], Found]) -> Found:
        try:
            return run()
        except Fault as fault:
            raise self.game.fault(fault) from None


class _PythonSpot:
    __slots__ = ("offers", "over", "state", "weights")

    def __init__(self, state: State, weighed: bool) -> None:
        self.state, self.over = state, state.over
        self.offers: list[Offer] = state.offers if state._pause is None else state._pause.offers
        self.weights: list[int] = state.weights if weighed and len(self.offers) > 1 else []


class PythonTable:
    """On the Python engine: slower, and cut off when the time is up."""

    def __init__(self, game: Game) -> None:
        self.game, self.seats, self.policy = game, game.players, has_policy(game)
        self.size = 8 * len(game.flow.starts)

    def of(self, state: State, seat: int) -> Spot:
        return _PythonSpot(state, self.policy)

    def after(self, spot: Any, offer: Offer) -> Spot:
        return _PythonSpot(self._played(spot.state, offer), self.policy)

    def _played(self, state: State, offer: Offer) -> State:
        pause = state._pause
        if pause is None:
            return self.game.go(state.block, offer, [])
        base, job, entries = state.origin
        value = offer[1:] if pause.kind == "play" else offer[2:]
        return self.game.go(base, job, pause.ordered([*entries, (pause.site, offer[0], *value)]))

    def ended(self, spot: Any) -> Rewards:
        return self._worth(spot.state)

    def _worth(self, state: State) -> Rewards:
        flow, block, seats = self.game.flow, state.block, range(self.seats)
        ranks = self.game.world.fields[None, "$rank"].slot
        return rewards(
            block[flow.outcome], [block[flow.winners] >> seat & 1 for seat in seats], [block[ranks + seat] for seat in seats]
        )

    def play_out(self, spot: Any, offer: Offer | None, dice: random.Random, timer: Timer) -> Rewards:
        state = spot.state if offer is None else self._played(spot.state, offer)
        reach = timer.reach()
        if not self.policy:
            block, moves, ended = play_out(self.game, state, dice, lambda moves: moves >= reach or timer.late())
            timer.tried(moves)
            return self._worth(plain(self.game, block)) if ended else (0.5,) * self.seats
        moves = 0
        while not state.over and moves < reach and not timer.late():
            noisy = dice.randrange(256) < NOISE
            first = [d for d in state.decisions if d.seat == state.decisions[0].seat] if noisy else []
            state = state.play(dice.choice(first) if noisy else by_policy(state, dice))
            moves += 1
        timer.tried(moves)
        return self._worth(state) if state.over else (0.5,) * self.seats

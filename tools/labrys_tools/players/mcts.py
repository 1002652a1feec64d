"""Monte Carlo tree search for any ruleset, from what one seat sees.

Single-observer information set search: every try takes a position the seat may be in (what is hidden and all chance
drawn anew), goes down a tree of decisions by upper confidence bounds, plays the game out from there, and notes what
it was worth to each seat. Nothing of the true position but the seat's own view goes into it.
"""

from __future__ import annotations

import gc
import math
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from labrys import Decision, Fault, State
from labrys.match.resample import Resampler

from labrys_tools.players.budgets import Budget, Timer
from labrys_tools.players.tables import Offer, Rewards, Spot, Table, table_of

# How much a rarely tried decision is favoured.
_BOLDNESS = 0.7
# Positions drawn for one decision, and tries before one more is drawn.
_DRAWS, _TRIES_A_DRAW = 48, 6
# Bytes of positions kept in the tree, about: beyond them it grows no deeper. A decision takes some hundred.
_MOST_KEPT, _A_DECISION = 150_000_000, 100
Progress = Callable[[float], None]


class _Order(NamedTuple):
    """The decisions of who is to decide, the likeliest first; `guided` if a policy tells them apart."""

    offers: list[Offer]
    guided: bool


class _Node:
    """A decision that was tried: how often, how often it could have been, and what it was worth to who took it."""

    __slots__ = ("chances", "children", "spots", "total", "visits")

    def __init__(self) -> None:
        self.visits, self.chances, self.total = 0, 1, 0.0
        self.children: dict[Offer, _Node] = {}
        # By the number of the drawn position: where it leads, and the decisions there.
        self.spots: dict[int, tuple[Spot, _Order]] = {}


def choose(
    state: State,
    seat: str,
    budget: Budget,
    dice: random.Random | None = None,
    progress: Progress | None = None,
    clock: Callable[[], float] = time.perf_counter,
    table: Table | None = None,
) -> Decision:
    """The decision that does best for a seat in the games tried. Depends on nothing the seat does not see.

    With a budget of tries alone the same view and the same dice give the same decision.
    """
    timer = Timer(budget, clock)
    own = [decision for decision in state.decisions if decision.seat == seat]
    if len(own) == 1:
        return own[0]
    dice = random.Random(dice.getrandbits(64) if dice is not None else None)
    with _undisturbed():
        best = _Search(state, seat, table or table_of(state.game), timer, dice).run(progress)
    return dice.choice(own) if best is None else own[best]


@contextmanager
def _undisturbed() -> Iterator[None]:
    """No collecting of cycles meanwhile: the tree has none, and going through it takes longer than many a budget."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class _Search:
    def __init__(self, state: State, seat: str, table: Table, timer: Timer, dice: random.Random) -> None:
        self.state, self.table, self.timer, self.dice = state, table, timer, dice
        self.viewer = state.game.seats.index(seat)
        self.resampler = Resampler(state, seat)
        self.root = _Node()
        self.kept = 0
        self.luck: dict[Offer, float] = {}
        # A game without chance and secrets has one position to search.
        self.draws = _DRAWS if state.game.flow.noisy or self.resampler.hidden.places else 1

    def run(self, progress: Progress | None = None) -> int | None:
        """The index of the best of the seat's own decisions; None if nothing could be tried at all."""
        told = 0.0
        while not self.timer.done():
            drawn = len(self.root.spots)
            if drawn < self.draws and self.timer.tries >= _TRIES_A_DRAW * drawn and not self._draw_one(drawn) and not drawn:
                break
            number = self.timer.tries % len(self.root.spots)
            self._try(number)
            if progress is not None and self.timer.share() >= told + 0.05:
                told = self.timer.share()
                progress(told)
        return self._best()

    def _draw_one(self, number: int) -> bool:
        found = self.resampler.draw(self.dice, self.timer.late)
        if found is None:
            self.draws = number
            return False
        spot = self.table.of(found, self.viewer)
        self.root.spots[number] = (spot, self._order(spot, self.viewer))
        return True

    def _best(self) -> int | None:
        if not self.root.spots:
            return None
        spot, order = self.root.spots[0]
        own = [offer for offer in spot.offers if offer[0] == self.viewer]
        tried = [(child.visits, child.total / child.visits, offer) for offer, child in self.root.children.items() if child.visits]
        # Without a single try the likeliest decision is as good as any.
        return own.index(max(tried)[2] if tried else order.offers[0])

    # -- one try

    def _try(self, number: int) -> None:
        path: list[tuple[int, _Node]] = []
        try:
            worth = self._go_down(number, path)
        except Fault:
            # What was drawn is a position the rules do not reach: it says nothing about any decision.
            worth = (0.5,) * self.state.game.players
            self.timer.tried(0)
        self.root.visits += 1
        for seat, child in path:
            child.visits += 1
            child.total += worth[seat]

    def _go_down(self, number: int, path: list[tuple[int, _Node]]) -> Rewards:
        node = self.root
        spot, order = node.spots[number]
        while not spot.over:
            offer = self._pick(node, order)
            child = node.children.get(offer)
            fresh = child is None
            if child is None:
                child = node.children[offer] = _Node()
            path.append((offer[0], child))
            kept = child.spots.get(number)
            if kept is None and (fresh or self.kept >= _MOST_KEPT):
                return self.table.play_out(spot, offer, self.dice, self.timer)
            if kept is None:
                there = self.table.after(spot, offer)
                kept = child.spots[number] = (there, self._order(there))
                self.kept += self.table.size + _A_DECISION * len(there.offers)
            node, (spot, order) = child, kept
        self.timer.tried(0)
        return self.table.ended(spot)

    def _order(self, spot: Spot, seat: int | None = None) -> _Order:
        """The decisions of one seat (or the first that may decide), equal ones in an order drawn once for the search."""
        luck = self.luck
        for offer in spot.offers:
            if offer not in luck:
                luck[offer] = self.dice.random()
        if seat is None and spot.offers:
            seat = spot.offers[0][0]
        weights = spot.weights or [0] * len(spot.offers)
        rows = sorted((-weight, luck[offer], offer) for offer, weight in zip(spot.offers, weights, strict=True) if offer[0] == seat)
        return _Order([offer for _, _, offer in rows], bool(rows) and rows[0][0] < rows[-1][0])

    def _pick(self, node: _Node, order: _Order) -> Offer:
        """By upper confidence bounds among the first of them: the more tries, the more decisions are looked at."""
        width = 2 + int(node.visits**0.5) if order.guided else 6 + int(2 * node.visits**0.6)
        children = node.children
        best, most = order.offers[0], -1.0
        for offer in order.offers[:width]:
            child = children.get(offer)
            if child is None:
                return offer
            child.chances += 1
            visits = child.visits
            bound = child.total / visits + _BOLDNESS * math.sqrt(math.log(child.chances) / visits)
            if bound > most:
                best, most = offer, bound
        return best

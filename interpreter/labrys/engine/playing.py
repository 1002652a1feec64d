"""Many games at once: exact counts of decision sequences, and random games to the end."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field

from labrys.engine.flow import OVER, Offer, Pause, Run, store_words
from labrys.engine.game import Decision, Game, State


@dataclass
class Playouts:
    """What came of random games: how many, how long, and who won how often (`drawn` among them)."""

    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    wins: dict[str, int] = field(default_factory=dict)


def perft(state: State, depth: int) -> int:
    """The number of decision sequences of exactly this length; chance branches and adds no length."""
    if depth <= 0:
        return 1
    if state.over:
        return 0
    if state.at == "chance":
        return sum(perft(state.play(outcome), depth) for outcome in state.decisions)
    if depth == 1:
        return len(state.offers)
    game = state.game
    if game.flow.noisy:
        return sum(perft(game._go(state.block, offer, []), depth - 1) for offer in state.offers)
    return _count(game, state.block, state.offers, depth)


def _count(game: Game, block: list[int], offers: list[Offer], depth: int) -> int:
    if depth == 1:
        return len(offers)
    total, flow = 0, game.flow
    for offer in offers:
        child = block[:]
        run = Run(flow, [])
        flow.perform(child, run, offer)
        if child[flow.stage] != OVER:
            total += _count(game, child, run.offers, depth - 1)
    return total


def divide(state: State, depth: int) -> list[tuple[Decision, int]]:
    """The count below each decision."""
    return [(decision, perft(state.play(decision), depth - 1)) for decision in state.decisions]


def playouts(state: State, n: int, seed: int = 1) -> Playouts:
    """Plays n random games from a state to their end."""
    game, result = state.game, Playouts()
    flow, pick = game.flow, random.Random(seed)
    began = time.perf_counter()
    for _ in range(n):
        block, offers = state.block[:], state.offers
        store_words(block, flow.rng, pick.getrandbits(64) or 1)
        while block[flow.stage] != OVER:
            run = Run(flow, [])
            try:
                flow.perform(block, run, offers[int(pick.random() * len(offers))])
            except Pause:  # never: the generator of the block is seeded
                break
            offers = run.offers
            result.moves += 1
        result.games += 1
        outcome = State(game, block, [], []).outcome
        for winner in (outcome.winners if outcome and outcome.winners else ("drawn",)):
            result.wins[winner] = result.wins.get(winner, 0) + 1
    result.seconds = time.perf_counter() - began
    return result

"""Many games at once: exact counts of decision sequences, and random games to the end."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from labrys.engine.decisions import Decision
from labrys.engine.flow import OVER
from labrys.engine.game import Game
from labrys.engine.primitives import Fault
from labrys.engine.run import Block, Entry, Offer, Pause, Run, store_words
from labrys.engine.state import State


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
    if state.at == "chance" and state.game.native is None:
        return sum(perft(state.play(outcome), depth) for outcome in state.decisions)
    if depth == 1 and state.at != "chance":
        return len(state.decisions)
    if state.game.native is not None:
        try:
            base, job, entries = state.origin
            return state.game.native.perft(state.game, base, job, entries, depth)
        except Fault as fault:
            raise state.game.fault(fault) from None
    if state.game.flow.noisy:
        return sum(perft(state.play(decision), depth - 1) for decision in state.decisions)
    try:
        return _count(state.game, state.block, state.offers, depth)
    except Fault as fault:
        raise state.game.fault(fault) from None


def _count(game: Game, block: Block, offers: list[Offer], depth: int) -> int:
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
    pick = random.Random(seed)
    began = time.perf_counter()
    if game.native is not None and state._pause is None:
        return _native(game, state, n, seed)
    for _ in range(n):
        block, moves, _ = play_out(game, state, pick)
        result.games += 1
        result.moves += moves
        outcome = State(game, block, [], ([], [], (0, 0))).outcome
        for winner in outcome.winners if outcome and outcome.winners else ("drawn",):
            result.wins[winner] = result.wins.get(winner, 0) + 1
    result.seconds = time.perf_counter() - began
    return result


def policy_games(state: State, n: int, seed: int = 1) -> Playouts:
    """Plays n games from a state to their end as the ruleset's `policy` says, every seat."""
    game, result = state.game, Playouts()
    if game.native is not None and state._pause is None:
        return _native(game, state, n, seed, policy=True)
    pick = random.Random(seed)
    began = time.perf_counter()
    for _ in range(n):
        block = state.block[:]
        store_words(block, game.flow.rng, pick.getrandbits(64) or 1)
        played = State(game, block, state.offers, ([], [], (0, 0)))
        while not played.over:
            played = played.play(by_policy(played, pick))
            result.moves += 1
        result.games += 1
        outcome = played.outcome
        for winner in outcome.winners if outcome and outcome.winners else ("drawn",):
            result.wins[winner] = result.wins.get(winner, 0) + 1
    result.seconds = time.perf_counter() - began
    return result


def by_policy(state: State, pick: random.Random, seats: Collection[str] | None = None) -> Decision:
    """The weightiest decision of the first seat that may decide (of these seats); one of them at random if they are equal."""
    rows = [
        (decision, weight)
        for decision, weight in zip(state.decisions, state.weights, strict=True)
        if seats is None or decision.seat in seats
    ]
    rows = [row for row in rows if row[0].seat == rows[0][0].seat]
    most = max(weight for _, weight in rows)
    return pick.choice([decision for decision, weight in rows if weight == most])


def _native(game: Game, state: State, n: int, seed: int, policy: bool = False) -> Playouts:
    """The same inside the library."""
    assert game.native is not None
    began = time.perf_counter()
    try:
        games, moves, drawn, *wins = game.native.playouts(game, state.block, n, seed, policy)
    except Fault as fault:
        raise game.fault(fault) from None
    won = {"drawn": drawn, **dict(zip(game.seats, wins, strict=True))}
    return Playouts(games, moves, time.perf_counter() - began, {name: count for name, count in won.items() if count})


def play_out(game: Game, state: State, pick: random.Random, stop: Callable[[int], bool] | None = None) -> tuple[Block, int, bool]:
    """One random game: its last block, the number of decisions, and whether it ended; `stop` is asked before every decision."""
    flow, moves = game.flow, 0
    block, offers, pause = state.block[:], state.offers, state._pause
    base, job, entries = (state._base or block)[:], state._job, list(state._transcript)
    store_words(base if pause else block, flow.rng, pick.getrandbits(64) or 1)
    try:
        while pause is not None or block[flow.stage] != OVER:
            if stop is not None and stop(moves):
                return block, moves, False
            open_ = offers if pause is None else pause.offers
            offer = open_[int(pick.random() * len(open_))]
            run = Run(flow, [])
            if pause is None:
                base, job = block, offer
                try:
                    flow.perform(block, run, offer)
                    pause = None
                except Pause as asked:
                    pause = asked
            else:
                value = offer[1:] if pause.kind == "play" else offer[2:]
                entries = pause.ordered([*entries, (pause.site, offer[0], *value)])
                run = Run(flow, entries)
                block, pause = game.run(base, job, run)
            if pause is not None:
                base, job, entries = run.base, run.job, _taken(run)
            offers = run.offers
            moves += 1
    except Fault as fault:
        raise game.fault(fault) from None
    return block, moves, True


def _taken(run: Run) -> list[Entry]:
    return run.transcript[: run.taken]

"""Automatic players: `random`, `clumsy`, `policy`, and `mcts` at several levels. They decide from what their seats see."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Protocol

from labrys import Decision, Game, State, by_policy

from labrys_tools.players.budgets import LEVELS, Budget
from labrys_tools.players.mcts import Progress, choose
from labrys_tools.players.tables import Table, table_of
from labrys_tools.speech import say

KINDS = ("random", "clumsy", "policy", *(f"mcts:{level}" for level in LEVELS))
_NUMBER = re.compile(r"mcts:(\d{1,9}|(\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})s)")


class Player(Protocol):
    """Decides for the seats it sits in."""

    kind: str

    def decide(self, state: State, seats: Collection[str]) -> Decision:
        """A decision of one of these seats; at least one of them may decide."""
        ...


@dataclass
class RandomPlayer:
    """Any decision, all equally likely."""

    kind: str
    dice: random.Random

    def decide(self, state: State, seats: Collection[str]) -> Decision:
        return self.dice.choice([decision for decision in state.decisions if decision.seat in seats])


@dataclass
class PolicyPlayer:
    """The decision the ruleset's `policy` weighs most; without a policy any."""

    kind: str
    dice: random.Random

    def decide(self, state: State, seats: Collection[str]) -> Decision:
        return by_policy(state, self.dice, seats)


@dataclass
class ClumsyPlayer:
    """A beginner: one decision in two is the policy's, the other is any."""

    kind: str
    dice: random.Random

    def decide(self, state: State, seats: Collection[str]) -> Decision:
        if self.dice.randrange(2):
            return by_policy(state, self.dice, seats)
        return self.dice.choice([decision for decision in state.decisions if decision.seat in seats])


@dataclass
class SearchPlayer:
    """Thinks by Monte Carlo tree search, within its budget. `progress` is told how much of it is used up."""

    kind: str
    dice: random.Random
    budget: Budget
    progress: Progress | None = None
    clock: Callable[[], float] = time.perf_counter
    _tables: dict[int, Table] = field(default_factory=dict)

    def decide(self, state: State, seats: Collection[str]) -> Decision:
        seat = next(seat for seat in state.to_act if seat in seats)
        # The table holds what the engine needs to run: made once for a game.
        table = self._tables.get(id(state.game))
        if table is None:
            self._tables.clear()
            table = self._tables[id(state.game)] = table_of(state.game)
        return choose(state, seat, self.budget, self.dice, self.progress, self.clock, table)


def budget_of(kind: str) -> Budget | None:
    """The budget of `mcts:LEVEL`, `mcts:TRIES` or `mcts:SECONDSs`; None for any other word."""
    if kind == "mcts":
        return LEVELS["normal"]
    if kind.startswith("mcts:") and kind[5:] in LEVELS:
        return LEVELS[kind[5:]]
    found = _NUMBER.fullmatch(kind)
    if found is None or not float(found[2] or found[1]):
        return None
    return Budget(seconds=float(found[2])) if found[2] else Budget(tries=int(found[1]))


def player(kind: str, game: Game, seed: int) -> Player:
    """The player a word names. Raises ValueError with the words there are."""
    dice = random.Random(f"{seed} {game.id}")
    if kind == "random":
        return RandomPlayer(kind, dice)
    if kind == "clumsy":
        return ClumsyPlayer(kind, dice)
    if kind == "policy":
        return PolicyPlayer(kind, dice)
    budget = budget_of(kind)
    if budget is None:
        kinds = ", ".join(KINDS)
        raise ValueError(
            say(
                f"There is no player {kind}; there are {kinds}, and mcts:200 (tries) or mcts:0.5s (seconds).",
                f"Il n'y a pas de joueur {kind} ; il y a {kinds}, et mcts:200 (essais) ou mcts:0.5s (secondes).",
            )
        )
    return SearchPlayer(kind, dice, budget)


__all__ = ["KINDS", "LEVELS", "Budget", "Player", "budget_of", "choose", "player"]

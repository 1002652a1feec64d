"""Positions a seat may be in for all it knows: what is hidden from it, and all chance to come, drawn anew.

What comes out rests on what the seat sees and on the dice, and on nothing else: two true positions that differ only
in secrets or in the generator give the same. Things (cards, tiles, pieces) are counted on: what lies in hidden places
together is no secret, only where. Numbers and truths are no things, and are drawn from their range.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from labrys.engine.errors import RuleFault
from labrys.engine.run import NATURE, TIME, Block, Entry, Misfit, Pause, store_words
from labrys.engine.state import State
from labrys.match.hidden import Hidden, deal, same_sight

# Deals until one fits what the seat sees, and ways of going on at one stop of a job that are looked at.
ATTEMPTS = 200
WAYS = 24


def resample(state: State, seat: str, dice: random.Random) -> State | None:
    """A position that agrees with everything this seat sees; None if none was found."""
    return Resampler(state, seat).draw(dice)


@dataclass(frozen=True)
class _Stop:
    """Where a job stopped, as the seat saw it."""

    block: Block
    hidden: Hidden
    site: int
    kind: str
    told: tuple[tuple[int, object], ...]


class Resampler:
    """Draws many positions for one seat in one position; what they share is worked out once."""

    def __init__(self, state: State, seat: str) -> None:
        self.state, self.game = state, state.game
        self.viewer = state.game.seats.index(seat)
        self.base, self.job, self.entries = state.origin
        self.hidden = Hidden(self.game, self.base, self.viewer)
        # Nothing is told in most games; where it is, telling costs a run of the Python engine.
        self.tells = any("tell" in site for site in self.game.program.sites)
        self.own = self._own(state)
        self.stops = self._stops() if state._pause is not None else []

    def draw(self, dice: random.Random, stop: Callable[[], bool] | None = None) -> State | None:
        """One position. The dice are thrown once, however many attempts it takes; `stop` is asked before each."""
        dice = random.Random(dice.getrandbits(64))
        if not self.hidden.places and all(map(self._certain, self.entries)):
            return self._go(self._reseeded(self.base, dice), self.entries)
        for number in range(ATTEMPTS):
            if stop is not None and stop():
                return None
            # Ranges may be too wide for what the rules keep true: then even numbers are dealt out.
            dealt = deal(self.game, self.base, self.hidden, dice, ranges=number < ATTEMPTS // 2)
            if dealt is None or not same_sight(self.base, self.hidden, dealt, Hidden(self.game, dealt, self.viewer)):
                continue
            found = self._settled(dealt, dice) if self.state._pause is None else self._in_job(dealt, dice)
            if found is not None:
                return found
        return None

    # -- a settled position

    def _settled(self, dealt: Block, dice: random.Random) -> State | None:
        found = self._go(self._reseeded(dealt, dice), [])
        return None if found is None or found.broken() else found

    def _go(self, base: Block, entries: list[Entry]) -> State | None:
        """The position, if the seat is where it was and may decide the same."""
        try:
            found = self.game.go(base, self.job, list(entries))
        except (RuleFault, Misfit):
            return None
        return found if self._own(found) == self.own else None

    def _own(self, state: State) -> object:
        pause = state._pause
        offers = state.offers if pause is None else pause.offers
        asked = (pause.kind, pause.site) if pause is not None else None
        return asked, state.over, [offer for offer in offers if offer[0] == self.viewer], {offer[0] for offer in offers}

    def _reseeded(self, block: Block, dice: random.Random) -> Block:
        block = block[:]
        store_words(block, self.game.flow.rng, dice.getrandbits(64) or 1)
        return block

    # -- inside a job

    def _stops(self) -> list[_Stop]:
        """Every stop of the job so far, as the seat saw it: at each question and each chance."""
        base = self._unseeded(self.base)
        return [self._stop(self.game.go(base, self.job, self.entries[:count])) for count in range(len(self.entries) + 1)]

    def _stop(self, state: State) -> _Stop:
        pause = state._pause
        told = tuple((site, value) for site, who, value in state.story[1] if who == self.viewer) if self.tells else ()
        site, kind = (pause.site, pause.kind) if pause is not None else (-1, "")
        return _Stop(state.block, Hidden(self.game, state.block, self.viewer), site, kind, told)

    def _unseeded(self, block: Block) -> Block:
        """Without a generator a job stops at every chance, and the outcome can be chosen."""
        block = block[:]
        store_words(block, self.game.flow.rng, 0)
        return block

    def _in_job(self, dealt: Block, dice: random.Random) -> State | None:
        """The job run again from other contents: at every stop one of the ways on that look the same to the seat."""
        bare = self._unseeded(dealt)
        try:
            if self.job is not None and self.job[1] != TIME and self.job not in self.game.go(bare, None, []).offers:
                return None
            found: list[Entry] = []
            here = self.game.go(bare, self.job, [])
            if not self._alike(here, 0):
                return None
            for number, entry in enumerate(self.entries):
                on = self._way_on(bare, here, found, entry, number + 1, dice)
                if on is None:
                    return None
                here, found = on
        except (RuleFault, Misfit):
            return None
        return self._go(self._reseeded(dealt, dice), found)

    def _way_on(
        self, bare: Block, here: State, found: list[Entry], entry: Entry, number: int, dice: random.Random
    ) -> tuple[State, list[Entry]] | None:
        pause = here._pause
        if pause is None or pause.site != entry[0]:
            return None
        for way in self._ways(pause, entry, dice):
            entries = [*found, way]
            try:
                there = self.game.go(bare, self.job, entries)
            except (RuleFault, Misfit):
                continue
            if self._alike(there, number):
                return there, entries
        return None

    def _ways(self, pause: Pause, entry: Entry, dice: random.Random) -> list[Entry]:
        """What may have happened here for all the seat knows: chance, and answers of others that are not shown."""
        if entry[1] == NATURE:
            weights = pause.weights or (1,) * len(pause.offers)
            # Weighted, without putting back: every outcome's turn comes when its own clock rings.
            order = sorted((dice.expovariate(1) / weight, offer[2]) for offer, weight in zip(pause.offers, weights, strict=True) if weight)
            return [(entry[0], NATURE, value) for _, value in order[:WAYS]]
        if self._certain(entry):
            return [entry]
        ways: list[Entry] = [(entry[0], entry[1], *offer[2:]) for offer in pause.offers if offer[0] == entry[1]]
        dice.shuffle(ways)
        return ways[:WAYS]

    def _certain(self, entry: Entry) -> bool:
        """Whether the seat knows this entry of the transcript for what it is."""
        site = self.game.program.sites[entry[0]]
        if entry[1] == NATURE:
            return False
        return entry[1] == self.viewer or "ask" not in site or bool(site["public"] and site["mode"] != "each")

    def _alike(self, state: State, number: int) -> bool:
        mine, stop = self._stop(state), self.stops[number]
        return (mine.site, mine.kind, mine.told) == (stop.site, stop.kind, stop.told) and same_sight(
            stop.block, stop.hidden, mine.block, mine.hidden
        )

"""One random game, checked at every decision against what the engine promises."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import labrys
from labrys import Decision, Game, IllegalDecision, LabrysError, State, by_policy

from labrys_tools.campaign.side_by_side import after, difference
from labrys_tools.campaign.tables import Table
from labrys_tools.players.tables import has_policy
from labrys_tools.seats import pick
from labrys_tools.speech import say
from labrys_tools.trouble import sentence_of

# Every declared limit ends a game sooner; a game without one must not hang the run.
_LONGEST = 100_000
# Decisions tried besides the one that is played, and refusals tried, at each decision.
_TRIED = 2
# Of the games of a ruleset with a policy, those that it plays: chance alone seldom comes to the end of a hard game.
_LED = 0.25
# How often time is let pass, of all decisions in a game with a clock.
_TIME_PASSES = 0.1


@dataclass(frozen=True)
class Task:
    """A number of games of one set-up, for one process."""

    folder: Path
    table: Table
    seeds: tuple[int, ...]
    engines: tuple[str, ...]
    # One game in so many is looked at closely.
    closely: int = 1


@dataclass
class Tally:
    """What was seen in some games; tallies of several processes add up."""

    games: int = 0
    decisions: int = 0
    shortest: int = 0
    longest: int = 0
    tried: int = 0
    refused: int = 0
    compared: int = 0
    swapped: int = 0
    watched: int = 0
    stopped: int = 0
    led: int = 0
    endings: dict[str, int] = field(default_factory=dict)
    winners: dict[str, int] = field(default_factory=dict)
    covered: set[str] = field(default_factory=set)
    nodes: dict[str, str] = field(default_factory=dict)
    complaints: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        lengths = [n for n in (self.shortest, other.shortest) if n]
        self.shortest = min(lengths, default=0)
        self.longest = max(self.longest, other.longest)
        for name in ("games", "decisions", "tried", "refused", "compared", "swapped", "watched", "stopped", "led"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for mine, theirs in ((self.endings, other.endings), (self.winners, other.winners)):
            for key, number in theirs.items():
                mine[key] = mine.get(key, 0) + number
        self.covered |= other.covered
        self.nodes |= other.nodes
        # A faulty ruleset is at fault for every number of players alike.
        self.complaints += [said for said in other.complaints if said not in self.complaints]


class Broken(Exception):
    """A promise of the engine that did not hold in a game; the text says which."""


def play_game(task: Task, game: Game, seed: int, tally: Tally) -> list[Decision]:
    """Play one game at random, or as the ruleset's policy says, checking as it goes; gives back what was decided."""
    dice = random.Random(seed)
    led = has_policy(game) and dice.random() < _LED
    state = game.start(seed)
    taken: list[Decision] = []
    while not state.over:
        if len(taken) > _LONGEST:
            raise Broken(
                say(
                    f"not over after {_LONGEST} decisions",
                    f"pas finie après {_LONGEST} décisions",
                )
            )
        choices = state.decisions
        if not choices:
            raise Broken(say("not over, and nothing to decide", "pas finie, et rien à décider"))
        _check_state(game, state)
        _try_others(state, choices, dice, tally)
        _try_refusals(game, state, taken, dice, tally)
        decision = _time_passes(game, state, dice)
        if decision is None:
            decision = by_policy(state, dice) if led else pick(dice, choices)
        before = state.to_bytes()
        after = state.play(decision)
        if state.to_bytes() != before:
            raise Broken(
                say(
                    f"playing {decision} changed the old state",
                    f"jouer {decision} a changé l'ancien état",
                )
            )
        state = after
        taken.append(decision)
    _check_state(game, state)
    _check_replay(game, seed, taken, state)
    tally.games += 1
    tally.led += led
    tally.decisions += len(taken)
    tally.shortest = min(tally.shortest or len(taken), len(taken))
    tally.longest = max(tally.longest, len(taken))
    _note_ending(state, tally)
    return taken


def _time_passes(game: Game, state: State, dice: random.Random) -> Decision | None:
    """Now and then, in a game with a clock, nobody acts for a while; a question stops the clock."""
    if state.question is not None or not any(node.kind == "clock" for node in game.nodes):
        return None
    if dice.random() >= _TIME_PASSES:
        return None
    return game.decision({"time": state.now + dice.choice((0, 1, 2, 5, 15))})


def _check_state(game: Game, state: State) -> None:
    broken = state.broken()
    if broken:
        names = ", ".join(broken)
        raise Broken(say(f"invariants do not hold: {names}", f"invariants faux : {names}"))
    if not state.over and state.default is not None and state.default not in state.decisions:
        raise Broken(
            say(
                f"the default {state.default} is not offered",
                f"la réponse par défaut {state.default} n'est pas proposée",
            )
        )
    saved = state.to_bytes()
    again = game.from_bytes(saved)
    if again.to_bytes() != saved:
        raise Broken(
            say(
                "saved and read again, the state has other bytes",
                "sauvegardé et relu, l'état a d'autres octets",
            )
        )
    if again.decisions != state.decisions:
        raise Broken(
            say(
                "saved and read again, the state offers other decisions",
                "sauvegardé et relu, l'état propose d'autres décisions",
            )
        )


def _try_others(state: State, choices: list[Decision], dice: random.Random, tally: Tally) -> None:
    """Whatever is offered succeeds, and can be written and read."""
    for decision in dice.sample(choices, min(_TRIED, len(choices))):
        try:
            state.play(decision)
        except LabrysError as error:
            why = sentence_of(error)[0]
            raise Broken(
                say(
                    f"{decision} is offered and fails: {why}",
                    f"{decision} est proposé et échoue : {why}",
                )
            ) from None
        tally.tried += 1


def _try_refusals(
    game: Game, state: State, taken: list[Decision], dice: random.Random, tally: Tally
) -> None:
    """What is not offered is refused, with a reason."""
    choices = state.decisions
    if state.at == "chance":
        return
    for data in [*_likely_mistakes(choices, taken, dice), *_wrong_answers(game, state, taken)]:
        decision = game.decision(data)
        if decision in choices:
            continue
        asked = state.question is not None
        if not asked and not state.why_not(str(decision.action), decision.arguments, decision.seat):
            raise Broken(
                say(
                    f"{decision} is not offered, and nothing says why not",
                    f"{decision} n'est pas proposé, et rien ne dit pourquoi",
                )
            )
        try:
            state.play(decision)
        except IllegalDecision:
            tally.refused += 1
        else:
            raise Broken(
                say(
                    f"{decision} is not offered and succeeds",
                    f"{decision} n'est pas proposé et réussit",
                )
            )


def _likely_mistakes(
    choices: list[Decision], taken: list[Decision], dice: random.Random
) -> Iterator[dict[str, Any]]:
    """Written decisions a player might try: like legal ones, and often illegal."""
    plays = [decision for decision in choices if decision.kind == "play"]
    if not plays:
        return
    one = dice.choice(plays)
    alike = [
        d for d in plays if d.action == one.action and d.arguments.keys() == one.arguments.keys()
    ]
    for other in dice.sample(alike, min(_TRIED, len(alike))):
        mixed = {
            name: dice.choice([value, other.arguments[name]])
            for name, value in one.arguments.items()
        }
        yield {"seat": one.seat, "play": one.action, **mixed}
    earlier = [decision for decision in taken[-8:] if decision.kind == "play"]
    for old in dice.sample(earlier, min(_TRIED, len(earlier))):
        yield {**old.data, "seat": one.seat}


def _wrong_answers(game: Game, state: State, taken: list[Decision]) -> Iterator[dict[str, Any]]:
    """While something is asked: answers of those who are not, and moves as if nothing were."""
    if state.question is None:
        return
    one = state.decisions[0]
    for seat in game.seats:
        if seat not in state.to_act:
            yield {**one.data, "seat": seat}
    if one.kind != "play":
        yield from [decision.data for decision in taken[-1:] if decision.kind == "play"]


def _check_replay(game: Game, seed: int, taken: list[Decision], last: State) -> None:
    state = game.start(seed)
    for decision in taken:
        # Read again from its written form, as a save of decisions would be.
        state = state.play(game.decision(decision.data))
    if state.to_bytes() != last.to_bytes():
        raise Broken(
            say(
                "replayed from its decisions, the game ends with other bytes",
                "rejouée d'après ses décisions, la partie finit avec d'autres octets",
            )
        )


def _note_ending(state: State, tally: Tally) -> None:
    outcome = state.outcome
    if outcome is None:
        raise Broken(say("over, and without an outcome", "finie, et sans issue"))
    ending = outcome.kind if outcome.reason is None else f"{outcome.kind}: {outcome.reason}"
    tally.endings[ending] = tally.endings.get(ending, 0) + 1
    for seat in outcome.winners:
        tally.winners[seat] = tally.winners.get(seat, 0) + 1


def watch_again(task: Task, seed: int, taken: list[Decision], tally: Tally) -> None:
    """The same game once more on an engine that notes which nodes it runs."""
    game = load(task, covering=True)
    state = game.start(seed)
    for decision in taken:
        state = state.play(decision)
    tally.covered |= state.covered
    tally.watched += 1
    # The declared limit ended this game, not the rules.
    tally.stopped += any(node.kind == "limit" and node.id in state.covered for node in game.nodes)
    tally.nodes |= {node.id: node.kind for node in game.nodes}


def compare_engines(task: Task, seed: int, taken: list[Decision], tally: Tally) -> None:
    """The same game on both engines, byte for byte at every decision."""
    python, native = (load(task, engine=engine).start(seed) for engine in ("python", "native"))
    for number, decision in enumerate([*taken, None]):
        found = difference(python, native)
        if found is None and decision is not None:
            both = after(python, native, decision)
            if isinstance(both, str):
                found = both
            else:
                python, native = both
                tally.compared += 1
        if found is not None:
            raise Broken(
                say(
                    f"the engines differ after {number} decisions: {found}",
                    f"les moteurs diffèrent après {number} décisions : {found}",
                )
            )


def load(task: Task, engine: str = "python", covering: bool = False) -> Game:
    """The game at the table of the task."""
    table = task.table
    return labrys.load(
        task.folder, table.players, table.variants, dict(table.options), engine=engine, covering=covering
    )

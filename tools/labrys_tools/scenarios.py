"""Runs scenarios: sets up what is given, plays what happens, and compares with `then`."""

import time
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import labrys
from labrys import Decision, Game, IllegalDecision, Refusal, State
from labrys.source.load import content_hash

from labrys_tools.expectations import complaints
from labrys_tools.scenario_files import Scenario
from labrys_tools.speech import language, say
from labrys_tools.steps import NoSuchStep, chosen, offered, shown
from labrys_tools.trouble import sentence_of


@dataclass(frozen=True)
class Verdict:
    """How a scenario went. `covered` are the nodes it ran, if the game was loaded covering."""

    scenario: Scenario
    complaints: tuple[str, ...]
    seconds: float
    covered: frozenset[str] = frozenset()

    @property
    def passed(self) -> bool:
        return not self.complaints


@dataclass(frozen=True)
class Bench:
    """How scenarios are run: on which engine, watched or not, without which nodes."""

    engine: str = "python"
    covering: bool = False
    without: tuple[str, ...] = ()


def game_for(scenario: Scenario, bench: Bench) -> Game:
    """The game a scenario is about; the same one again for the next scenario of its kind."""
    options = tuple(sorted(scenario.options.items()))
    # What ran is noted in the game, so a watched scenario gets one of its own.
    load = _game.__wrapped__ if bench.covering else _game
    # By content: a folder that was edited since is another game.
    content = content_hash(scenario.ruleset)
    return load(scenario.ruleset, content, scenario.players, scenario.variants, options, bench)


# A ruleset's scenarios use a handful of set-ups; proofs load each of them once more per node.
@lru_cache(maxsize=24)
def _game(
    folder: Path,
    content: str,
    players: int | None,
    variants: tuple[str, ...],
    options: tuple[tuple[str, Any], ...],
    bench: Bench,
) -> Game:
    return labrys.load(
        folder,
        players=players,
        variants=variants,
        options=dict(options),
        engine=bench.engine,
        covering=bench.covering,
        without=bench.without,
    )


def run(scenario: Scenario, bench: Bench | None = None) -> Verdict:
    """Run one scenario. Whatever goes wrong in it is a complaint, never an exception."""
    start = time.perf_counter()
    covered: frozenset[str] = frozenset()
    try:
        game = game_for(scenario, bench or Bench())
        state, found = _play(game, scenario)
        found += complaints(state, scenario.then)
        covered = state.covered
    except NoSuchStep as error:
        found = [str(error)]
    except Exception as error:
        # A fault of Labrys itself in one scenario must not hide what the others show.
        found = [sentence_of(error)[0]]
    return Verdict(scenario, tuple(found), time.perf_counter() - start, covered)


def position(game: Game, scenario: Scenario, seed: int | None = None) -> State:
    """The state a scenario is about: set up as given, with its steps played."""
    state = game.arrange(scenario.given, seed) if scenario.given else game.start(seed)
    steps = scenario.when[:-1] if "illegal" in scenario.then else scenario.when
    for step in steps:
        state, rest = on_time(state, step)
        # A step that only says the time is done; one that says nothing is a mistake to be told.
        if rest or not step:
            state = declined(state, rest)
            state = state.play(chosen(game, state, rest))
    return state


def declined(state: State, step: dict[str, Any]) -> State:
    """The state in which a step is tried: reactions that it passes over are declined."""
    while "react" not in step and state.decisions and all(d.kind == "react" for d in state.decisions):
        state = state.play(next(d for d in state.decisions if d.data["react"] == "none"))
    return state


def on_time(state: State, step: dict[str, Any]) -> tuple[State, dict[str, Any]]:
    """The state when the clock stands at the `time` of a step, and what is left of the step."""
    if "time" not in step:
        return state, step
    rest = {key: value for key, value in step.items() if key != "time"}
    return state.play(state.game.decision({"time": step["time"]})), rest


def _play(game: Game, scenario: Scenario) -> tuple[State, list[str]]:
    if not scenario.then:
        raise NoSuchStep(say("without `then` it shows nothing", "sans `then` il ne montre rien"))
    guard = scenario.then.get("illegal")
    try:
        state = position(game, scenario, scenario.seed)
    except IllegalDecision as error:
        refused = say("a step is refused: ", "une étape est refusée : ")
        raise NoSuchStep(refused + _why(error)) from None
    if guard is None:
        return state, []
    if not scenario.when:
        return state, [
            say("`illegal` needs a step in `when`", "`illegal` demande une étape dans `when`")
        ]
    state, step = on_time(state, scenario.when[-1])
    state = declined(state, step)
    complaint = _must_be_refused(game, state, step, str(guard))
    return state, [] if complaint is None else [f"illegal: {complaint}"]


def _must_be_refused(game: Game, state: State, step: dict[str, Any], guard: str) -> str | None:
    """The step is refused by this guard and by no other, or a complaint says what happened."""
    if offered(state, step):
        return say(f"{shown(step)} is legal", f"{shown(step)} est permis")
    refusals = refusals_of(state, chosen(game, state, step))
    failing = sorted({refusal.guard for refusal in refusals if refusal.tested})
    if failing == [guard]:
        return None
    if not refusals:
        return say(f"{shown(step)} is legal", f"{shown(step)} est permis")
    names = ", ".join(failing)
    if guard in failing:
        return say(f"other guards refuse it as well: {names}", f"d'autres le refusent : {names}")
    return say(f"refused by {names} instead", f"refusé plutôt par {names}")


def refusals_of(state: State, decision: Decision) -> list[Refusal]:
    """Why a decision is refused; empty if it is not."""
    if decision.kind == "play":
        return list(state.why_not(decision.action, decision.arguments, decision.seat))
    try:
        state.play(decision)
    except IllegalDecision as error:
        return [refusal for refusal in error.refusals if isinstance(refusal, Refusal)]
    return []


def _why(error: IllegalDecision) -> str:
    reasons = [
        f"{refusal.guard} ({refusal.messages[language()]})"
        for refusal in error.refusals
        if isinstance(refusal, Refusal) and refusal.tested
    ]
    return "; ".join(reasons) or sentence_of(error)[0]

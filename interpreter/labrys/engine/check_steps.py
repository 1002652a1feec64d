"""What a step of a scenario says of chance, questions, reactions and time, against the sites of its game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from labrys.engine.errors import IllegalDecision
from labrys.engine.values import parse_value
from labrys.graph.actions import Action
from labrys.language.types import MOST, Maybe, SetOf, Type
from labrys.language.world import World
from labrys.source.catalogue import Both
from labrys.source.findings import Findings, suggestion
from labrys.source.tree import Mapping, Node, Scalar, words_of

# Refusals that are no guards of an action.
PLAIN_REFUSALS = frozenset({"true", "choice", "turn", "phase", "question"})
_CHANCE = Both("chance", "hasard")
_TIME = Both("time", "temps")


class Steps:
    """The steps of one scenario, looked at in order."""

    def __init__(self, world: World, sites: list[dict[str, Any]], findings: Findings) -> None:
        self.world, self.sites, self.findings = world, sites, findings
        self.clock: tuple[float, str] = (0, "0")

    def step(self, step: Mapping) -> None:
        self._chance(step)
        self._time(step.get("time"))
        self._react(step.get("react"))
        answer = step.get("answer")
        if isinstance(answer, Mapping):
            self._answer(answer)

    def _chance(self, step: Mapping) -> None:
        """`{chance: roll, gives: 4}`, or `{chance: 4}` for any chance that gives it."""
        chance, gives = step.get("chance"), step.get("gives")
        found = [site for site in self.sites if "chance" in site]
        given = gives if gives is not None else chance
        if not isinstance(chance, Scalar) or not isinstance(given, Scalar):
            return
        ways = {site["chance"] for site in found}
        if gives is not None and chance.value not in ways:
            self._unknown(chance, ways)
        domains = [self.world.domains[site["type"]] for site in found if site["type"] in self.world.domains]
        known = {value for domain in domains for value in domain.values} | (ways if gives is None else set())
        if given.value not in known and not (found and given.value.lstrip("-").isdigit()):
            self.findings.report("no-such-value", given.span, suggestion(given.value, known), name=given.value, kind=_CHANCE)

    def _react(self, react: Node | None) -> None:
        names = {name for site in self.sites for name in site.get("offers", ())}
        if isinstance(react, Scalar) and react.value != "none" and react.value not in names:
            self._unknown(react, names)

    def _answer(self, answer: Mapping) -> None:
        asked = [site for site in self.sites if "ask" in site]
        for name, node in answer.items():
            kinds = [site["kind"] for site in asked if site["ask"] == name]
            if not kinds:
                names = {site["ask"] for site in asked}
                self.findings.report("unknown-name", answer.key_span(name), suggestion(name, names), name=name)
                continue
            for word in words_of(node):
                if word.value != "none" and not any(self._reads(kind, word.value) for kind in kinds):
                    self.findings.report("no-such-value", word.span, name=word.value, kind=kinds[0])

    def _reads(self, kind: Type, word: str) -> bool:
        while isinstance(kind, (Maybe, SetOf)):
            kind = kind.of
        try:
            parse_value(self.world, kind, word)
        except IllegalDecision:
            return False
        return True

    def _time(self, time: Node | None) -> None:
        if not isinstance(time, Scalar):
            return
        if not self.world.clocked:
            self.findings.report("no-clock", time.span)
            return
        try:
            soon = float(time.value.removesuffix("s").strip())
        except ValueError:
            soon = -1
        if not 0 <= soon < MOST:
            self.findings.report("no-such-value", time.span, name=time.value, kind=_TIME)
            return
        if soon < self.clock[0]:
            self.findings.report("time-runs-back", time.span, time=time.value, before=self.clock[1])
        self.clock = (soon, time.value)

    def _unknown(self, scalar: Scalar, known: Iterable[str]) -> None:
        self.findings.report("unknown-name", scalar.span, suggestion(scalar.value, known), name=scalar.value)


def check_refusal(words: list[Scalar], last: Mapping | None, actions: dict[str, Action], findings: Findings) -> None:
    """`illegal` names a guard of the action that is played last."""
    known = {guard.name for action in actions.values() for guard in action.guards}
    play = last.get("play") if last is not None else None
    action = actions.get(play.value) if isinstance(play, Scalar) else None
    own = {guard.name for guard in action.guards} if action is not None else known
    for word in words:
        if word.value in PLAIN_REFUSALS or word.value in own:
            continue
        near = suggestion(word.value, own)
        if word.value in known and action is not None:
            findings.report("guard-of-another", word.span, near, name=word.value, action=action.name)
        else:
            findings.report("unknown-name", word.span, near, name=word.value)
